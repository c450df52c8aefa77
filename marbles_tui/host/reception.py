"""The house: who is in it, what they share, and what becomes of it when it closes."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import importlib
import logging
import pkgutil
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, time
from typing import Final

from marbles_tui import tui
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.core.text import sanitize_line
from marbles_tui.host.events import Events
from marbles_tui.host.guest import GuestArcade, arcade_for, play
from marbles_tui.host.limits import Limits
from marbles_tui.host.pool import Pool
from marbles_tui.host.terminal import Terminal

ROUND: Final = 20.0
"""Seconds between two looks at who does nothing, and for what nobody needs any more."""

FAREWELL: Final = 10.0
"""Seconds that closing waits for the arcades to save and end."""

THRESHOLDS: Final = (2000, 20, 100_000)
"""When garbage is looked for: hardly ever among all that has been there for long, which would stop everybody for a
second; the house does that when somebody has left and nobody types."""

QUIET: Final = 2.0
"""Seconds in which nobody has typed."""

log = logging.getLogger(__name__)


def load_all() -> None:
    """Load every screen now: what the first guest would wait for, all the others would wait for, too."""
    for module in pkgutil.walk_packages(tui.__path__, f"{tui.__name__}."):
        importlib.import_module(module.name)


@dataclass(slots=True, eq=False)
class Guest:
    """Somebody in the house."""

    id: str
    name: str
    keyed: bool
    address: str
    terminal: Terminal
    arcade: GuestArcade
    since: float = field(default_factory=time)

    @property
    def minutes(self) -> int:
        """How long they have been here."""
        return int((time() - self.since) // 60)


class Reception:
    """Everybody's arcades, in one loop."""

    def __init__(self, data: Path, limits: Limits, events: Events) -> None:
        self.limits, self.events = limits, events
        self.guests: list[Guest] = []
        self.closing = False
        self.began = monotonic()
        self.pool = Pool(limits.thinking)
        self._data = data
        self._coming = 0
        self._visits = 0
        self._left = 0
        self._starts = asyncio.Semaphore(limits.starts)
        self._arcades: set[asyncio.Task[str]] = set()
        self._rounds: asyncio.Task[None] | None = None

    # Coming and going

    @property
    def full(self) -> bool:
        """Whether nobody else may come."""
        return self._coming >= self.limits.guests

    async def receive(self, terminal: Terminal, term: str, key: str | None, asked: str, address: str) -> str:
        """Let somebody play until they leave; the sentence for their terminal. `key`: the fingerprint of theirs."""
        if self.closing:
            return "The host is closing: come back later."
        if self.full:
            self.events.tell("refused", address=address, reason="the house is full")
            return f"The house is full: {self.limits.guests} are here already. Come back later."
        self._coming += 1
        visit = asyncio.create_task(self._visit(terminal, term, key, asked, address), name="visit")
        self._arcades.add(visit)
        try:
            return await asyncio.shield(visit)
        finally:
            self._arcades.discard(visit)
            self._coming -= 1

    async def _visit(self, terminal: Terminal, term: str, key: str | None, asked: str, address: str) -> str:
        with self._folder(key) as folder:
            self._visits += 1
            name = sanitize_line(asked.strip(), 16) if key else f"Guest {self._visits}"
            account = key or f"guest {self._visits}"
            arcade = arcade_for(
                terminal, self.limits, term, folder, EngineClient(self.pool.seat(account)), name
            )
            guest = Guest(account, name, key is not None, address, terminal, arcade)
            self.guests.append(guest)
            self.events.tell("arrived", name=name, address=address, keyed=guest.keyed, here=len(self.guests))
            try:
                await play(arcade, self._starts)
                if arcade.return_code:
                    self.events.tell("failed", name=name)
                    return "Something went wrong, and your arcade had to end; your game is kept."
                return arcade.farewell
            finally:
                self._left += 1
                self.guests.remove(guest)
                self.events.tell("left", name=name, minutes=guest.minutes, here=len(self.guests))

    @contextmanager
    def _folder(self, key: str | None) -> Iterator[Path]:
        """What is kept of somebody: for ever of those with a key, else for a visit."""
        if key:
            folder = self._data / "accounts" / hashlib.sha256(key.encode()).hexdigest()[:24]
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            yield folder
            return
        (self._data / "visits").mkdir(parents=True, exist_ok=True, mode=0o700)
        folder = Path(tempfile.mkdtemp(dir=self._data / "visits"))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def lose(self, terminal: Terminal) -> None:
        """A terminal is gone: its arcade saves and ends."""
        for guest in self.guests:
            if guest.terminal is terminal:
                guest.arcade.lose_terminal()

    # What goes on

    def open(self) -> None:
        """Begin to look after the house."""
        shutil.rmtree(self._data / "visits", ignore_errors=True)  # of a host that could not clean up
        load_all()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)
        self._rounds = asyncio.create_task(self._go_round(), name="rounds")

    async def _go_round(self) -> None:
        while True:
            await asyncio.sleep(ROUND)
            now = monotonic()
            for guest in tuple(self.guests):
                if now - guest.terminal.last_key >= 60 * self.limits.idle:
                    self.send_home(
                        guest, f"Nothing was typed here for {self.limits.idle} minutes; your game is kept."
                    )
            if self._left and all(now - guest.terminal.last_key > QUIET for guest in self.guests):
                self._left = 0
                gc.collect()

    def send_home(self, guest: Guest, sentence: str) -> None:
        """Let somebody's arcade save and end, and tell them why."""
        self.events.tell("cut", name=guest.name, reason=sentence)
        guest.arcade.say_farewell(sentence)

    async def close(self) -> bool:
        """Send everybody home; whether all is saved."""
        self.closing = True
        if self._rounds:
            self._rounds.cancel()
        for guest in tuple(self.guests):
            guest.arcade.say_farewell("The host is closing; your game is kept. Come back later.")
        late: set[asyncio.Task[str]] = set()
        if self._arcades:
            _, late = await asyncio.wait(tuple(self._arcades), timeout=FAREWELL)
        for visit in late:
            visit.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        await self.pool.close()
        return not late
