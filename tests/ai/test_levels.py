"""Levels are data, and each is stronger than the one before."""

from __future__ import annotations

from dataclasses import fields
from pickle import dumps, loads

import pytest

from marbles_tui.ai.adaptive import ADAPTIVE
from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Level, ladder
from marbles_tui.ai.levels import find_level, known_levels, ladder_of, levels_of, ratings
from marbles_tui.ai.think import consider
from marbles_tui.core import BadOption, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from tests.play.toy import SPIN
from tests.table.played import play_games

(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]
COMPUTER_GAMES = [game for game in GAMES if levels_of(game)]
EVERY = [level for game in GAMES for level in known_levels(game)]

RATINGS = {
    "egg-carton": {
        "novice": 800, "amateur": 1000, "adept": 1200, "expert": 1400, "perfect": 1600,
        "paul": 1000, "ada": 1000, "nora": 1150,
    },
    "abacus": {
        "novice": 800, "amiga-1": 1000, "amateur": 1200, "amiga-2": 1400, "adept": 1600, "amiga-3": 1800,
        "expert": 2000, "champion": 2100, "master": 2200, "beginner": 600, "apprentice": 1000,
        "clara": 1350, "ida": 1400, "bruno": 1700,
    },
    "getaway": {"automatic": 800, "careful": 1000, "penny": 900, "victor": 800},
    "beadmaster": {
        "greedy": 800, "beginner": 800,
        "novice": 1000, "apprentice": 1100, "amateur": 1200, "adept": 1400, "expert": 1600, "master": 1800,
        "vera": 1100, "otto": 1300, "rosa": 1500,
    },
    "gobblet": {
        "beginner": 600, "novice": 800, "amateur": 1000, "adept": 1200, "expert": 1400, "master": 1600,
        "mika": 800, "greta": 1000, "felix": 1350,
    },
}  # fmt: skip
"""By these people have been rated."""


def test_egg_carton_ends_with_perfect_and_the_one_that_adapts() -> None:
    assert [level.key for level in levels_of(EGG_CARTON)] == [
        "novice",
        "amateur",
        "adept",
        "expert",
        "perfect",
        "adaptive",
    ]


def test_levels_keep_the_ratings_that_people_have_been_rated_by() -> None:
    found = ratings(GAMES)
    assert {game: found[game] for game in RATINGS} == RATINGS


@pytest.mark.parametrize("game", COMPUTER_GAMES, ids=lambda game: game.key)
def test_only_the_top_knows_a_clock(game: Game) -> None:
    *others, top = ladder_of(game)
    assert all(level.limit.nodes and level.limit.seconds is None for level in others)
    assert top.limit.seconds
    assert not top.oversight


@pytest.mark.parametrize("level", [*EVERY, *ladder((50, 500, 5_000, 50_000))], ids=lambda level: level.key)
def test_a_level_says_who_it_is(level: Level) -> None:
    assert level.key == level.title.lower()
    assert level.character.endswith(".")
    assert len(level.character) <= 78
    assert 1 <= level.strength <= 5 or level is ADAPTIVE
    assert loads(dumps(level)) == level


@pytest.mark.parametrize("game", COMPUTER_GAMES, ids=lambda game: game.key)
def test_levels_say_that_they_grow_stronger(game: Game) -> None:
    strengths = [level.strength for level in ladder_of(game)]
    assert strengths == sorted(strengths)
    assert strengths[0] <= 2 <= strengths[-1]


def test_greedy_is_not_offered_but_known() -> None:
    (beadmaster,) = [game for game in GAMES if game.key == "beadmaster"]
    assert "greedy" not in [level.key for level in levels_of(beadmaster)]
    assert find_level(beadmaster, "greedy").title == "Greedy"


def test_a_level_is_found_in_any_case() -> None:
    assert find_level(EGG_CARTON, " Novice").key == "novice"
    assert find_level(EGG_CARTON, None).key == "perfect"


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(
        BadOption, match="no level 'boss': it has novice, amateur, adept, expert, perfect, adaptive"
    ):
        find_level(EGG_CARTON, "boss")
    with pytest.raises(BadOption, match="no computer plays spin"):
        find_level(SPIN, None)


@pytest.mark.parametrize(("weak", "strong", "games"), [("novice", "adept", 24), ("adept", "expert", 8)])
def test_a_level_beats_the_one_before(weak: str, strong: str, games: int) -> None:
    tally = play_games(EGG_CARTON, (weak, strong), games, seed=4, setup="random")
    assert tally.wins[strong] > tally.wins[weak]


def test_weak_levels_do_not_always_play_the_same() -> None:
    match = Match.new(EGG_CARTON, setup="5")
    assert len({consider(match, "novice", seed=seed).move for seed in range(30)}) > 1


def test_a_thought_can_be_sent_and_said() -> None:
    thought = Analysis("A", CERTAIN, 3, 5, 0.5, ("A", "B"), wins_in=1, proved=True)
    assert loads(dumps(thought)) == thought
    assert len(fields(thought)) == 11
    assert thought.words() == "wins in 1 move"
    assert Analysis("A", -CERTAIN, loses_in=4, proved=True).words("selection") == "loses in 4 selections"
    assert Analysis("A", -CERTAIN, proved=True).words() == "cannot avoid losing"
    assert Analysis("A", 0.0, proved=True).words() == "can force a draw"
    assert Analysis("A", 5.0).words() == ""
    assert Limit() == loads(dumps(Limit()))
