"""Egg Carton, rule by rule. A position reads `A,B,C,D,E,F/I,J,K,L,M,N/right,left/player`."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import BadPosition, BadSetup, Event, IllegalMove
from marbles_tui.games.egg_carton import EGG_CARTON, Carton, Selection
from marbles_tui.games.egg_carton.position import LETTERS, SIDES
from marbles_tui.games.egg_carton.text import diagram, read, say, spread, write
from marbles_tui.play import Match
from marbles_tui.play.perft import perft
from tests.ai.cartons import small_cartons

CLASSIC = "3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"
EXAMPLE = "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"
NAMES = ("Ann", "Bob")


def select(text: str, letter: str) -> str:
    """The position after a selection, as text."""
    position = read(text)
    return write(position.play(EGG_CARTON.find(position, letter)))


def told(text: str, letters: str) -> list[Event]:
    events: list[Event] = []
    position = read(text)
    for letter in letters:
        position = position.play(Selection(LETTERS.index(letter)), events.append)
    return events


def sentences(text: str, letters: str) -> list[str]:
    return [sentence for event in told(text, letters) if (sentence := say(event, NAMES))]


# Selections


@pytest.mark.parametrize(
    ("letter", "after"),
    [
        ("B", "7,0,5,2,1,1/1,6,0,1,2,4/0,0/2"),
        ("C", "7,3,0,2,1,2/1,6,0,1,2,4/1,0/1"),
        ("A", "0,4,5,2,1,2/0,7,1,1,2,4/1,0/2"),
    ],
    ids=["into an empty slot: turn over", "off the board: select again", "on from I, then turn over"],
)
def test_the_worked_example_of_the_source(letter: str, after: str) -> None:
    assert select(EXAMPLE, letter) == after


def test_the_top_player_sows_on_round_the_left_end() -> None:
    assert select("1,1,1,1,1,1/0,0,0,0,0,3/0,0/2", "N") == "2,0,2,0,2,0/1,0,0,0,0,0/1,1/1"
    assert select("1,0,0,0,0,0/0,0,0,0,2,1/0,0/2", "M") == "1,0,0,0,0,0/0,0,0,0,0,2/0,1/2"


def test_a_slot_is_not_skipped_when_the_ring_comes_round() -> None:
    """Fourteen marbles come back to the slot they were taken from, empty by now."""
    assert select("14,0,0,0,0,0/2,2,2,2,2,2/0,0/1", "A") == "1,1,1,1,1,1/3,3,3,3,3,3/1,1/2"


def test_more_than_a_round() -> None:
    """Sixteen: one for every place, A itself too, then B and C; on from C, E, and off the board."""
    assert select("16,0,0,0,0,0/1,1,1,1,1,1/0,0/1", "A") == "1,2,0,2,0,2/2,2,2,2,2,2/2,1/1"


def test_a_relay_takes_the_last_marble_too_on_either_side() -> None:
    assert select("1,2,0,0,0,0/1,0,0,0,0,0/0,0/1", "A") == "0,0,1,1,1,0/1,0,0,0,0,0/0,0/2"
    assert select("0,0,0,0,1,2/1,0,0,0,0,0/0,0/1", "F") == "0,0,0,0,1,0/0,1,1,0,0,0/1,0/2"


def test_an_end_after_a_relay_selects_again() -> None:
    assert select("1,0,0,1,1,0/1,0,0,0,0,0/0,0/1", "D") == "1,0,0,0,0,1/1,0,0,0,0,0/1,0/1"


def test_only_own_slots_with_marbles_can_be_selected() -> None:
    position = read("0,3,0,0,0,1/1,0,0,0,0,2/0,0/1")
    assert [str(move) for move in position.moves()] == ["B", "F"]
    assert [str(move) for move in position._replace(turn=1).moves()] == ["I", "N"]


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("A", "A is not legal here: A is empty; legal is B, F"),
        ("i", "i is not legal here: I is on the other side; legal is B, F"),
        ("G", "G is not legal here: a move is a letter, A to F or I to N; legal is B, F"),
        (">", "> is not legal here: a move is a letter, A to F or I to N; legal is B, F"),
        ("BB", "BB is not legal here: a move is a letter, A to F or I to N; legal is B, F"),
    ],
)
def test_a_refusal_says_why_and_what_is_legal(word: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refusal:
        EGG_CARTON.find(read("0,3,0,0,0,1/1,0,0,0,0,2/0,0/1"), word)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ((6,), "the ends are off the board: pick a slot"),
        ((7,), "I is on the other side"),
        ((0,), "A is empty"),
    ],
)
def test_a_wrong_pick_is_explained(picks: tuple[int, ...], reason: str) -> None:
    assert EGG_CARTON.explain_illegal_pick(read("0,3,0,0,0,1/1,0,0,0,0,2/0,0/1"), picks) == reason


# The end


@pytest.mark.parametrize(
    ("before", "letter", "after"),
    [
        ("0,0,0,0,0,2/0,1,0,0,0,0/0,0/1", "F", "0,0,0,0,0,0/1,1,0,0,0,0/1,0/1"),
        ("0,0,0,0,0,1/1,1,0,0,0,0/4,0/1", "F", "0,0,0,0,0,0/1,1,0,0,0,0/5,0/1"),
        ("0,0,0,0,0,2/1,0,0,0,0,0/0,0/1", "F", "0,0,0,0,0,0/0,1,1,0,0,0/1,0/1"),
        ("1,0,0,0,0,0/0,0,0,0,0,1/0,4/2", "N", "1,0,0,0,0,0/0,0,0,0,0,0/0,5/2"),
    ],
    ids=["into an empty slot", "off the board: no selecting again", "after a relay", "the top player"],
)
def test_who_has_cleared_their_side_wins(before: str, letter: str, after: str) -> None:
    assert select(before, letter) == after
    over = read(after)
    assert over.result
    assert (over.result.winners, over.result.reason) == ((over.turn,), "cleared")
    assert list(over.moves()) == []


def test_a_side_that_is_empty_only_while_marbles_are_in_the_hand_has_not_won() -> None:
    after = select("0,0,0,0,0,2/12,0,0,0,0,1/0,0/1", "F")
    assert after == "1,1,1,1,1,1/0,1,1,1,1,2/2,1/1"
    assert read(after).result is None


# What is counted and proved


@pytest.mark.parametrize(("depth", "count"), [(1, 6), (2, 29), (3, 138)])
def test_perft_of_the_classic_start(depth: int, count: int) -> None:
    assert perft(read(CLASSIC), depth) == count


GAMES = st.integers(0, 2**32).map(Random)


@given(GAMES)
def test_the_theorems_hold_in_random_games(random: Random) -> None:
    """A selection never empties the other side; chains end within 258 drops; no position comes back;
    who is to move has a move; no marble is lost."""
    position = spread(random)
    seen = set()
    while position.result is None:
        assert position not in seen
        seen.add(position)
        moves = position.moves()
        assert moves
        mover, drops = position.turn, []
        position = position.play(random.choice(moves), lambda event: drops.append(event.kind == "drop"))  # noqa: B023
        assert any(position.ring[slot] for slot in SIDES[1 - mover])
        assert sum(drops) <= 258
        assert sum(position.ring) == 36
    assert position.result.winners == (position.turn,)


# What is seen and said


def test_the_steps_of_a_selection() -> None:
    kinds = [event.kind for event in told(EXAMPLE, "A")]
    assert kinds == ["take", *["drop"] * 7, "last", "relay", "take", "drop", "drop", "last", "over"]


def test_a_step_shows_the_marbles_and_the_hand() -> None:
    take, first, *_ = told(EXAMPLE, "B")
    assert (take.board.ring[1], take.board.hand, take.cells) == (0, 3, (1,))
    assert (first.board.ring[2], first.board.hand, first.cells) == (5, 2, (1, 2))


def test_what_is_said() -> None:
    assert sentences(EXAMPLE, "B") == [
        "Ann takes 3 from B.",
        "The last marble drops into E, which was empty.",
        "Turn over: Bob to move.",
    ]
    assert sentences(EXAMPLE, "C") == [
        "Ann takes 4 from C.",
        "The last marble drops off the board, at the right end.",
        "Off the board: Ann goes again.",
    ]
    assert sentences(EXAMPLE, "A") == [
        "Ann takes 7 from A.",
        "The last marble drops into I, which held 1.",
        "The move goes on from I.",
        "Ann takes 2 from I.",
        "The last marble drops into K, which was empty.",
        "Turn over: Bob to move.",
    ]
    assert sentences("0,0,0,0,0,1/1,1,0,0,0,0/4,0/1", "F")[-1] == "Ann clears the side and wins."


def test_the_diagram_is_the_one_of_the_source() -> None:
    assert diagram(read(EXAMPLE)) == "\n".join(
        [
            "         (N) (M) (L) (K) (J) (I)",
            "       +--------------------------+",
            "       |   4   2   1       6   1  |",
            "    0  +--------------------------+  0",
            "       |   7   3   4   1       1  |",
            "       +--------------------------+",
            "         (A) (B) (C) (D) (E) (F)",
        ]
    )


# Texts and starts


def test_blanks_in_a_position_do_not_count() -> None:
    assert write(read(" 3,3,3,3,3,3 / 3,3,3,3,3,3 / 0, 0 / 1\n")) == CLASSIC


@pytest.mark.parametrize("empty", ["0,0,0,0,0,0/1,0,0,0,0,0/5,0/1", "1,0,0,0,0,0/0,0,0,0,0,0/5,0/2"])
def test_a_position_with_one_empty_side_is_a_finished_game_of_its_owner(empty: str) -> None:
    result = read(empty).result
    assert result
    assert str(result) == empty[-1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "a position has the form"),
        ("3,3,3,3,3,3/3,3,3,3,3,3/0,0", "a position has the form"),
        ("3,3,3,3,3/3,3,3,3,3,3/0,0/1", "expected 6 numbers for A to F, found 5"),
        ("3,3,3,3,3,3/3,3,3,3,3,3,3/0,0/1", "expected 6 numbers for I to N, found 7"),
        ("3,3,3,3,3,3/3,3,3,3,3,3/0/1", "expected 2 numbers for the right and the left end, found 1"),
        ("3,3,x,3,3,3/3,3,3,3,3,3/0,0/1", "expected a number from 0 to 999 for A to F, not 'x'"),
        ("3,3,-1,3,3,3/3,3,3,3,3,3/0,0/1", "expected a number from 0 to 999 for A to F, not '-1'"),
        ("3,3,³,3,3,3/3,3,3,3,3,3/0,0/1", "expected a number from 0 to 999 for A to F, not '³'"),
        ("3,3,,3,3,3/3,3,3,3,3,3/0,0/1", "expected a number from 0 to 999 for A to F, not ''"),
        ("3,3,3,3,3,3/3,3,3,3,3,3/0,0/3", "the player to move is 1 or 2, not '3'"),
        ("0,0,0,0,0,0/0,0,0,0,0,0/9,9/1", "both sides are empty: no game ends like that"),
        ("999,3,3,3,3,3/3,3,3,3,3,3/0,0/1", "there are 1032 marbles; a carton holds at most 999"),
    ],
)
def test_a_bad_position_is_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        read(text)
    assert str(refusal.value).startswith(reason)


@pytest.mark.parametrize("count", range(1, 7))
def test_even_starts(count: int) -> None:
    match = Match.new(EGG_CARTON, setup=str(count))
    row = ",".join([str(count)] * 6)
    assert write(match.position) == f"{row}/{row}/0,0/1"  # type: ignore[arg-type]


def test_the_default_start_is_classic() -> None:
    match = Match.new(EGG_CARTON, setup="Classic")
    assert match.setup is None
    assert write(match.position) == CLASSIC  # type: ignore[arg-type]


@given(GAMES)
def test_random_starts_spread_36_marbles(random: Random) -> None:
    position = spread(random)
    assert sum(position.ring) == 36
    assert position.ring[6] == position.ring[13] == 0
    assert position.result is None


def test_an_unknown_start_is_refused() -> None:
    with pytest.raises(BadSetup, match="egg-carton has no setup '7': it has classic, 1, 2"):
        Match.new(EGG_CARTON, setup="7")


CLASSIC_START = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")
(ONE_TURN,) = EGG_CARTON.goals


def paths(position: Carton) -> list[str]:
    """Every sequence of selections that wins within the turn."""
    found = []
    for move in position.moves():
        after = position.play(move)
        if after.result:
            found.append(str(move))
        elif after.turn == position.turn:
            found += [str(move) + rest for rest in paths(after)]
    return found


def attempt(words: str, setup: str = "classic") -> Match:
    """A match for the goal after some selections."""
    match = Match.new(EGG_CARTON, setup=setup, tags=[("Puzzle", ONE_TURN.tag)])
    for word in words:
        match = match.read(word)
    return match


# Solutions


@pytest.mark.parametrize("position", [CLASSIC_START, *small_cartons(seed=4, count=25, marbles=14)], ids=write)
def test_counts_the_ways_to_clear_the_side_in_one_turn(position: Carton) -> None:
    every = paths(position)
    solutions = ONE_TURN.solutions(position)
    assert solutions
    assert solutions.number == len(every)
    assert len(solutions.shortest) == min(map(len, every), default=0)
    assert not every or "".join(solutions.shortest) in every


def test_the_classic_start_has_three_solutions() -> None:
    assert ONE_TURN.solutions(CLASSIC_START) == (3, tuple("DEABFCFDE"))


@pytest.mark.long
def test_the_solutions_of_a_carton_too_full_are_not_counted() -> None:
    assert ONE_TURN.solutions(read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1")) is None


@pytest.mark.parametrize("seed", range(5))
def test_a_start_that_is_drawn_has_a_solution(seed: int) -> None:
    carton = ONE_TURN.draw(Random(seed))
    assert (sum(carton.ring), carton.turn) == (36, 0)
    solutions = ONE_TURN.solutions(carton)
    assert solutions
    for letter in solutions.shortest:
        assert carton.turn == 0
        carton = carton.play(EGG_CARTON.find(carton, letter))
    assert carton.result
    assert carton.result.winners == (0,)


# Reached and missed


@pytest.mark.parametrize(
    ("match", "reached", "over", "verdict"),
    [
        (attempt(""), False, False, None),
        (attempt("D"), False, False, None),
        (attempt("DEABFCFDE"), True, True, "Solved, in 9 moves!"),
        (attempt("B"), False, True, "Not solved: the turn is over."),
        (attempt("D").resign(0), False, True, "Not solved."),
    ],
    ids=["start", "under way", "solved", "turn passed", "given up"],
)
def test_the_goal_is_reached_by_clearing_and_missed_with_the_turn(
    match: Match, reached: bool, over: bool, verdict: str | None
) -> None:
    assert match.goal is ONE_TURN
    assert (ONE_TURN.reached(match), ONE_TURN.over(match)) == (reached, over)
    assert ONE_TURN.missed(match) == (over and not reached)
    assert match.stopped == over
    if verdict:
        assert ONE_TURN.verdict(match) == verdict


def test_the_second_seat_may_have_the_turn() -> None:
    match = attempt("", setup="1,1,1,1,1,1/0,0,0,0,0,1/0,0/2")
    assert not match.stopped
    assert ONE_TURN.reached(match.read("N"))
