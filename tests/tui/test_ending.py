"""The end of a match on its screen: what it says to whom, when its keys are heard, and what they do."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from marbles_tui.core.frame import Tone
from marbles_tui.games import GAMES
from marbles_tui.play.played import length_of, played, turn_numbers, turns_of
from marbles_tui.play.rating import Rating
from marbles_tui.play.statistics import HeadToHead, Progress
from marbles_tui.table.ending import (
    Report,
    TurningPoint,
    actions,
    follows,
    is_best,
    progress_lines,
    report,
    tone_of,
)
from marbles_tui.table.pages import example
from marbles_tui.table.tasks.play import following, what_resigning_costs
from marbles_tui.tui.games import VIEWS
from tests.tui.conftest import match_of
from tests.tui.endings import FRIENDS, LAST, NOVICE

COMPUTERS = '[Player1 "Master"][Seat1 "computer master"][Player2 "Novice"][Seat2 "computer novice"]'


LOSING = '[Game "egg-carton"][Setup "1,1,1,1,1,1/0,0,0,0,0,1/0,0/2"]'


def report_of(record: str, **known: Any) -> Report:
    match = match_of(record)
    return report(match, VIEWS[match.game.key].match().end_words(match), **known)


@pytest.mark.parametrize(
    ("record", "tone", "words", "how"),
    [
        (f"{LAST}{NOVICE} F", Tone.WON, "You win", "You cleared your side in 1 turn."),
        (f"{LOSING}{NOVICE} N", Tone.LOST, "Lost", "Novice cleared its side first."),
        (f"{LAST}{FRIENDS} F", Tone.WON, "Ann wins", "Ann cleared their side in 1 turn."),
        (f"{LAST}{COMPUTERS} F", Tone.NEUTRAL, "Master wins", "Master cleared its side in 1 turn."),
        (f"{LAST}{NOVICE} =", Tone.DRAWN, "Draw", "Agreed before the first move, with 1 to 6 marbles."),
        (f"{LAST}{NOVICE} #1", Tone.LOST, "Lost", "You resigned before the first move."),
        (f"{LAST}{NOVICE} #2", Tone.WON, "You win", "Novice resigned before the first move."),
    ],
)
def test_the_end_knows_who_is_looking(record: str, tone: Tone, words: str, how: str) -> None:
    told = report_of(record)
    assert (told.tone, told.words, told.how) == (tone, words, how)


@pytest.mark.parametrize(
    ("record", "labels"),
    [
        (
            f"{LAST}{NOVICE} F",
            ["Again, Novice begins", "Next level: Amateur", "Review the game", "Share this game"],
        ),
        (
            f'{LAST}{NOVICE}[Rated "no"] F',
            ["Again, Novice begins", "Review the game", "Share this game"],
        ),
        (f"{LOSING}{NOVICE} N", ["Again, you begin", "Review the game", "Share this game"]),
        (f"{LAST}{FRIENDS} F", ["Again, Bea begins", "Review the game", "Share this game"]),
        (
            f'{LAST}{NOVICE}[Series "1/2"][Score "0-0"] F',
            ["Game 2 of 2, Novice begins", "Review the game", "Share this game"],
        ),
    ],
)
def test_what_the_end_offers(record: str, labels: list[str]) -> None:
    assert [action.label for action in actions(match_of(record))] == labels


def test_in_few_columns_it_is_said_which_side_you_play_next() -> None:
    assert actions(match_of(f"{LAST}{NOVICE} F"))[0].short == "Again, they begin"
    assert actions(match_of(f"{LAST}{FRIENDS} F"))[0].short == "Again, Bea begins"


ENDLESS = """[Game "getaway"][Player1 "Ann"][Player2 "Automatic"][Seat2 "computer automatic"]
% 20 2 4
% Start :
% Cave : X E 6 : Sword
% Inn : R F 1
% Castle :
*1 *1 ="""


def test_a_journey_that_never_ended_gives_nobody_a_place() -> None:
    match = match_of(ENDLESS)
    told = report_of(ENDLESS)
    assert (told.tone, told.words) == (Tone.DRAWN, "Draw")
    assert told.how.endswith("This game can never end: square 1 waits for a 6, and the die has 2 sides.")
    assert "places" not in {line.group for line in told.lines}
    assert actions(match)[0].word == "Again"
    view = VIEWS["getaway"].match()
    assert not view.writes_end(match, told.tone, [0])
    home = ENDLESS.replace("[Seat2", '[Series "1/2"][Score "0-0"][Seat2').replace("*1 *1 =", "*2 *2 *1 *1")
    places = [(line.label, line.text.split()) for line in report_of(home).lines if line.group == "places"]
    assert [(label, told[1:]) for label, told in places] == [
        ("1st Ann", ["won", "1", "dice", "+0"]),
        ("1st Automatic", ["won", "1", "dice", "+0"]),
    ]
    assert view.writes_end(match_of(home), Tone.WON, [0])


def test_the_finest_square_is_no_record_of_gold() -> None:
    golden = ENDLESS.replace("Cave : X E 6 : Sword", "Cave : S F 7").replace("*1 *1 =", "*1 *2 *2 *1")
    told = report_of(golden, best=True)
    finest = [line.text for line in told.lines if line.label == "Finest"]
    assert finest == ["Cave: 7 gold in turn 1."]


def test_what_enter_plays_has_one_name_in_the_panel_and_below_it() -> None:
    match = match_of(f"{LAST}{NOVICE} F")
    again = actions(match)[0]
    assert (again.label, again.word, follows(match)) == (
        "Again, Novice begins",
        "Again",
        "again",
    )


def test_a_turning_point_of_yours_can_be_tried_again() -> None:
    match = match_of(f"{LAST}{NOVICE} A #1".replace("0,0,0,0,0,1", "1,1,1,1,1,1"))
    assert tone_of(match)[0] is Tone.LOST
    told = report_of(str(match), turning=TurningPoint(1, "better was F"))
    assert "Try turn 1 again from there" in [action.label for action in told.actions]
    assert [line.text for line in told.lines if line.group == "turned"] == ["A in turn 1", "better was F."]


def test_a_series_ends_with_its_score_and_a_draw_is_said() -> None:
    told = report_of(f'{LAST}{NOVICE}[Series "2/2"][Score "0-1"] F')
    assert [line.text for line in told.lines if line.label == "Series"] == ["Ann 1, Novice 1. Drawn."]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_turns_are_counted_as_the_record_counts_them(game: Any) -> None:
    match = example(game)
    starts = [at for at, word in enumerate(match.numbered()) if "." in word]
    numbers = turn_numbers(match)[:-1]
    assert numbers == [sum(start <= ply for start in starts) for ply in range(match.plies)]


def test_who_gives_up_does_so_in_the_turn_that_they_were_in() -> None:
    running = f'[Game "abacus"]{NOVICE} c4d4 g6f6'
    assert turn_numbers(match_of(running))[-1] == 2
    match = match_of(f"{running} #1")
    assert report_of(f"{running} #1").how == "You resigned in turn 2."
    counted = played(match)
    assert counted
    assert counted.length == length_of(match) == 2
    assert turns_of(match) == (1, 1)


def test_the_last_one_on_the_road_still_has_turns_and_an_answer_is_none() -> None:
    text = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"][toll "choose"]
% 20 6 4
% Start :
% Gate : Y Q F -1 F 5
% Inn : R F 1
% Castle :

*3 *1 pay *1 *1
"""
    match = match_of(text)
    assert match.result
    assert turn_numbers(match)[:-1] == [1, 1, 1, 2, 3]
    assert length_of(match) == 3
    assert turns_of(match) == (1, 3)


