"""The set-up: questions with their answers, the values of the one pointed at, a board; Enter plays."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from marbles_tui.games import GAMES
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.page import PageQuestion
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import press, screen_text, settle, until

GAME = {game.key: game for game in GAMES}
SIZES = [(60, 18), (80, 24), (110, 36), (200, 60)]
LOST = '[Game "egg-carton"][Player1 "Ann"][Seat2 "computer novice"][Player2 "Novice"][Result "0-1"] A #1'


async def set_up(pilot: Pilot[None], key: str) -> SetUp:
    pilot.app.set_up(GAME[key])  # type: ignore[attr-defined]
    await settle(pilot)
    assert isinstance(pilot.app.screen, SetUp)
    return pilot.app.screen


def asked(page: SetUp) -> dict[str, PageQuestion]:
    """What is asked now."""
    return {question.id: question for question in page.form.questions(page.app.look)}


def said(page: SetUp) -> str:
    return str(page.query_one("#said", Static).render())


@pytest.mark.parametrize("key", list(GAME))
async def test_play_the_board_and_what_is_told_are_always_on_the_screen(arcade: MakeArcade, key: str) -> None:
    async with arcade().run_test() as pilot:
        page = await set_up(pilot, key)
        for size in SIZES:
            await pilot.resize_terminal(*size)
            await settle(pilot)
            for name in ("#questions", "#play", "#values", "#about", "SmallBoard"):
                widget = page.query_one(name)
                assert widget.region.width > 10
                assert page.region.contains_region(widget.region), f"{name} is not on the screen"
            assert page.query_one(SmallBoard).size.height >= 8
            assert len({row for row in screen_text(pilot).splitlines() if row.strip()}) > 10
            about = page.query_one("#about", Static)
            for question in asked(page).values():
                for value in question.values:
                    line = ""
                    lines = 1
                    for word in value.about.split():
                        lines += bool(line) and cell_len(f"{line} {word}") > about.content_size.width
                        line = (
                            word
                            if cell_len(f"{line} {word}") > about.content_size.width
                            else f"{line} {word}".strip()
                        )
                    assert lines <= about.content_size.height, value.about


async def test_tolls_are_chosen_unless_something_else_is(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        for toll in ("choose", "pay"):
            page = await set_up(pilot, "getaway")
            page.choose("option-toll", toll)
            await press(pilot, "enter")
            assert table(pilot).match.options["toll"] == toll
        assert "Toll" not in str(table(pilot).match)


async def test_touch_move_belongs_to_the_official_rules(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        page = await set_up(pilot, "gobblet")
        page.choose("option-touch", "on")
        assert "option-touch" in asked(page)
        page.choose("option-rules", "rogers")
        assert "option-touch" not in asked(page)
        await press(pilot, "enter")
        assert table(pilot).match.options == {"rules": "rogers", "touch": "off", "memory": "off"}


async def test_a_puzzle_is_a_start(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        page = await set_up(pilot, "egg-carton")
        page.choose("start", "goal-puzzle")
        await settle(pilot)
        assert not {"player-2", "begins"} & set(asked(page))
        await pilot.press("o", "o", "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, BoardScreen), "the puzzle")
        await settle(pilot)
        assert "Win in this turn." in screen_text(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Menu)


async def test_a_start_that_is_decided_says_so_and_gives_way_to_a_fair_one(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        page = await set_up(pilot, "egg-carton")
        for opponent, start in (("novice", "classic"), ("perfect", "even"), ("amateur", "classic")):
            page.choose("player-2", opponent)
            assert page.form.start == start
        page.choose("start", "3")  # asked for, it stays
        page.choose("player-2", "perfect")
        page.query_one("#questions", RowList).pick("start")
        await settle(pilot)
        assert page.form.start == "3"
        told = str(page.query_one("#about", Static).render())
        assert told == "Going first wins from 3, and Perfect knows how."
