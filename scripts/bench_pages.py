"""What a guest's pages take of the process that all share: `python scripts/bench.py pages`.

One process, without SSH and with terminals that read all: the time of its processor from a key until nothing more is
done, and the longest that others have to wait meanwhile for a key of theirs to be looked at.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from time import thread_time
from typing import Any, Final

from marbles_tui.host.events import Events
from marbles_tui.host.limits import Limits
from marbles_tui.host.reception import Reception
from marbles_tui.host.terminal import Terminal

SIZE: Final = (100, 30)
OTHER_SIZE: Final = (120, 40)

ROUNDS: Final = 6

CALM: Final = 0.12
"""Seconds in which hardly anything is done when a page is there."""

LITTLE: Final = 0.0015

BACK: Final = "\x1b"

TOUR: Final[tuple[tuple[str, str | tuple[int, int]], ...]] = (
    ("another game in the menu", "\x1b[B"),
    ("the first one again", "\x1b[A"),
    ("help", "?"),
    ("back", BACK),
    ("library", "l"),
    ("back", BACK),
    ("statistics", "t"),
    ("back", BACK),
    ("settings", "s"),
    ("back", BACK),
    ("lobby", "p"),
    ("its help", "?"),
    ("back", BACK),
    ("back", BACK),
    ("set-up", "1"),
    ("table", "\r"),
    ("its help", "?"),
    ("its rules", "2"),
    ("back", BACK),
    ("a larger window", OTHER_SIZE),
    ("a smaller one", SIZE),
    ("back", "q"),
)
"""Where a guest goes: what it is called, and what is typed, or the size that the window gets."""


class Unread:
    """A way to a terminal that reads all, and counts it."""

    unread = 0

    def __init__(self) -> None:
        self.characters = 0

    def write(self, text: str) -> None:
        """Count a text."""
        self.characters += len(text)

    def hold(self, held: bool) -> None:
        """Nothing waits here."""
        del held


class Stretches:
    """How long the loop does not look for what has come."""

    def __init__(self) -> None:
        self.longest = 0.0
        selector: Any = getattr(asyncio.get_running_loop(), "_selector")  # noqa: B009  (not in the types)
        self._select, self._began = selector.select, thread_time()
        selector.select = self._look

    def _look(self, timeout: float | None) -> Any:
        self.longest = max(self.longest, thread_time() - self._began)
        found = self._select(timeout)
        self._began = thread_time()
        return found


async def calm() -> None:
    """Wait until hardly anything is done."""
    used = LITTLE
    while used >= LITTLE:
        before = thread_time()
        await asyncio.sleep(CALM)
        used = thread_time() - before


async def tour(folder: Path) -> None:
    """Guests come and go through the pages, and it is printed what the last one's have taken at the least."""
    stretches, limits = Stretches(), Limits()
    told: list[str] = []
    reception = Reception(folder, limits, Events(told.append, None))
    await reception.open()
    visits = []
    for number in range(3):
        before = thread_time()
        line = Unread()
        terminal = Terminal(line, limits, SIZE, told.append)
        coming = reception.receive(terminal, "xterm-256color", f"SHA256:{number}", "127.0.0.1")
        visits.append(asyncio.create_task(coming))
        await calm()
        print(f"guest {number + 1}: the menu is there after {1000 * (thread_time() - before):.0f} ms")
        terminal.receive(BACK)  # no name
        await calm()
    taken: list[list[tuple[float, float, int]]] = [[] for _ in TOUR]
    for _ in range(ROUNDS):
        for step, (_, asked) in zip(taken, TOUR, strict=True):
            stretches.longest, sent, before = 0.0, line.characters, thread_time()
            if isinstance(asked, str):
                terminal.receive(asked)
            else:
                terminal.resize(asked)
            await calm()
            step.append((thread_time() - before, stretches.longest, line.characters - sent))
    for (title, _), step in zip(TOUR, taken, strict=True):
        least, longest, sent = (min(values) for values in zip(*step, strict=True))
        print(f"{title:24} {1000 * least:5.1f} ms, {1000 * longest:4.1f} at a stretch, {sent:6,} characters")
    await reception.close()
    await asyncio.gather(*visits)


def pages() -> None:
    """What it takes to open each page of an arcade."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(tour(Path(folder)))
