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
def test_there_are_moves_exactly_while_the_game_runs(game: Game, seed: int) -> None:
    for position in stroll(game, Random(seed)).positions:
        assert bool(position.moves()) == (position.result is None)


@every_game
@few
@given(seed=SEEDS)
def test_a_notation_names_one_legal_move(game: Game, seed: int) -> None:
    for position in stroll(game, Random(seed)).positions:
        count = Counter(map(str, position.moves()))
        assert [text for text, times in count.items() if times > 1] == []


@every_game
@few
@given(seed=SEEDS)
def test_no_pick_path_begins_another(game: Game, seed: int) -> None:
    """So a move is known as soon as its last cell is picked. Sorted, a path that begins others stands right
    before one of them."""
    for position in stroll(game, Random(seed)).positions:
        if position.turn == CHANCE:
            continue
        paths = sorted(path for move in position.moves() for path in move.paths)
        assert all(paths)
        assert [(one, two) for one, two in pairwise(paths) if two[: len(one)] == one] == []


@every_game
@few
@given(seed=SEEDS)
def test_every_move_can_be_picked(game: Game, seed: int) -> None:
    for position in stroll(game, Random(seed)).positions:
        if position.turn != CHANCE:
            assert [str(move) for move in position.moves() if not move.paths] == []


@every_game
@few
@given(seed=SEEDS)
def test_playing_leaves_the_old_position_as_it_was(game: Game, seed: int) -> None:
    random = Random(seed)
    position = stroll(game, random).position
    before, number, text = (*position,), hash(position), repr(position)  # type: ignore[misc]
    for move in position.moves():
        position.play(move)
        told: list[Event] = []
        position.play(move, told.append)
    assert ((*position,), hash(position), repr(position)) == (before, number, text)  # type: ignore[misc]


@every_game
@few
@given(seed=SEEDS)
def test_playing_with_and_without_a_listener_agree(game: Game, seed: int) -> None:
    position = stroll(game, Random(seed)).position
    for move in position.moves():
        after, events = game.tell(position, move)
        assert after == position.play(move)
        assert hash(after) == hash(position.play(move))
        assert events, f"{move} shows nothing"


@every_game
@few
@given(seed=SEEDS)
def test_the_last_event_shows_the_new_position(game: Game, seed: int) -> None:
    position = stroll(game, Random(seed)).position
    for move in position.moves():
        after, events = game.tell(position, move)
        assert events[-1].board == after.board


@every_game
@few
@given(seed=SEEDS)
def test_turn_and_actor_are_seats(game: Game, seed: int) -> None:
    match = stroll(game, Random(seed))
    for position in match.positions:
        assert position.seats == len(match.seats)
        assert position.actor in range(position.seats)
        assert position.turn in (CHANCE, position.actor)


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
