"""How a match stood, and where it turned."""

from __future__ import annotations

from marbles_tui.ai.review import (
    Judgement,
    key_of,
    read_judgements,
    share,
    shares,
    turning_points,
    write_judgements,
)
from marbles_tui.ai.think import consider
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match

NEAR_THE_END = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'


def match_of(text: str) -> Match:
    return read_match(text, GAMES).whole()


def judged(match: Match) -> list[Judgement | None]:
    return [Judgement.of(consider(match.at(ply))) for ply in range(match.plies + 1)]


def test_a_proved_ply_is_at_the_end_of_the_scale() -> None:
    match = match_of(NEAR_THE_END + " F")
    first, last = judged(match)
    assert first is not None
    assert last is not None
    assert (share(first), first.words) == (1.0, "wins in 1 move")
    assert shares(match, [first, last])[0] == 1.0


def test_a_move_that_gives_much_away_is_a_turning_point_and_the_better_one_is_named() -> None:
    match = match_of('[Game "egg-carton"] C E')
    played = str(match.moves[0])
    good = Judgement(30.0, False, "+30.0", "A")
    bad = Judgement(-30.0 if match.positions[1].actor == 0 else 30.0, False, "-30.0", "B")
    assert played != "A"
    assert turning_points(match, [good, bad, None]) == {1: "better was A: +30.0"}
    assert turning_points(match, [good._replace(best=played), bad, None]) == {}


def test_a_win_that_is_only_not_proved_any_more_is_not_given_away() -> None:
    match = match_of('[Game "egg-carton"] C')
    won = Judgement(9_999.0, True, "wins in 9 moves", "A")
    good_for_the_first = 0.5 if match.position.actor == 0 else -0.5
    assert not turning_points(match, [won, Judgement(good_for_the_first, False, "", "A")])
    assert turning_points(match, [won, Judgement(-good_for_the_first, False, "", "A")])


def test_judgements_survive_being_written() -> None:
    judgements = (Judgement(1.5, False, "+1.5", "A"), None, Judgement(10_000.0, True, "won", None))
    assert read_judgements(write_judgements(judgements)) == judgements
    assert read_judgements("spoilt") == ()


def test_the_same_moves_have_the_same_review_whoever_played() -> None:
    one = match_of('[Game "egg-carton"] C E')
    other = match_of('[Game "egg-carton"][Player1 "Ann"] C E')
    assert other.seats[0] == Seat("Ann")
    assert key_of(one) == key_of(other)
    assert key_of(one) != key_of(one.at(1))
