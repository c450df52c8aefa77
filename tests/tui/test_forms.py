"""Set-up, settings, files and lists: what is chosen counts, what is there is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from marbles_tui.games import GAMES
from marbles_tui.store.files import own_boards
from marbles_tui.store.paths import data_folder
from marbles_tui.table.pages import rules_page
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from tests.tui.conftest import MakeArcade, notices
from tests.tui.waiting import opened, press, screen_text, settle, until
from tests.tui.watchers import is_replay, watching

GAME = {game.key: game for game in GAMES}


@pytest.mark.parametrize("game", [game for game in GAMES if game.has_text], ids=lambda game: game.key)
def test_positions_in_the_help_can_be_typed(game: object) -> None:
    text = rules_page(game)  # type: ignore[arg-type]
    for position in re.findall(r"`([^`\n]*/[^`\n]*)`", text):
        game.start(position, game.seats.start, game.choose({}))  # type: ignore[attr-defined]


async def test_a_file_that_came_while_a_board_was_made_is_not_overwritten(
    arcade: MakeArcade, tmp_path: Path
) -> None:
    file = tmp_path / "mine.txt"
    async with opened(arcade()) as pilot:
        pilot.app.push_screen(Editor(draft_of(str(file))))
        await settle(pilot)
        file.write_text("precious")
        await press(pilot, "a", "ctrl+s")
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, GameMenu)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Editor)
        pilot.app.screen.rescue()
        assert file.read_text() == "precious"
        (rescued,) = own_boards()
        assert rescued.stat().st_size


async def test_a_turning_point_is_not_asked_of_a_review_at_work(arcade: MakeArcade) -> None:
    async with opened(arcade('[Game "egg-carton"] A C')) as pilot:
        await pilot.app.screen.run_action("do('replay')")
        await settle(pilot)
        replay = pilot.app.screen
        assert is_replay(replay)
        await press(pilot, "end")  # it goes on by itself, and tells of its moves
        for reviewing, told in (
            (False, "Press y first: it reviews"),
            (True, "None found that way yet"),
        ):
            watching(replay).reviewing = reviewing
            await press(pilot, "t")
            assert told in screen_text(pilot)
        assert notices(pilot) == []


async def test_a_picture_of_the_screen_lies_beside_the_matches(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        take_picture(app)
        await until(pilot, lambda: list(data_folder().glob("*.svg")), "a picture")
