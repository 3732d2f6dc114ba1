# For GDB: the threads of kernels on the cpu backend.
# Copyright (C) 2026 The cudafortran authors.
#
# This file is part of the CUDA Fortran runtime library (libgcuf).
#
# Libgcuf is free software; you can redistribute it and/or modify it
# under the terms of the GNU General Public License as published by
# the Free Software Foundation; either version 3, or (at your option)
# any later version.
#
# Libgcuf is distributed in the hope that it will be useful, but WITHOUT ANY
# WARRANTY; without even the implied warranty of MERCHANTABILITY or FITNESS
# FOR A PARTICULAR PURPOSE.  See the GNU General Public License for
# more details.
#
# Under Section 7 of GPL version 3, you are granted additional
# permissions described in the GCC Runtime Library Exception, version
# 3.1, as published by the Free Software Foundation.
#
# You should have received a copy of the GNU General Public License and
# a copy of the GCC Runtime Library Exception along with this program;
# see the files COPYING and COPYING.RUNTIME respectively.  If not, see
# <http://www.gnu.org/licenses/>.

# GDB loads this with libgcuf, or by `source'.  A block whose threads wait for
# each other runs on one thread of the host, each of its threads on a stack of
# its own (fiber.c).  Here a thread that does not run is shown by an unwinder:
# it says that the newest frame was called by the place where that thread waits.
# So nothing of the program is changed, and the view ends when it goes on.

import itertools
import re

import gdb
import gdb.unwinder

# What the runtime puts on the stack above the frames of the program.
RUNTIME = re.compile("^(__?gcuf_|GCUF_)")

# Where gcuf_switch_to (fiber-switch.c) leaves the registers on the stack, by
# architecture: their names and offsets, the stack pointer, its value after the
# return, and the program counter.
SAVED = {
    "i386:x86-64": ({"r15": 0, "r14": 8, "r13": 16, "r12": 24, "rbx": 32,
                     "rbp": 40, "rip": 48}, "rsp", 56, "rip"),
    "aarch64": (dict([("x%d" % (19 + i), 8 * i) for i in range(12)]
                     + [("pc", 88)]), "sp", 160, "pc"),
}


class NotThere(gdb.GdbError):
    """What has been asked for is not there."""


def symbol(name, static):
    """The variable NAME of the runtime, in the selected thread."""
    find = gdb.lookup_static_symbol if static else gdb.lookup_global_symbol
    found = find(name)
    if found is None:
        raise NotThere("no debugging information for libgcuf: install its "
                       "package of debugging symbols")
    return found.value(gdb.newest_frame()) if static else found.value()


def context():
    """The record GCUF_context of the selected thread."""
    return symbol("GCUF_context", False)


def index(value):
    """A struct gcuf_dim3 as a tuple."""
    return (int(value["x"]), int(value["y"]), int(value["z"]))


def text(place):
    """A tuple as it is typed."""
    return "(%d,%d,%d)" % place


def parse_index(argument):
    """ARGUMENT as a tuple: one to three numbers, maybe in parentheses."""
    match = re.match(r"^\(?\s*(\d+)\s*(?:,\s*(\d+)\s*)?(?:,\s*(\d+)\s*)?"
                     r"\)?$", argument.strip())
    if not match:
        raise gdb.GdbError("an index is written as (1,1,1), not " + argument)
    found = tuple(int(n) if n else 1 for n in match.groups())
    if 0 in found:
        raise gdb.GdbError("indices begin with 1, as those of threadidx do")
    return found


# --- Threads ------------------------------------------------------------------

class Thread:
    """A thread of a kernel, on the stack of a host thread or on its own."""

    def __init__(self, host, block, thread, fiber, runs):
        self.host, self.block, self.thread = host, block, thread
        self.fiber, self.runs = fiber, runs

    def show(self):
        """Let the debugger show it: select its host thread and its frame."""
        self.host.switch()
        view.set(None if self.runs else self)
        frame = program_frame()
        if frame is not None:
            frame.select()
        publish(self)

    def __str__(self):
        return "block %s, thread %s" % (text(self.block), text(self.thread))


def block_record():
    """The struct gcuf_block of the selected host thread, or None."""
    if int(context()["reserved"]) == 0:
        return None
    return symbol("this_block", True).dereference()


