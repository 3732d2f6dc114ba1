/* The script of a report: tables and a timeline of its records.
   Copyright (C) 2026 The cudafortran authors.

   This file is part of the CUDA Fortran runtime library (libgcuf).

   Libgcuf is free software; you can redistribute it and/or modify it
   under the terms of the GNU General Public License as published by
   the Free Software Foundation; either version 3, or (at your option)
   any later version.

   Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
   WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
   FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
   more details.

   Under Section 7 of GPL version 3, you are granted additional
   permissions described in the GCC Runtime Library Exception, version
   3.1, as published by the Free Software Foundation.

   You should have received a copy of the GNU General Public License and
   a copy of the GCC Runtime Library Exception along with this program;
   see the files COPYING and COPYING.RUNTIME respectively.  If not, see
   <http://www.gnu.org/licenses/>.  */

"use strict";

/* --- Records -------------------------------------------------------------- */

/* The lines of TEXT as arrays; the last may have been cut off.  */

function parseLines(text) {
  const lines = [];
  for (const line of text.split("\n"))
    if (line.startsWith("["))
      try { lines.push(JSON.parse(line)); } catch (error) { break; }
  return lines;
}

/* A call or a run, from what its line has behind the lane.  */

function operation(group, lane, begin, end, bytes, more) {
  const time = end - begin;
  const [count, total, least, most]
    = more.length ? more : [1, time, time, time];
  return { group, lane, begin, end, bytes, count, total, least, most };
}

/* What the records say.  */

function readRecords(text) {
  const r = { program: "", backend: "", devices: [], streams: [], groups: [],
              calls: [], runs: [], end: null };
  const take = {
    p: (program, backend) => { r.program = program; r.backend = backend; },
    d: (number, name, peak) => { r.devices[number] = { name, peak }; },
    s: (number, device, name) => { r.streams[number] = { device, name }; },
    g: (number, kind, name, device, ...rest) => {
      const g = r.groups[number] = { kind, name, device };
      if (rest.length > 1)
        [g.file, g.line, g.grid, g.block, g.dynamic, g.usage] = rest;
      else
        g.factor = rest[0];
    },
    c: (group, lane, begin, end, bytes, stream, ...more) => {
      r.calls.push(operation(r.groups[group], lane, begin, end, bytes, more));
    },
    r: (group, lane, begin, end, bytes, ...more) => {
      r.runs.push(operation(r.groups[group], lane, begin, end, bytes, more));
    },
    e: (time) => { r.end = time; }
  };
  for (const [what, ...rest] of parseLines(text))
    take[what](...rest);
  return r;
}

/* --- Numbers -------------------------------------------------------------- */

function scaled(value, units, digits) {
  let i = 0;
  while (i + 1 < units.length && Math.abs(value) >= units[i + 1][0])
    i++;
  const v = value / units[i][0];
  const places = Math.abs(v) >= 100 ? 1 : digits;
  return v.toFixed(units[i][0] === 1 && Number.isInteger(value) ? 0 : places)
    + "\u00a0" + units[i][1];
}

/* Microseconds.  */
const timeText = (t) => t < 1 && t > 0 ? (1e3 * t).toFixed(0) + "\u00a0ns"
  : t === 0 ? "0" : scaled(t, [[1, "\u00b5s"], [1e3, "ms"], [1e6, "s"]], 2);
const sizeText = (n) => scaled(n, [[1, "B"], [1e3, "kB"], [1e6, "MB"],
                                   [1e9, "GB"], [1e12, "TB"]], 2);
/* Bytes in a microsecond.  */
const rateText = (n) => sizeText(n * 1e6) + "/s";
const shareText = (n) => (100 * n).toFixed(1) + "\u00a0%";
const countText = (n) => n.toLocaleString("en").replace(/,/g, "\u202f");
const extentText = (d) =>
  d.slice(0, d[2] !== 1 ? 3 : d[1] !== 1 ? 2 : 1).join("\u00d7");

/* --- Rows ----------------------------------------------------------------- */

function fresh(group) {
  return { group, name: group.name, kind: group.kind, calls: 0, timed: 0,
           total: 0, least: Infinity, most: 0, bytes: 0, moved: 0, possible: 0,
           grids: new Set(), places: new Set() };
}

/* Calls and runs by KEY, a function of groups; the longest first.  */

