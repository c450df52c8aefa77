"""The board chooser and the board editor."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Static

from marbles_tui.tui.dialogs import FileSuggester
from marbles_tui.tui.games.getaway.editor import Editor, draft_of, file_for
from tests.tui.stage import Here, opens

MOOR = "# The Moor\n# Fog.\n10 6 3\nInn :\nBog : T F -1\nAbbey :\n"


async def editing(pilot: Here, source: str = "gary") -> Editor:
    """The editor with a board."""
    await pilot.rest()
    pilot.app.push_screen(Editor(draft_of(source)))
    await pilot.rest()
    screen = pilot.app.screen
    assert isinstance(screen, Editor)
    return screen


def faults(editor: Editor) -> str:
    return str(editor.query_one("#faults", Static).render())


@opens(size=(120, 40))
async def test_a_square_that_was_pointed_at_before_it_was_deleted(here: Here) -> None:
    editor = await editing(here)
    squares = editor.query_one("#squares", OptionList)
    last = squares.option_count - 1
    late = OptionList.OptionHighlighted(squares, squares.get_option_at_index(last), last)
    await here.press("down", "d")
    squares.post_message(late)
    await here.rest()
    assert len(editor.sketch.squares) == last
    assert editor.query_one("#name", Input).value == editor.sketch.squares[1].name


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


@opens()
async def test_a_board_saved_with_faults_is_said_not_to_be_playable_yet(here: Here, tmp_path: Path) -> None:
    editor = await editing(here)
    for text, told in ((MOOR, False), (MOOR.replace("F -1", "nowhere"), True)):
        editor._write(str(tmp_path / "moor.txt"), text, None)
        await here.rest()
        assert ("cannot be played yet" in here.notices[-1]) == told
