"""What a board file says of itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.games.getaway import board_of, read_board
from marbles_tui.games.getaway.story import BoardStory, read_story, write_board_file


def test_the_comments_above_the_board_are_title_and_story() -> None:
    text = "\ufeff# The Garden\n#\n# Mind\n#   the cat.\n\n20 6 2\n# not this\nGate :\nHouse :\n"
    assert read_story(text) == BoardStory("The Garden", "Mind the cat.")
    assert read_story("Gate :\nHouse :\n") == BoardStory()
    assert read_story("# \x1b[31mRed") == BoardStory("?[31mRed")


def test_a_file_has_title_story_and_board() -> None:
    board = board_of("Gate :\nHouse :\n")
    written = write_board_file(board, BoardStory("The Garden", "Mind the cat."))
    assert written == "# The Garden\n# Mind the cat.\n20 6 2\nGate :\nHouse :\n"


SAID = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "Zs")), max_size=300)


@given(SAID, SAID)
def test_what_is_written_is_read_again(title: str, text: str) -> None:
    board = board_of("Gate :\nHouse :\n")
    written = write_board_file(board, BoardStory(title[:60], text))
    assert read_board(written).board == board
    again = read_story(written)
    assert write_board_file(board, again) == write_board_file(
        board, read_story(write_board_file(board, again))
    )
