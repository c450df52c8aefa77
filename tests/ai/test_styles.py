"""Opponents with a taste of their own: they play what they like where it costs little, and nothing silly."""

from __future__ import annotations

import pytest

from marbles_tui.ai.games.abacus import pushing, sideways, together
from marbles_tui.ai.games.beadmaster import dropping, safety, upright
from marbles_tui.ai.games.egg_carton import brevity, going_again, relays
from marbles_tui.ai.games.gobblet import bringing_out, gobbling, wandering
from marbles_tui.ai.level import Level, Taste
from marbles_tui.ai.levels import find_level, known_levels, levels_of, opponents_of, styles_of
from marbles_tui.ai.search.player import liked
from marbles_tui.ai.search.result import PROVED, ScoredMove, SearchResult
from marbles_tui.ai.think import consider
from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match

STYLES = [
    pytest.param(game, level, id=f"{game.key} {level.key}") for game in GAMES for level in styles_of(game)
]

AB = "2w2/1ww3/4w2/8/2bbw4/3b4/7/6/5 b 0 0"
BEADS = "2 1 2010000 2011110 0000010002200000000000000000001000000000000001000"
GOBBLETS = "K3,-,-,-/-,-,-,-/-,K1W2,-,-/-,W4,-,- W431 K220 W"

LIKES = [
    ("abacus", AB, pushing, "e3e4", "e3d2"),
    ("abacus", AB, together, "e3d3", "e3e2"),
    ("abacus", AB, sideways, "e3e4f3", "e3e4"),
    ("egg-carton", "0,2,0,2,1,0/2,2,2,2,2,2/0,0/1", relays, "B", "E"),
    ("egg-carton", "0,2,0,2,1,0/2,2,2,2,2,2/0,0/1", brevity, "E", "B"),
    ("egg-carton", "0,0,0,3,1,0/2,2,2,2,2,2/0,0/1", going_again, "D", "E"),
    ("beadmaster", BEADS, dropping, "v3i", "h1i"),
    ("beadmaster", BEADS, upright, "v1i", "h1i"),
    ("gobblet", GOBBLETS, gobbling, "D2A1", "W1B2"),
    ("gobblet", GOBBLETS, bringing_out, "W1B2", "D2A1"),
    ("gobblet", GOBBLETS, wandering, "C2B2", "W1B2"),
]


def game_of(key: str) -> Game:
    return next(game for game in GAMES if game.key == key)


@pytest.mark.parametrize(("key", "setup", "taste", "more", "less"), LIKES)
def test_what_is_liked(key: str, setup: str, taste: Taste, more: str, less: str) -> None:
    game = game_of(key)
    position = Match.new(game, setup=setup).position
    liking, other = (taste(position, game.find(position, word)) for word in (more, less))
    assert liking > other


def test_a_cautious_player_of_beadmaster_counts_the_own_beads_in_danger() -> None:
    position = Match.new(game_of("beadmaster"), setup=BEADS).position
    taste: Taste = safety
    found = {str(move): taste(position, move) for move in position.moves()}
    assert min(found.values()) < max(found.values()) <= 0


def result_of(*scores: int) -> SearchResult:
    ranking = tuple(ScoredMove(str(move), score) for move, score in enumerate(scores))
    return SearchResult(ranking, 3, (("0", "1", "2"),))


def test_the_move_that_is_liked_most_is_played_where_it_costs_little() -> None:
    assert liked(result_of(50, 30, 5), int, 20).best == ScoredMove("1", 30)
    assert liked(result_of(50, 30, 5), int, 60).pvs[0] == ("2",)
    assert liked(result_of(50, 30, 5), lambda move: 1, 60).pvs[0] == ("0", "1", "2")


def test_a_win_is_taken_and_no_loss_is_walked_into() -> None:
    assert liked(result_of(PROVED + 5, 30), int, 9_999_999).best.move == "0"
    assert liked(result_of(0, -PROVED - 5), int, 9_999_999).best.move == "0"


@pytest.mark.parametrize(("game", "level"), STYLES)
def test_an_opponent_is_offered_and_named_in_records_but_is_no_level(game: Game, level: Level) -> None:
    assert level in opponents_of(game)
    assert level not in levels_of(game)
    assert known_levels(game).count(level) == 1
    assert find_level(game, level.title) is level
    assert level.colour
    match = Match.new(game, setup=None, seats=(Seat("Ann"), Seat(level.title, f"computer {level.key}")))
    read = read_match(str(match), GAMES).whole()
    assert (read.seats[1].level, read.seats[1].name) == (level.key, level.title)


@pytest.mark.parametrize(("word", "paid"), [("penny", "go"), ("victor", "pay")])
def test_travellers_answer_tolls_as_they_say(word: str, paid: str) -> None:
    getaway = game_of("getaway")
    match = Match.new(getaway, options={"toll": "choose"})
    for move in ("*3", "*1", "*5", "*2", "*3"):
        match = match.read(move)
    assert consider(match, word).move == paid
