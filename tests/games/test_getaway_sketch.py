"""Boards that are being made: whatever a form holds, its text is read by the same rules as any file."""

from __future__ import annotations

import pytest

from marbles_tui.core.boards import board_names, board_text
from marbles_tui.games.getaway import read_board
from marbles_tui.games.getaway.sketch import Sketch, SquareSketch
from marbles_tui.games.getaway.story import BoardStory, read_story, story_lines, write_board_file


def sketch(name: str = "gary") -> Sketch:
    text = board_text("getaway", name)
    board = read_board(text).board
    assert board
    return Sketch.of(board, read_story(text))


@pytest.mark.parametrize("name", board_names("getaway"))
def test_a_board_comes_back_out_of_its_forms(name: str) -> None:
    board = read_board(board_text("getaway", name)).board
    assert sketch(name).reading.board == board
    assert read_story(sketch(name).text) == read_story(board_text("getaway", name))


def test_an_empty_board_has_its_two_ends() -> None:
    board = Sketch().reading.board
    assert board
    assert [square.name for square in board.squares] == ["Start", "Castle"]


def test_a_square_is_added_behind_another_but_before_the_castle() -> None:
    one = Sketch().add(0)
    assert [square.name for square in one.squares] == ["Start", "Square 1", "Castle"]
    assert [square.name for square in one.add(2).squares] == ["Start", "Square 1", "Square 2", "Castle"]


def test_the_ends_stay() -> None:
    full = sketch()
    assert full.remove(0) is full
    assert full.remove(17) is full
    assert full.move(0, 1) is full
    assert full.move(1, -1) is full
    assert full.move(16, 1) is full


def test_squares_change_places() -> None:
    names = [square.name for square in sketch().move(1, 1).squares]
    assert names[:4] == ["Start", "Aladan's Castle", "Phone Booth", "Old Tree"]
    assert len(sketch().remove(1).squares) == 17


@pytest.mark.parametrize(
    ("square", "complaint"),
    [
        (SquareSketch("Well", kind="treasure", amount="x"), "Well"),
        (SquareSketch("Well", kind="teleporter", jump=""), "Well"),
        (SquareSketch("Well", kind="trap", wait="0", trinket="Sword"), "Well"),
        (SquareSketch("Well", kind="trinkets", things=("Sword",)), "Well"),
    ],
)
def test_what_makes_no_sense_is_complained_about(square: SquareSketch, complaint: str) -> None:
    reading = Sketch().add(0).put(1, square).reading
    assert reading.board is None
    assert complaint in str(reading.complaints[0])


def test_what_is_odd_is_warned_of() -> None:
    square = SquareSketch("Cave", kind="trap", event=True, wait="9", trinket="Sword")
    reading = Sketch().add(0).put(1, square).reading
    assert reading.board
    assert len(reading.warnings) == 2


def test_a_story_is_read_back() -> None:
    told = BoardStory("The Moor", "Fog over the moor, and a light that moves. " * 12)
    read = read_story("\n".join(story_lines(told)) + "\n20 6 2\nStart :\nCastle :\n")
    assert read == told._replace(text=told.text.strip())
    board = Sketch().reading.board
    assert board
    assert read_story(write_board_file(board, told)) == read


def test_a_story_without_a_title_gets_one() -> None:
    assert story_lines(BoardStory("", "Fog.")) == ["# A board", "# Fog."]
    assert story_lines(BoardStory()) == []


def test_story_lines_cannot_break_out_of_their_comment() -> None:
    lines = story_lines(BoardStory("A\nStart :", "B\r\nCastle :"))
    assert lines == ["# A Start :", "# B Castle :"]
