"""Enter and Space never play what was not meant."""

from __future__ import annotations

import pytest

from marbles_tui.games.abacus.position import BY_NAME
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import moves, table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press

FRIENDS = '[Player1 "Ann"][Player2 "Ben"]'
PAUSE, BURST = 0.5, 0.03


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, hurried: None) -> Watch:
    """The clock of the match screen."""
    watch = Watch()
    start = BoardScreen.__init__
    monkeypatch.setattr(BoardScreen, "__init__", lambda *args: start(*args, clock=watch))
    monkeypatch.setattr(BoardScreen, "pause", PAUSE)
    monkeypatch.setattr(BoardScreen, "burst", BURST)
    return watch


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_enter_and_space_rest_after_a_show(arcade: MakeArcade, watch: Watch, key: str) -> None:
    async with opened(arcade(f'[Game "getaway"]{FRIENDS}')) as pilot:
        await press(pilot, key)
        rolled = len(moves(pilot))
        assert rolled
        watch.now += PAUSE - 0.01
        await press(pilot, key)
        assert len(moves(pilot)) == rolled
        watch.now += 0.02
        await press(pilot, key)
        assert len(moves(pilot)) > rolled


async def test_letters_do_not_rest(arcade: MakeArcade, watch: Watch) -> None:
    async with opened(arcade(f'[Game "egg-carton"]{FRIENDS}')) as pilot:
        await press(pilot, "c", "e")
        assert moves(pilot) == ["C", "E"]


async def test_enter_ends_a_move_that_is_written_however_soon_after_a_show(
    arcade: MakeArcade, watch: Watch
) -> None:
    async with opened(arcade(f'[Game "abacus"]{FRIENDS}')) as pilot:
        for written in ("a1b1", "i5h5"):
            await press(pilot, "m", *written, "enter")
        assert moves(pilot) == ["a1b1", "i5h5"]


async def test_the_rest_of_a_move_whose_first_letter_ended_a_show_does_nothing(
    arcade: MakeArcade, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(arcade(f'[Game "abacus"]{FRIENDS}')) as pilot:
        screen, shows = table(pilot), [True]
        monkeypatch.setattr(screen.animator, "finish", lambda: shows and shows.pop())
        for key in ("m", "g", "s", "enter"):  # else a menu, a hint, and it is taken
            await press(pilot, key)
            watch.now += BURST / 2
        assert pilot.app.screen is screen
        assert not screen.picking.typed
        assert not screen.situation.wanted
        watch.now += BURST
        await press(pilot, "m", *"a1b1", "enter")
        assert moves(pilot) == ["a1b1"]


async def test_the_cursor_rides_with_the_marble(arcade: MakeArcade) -> None:
    async with opened(arcade(f'[Game "abacus"]{FRIENDS}')) as pilot:
        board = table(pilot).board
        await pilot.press("right")
        board.cursor = board.pointed = BY_NAME["c3"]
        await press(pilot, "w")
        assert moves(pilot) == ["c3d3"]
        assert board.cursor is None
        await pilot.press("up")
        assert board.cursor == BY_NAME["d3"]
