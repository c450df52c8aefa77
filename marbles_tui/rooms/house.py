"""What all rooms of a house share: its means and limits, what is said in it, and the codes of its accounts."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass, field
from random import Random
from secrets import SystemRandom
from time import time as now
from typing import Final, NamedTuple, ParamSpec, TypeVar

from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.games import GAMES
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, Accounts, new_code
from marbles_tui.rooms.backend import Backend, Contested, NotKept
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.notes import Notes
from marbles_tui.rooms.peers import Peers
from marbles_tui.table.clock import DAY, Time
from marbles_tui.table.live import ChatLine
from marbles_tui.table.players import Here, SearchService

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

AGAIN: Final = 1.0
"""Seconds from one try to keep something to the next."""

KeepFor = Callable[[Account, str], Awaitable[None] | None]
"""keep_for(account, record): put a finished match into an account's own library, once for each record's Room tag,
however often it is asked. Raises where it cannot; it is asked again when the house is opened next."""


@dataclass(slots=True, kw_only=True)
class House:
    """The means of the rooms, and what they tell."""

    backend: Backend
    accounts: Accounts = field(default_factory=Accounts)
    ratings: dict[tuple[str, str], Rating] = field(default_factory=dict)
    """By account and game."""

    notes: Notes = field(default_factory=Notes)
    games: Sequence[Game] = GAMES
    service_for: Callable[[str], SearchService] = lambda _: Here()
    """Where the computers of a room think, by its id; in this process they hold everybody up meanwhile."""

    keep_for: KeepFor = lambda *_: None
    limits: Limits = field(default_factory=Limits)
    random: Random = field(default_factory=SystemRandom)
    time: Time = field(default_factory=Time)
    wall: Callable[[], float] = now
    """Seconds since 1970."""

    peers: Peers = field(default_factory=Peers)
    """The other processes in which the house is open."""

    is_here: Callable[[str], bool] = lambda _: False
    """Whether an account is in the house, wherever in it."""

    tell: Callable[..., object] = lambda *_, **__: None
    """Called with what happens, for the owner: an event, and facts of it by name."""

    on_change: Callable[[], None] = lambda: None
    """Called when something has changed that the lobby shows."""

    done: dict[str, dict[str, deque[float]]] = field(default_factory=dict)
    """When each account has last done what it may not do too often, in seconds since 1970."""

    origins: dict[str, str] = field(default_factory=dict)
    """By account the network from which it has come last, as far as that is known; never kept."""

    context: Context = field(default_factory=copy_context)
    """What goes on by itself runs in it, and not in that of a guest's face."""

    closed: bool = False
    """Whether nothing is tried again any more."""

    tasks: set[asyncio.Task[object]] = field(default_factory=set)
    """What goes on by itself."""

    def game(self, key: str) -> Game | None:
        """A game by its key."""
        return next((game for game in self.games if game.key == key), None)

    def may(self, account: str, what: str, most: int, seconds: float) -> bool:
        """Whether an account may do something now that it may do so many times in so many seconds; counts it."""
        times, now = self.done.setdefault(account, {}).setdefault(what, deque()), self.wall()
        while times and times[0] <= now - seconds:
            times.popleft()
        if len(times) >= most:
            return False
        times.append(now)
        return True

    def times(self, account: str, what: str, seconds: float) -> int:
        """How often an account has done something in the last seconds, a day at most."""
        since = self.wall() - seconds
        return sum(when > since for when in self.done.get(account, {}).get(what, ()))

    def note(self, account: str, what: str, when: float) -> None:
        """An account has done something by way of another process, at a moment in seconds since 1970: it counts here,
        too."""
        times = self.done.setdefault(account, {}).setdefault(what, deque())
        while times and times[0] <= self.wall() - DAY:
            times.popleft()
        times.append(when)

    def rating(self, account: str, game: str) -> Rating:
        """How strong an account is in a game."""
        return self.ratings.get((account, game), Rating())

    def start(self, work: Coroutine[object, object, T], name: str) -> asyncio.Task[T]:
        """Run something in the background, in a context of its own; what it raises is logged."""
        task = asyncio.create_task(work, name=name, context=self.context.copy())
        self.tasks.add(task)
        task.add_done_callback(self._done, context=self.context)
        return task

    async def kept(self, keep: Callable[P, Awaitable[None]], *args: P.args, **named: P.kwargs) -> None:
        """Have something kept; tried again until it is. Raises Contested, and NotKept where that failed and the house
        is closed."""
        while True:
            try:
                return await keep(*args, **named)
            except Contested:
                raise
            except NotKept as error:
                if self.closed:
                    raise
                log.warning("not kept yet: %s", error)
                await self.time.sleep(AGAIN)

    def _done(self, task: asyncio.Task[object]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, NotKept):
            log.warning("%s: %s", task.get_name(), error)
        elif error:
            log.error("%s failed", task.get_name(), exc_info=error)


