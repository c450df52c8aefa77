"""`marbles-tui explore`, and what it knows of many games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES as ALL
from marbles_tui.games import find
from marbles_tui.play import Match
from marbles_tui.play.openings import Openings
from tests.cli.conftest import Shell

GAMES = """
[Game "egg-carton"]
[Player1 "Ann"]
[Player2 "Ben"]
[Date "2026.11.01"]
[Result "1"]

C E D

[Game "egg-carton"]
[Player1 "Cleo"]
[Result "2"]

C E F

[Game "egg-carton"]
[Result "draw"]

C E D

[Game "egg-carton"]

A

[Game "gobblet"]

1a1

[Game "egg-carton"]
[Setup "no such start"]

C
"""

WAYS = """
[Game "abacus"]
[Setup "belgian-daisy"]
[Result "1"]

1. a1b2 i5h5 2. b1c2 h4g4

[Game "abacus"]
[Setup "belgian-daisy"]
[Result "*"]

1. b1c2 i5h5 2. a1b2 h4g4
"""


def test_moves_are_listed_with_how_often_and_how_their_games_ended(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAMES, encoding="utf-8")
    ran = shell("explore", "egg-carton", "--file", str(file))
    assert ran.out.splitlines()[0].split()[:2] == ["move", "games"]
    assert [line.split() for line in ran.out.splitlines()[1:]] == [
        ["C", "3", "33", "%", "33", "%", "33", "%", "0", "%"],
        ["A", "1", "0", "%", "0", "%", "0", "%", "100", "%"],
    ]
    after = shell("explore", "egg-carton", "--file", str(file), "--record", "-", "--games", stdin="C E")
    assert "Ann – Ben – 2026.11.01: 1" in after.out
    assert after.out.index("\nD ") < after.out.index("\nF ")


def test_the_same_as_an_object(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "games.txt"
    file.write_text(GAMES, encoding="utf-8")
    told = shell("explore", "egg-carton", "--file", str(file), "--record", "-", "--json", stdin="C E").object
    assert told == {
        "game": "egg-carton", "plies": 2, "games": 3, "error": None,
        "moves": [
            {"move": "D", "games": 2, "won": [1, 0], "drawn": 1},
            {"move": "F", "games": 1, "won": [0, 1], "drawn": 0},
        ],
    }  # fmt: skip


def test_the_library_is_looked_through_where_no_file_is_named(shell: Shell) -> None:
    assert shell("explore", "egg-carton").said.startswith("Nothing was played from here: 0 games")
    assert shell("library", "import", "-", stdin=GAMES).status == 1
    assert shell("explore", "egg-carton", "--json").object["games"] == 4


def test_a_position_counts_by_whatever_way_it_arose() -> None:
    game = find("abacus")
    ways = Openings(game, [WAYS])
    match = Match.new(game, setup="belgian-daisy")
    assert [(move.move, len(move.lines)) for move in ways.at(match)] == [("a1b2", 1), ("b1c2", 1)]
    for word in ("a1b2", "i5h5", "b1c2"):
        match = match.read(word)
    (only,) = ways.at(match)
    assert (only.move, len(only.lines), only.ended("1"), only.ended("*")) == ("h4g4", 2, 1, 1)
    assert only.lines[0].match.plies == 4


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_what_was_played_is_found_again_at_every_ply(game: Game) -> None:
    random = Random(5)
    match = Match.new(game, random=random)
    while match.plies < 12 and match.result is None:
        match, _ = match.play(random.choice(match.position.moves()))
    openings = Openings(game, [str(match)] * 2)
    for ply in range(match.plies):
        (only,) = openings.at(match.at(ply))
        assert (only.move, len(only.lines)) == (str(match.moves[ply]), 2)
    assert openings.at(match) == ()