def threads_here():
    """The kernel's threads on the selected host thread."""
    view.set(None)
    host, now = gdb.selected_thread(), context()
    block = index(now["blockidx"])
    if block[0] < 1 or program_frame() is None:
        return []
    record = block_record()
    if record is None:
        return [Thread(host, block, index(now["threadidx"]), None, True)]
    found, first = [], record["last"]["next"]
    fiber, current = first, int(record["current"])
    while True:
        found.append(Thread(host, block, index(fiber["threadidx"]),
                            fiber.dereference(), int(fiber) == current))
        fiber = fiber["next"]
        if int(fiber) == int(first):
            return sorted(found, key=lambda t: t.thread[::-1])


def all_threads():
    """Those of all host threads.  What is selected does not change."""
    chosen, shown = gdb.selected_thread(), view.thread
    if chosen is None:
        raise NotThere("the program does not run")
    found = []
    for host in sorted(gdb.selected_inferior().threads(), key=lambda t: t.num):
        host.switch()
        found += threads_here()
    chosen.switch()
    view.set(shown)
    return found


def program_frame():
    """The innermost frame of the selected thread that is the program's: of a
    kernel or what it calls; None if there is no kernel."""
    frame, inner, kernel = gdb.newest_frame(), None, False
    # The newest is not that of a thread that does not run.
    if view.thread is not None:
        frame = frame.older()
    while frame is not None and frame.is_valid():
        name = frame.name() or ""
        if inner is None and frame.find_sal().symtab and not is_runtime(frame):
            inner = frame
        if name.startswith("__gcuf_run_") or name.startswith("__gcuf_split_"):
            return inner or frame
        frame = frame.older()
    return None


def is_runtime(frame):
    """Whether FRAME is one of libgcuf, or of what the compiler has made."""
    return RUNTIME.match(frame.name() or "") is not None \
        or re.search(r"libgcuf/(cpu|core)/",
                     frame.find_sal().symtab.filename) is not None


# --- The view -----------------------------------------------------------------

class FrameId:
    """What the debugger knows a frame by."""

    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class View(gdb.unwinder.Unwinder):
    """Shows a thread that does not run, if one has been chosen."""

    def __init__(self):
        super().__init__("cuda-threads")
        self.thread = None
        self.place = None

    def set(self, thread):
        """Show THREAD, on the selected host thread; or what runs."""
        if thread is self.thread:
            return
        self.thread, self.place = None, None
        gdb.invalidate_cached_frames()
        if thread is not None:
            frame = gdb.newest_frame()
            saved = SAVED.get(frame.architecture().name())
            if saved is None:
                raise NotThere("threads that wait cannot be shown on "
                               + frame.architecture().name())
            sp = int(frame.read_register(saved[1]))
            self.place = (gdb.selected_thread().ptid, sp, frame.pc())
            self.thread = thread
            gdb.invalidate_cached_frames()

    def __call__(self, pending):
        if self.thread is None:
            return None
        saved, sp, after, pc = SAVED[pending.architecture().name()]
        here = (gdb.selected_thread().ptid, int(pending.read_register(sp)),
                int(pending.read_register(pc)))
        if here != self.place:
            return None
        word = gdb.lookup_type("unsigned long")
        base = int(self.thread.fiber["state"]["sp"])
        at = lambda offset: gdb.Value(base + offset).cast(
            word.pointer()).dereference()
        info = pending.create_unwind_info(
            FrameId(gdb.Value(base).cast(word), gdb.Value(here[2]).cast(word)))
        for register, offset in saved.items():
            info.add_saved_register(register, at(offset))
        info.add_saved_register(sp, gdb.Value(base + after).cast(word))
        return info


view = View()
gdb.unwinder.register_unwinder(None, view, replace=True)


class HideRuntime:
    """A filter of frames: without those above the program's in a thread that
    does not run, the first of which is of another thread."""

    def __init__(self):
        self.name, self.priority, self.enabled = "cuda-threads", 100, True
        gdb.frame_filters[self.name] = self

    def filter(self, frames):
        first = program_frame() if view.thread is not None else None
        if first is None:
            return frames
        return itertools.dropwhile(
            lambda f: f.inferior_frame().level() < first.level(), frames)


HideRuntime()


def publish(thread):
    """Set the convenience variables to the indices of THREAD, or of what runs
    here if that is None; all are void where no kernel runs."""
    try:
        now = context()
        known = int(now["blockidx"]["x"]) > 0
    except (gdb.error, NotThere):
        known = False
    for name in ("threadidx", "blockidx", "blockdim", "griddim"):
        value = now[name] if known else None
        if known and name == "threadidx" and thread and thread.fiber:
            value = thread.fiber[name]
        gdb.set_convenience_variable(name, value)


