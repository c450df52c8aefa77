"""Every text that a game writes it also reads: moves, positions, setups, records."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from marbles_tui.core import BadPosition, BadSetup, Game, IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from tests.conformance.random_games import IDS, SEEDS, begin, few, stroll

every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)


@every_game
@few
@given(seed=SEEDS, word=st.text(max_size=8) | st.text("ABCabc123hvwkio*", max_size=6))
def test_any_word_is_a_legal_move_or_refused_in_one_line(game: Game, seed: int, word: str) -> None:
    position = stroll(game, Random(seed)).position
    try:
        assert game.find(position, word) in position.moves()
    except IllegalMove as refusal:
        reason = str(refusal).removeprefix(word)
        assert reason.startswith(" is not legal here: ")
        assert "\n" not in reason.replace(word, "").replace(game.normalize(word), "")


@every_game
@few
@given(seed=SEEDS)
def test_a_position_is_read_as_it_was_written(game: Game, seed: int) -> None:
    """Texts have no history, so a position that has some comes back without it; so does a draw that counts
    quiet moves. Nor do they have the options."""
    match = stroll(game, Random(seed))
    position = match.position
    if game.has_text:
        text = game.write(position)
        again = game.start(text, len(match.seats), match.options)
        assert game.write(again) == text
        assert (again.turn, again.seats) == (position.turn, position.seats)
        if position.result is None or position.result.reason != "quiet":
            assert again.result == position.result


@every_game
@few
@given(seed=SEEDS)
def test_the_text_of_a_position_is_a_setup(game: Game, seed: int) -> None:
    position = stroll(game, Random(seed)).position
    if game.has_text:
        text = game.write(position)
        match = Match.new(game, setup=text)
        assert game.write(match.position) == text


@every_game
@few
@given(text=st.text(max_size=80) | st.text("0123456789,/-WKbw ", max_size=90))
def test_any_text_is_a_position_or_refused(game: Game, text: str) -> None:
    if game.has_text:
        try:
            position = game.read(text)
        except BadPosition:
            return
        assert game.write(game.read(game.write(position))) == game.write(position)


@every_game
@few
@given(text=st.text(max_size=40) | st.text("0123456789,/-WKbw \n", max_size=90))
def test_any_text_is_a_setup_or_refused(game: Game, text: str) -> None:
    try:
        match = Match.new(game, setup=text, random=Random(1))
    except (BadSetup, BadPosition):
        return
    assert match.result or match.position.moves()


@every_game
def test_every_named_start_is_one(game: Game) -> None:
    assert game.setups
    for name, line in game.setups.items():
        match = Match.new(game, setup=name, random=Random(1))
        assert match.result is None
        assert line.isprintable()


@every_game
@few
@given(seed=SEEDS)
def test_the_default_start_is_the_first_named(game: Game, seed: int) -> None:
    first = next(iter(game.setups))
    unnamed = Match.new(game, random=Random(seed))
    named = Match.new(game, setup=first, random=Random(seed))
    assert (unnamed.setup, unnamed.position) == (named.setup, named.position)


@every_game
@few
@given(seed=SEEDS)
def test_a_record_gives_the_match_back(game: Game, seed: int) -> None:
    match = stroll(game, Random(seed))
    again = read_match(str(match), GAMES).whole()
    assert str(again) == str(match)
    assert (again.options, again.setup, again.moves) == (match.options, match.setup, match.moves)
    assert again.positions == match.positions
    assert (again.result, again.repetitions) == (match.result, match.repetitions)


@every_game
@few
@given(seed=SEEDS, seat=st.integers(0, 5))
def test_a_record_tells_who_resigned(game: Game, seed: int, seat: int) -> None:
    match = begin(game, Random(seed))
    assume(seat < len(match.seats) > 1)
    again = read_match(str(match.resign(seat)), GAMES).whole()
    assert again.result == match.resign(seat).result
    assert seat not in again.result.winners  # type: ignore[union-attr]
