"""Getaway in words, and what its positions promise."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import Event, IllegalMove
from marbles_tui.core.text import article
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.setups import SETUPS, built_in
from marbles_tui.play.getaway_simulation import endless_games
from tests.games.journeys import KEY, journey, played

# Words


@pytest.mark.parametrize("number", [8, 11, 18, 80, 85, 89])
def test_an_eight_an_eleven_an_eighteen_and_the_eighties(number: int) -> None:
    assert article(number) == "an"


@pytest.mark.parametrize("number", [1, 7, 10, 12, 28, 79, 90, 100])
def test_every_other_number_has_an_a(number: int) -> None:
    assert article(number) == "a"


@pytest.mark.parametrize(
    ("words", "bad", "message"),
    [
        ("", "*7", "*7 is not legal here: expected a roll of the die, *1 to *6"),
        ("", "pay", "pay is not legal here: expected a roll of the die, *1 to *6"),
        ("*1", "*5", "*5 is not legal here: expected the gold drawn at A, *1 to *4"),
        ("*2", "*9", "*9 is not legal here: expected the squares drawn at B, *1 to *2"),
        ("*3", "*1", "*1 is not legal here: expected pay or go: the toll at C is 5 gold"),
        ("*4 *4", "*1", "*1 is not legal here: the game is over"),
    ],
)
def test_what_is_not_legal_is_refused_in_words(words: str, bad: str, message: str) -> None:
    position = played(journey("A : S M 4", "B : T M -2", "C : Y Q F -1 F 5", toll="choose"), words)
    with pytest.raises(IllegalMove) as raised:
        GETAWAY.find(position, bad)
    assert str(raised.value) == message


def test_what_cannot_be_picked_is_refused_in_words() -> None:
    start = journey("A : Y Q F -1 F 5", toll="choose", players=1)
    assert GETAWAY.explain_illegal_pick(start, (1,)) == "the die decides: roll it"
    assert "toll's square" in GETAWAY.explain_illegal_pick(played(start, "*1"), (2,))
    assert GETAWAY.explain_illegal_pick(played(start, "*2"), (2,)) == "the game is over"


def test_rolls_are_read_as_they_are_typed() -> None:
    assert [GETAWAY.normalize(text) for text in ("*05", "PAY", "Go", "*", "*x")] == [
        "*5",
        "pay",
        "go",
        "*",
        "*x",
    ]


def test_the_diagram_shows_squares_and_players() -> None:
    position = played(journey(*KEY, "A : X E 6 : Ring", "B :"), "*1 *2")
    assert GETAWAY.diagram(position).splitlines() == [
        "  0 Start",
        "  1 Hut     find Key, Ring                     <1>",
        "  2 A       trap until a 6, safe with Ring     <2>",
        "  3 B",
        "  4 Castle",
        "",
        "<1> 20 gold: Key",
        "<2> 20 gold, trapped",
    ]


# Promises


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_games_keep_the_promises_of_a_position(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(list(SETUPS)))
    options = GETAWAY.choose(
        {
            "exact": data.draw(st.sampled_from(["on", "off"])),
            "toll": data.draw(st.sampled_from(["pay", "choose"])),
        }
    )
    position = GETAWAY.start(name, data.draw(st.integers(1, 6)), options)
    random = data.draw(st.randoms(use_true_random=False))
    for _ in range(60):
        moves = position.moves()
        assert (not moves) == (position.result is not None)
        if not moves:
            break
        move = random.choice(list(moves))
        assert GETAWAY.find(position, str(move)) == move
        events: list[Event] = []
        after = position.play(move, events.append)
        assert after == position.play(move)
        assert hash(after) == hash(position.play(move))
        assert events[-1].board == after.board
        assert all(one.gold >= 0 for one in after.travellers)
        position = after


def test_a_suggestion_at_a_toll_says_what_it_is_good_for() -> None:
    position = played(journey("A :", "B : Y Q F 1 F 5", "C :", toll="choose"), "*2")
    pay, go = position.moves()
    assert GETAWAY.explain_move(position, pay, ()) == "keeps your place for 5 gold"
    assert GETAWAY.explain_move(position, go, ()) == "saves 5 gold and leads on 1"


def test_a_game_that_no_roll_can_end_says_why() -> None:
    trail = ("Cave : X E 6 : Sword", "Inn : R F 1")
    held = played(journey(*trail, header="20 2 4"), "*1 *1")
    assert GETAWAY.explain_endless(held) == (
        "This game can never end: square 1 waits for a 6, and the die has 2 sides."
    )
    assert GETAWAY.explain_endless(played(journey(*trail, header="20 2 4"), "*1 *2")) == ""
    assert GETAWAY.explain_endless(played(journey(*trail, header="20 6 4"), "*1 *1")) == ""
    assert GETAWAY.explain_endless(played(journey(*trail, players=1, header="20 2 4"), "*1")) == ""


def test_boards_on_which_games_may_not_end_are_warned_of() -> None:
    warned = {name for name in SETUPS if endless_games(built_in(name), 3)}
    assert warned == {"gary"}
    assert endless_games(built_in("gary"), 1) == ""
    assert endless_games(replace(built_in("gary"), sides=6), 3) == ""
    assert "square 12 waits for a 6, and the die has 4 sides" in endless_games(built_in("gary"), 3)
