"""Gobblet played at its table, and matches gone on with by paste."""

from __future__ import annotations

import pytest
from textual.events import Paste
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widgets import OptionList

from marbles_tui.games.gobblet.position import NUMBERS
from marbles_tui.games.gobblet.scene import COVERED
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.edges import TopLine
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.skins import BLOCKS
from marbles_tui.tui.kit.themes import THEMES
from marbles_tui.tui.table.beside import Status
from tests.at_table import moves, table
from tests.tui.conftest import MakeArcade, ending, paste
from tests.tui.waiting import opened, press, settle

FRIENDS = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'
THREE = FRIENDS + " W1A1 K1B1 W2A2 K2B2 W3A3 K3C1"


async def click(pilot: Pilot[None], name: str) -> None:
    board = table(pilot).board
    region = board.places()[NUMBERS[name]]
    await pilot.click("#board", offset=(region.x + region.width // 2, region.y + region.height // 2))
    await settle(pilot)


async def test_the_cursor_shows_what_lies_below_unless_it_is_to_be_remembered(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Rules "rogers"] W1A1 K1B1 W1A2 K1C1 A1A3 K1C2 A3A2'
    for more, said in (("", "A2: W4 over W3."), ('[Memory "on"]', "remember")):
        async with opened(arcade(more + record)) as pilot:
            table(pilot).board.cursor = NUMBERS["A2"]
            await settle(pilot)
            assert said in table(pilot).query_one(Status).prompt


async def test_four_in_a_row_win_in_the_middle_of_a_show(arcade: MakeArcade) -> None:
    async with opened(arcade(THREE, speed=6)) as pilot:
        await press(pilot, "t", "1", "a", "4")
        assert table(pilot).animator.showing
        await pilot.resize_terminal(120, 40)
        await settle(pilot)
        await press(pilot, "enter")
        assert "Ann wins" in ending(pilot)
        assert table(pilot).board.highlights.winners == {0, 1, 2, 3}
        await press(pilot, "escape", "u")
        assert table(pilot).match.result is None


async def test_pasting_at_the_menu_goes_on_with_the_match(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        await paste(pilot, "W3B2\rK1C3\rW3B3\r")
        assert isinstance(app.screen, GameMenu)
        await press(pilot, "enter")
        assert moves(pilot) == ["W3B2", "K1C3", "W3B3"]
        assert table(pilot).situation.asked


async def test_a_bad_line_is_named_and_the_good_part_offered(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        await paste(pilot, "W3B2\nK1B2\nW1A1")
        note = str(pilot.app.screen.query_one("#note").render())
        assert "line 2: K1B2 is not legal here" in note
        await press(pilot, "enter")
        assert moves(pilot) == ["W3B2"]
        assert table(pilot).match.names == ("Ann", "Ben")


async def test_rubbish_is_no_match(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        pilot.app.screen.post_message(Paste("no moves at all " * 1000))
        await settle(pilot)
        assert not moves(pilot)
        assert table(pilot).situation.asked


async def test_a_pasted_list_keeps_to_the_rules_of_the_table(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS + '[Rules "rogers"][Memory "on"]')) as pilot:
        await paste(pilot, "W3B2\nK1C3\nW3B3\n")
        await press(pilot, "enter")
        assert table(pilot).match.options == {"rules": "rogers", "touch": "off", "memory": "on"}
        assert table(pilot).query_one(TopLine).note == "rogers · memory on · not rated"
        await press(pilot, "2", "b", "3")
        assert moves(pilot)[-1] == "K2B3"


async def test_a_list_that_fits_both_rules_is_asked_for_at_the_menu(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        await paste(pilot, "W3B2\nK1C3\n")
        offered = app.screen.query_one(OptionList).options
        assert [str(one.prompt) for one in offered] == [
            "Play on as Gobblet",
            "Play on as Gobblet, rogers",
            "Choose who plays on, as Gobblet",
            "Choose who plays on, as Gobblet, rogers",
            "Watch it as Gobblet",
            "Watch it as Gobblet, rogers",
            "Cancel",
        ]
        await press(pilot, "down", "enter")
        assert table(pilot).match.options["rules"] == "rogers"


async def test_a_refused_cell_is_no_longer_waited_for(arcade: MakeArcade) -> None:
    async with opened(arcade(FRIENDS)) as pilot:
        for keys in (("1", "b", "2"), ("1", "b", "2")):
            await press(pilot, *keys)
        status = table(pilot).query_one(Status)
        assert status.said.startswith("From a stack, go to an empty cell")
        assert status.prompt == "Choose a marked cell. Esc puts it back."


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_why_a_pick_is_refused_can_be_read_to_its_end(
    arcade: MakeArcade, size: tuple[int, int]
) -> None:
    async with opened(arcade(FRIENDS), size) as pilot:
        await press(pilot, "1", "b", "2")
        await press(pilot, "1", "b", "2")
        lines = (
            table(pilot).query_one(Status).render_lines(Region(0, 0, *table(pilot).query_one(Status).size))
        )
        shown = " ".join(" ".join(strip.text for strip in lines).split())
        assert "cover one of Ann's three in a line." in shown


async def test_a_table_of_memory_hides_what_is_covered(arcade: MakeArcade) -> None:
    record = FRIENDS + '[Rules "rogers"][Memory "on"] W1A1 K1B1 W1A2 K1C1 A1A3 K1C2 A3A2'
    async with opened(arcade(record)) as pilot:
        assert table(pilot).board.highlights.notes == {NUMBERS["A2"]: COVERED}


def test_sides_are_called_as_they_are_seen() -> None:
    called = [VIEWS["gobblet"].side_names(Look.of(BLOCKS, theme)) for theme in THEMES[:3]]
    assert called == [("White", "Purple"), ("White", "Brown"), ("White", "Blue")]
    assert VIEWS["gobblet"].side_names(Look.of(BLOCKS, THEMES[0], coloured=False)) == ("White", "Black")