def resumed(event):
    """The program goes on."""
    view.thread, view.place = None, None


def stopped(event):
    """It has stopped."""
    publish(None)


gdb.events.cont.connect(resumed)
gdb.events.stop.connect(stopped)


# --- Commands -----------------------------------------------------------------

class Cuda(gdb.Command):
    """Show or stop at threads of kernels on the cpu backend."""

    def __init__(self):
        super().__init__("cuda", gdb.COMMAND_RUNNING, prefix=True)


class InfoCuda(gdb.Command):
    """List what there is of kernels on the cpu backend."""

    def __init__(self):
        super().__init__("info cuda", gdb.COMMAND_STATUS, prefix=True)


class InfoThreads(gdb.Command):
    """List the threads of running kernels: block, thread, where they are.
Those in a row at one place have one line.  An asterisk marks the one that is
shown, a number the thread of the host.  Threads that have not begun, or have
ended, are not there."""

    def __init__(self):
        super().__init__("info cuda threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        threads, lines = all_threads(), []
        frame, shown, host = gdb.selected_frame(), view.thread, \
            gdb.selected_thread()
        for thread in threads:
            selected = thread.host.num == host.num and (
                thread.thread == shown.thread if shown else thread.runs)
            thread.show()
            where = gdb.selected_frame()
            place = "%s at %s:%d" % (where.name(), where.find_sal().symtab,
                                     where.find_sal().line)
            last = lines[-1] if lines else None
            if last and last[0].block == thread.block and last[2] == place \
                    and not selected and not last[3]:
                last[1] = thread
            else:
                lines.append([thread, thread, place, selected])
        host.switch()
        view.set(shown)
        publish(shown)
        if frame.is_valid():
            frame.select()
        if not lines:
            raise NotThere("no kernel is running")
        for first, last, place, selected in lines:
            span = text(first.thread)
            if last is not first:
                span += " to " + text(last.thread)
            gdb.write("%s %2d  block %s  thread %s  %s\n" % (
                "*" if selected else " ", first.host.num, text(first.block),
                span, place))


class ChooseThread(gdb.Command):
    """Show the thread with this index, of the block that is shown."""

    def __init__(self):
        super().__init__("cuda thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        wanted = parse_index(argument)
        block = index(context()["blockidx"])
        choose(lambda t: t.block == block and t.thread == wanted,
               "thread %s of block %s" % (text(wanted), text(block)))


class ChooseBlock(gdb.Command):
    """Show a thread of the block with this index, the one that runs."""

    def __init__(self):
        super().__init__("cuda block", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        wanted = parse_index(argument)
        choose(lambda t: t.block == wanted and t.runs, "block " + text(wanted))


def choose(condition, what):
    """Show the first thread with CONDITION; WHAT says which that is."""
    for thread in all_threads():
        if condition(thread):
            thread.show()
            gdb.write("[%s]\n" % thread)
            gdb.execute("frame")
            return
    raise NotThere(what + " is not running: it has not begun, or has ended")


class KernelBreakpoint(gdb.Breakpoint):
    """A breakpoint for one thread."""

    def __init__(self, place, block, thread):
        super().__init__(place)
        self.wanted = {"blockidx": block, "threadidx": thread}

    def stop(self):
        now = context()
        # The host's side of a kernel has its name, too.
        return all(wanted is None or index(now[name]) == wanted
                   for name, wanted in self.wanted.items()) \
            and program_frame() is not None


class Break(gdb.Command):
    """Stop where one thread comes to a place.
Usage: cuda break PLACE [block (X,Y,Z)] [thread (X,Y,Z)]
PLACE is a kernel or whatever else "break" takes."""

    def __init__(self):
        super().__init__("cuda break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        match = re.match(r"^(.*?)(?:\s+block\s+(\([^)]*\)|\d+))?"
                         r"(?:\s+thread\s+(\([^)]*\)|\d+))?\s*$", argument)
        place, block, thread = match.groups()
        if not place:
            raise gdb.GdbError("cuda break needs a kernel or a line")
        KernelBreakpoint(place, block and parse_index(block),
                         thread and parse_index(thread))


for command in (Cuda, InfoCuda, InfoThreads, ChooseThread, ChooseBlock, Break):
    command()
