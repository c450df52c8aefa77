"""The terminal that the arcade is shown on: that there is one, and what happens when it goes away."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import StringIO
from time import sleep
from typing import Final

from rich.console import Console

SIGNS: Final = "╭─╮●▀▶"
"""Some of what the frame and the boards are drawn with."""

DUMB: Final = ("dumb", "unknown")
"""The names of terminals that move no cursor."""

WEB: Final = "textual.drivers.web_driver:WebDriver"
"""The name of the driver that serves the arcade to a browser."""

RESTORE: Final = (
    "\x1b_Ga=d,d=A,q=2\x1b\\\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""Makes a terminal forget the arcade, its images first."""

WATCH: Final = """trap '' INT QUIT TERM HUP TSTP TTOU; read told || printf %s "$1" >/dev/tty"""
"""Restores the terminal unless it is told in time that nothing is to be done. Echo and the like are the shell's."""


def restore_if_killed() -> Callable[[], object]:
    """Have a small process restore the terminal in case that this one is killed outright, which nothing else notices.
    Images would stay where they are, over whatever is written then. To leave in order, call what is returned."""
    try:
        watch = subprocess.Popen(
            ["/bin/sh", "-c", WATCH, "marbles-tui", RESTORE],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            process_group=0,  # a signal to all of ours is none to it
        )
    except OSError:
        return lambda: None

    def dismiss() -> None:
        with suppress(OSError, subprocess.TimeoutExpired):
            watch.communicate(b"\n", timeout=1)

    return dismiss


ENDING: Final = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that ask the program to end."""

LOOK: Final = 0.05
"""Seconds between two looks whether another program has ended."""

GRACE: Final = 2.0
"""Seconds in which it goes when it is asked to."""


def heed_signals(stop: Callable[[str], object]) -> None:
    """Have `stop` called with the name of a signal that asks the program to end."""
    loop = asyncio.get_running_loop()
    for number in ENDING:
        try:
            loop.add_signal_handler(number, stop, number.name)
        except (NotImplementedError, RuntimeError, ValueError):
            return  # no such signals here, or not the main thread: then nobody can send them to us


def run_program(command: Sequence[str]) -> int:
    """Run another program at this terminal; its exit status. Asked to end meanwhile, it goes first: the loop hears
    signals only when it goes on."""
    asked = list[int]()
    before = {number: signal.signal(number, lambda signum, _: asked.append(signum)) for number in ENDING}
    try:
        with subprocess.Popen(command) as program:
            try:
                while program.poll() is None and not asked:
                    sleep(LOOK)
                program.terminate()  # nothing to one that has ended, as the next one
                with suppress(subprocess.TimeoutExpired):
                    program.wait(GRACE)
            finally:
                program.kill()
            return program.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def in_browser() -> bool:
    """Whether a browser shows the arcade, at the other end of two pipes."""
    return os.environ.get("TEXTUAL_DRIVER") == WEB


def has_few_colours() -> bool:
    """Whether the terminal has less than 256 colours, as far as its environment tells."""
    system = Console(file=StringIO(), force_terminal=True).color_system
    return not in_browser() and system in (None, "standard", "windows")


def has_ascii_alone() -> bool:
    """Whether the locale that the environment names can show no signs but those of ASCII. Where it names none, as in
    containers and on other systems, that is no reason to believe so."""
    if in_browser():
        return False
    named = _locale()
    if named in ("C", "POSIX"):
        return True
    encodings = [named.partition(".")[2].partition("@")[0], getattr(sys.__stderr__, "encoding", "")]
    return not all(_encodes(encoding) for encoding in encodings if encoding)


def _locale() -> str:
    """The locale that was named for letters, "" for none."""
    given = {name: os.environ.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG")}
    if sys.flags.utf8_mode:
        given["LC_CTYPE"] = ""  # Python itself names one with UTF-8 in place of C
    return next(filter(None, given.values()), "")


def _encodes(encoding: str) -> bool:
    """Whether the frame's signs are in an encoding; yes for one that is not known."""
    try:
        SIGNS.encode(encoding)
    except UnicodeEncodeError:
        return False
    except LookupError:
        return True
    return True


def has_shell() -> bool:
    """Whether a shell with job control started the arcade: one that is stopped elsewhere nobody can call back."""
    return hasattr(os, "getsid") and os.getpgrp() != os.getsid(0)


def take_terminal() -> bool:
    """Make the keyboard the standard input where that is a pipe; whether the arcade has a terminal.

    A record may come through a pipe (`replay - --watch`); the keys that follow come from the terminal itself.
    """
    if _dumb() or sys.__stderr__ is None or not sys.__stderr__.isatty():
        return False
    if sys.__stdin__ is not None and sys.__stdin__.isatty():
        return True
    with suppress(OSError):
        terminal = os.open(os.ctermid() if hasattr(os, "ctermid") else "CONIN$", os.O_RDWR)
        os.dup2(terminal, 0)
        os.close(terminal)
        return True
    return False


def lacking() -> str:
    """What the arcade would need, where there is no terminal that can show it."""
    return f"a terminal with more than lines (TERM={_dumb()})" if _dumb() else "a terminal"


def _dumb() -> str:
    """The name of a terminal that can show lines and nothing else, as it says itself; "" for others."""
    name = os.environ.get("TERM", "")
    return name if name in DUMB else ""
