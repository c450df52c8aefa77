"""The puzzle of the day, the tries at puzzles, and what is told of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest

from marbles_tui.core import CHANCE
from marbles_tui.games import GAMES
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match
from marbles_tui.play.puzzles.daily import FIRST, DailyMatch, daily, daily_match, in_order, of_the_day
from marbles_tui.play.puzzles.share import share, share_match
from marbles_tui.play.puzzles.shipped import EDITION, shipped, with_puzzles
from marbles_tui.play.puzzles.tries import Streak, Try, comes_back, course, dailies, due, rate, streak
from marbles_tui.table.tasks.day import DayScore

DAY = date(2026, 11, 22)


def solved(puzzle: str, days: int, well: bool = True, day: bool = False) -> Try:
    """A try so many days after DAY."""
    on = DAY + timedelta(days)
    return Try(puzzle, "gobblet", 1200, well, on, on.isoformat() if day else "")


def test_the_day_decides_and_games_take_turns() -> None:
    games = with_puzzles(GAMES)
    found = [daily(GAMES, DAY + timedelta(at)) for at in range(len(games))]
    assert found[0].number == (DAY - FIRST).days == 325
    assert {each.puzzle.game for each in found} == set(games)
    assert daily(GAMES, DAY, games[0]).puzzle.game is games[0]
    with pytest.raises(ValueError, match="the first daily puzzle was on 2026-01-01"):
        daily(GAMES, date(2025, 12, 31))


def test_a_day_has_the_puzzles_that_it_had() -> None:
    """Who changes the set changes every day's puzzle: then `EDITION` is raised, and these are other ones."""
    assert EDITION == 2
    assert [daily(GAMES, DAY, game).puzzle.id for game in with_puzzles(GAMES)] == [
        "egg-carton-80a7b9",
        "abacus-11d63e",
        "beadmaster-81b2d8",
        "gobblet-dace7e",
    ]


def test_no_puzzle_comes_twice_before_all_have_come() -> None:
    game = with_puzzles(GAMES)[0]
    puzzles = shipped(game)
    seen = {daily(GAMES, DAY + timedelta(at), game).puzzle.id for at in range(len(puzzles))}
    assert len(seen) == len(puzzles)
    assert [puzzle.id for puzzle in in_order(puzzles)] != [puzzle.id for puzzle in puzzles]


def test_a_journey_has_the_same_rolls_for_everybody_whatever_they_choose() -> None:
    journey = daily_match(GETAWAY, DAY)
    assert (journey.setup, journey.score, journey.best) == ("wood", 32, 48)
    rolls = []
    for answer in ("pay", "go"):
        match: Match = journey.match("Ann")
        drawn: list[str] = []
        while match.result is None and len(drawn) < 6:
            if match.turn == CHANCE:
                drawn.append(str(journey.drawn(match)))
                match, _ = match.play(journey.drawn(match))
            else:
                match = match.read(answer)
        rolls.append(drawn)
    assert rolls[0] == rolls[1]


def test_a_missed_puzzle_comes_back_after_1_3_7_14_and_30_days() -> None:
    tries = [solved("a", 0, well=False)]
    assert due(tries, DAY) == []
    days = 0
    for pause in (1, 3, 7, 14, 30):
        days += pause
        assert due(tries, DAY + timedelta(days - 1)) == []
        assert due(tries, DAY + timedelta(days)) == ["a"]
        tries.append(solved("a", days))
    assert due(tries, DAY + timedelta(1000)) == []
    tries.append(solved("a", days, well=False))
    assert due(tries, DAY + timedelta(days + 1)) == ["a"]


def test_what_was_solved_at_once_does_not_come_back() -> None:
    assert due([solved("a", 0), solved("b", 0, well=False)], DAY + timedelta(9)) == ["b"]


