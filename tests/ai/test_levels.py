"""Levels are data, and each is stronger than the one before."""

from __future__ import annotations

from dataclasses import fields
from pickle import dumps, loads
from random import Random

import pytest

from marbles_tui.ai.analysis import CERTAIN, Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.games.abacus import pushing, sideways, together
from marbles_tui.ai.games.beadmaster import dropping, safety, upright
from marbles_tui.ai.games.egg_carton import brevity, going_again, relays
from marbles_tui.ai.games.gobblet import bringing_out, gobbling, wandering
from marbles_tui.ai.level import Level, Taste, ladder
from marbles_tui.ai.levels import (
    ADAPTIVE,
    computers_of,
    fair_start,
    find_level,
    known_levels,
    ladder_of,
    levels_of,
    mixed,
    opponents_of,
    ratings,
    styles_of,
    unfair_start,
)
from marbles_tui.ai.search.plain import PROVED, WIN, ScoredMove, SearchResult
from marbles_tui.ai.search.player import liked, merciful, opened
from marbles_tui.ai.think import consider, think
from marbles_tui.core import AnyPosition, BadOption, Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import threatened
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.egg_carton.position import Carton, solutions
from marbles_tui.games.egg_carton.text import drawn_even, drawn_handicap
from marbles_tui.games.getaway.game import GETAWAY
from marbles_tui.games.getaway.journey import decide
from marbles_tui.play import Match, Seat, read_match
from tests.play.toy import SPIN
from tests.table.played import play_games
from tests.tui.records import TOLL

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


WITH_KERNEL = [game for game in GAMES if game.has_kernel]
RESULT = SearchResult(
    tuple(ScoredMove(str(move), score) for move, score in enumerate((300, 290, 160, 60, 10, -50))),
    3,
    tuple((str(move),) for move in range(6)),
)


@pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
def test_every_game_with_a_kernel_offers_it_last(game: Game) -> None:
    assert levels_of(game)[-1] is ADAPTIVE
    assert ADAPTIVE not in ladder_of(game)
    assert find_level(game, None) is ladder_of(game)[-1]
    assert find_level(game, "Adaptive 1040+120").rating == 1040


def test_dice_need_no_such_level() -> None:
    assert ADAPTIVE not in levels_of(GETAWAY)


@pytest.mark.parametrize("game", WITH_KERNEL, ids=lambda game: game.key)
def test_its_number_says_between_which_levels_it_plays(game: Game) -> None:
    computers, levels = computers_of(game), ladder_of(game)
    assert computers
    below, above = levels[1], levels[2]
    number = below.rating + 0.75 * (above.rating - below.rating)
    keys = [mixed(computers, number, Random(seed)).key for seed in range(400)]
    assert set(keys) == {below.key, above.key}
    assert 260 < keys.count(above.key) < 340
    assert mixed(computers, 9_999, Random(1)) is levels[-1]
    assert mixed(computers, 0, Random(1)).oversight == 1


def test_the_same_number_and_seed_play_the_same_move() -> None:
    match = Match.new(EGG_CARTON)
    moves = [[consider(match, "adaptive 900+60", seed=seed).move for seed in range(20)] for _ in range(2)]
    assert moves[0] == moves[1]
    assert len(set(moves[0])) > 1


def test_mercy_keeps_a_lead_small_and_gives_no_game_away() -> None:
    assert merciful(RESULT, 0) is RESULT
    assert merciful(RESULT, 50).best == ScoredMove("2", 160)
    assert merciful(RESULT, 100).best == ScoredMove("3", 60)
    assert merciful(RESULT, 300) is RESULT
    won = SearchResult((ScoredMove("0", WIN - 3), ScoredMove("1", 0)), 3, (("0",), ("1",)))
    assert merciful(won, 50) is won


def test_openings_differ_by_little() -> None:
    found = {opened(RESULT, 20, seed).best.move for seed in range(40)}
    assert found == {"0", "1"}
    assert all(opened(RESULT, 20, seed).pvs[0] == (opened(RESULT, 20, seed).best.move,) for seed in range(5))


def row(carton: Carton, seat: int) -> tuple[int, ...]:
    return carton.ring[7 * seat : 7 * seat + 6]


