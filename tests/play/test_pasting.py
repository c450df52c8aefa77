"""Lists of moves that are pasted: what game they are, how far they are good, and what is said of them."""

from __future__ import annotations

import pytest

from marbles_tui.games import GAMES
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.games.gobblet.position import Gobblets
from marbles_tui.play import Match, Reading, Seat, read_match, recognise
from marbles_tui.play.pasting import explain_fault, summarise
from tests.typed import typed

OFFICIAL = "W3B2\nK1C3\nW1A1\n"
ROGERS = "W3B2\nK1C3\nW3B3\nK2B3\n"


def only(text: str) -> Reading:
    """The first reading, which is the likeliest: every list fits Rogers's rules that fits the official ones."""
    reading, *others = recognise(text, GAMES)
    assert [other.match and other.match.options["rules"] for other in others] in ([], ["rogers"])
    return reading


def good_part(reading: Reading) -> Match:
    assert reading.match
    return reading.match


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\n\n", " ", "\t\r\n"])
def test_any_line_ends_will_do(end: str) -> None:
    match = only(end.join(["W3B2", "k1c3", "W1A1"])).whole()
    assert (match.game, list(map(str, match.moves))) == (GOBBLET, ["W3B2", "K1C3", "W1A1"])


def test_the_rules_are_those_that_fit() -> None:
    assert only(OFFICIAL).whole().options["rules"] == "official"
    assert only(ROGERS).whole().options["rules"] == "rogers"


def test_what_both_rules_allow_is_asked_for() -> None:
    both = recognise(OFFICIAL, GAMES)
    assert [good_part(reading).options["rules"] for reading in both] == ["official", "rogers"]
    (one,) = recognise(ROGERS, GAMES)
    assert good_part(one).options["rules"] == "rogers"


def test_at_a_table_the_rules_are_the_tables() -> None:
    table = Match.new(GOBBLET, options={"rules": "rogers", "memory": "on"})
    (reading,) = recognise(OFFICIAL, GAMES, table)
    assert good_part(reading).options == table.options
    assert good_part(reading).plies == 3


def test_at_a_table_other_rules_are_tried_where_its_own_do_not_fit() -> None:
    table = Match.new(GOBBLET, options={"memory": "on"})
    (reading,) = recognise(ROGERS, GAMES, table)
    assert (good_part(reading).plies, reading.fault) == (4, None)
    assert good_part(reading).options == {**table.options, "rules": "rogers"}


def test_at_a_table_the_start_is_the_tables_where_it_fits() -> None:
    table = Match.new(GOBBLET, setup="W4,-,-,-/-,-,-,-/-,-,-,-/-,-,-,K4 W344 K344 W")
    assert good_part(recognise("A1B1\nD4D3", GAMES, table)[0]).setup == table.setup
    assert good_part(recognise("W1A1\nK1D4\nA1A2", GAMES, table)[0]).setup is None


def test_at_a_table_only_its_game_is_tried() -> None:
    (reading,) = recognise("A\nC\n", GAMES, Match.new(EGG_CARTON))
    assert good_part(reading).game is EGG_CARTON
    assert recognise("A\nC\n", GAMES, Match.new(GOBBLET)) == []


def test_a_bad_line_is_named_and_the_good_part_kept() -> None:
    reading = only("W3B2\r\n\r\nK1B2\r\nW1A1")
    assert good_part(reading).plies == 1
    assert explain_fault(reading) == (
        "line 3: K1B2 is not legal here: from a stack, go to an empty cell or cover one of White's three in a line"
    )


def test_nothing_is_said_of_a_whole_list() -> None:
    assert explain_fault(only(OFFICIAL)) == ""


def test_a_record_with_its_game_is_read_once_and_by_its_own_rules() -> None:
    assert only(f'[Game "gobblet"] [Rules "rogers"]\n{ROGERS}').whole().plies == 4
    assert only('[Game "gobblet"]\n').whole().plies == 0
    assert only(f'[Game "gobblet"]\n{ROGERS}').line == 5
    assert recognise('[Game "chess"]\n1. e4 e5', GAMES) == []


def test_play_goes_on_from_there() -> None:
    match, _ = (
        only(OFFICIAL).whole().play(GOBBLET.find(typed(good_part(only(OFFICIAL)).position, Gobblets), "K2D4"))
    )
    assert str(match.moves[-1]) == "K2D4"


@pytest.mark.parametrize(
    ("words", "summary"),
    [
        ("", "0 moves, Player 1 to move"),
        ("W1A1", "1 move, Player 2 to move"),
        ("W1A1 K1D4 #1", "2 moves, won by Player 2"),
        ("W1A1 =", "1 move, drawn"),
    ],
)
def test_a_summary_says_how_far_a_match_has_come(words: str, summary: str) -> None:
    assert summarise(read_match(words, GAMES, GOBBLET).whole()) == summary


def test_a_summary_calls_everybody_as_the_table_does() -> None:
    assert summarise(Match.new(EGG_CARTON)) == "0 moves, Player 1 to move"
    assert summarise(Match.new(EGG_CARTON, seats=[Seat("Ann"), Seat()])) == "0 moves, Ann to move"