GREETINGS: Final = (
    "Hello!",
    "Good luck!",
    "Well played!",
    "Thank you, good game!",
    "One moment, please.",
    "Another game?",
)
"""What can be said with one key."""


class RoomTalk:
    """The last lines of a room or the lobby."""

    def __init__(self, house: House, lines: Iterable[ChatLine] = ()) -> None:
        self.lines: deque[ChatLine] = deque(lines, house.limits.lines)
        self._house = house

    def say(self, account: str, text: str) -> ChatLine:
        """Say a line. Raises Refused."""
        line = self.line_of(account, text)
        self.lines.append(line)
        return line

    def learn(self, line: ChatLine) -> None:
        """Somebody has said something by way of another process."""
        self._house.note(line.account, "say", line.when)
        lines = sorted((*self.lines, line), key=lambda each: each.when)
        self.lines.clear()
        self.lines.extend(lines)
        self._house.on_change()

    def line_of(self, account: str, text: str) -> ChatLine:
        """What an account wants to say, as a line. Raises Refused."""
        house, limits = self._house, self._house.limits
        known = house.accounts.known(account)
        line = sanitize_line(" ".join(text[: 8 * limits.line].split()), limits.line)
        if not line:
            raise Refused("There is nothing to say.")
        if known.muted:
            raise Refused("You have been muted here.")
        if not house.may(account, "say", limits.lines_a_minute, 60):
            raise Refused("That was a lot. Wait a moment before you say more.")
        return ChatLine(account, known.account.name, line, house.wall(), line in GREETINGS)

    def lines_for(self, account: str) -> tuple[ChatLine, ...]:
        """The lines, but for those of people whom an account has muted, or nobody is to hear."""
        accounts = self._house.accounts
        mutes = accounts.known(account).mutes if accounts.find(account) else frozenset()
        return tuple(
            line
            for line in self.lines
            if line.account not in mutes
            and not (accounts.find(line.account) and accounts.known(line.account).muted)
        )


class KeyCode(NamedTuple):
    """What another key is to type to belong to the same account."""

    code: str
    until: float
    """In seconds since 1970."""


class Codes:
    """The codes that are good now: each opens one account, once."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._given: dict[str, tuple[str, float]] = {}

    def give(self, account: str) -> KeyCode:
        """A new code for an account; the one before is good no more."""
        until = self._house.wall() + 60 * self._house.limits.code_minutes
        code = new_code()
        self.learn(account, KeyCode(code, until))
        self._house.peers.coded(code, account, until)
        return KeyCode(code, until)

    def learn(self, account: str, code: KeyCode) -> None:
        """A code is good for an account; the one before is good no more."""
        self._given = {code: given for code, given in self._given.items() if given[0] != account}
        self._given[code.code] = (account, code.until)

    def knows(self, code: str) -> bool:
        """Whether it is good now."""
        return typed(code) in self._given

    def forget(self, code: str) -> None:
        """A code is used up."""
        self._given.pop(code, None)

    def take(self, code: str) -> Account:
        """The account that a code opens; it is used up. Raises Refused."""
        id, until = self._given.pop(typed(code), ("", 0.0))
        if id:
            self._house.peers.coded(typed(code))
        account = self._house.accounts.find(id)
        if not account or until < self._house.wall():
            raise Refused("This code is not good, or not any more.")
        return account


def typed(code: str) -> str:
    """A code as people type it: blanks, dashes and capitals do not matter."""
    return "".join(char for char in code.upper()[:40] if char.isalnum())
