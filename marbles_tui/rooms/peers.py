"""The other processes in which the same house is open, and what they tell each other of their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from time import time
from typing import Final, NamedTuple

from marbles_tui.core import Game, IllegalMove
from marbles_tui.play import Match, read_match
from marbles_tui.play.match import Ending
from marbles_tui.rooms.backend import Challenge, RoomState
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.store.rows import text_of
from marbles_tui.table.live import ANYBODY, Answered, ChatLine, Offer, Played, Tag, Weight
from marbles_tui.table.players import Act, Choice

TAIL: Final = 12
"""Moves that are told beside the record, so that nobody has to read it all for the last one."""


class Ply(NamedTuple):
    """A move: its word, and what its player had left."""

    word: str
    left: float | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table as others see it."""

    state: RoomState
    """As it is shown: nothing that is not kept yet."""

    number: int
    """Counts the snapshots of one process."""

    plies: int = 0

    tail: tuple[Ply, ...] = ()
    """The last moves."""

    tags: tuple[tuple[str, str], ...] = ()
    ending: Ending | None = None
    question: int = 0
    asked: int | None = None
    thinking: int | None = None
    offer: Offer | None = None
    spent: frozenset[tuple[int, Act]] = frozenset()
    """Which seats have asked for what since the last move."""

    closed: Answered | None = None
    """The last offer that was closed, and how."""

    answers: int = 0
    """Counts those that were closed."""

    left: tuple[float | None, ...] = ()
    """By seat the seconds that it has left now; empty without a clock."""

    starts_in: float = 0.0
    """Seconds until the clock of the seat to move runs: the last move is being shown."""

    paused: bool = False
    unsaved: bool = False
    ended: bool = False
    weights: tuple[Weight, ...] = ()
    """By seat what the match counts for the rating."""

    again: tuple[str, ...] = ()
    """Who wants a rematch."""

    successor: str | None = None
    gone: tuple[tuple[str, float], ...] = ()
    """The players who are not here, and since when."""


class Way(NamedTuple):
    """How a match becomes that of a table: the moves that lead there, which nothing but them changes (None: something
    else has), and what it is then."""

    steps: tuple[Played, ...] | None
    match: Match


def match_in(snapshot: Snapshot, games: Sequence[Game]) -> Match:
    """The match of a table, from its record. Raises BadRecord."""
    return replace(read_match(snapshot.state.record, games).whole(), ending=snapshot.ending)


def way_to(match: Match, snapshot: Snapshot, games: Sequence[Game]) -> Way:
    """The way from a match to that of a table. Raises BadRecord."""
    steps: list[Played] = []
    at, behind = match, snapshot.plies - match.plies
    if behind < 0:
        at = match.at(snapshot.plies)
    elif behind <= len(snapshot.tail):
        at = replace(match, ending=None)
        try:
            for ply in snapshot.tail[len(snapshot.tail) - behind :]:
                after, events = at.play(at.game.find(at.position, ply.word))
                after = after if ply.left is None else after.timed(ply.left)
                steps.append(Played(at, after, events))
                at = after
        except IllegalMove:
            steps.clear()
    at = replace(at, tags=snapshot.tags, ending=snapshot.ending).without_undone()
    if text_of(at) != snapshot.state.record:
        return Way(None, match_in(snapshot, games))
    by_moves = behind >= 0 and match.ending == snapshot.ending
    if steps:
        steps[-1] = steps[-1]._replace(match=at)
    return Way(tuple(steps) if by_moves else None, at)


class GuestOrder(NamedTuple):
    """What a guest wants done at a table: a line that is said is known by then."""

    wanted: Choice | Tag | ChatLine
    seat: int = ANYBODY
    account: str = ""
    ply: int = 0
    """The one at which a move is chosen, or dice are rolled."""

    @property
    def at_one_ply(self) -> bool:
        """Whether it counts for one state of the match only, and can be tried again when another process plays it."""
        return self.wanted is Act.ROLL or not isinstance(self.wanted, (Act, Tag, ChatLine))


def order_out(order: GuestOrder) -> dict[str, object]:
    """An order as plain data, as processes of before know it, too."""
    match order.wanted:
        case Act.ACCEPT | Act.REFUSE as answer:
            told: dict[str, object] = {"do": "answer", "accept": answer is Act.ACCEPT}
        case Act() as act:
            told = {"do": act.value, "wanted": True}
        case Tag(name, value):
            told = {"do": "add_tag", "name": name, "value": value}
        case ChatLine() as line:
            told = {"do": "say", "line": encoded(line)}
        case move:
            told = {"do": "choose", "move": str(move)}
    return {**told, "seat": order.seat, "account": order.account, "ply": order.ply}


def order_in(data: Mapping[str, object], match: Match) -> GuestOrder:
    """An order at a match, from plain data. Raises ValueError where it makes no sense there."""
    wanted: Choice | Tag | ChatLine
    match data:
        case {"do": "choose", "move": str(word)}:
            wanted = match.game.find(match.position, word)
        case {"do": "answer", "accept": bool(accepts)}:
            wanted = Act.ACCEPT if accepts else Act.REFUSE
        case {"do": "add_tag", "name": str(name), "value": str(value)}:
            wanted = Tag(name, value)
        case {"do": "say", "line": list(line)}:
            wanted = value_of(ChatLine, line)
        case _:
            wanted = Act(data["do"])
    seat, account, ply = data.get("seat", ANYBODY), data.get("account", ""), data.get("ply", 0)
    return GuestOrder(wanted, value_of(int, seat), value_of(str, account), value_of(int, ply))


