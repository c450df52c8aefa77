"""Puzzles as text, and what comes with the program."""

from __future__ import annotations

from datetime import date, timedelta
from random import Random
from statistics import fmean
from typing import Any, cast

import pytest

from marbles_tui.core import CHANCE
from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.getaway.journey import GO, PAY, Journey, Ply
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.getaway_simulation import Luck, expected, luck, outcomes
from marbles_tui.play.puzzles.puzzle import (
    EDITION,
    Stipulation,
    find_puzzle,
    name_of,
    read_puzzles,
    read_stipulation,
    shipped,
    with_puzzles,
    write_puzzle,
)
from marbles_tui.play.puzzles.tries import (
    FIRST,
    DailyMatch,
    Streak,
    Try,
    comes_back,
    course,
    dailies,
    daily,
    daily_match,
    due,
    in_order,
    next_puzzle,
    of_the_day,
    rate,
    share,
    share_match,
    streak,
)
from marbles_tui.play.series import play_on_from, rematch
from marbles_tui.table.tasks.day import DayScore
from tests.for_each import for_each
from tests.hostile.samples import dangers
from tests.play.toy import SPIN

FORK = """[Game "gobblet"]
[Id "fork"]
[Setup "K1W2,K1W3,K1,W2K4/K2,-,W2,K2/K3W4,W3K4,-,W1K2/W3K4,K3W4,-,K3W4 W011 K000 K"]
[Goal "win in 2"]
[Themes "double threat, uncover, gobble"]
[Difficulty "1450"]
[Proof "11717"]

C4B2 C1B1 C1B3
"""


def faults(text: str) -> list[str]:
    return [reading.fault for reading in read_puzzles(text, GAMES)]


def test_a_puzzle_is_read_as_it_is_written() -> None:
    (reading,) = read_puzzles(FORK, GAMES)
    puzzle = reading.puzzle
    assert puzzle
    assert (puzzle.id, puzzle.game, puzzle.goal) == ("fork", GOBBLET, Stipulation("win", 2))
    assert (puzzle.solution, puzzle.also) == (("C4B2", "C1B1", "C1B3"), ())
    assert puzzle.as_json()["seat"] == 2
    assert write_puzzle(puzzle) == FORK


def test_options_that_are_not_usual_are_tags_and_a_missing_id_follows_from_the_task() -> None:
    text = FORK.replace('[Id "fork"]', '[Rules "rogers"]').replace("C4B2", "1. c4b2 {a check}")
    (first,) = read_puzzles(text, GAMES)
    (other,) = read_puzzles(text.replace("rogers", "official"), GAMES)
    assert first.puzzle
    assert other.puzzle
    assert first.puzzle.options["rules"] == "rogers"
    assert first.puzzle.id != other.puzzle.id
    assert first.puzzle.solution[0] == "C4B2"
    assert '[Rules "rogers"]' in write_puzzle(first.puzzle)


def test_a_file_has_many_and_goes_on_after_a_bad_one() -> None:
    readings = list(read_puzzles(f"{FORK}\n{FORK.replace('win in 2', 'be happy')}\n{FORK}", GAMES))
    assert [(reading.line, bool(reading.puzzle)) for reading in readings] == [
        (1, True),
        (11, False),
        (21, True),
    ]
    assert readings[1].fault == 'the goal is \'be happy\': expected "win in N" or "survive N", N from 1 to 20'


