"""An arcade for tests: speed 0 unless a test wants to watch, chance that repeats, a store of its own, and a
engine that needs no process."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio
from textual.events import Paste
from textual.pilot import Pilot

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.review import Judgement
from marbles_tui.core import Game
from marbles_tui.core.game import Solutions
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.end import EndPanel
from tests.at_table import MatchTable, plays
from tests.rooms import open_house
from tests.tui.waiting import nothing_sent, settle, time_passes


def match_of(text: str) -> Match:
    """The match of a record."""
    return read_match(text, GAMES).whole()


async def paste(pilot: Pilot[None], text: str) -> None:
    """Paste a text at the screen, and wait until what is to be done with it is asked."""
    pilot.app.screen.post_message(Paste(text))
    await settle(pilot)
    await time_passes(pilot, AFTER_PASTE)


def offered(screen: MatchTable) -> dict[str, str]:
    """What the game menu offers, by name."""
    return {action.id: action.label for action, *_ in screen.offered()}


def menu_of(pilot: Pilot[Any]) -> Menu:
    """The menu, which lies under everything."""
    found = pilot.app.screen_stack[0]
    assert isinstance(found, Menu)
    return found


def picked_at(pilot: Pilot[Any]) -> int:
    """Which of its entries is picked."""
    return menu_of(pilot).cards.index(menu_of(pilot).picked)


def ending(pilot: Pilot[None]) -> str:
    """What the screen tells of the match that is over."""
    screen = pilot.app.screen
    assert plays(screen)
    assert screen.query(EndPanel)
    report = screen.situation.report
    assert report
    return "\n".join((report.words, report.how, *(f"{line.label} {line.text}" for line in report.lines)))


class Resting(EngineClient):
    """Knows only the first legal move, and needs no time for it."""

    async def start(self) -> None:
        return None

    async def close(self) -> None:
        return None

    async def think(self, match: Match, *given: object, **named: object) -> Analysis:
        thought = await self.hint(match)
        assert thought
        return thought

    async def hint(self, match: Match) -> Analysis | None:
        move = str(match.position.moves()[0])
        return Analysis(move, 1.5, depth=2, pv=(move,))

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        return await self.hint(match)

    async def review(self, match: Match, deep: bool = False) -> Judgement | None:
        best = str(match.position.moves()[0]) if match.turn is not None else None
        return Judgement(1.0 if match.plies < 2 else 30.0, False, "+1.0", best, deep=deep)

    async def solutions(self, match: Match) -> Solutions | None:
        return Solutions(12, ("A", "C"))

    async def puzzle(self, game: Game, seed: int) -> str:
        return "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"


USUAL_QUIET = EndPanel.quiet
"""Seconds for which keys rest after the end where nobody hurries."""


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key rests after a show; tests about that set a clock of their own."""
    monkeypatch.setattr(BoardScreen, "pause", 0.0)
    monkeypatch.setattr(BoardScreen, "burst", 0.0)
    monkeypatch.setattr(EndPanel, "quiet", 0.0)
    monkeypatch.setattr(KeyLine, "settling", 0.0)


@pytest.fixture(autouse=True)
def native(monkeypatch: pytest.MonkeyPatch) -> None:
    """The settings say the same whether the native search is built or not."""
    monkeypatch.setattr("marbles_tui.tui.pages.settings.why_not_native", lambda: "")


@pytest.fixture(autouse=True)
def unsent(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is rendered for the terminal, which nobody reads, but for tests of just that."""
    if not request.node.get_closest_marker("sent"):
        nothing_sent(monkeypatch)


@pytest_asyncio.fixture
async def lobby() -> AsyncIterator[Lobby]:
    """A house that is open, and closed afterwards."""
    async with open_house.opened() as lobby:
        yield lobby
