"""Which processes are there, who is in them, and at which tables."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable


def heir(what: str, processes: Iterable[str]) -> str:
    """The process to which something falls: the same for all who ask, and spread evenly. "" where there is none."""
    return max(
        processes,
        key=lambda process: hashlib.blake2b(f"{what} {process}".encode()).digest(),
        default="",
    )


class Presence:
    """The guests of other processes, by process and table."""

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        self.alive: dict[str, float] = {}
        """When each process, this one too, was last known to be there, in seconds since 1970."""

        self.leaving: set[str] = set()
        """The processes that take nothing up any more."""

        self.versions: dict[str, int] = {}
        """What each process can read."""

        self._last: dict[str, float] = {}
        self._rooms: dict[str, dict[str, frozenset[str]]] = {}  # by process and account
        self._here: Counter[str] = Counter()
        self._tables: dict[str, Counter[str]] = {}

    def seen(self, process: str) -> float:
        """When a process was last known to be there; now, if that is not known."""
        return self._last.get(process) or self._wall()

    def beat(self, process: str, leaving: bool = False, version: int = 0) -> None:
        """A process is there."""
        self.versions[process] = version
        self.alive[process] = self._last[process] = self._wall()
        if leaving:
            self.leaving.add(process)

    @property
    def heirs(self) -> set[str]:
        """The processes that something can fall to: the newest, which can read what any has written."""
        staying = self.alive.keys() - self.leaving
        newest = max((self.versions[process] for process in staying), default=0)
        return {process for process in staying if self.versions[process] == newest}

    @property
    def here(self) -> Collection[str]:
        """The accounts that are in other processes."""
        return self._here.keys()

    def present(self, room: str) -> Collection[str]:
        """The accounts that are at a table by way of other processes."""
        return self._tables.get(room, {}).keys()

    def put(self, process: str, account: str, rooms: Collection[str] | None) -> set[str]:
        """Somebody is at these tables by way of a process, or (None) not in it any more; the tables where that is
        news."""
        guests = self._rooms.setdefault(process, {})
        before = guests.get(account)
        after = None if rooms is None else frozenset(rooms)
        self._here[account] += (after is not None) - (before is not None)
        if self._here[account] <= 0:
            del self._here[account]
        for room in (after or frozenset()) - (before or frozenset()):
            self._tables.setdefault(room, Counter())[account] += 1
        for room in (before or frozenset()) - (after or frozenset()):
            self._take(room, account)
        if after is None:
            guests.pop(account, None)
        else:
            guests[account] = after
        return set((after or frozenset()) ^ (before or frozenset()))

    def _take(self, room: str, account: str) -> None:
        table = self._tables[room]
        table[account] -= 1
        if table[account] <= 0:
            del table[account]
        if not table:
            del self._tables[room]

    def guests(self, process: str) -> tuple[str, ...]:
        """The accounts that are in a process."""
        return tuple(self._rooms.get(process, {}))

    def processes(self) -> set[str]:
        """Those of which guests are known."""
        return set(self._rooms)

    def forget(self, process: str) -> set[str]:
        """A process is gone; the tables at which its guests were."""
        rooms: set[str] = set()
        for account in self.guests(process):
            rooms |= self.put(process, account, None)
        self._rooms.pop(process, None)
        self.alive.pop(process, None)
        self.leaving.discard(process)
        self.versions.pop(process, None)
        return rooms
