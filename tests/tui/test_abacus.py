"""Abacus played at its table, by keys and mouse."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from textual import events
from textual.pilot import Pilot

from marbles_tui.ai.analysis import Analysis
from marbles_tui.games.abacus.position import BY_NAME, Abacus
from marbles_tui.play import Match
from marbles_tui.tui.kit.edges import KeyLine
from marbles_tui.tui.table.analysis import AnalysisPanel
from marbles_tui.tui.table.beside import Seats, Status
from marbles_tui.tui.table.end import EndActions
from tests.at_table import moves, table
from tests.tui.conftest import MakeArcade, Resting, ending, offered
from tests.tui.waiting import opened, press, settle, until
from tests.tui.watchers import is_replay
from tests.typed import typed

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


async def test_a_key_stands_where_it_leads_and_can_be_clicked(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        await click(pilot, "c3")
        marks = table(pilot).board.highlights
        letters = {BY_NAME[name]: key for name, key in {"d3": "w", "d4": "e", "c2": "a", "c4": "d"}.items()}
        assert marks.letters == letters
        assert marks.ends == {BY_NAME["b2"], BY_NAME["c4"], BY_NAME["c5"]}
        await pilot.press("escape")
        await click(pilot, "a1")
        assert BY_NAME["b2"] not in table(pilot).board.highlights.ends
        await click(pilot, "b2")  # an own marble in front, and no end of a row that could go sideways
        assert moves(pilot) == ["a1b2"]


async def test_a_row_marked_by_both_ends_is_pushed_along_as_well(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        for name in ("c3", "c5"):
            await click(pilot, name)
        await press(pilot, "d")
        assert moves(pilot) == ["c3c4"]


async def test_a_drag_over_a_row_that_cannot_go_sideways_says_so(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        board = table(pilot).board
        places = board.places()
        start, end = (places[BY_NAME[name]].offset for name in ("a1", "a3"))
        await pilot.mouse_down("#board", offset=start)
        await pilot.mouse_up("#board", offset=end)
        await settle(pilot)
        assert table(pilot).query_one(Status).said == "A1 and A3 cannot move sideways: there is no room."
        assert table(pilot).picking.picks == ()


async def test_tab_goes_from_marble_to_marble_that_can_move(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        board, seen = table(pilot).board, []
        for _ in range(len(board.highlights.legal) + 1):
            await press(pilot, "tab")
            seen.append(board.cursor)
        assert set(seen) == board.highlights.legal
        assert seen[0] == seen[-1] == BY_NAME["c3"]
        await press(pilot, "shift+tab")
        assert board.cursor == seen[-2]


async def test_a_refused_move_is_marked_and_the_next_letter_begins_anew(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        status = table(pilot).query_one(Status)
        await pilot.press("m", *"a1f6", "enter")
        assert "[a1f6]" in status.prompt
        await pilot.press("s")
        assert status.said == "Only a-i and 1-9 are typed here. Esc ends typing."
        await pilot.press(*"c3d3")
        assert "c3d3_" in status.prompt
        keys = [key.key for key in table(pilot).query_one(KeyLine).keys]
        assert keys == ["enter", "esc", "a-i 1-9", "backspace"]
        await press(pilot, "enter")
        assert moves(pilot) == ["c3d3"]


async def test_the_sixth_marble_pushed_off_wins(arcade: MakeArcade) -> None:
    async with opened(arcade(EDGE, speed=6)) as pilot:
        table(pilot).board.cursor = BY_NAME["a4"]
        await press(pilot, "a")
        assert table(pilot).animator.showing
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        await press(pilot, "enter")
        assert moves(pilot) == ["a4a3"]
        assert typed(table(pilot).match.position, Abacus).lost == (0, 6)
        assert "Ann wins" in ending(pilot)
        assert "write" not in offered(table(pilot))
        await press(pilot, "escape", "u")
        assert typed(table(pilot).match.position, Abacus).lost == (0, 5)
        assert "write" in offered(table(pilot))


@pytest.mark.parametrize(("skin", "size"), [("glyphs", (80, 24)), ("blocks", (80, 24)), ("blocks", (60, 18))])
async def test_lost_marbles_lie_in_trays_at_the_table_and_in_a_replay(
    arcade: MakeArcade, skin: str, size: tuple[int, int]
) -> None:
    async with opened(arcade(EDGE, skin=skin), size) as pilot:
        trays = [tray.plain for tray in pilot.app.screen.query_one(Seats).trays]
        assert [len(tray.splitlines()) for tray in trays] == [1, 1]
        assert [tray.count("○") for tray in trays] == [0, 5]
        table(pilot).board.cursor = BY_NAME["a4"]
        await press(pilot, "a")
        await pilot.app.screen.run_action("do('replay')")
        await settle(pilot)
        assert is_replay(pilot.app.screen)
        await press(pilot, "home")
        start = pilot.app.screen.query_one(Seats).trays
        await press(pilot, "end")
        assert pilot.app.screen.query_one(Seats).trays != start


async def test_threatened_marbles_are_marked(arcade: MakeArcade) -> None:
    record = EDGE.replace(" b 0 5", " w 0 5")
    async with opened(arcade(record)) as pilot:
        await pilot.press("t")
        assert table(pilot).board.highlights.threats == {BY_NAME["a1"]}


async def test_the_board_turns_and_its_keys_with_it(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        await press(pilot, "v")
        board = table(pilot).board
        places = board.places()
        assert places[BY_NAME["a1"]].y < places[BY_NAME["i5"]].y
        board.cursor = BY_NAME["c3"]
        await press(pilot, "x")
        assert moves(pilot) == ["c3d3"]


async def test_the_person_sits_below(arcade: MakeArcade) -> None:
    record = '[Game "abacus"][Seat1 "computer novice"][Seat2 "human"]'
    async with opened(arcade(record)) as pilot:
        assert table(pilot).board.turned


async def test_the_computer_moves_for_a_person_once(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        await pilot.app.screen.run_action("do('for_me')")
        await settle(pilot)
        assert len(moves(pilot)) == 1
        assert table(pilot).situation.asked


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
