"""Gary's Great Getaway: the rules by example, as the players hear them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import Event
from marbles_tui.core.dice import PIPS
from marbles_tui.core.text import article
from marbles_tui.games.getaway import GETAWAY, Journey, board_of
from marbles_tui.games.getaway.game import SETUPS, built_in
from marbles_tui.games.getaway.journey import decide
from marbles_tui.games.getaway.read import BoardStory, read_board, read_story
from marbles_tui.games.getaway.sketch import Sketch
from marbles_tui.play.getaway_simulation import endless_games
from tests.for_each import for_each


def journey(*squares: str, players: int = 2, header: str = "20 6 2", **options: str) -> Journey:
    """Players on Start, before a trail of these squares and the castle."""
    text = "\n".join((header, "Start :", *squares, "Castle :")) + "\n"
    position = GETAWAY.start(text, players, GETAWAY.choose(options))
    assert isinstance(position, Journey)
    return position


def played(position: Journey, words: str) -> Journey:
    """The position after these plies; every board that is told ends with the new position's."""
    for word in words.split():
        events: list[Event] = []
        move = GETAWAY.find(position, word)
        before = position
        position = position.play(move, events.append)
        assert position == before.play(move)
        assert events[-1].board == position.board
    return position


# Treasures


def test_what_is_drawn_is_told() -> None:
    drawing = played(journey("A : R M 4", "B :"), "*1")
    events: list[Event] = []
    drawing.play(GETAWAY.find(drawing, "*3"), events.append)
    assert [event.facts["number"] for event in events if event.kind == "draw"] == [3]


# Tolls


@for_each(("toll", "decision"), [("F 1 F 1", "go"), ("F -1 F 10", "pay"), ("F -1 F 11", "go")])
def test_an_automatic_player_takes_rides_on_and_pays_off_rides_back(toll: str, decision: str) -> None:
    assert str(decide(played(journey("A :", f"B : Y Q {toll}", "C :", toll="choose"), "*2"))) == decision


# The castle


@for_each(
    ("text", "story"),
    [
        (
            "\ufeff# The Garden\n#\n# Mind\n#   the cat.\n\n20 6 2\n# not this\nGate :\nHouse :\n",
            BoardStory("The Garden", "Mind the cat."),
        ),
        ("Gate :\nHouse :\n", BoardStory()),
        ("# \x1b[31mRed", BoardStory("?[31mRed")),
    ],
)
def test_the_comments_above_the_board_are_title_and_story(text: str, story: BoardStory) -> None:
    assert read_story(text) == story


def test_a_file_has_title_story_and_board() -> None:
    board = board_of("Gate :\nHouse :\n")
    written = Sketch.of(board, BoardStory("The Garden", "Mind the cat.")).text
    assert written == "# The Garden\n# Mind the cat.\n20 6 2\nGate :\nHouse :\n"


SAID = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "Zs")), max_size=300)


@given(SAID, SAID)
def test_what_is_written_is_read_again(title: str, text: str) -> None:
    board = board_of("Gate :\nHouse :\n")
    written = Sketch.of(board, BoardStory(title[:60], text)).text
    assert read_board(written).board == board
    again = read_story(written)
    rewritten = Sketch.of(board, again).text
    assert Sketch.of(board, read_story(rewritten)).text == rewritten


# Words


@for_each(("told", "numbers"), [("an", [8, 11, 18, 80, 85, 89]), ("a", [1, 7, 10, 12, 28, 79, 90, 100])])
def test_an_eight_an_eleven_an_eighteen_and_the_eighties(told: str, numbers: list[int]) -> None:
    assert {*map(article, numbers)} == {told}


# Promises


@for_each(
    ("players", "header", "rolls", "why"),
    [
        (2, "20 2 4", "*1 *1", "This game can never end: square 1 waits for a 6, and the die has 2 sides."),
        (2, "20 2 4", "*1 *2", ""),
        (2, "20 6 4", "*1 *1", ""),
        (1, "20 2 4", "*1", ""),
    ],
)
def test_a_game_that_no_roll_can_end_says_why(players: int, header: str, rolls: str, why: str) -> None:
    start = journey("Cave : X E 6 : Sword", "Inn : R F 1", players=players, header=header)
    assert GETAWAY.explain_endless(played(start, rolls)) == why


def test_boards_on_which_games_may_not_end_are_warned_of() -> None:
    warned = {name for name in SETUPS if endless_games(built_in(name), 3)}
    assert warned == {"gary"}
    assert endless_games(built_in("gary"), 1) == ""
    assert endless_games(built_in("gary")._replace(sides=6), 3) == ""
    assert "square 12 waits for a 6, and the die has 4 sides" in endless_games(built_in("gary"), 3)


def test_a_die_shows_its_number_also_upside_down() -> None:
    for number, places in PIPS.items():
        assert len(places) == number
        assert {8 - place for place in places} == set(places)
