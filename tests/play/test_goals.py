"""Matches that are played for a goal, by the tag of their record."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.series import play_on_from, rematch
from tests.play.toy import SPIN

(ONE_TURN,) = EGG_CARTON.goals
RECORD = """\
[Game "egg-carton"]
[Player1 "Ann"]
[Seat1 "human"]
[Player2 "Player 2"]
[Seat2 "human"]
[Result "*"]
[Puzzle "one turn"]

1. D
"""


def test_a_record_names_the_goal_by_its_tag() -> None:
    match = read_match(RECORD, GAMES).whole()
    assert match.goal is ONE_TURN
    assert str(match) == RECORD
    tags = [("Puzzle", ONE_TURN.tag)]
    assert str(Match.new(EGG_CARTON, seats=(Seat("Ann"), Seat()), tags=tags).read("D")) == RECORD


@pytest.mark.parametrize("tag", ["one turn", "clear", "anything"])
def test_a_goal_that_the_game_does_not_know_is_its_first(tag: str) -> None:
    match = Match.new(EGG_CARTON, tags=[("PUZZLE", tag)])
    assert (match.has_goal, match.goal) == (True, ONE_TURN)


@pytest.mark.parametrize("tags", [[], [("Puzzle", "")], [("Event", "Puzzle")]])
def test_a_match_without_the_tag_has_no_goal(tags: list[tuple[str, str]]) -> None:
    match = Match.new(EGG_CARTON, tags=tags).read("B")
    assert (match.has_goal, match.goal, match.stopped) == (False, None, False)


def test_a_game_without_goals_knows_none_whatever_the_record_says() -> None:
    match = Match.new(SPIN, tags=[("Puzzle", "one turn")])
    assert (match.has_goal, match.goal, match.stopped) == (True, None, False)


def test_a_match_without_a_goal_stops_with_its_result() -> None:
    match = Match.new(EGG_CARTON)
    assert not match.stopped
    assert match.resign(0).stopped


def test_a_rematch_keeps_the_goal_and_a_match_that_goes_on_from_it_does_not() -> None:
    match = read_match(RECORD, GAMES).whole()
    assert rematch(match, date="", random=Random(1)).goal is ONE_TURN
    assert play_on_from(match, match.seats, date="", random=Random(1)).goal is None
