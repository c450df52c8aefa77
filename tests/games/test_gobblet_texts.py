"""Gobblet's steps, picks, texts and whole games."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import BadPosition, BadSetup, Event
from marbles_tui.games.gobblet import GOBBLET, Gobblets, Placement
from marbles_tui.games.gobblet.board import NAMES, NUMBERS
from marbles_tui.games.gobblet.text import diagram, read, write
from marbles_tui.play import Match, read_match
from tests.games.gobblets import START, THREE, UNCOVER

NAMED = ("Ann", "Bob")


def told(text: str, move: str) -> list[Event]:
    position = read(text)
    return list(GOBBLET.tell(position, GOBBLET.find(position, move))[1])


# Steps


def test_a_gobblet_is_lifted_and_put() -> None:
    lift, put = told(START, "W3B2")
    assert (lift.kind, lift.cells, put.kind, put.cells) == ("lift", (18,), "put", (18, 5))
    assert (lift.board.stacks[2], lift.board.hand, lift.board.cells[5]) == (3, 8, ())
    assert (put.board.hand, put.board.cells[5]) == (0, (8,))


def test_what_was_under_it_appears_before_it_lands() -> None:
    lift, cover = told("K1W3,-,K2,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K400 W", "A1A3")
    assert lift.board.cells[0] == (3,)
    assert (cover.kind, cover.cells, cover.board.cells[2]) == ("cover", (0, 2), (5, 6))


def test_a_line_that_is_revealed_is_told_before_the_gobblet_lands() -> None:
    events = told(UNCOVER, "A1A2")
    assert [event.kind for event in events] == ["lift", "reveal", "cover"]
    assert (events[1].cells, events[1].facts["seat"], events[1].board.hand) == ((0, 1, 2, 3), 1, 6)
    assert [event.kind for event in told(UNCOVER, "A1B1")] == ["lift", "reveal", "put", "line"]


def test_lines_that_cross_are_told_together() -> None:
    text = "-,W1,W2,W3/W1,-,-,-/W2,-,-,-/W3,-,-,- W400 K444 W"
    line = told(text, "W1A1")[-1]
    assert (line.kind, line.cells) == ("line", (0, 1, 2, 3, 4, 8, 12))
    assert GOBBLET.say(line, NAMED) == "Four in row A and column 1: Ann wins."


def test_what_is_said() -> None:
    def said(text: str, move: str) -> list[str]:
        return [sentence for event in told(text, move) if (sentence := GOBBLET.say(event, NAMED))]

    assert said(START, "W3B2") == ["Ann puts a huge gobblet on B2."]
    assert said(THREE, "W1A2") == ["Ann's huge gobblet gobbles Bob's small one on A2."]
    assert said("W4,W1,-,-/-,-,-,-/-,-,-,-/-,-,-,- W300 K444 W", "A1A2") == [
        "Ann lifts the huge gobblet from A1.",
        "Ann's huge gobblet gobbles their own tiny one on A2.",
    ]
    assert said(UNCOVER, "A1B1") == [
        "Ann lifts the big gobblet from A1.",
        "That uncovers four of Bob's in row A!",
        "Ann puts a big gobblet on B1.",
        "Four of Bob's are left uncovered in row A: Bob wins.",
    ]
    assert said("-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W000 K100 K", "K1A1")[-1] == "Ann cannot move: Bob wins."


# Picks


def test_a_move_is_two_picks() -> None:
    assert Placement(NUMBERS["W3"], NUMBERS["B2"]).paths == ((18, 5),)


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ("A3", "A3 is empty"),
        ("A2", "the gobblet on A2 is Black's"),
        ("K2", "K2 is a stack of Black's"),
        ("W2", "stack W2 is empty"),
        (
            "W1 A2",
            "from a stack, go to an empty cell or cover one of Black's three in a line",
        ),
        ("A1 A1", "a gobblet may not go back where it stood"),
        ("A1 A2", "K4 on A2 is not smaller than size 4"),
    ],
)
def test_a_pick_that_leads_nowhere_says_why(picks: str, reason: str) -> None:
    position = read("W4,K4,-,-/-,-,-,-/-,-,-,-/-,-,-,- W304 K344 W")
    assert GOBBLET.explain_illegal_pick(position, tuple(NUMBERS[name] for name in picks.split())) == reason


# Texts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position has the form"),
        ("W4", "a position has the form"),
        (START[:-2], "a position has the form"),
        (START[:-1] + "B", "the side to move is W or K, not 'B'"),
        (START.replace("/-,-,-,- W", " W"), "expected four rows, A to D, divided by /, found 3"),
        (START.replace("-,-,-,-/", "-,-,-/", 1), "expected four cells in row A, divided by commas, found 3"),
        (START.replace("-", "B4", 1), "A1 holds gobblets from the bottom up, like K2W3, or -, not 'B4'"),
        (START.replace("-", "W5", 1), "A1 holds gobblets from the bottom up, like K2W3, or -, not 'W5'"),
        (START.replace("-", "K3W3", 1), "A1: W3 stands on K3, which is not smaller"),
        (START.replace("-", "K1W4K2", 1), "A1: K2 stands on W4, which is not smaller"),
        (
            START.replace("-", "W1", 1),
            "White has 4 gobblets of size 1, on the board and on the stacks: there are 3",
        ),
        (START.replace("W444", "W445"), "expected the sizes on top of W1, W2 and W3, each 0 to 4, not '445'"),
        (START.replace("K444", "K44"), "expected the sizes on top of K1, K2 and K3, each 0 to 4, not '44'"),
        ("Ｗ4" + START[1:], "a position has the form"),
        (START + " " * 500, "a position has the form"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadPosition) as refusal:
        read(text)
    assert message in str(refusal.value)


def test_an_unknown_setup_is_refused() -> None:
    with pytest.raises(BadSetup, match="gobblet has no setup 'middle': it has start, or a position text"):
        Match.new(GOBBLET, setup="middle")


def test_the_diagram() -> None:
    assert diagram(read("K1W2K3W4,-,-,-/-,W4,-,-/-,-,K4,-/-,-,-,- W430 K400 W")).splitlines() == [
        "        1          2          3          4",
        "  +----------+----------+----------+----------+",
        "A | K1W2K3W4 |          |          |          |",
        "  +----------+----------+----------+----------+",
        "B |          |    W4    |          |          |",
        "  +----------+----------+----------+----------+",
        "C |          |          |    K4    |          |",
        "  +----------+----------+----------+----------+",
        "D |          |          |          |          |",
        "  +----------+----------+----------+----------+",
        "",
        "  White  W1: 4  W2: 3  W3: -",
        "  Black  K1: 4  K2: -  K3: -",
    ]


def test_the_examples_of_a_record() -> None:
    record = '[Game "gobblet"]\n[Rules "rogers"]\n[Player1 "Liam"] [Player2 "Eamon"] [Result "*"]\n\n'
    match = read_match(f"{record}1. W3B2 K1C3  2. W3B3 K2B3", (GOBBLET,)).whole()
    assert write(match.at(2).position) == "-,-,-,-/-,W4,-,-/-,-,K4,-/-,-,-,- W443 K344 W"  # type: ignore[arg-type]
    assert write(match.position) == "-,-,-,-/-,W4,W3K4,-/-,-,K4,-/-,-,-,- W442 K334 W"  # type: ignore[arg-type]
    assert '[Rules "rogers"]' in str(match)


# Whole games


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), rogers=st.booleans())
def test_gobblets_never_leave_the_game(seed: int, rogers: bool) -> None:
    random = Random(seed)
    position = read(START, rogers)
    for _ in range(80):
        assert read(write(position), rogers) == position
        for seat in (0, 1):
            board = sum(one & 1 == seat for stack in position.cells for one in stack)
            assert board + sum(position.stacks[3 * seat : 3 * seat + 3]) == 12
        moves = position.moves()
        if not moves:
            break
        assert all(move.target in position.targets(move.origin) for move in moves)
        position = position.play(random.choice(moves))


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32))
def test_rogers_allows_all_that_the_official_rules_allow(seed: int) -> None:
    random = Random(seed)
    position: Gobblets = read(START)
    for _ in range(random.randrange(60)):
        if not position.moves():
            break
        position = position.play(random.choice(position.moves()))
    assert set(position.moves()) <= set(position._replace(rogers=True).moves())


def test_every_place_has_a_name_of_its_own() -> None:
    assert len(set(NAMES)) == len(NAMES) == len(NUMBERS) == 22
