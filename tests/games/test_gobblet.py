"""Gobblet, rule by rule.

A position reads: rows A to D divided by /, cells from the bottom up, the tops of White's and of Black's
external stacks, the side to move. Gobblets that a rule does not need are left out.
"""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marbles_tui.core import Event
from marbles_tui.games import GAMES
from marbles_tui.games.gobblet import GOBBLET, Gobblets
from marbles_tui.games.gobblet.position import NAMES, NUMBERS, binds, is_lost
from marbles_tui.games.gobblet.text import read, write
from marbles_tui.play import read_match
from marbles_tui.text import words
from tests.for_each import for_each

START = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W444 K444 W"


# Repetition


def test_stacks_of_a_side_in_any_order_are_the_same_position() -> None:
    ways = {
        GOBBLET.identity(read(f"W3,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W{a}{b}{c} K444 K"))
        for a, b, c in permutations("421")
    }
    assert len(ways) == 1
    one, other = (read(START.replace("W444 K444", tops)) for tops in ("W443 K444", "W444 K443"))
    assert GOBBLET.identity(one) != GOBBLET.identity(other)


def test_the_side_to_move_is_part_of_a_position() -> None:
    assert GOBBLET.identity(read(START)) != GOBBLET.identity(read(START[:-1] + "K"))


# Options


@for_each(
    ("place", "options", "bound"),
    [
        ("A1", {"touch": "on"}, True),
        ("W1", {"touch": "on"}, False),
        ("A1", {}, False),
        ("A1", {"touch": "on", "rules": "rogers"}, False),
    ],
)
def test_what_is_touched_on_the_board_must_be_played(
    place: str, options: dict[str, str], bound: bool
) -> None:
    assert binds(GOBBLET.choose(options), NUMBERS[place]) is bound


def test_a_touched_gobblet_that_can_go_nowhere_loses() -> None:
    position = read("W1,K4,K4,K3/K3,W3,K4,K3/K2,K2,W4,W4/W4,W3,W3,K2 W000 K000 W")
    touch = GOBBLET.choose({"touch": "on"})
    lost = [name for name, place in NUMBERS.items() if is_lost(position, touch, place)]
    assert lost == ["A1"]
    assert not is_lost(position, GOBBLET.choose({}), NUMBERS["A1"])


def told(text: str, move: str) -> list[Event]:
    position = read(text)
    return list(GOBBLET.tell(position, GOBBLET.find(position, move))[1])


# Steps


def test_a_gobblet_is_lifted_and_put() -> None:
    lift, put = told(START, "W3B2")
    assert (lift.kind, lift.cells, put.kind, put.cells) == ("lift", (18,), "put", (18, 5))
    assert (lift.board.stacks[2], lift.board.hand, lift.board.cells[5]) == (3, 8, ())
    assert (put.board.hand, put.board.cells[5]) == (0, (8,))


# Whole games


@pytest.mark.long
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


COVERED = (
    "K1W2,K1W3,K1,W2K4/K2,-,W2,K2/K3W4,W3K4,-,W1K2/W3K4,K3W4,-,K3W4 W011 K000 K",
    "W1W2,K1W3,K1,W2K4/K2,-,W2,K2/K3W4,K3K4,-,K1K2/W3K4,W3W4,-,K3W4 W011 K000 K",
)
"""The same from above."""


def test_nothing_that_is_told_in_a_game_of_memory_depends_on_what_is_covered() -> None:
    def told(setup: str, memory: str) -> list[str]:
        match = read_match(f'[Game "gobblet"][Memory "{memory}"][Setup "{setup}"]', GAMES).whole()
        lifts = [f"C4{cell}" for cell in ("B2", "C3", "D3")]
        said = (words.opening, words.board, words.rules, words.legal, lambda match: [words.question(match)])
        lines = [line for tells in said for line in tells(match)]
        return lines + [line for move in lifts for line in words.tried(match, move)]

    assert told(COVERED[0], "off") != told(COVERED[1], "off")
    assert told(COVERED[0], "on") == told(COVERED[1], "on")
    assert told(COVERED[0], "on")[-1].startswith("What is covered is to be remembered")
