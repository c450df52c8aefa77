"""An arcade for tests: speed 0 unless a test wants to watch, chance that repeats, a store of its own, and a
engine that needs no process."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from marbles_tui.rooms.lobby import Lobby
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.end import EndPanel
from tests.at_table import MatchTable, plays
from tests.rooms import open_house
from tests.tui.stage import Here, nothing_sent


def offered(screen: MatchTable) -> dict[str, str]:
    """What the game menu offers, by name."""
    return {action.id: action.label for action, *_ in screen.offered()}


def menu_of(pilot: Here) -> Menu:
    """The menu, which lies under everything."""
    found = pilot.app.screen_stack[0]
    assert isinstance(found, Menu)
    return found


def picked_at(pilot: Here) -> int:
    """Which of its entries is picked."""
    return menu_of(pilot).cards.index(menu_of(pilot).picked)


def ending(pilot: Here) -> str:
    """What the screen tells of the match that is over."""
    screen = pilot.app.screen
    assert plays(screen)
    assert screen.query(EndPanel)
    report = screen.situation.report
    assert report
    return "\n".join((report.words, report.how, *(f"{line.label} {line.text}" for line in report.lines)))


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
