"""Matches: playing, taking back, ending, and being written."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marbles_tui.core import BadOption, BadSetup, IllegalMove, Result
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import Carton
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play import match as match_module
from marbles_tui.play.match import MOST_PLIES
from tests.play.toy import SPIN, Spin, Step
from tests.typed import typed

GAMES = (EGG_CARTON, SPIN)


def play(match: Match, words: str) -> Match:
    for word in words.split():
        match = match.read(word)
    return match


def test_a_match_remembers_every_position() -> None:
    match = play(Match.new(SPIN), "L R R")
    assert [typed(position, Spin).place for position in match.positions] == [0, 7, 0, 1]
    assert typed(match.at(1).position, Spin).place == 7
    with pytest.raises(IndexError, match="has 3 plies, not 4"):
        match.at(4)


def test_playing_returns_the_events_and_leaves_the_old_match() -> None:
    before = Match.new(EGG_CARTON)
    after, events = before.play(before.position.moves()[0])
    assert (before.plies, after.plies) == (0, 1)
    assert events[-1].board == after.position.board


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="X is not legal here: legal is L, R"):
        Match.new(SPIN).play(Step("X"))


def test_nothing_is_played_after_the_end() -> None:
    won = play(Match.new(SPIN, setup="near"), "R")
    with pytest.raises(IllegalMove, match=r"the game is over \(home\)"):
        won.play(Step("L"))
    with pytest.raises(IllegalMove, match="#1 comes after the end"):
        won.resign(0)


def test_undo_and_redo() -> None:
    match = play(Match.new(SPIN), "L R L")
    back = match.back(2)
    assert (back.plies, len(back.undone)) == (1, 2)
    assert back.forward().plies == 2
    assert back.forward(9) == match
    assert play(back, "R").undone == (*match.undone, *back.undone[:1])
    assert play(back, "L").undone == ()


def test_undo_takes_an_ending_back() -> None:
    match = play(Match.new(SPIN), "L R")
    assert match.resign(0).back().plies == 1
    assert match.resign(0).back().result is None
    assert Match.new(SPIN).agree().back().result is None


def test_undo_counts_repetitions_back() -> None:
    match = play(Match.new(SPIN), "L R L R")
    assert match.claimable
    assert not match.back().claimable
    assert match.back().forward().claimable
    assert match.back(4).repetitions == 1


def test_a_start_left_to_chance_is_drawn_before_the_match() -> None:
    match = Match.new(EGG_CARTON, setup="random", random=Random(7))
    assert match.setup == EGG_CARTON.write(typed(match.position, Carton))
    assert read_match(str(match), GAMES).whole().position == match.position


def test_what_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadOption, match="spin has no option 'speed': it has players, die"):
        Match.new(SPIN, options={"speed": "1"})
    with pytest.raises(BadOption, match="option players takes 2 to 4, not '7'"):
        Match.new(SPIN, options={"players": "7"})
    with pytest.raises(BadSetup):
        Match.new(SPIN, setup="nowhere")


def test_seats_beyond_the_names_given() -> None:
    assert Match.new(SPIN, options={"players": "3"}).names == ("Player 1", "Player 2", "Player 3")
    assert Match.new(SPIN, seats=[Seat("A"), Seat("B"), Seat("C")]).options["players"] == "3"


def test_a_record_is_numbered_by_rounds() -> None:
    egg = play(Match.new(EGG_CARTON), "A C J")
    assert str(egg).splitlines()[-1] == "1. A C J"
    dicey = play(Match.new(SPIN, options={"die": "on"}), "*1 L *2 R *1 L")
    assert str(dicey).splitlines()[-1] == "1. *1 L *2 R 2. *1 L"


def test_a_whole_record() -> None:
    seats = [Seat("Liam"), Seat("", "computer perfect")]
    match = play(Match.new(SPIN, setup="near", options={"die": "on"}, seats=seats, date="2026.11.21"), "*2 L")
    assert str(match.resign(1)) == (
        '[Game "spin"]\n[Die "on"]\n[Setup "near"]\n[Player1 "Liam"]\n[Seat1 "human"]\n[Player2 "Player 2"]\n'
        '[Seat2 "computer perfect"]\n[Date "2026.11.21"]\n[Result "1"]\n\n1. *2 L #2\n'
    )


ACTS = st.lists(st.sampled_from(["play", "play", "play", "back", "forward", "resign", "draw"]), max_size=40)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
@given(acts=ACTS, seed=st.integers(0, 2**32))
def test_whatever_is_done_the_record_tells_it(game: object, acts: list[str], seed: int) -> None:
    """Undo, redo, resigning and drawing in any order: the record reads back as the match that stands."""
    random = Random(seed)
    options = {"die": random.choice(["off", "on"])} if game is SPIN else {}
    match = Match.new(game, options=options, random=random)  # type: ignore[arg-type]
    for act in acts:
        if act == "back":
            match = match.back(random.randrange(1, 4))
        elif act == "forward":
            match = match.forward(random.randrange(1, 4))
        elif match.result:
            continue
        elif act == "play":
            match, _ = match.play(random.choice(match.position.moves()))
        else:
            match = match.resign(random.randrange(2)) if act == "resign" else match.agree()
    again = read_match(str(match), GAMES).whole()
    assert str(again) == str(match)
    assert (again.moves, again.positions) == (match.moves, match.positions)
    assert (again.result, again.turn, again.repetitions) == (match.result, match.turn, match.repetitions)


def test_a_match_that_never_ends_is_a_draw_by_its_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_module, "MOST_PLIES", 6)
    match = play(Match.new(SPIN), "L R L R L")
    assert match.turn is not None
    match = match.read("L")
    assert (match.result, match.turn) == (Result.draw(2, "length"), None)
    with pytest.raises(IllegalMove, match="after the end of the game"):
        match.read("L")
    assert read_match(str(match), GAMES).whole().result == match.result
    assert match.back().turn is not None


@pytest.mark.long
def test_a_record_is_read_up_to_the_longest_match() -> None:
    reading = read_match('[Game "spin"]\n' + "L R " * (MOST_PLIES // 2 + 10), GAMES)
    assert reading.match
    assert (reading.match.plies, reading.match.result) == (MOST_PLIES, Result.draw(2, "length"))
    assert reading.fault
    assert reading.fault.ply == MOST_PLIES + 1
