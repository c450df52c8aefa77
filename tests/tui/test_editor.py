"""The board chooser and the board editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static, TextArea

from marbles_tui.games.getaway import Journey
from marbles_tui.games.getaway.read import read_board
from marbles_tui.store.files import boards_folder
from marbles_tui.tui.commands import commands
from marbles_tui.tui.dialogs import AskFile, FileSuggester, GameMenu
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.games.getaway.editor import Editor, Trial, draft_of, file_for
from marbles_tui.tui.kit.filters import Filters
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.textual_patches.palette import Options
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, notices
from tests.tui.waiting import click, opened, press, screen_text, settle, until

MOOR = "# The Moor\n# Fog.\n10 6 3\nInn :\nBog : T F -1\nAbbey :\n"


async def editing(pilot: Pilot[None], source: str = "gary") -> Editor:
    """The editor with a board."""
    await settle(pilot)
    pilot.app.push_screen(Editor(draft_of(source)))
    await settle(pilot)
    screen = pilot.app.screen
    assert isinstance(screen, Editor)
    return screen


def faults(editor: Editor) -> str:
    return str(editor.query_one("#faults", Static).render())


def own_board(name: str = "moor", text: str = MOOR) -> Path:
    file = boards_folder() / f"{name}.txt"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


async def test_squares_are_added_moved_and_deleted(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        editor = await editing(pilot)
        await press(pilot, "down", "a")
        assert editor.sketch.squares[2].name == "Square 2"
        await press(pilot, "]")
        assert [square.name for square in editor.sketch.squares[2:4]] == ["Aladan's Castle", "Square 2"]
        await press(pilot, "d")
        assert len(editor.sketch.squares) == 18
        assert editor.unsaved is False


async def test_a_square_that_was_pointed_at_before_it_was_deleted(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        editor = await editing(pilot)
        squares = editor.query_one("#squares", Options)
        last = squares.option_count - 1
        late = Options.OptionHighlighted(squares, squares.get_option_at_index(last), last)
        await press(pilot, "down", "d")
        squares.post_message(late)
        await settle(pilot)
        assert len(editor.sketch.squares) == last
        assert editor.query_one("#name", Input).value == editor.sketch.squares[1].name


async def test_a_form_changes_its_square_and_what_is_wrong_is_said_at_once(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        editor = await editing(pilot)
        await press(pilot, "down")
        assert editor.query_one("#kind", Filters).only == "treasure"
        editor.query_one("#amount", Input).value = "many"
        await settle(pilot)
        assert faults(editor) == "x Square 1, Gold: type a number from 1 to 1,000,000."
        assert editor.sketch.reading.board is None
        editor.query_one("#amount", Input).value = "7"
        editor.query_one("#kind", Filters).choose("kind", "toll")
        await settle(pilot)
        assert editor.sketch.squares[1].lines == ["Phone Booth : Y T F -2 F 7"]
        assert editor.query_one("#jump-field").display
        assert editor.unsaved


async def test_things_are_typed_line_by_line(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        editor = await editing(pilot)
        await press(pilot, "down", "down", "enter", "tab", "tab")
        things = editor.query_one("#things", TextArea)
        assert things.has_focus
        things.move_cursor(things.document.end)
        await press(pilot, "enter", *"Axe : Sharp : 4")
        assert editor.sketch.squares[2].things[-1] == "Axe : Sharp : 4"


async def test_what_is_not_saved_is_asked_about(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        editor = await editing(pilot)
        await press(pilot, "a", "escape")
        assert isinstance(pilot.app.screen, GameMenu)
        await press(pilot, "escape")
        assert pilot.app.screen_stack[-1] is editor
        await press(pilot, "ctrl+q")
        await press(pilot, "down", "down", "enter")
        assert pilot.app.screen_stack[-1] is editor
        await press(pilot, "escape")
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, Menu)


async def test_a_board_is_saved_and_read_again(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        editor = await editing(pilot)
        await press(pilot, "a", "ctrl+s")
        assert isinstance(pilot.app.screen, AskFile)
        await press(pilot, "enter")
        (file,) = boards_folder().iterdir()
        board = read_board(file.read_bytes()).board
        assert board == editor.sketch.reading.board
        assert len(board.squares) == 19  # type: ignore[union-attr]
        assert not editor.unsaved
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, Menu)


async def test_where_nothing_can_be_written_nothing_is_lost(arcade: MakeArcade, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    async with arcade().run_test(size=(80, 24)) as pilot:
        editor = await editing(pilot)
        await press(pilot, "a", "ctrl+s")
        pilot.app.screen.query_one(Input).value = str(blocked / "board.txt")
        await press(pilot, "enter")
        assert pilot.app.screen_stack[-1] is editor
        assert editor.unsaved
        assert any("cannot be written" in note for note in notices(pilot))


async def test_a_game_is_tried_out(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await editing(pilot, "crummy")
        await pilot.press("ctrl+t")
        await until(pilot, lambda: isinstance(pilot.app.screen, Trial), "the report")
        assert isinstance(pilot.app.screen, Trial)
        assert "Ann: You are on Start." in screen_text(pilot)


@pytest.mark.long
async def test_a_board_of_ones_own_is_chosen_and_played(arcade: MakeArcade) -> None:
    own_board()
    async with opened(arcade(), (120, 40)) as pilot:
        await press(pilot, "3")
        assert isinstance(pilot.app.screen, SetUp)
        await press(pilot, "b")
        assert isinstance(pilot.app.screen, BoardChooser)
        await press(pilot, "end")
        assert "The Moor" in str(pilot.app.screen.query_one("#about", Static).render())
        await press(pilot, "escape")
        assert isinstance(pilot.app.screen, SetUp)
        assert pilot.app.screen.form.start == "own"
        assert "The Moor (yours)" in screen_text(pilot)
        await press(pilot, "b")
        rows = pilot.app.screen.query_one(RowList)
        assert rows.at == len(rows.items) - 1  # it opens on the board that is chosen
        await press(pilot, "enter")
        assert plays(pilot.app.screen)
        position = pilot.app.screen.match.position
        assert isinstance(position, Journey)
        assert [square.name for square in position.course.trail.squares] == [
            "Inn",
            "Bog",
            "Abbey",
        ]


async def test_a_board_is_tried_out_while_it_is_looked_at(arcade: MakeArcade) -> None:
    async with opened(arcade()) as pilot:
        pilot.app.push_screen(BoardChooser())
        await settle(pilot)
        assert "All 300 games ended." in str(pilot.app.screen.query_one("#figures", Static).render())


@pytest.mark.parametrize("text", ["Start :\n", "\x1b[31m\n", "20 6 2\nA : S F 0\nB :\n"])
async def test_a_bad_file_says_what_is_wrong(arcade: MakeArcade, text: str) -> None:
    own_board("bad", text)
    async with opened(arcade()) as pilot:
        pilot.app.push_screen(BoardChooser())
        await settle(pilot)
        await press(pilot, "end")
        told = str(pilot.app.screen.query_one("#about", Static).render())
        assert "It cannot be played:" in told
        assert "\x1b" not in told
        await press(pilot, "enter", "e")
        assert isinstance(pilot.app.screen, BoardChooser)
        assert len(pilot.app.screen.query_one(RowList).items) == 8


async def test_paths_are_completed(tmp_path: Path) -> None:
    (tmp_path / "moor.txt").write_text(MOOR)
    (tmp_path / "more").mkdir()
    suggest = FileSuggester().get_suggestion
    assert await suggest(f"{tmp_path}/moo") == f"{tmp_path}/moor.txt"
    assert await suggest(f"{tmp_path}/mor") == f"{tmp_path}/more/"
    assert await suggest(f"{tmp_path}/x") is None
    assert await suggest("/no/such/folder/x") is None


def test_drafts(tmp_path: Path) -> None:
    file = tmp_path / "moor.txt"
    assert draft_of(str(file)).file == str(file)
    assert len(draft_of(str(file)).sketch.squares) == 2
    file.write_text(MOOR)
    assert draft_of(str(file)).sketch.story.title == "The Moor"
    assert file_for(draft_of(str(file)).sketch).endswith("the-moor.txt")
    assert draft_of("gary").file is None
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="is not UTF-8"):
        draft_of(str(file))
    file.write_text("Start :\n")
    with pytest.raises(ValueError, match="cannot be edited"):
        draft_of(str(file))


async def test_a_click_points_at_a_square_and_letters_stay_out_of_its_name(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(120, 40)) as pilot:
        editor = await editing(pilot)
        squares = editor.query_one("#squares", Options)
        count = squares.option_count
        await click(pilot, "#squares", offset=(6, 3))
        assert squares.highlighted == 3
        assert squares.has_focus
        await press(pilot, "a", "a")
        assert squares.option_count == count + 2
        assert "add" in screen_text(pilot)
        await press(pilot, "enter")
        assert editor.query_one("#name", Input).has_focus
        assert "squares" in screen_text(pilot).splitlines()[-1]
        await press(pilot, "escape")
        assert squares.has_focus


@pytest.mark.long
async def test_a_board_from_the_palette_is_played_at_once(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        (boards,) = (command for command in commands(app, app.screen) if command.title == "Boards")
        boards.callback()
        await settle(pilot)
        await press(pilot, "down", "enter")
        assert plays(app.screen)
        assert app.screen.match.setup == "wood"


async def test_ones_own_boards_are_deleted_after_asking(arcade: MakeArcade) -> None:
    file = own_board()
    async with opened(arcade()) as pilot:
        pilot.app.push_screen(BoardChooser(str(file)))
        await settle(pilot)
        for keys, there in (("down", "enter"), True), (("enter",), False):
            await press(pilot, "d")
            assert isinstance(pilot.app.screen, GameMenu)
            await press(pilot, *keys)
            assert file.exists() is there
        await press(pilot, "d")  # now on a board that ships
        assert notices(pilot) == ["Only boards of your own can be deleted."]


@pytest.mark.long
async def test_boards_and_editor_have_help_of_their_own(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        app.push_screen(BoardChooser())
        await settle(pilot)
        await pilot.press("f1")
        await until(pilot, lambda: "Help: Boards" in screen_text(pilot), "the help on boards")
        await pilot.press("escape")
        await editing(pilot)
        await pilot.press("tab", "f1")
        await until(pilot, lambda: "Help: Editor" in screen_text(pilot), "the editor's help")
        assert "In the list" in screen_text(pilot)


async def test_a_board_saved_with_faults_is_said_not_to_be_playable_yet(
    arcade: MakeArcade, tmp_path: Path
) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        editor = await editing(pilot)
        for text, told in ((MOOR, False), (MOOR.replace("F -1", "nowhere"), True)):
            editor._write(str(tmp_path / "moor.txt"), text, None)
            await settle(pilot)
            assert ("cannot be played yet" in notices(pilot)[-1]) == told