function summarize(records, kinds, key, runs) {
  const rows = new Map();
  const row = (group) => {
    const k = key(group);
    if (!rows.has(k))
      rows.set(k, fresh(group));
    return rows.get(k);
  };
  const time = (r, o) => {
    r.timed += o.count;
    r.total += o.total;
    r.least = Math.min(r.least, o.least);
    r.most = Math.max(r.most, o.most);
  };
  for (const o of records.calls.filter((o) => kinds.includes(o.group.kind))) {
    const r = row(o.group);
    r.calls += o.count;
    r.bytes += o.bytes;
    if (o.group.grid)
      r.grids.add(o.group.grid[0] < 1 ? "chosen" : extentText(o.group.grid));
    if (o.group.file)
      r.places.add(o.group.file.replace(/.*\//, "") + ":" + o.group.line);
    if (!runs)
      time(r, o);
  }
  for (const o of runs ? records.runs : []) {
    if (!kinds.includes(o.group.kind))
      continue;
    const r = row(o.group), device = records.devices[o.group.device];
    time(r, o);
    r.moved += o.bytes;
    r.possible += device.peak * o.total / (o.group.factor || 1);
  }
  return [...rows.values()].sort((a, b) => b.total - a.total);
}

/* A table has the columns [title, text of a row, class] that say something of
   some row: a text that is null is none.  */

function makeTable(section, columns, rows) {
  const shown
    = columns.filter(([, text]) => rows.some((r) => text(r) !== null));
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const [title, , kind] of shown) {
    const cell = document.createElement("th");
    cell.textContent = title;
    cell.scope = "col";
    cell.className = kind || "";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const r of rows) {
    const line = body.insertRow();
    for (const [, text, kind] of shown) {
      const cell = line.insertCell(), value = text(r);
      cell.className = kind || "";
      cell.append(...(Array.isArray(value) ? value : [value ?? ""]));
    }
  }
  section.append(table);
  section.hidden = rows.length === 0;
}

function element(tag, text, kind) {
  const e = document.createElement(tag);
  e.textContent = text;
  e.className = kind || "";
  return e;
}

function swatch(colour) {
  const s = element("span", "", "swatch");
  s.style.background = `var(${colour})`;
  return s;
}

const several = (set, most) => set.size === 0 ? null : set.size > most
  ? `${set.size} different` : [...set].join(", ");

const timeColumns = (all) => [
  ["Calls", (r) => countText(r.calls)],
  ["Total", (r) => r.timed ? timeText(r.total) : null],
  ["Share", (r) => r.timed && all > 0 ? shareText(r.total / all) : null],
  ["Mean", (r) => r.timed ? timeText(r.total / r.timed) : null],
  ["Min", (r) => r.timed ? timeText(r.least) : null],
  ["Max", (r) => r.timed ? timeText(r.most) : null]
];

const named = (colours) => (r) => [
  swatch(colours(r.group)), r.name,
  ...(r.places.size ? [element("small", several(r.places, 4))] : [])
];

/* Of a row: the bytes in a time, and their share of what the memory could have
   moved.  A kernel cannot have used all that it reaches if that is more.  */
const partly = (r) => r.possible > 0 && r.moved > r.possible;
const rate = (r) => r.moved && r.total && !partly(r)
  ? rateText(r.moved / r.total) : null;
const share = (r) => r.moved && r.possible && !partly(r)
  ? shareText(r.moved / r.possible) : null;

function kernelTables(rows, colours, total) {
  const of = (field) => (r) => r.group.usage?.[field] ?? null;
  const bytesText = (n) => countText(n) + "\u00a0B";
  const bytes = (field) => (r) =>
    of(field)(r) === null ? null : bytesText(of(field)(r));
  makeTable(document.getElementById("kernels"), [
    ["Kernel", named(colours)], ...timeColumns(total),
    ["Reached", (r) => r.moved ? sizeText(r.moved / r.timed) : null],
    ["Rate", rate], ["Of the memory\u2019s peak", share]
  ], rows);
  makeTable(document.getElementById("usage"), [
    ["Kernel", named(colours)],
    ["Grid", (r) => several(r.grids, 1)],
    ["Block", (r) => extentText(r.group.block)],
    ["Registers", of("registers")],
    ["Local memory", bytes("local")],
    ["Shared memory", bytes("shared")],
    ["Dynamic shared",
     (r) => r.group.dynamic ? bytesText(r.group.dynamic) : null],
    ["Occupancy", (r) => of("most")(r) === null ? null
      : [shareText(of("warps")(r) / of("most")(r)),
         element("small", `${of("warps")(r)} of ${of("most")(r)} warps`)]],
    ["Limited by", of("limit"), "text"]
  ], rows.filter((r) => r.group.block));
}

function copyTable(rows, colours, total) {
  makeTable(document.getElementById("copies"), [
    ["Operation", named(colours)], ...timeColumns(total),
    ["Bytes", (r) => r.bytes ? sizeText(r.bytes) : null],
    ["Rate", rate], ["Of the memory\u2019s peak", share]
  ], rows);
}

function callTable(rows) {
  makeTable(document.getElementById("calls"), [
    ["Call", (r) => r.name],
    ...timeColumns(0),
    ["Bytes", (r) => r.bytes ? sizeText(r.bytes) : null]
  ], rows);
}

/* --- Totals --------------------------------------------------------------- */

/* The time in which some of RUNS run.  */

function busyTime(runs) {
  let busy = 0, until = -Infinity;
  for (const o of [...runs].sort((a, b) => a.begin - b.begin)) {
    const length = o.count > 1 ? o.total : o.end - o.begin;
    const begin = Math.max(o.begin, until);
    const end = Math.max(o.begin + length, begin);
    busy += end - begin;
    until = Math.max(until, end);
  }
  return busy;
}

function showTotals(records, sums) {
  const list = document.getElementById("totals");
  const end = records.end ?? records.calls.concat(records.runs)
    .reduce((t, o) => Math.max(t, o.end), 0);
  const add = (name, text) => {
    const div = document.createElement("div");
    div.append(element("dt", name), element("dd", text));
    list.append(div);
  };
  add("Observed time", timeText(end));
  add(records.devices.length > 1 ? "Devices busy" : "Device busy",
      timeText(busyTime(records.runs)));
  add("Kernels", timeText(sums.kernels));
  add("Copies and fills", timeText(sums.copies));
  add("Waiting of the host", timeText(sums.waits));
  const names = records.devices.map((d, i) =>
    records.devices.length > 1 ? `${i}: ${d.name}` : d.name);
  document.getElementById("device").textContent
    = `${names.join(", ")} \u00b7 backend ${records.backend}`;
  if (records.end === null) {
    const note = document.getElementById("note");
    note.textContent = "The program ended before it completed this report: "
      + "it has the calls that had returned, and the runs that the program "
      + "had waited for.";
    note.hidden = false;
  }
}

/* --- The timeline --------------------------------------------------------- */

const LANE = 26, GAP = 4, AXIS = 24;

/* Lanes of streams, and then of the host's threads, with what is in them.  */

function makeLanes(records) {
  const lanes = [];
  const device = (s) => records.devices.length > 1 ? ` of ${s.device}` : "";
  records.streams.forEach((s, i) => {
    const all = records.runs.filter((o) => o.lane === i);
    if (all.length)
      lanes.push({ name: s.name + device(s), all });
  });
  const threads = [...new Set(records.calls.map((o) => o.lane))];
  for (const thread of threads.sort((a, b) => a - b))
    lanes.push({ name: `host thread ${thread}`,
                 all: records.calls.filter((o) => o.lane === thread) });
  for (const lane of lanes)
    lane.all.sort((a, b) => a.begin - b.begin);
  return lanes;
}

/* A step of 1, 2 or 5 times a power of ten, not below T.  */

function niceStep(t) {
  const power = 10 ** Math.floor(Math.log10(t));
  return [1, 2, 5, 10].map((f) => f * power).find((s) => s >= t);
}

function describe(o) {
  const g = o.group, lines = [g.name];
  if (o.count > 1)
    lines.push(`${countText(o.count)} together, ${timeText(o.total)} of `
               + timeText(o.end - o.begin));
  else
    lines.push(`${timeText(o.end - o.begin)}, from ${timeText(o.begin)}`);
  if (g.block)
    lines.push(`grid ${g.grid[0] < 1 ? "chosen" : extentText(g.grid)}, `
               + `block ${extentText(g.block)}`);
  if (o.bytes)
    lines.push(sizeText(o.bytes));
  if (g.file)
    lines.push(`${g.file}:${g.line}`);
  return lines.join("\n");
}

class Timeline {
  constructor(records, colours) {
    this.lanes = makeLanes(records);
    this.colours = colours;
    const all = records.calls.concat(records.runs);
    this.last = all.reduce((t, o) => Math.max(t, o.end), 0);
    this.first = all.reduce((t, o) => Math.min(t, o.begin), this.last);
    this.canvas = document.getElementById("canvas");
    this.tip = document.getElementById("tip");
    document.getElementById("timeline").hidden = all.length === 0;
    this.showAll();
    this.listen();
  }

  showAll() {
    const margin = 0.01 * (this.last - this.first) || 1;
    this.show(this.first - margin, this.last + margin);
  }

  /* Show the times from BEGIN to END, as far as there are any.  */
  show(begin, end) {
    const margin = 0.01 * (this.last - this.first) || 1;
    const least = this.first - margin, most = this.last + margin;
    const span = Math.min(Math.max(end - begin, 0.01), most - least);
    this.begin = Math.min(Math.max(begin, least), most - span);
    this.end = this.begin + span;
    document.getElementById("range").textContent
      = `${timeText(Math.max(this.begin, 0))} to ${timeText(this.end)}`;
    this.draw();
  }

  /* Zoom by FACTOR around the time that is at AT, from 0 to 1.  */
  zoom(factor, at = 0.5) {
    const span = this.end - this.begin, t = this.begin + at * span;
    this.show(t - at * span * factor, t + (1 - at) * span * factor);
  }

  move(part) {
    const d = part * (this.end - this.begin);
    this.show(this.begin + d, this.end + d);
  }

  style(name) {
    return getComputedStyle(document.documentElement)
      .getPropertyValue(name).trim();
  }

  draw() {
    const ratio = window.devicePixelRatio || 1, c = this.canvas;
    const width = c.parentElement.clientWidth;
    const height = AXIS + this.lanes.length * (LANE + GAP);
    c.style.height = height + "px";
    c.width = Math.round(width * ratio);
    c.height = Math.round(height * ratio);
    const g = this.context = c.getContext("2d");
    g.scale(ratio, ratio);
    g.font = "12px system-ui, sans-serif";
    g.textBaseline = "middle";
    const names = this.lanes.map((l) => g.measureText(l.name).width);
    this.left = 12 + Math.max(...names, 40);
    this.width = Math.max(width - this.left, 50);
    this.palette = new Map();
    this.axis(g, height);
    this.lanes.forEach((lane, i) =>
      this.lane(g, lane, AXIS + i * (LANE + GAP)));
  }

  x(t) {
    return this.left + (t - this.begin) / (this.end - this.begin) * this.width;
  }

  axis(g, height) {
    const step = niceStep((this.end - this.begin) * 90 / this.width);
    g.textAlign = "center";
    const start = Math.ceil(this.begin / step) * step;
    for (let t = start; t <= this.end; t += step) {
      const x = Math.round(this.x(t)) + 0.5;
      g.fillStyle = this.style("--line");
      g.fillRect(x - 0.5, AXIS - 4, 1, height - AXIS + 4);
      g.fillStyle = this.style("--quiet");
      const text = Math.abs(t) < step / 2 ? "0"
        : timeText(t).replace(/(\.\d*?)0+(?=\u00a0)/, "$1")
          .replace(/\.(?=\u00a0)/, "");
      const half = g.measureText(text).width / 2;
      if (x + half <= this.left + this.width && x - half >= this.left)
        g.fillText(text, x, AXIS / 2 - 2);
    }
  }

  colour(group) {
    const name = this.colours(group);
    if (!this.palette.has(name))
      this.palette.set(name, this.style(name));
    return this.palette.get(name);
  }

  /* What is narrower than a pixel, and where one is painted already in this
     colour, is left out.  */
  lane(g, lane, y) {
    g.fillStyle = this.style("--text");
    g.textAlign = "left";
    g.fillText(lane.name, 0, y + LANE / 2);
    g.fillStyle = this.style("--stripe");
    g.fillRect(this.left, y, this.width, LANE);
    let painted = -1, last = "";
    g.save();
    g.beginPath();
    g.rect(this.left, y, this.width, LANE);
    g.clip();
    for (const o of lane.all) {
      if (o.end < this.begin || o.begin > this.end)
        continue;
      const from = Math.max(this.x(o.begin), this.left - 2);
      const to = Math.min(Math.max(this.x(o.end), from + 1),
                          this.left + this.width + 2);
      const colour = this.colour(o.group);
      if (to <= painted && colour === last)
        continue;
      const dense = o.total / (o.end - o.begin || 1);
      g.globalAlpha = o.count > 1 ? Math.max(0.25, Math.min(1, dense)) : 1;
      g.fillStyle = colour;
      g.fillRect(from, y, to - from - (to - from > 4 ? 0.75 : 0), LANE);
      g.globalAlpha = 1;
      this.label(g, o, from, to, y);
      painted = to;
      last = colour;
    }
    g.restore();
  }

  label(g, o, from, to, y) {
    const text = o.group.name, room = to - from - 10;
    if (o.count > 1 || room < 30 || g.measureText(text).width > room)
      return;
    g.fillStyle = this.style(o.group.kind === "wait" ? "--text" : "--on");
    g.fillText(text, from + 5, y + LANE / 2);
  }

  /* What is at the point X, Y of the canvas.  */
  find(x, y) {
    const lane = this.lanes[Math.floor((y - AXIS) / (LANE + GAP))];
    if (!lane || x < this.left)
      return null;
    const span = this.end - this.begin;
    const t = this.begin + (x - this.left) / this.width * span;
    const pixel = 1.5 * span / this.width;
    let best = null;
    for (const o of lane.all)
      if (o.begin - pixel <= t && t <= o.end + pixel
          && (!best || o.end - o.begin <= best.end - best.begin))
        best = o;
    return best;
  }

  point(x, y) {
    const o = this.find(x, y), tip = this.tip;
    tip.hidden = !o;
    if (!o)
      return;
    tip.textContent = describe(o);
    const room = this.canvas.clientWidth - tip.offsetWidth - 4;
    tip.style.left = Math.max(0, Math.min(x + 12, room)) + "px";
    tip.style.top = y + 16 + "px";
  }

  listen() {
    const c = this.canvas, at = (e) => (e.offsetX - this.left) / this.width;
    const buttons = { in: () => this.zoom(0.5), out: () => this.zoom(2),
                      left: () => this.move(-0.5), right: () => this.move(0.5),
                      all: () => this.showAll() };
    const keys = { "+": "in", "-": "out", ArrowLeft: "left",
                   ArrowRight: "right", "0": "all" };
    for (const [id, action] of Object.entries(buttons))
      document.getElementById(id).addEventListener("click", action);
    c.addEventListener("keydown", (e) => {
      if (!keys[e.key])
        return;
      e.preventDefault();
      buttons[keys[e.key]]();
    });
    c.addEventListener("wheel", (e) => {
      if (!e.ctrlKey)
        return;
      e.preventDefault();
      this.zoom(e.deltaY > 0 ? 1.25 : 0.8, at(e));
    }, { passive: false });
    c.addEventListener("dblclick", (e) => this.zoom(0.4, at(e)));
    c.addEventListener("pointermove", (e) => {
      if (e.buttons & 1)
        this.move(-e.movementX / this.width);
      this.point(e.offsetX, e.offsetY);
    });
    c.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    window.addEventListener("resize", () => this.draw());
    matchMedia("(prefers-color-scheme: dark)")
      .addEventListener("change", () => this.draw());
  }
}

/* --- The page ------------------------------------------------------------- */

/* The colours of groups: the six kernels that take longest have one each.  */

function makeColours(kernels) {
  const names = [...new Set(kernels.map((r) => r.name))].slice(0, 6);
  const fixed = { copy: "--copy", fill: "--fill", graph: "--other",
                  wait: "--wait", allocation: "--call" };
  return (group) => {
    const i = names.indexOf(group.name);
    return group.kind !== "kernel" ? fixed[group.kind]
      : i < 0 ? "--other" : `--c${i}`;
  };
}

function showLegend(records, colours) {
  const names = { "--copy": "copies", "--fill": "fills", "--wait": "waiting",
                  "--call": "allocation", "--other": "other kernels, graphs" };
  const seen = new Map(), legend = document.getElementById("legend");
  for (const group of records.groups)
    seen.set(colours(group), names[colours(group)] || group.name);
  for (const colour of [...seen.keys()].sort()) {
    const item = document.createElement("span");
    item.append(swatch(colour), seen.get(colour));
    legend.append(item);
  }
}

document.addEventListener("DOMContentLoaded", () => {
  const records
    = readRecords(document.getElementById("records").textContent);
  const kernelKey = (g) =>
    JSON.stringify([g.kind, g.name, g.device, g.block, g.dynamic]);
  const nameKey = (g) => JSON.stringify([g.kind, g.name]);
  const sum = (rows) => rows.reduce((t, r) => t + r.total, 0);
  const kernels = summarize(records, ["kernel", "graph"], kernelKey, true);
  const copies = summarize(records, ["copy", "fill"], nameKey, true);
  const calls = summarize(records, ["allocation", "wait"], nameKey, false);
  const colours = makeColours(kernels.filter((r) => r.kind === "kernel"));
  const total = sum(kernels) + sum(copies);
  showTotals(records, { kernels: sum(kernels), copies: sum(copies),
                        waits: sum(calls.filter((r) => r.kind === "wait")) });
  kernelTables(kernels, colours, total);
  copyTable(copies, colours, total);
  callTable(calls);
  showLegend(records, colours);
  new Timeline(records, colours);
});
