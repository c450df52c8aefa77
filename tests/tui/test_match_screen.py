"""What the help of the computer and the game menu do to what is picked, looked at or over; in all games."""

from __future__ import annotations

import asyncio

import pytest
from textual.pilot import Pilot

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.games.gobblet.position import NUMBERS
from marbles_tui.play import Match
from marbles_tui.store.thread import Saver
from marbles_tui.table.players import Engine
from marbles_tui.table.session import Session
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.edges import KeyLine, TopLine
from marbles_tui.tui.table.beside import Seats, Status
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, screen_text, settle, until
from tests.tui.watchers import is_replay


def said(pilot: Pilot[None]) -> str:
    return pilot.app.screen.query_one(Status).said


def keys(pilot: Pilot[None]) -> list[str]:
    return [key.key for key in pilot.app.screen.query_one(KeyLine).keys]


async def test_a_gobblet_that_cannot_move_is_not_touched_in_a_line(arcade: MakeArcade) -> None:
    """On the board, with touch, it loses the match."""
    setup = "W1,K4,K4,K3/K3,W3,K4,K3/K2,K2,W4,W4/W4,W3,W3,K2 W000 K000 W"
    async with opened(arcade(f'[Game "gobblet"][Touch "on"][Setup "{setup}"]')) as pilot:
        await press(pilot, "y")
        await press(pilot, "]", "a", "1")
        assert table(pilot).match.result is None
        table(pilot).doing.do("look_on")
        assert table(pilot).situation.ahead
        table(pilot).take(lambda: table(pilot).picking.pick(NUMBERS["A1"]))
        assert table(pilot).match.result is None
        table(pilot).take(lambda: table(pilot).picking.pick(NUMBERS["A1"]))
        assert table(pilot).match.result


async def test_what_was_proved_of_another_position_is_not_said(arcade: MakeArcade) -> None:
    record = '[Game "egg-carton"][Player2 "perfect"][Seat2 "computer perfect"]'
    app = arcade(record)
    async with opened(app) as pilot:
        session = table(pilot).doing.live
        assert isinstance(session, Session)
        opponent = session.players[1]
        assert isinstance(opponent, Engine)
        opponent.thought = Analysis("I", CERTAIN - 1, proved=True)
        holds = table(pilot).query_one(Seats).notes
        table(pilot).changed()
        held, proved = table(pilot).query_one(Seats).notes
        assert (held, proved) == (holds[0], f"{holds[1]}  can force a win")
        session.go_to(session.match)
        assert table(pilot).query_one(Seats).notes == holds


async def test_a_hint_is_offered_where_there_is_one(arcade: MakeArcade) -> None:
    won = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,6,0,1,2,4/0,0/1"]'
    async with opened(arcade(won)) as pilot:
        await press(pilot, "y")
        assert {"s", "[ ]"} <= set(keys(pilot))
        await press(pilot, "f")
        assert table(pilot).match.result
        assert not {"s", "[ ]"} & set(keys(pilot))
        await press(pilot, "escape")
        assert "s" not in keys(pilot)


async def test_a_replay_marks_the_last_move_as_the_table_does(arcade: MakeArcade) -> None:
    async with opened(arcade('[Game "abacus"] a1b2')) as pilot:
        marked = table(pilot).board.highlights.last
        assert len(marked) == 4
        await pilot.app.screen.run_action("do('replay')")
        await settle(pilot)
        await press(pilot, "end")
        assert is_replay(pilot.app.screen)
        assert pilot.app.screen.query_one(BoardView).highlights.last == marked


async def test_a_move_that_is_not_saved_yet_is_shown_with_a_mark(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time that it waits is the session's own."""
    disk = asyncio.Event()

    async def keep(self: Saver, match: Match) -> None:
        await disk.wait()

    def note() -> str:
        return table(pilot).query_one(TopLine).note

    monkeypatch.setattr(Saver, "keep", keep)
    async with opened(arcade('[Game "egg-carton"]')) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: "not saved yet" in note(), "the mark")
        await until(pilot, lambda: table(pilot).situation.asked, "the next question")
        assert table(pilot).match.plies == 1
        disk.set()
        await until(pilot, lambda: "not saved yet" not in note(), "the end of the mark")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_where_the_board_has_no_room_arrows_point_at_nothing(arcade: MakeArcade, game: Game) -> None:
    async with opened(arcade(f'[Game "{game.key}"]')) as pilot:
        for size in ((20, 6), (80, 9), (30, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            await pilot.press("down", "right", "left", "up")
            board = table(pilot).board
            assert (board.cursor is None) == (not board.places())


async def test_the_game_menu_tells_its_groups_where_there_is_room(arcade: MakeArcade) -> None:
    for size, told in (((100, 34), True), ((80, 20), False)):
        async with opened(arcade("[Game 'abacus']".replace("'", '"')), size=size) as pilot:
            await press(pilot, "g")
            assert isinstance(pilot.app.screen, GameMenu)
            text = screen_text(pilot)
            assert all((name in text) is told for name in ("The computer", "The board", "This game"))
            assert "Hint: suggest a move" in text
            await press(pilot, "enter")
            assert "This game is rated" not in screen_text(pilot)
            assert not isinstance(pilot.app.screen, GameMenu)
