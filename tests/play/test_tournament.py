"""Who meets whom in a tournament, and how they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import (
    DRAWN,
    OWN,
    SERIES,
    arrange,
    follows_in_series,
    next_in_series,
    place_in_series,
    play_on_from,
    rematch,
    score,
)
from marbles_tui.play.tournament import (
    BYE,
    EXTRA,
    Meeting,
    PlayedGame,
    Schedule,
    arena_standings,
    pairings,
    rounds_of,
    standings,
    swiss_round,
    winner,
)
from marbles_tui.table import ending
from tests.for_each import for_each


def names(count: int) -> list[str]:
    return [chr(ord("a") + at) for at in range(count)]


def whole(
    entrants: list[str], form: Schedule, random: Random, games: int = 1, rounds: int = 0
) -> list[PlayedGame]:
    """All games of a tournament, played by chance."""
    results: list[PlayedGame] = []
    while True:
        found = pairings(entrants, results, form, games=games, rounds=rounds)
        waiting = [meeting for meeting in found if not meeting.over]
        if not waiting:
            return results
        one = random.choice(waiting)
        score = random.choice([1.0, 0.5, 0.0])
        pair, points = (one.first, one.second), (score, 1 - score)
        if one.games % 2:
            pair, points = pair[::-1], points[::-1]
        results.append(PlayedGame(one.round, *pair, points))


@for_each("count", range(2, 12))
def test_each_meets_each_once_and_begins_about_half_the_time(count: int) -> None:
    found = pairings(names(count), [], Schedule.ROUND_ROBIN)
    assert Counter(frozenset(one[1:3]) for one in found) == Counter(
        frozenset((a, b)) for a in names(count) for b in names(count) if a < b
    )
    for number in range(1, rounds_of(count, Schedule.ROUND_ROBIN) + 1):
        there = [name for one in found if one.round == number for name in one[1:3]]
        assert len(there) == len(set(there)) == count - count % 2
    begun = Counter(one.first for one in found)
    assert all(abs(2 * begun[name] - (count - 1)) <= 1 + (count % 2) for name in names(count))


@for_each("games", [1, 3])
@for_each("count", range(2, 18))
def test_a_knockout_ends_with_one_who_was_never_out(count: int, games: int) -> None:
    entrants = names(count)
    results = whole(entrants, Schedule.KNOCKOUT, Random(count), games)
    found = pairings(entrants, results, Schedule.KNOCKOUT, games=games)
    out = [one for one in found if one.second != BYE]
    assert len(out) == count - 1
    losers = [({one.first, one.second} - {winner(one, entrants)}).pop() for one in out]
    assert len(set(losers)) == count - 1
    first = standings(entrants, results, Schedule.KNOCKOUT, games=games)[0]
    assert {first.entrant} == set(entrants) - set(losers)
    assert [first.place, found[-1].round] == [1, rounds_of(count, Schedule.KNOCKOUT)]


def test_the_best_seeds_have_the_byes_and_meet_last() -> None:
    found = pairings(names(6), [], Schedule.KNOCKOUT)
    assert [one[1:3] for one in found] == [("a", BYE), ("d", "e"), ("b", BYE), ("c", "f")]
    results = [PlayedGame(1, "d", "e", (1, 0)), PlayedGame(1, "c", "f", (1, 0))]
    second = [one[1:3] for one in pairings(names(6), results, Schedule.KNOCKOUT) if one.round == 2]
    assert second == [("a", "d"), ("b", "c")]


def test_a_level_meeting_goes_on_and_at_last_the_better_seed_is_through() -> None:
    draw = PlayedGame(1, "a", "b", (0.5, 0.5))
    for count in range(1 + EXTRA):
        (one,) = pairings(["a", "b"], [draw] * count, Schedule.KNOCKOUT)
        assert not one.over
    (one,) = pairings(["a", "b"], [draw] * (1 + EXTRA), Schedule.KNOCKOUT)
    assert (one.over, winner(one, ["a", "b"])) == (True, "a")
    (one,) = pairings(["a", "b"], [draw, PlayedGame(1, "b", "a", (1, 0))], Schedule.KNOCKOUT)
    assert (one.over, winner(one, ["a", "b"])) == (True, "b")


def test_best_of_three_ends_when_it_is_decided() -> None:
    won = [PlayedGame(1, "a", "b", (0, 1)), PlayedGame(1, "b", "a", (1, 0))]
    assert pairings(["a", "b"], won, Schedule.KNOCKOUT, games=3) == (
        Meeting(1, "a", "b", (0, 2), 2, over=True),
    )
    assert not pairings(["a", "b"], won, Schedule.ROUND_ROBIN, games=3)[0].over


@for_each("count", range(2, 14))
def test_nobody_meets_the_same_twice_in_a_swiss_tournament(count: int) -> None:
    rounds = min(count - 1, 5)
    results = whole(names(count), Schedule.SWISS, Random(count), rounds=rounds)
    found = pairings(names(count), results, Schedule.SWISS, rounds=rounds)
    met = Counter(frozenset(one[1:3]) for one in found if one.second != BYE)
    byes = Counter(one.first for one in found if one.second == BYE)
    assert found[-1].round == rounds
    if count > 6:  # in few rounds among many it can always be helped
        assert max(met.values()) == 1
    assert not byes or max(byes.values()) == 1
    per_round = Counter(one.round for one in found)
    assert set(per_round.values()) == {(count + 1) // 2}


@for_each(
    ("ranked", "met", "pairs"),
    [
        ("bdac", [("a", "b"), ("c", "d")], [("b", "d"), ("a", "c")]),
        ("ab", [("a", "b")], [("b", "a")]),
        ("abc", [("c", BYE)], [("a", "c"), ("b", BYE)]),
    ],
)
def test_who_has_done_as_well_is_met_next_and_begins_in_turn(
    ranked: str, met: list[tuple[str, str]], pairs: list[tuple[str, str]]
) -> None:
    assert swiss_round([*ranked], met) == pairs


def test_points_then_those_of_whom_one_has_beaten() -> None:
    round_of = {frozenset(one[1:3]): one.round for one in pairings(names(4), [], Schedule.ROUND_ROBIN)}
    won = ["ab", "cd", "bd", "bc"]
    results = [PlayedGame(round_of[frozenset(pair)], pair[0], pair[1], (1, 0)) for pair in won]
    table = standings(names(4), results, Schedule.ROUND_ROBIN)
    assert [(one.place, one.entrant, one.points, one.tie_break, one.won, one.lost) for one in table] == [
        (1, "b", 2, 1, 2, 1),
        (2, "a", 1, 2, 1, 0),
        (3, "c", 1, 0, 1, 1),
        (4, "d", 0, 0, 0, 2),
    ]
    assert [one.place for one in standings(names(2), [], Schedule.ROUND_ROBIN)] == [1, 1]


def test_of_those_who_are_level_in_an_arena_who_has_played_less_is_named_first() -> None:
    won = [("a", "d", (1, 0)), ("a", "c", (0, 1)), ("b", "d", (1, 0)), ("c", "d", (0.5, 0.5))]
    table = arena_standings(names(4), [PlayedGame(1, *one) for one in won])
    assert [(one.place, one.entrant, one.points) for one in table] == [
        (1, "c", 3), (2, "b", 2), (2, "a", 2), (4, "d", 1),
    ]  # fmt: skip


def test_games_of_nobody_who_meets_count_for_nothing() -> None:
    found = pairings(
        ["a", "b"], [PlayedGame(7, "a", "b", (1, 0)), PlayedGame(1, "x", "b", (1, 0))], Schedule.ROUND_ROBIN
    )
    assert found == (Meeting(1, "a", "b"),)


def of_series(words: str) -> Match:
    tags = ((SERIES, words),) if words else ()
    return Match.new(EGG_CARTON, seats=[Seat("Ann"), Seat("Bob")], tags=tags)


@for_each(
    ("words", "place"),
    [
        ("1/3", (1, 3)), ("3/3", (3, 3)), ("1/9", (1, 9)), ("", (1, 1)), ("4/3", (1, 1)), ("0/3", (1, 1)),
        ("3/10", (1, 1)), ("two/3", (1, 1)), ("2", (1, 1)),
    ],
)  # fmt: skip
def test_a_match_knows_its_place(words: str, place: tuple[int, int]) -> None:
    assert place_in_series(of_series(words)) == place


def test_the_seats_move_round_and_the_score_goes_with_the_people() -> None:
    seats = [Seat(name) for name in ("Ann", "Bob", "Cleo")]
    first = Match.new(BEADMASTER, seats=seats, tags=((SERIES, "1/3"),), random=Random(1)).resign(0)
    assert score(first) == (0.0, 1.0, 1.0)
    second = next_in_series(first, date="2026.01.02", random=Random(1))
    assert second
    assert place_in_series(second) == (2, 3)
    assert second.names == ("Bob", "Cleo", "Ann")
    assert score(second) == (1.0, 1.0, 0.0)
    assert score(second.resign(1)) == (2.0, 1.0, 1.0)


def test_a_series_ends_with_its_last_match_and_goes_on_after_no_unfinished_one() -> None:
    assert next_in_series(of_series("1/3"), date="", random=Random(1)) is None
    assert next_in_series(of_series("3/3").resign(0), date="", random=Random(1)) is None


def test_a_position_that_somebody_typed_counts_for_no_rating() -> None:
    seats = (Seat("Ann"), Seat("Novice", "computer novice"))
    for setup, rated in (
        ("1,1,1,1,1,1/1,1,1,1,1,1/0,0/1", False),
        ("random", True),
        (None, True),
        ("2", True),
    ):
        match = arrange(
            EGG_CARTON, setup=setup, options={}, seats=seats, date="", random=Random(1), series=True
        )
        assert is_rated(match) is rated, setup
        again = rematch(match, date="", random=Random(2), swap=True)
        assert is_rated(again) is rated, setup


def test_a_game_that_is_shorter_than_usual_counts_for_no_rating() -> None:
    seats = (Seat("Ann"), Seat("Novice", "computer novice"))
    for lose, rated in (("5", False), ("6", True), ("7", True)):
        match = arrange(ABACUS, setup=None, options={"lose": lose}, seats=seats, date="", random=Random(1))
        assert is_rated(match) is rated, lose


@pytest.mark.parametrize("setup", [None, "random", " Random "])
def test_a_start_left_to_chance_is_drawn_anew_also_where_nobody_named_it(setup: str | None) -> None:
    seats = (Seat("Ann"), Seat("Bob"))
    match = arrange(BEADMASTER, setup=setup, options={}, seats=seats, date="", random=Random(1))
    assert match.tag(DRAWN) == "random"
    assert rematch(match, date="", random=Random(2)).setup != match.setup
    bars = arrange(BEADMASTER, setup=match.setup, options={}, seats=seats, date="", random=Random(1))
    assert bars.tag(DRAWN) == ""


def test_a_series_that_is_decided_is_over_and_the_end_says_so() -> None:
    first = arrange(
        EGG_CARTON,
        setup="classic",
        options={},
        seats=[Seat("Ann"), Seat("Bob")],
        date="",
        random=Random(1),
        series=True,
        best=3,
    ).resign(0)
    second = next_in_series(first, date="", random=Random(1))
    assert second
    assert follows_in_series(first) == 2
    assert follows_in_series(second.agree()) == 3, "1½ of 3 can still be caught up with"
    won = second.resign(1)
    assert (follows_in_series(won), next_in_series(won, date="", random=Random(1))) == (0, None)
    assert ending.follows(won) == "again"
    assert ending.actions(won)[0].label.startswith("Again")
    report = ending.report(won, ending.EndWords(won))
    (line,) = [line for line in report.lines if line.group == "series"]
    assert line.text.endswith("Bob won it.")


TAGS = {
    "Event": "Fair", "TimeControl": "5+3", "Drawn": "random", "Season": "1/2", "Tournament": "t", "Round": "1",
    "Series": "1/3", "Score": "0-0", "Seed": "7", "Room": "r", "Analysis": "yes", "Rated": "no", "Changed": "players",
    "TimeLeft": "5 9", "BestOf": "3",
}  # fmt: skip
"""Every tag that a match can have of its own, and two of its game."""


@for_each(
    ("follow", "anew", "lost"),
    [
        (rematch, "Seed", "Season Tournament Round Room Analysis Rated Changed TimeLeft"),
        (next_in_series, "Series Score", "Analysis Rated TimeLeft"),
        (
            lambda match, **named: play_on_from(match, match.seats, **named),
            "Seed",
            "Drawn Season Tournament Round Series Score Room Analysis Rated Changed TimeLeft BestOf",
        ),
    ],
)
def test_each_tag_goes_on_is_made_anew_or_is_lost(follow: Callable[..., Match], anew: str, lost: str) -> None:
    assert {tag.lower() for tag in TAGS} >= set(OWN), "of a new tag it is to be decided what becomes of it"
    seats = (Seat("Ann"), Seat("Bea"))
    before = Match.new(EGG_CARTON, seats=seats, tags=tuple(TAGS.items()), random=Random(1)).resign(0)
    tags = dict(follow(before, date="", random=Random(2)).tags)
    assert TAGS.keys() - tags.keys() == set(lost.split())
    assert {tag for tag in tags if tags[tag] != TAGS[tag]} == set(anew.split())
