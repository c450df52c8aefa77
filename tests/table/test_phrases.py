"""Sentences about a match as a whole."""

from __future__ import annotations

import pytest

from marbles_tui.core import Game
from marbles_tui.core.text import addressed, enumerated, folded
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
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


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("You rolls 5.", "You roll 5."),
        ("You clears the side and wins.", "You clear the side and win."),
        ("You has no bead left and is out.", "You have no bead left and are out."),
        ("Off the board: You goes again.", "Off the board: you go again."),
        ("You pushes 2 with 3: a1-a3 on to a4.", "You push 2 with 3: a1-a3 on to a4."),
        ("You carries it.", "You carry it."),
        ("All beads fell: You, who slid, wins.", "All beads fell: you, who slid, win."),
        ("You, white, has 3.", "You, white, have 3."),
        ("You's big gobblet gobbles Ann's small one.", "Your big gobblet gobbles Ann's small one."),
        ("Ann's big gobblet gobbles You's small one.", "Ann's big gobblet gobbles your small one."),
        (
            "Four of You's are left uncovered in A: You wins.",
            "Four of yours are left uncovered in A: you win.",
        ),
        ("You: You are on Harbour.", "You are on Harbour."),
        ("You cannot move: Ann wins.", "You cannot move: Ann wins."),
        ("Ann resigned. You wins.", "Ann resigned. You win."),
        ("You roll 5. You pass.", "You roll 5. You pass."),
    ],
)
def test_somebody_called_you_is_spoken_to(said: str, told: str) -> None:
    assert addressed(said) == told


def test_the_sentences_of_every_game_are() -> None:
    match = Match.new(EGG_CARTON, seats=(Seat("You"), Seat("Ann")))
    _, events = match.play(match.position.moves()[0])
    assert match.game.told(events[0], match.names) == "You take 3 from A."
    assert phrases.verdict(match.resign(1)) == "Ann resigned. You win."