def test_a_rematch_is_played_under_the_name_given_since() -> None:
    computer = '[Seat2 "computer novice"][Player2 "Novice"]'
    match = match_of(f'[Game "egg-carton"][Player1 "Player 1"]{computer} F')
    assert following(match, "Zoe", Random(1)).names[0] == "Zoe"
    named = match_of(f'[Game "egg-carton"]{NOVICE} F')
    assert following(named, "Zoe", Random(1)).names[0] == "Ann"


def test_progress_is_told_with_what_changed() -> None:
    match = match_of(f"{LAST}{NOVICE} F")
    words = VIEWS["egg-carton"].match().end_words(match)
    before = Progress(game="egg-carton", ratings=[1010.0], total=HeadToHead(shortest_win=12))
    after = Progress(
        game="egg-carton",
        rating=Rating(1019.0, 60.0),
        ratings=[1010.0, 1019.0],
        total=HeadToHead(streak=3),
        against={"novice": HeadToHead(played=5, won=3, drawn=0, lost=2)},
    )
    told = {line.label: line.text for line in progress_lines(match, words, before, after)}
    assert told == {
        "Fewest": "1 turn, 12 before.  New best",
        "Rating": "1,019  up 9 from 1,010",
        "Score": "Won 3, lost 2 against Novice. 3 wins in a row.",
    }
    helped = match_of(f'{LAST}{NOVICE}[Rated "no"] F')
    told = {line.label: line.text for line in progress_lines(helped, words, before, before)}
    assert told["Rating"] == "Not rated: the computer helped you."
    assert not is_best(words, before)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_end_of_any_example_is_told_in_sentences(game: Any) -> None:
    match = example(game)
    ended = match if match.result else match.resign(0)
    told = report(ended, VIEWS[game.key].match().end_words(ended))
    assert told.how.endswith(".")
    assert all(line.text or line.label for line in told.lines)
    assert told.actions[0].key == "enter"


def test_what_resigning_costs_is_said() -> None:
    assert what_resigning_costs(match_of(f"{LAST}{NOVICE}")) == ", but a game without a move is not counted"
    assert what_resigning_costs(match_of(f'[Game "abacus"]{NOVICE} a1b2')) == ", and it costs rating points"
    assert what_resigning_costs(match_of(f'[Game "abacus"]{NOVICE}[Rated "no"] a1b2')) == ""


def test_a_game_without_a_move_has_no_turning_point() -> None:
    assert all(action.key != "t" for action in actions(match_of(f"{LAST}{NOVICE} #1")))


@pytest.mark.parametrize(("end", "word"), [("#2", "Next level"), ("#1", "Easier")])
def test_narrow_actions_say_what_they_do(end: str, word: str) -> None:
    beginner = NOVICE.replace("novice", "apprentice")
    offered = {
        action.key: action.word for action in actions(match_of(f'[Game "abacus"]{beginner} a1b2 {end}'))
    }
    assert offered["p"] == word
    assert offered["t"] == "Review"


THREE = """[Game "getaway"][Player1 "Ann"][Player2 "Automatic"][Seat2 "computer automatic"]
[Player3 "Victor"][Seat3 "computer victor"]
% 20 3 4
% Start :
% Inn : R F 5
% Camp : R F 2
% Castle :
*2 *1 *3 *1 *2"""


def test_the_second_of_three_is_told_the_place() -> None:
    told = report_of(THREE)
    assert (told.tone, told.words) == (Tone.LOST, "Second")
