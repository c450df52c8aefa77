"""Set-up, settings, files and lists: what is chosen counts, what is there is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from marbles_tui.games import GAMES
from marbles_tui.games.getaway.game import KEY
from marbles_tui.store.files import own_boards
from marbles_tui.store.paths import data_folder
from marbles_tui.table.pages import rules_page
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.dialogs import AskFile, GameMenu
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.edges import TopLine
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.setup_form import CHANCE_BEGINS
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, notices
from tests.tui.waiting import opened, press, screen_text, settle, until
from tests.tui.watchers import is_replay, watching

GAME = {game.key: game for game in GAMES}


async def set_up(pilot: Pilot[None], key: str) -> SetUp:
    pilot.app.set_up(GAME[key])  # type: ignore[attr-defined]
    await settle(pilot)
    assert isinstance(pilot.app.screen, SetUp)
    return pilot.app.screen


async def test_the_name_of_the_settings_is_the_one_at_every_table(arcade: MakeArcade) -> None:
    app = arcade(name="Ann")
    async with app.run_test(size=(80, 24)) as pilot:
        for name in ("Ann", "Bob", ""):
            app.change_settings(name=name)
            form = await set_up(pilot, "egg-carton")
            assert form.form.answers["name-1"] == name
            form.action_play()
            await settle(pilot)
            assert plays(app.screen)
            assert app.screen.match.seats[0].name == name
            assert app.settings.name == name
            await press(pilot, "q")
        form = await set_up(pilot, "abacus")
        form.choose("name-1", "Cleo")
        form.action_play()
        await settle(pilot)
        assert app.settings.name == "Cleo"


async def test_only_who_plays_can_begin(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        form = await set_up(pilot, "beadmaster")

        def begins() -> list[str]:
            asked = next(each for each in form.form.questions(pilot.app.look) if each.id == "begins")  # type: ignore[attr-defined]
            return [value.key for value in asked.values] + [form.form.value(asked)]

        assert begins() == ["1", "2", CHANCE_BEGINS, "1"]
        await pilot.press("+", "+")
        form.choose("begins", "4")
        await settle(pilot)
        assert begins()[-1] == "4"
        await press(pilot, "-")
        assert begins() == ["1", "2", "3", CHANCE_BEGINS, "1"]


async def test_a_position_that_is_to_be_typed_must_be(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        form = await set_up(pilot, "egg-carton")
        form.choose("start", "typed")
        await settle(pilot)
        form.action_play()
        await settle(pilot)
        assert pilot.app.screen is form
        fault = form.query_one("#said", Static)
        assert str(fault.render()) == "Type a position, or choose another start."
        form.choose("position", "0,0,0,0,0,0/1,6,0,1,2,4/0,0/1")
        await settle(pilot)
        form.action_play()
        await settle(pilot)
        assert pilot.app.screen is form
        assert "The game is over in that position" in str(fault.render())


@pytest.mark.parametrize("game", [game for game in GAMES if game.has_text], ids=lambda game: game.key)
def test_positions_in_the_help_can_be_typed(game: object) -> None:
    text = rules_page(game)  # type: ignore[arg-type]
    for position in re.findall(r"`([^`\n]*/[^`\n]*)`", text):
        game.start(position, game.seats.start, game.choose({}))  # type: ignore[attr-defined]


async def test_a_path_in_the_home_of_nobody_is_asked_for_again(
    arcade: MakeArcade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    async with opened(arcade()) as pilot:
        pilot.app.push_screen(AskFile("Which file?", "~nosuch/x.txt"))
        await settle(pilot)
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, AskFile)
        assert "There is no folder ~nosuch: no user is called so." in screen_text(pilot)
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Menu)
    assert not list(tmp_path.glob("~*"))


async def test_a_folder_is_not_made_unasked(arcade: MakeArcade, tmp_path: Path) -> None:
    file = tmp_path / "new" / "mine.txt"
    async with opened(arcade()) as pilot:
        pilot.app.push_screen(Editor(draft_of("gary")))
        await settle(pilot)
        for wanted in (False, True):
            await press(pilot, "ctrl+s")
            pilot.app.screen.query_one(Input).value = str(file)
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, GameMenu)
            await press(pilot, *(() if wanted else ("down",)), "enter")
            assert isinstance(pilot.app.screen, Editor)
            assert file.parent.exists() is wanted
        assert file.exists()


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


async def test_a_board_is_not_saved_over_another_unasked(
    arcade: MakeArcade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "mine.txt"
    file.write_text("precious")
    async with opened(arcade(), (120, 40)) as pilot:
        pilot.app.push_screen(Editor(draft_of("gary")))
        await settle(pilot)
        await press(pilot, "a")
        for kept in (True, False):
            await press(pilot, "ctrl+s")
            assert isinstance(pilot.app.screen, AskFile)
            pilot.app.screen.query_one(Input).value = "~/mine.txt"
            await press(pilot, "enter")
            assert isinstance(pilot.app.screen, GameMenu)
            await press(pilot, *(("down",) if kept else ()), "enter")
            assert isinstance(pilot.app.screen, Editor)
            assert (file.read_text() == "precious") is kept
            assert pilot.app.screen.unsaved is kept
        await press(pilot, "a", "ctrl+s")
        await press(pilot, "enter")  # its own file now: nothing to ask
        assert isinstance(pilot.app.screen, Editor)
        assert not pilot.app.screen.unsaved


async def test_the_library_says_nothing_that_is_no_longer_so(arcade: MakeArcade) -> None:
    async with opened(arcade('[Game "egg-carton"] A C')) as pilot:
        await press(pilot, "q")
        await press(pilot, "l")
        line, told = pilot.app.screen.query_one("#words", Input), pilot.app.screen.query_one("#said", Static)
        line.value = "zzz"
        await settle(pilot)
        assert str(told.render()) == "No games found."
        line.value = ""
        await settle(pilot)
        assert str(told.render()) == ""


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


async def test_a_board_of_one_s_own_is_called_a_board(arcade: MakeArcade) -> None:
    assert KEY == "getaway"
    board = "% 20 6 3\n% Start :\n% Inn : R F 1\n% Castle :\n"
    async with opened(arcade(f'[Game "getaway"]\n{board}\n')) as pilot:
        assert plays(pilot.app.screen)
        assert "your board" in pilot.app.screen.query_one(TopLine).note