@for_each(
    ("old", "new", "fault"),
    [
        ('[Game "gobblet"]\n', "", 'expected a tag [Game "…"]'),
        ("gobblet", "getaway", "there are no puzzles of 'getaway': expected"),
        ("win in 2", "win in 99", "the goal is 'win in 99'"),
        ('"1450"', '"hard"', "Difficulty is a number from 0 to 4,000, not 'hard'"),
        ('"11717"', '"-1"', "Proof is a number"),
        ("fork", "a fork", "an id has letters a to z, digits and -, not 'a fork'"),
        ('gobble"]\n[Diff', '<b>"]\n[Diff', "'<b>' is no theme"),
        ("C4B2 C1B1 C1B3", "", "expected the moves of the solution"),
        ("C4B2", "C4\x1bB2", "the solution has"),
        ("C4B2", "C4\x1b[2JB2", "is no tag"),
        ("\n\nC4", "\n{ never closed\nC4", "opened by { is never closed"),
        ("[Setup", "[Setup\n[Setup", "is no tag"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(old: str, new: str, fault: str) -> None:
    (found,) = faults(FORK.replace(old, new, 1))
    assert fault in found
    assert not dangers(found)


def test_a_file_of_another_kind_is_refused() -> None:
    assert faults("") == []
    assert faults("x" * 4_000_001) == ["expected at most 4,000,000 characters, found 4,000,001"]
    assert len(faults('[Game "gobblet"]\n' * 10_050)) == 10_001


@for_each("text", ["win 0", "win in", "lose in 2", "win in two", "survive 21", "win in 2" * 20])
def test_goals_are_of_two_kinds(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_stipulation(text)
    assert read_stipulation(" Survive  2 turns ") == ("survive", 2)


@for_each("game", with_puzzles(GAMES))
def test_what_ships_is_whole(game: object) -> None:
    (played,) = [known for known in GAMES if known is game]
    puzzles = shipped(played)
    assert len(puzzles) >= 20
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.position for puzzle in puzzles}) == len(puzzles)
    for puzzle in puzzles:
        position = puzzle.start()
        for word in puzzle.solution:
            position = position.play(played.find(position, word))
        won = position.result is not None and puzzle.start().turn in position.result.winners
        assert won or (position.result is None and puzzle.goal.kind == "survive"), puzzle.id
        assert not puzzle.also, puzzle.id
    assert find_puzzle(GAMES, puzzles[0].id.upper()) == puzzles[0]
    assert len({name_of(puzzle.id) for puzzle in puzzles}) == len(puzzles)
    alike = [
        each
        for game in with_puzzles(GAMES)
        for each in shipped(game)
        if name_of(each.id) == name_of(puzzles[0].id)
    ]
    found = find_puzzle(GAMES, name_of(puzzles[0].id).upper())
    assert found == (puzzles[0] if len(alike) == 1 else None)
    assert [reading.puzzle for reading in read_puzzles("\n".join(map(write_puzzle, puzzles)), GAMES)] == list(
        puzzles
    )


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


@for_each(
    ("game", "tags", "goal"),
    [
        *((EGG_CARTON, [("PUZZLE", tag)], ONE_TURN) for tag in ("one turn", "clear", "anything")),
        *((EGG_CARTON, tags, None) for tags in ([], [("Puzzle", "")], [("Event", "Puzzle")])),
        (SPIN, [("Puzzle", "one turn")], None),
    ],
)
def test_a_goal_that_the_game_does_not_know_is_its_first(game: Any, tags: list[Any], goal: object) -> None:
    match = Match.new(game, tags=tags)
    named = any(name.lower() == "puzzle" and text for name, text in tags)
    assert (match.has_goal, match.goal, match.stopped) == (named, goal, False)


def test_a_match_without_a_goal_stops_with_its_result() -> None:
    match = Match.new(EGG_CARTON)
    assert not match.stopped
    assert match.resign(0).stopped


def test_a_rematch_keeps_the_goal_and_a_match_that_goes_on_from_it_does_not() -> None:
    match = read_match(RECORD, GAMES).whole()
    assert rematch(match, date="", random=Random(1)).goal is ONE_TURN
    assert play_on_from(match, match.seats, date="", random=Random(1)).goal is None


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


def test_what_is_solved_again_on_the_same_day_comes_back_as_soon() -> None:
    tries = [solved("a", 0, well=False), solved("a", 1), solved("a", 1)]
    assert (due(tries, DAY + timedelta(3)), due(tries, DAY + timedelta(4))) == ([], ["a"])


def test_what_was_solved_at_once_does_not_come_back() -> None:
    assert due([solved("a", 0), solved("b", 0, well=False)], DAY + timedelta(9)) == ["b"]


LATE = solved("c", 0)._replace(day=(DAY - timedelta(3)).isoformat())
"""At the puzzle of a day that was over."""


@for_each(
    ("more", "later", "days"),
    [
        ([], 0, 2),
        ([solved("b", 0, day=True)], 0, 3),
        ([solved("b", 0, well=False, day=True)], 0, 0),
        ([], 1, 0),
        ([LATE], 0, 2),
    ],
)
def test_a_streak_breaks_where_a_day_is_missed(more: list[Try], later: int, days: int) -> None:
    tries = [solved("a", at, day=True) for at in (-9, -8, -7, -2, -1)]
    assert streak([*tries, *more], DAY + timedelta(later)).days == days
    assert streak(tries, DAY) == Streak(2, 3, (None, None, None, None, True, True, None))


def test_days_count_whose_puzzle_was_tried_on_the_day() -> None:
    made = [solved("a", -7, day=True), solved("b", -6, well=False, day=True), solved("c", 0, day=True)]
    made.append(solved("d", 0, well=False, day=True))  # of another game: one solved a day is enough
    assert dailies([*made, LATE]) == {DAY - timedelta(7): True, DAY - timedelta(6): False, DAY: True}


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
    text = share(found, "●○●●", 2, 1, 48.0, Streak(2, 9, (True,) * 7))
    assert text.splitlines() == [
        f"Marbles daily 325, {found.puzzle.title}",
        "●○●● 2nd try, 1 hint, 0:48",
        "2 days running",
        "●●●●●●●",
    ]
    assert not any(move in text for move in found.puzzle.solution)
    journey = share_match(daily_match(GETAWAY, DAY), 41, Streak(0, 0, (None,) * 7))
    assert journey.splitlines() == ["Marbles daily 325, Gary's Great Getaway", "● 41 gold, the house 32"]


def test_the_day_s_match_of_any_game_is_told_in_its_own_words() -> None:
    class Canal(type(GETAWAY)):  # type: ignore[misc]
        key, title = "canal", "The Canal"
        day_match = GETAWAY.day_match._replace(
            called="passage", counted="tons", aim="Land more than {} tons."
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


BOARDS = pytest.mark.parametrize("setup", GETAWAY.setups)


def begin(setup: str | None, seats: int, toll: str) -> Journey:
    match = Match.new(GETAWAY, setup=setup, options={"players": str(seats), "toll": toll})
    return cast("Journey", match.position)


def journey(setup: str, seed: int, seats: int, toll: str = "pay") -> tuple[list[Journey], list[Ply]]:
    """A journey in which all is decided by chance."""
    random = Random(seed)
    positions: list[Journey] = [begin(setup, seats, toll)]
    moves: list[Ply] = []
    while not positions[-1].result and len(moves) < 300:
        moves.append(random.choice(positions[-1].moves()))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


@BOARDS
def test_over_all_rolls_luck_is_nothing_and_the_best_decision_costs_nothing(setup: str) -> None:
    positions, moves = journey(setup, 1, seats=2, toll="choose")
    for position in positions[: len(moves)]:
        every = [luck([position], [move])[position.actor] for move in position.moves()]
        if position.turn == CHANCE:
            assert sum(one.dice for one in every) == pytest.approx(0, abs=1e-6)
            assert {one.cost for one in every} == {0}
        else:
            assert min(one.cost for one in every) == 0
            assert {one.dice for one in every} == {0}


@pytest.mark.long
@BOARDS
def test_dice_and_decisions_are_what_gold_differs_by_from_the_expectation(setup: str) -> None:
    """On the mean of many journeys; Gary's own board leads back so often that its gold is nearly all chance."""
    differences, gold = [], []
    for seed in range(40):
        positions, moves = journey(setup, seed, seats=1)
        first, last = positions[0].travellers[0], positions[-1].travellers[0]
        (found,) = luck(positions, moves)
        differences.append(
            last.gold - first.gold - expected(positions[0].course, 1)[0] - found.dice + found.cost
        )
        gold.append(last.gold)
    assert abs(fmean(differences)) < (40 if setup == "gary" else 6)
    assert setup == "gary" or fmean(map(abs, differences)) < 10


def test_the_best_roll_is_lucky_and_the_worse_answer_to_a_toll_costs_gold() -> None:
    position = begin(None, 1, "choose")
    values = outcomes(position)
    best = max(values, key=values.__getitem__)
    assert luck([position], [best])[0].dice > 0
    for word in ("*3", "*1", "*5", "*2", "*3"):
        position = position.play(GETAWAY.find(position, word))
    assert {str(move) for move in outcomes(position)} == {PAY, GO}
    costs = [luck([position], [move])[0].cost for move in position.moves()]
    assert sorted(costs)[0] == 0 < sorted(costs)[1]


def test_luck_is_told_in_parts_and_what_cost_nothing_is_not() -> None:
    assert Luck(11.6, 29.2).parts == ("dice +12", "tolls -29")
    assert str(Luck(-3.0, 0.4)) == "dice -3"


@for_each("game", with_puzzles(GAMES))
def test_untried_puzzles_come_first_then_those_whose_last_try_is_longest_ago(game: Any) -> None:
    puzzles, random = list(shipped(game)), Random(7)
    ids = [puzzle.id for puzzle in puzzles]
    tries = [solved(id, day) for day, id in enumerate(random.sample(ids, len(ids)))]

    def going_on(tries: list[Try], but: str = "") -> str:
        found = next_puzzle(puzzles, tries, but)
        assert found
        return found.id

    for at, each in enumerate(tries[:9]):
        assert going_on(tries[:at] + tries[at + 1 :]) == each.puzzle
    assert going_on(tries) == tries[0].puzzle
    assert going_on(tries, but=tries[0].puzzle) == going_on([*tries, tries[0]]) == tries[1].puzzle
    assert next_puzzle((), tries) is None
    rated = rate(()).of(game.key).number
    far = {puzzle.id: abs(puzzle.difficulty - rated) for puzzle in puzzles}
    assert far[going_on([])] == min(far.values())
