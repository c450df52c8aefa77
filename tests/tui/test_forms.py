"""Set-up, settings, files and lists: what is chosen counts, what is there is kept."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual import events
from textual.widgets import Input, OptionList, Static

from marbles_tui.games import GAMES
from marbles_tui.store.files import data_folder, own_boards
from marbles_tui.table.pages import rules_page
from marbles_tui.tui.clipboard import take_picture
from marbles_tui.tui.dialogs import FileSuggester, GameMenu
from marbles_tui.tui.games.getaway.editor import Editor, draft_of, file_for
from marbles_tui.tui.kit.shelf import RowList, SmallBoard
from marbles_tui.tui.page import PageQuestion
from marbles_tui.tui.pages.setup import SetUp
from tests.for_each import for_each
from tests.tui.stage import Here, arcade, opened, opens

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


@opens()
async def test_esc_leaves_a_line_as_it_was_though_another_window_was_in_front(here: Here) -> None:
    page = await set_up(here, "abacus")
    page.query_one("#questions", RowList).pick("name-1")
    await here.rest()
    before = page.form.value(asked(page)["name-1"])
    await here.press("tab", "x", "y")
    for gone_or_back in (events.AppBlur(), events.AppFocus()):
        here.app.post_message(gone_or_back)
        await here.rest()
    await here.press("escape")
    assert page.form.value(asked(page)["name-1"]) == before == page.query_one("#line", Input).value


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


# The board chooser and the board editor.


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
    assert draft_of(str(file)).file == str(file), "it is saved where it was"
    assert file_for(draft_of(str(file)).sketch).endswith("the-moor.txt")
    assert draft_of("gary").file is None
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ValueError, match="is not UTF-8"):
        draft_of(str(file))
    file.write_text("Start :\n")
    with pytest.raises(ValueError, match="cannot be edited"):
        draft_of(str(file))


@pytest.mark.parametrize(("count", "more"), [(8, ""), (9, "\nand 1 more"), (10, "\nand 2 more")])
@opens()
async def test_as_many_faults_as_have_room_are_told_and_how_many_more(
    here: Here, tmp_path: Path, count: int, more: str
) -> None:
    file = tmp_path / "moor.txt"
    file.write_text(MOOR.replace("Bog : T F -1\n", "Cave : X E 6 : Sword\n" * count))
    told = faults(await editing(here, str(file)))
    assert (told.count("\n"), told.endswith(more)) == (7 + bool(more), True)


@opens()
async def test_a_board_saved_with_faults_is_said_not_to_be_playable_yet(here: Here, tmp_path: Path) -> None:
    editor = await editing(here)
    for text, told in ((MOOR, False), (MOOR.replace("F -1", "nowhere"), True)):
        editor._write(str(tmp_path / "moor.txt"), text, None)
        await here.rest()
        assert ("cannot be played yet" in here.notices[-1]) == told