@pytest.mark.parametrize("seed", range(5))
def test_an_even_start_is_the_same_for_both_and_not_won_in_the_first_turn(seed: int) -> None:
    carton = drawn_even(Random(seed))
    assert row(carton, 0) == row(carton, 1)
    assert sum(row(carton, 0)) == 18
    ways = solutions(carton)
    assert ways
    assert ways.number == 0


@pytest.mark.parametrize("stronger", [0, 1])
def test_in_a_handicap_start_the_stronger_side_has_twice_as_much_to_clear(stronger: int) -> None:
    carton = drawn_handicap(Random(3), stronger)
    assert [sum(row(carton, seat)) for seat in (stronger, 1 - stronger)] == [24, 12]
    for seat in (0, 1):
        ways = solutions(carton._replace(turn=seat))
        assert ways
        assert ways.number == 0


@pytest.mark.parametrize("setup", ["even", "handicap"])
def test_a_drawn_start_is_kept_as_its_position(setup: str) -> None:
    match = Match.new(EGG_CARTON, setup=setup, random=Random(1))
    assert match.setup
    assert EGG_CARTON.read(match.setup) == match.position
    again = Match.new(EGG_CARTON, setup=setup, random=Random(1))
    assert again.setup == match.setup


def test_classic_is_unfair_against_those_who_know_how_to_win_it() -> None:
    assert "Perfect" in unfair_start(EGG_CARTON, None, [None, "perfect"])
    assert unfair_start(EGG_CARTON, "classic", ["expert", None])
    assert unfair_start(EGG_CARTON, "classic", [None, "novice"]) == ""
    assert unfair_start(EGG_CARTON, "5", ["expert", None]) == ""
    assert unfair_start(EGG_CARTON, "even", [None, "perfect"]) == ""
    assert unfair_start(ABACUS, None, [None, "master"]) == ""


@pytest.mark.parametrize(
    ("level", "setup"), [*(("expert", setup) for setup in (None, "2", "3", "4")), ("perfect", None)]
)
def test_what_is_called_decided_is_won_by_that_level_in_its_first_turn(level: str, setup: str | None) -> None:
    assert unfair_start(EGG_CARTON, setup, [level])
    match = Match.new(EGG_CARTON, setup=setup)
    limit = find_level(EGG_CARTON, level).limit
    while match.turn == 0:
        match = match.read(consider(match, level, limit).move or "")
    assert match.result
    assert match.result.winners == (0,)


def test_a_fair_start_is_suggested_and_has_its_reason() -> None:
    found = fair_start(EGG_CARTON, [None, "perfect"])
    assert found
    assert found.setup == "even"
    assert fair_start(EGG_CARTON, [None, "perfect"], found.setup) is None
    assert fair_start(EGG_CARTON, [None, None]) is None


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


AT_ONCE = [
    # A row of three beside a white marble, the first of which decides; black to move.
    ("abacus", "5/6/7/8/9/8/3w3/6/wbbb1 b 0 0"),
    # Two push one over the right edge of the longest row; three push two, the second of which goes over.
    ("abacus", "5/6/7/w7/6bbw/8/7/6/5 b 0 0"),
    ("abacus", "5/6/7/w7/4bbbww/8/7/6/5 b 0 0"),
    ("beadmaster", f"3 1 0000000 0000000 1000000 2003000 0000000 {'0' * 28}"),
    ("egg-carton", "0,0,0,0,0,1/2,2,2,2,2,2/0,0/1"),
    # White has A1, A2 and A3; A4 is empty.
    ("gobblet", "W4,W4,W4,-/K4,K4,K4,-/-,-,-,-/-,-,-,- W333 K333 W"),
]

IN_DANGER = [
    # Black's marble in A1 can be pushed off by white's two beside it; the same on the right end of the middle row.
    ("abacus", "5/6/7/8/9/8/7/6/bww2 b 0 0"),
    ("abacus", "5/6/7/8/6wwb/8/3bb2/6/5 b 0 0"),
    # White has three in row A; black to move.
    ("gobblet", "W4,W4,W4,-/K4,K4,-,-/-,-,-,-/-,-,-,- W333 K334 K"),
]

DEEP = Limit(depth=6, nodes=60_000)

