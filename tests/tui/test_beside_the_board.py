"""What stands beside the board while moves are chosen and shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import Any

import pytest
from textual.geometry import Region

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core import Event, Game
from marbles_tui.core.frame import NO_HIGHLIGHTS
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.games.egg_carton.match import EggCartonBoard
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.table.beside import Seats, Status
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import MatchTable, table
from tests.tui.conftest import MakeArcade, Resting
from tests.tui.waiting import opened, press, settle, until

SIZES = [(60, 18), (80, 24), (120, 40), (200, 60)]

TWICE = '[Game "egg-carton"][Seat1 "computer novice"][Player2 "Ann"][Setup "0,0,0,0,2,0/1,0,1,1,1,1/0,0/1"]'
"""The computer goes twice and has won."""


async def test_while_a_move_is_shown_its_mover_stands_out(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(arcade('[Game "egg-carton"]', speed=6)) as pilot:
        seen = []
        told = table(pilot).told

        def watched(sides: Sequence[str] | None, event: Event) -> None:
            seen.append((table(pilot).board.turn, table(pilot).query_one(Seats).acting))
            told(sides, event)

        monkeypatch.setattr(table(pilot), "told", watched)
        await pilot.press("b")
        await until(pilot, lambda: seen, "the move")
        assert (table(pilot).board.turn, table(pilot).query_one(Seats).acting) == (0, 0)
        table(pilot).animator.finish()
        await until(pilot, lambda: not table(pilot).situation.state.showing, "the end of the show")
        assert set(seen) == {(0, 0)}
        assert table(pilot).board.turn == 1
        assert table(pilot).query_one(Seats).acting is None


async def test_a_replay_marks_nothing_and_ends_nothing_before_a_move_is_shown(arcade: MakeArcade) -> None:
    record = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"] F'
    app = arcade(record, speed=6)
    async with opened(app) as pilot:
        app.open_replay(table(pilot).match)
        await settle(pilot)
        screen = app.screen
        assert isinstance(screen, BoardScreen)
        await pilot.press("right")
        await until(pilot, lambda: screen.animator.showing, "the move")
        assert screen.board.highlights == NO_HIGHLIGHTS
        assert screen.board.turn == screen.query_one(Seats).acting == 0
        screen.animator.finish()
        await until(pilot, lambda: screen.board.highlights.finale, "the end")
        assert screen.board.highlights.last
        assert screen.board.highlights.winners


async def test_a_turn_of_several_moves_that_ends_a_match_is_seen_at_any_speed(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = arcade(TWICE, speed=0)
    kinds: list[str] = []
    act = EggCartonBoard.act

    def watched(self: EggCartonBoard, before: Any, event: Event, phase: float) -> None:
        kinds.append(event.kind)
        act(self, before, event, phase)

    monkeypatch.setattr(EggCartonBoard, "act", watched)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: table(pilot).situation.over, "the end")
        assert [str(move) for move in table(pilot).match.moves] == ["E", "F"]
        assert set(kinds) - {"win", "over"}, "a busy machine passes some of it by, never all"


class Thinking(Resting):
    """Thinks until it is told to move."""

    def __init__(self) -> None:
        super().__init__()
        self.moves = asyncio.Event()

    async def think(self, match: Match, *args: object, **named: object) -> Analysis:
        await self.moves.wait()
        return await super().think(match)


def regions(screen: MatchTable) -> list[Region]:
    return [
        part.region
        for part in (screen.board, *screen.query("#under *"), screen.query_one(KeyLine))
        if part.display
    ]


@pytest.mark.parametrize(
    ("game", "size"), zip([game for game in GAMES if game.key != "getaway"], cycle(SIZES[::2]), strict=False)
)
async def test_nothing_moves_when_a_computer_thinks(
    arcade: MakeArcade, game: Game, size: tuple[int, int]
) -> None:
    engine = Thinking()
    record = f'[Game "{game.key}"][Player1 "Ann"][Seat2 "computer apprentice"][Player2 "Apprentice"]'
    if game.key == "beadmaster":
        record = f'[Game "{game.key}"][Setup "placed"][Player1 "Ann"][Seat2 "computer beginner"]'
    async with opened(arcade(record, engine=engine, hints=True), size) as pilot:
        screen = table(pilot)
        asked = regions(screen)
        screen.doing.answer(screen.match.position.moves()[1])
        await until(pilot, lambda: screen.situation.state.thinking is not None, "the computer")
        await settle(pilot)
        thinking = regions(screen)
        engine.moves.set()
        await until(pilot, lambda: screen.situation.asked, "the person's turn")
        await settle(pilot)
        assert thinking == asked
        assert regions(screen) == asked


class Deepening(Resting):
    """Suggests the first move, and prefers the second when it looks on."""

    report: Callable[[Analysis], None]

    async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis | None:
        self.report = report
        return self.seen(match, 1)

    @staticmethod
    def seen(match: Match, at: int) -> Analysis:
        move = str(match.position.moves()[at])
        return Analysis(move, 0.5, depth=at + 1, pv=(move,))


@pytest.mark.parametrize("keys", [("s", "y"), ("y", "s")])
async def test_hint_and_analysis_agree(arcade: MakeArcade, keys: tuple[str, ...]) -> None:
    engine = Deepening()
    async with opened(partial(arcade, engine=engine)('[Game "abacus"]'), (120, 40)) as pilot:
        for key in keys:
            await press(pilot, key)
        match = table(pilot).match
        for at in (1, 2):
            engine.report(engine.seen(match, at))
            await settle(pilot)
            move = match.position.moves()[at]
            assert table(pilot).query_one(Status).said.startswith(f"Try {move}")
            assert table(pilot).board.highlights.hint == tuple(move.paths[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_an_arrow_lays_nothing_out(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    app = arcade(f'[Game "{game.key}"][Player1 "Ann"][Player2 "Ben"]')
    async with opened(app, (120, 40)) as pilot:
        await press(pilot, "right", "left")
        laid: list[object] = []
        lay = type(app.screen)._refresh_layout
        monkeypatch.setattr(type(app.screen), "_refresh_layout", lambda *given: laid.append(lay(*given)))
        await press(pilot, "right", "left")
        assert not laid
