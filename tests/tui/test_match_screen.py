"""What the help of the computer and the game menu do to what is picked, looked at or over; in all games."""

from __future__ import annotations

import asyncio

import pytest

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.store.thread import Saver
from marbles_tui.table.players import Engine
from marbles_tui.table.session import Session
from marbles_tui.tui.kit.lines import TopLine
from marbles_tui.tui.table.beside import Seats
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, settle, until


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


async def test_where_the_board_has_no_room_arrows_point_at_nothing(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        for game in GAMES:
            app.play_match(Match.new(game))
            for size in ((20, 6), (80, 9), (30, 24)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                await pilot.press("down", "right", "left", "up")
                board = table(pilot).board
                assert (board.cursor is None) == (not board.places())