WON_IN_TWO = [
    ("abacus", "2w2/1wwwb1/1wbbb2/2wwbb2/4wb3/4ww2/bbb1w2/bbbw1w/b3w b 0 0"),
    ("abacus", "w4/1wbbbb/1bbb3/1www4/2w1ww3/2bbbw2/2bwww1/bbbww1/5 b 0 0"),
    ("gobblet", "W2,W2,-,W1K2W3K4/-,K2,-,-/W3K4,K3W4,W2K3,K2W4/W1,K1W3K4,-,K3W4 W010 K011 W"),
    ("gobblet", "W3W4,W3,-,K4/W3K4,-,W2K3W4,W2K3/K3,W1W4,W2K4,-/W1K2,K2,-,- W001 K112 K"),
    ("beadmaster", "2 1 1101211 1112020 0200000000000000002000001000100000000000000000000"),
    ("beadmaster", "2 1 1211002 0121201 2000000000000000000010000000000000000201000000000"),
]

LOST_IN_ONE = [
    ("abacus", "1ww2/1wbwb1/1wbbb2/2wwbb2/4w4/4ww2/bbb1w2/bbbw1w/b3w w 0 0"),
    ("gobblet", "-,W3,K3,-/-,W4,-,K3/K4,-,K4,-/-,W4,W3,W4 W223 K224 K"),
]

LONGER = [
    ("gobblet", "W4,-,W2,-/K3W4,W3K4,W2,-/-,-,K2W3K4,-/W4,K3,W3K4,K3 W112 K122 K", "loses in 2 moves"),
    ("abacus", "w3b/wwwbbb/2bbb2/1www4/9/3bwwww/3bbbw/1bbb1w/4w w 0 0", "loses in 2 moves"),
]


def match_of(key: str, setup: str) -> Match:
    (game,) = [game for game in GAMES if game.key == key]
    lose = '[Lose "1"]' if key == "abacus" else ""  # the first marble pushed off decides
    return read_match(f'[Game "{key}"][Setup "{setup}"]{lose}', (game,)).whole()


def wins(position: AnyPosition, seat: int, moves: int) -> bool:
    """Whether a seat forces a win with so many moves of its own, by the rules alone."""
    result = position.result
    if result:
        return result.winners == (seat,)
    after = (position.play(move) for move in position.moves())
    if position.turn != seat:
        return all(wins(one, seat, moves) for one in after)
    return moves > 0 and any(wins(one, seat, moves - 1) for one in after)


@pytest.mark.parametrize(("key", "setup"), AT_ONCE)
def test_every_level_takes_a_win_at_once(key: str, setup: str) -> None:
    match = match_of(key, setup)
    for level in levels_of(match.game):
        for seed in range(3):
            thought = consider(match, level.key, Limit(0.5, 3_000), seed)
            result = match.read(thought.move or "").result
            assert result, level.key
            assert result.winners == (match.position.turn,)
            if level.limit.seconds:
                assert thought.words() == "wins in 1 move"


@pytest.mark.parametrize(("key", "setup"), IN_DANGER)
def test_the_strongest_level_stops_a_win_that_can_be_stopped(key: str, setup: str) -> None:
    match = match_of(key, setup)
    for seed in range(3):
        after = match.read(
            consider(match, ladder_of(match.game)[-1].key, Limit(nodes=50_000), seed).move or ""
        )
        assert not wins(after.position, 1 - match.position.turn, 1)


@pytest.mark.long
@pytest.mark.parametrize(("key", "setup"), WON_IN_TWO)
def test_a_win_in_two_moves(key: str, setup: str) -> None:
    match = match_of(key, setup)
    seat = match.position.turn
    thought = think(match.game, str(match), limit=DEEP)
    assert thought.words() == "wins in 2 moves"
    assert not wins(match.position, seat, 1)
    assert wins(match.read(thought.move or "").position, seat, 1)


@pytest.mark.long
@pytest.mark.parametrize(("key", "setup"), LOST_IN_ONE)
def test_a_loss_that_nothing_delays(key: str, setup: str) -> None:
    match = match_of(key, setup)
    assert think(match.game, str(match), limit=DEEP).words() == "loses in 1 move"
    assert wins(match.position, 1 - match.position.turn, 1)


@pytest.mark.parametrize(("key", "setup", "words"), LONGER)
def test_a_loss_is_put_off_as_long_as_can_be(key: str, setup: str, words: str) -> None:
    match = match_of(key, setup)
    other = 1 - match.position.turn
    thought = think(match.game, str(match), limit=DEEP)
    assert thought.words() == words
    assert not wins(match.read(thought.move or "").position, other, 1)


