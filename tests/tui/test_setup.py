"""The set-up: questions with their answers, the values of the one pointed at, a board; Enter plays."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import Static

from marbles_tui.games import GAMES
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.page import PageQuestion
from marbles_tui.tui.pages.setup import SetUp
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import screen_text, settle

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
