"""The boards that come with the program can be listed and read by name."""

import pytest

from marbles_tui.core import BadSetup, Game
from marbles_tui.core.boards import board_names, board_text
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton.text import read
from tests.for_each import for_each


def test_names_are_sorted_and_have_no_suffix() -> None:
    names = board_names("egg-carton")
    assert "source" in names
    assert names == sorted(names)
    assert not [name for name in names if "." in name]


@for_each("game", GAMES)
def test_every_board_of_every_game_has_text(game: Game) -> None:
    for name in board_names(game.key):
        assert board_text(game.key, name).strip(), name


def test_the_board_of_the_source() -> None:
    lines = board_text("egg-carton", "source").splitlines()
    (position,) = [line for line in lines if not line.startswith("#")]
    carton = read(position)
    assert position == "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"
    # Its picture, above it, shows the same marbles: N to I, then A to F.
    shown = [line for line in lines if "|" in line]
    top, bottom = ([number for number in line if number.isdigit()] for line in shown)
    assert [str(n) for n in reversed(carton.ring[7:13]) if n] == top
    assert [str(n) for n in carton.ring[0:6] if n] == bottom


@for_each("name", ["nonsense", "source.txt", "", "../egg-carton/source", "/etc/hostname"])
def test_an_unknown_board_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(BadSetup, match=r"egg-carton has no board .*: it has .*source"):
        board_text("egg-carton", name)


@for_each("key", ["nim", "", "..", "../boards/egg-carton"])
def test_an_unknown_game_has_no_boards(key: str) -> None:
    assert board_names(key) == []
    with pytest.raises(BadSetup, match="it has none"):
        board_text(key, "source")