@pytest.mark.parametrize("key", ["abacus", "gobblet", "beadmaster"])
def test_the_same_nodes_and_seed_give_the_same_move_value_and_line(key: str) -> None:
    match = match_of(key, next(setup for game, setup in WON_IN_TWO if game == key))
    one, other = (think(match.game, str(match), limit=Limit(nodes=900), seed=3) for _ in range(2))
    assert (one.move, one.value, one.pv, one.nodes) == (other.move, other.value, other.pv, other.nodes)


REST = "0" * 28


def match(seats: int, seed: int, setup: str = "placed") -> Match:
    return Match.new(BEADMASTER, setup=setup, seats=[Seat()] * seats, random=Random(seed))


def test_the_levels_of_the_house() -> None:
    keys = [level.key for level in levels_of(BEADMASTER)]
    assert keys == [
        "beginner", "novice", "apprentice", "amateur", "adept", "expert", "master", "adaptive",
    ]  # fmt: skip


def test_greedy_lets_most_beads_of_others_fall() -> None:
    # h2o drops two, v2o one; h4o would drop three, but one's own two among them.
    beads = f"1200000 0002002 0000000 1010200 {'0' * 21}"
    thought = consider(Match.new(BEADMASTER, setup=f"2 1 0000000 0000000 {beads}"), "greedy")
    assert (thought.move, thought.value) == ("h2o", 2.0)
    nothing = Match.new(BEADMASTER, setup=f"2 1 0000000 0000000 1020000 0000000 0000000 {REST}")
    assert len({consider(nothing, "greedy", seed=seed).move for seed in range(20)}) > 3


@pytest.mark.parametrize("rival", ["novice", "amateur"])
def test_levels_beat_the_yardstick(rival: str) -> None:
    tally = play_games(BEADMASTER, (rival, "greedy"), 10, seed=3, setup="placed")
    assert tally.wins[rival] >= 8


@pytest.mark.parametrize("seats", [3, 4])
def test_a_search_beats_the_yardstick_with_more_seats_too(seats: int) -> None:
    levels = ("amateur", *("greedy",) * (seats - 1))
    tally = play_games(BEADMASTER, levels, 4 * seats, seed=3, setup="placed")
    assert tally.wins["amateur"] > 2 * seats


@pytest.mark.parametrize("level", ["novice", "expert"])
def test_beads_are_not_placed_one_slide_from_falling(level: str) -> None:
    game = match(2, 4, "random")
    for _ in range(4):
        game = game.read(str(consider(game, level).move))
    position = game.position._replace(placing=False)  # type: ignore[attr-defined]
    assert not threatened(position)


def test_a_loss_against_all_together_is_not_called_proved() -> None:
    lost = Match.new(BEADMASTER, setup=f"3 1 0000000 0000000 0000000 0000000 1020300 0000000 {'0' * 21}")
    thought = consider(lost, "expert", Limit(nodes=500))
    assert not thought.proved or thought.value > 0
    assert thought.value > -101


AT_TOLL = read_match(TOLL, GAMES).whole()


@pytest.mark.parametrize("level", [level.key for level in levels_of(AT_TOLL.game)])
def test_answers_a_toll(level: str) -> None:
    answer = consider(AT_TOLL, level, Limit(nodes=20_000))
    assert answer.move in [str(move) for move in AT_TOLL.position.moves()]
    assert answer.pv == (answer.move,)


def test_automatic_keeps_to_the_rule_of_the_house() -> None:
    assert consider(AT_TOLL, "automatic").move == str(decide(AT_TOLL.position))  # type: ignore[arg-type]


def test_careful_says_how_often_it_wins_and_answers_alike_from_the_same_seed() -> None:
    def answer() -> Analysis:
        return consider(AT_TOLL, "careful", Limit(nodes=20_000), seed=5)

    assert -1 <= answer().value <= 1
    assert (answer().move, answer().value) == (answer().move, answer().value)


def test_careful_answers_at_once_if_it_has_to() -> None:
    assert consider(AT_TOLL, "careful", stop=lambda: True).move == str(decide(AT_TOLL.position))  # type: ignore[arg-type]
