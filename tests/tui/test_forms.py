"""Set-up, settings, files and lists: what is chosen counts, what is there is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.widgets import Input, Static

from marbles_tui.games import GAMES
from marbles_tui.store.files import data_folder, own_boards
from marbles_tui.table.pages import rules_page
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.shelf import SmallBoard
from marbles_tui.tui.page import PageQuestion
from marbles_tui.tui.pages.setup import SetUp
from tests.for_each import for_each
from tests.tui.stage import Here, arcade, opened, opens
from tests.tui.watchers import is_replay, watching

GAME = {game.key: game for game in GAMES}


@for_each("game", [game for game in GAMES if game.has_text])
def test_positions_in_the_help_can_be_typed(game: object) -> None:
    text = rules_page(game)  # type: ignore[arg-type]
    for position in re.findall(r"`([^`\n]*/[^`\n]*)`", text):
        game.start(position, game.seats.start, game.choose({}))  # type: ignore[attr-defined]


async def test_a_file_that_came_while_a_board_was_made_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    async with opened(arcade()) as here:
        here.arcade.push_screen(Editor(draft_of(str(file))))
        await here.rest()
        file.write_text("precious")
        await here.press("a", "ctrl+s")
        await here.press("enter")
        assert isinstance(here.screen, GameMenu)
        await here.press("escape")
        assert isinstance(here.screen, Editor)
        here.screen.rescue()
        assert file.read_text() == "precious"
        (rescued,) = own_boards()
        assert rescued.stat().st_size


@opens('[Game "egg-carton"] A C')
async def test_a_turning_point_is_not_asked_of_a_review_at_work(here: Here) -> None:
    await here.screen.run_action("do('replay')")
    await here.rest()
    replay = here.screen
    assert is_replay(replay)
    await here.press("end")  # it goes on by itself, and tells of its moves
    for reviewing, told in (
        (False, "Press y first: it reviews"),
        (True, "None found that way yet"),
    ):
        watching(replay).reviewing = reviewing
        await here.press("t")
        assert told in here.text
    assert here.notices == []


@opens()
async def test_a_picture_of_the_screen_lies_beside_the_matches(here: Here) -> None:
    take_picture(here.arcade)
    await here.until(lambda: list(data_folder().glob("*.svg")), "a picture")


# The set-up: questions with their answers, the values of the one pointed at, a board; Enter plays.


SIZES = [(60, 18), (80, 24), (110, 36), (200, 60)]


async def set_up(pilot: Here, key: str) -> SetUp:
    pilot.app.set_up(GAME[key])  # type: ignore[attr-defined]
    await pilot.rest()
    assert isinstance(pilot.app.screen, SetUp)
    return pilot.app.screen


def asked(page: SetUp) -> dict[str, PageQuestion]:
    """What is asked now."""
    return {question.id: question for question in page.form.questions(page.app.look)}


@opens()
async def test_what_an_empty_line_means_is_the_answer_and_what_stands_in_it_may_say_more(here: Here) -> None:
    page = await set_up(here, "beadmaster")
    for name, empty, line in (
        ("option-quiet", "60 quiet slides", "60 quiet slides; 0: never"),
        ("position", "none", "a position as text"),
    ):
        question = asked(page)[name]
        assert page.answered(question) == empty
        assert page.answered(question._replace(empty="one; two")) == "one; two"
        page.open(name)
        assert page.query_one("#line", Input).placeholder == line


@pytest.mark.parametrize("key", list(GAME))
@opens()
async def test_play_the_board_and_what_is_told_are_always_on_the_screen(here: Here, key: str) -> None:
    page = await set_up(here, key)
    for size in SIZES:
        await here.size(*size)
        for name in ("#questions", "#play", "#values", "#about", "SmallBoard"):
            widget = page.query_one(name)
            assert widget.region.width > 10
            assert page.region.contains_region(widget.region), f"{name} is not on the screen"
        assert page.query_one(SmallBoard).size.height >= 8
        assert len({row for row in here.text.splitlines() if row.strip()}) > 10
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
