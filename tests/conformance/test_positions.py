"""What every game promises of its moves, positions and events."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given

from marbles_tui.core import CHANCE, Event, Game
from marbles_tui.games import GAMES
from tests.conformance.random_games import IDS, LONG, SEEDS, begin, few, stroll, whole

every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)


@every_game
@few
@given(seed=SEEDS)
def test_positions_of_a_match_have_moves_that_are_named_and_picked_each_by_its_own(
    game: Game, seed: int
) -> None:
    match = stroll(game, Random(seed))
    for position in match.positions:
        moves = position.moves()
        assert bool(moves) == (position.result is None), "there are moves exactly while the game runs"
        assert [text for text, times in Counter(map(str, moves)).items() if times > 1] == [], (
            "two moves, one name"
        )
        assert position.seats == len(match.seats)
        assert position.actor in range(position.seats)
        assert position.turn in (CHANCE, position.actor)
        if position.turn == CHANCE:
            continue
        assert [str(move) for move in moves if not move.paths] == [], "it cannot be picked"
        # So a move is known as soon as its last cell is picked. Sorted, a path that begins others stands right before
        # one of them.
        paths = sorted(path for move in moves for path in move.paths)
        assert all(paths)
        assert [(one, two) for one, two in pairwise(paths) if two[: len(one)] == one] == []


@every_game
@few
@given(seed=SEEDS)
def test_a_move_is_found_and_plays_alike_whether_somebody_listens_and_changes_no_position(
    game: Game, seed: int
) -> None:
    position = stroll(game, Random(seed)).position
    before, number, text = (*position,), hash(position), repr(position)  # type: ignore[misc]
    for move in position.moves():
        after, events = game.tell(position, move)
        unheard = position.play(move)
        assert (after, hash(after)) == (unheard, hash(unheard))
        assert events, f"{move} shows nothing"
        assert events[-1].board == after.board, "the last event shows another position"
        for word in (str(move), str(move).lower(), str(move).upper()):
            assert game.find(position, word) == move
    assert ((*position,), hash(position), repr(position)) == (before, number, text)  # type: ignore[misc]


@every_game
@whole
@given(seed=SEEDS)
def test_a_result_scores_every_seat(game: Game, seed: int) -> None:
    match = stroll(game, Random(seed), LONG)
    if match.result:
        assert len(match.result.scores) == len(match.seats)
        assert set(match.result.scores) <= {0, 0.5, 1}
        assert any(match.result.scores)
        assert match.result.reason


@every_game
@few
@given(seed=SEEDS)
def test_what_a_game_says_is_one_printable_line(game: Game, seed: int) -> None:
    match = stroll(game, Random(seed), 40)
    events: list[Event] = []
    for move, position in zip(match.moves, match.positions, strict=False):
        events += game.tell(position, move)[1]
    sentences = [game.say(event, match.names) for event in events]
    assert [sentence for sentence in sentences if not sentence.isprintable()] == []
    assert not match.moves or any(sentences)


@every_game
@few
@given(seed=SEEDS)
def test_the_diagram_is_plain_ascii(game: Game, seed: int) -> None:
    diagram = game.diagram(stroll(game, Random(seed)).position)
    assert diagram.isascii()
    assert diagram.replace("\n", "").isprintable()
    assert "\n" in diagram


@every_game
@few
@given(seed=SEEDS)
def test_a_position_is_told_in_printable_lines(game: Game, seed: int) -> None:
    """To those who do not see it, with everybody's name; and so is what is left when something is concealed."""
    match = stroll(game, Random(seed))
    names = tuple(f"Traveller {letter}" for letter in "ABCDEF"[: len(match.seats)])
    told = game.describe(match.position, names)
    assert [line for line in told.splitlines() if not line.isprintable()] == []
    assert [name for name in names if name not in told] == []
    seen = game.observe(match.position, match.options)
    assert (seen.turn, seen.seats) == (match.position.turn, match.position.seats)
    assert game.describe(seen, names)


@every_game
@few
@given(seed=SEEDS)
def test_the_same_seed_gives_the_same_match(game: Game, seed: int) -> None:
    """No rules module throws dice of its own."""
    assert begin(game, Random(seed)) == begin(game, Random(seed))
    assert stroll(game, Random(seed), 30) == stroll(game, Random(seed), 30)