def test_a_streak_breaks_where_a_day_is_missed() -> None:
    tries = [solved("a", at, day=True) for at in (-9, -8, -7, -2, -1)]
    assert streak(tries, DAY) == Streak(2, 3, (None, None, None, None, True, True, None))
    assert streak([*tries, solved("b", 0, day=True)], DAY).days == 3
    assert streak([*tries, solved("b", 0, well=False, day=True)], DAY).days == 0
    assert streak(tries, DAY + timedelta(1)).days == 0
    late = solved("c", 0)._replace(day=(DAY - timedelta(3)).isoformat())
    assert streak([*tries, late], DAY).days == 2


def test_days_count_whose_puzzle_was_tried_on_the_day() -> None:
    made = [solved("a", -7, day=True), solved("b", -6, well=False, day=True), solved("c", 0, day=True)]
    late = solved("d", 0)._replace(day=(DAY - timedelta(3)).isoformat())
    assert dailies([*made, late]) == {DAY - timedelta(7): True, DAY - timedelta(6): False, DAY: True}


def test_a_rating_has_a_course_and_what_was_missed_a_day_on_which_it_comes_back() -> None:
    made = [solved("a", -3), solved("b", -2, well=False), solved("b", -1), solved("a", 0)]
    ratings = course(made, made[0].game)
    assert ratings[0] > 1000 > ratings[1] - 500
    assert len(ratings) == 2
    assert ratings[-1] == rate(made).of(made[0].game).number
    assert course(made, "another") == []
    assert (comes_back(made, "a"), comes_back(made, "b")) == (None, DAY + timedelta(2))


def test_the_first_try_at_each_puzzle_changes_both_ratings() -> None:
    tries = [solved("a", 0), solved("a", 1, well=False), solved("b", 1, well=False)]
    once, both = rate(tries[:1]), rate(tries)
    assert once.of("gobblet").number > 1000 > once.of("abacus").number - 1
    assert once.puzzles["a"].number < 1200
    assert rate(tries[:2]) == once
    assert both.of("gobblet").number < once.of("gobblet").number
    assert both.puzzles["b"].number > 1200


def test_what_is_shared_has_at_most_six_lines_and_no_move() -> None:
    found = daily(GAMES, DAY)
    text = share(found, "●○●●", 2, 1, 48.0, Streak(7, 9, (True,) * 7))
    assert text.splitlines() == [
        f"Marbles daily 325, {found.puzzle.title}",
        "●○●● 2nd try, 1 hint, 0:48",
        "7 days running",
        "●●●●●●●",
    ]
    assert not any(move in text for move in found.puzzle.solution)
    journey = share_match(daily_match(GETAWAY, DAY), 41, Streak(0, 0, (None,) * 7))
    assert journey.splitlines() == ["Marbles daily 325, Gary's Great Getaway", "● 41 gold, the house 32"]


def test_the_day_s_match_of_any_game_is_told_in_its_own_words() -> None:
    class Canal(type(GETAWAY)):  # type: ignore[misc]
        key, title = "canal", "The Canal"
        day_match = replace(
            GETAWAY.day_match, called="passage", counted="tons", aim="Land more than {} tons."
        )

    found = of_the_day([Canal()], DAY, Canal())
    assert isinstance(found, DailyMatch)
    assert (found.id, found.title) == ("canal-2026-11-22", "The Canal: more than 32 tons")
    assert found.as_json()["goal"] == {"kind": "tons", "more_than": 32}
    kept: list[Try] = []
    score = DayScore(found, kept.append, DAY)
    match = found.match("Ann")
    while match.result is None:
        chance = match.turn == CHANCE
        match, _ = match.play(found.drawn(match) if chance else found.rules.choose(match.position))
    score.over(match)
    score.over(match)
    assert [(made.puzzle, made.score, made.solved) for made in kept] == [("canal-2026-11-22", 32, False)]
    occasion = score.occasion()
    told = " ".join((*occasion.notes, str(occasion.stakes), occasion.refused["undo"], score.shared(match)))
    assert "passage" in told
    assert "32 tons" in told
    assert "journey" not in told
    assert "gold" not in told
