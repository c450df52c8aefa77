"""Sentences about a match as a whole."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.core.text import enumerated, folded
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, Seat
from marbles_tui.table import phrases


@pytest.mark.parametrize(
    ("names", "verdict"),
    [
        (("Ann", "Bob"), "Bob resigned. Ann wins."),
        (("Ann", "Bob", "Cleo"), "Bob resigned. Ann and Cleo win."),
        (("Ann", "Bob", "Cleo", "Dan"), "Bob resigned. Ann, Cleo and Dan win."),
    ],
)
def test_a_resignation_names_who_wins_and_who_resigns(names: tuple[str, ...], verdict: str) -> None:
    match = Match.new(BEADMASTER, setup="01201202101102", seats=[Seat(name) for name in names])
    assert phrases.verdict(match.resign(1)) == verdict


def test_what_is_taken_back_is_named() -> None:
    match = Match.new(GOBBLET).read("W1A1").read("K1B1").read("W2C1")
    assert phrases.taken_back(match, match.back(1)) == "W2C1 taken back."
    assert phrases.taken_back(match, match.back(2)) == "K1B1 and W2C1 taken back."
    assert phrases.taken_back(match, match.back(3)) == "W1A1 and what followed it taken back."
    assert phrases.taken_back(match.resign(0), match) == "The ending is taken back."
    assert phrases.taken_back(match.back(2), match.back(2).forward()) == ""


def test_nobody_is_no_words() -> None:
    assert enumerated([]) == ""


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        (GETAWAY, {"toll": "choose", "exact": "on"}, ("exact on", "toll choose")),
        (GOBBLET, {"rules": "rogers", "touch": "on"}, ("rogers", "touch on")),
        (GOBBLET, {}, ()),
    ],
)
def test_unusual_options_are_told_by_their_names(
    game: Game, options: dict[str, str], told: tuple[str, ...]
) -> None:
    assert phrases.rules(Match.new(game, options=options)) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("one two three", ["one two", "three"]),
        ("  help: these commands", ["  help:", "    these", "    commands"]),
        ("A |  W3K4  |   W1   |", ["A |  W3K4  |   W1   |"]),
        ("marbles-tui-resume", ["marbles-tui-resume"]),
        ("", [""]),
    ],
)
def test_a_line_is_folded_between_words_and_a_drawn_one_not(line: str, told: list[str]) -> None:
    assert folded(line, 9) == told
