"""Abacus played at its table, by keys and mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual import events
from textual.pilot import Pilot

from marbles_tui.ai.analysis import Analysis
from marbles_tui.games.abacus.position import BY_NAME
from marbles_tui.play import Match
from marbles_tui.tui.table.analysis import AnalysisPanel
from marbles_tui.tui.table.beside import Status
from marbles_tui.tui.table.end import EndActions
from tests.at_table import moves, table
from tests.tui.conftest import MakeArcade, Resting
from tests.tui.waiting import opened, press, settle, until
from tests.tui.watchers import is_replay

FRIENDS = '[Game "abacus"][Player1 "Ann"][Player2 "Ben"]'
EDGE = FRIENDS + '[Setup "5/6/7/8/9/8/7/6/wbbb1 b 0 5"]'
"""Black in A2 to A4 pushes the white marble in A1 off, the sixth, by moving left."""


async def click(pilot: Pilot[None], name: str) -> None:
    board = table(pilot).board
    region = board.places()[BY_NAME[name]]
    await pilot.click("#board", offset=(region.x + region.width // 2, region.y))
    await settle(pilot)


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_every_row_and_every_diagonal_is_named(arcade: MakeArcade, size: tuple[int, int]) -> None:
    async with opened(arcade(FRIENDS, skin="glyphs"), size) as pilot:
        board = table(pilot).board
        shown = "".join(board.render_line(y).text for y in range(board.size.height))
        assert set("ABCDEFGHI123456789") <= set(shown)


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_a_narrow_panel_has_room_for_the_analysis(arcade: MakeArcade, size: tuple[int, int]) -> None:
    moves = ("a1b2", "a2b3", "c3d3")
    line = (*moves, "i9h8", "i8h7", "h9g8")
    pvs = tuple(Analysis(move, 0.3, depth=9, nodes=9_000_000, seconds=4, pv=line) for move in moves)

    class Analyst(Resting):
        async def analyse(self, match: Match, report: Callable[[Analysis], None]) -> Analysis:
            return Analysis("a1b2", 0.3, depth=9, pv=line, pvs=pvs)

    async with opened(arcade(FRIENDS, Analyst(), hints=True), size) as pilot:
        await press(pilot, "y")
        for keys in ((), ("tab", "space")):
            await press(pilot, *keys)
            panel, status = table(pilot).query_one(AnalysisPanel), table(pilot).query_one(Status)
            shown = panel.render().wrap(panel.content_size.width)
            assert len(shown) <= panel.content_size.height
            told = "\n".join(row.plain for row in shown)
            assert all(f"{number} {move}" in told for number, move in enumerate(moves, 1))
            assert "a1b2 a2b3" in told
            assert len(status.render().wrap(status.content_size.width)) <= status.content_size.height
        await press(pilot, "m", *"a1z9", "enter")
        status = table(pilot).query_one(Status)
        said = " ".join(row.plain.strip() for row in status.render().wrap(status.content_size.width))
        assert said == status.said
        assert len(status.render().wrap(status.content_size.width)) <= status.content_size.height


async def test_a_move_typed_in_one_go_is_played_and_the_end_has_its_keys(arcade: MakeArcade) -> None:
    record = '[Game "abacus"][Setup "wwwww/ww4/3w3/8/6bbw/8/7/bbbb2/bbb2 b 5 5"]'
    async with opened(arcade(record)) as pilot:
        for key in (*"me7e8", "enter"):
            pilot.app.post_message(events.Key(key, key if len(key) == 1 else "\r"))
        await until(pilot, lambda: table(pilot).query(EndActions), "the end")
        assert moves(pilot) == ["e7e8"]
        await pilot.press("t")
        await until(pilot, lambda: is_replay(pilot.app.screen), "the replay")
