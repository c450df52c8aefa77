"""Players, listeners and a time that tests hold in their hands; whole tournaments."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from marbles_tui.ai.levels import find_level
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.tally import Tally
from marbles_tui.table.bouts import Conditions, bouts, play_all
from marbles_tui.table.clock import Time
from marbles_tui.table.live import Answered, Changed, Failed, News, Offer, Played, Status, TableState, Trouble
from marbles_tui.table.players import Act, Choice, Player
from marbles_tui.table.session import Session

TURNS: int = 1000
"""So often the event loop may go round until what is waited for has come."""


def match_of(text: str) -> Match:
    """A match from its record."""
    return read_match(text, GAMES).whole()


async def until(condition: Callable[[], object], what: str) -> None:
    """Let everything go on until a condition holds; fails where it never does."""
    for _ in range(TURNS):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError(f"waited in vain: {what}")


async def all_quiet() -> None:
    """Let everything go on that can."""
    for _ in range(50):
        await asyncio.sleep(0)


class Puppet(Player):
    """A computer that chooses, and answers, when a test says so; remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Match] = []
        self.offered: list[Match] = []
        self.hurried = 0
        self._choice: asyncio.Future[Choice] | None = None
        self.answer: asyncio.Future[bool] | None = None
        """What is to say whether it accepts the last offer."""

    async def choose(self, match: Match) -> Choice:
        """What `says` brings."""
        self.asked.append(match)
        self._choice = asyncio.get_running_loop().create_future()
        return await self._choice

    async def accepts_draw(self, match: Match, seat: int) -> bool:
        """What `answers` brings."""
        self.offered.append(match)
        self.answer = asyncio.get_running_loop().create_future()
        return await self.answer

    @property
    def thinks(self) -> bool:
        """Whether a choice is waited for."""
        return self._choice is not None and not self._choice.done()

    def says(self, choice: str | Act | Exception) -> None:
        """Choose a move in notation, an act, or fail."""
        assert self._choice
        if isinstance(choice, Exception):
            self._choice.set_exception(choice)
        elif isinstance(choice, str):
            match = self.asked[-1]
            self._choice.set_result(match.game.find(match.position, choice))
        else:
            self._choice.set_result(choice)

    def answers(self, accepts: bool) -> None:
        """Answer the draw that is offered."""
        assert self.answer
        self.answer.set_result(accepts)

    def hurry(self) -> None:
        """Count it."""
        self.hurried += 1


class Heard:
    """Writes down what it is told. If it is `slow`, each move is shown until `caught_up`."""

    def __init__(self, *, slow: bool = False) -> None:
        self.told: list[Any] = []
        self.slow = slow
        self._shown = asyncio.Event()
        self.broken_off = 0
        self._question = -1
        self._offer: Offer | None = None
        self._over = False

    def __call__(self, news: News) -> Any:
        """Write it down."""
        match news:
            case Played(before, match, events):
                assert before.position.play(match.moves[-1]) == match.position
                assert events
                self.told.append(str(match.moves[-1]))
                return self._show() if self.slow else None
            case Changed(match):
                self.told.append(("changed", match.plies))
                self._over = False
            case Status(state):
                self._look(state)
            case Answered(_, seat, accepted):
                self._offer = None
                self.told.append(("accepted" if accepted else "lapsed" if seat is None else "refused", seat))
            case Failed(seat, error):
                self.told.append(("failed", seat, str(error)))
            case Trouble(message):
                self.told.append(("trouble", message))
        return None

    def _look(self, state: TableState) -> None:
        """Write down what a state has that is new: a question, an offer, the end."""
        offer, before = state.offer, self._offer
        if offer and (before is None or offer[:2] != before[:2]):
            self.told.append((offer.kind.name, offer.by, offer.waits))
        self._offer = offer
        if state.asked is not None and state.question != self._question:
            self.told.append(("asked", state.asked))
            self._question = state.question
        if state.over and not self._over:
            self.told.append(("over", state.match.result.reason if state.match.result else None))
            self._over = True

    async def _show(self) -> None:
        self._shown.clear()
        try:
            await self._shown.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise

    def catch_up(self) -> None:
        """The move has been shown."""
        self._shown.set()


class FakeTime(Time):
    """Passes when a test says so."""

    def __init__(self) -> None:
        self._now = 1000.0
        self._alarms: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        """The time."""
        return self._now

    async def sleep(self, seconds: float) -> None:
        """Until `passes` has brought the time."""
        alarm = asyncio.get_running_loop().create_future()
        self._alarms.append((self._now + seconds, alarm))
        await alarm

    async def passes(self, seconds: float) -> None:
        """Let it be later."""
        await all_quiet()
        self._now += seconds
        for when, alarm in self._alarms:
            if when <= self._now and not alarm.done():
                alarm.set_result(None)
        await all_quiet()


@asynccontextmanager
async def running(session: Session) -> AsyncIterator[None]:
    """The session runs; afterwards it is closed, and must end."""
    task = asyncio.create_task(session.run())
    await all_quiet()
    try:
        yield
    finally:
        session.close()
        await until(task.done, "the session ends when it is closed")
    task.result()


# Whole tournaments for tests.


def tournament(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int = 0,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[Match]:
    """The finished matches, one after another. Levels are given seat by seat; from game to game they move
    round by one, so that each begins equally often. What chance draws, the start included, is drawn anew
    only when everybody has had every seat.

    Raises BadOption for an unknown level or a number of seats that the game does not take, and as
    `Match.new`.
    """
    terms = Conditions(setup=setup, options=tuple((options or {}).items()), seed=seed)
    for _, record in play_all(bouts(game, levels, games, terms)):
        yield read_match(record, (game,), game).whole()


def play_games(
    game: Game,
    levels: Sequence[str],
    games: int,
    seed: int = 0,
    setup: str | None = None,
    options: Mapping[str, str] | None = None,
    done: Callable[[], object] = lambda: None,
) -> Tally:
    """The tally of a whole tournament; `done` is called after each game. Raises as `tournament`."""
    tally = Tally(tuple(find_level(game, level).key for level in levels))
    for match in tournament(game, levels, games, seed, setup, options):
        tally.add(match)
        done()
    return tally