@dataclass(frozen=True, slots=True)
class Sign:
    """What a process tells with each sign of life."""

    leaving: bool = False
    """Whether it takes nothing up any more."""

    version: int = 0
    """What it can read."""


class Presence:
    """The guests of other processes, by process and table."""

    def __init__(self, wall: Callable[[], float]) -> None:
        self._wall = wall
        self.alive: dict[str, Sign] = {}
        """The last sign of life of each process that is there, this one too."""

        self._last: dict[str, float] = {}
        self._guests: dict[str, dict[str, frozenset[str]]] = {}  # by account and process: the tables
        self._tables: dict[str, Counter[str]] = {}

    def seen(self, process: str) -> float:
        """When a process was last known to be there; now, if that is not known."""
        return self._last.get(process) or self._wall()

    def beat(self, process: str, sign: Sign) -> None:
        """A process is there."""
        self.alive[process], self._last[process] = sign, self._wall()

    @property
    def heirs(self) -> set[str]:
        """The processes that something can fall to: the newest, which can read what any has written."""
        staying = {process: sign.version for process, sign in self.alive.items() if not sign.leaving}
        newest = max(staying.values(), default=0)
        return {process for process, version in staying.items() if version == newest}

    @property
    def here(self) -> Collection[str]:
        """The accounts that are in other processes."""
        return self._guests.keys()

    def present(self, room: str) -> Collection[str]:
        """The accounts that are at a table by way of other processes."""
        return self._tables.get(room, {}).keys()

    def put(self, process: str, account: str, rooms: Collection[str] | None) -> set[str]:
        """Somebody is at these tables by way of a process, or (None) not in it any more; the tables where that is
        news."""
        guests = self._guests.setdefault(account, {})
        before, after = guests.pop(process, frozenset()), frozenset(rooms or ())
        if rooms is not None:
            guests[process] = after
        elif not guests:
            del self._guests[account]
        for room in before ^ after:
            table = self._tables.setdefault(room, Counter())
            table[account] += 1 if room in after else -1
            if table[account] <= 0:
                del table[account]
            if not table:
                del self._tables[room]
        return set(before ^ after)

    def guests(self, process: str) -> list[str]:
        """The accounts that are in a process."""
        return [account for account, guests in self._guests.items() if process in guests]

    def with_guest(self, account: str) -> list[str]:
        """The processes in which an account is."""
        return list(self._guests.get(account, ()))

    def processes(self) -> set[str]:
        """Those of which guests are known."""
        return {process for guests in self._guests.values() for process in guests}

    def forget(self, process: str) -> set[str]:
        """A process is gone; the tables at which its guests were."""
        rooms: set[str] = set()
        for account in self.guests(process):
            rooms |= self.put(process, account, None)
        self.alive.pop(process, None)
        return rooms


class Peers:
    """What a house needs of the other processes: none, but for a subclass. What it tells them it tells at once; they
    hear it soon."""

    process = ""
    """The id of this process; "" where there is no other, and never will be."""

    def __init__(self, wall: Callable[[], float] = time) -> None:
        self.presence = Presence(wall)

    async def leave(self) -> None:
        """This process takes up no more matches."""

    def falls_here(self, id: str) -> bool:
        """Whether it is for this process to look after something that one alone does."""
        return True

    def moved(self, account: str) -> None:
        """Somebody has come, gone, sat down or got up here."""

    def came(self, account: str, origin: str) -> None:
        """Somebody has come in here from a network."""

    def played(self, room: str) -> None:
        """Something has changed at a table that is played here."""

    def taken_up(self, room: str, revision: int) -> None:
        """A table is played here from now on, which is kept with that number, the first of this process."""

    def count(self, room: str) -> int:
        """The number of the next snapshot of a table that is played here."""
        return 0

    def given_up(self, room: str, snapshot: Snapshot | None) -> None:
        """A table is played here no more, and can be by any other process; or (None) is there no more."""

    async def order(self, room: str, host: str, order: Mapping[str, object]) -> bool:
        """Have something done at a table by the process that plays it; whether there was anything to do."""
        return False

    def said(self, line: ChatLine) -> None:
        """Somebody has said something in the lobby here."""

    def told(self, account: str, sentence: str) -> None:
        """Somebody is to be told a sentence who may be in another process."""

    def offered(self, challenge: Challenge) -> None:
        """Somebody has offered a game here."""

    async def exchange(self, id: str, after: Challenge | None) -> bool:
        """Put another offer in the place of the one that is known of that id, or take it away; whether it was still
        the same everywhere."""
        return True

    def coded(self, code: str, account: str = "", until: float = 0.0) -> None:
        """A code is good until then, in seconds since 1970, by which another key joins an account; or used up."""
