"""Every game draws its positions as pictures."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from marbles_tui.core import Game
from marbles_tui.core.palette import lit
from marbles_tui.core.svg import INK, Drawing, lettered
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.tui.games import VIEWS
from tests.conformance.random_games import IDS, stroll

SVG = "{http://www.w3.org/2000/svg}"
NAME = 'Ann <b>&"\x1b[31m\x07'


def read(picture: str) -> ElementTree.Element:
    """A picture as what a browser makes of it."""
    return ElementTree.fromstring(picture)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_any_position_is_a_picture_of_its_own(game: Game, seed: int) -> None:
    match = stroll(game, Random(seed))
    root = read(match.svg())
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == game.title
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for shape in root.iter(f"{SVG}circle"):
        assert -16 <= float(shape.attrib["cx"]) <= width, "a circle lies outside"
        assert -16 <= float(shape.attrib["cy"]) <= height, "a circle lies outside"
    assert match.svg() == match.svg()


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_what_was_moved_last_is_marked(game: Game) -> None:
    match = Match.new(game, random=Random(2))
    move = next((move for move in match.position.moves() if move.paths), None)
    if move and type(game).scene is not Game.scene:  # chance picks no places, and a diagram marks none
        marked = [cell for path in move.paths for cell in path]
        after = match.play(move)[0].position
        assert game.svg(after, marked) != game.svg(after)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_name_stays_a_name(game: Game) -> None:
    match = Match.new(game, seats=[Seat(NAME), Seat("Ben")], random=Random(1))
    root = read(match.svg())
    assert any("Ann <b>&" in (text.text or "") for text in root.iter(f"{SVG}text"))
    assert not list(root.iter(f"{SVG}b"))


@pytest.mark.parametrize("key", [key for key, view in VIEWS.items() if view.pieces])
def test_pieces_have_the_colours_of_the_screens(key: str) -> None:
    view = VIEWS[key]
    match = stroll(view.game, Random(4), 6)
    assert view.pieces
    for colour in view.pieces.usual[: len(match.seats)]:
        drawn = match.svg()
        assert any(f"#{lit(colour, light):06x}" in drawn for light in (1.0, 0.92))


def test_what_must_be_remembered_is_not_shown() -> None:
    text = '[Game "gobblet"] [Memory "{}"] [Setup "K3W4,K4,-,-/-,-,-,-/-,-,-,-/-,-,-,- W443 K442 W"]'
    open_, hidden = (read_match(text.format(word), GAMES).whole().svg() for word in ("off", "on"))
    assert open_.count("<ellipse") > hidden.count("<ellipse")


@pytest.mark.parametrize("words", ["x" * 300, "名" * 300, "Ann – Ben. Ann to move."])
def test_a_line_of_words_stays_inside(words: str) -> None:
    (line,) = read(Drawing(300, 20).document("Nim", words)).iter(f"{SVG}text")
    assert line.text
    wide = sum(1.0 if char == "名" else 0.5 for char in line.text) * float(line.attrib["font-size"])
    assert wide < 332
    assert (line.text == words) == (len(words) < 300)


def test_a_game_that_draws_nothing_shows_its_diagram() -> None:
    root = read(lettered("  1 2\nA x .", "Nim", "Ann to move."))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words == ["  1 2", "A x .", "Ann to move."]
    assert {text.attrib["fill"] for text in root.iter(f"{SVG}text")} == {f"#{INK:06x}"}
