"""Levels are data, and each is stronger than the one before."""

from __future__ import annotations

from ctypes import c_int32
from itertools import pairwise
from pathlib import Path
from pickle import dumps, loads
from random import Random

import pytest

from marbles_tui.ai.analysis import CERTAIN, Analysis, Budget, Limit
from marbles_tui.ai.games.abacus import AMIGA, pushing, sideways, together
from marbles_tui.ai.games.beadmaster import dropping, safety, upright
from marbles_tui.ai.games.egg_carton import brevity, going_again, relays
from marbles_tui.ai.games.egg_carton.perfect import perfect
from marbles_tui.ai.games.gobblet import bringing_out, gobbling, wandering
from marbles_tui.ai.level import USUAL, Level, Taste
from marbles_tui.ai.levels import (
    ADAPTIVE,
    computers_of,
    consider,
    fair_start,
    find_level,
    known_levels,
    ladder_of,
    levels_of,
    mixed,
    nearest_level,
    opponents_of,
    unfair_start,
)
from marbles_tui.ai.native.library import MOST_MOVES, as_words, installed_library
from marbles_tui.ai.native.search import AMIGA as AMIGA_GAME
from marbles_tui.ai.native.search import packed_for_sure
from marbles_tui.ai.search.plain import PROVED, WIN, ScoredMove, SearchResult
from marbles_tui.ai.search.player import liked, merciful, opened
from marbles_tui.core import AnyPosition, BadOption, Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.abacus.position import Abacus
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.beadmaster.position import threatened
from marbles_tui.games.egg_carton import EGG_CARTON, Carton
from marbles_tui.games.egg_carton.position import solutions
from marbles_tui.games.egg_carton.text import drawn_even, drawn_handicap, read
from marbles_tui.games.getaway.journey import decide
from marbles_tui.play import Match, Seat, read_match
from tests.ai.cartons import small_cartons, truth
from tests.for_each import for_each
from tests.golden import compare
from tests.play.toy import SPIN
from tests.table.controlled import play_games
from tests.tui.records import TOLL
from tests.typed import typed

LEVELS = Path(__file__).with_name("levels.txt")


def told(kind: str, level: Level) -> str:
    """All that makes a level."""
    limit = level.limit
    ends = {"s": limit.seconds, "nodes": limit.nodes, "deep": limit.depth}
    limits = " ".join(f"{value:,} {name}" for name, value in ends.items() if value)
    kept = {"misses": level.oversight, "varies": level.variety, "indulges": level.indulgence}
    more = " ".join(f"{name} {value}" for name, value in kept.items() if value)
    first = f"{level.key} ({kind}, {level.strength} of 5, {level.rating:.0f})"
    return "; ".join(filter(None, (first, limits, more, level.character)))


def test_levels_are_as_people_have_been_rated_by_and_each_is_stronger() -> None:
    lines = list[str]()
    for name, computers in [*((game.key, computers_of(game)) for game in GAMES), ("others", USUAL)]:
        lines += [f"== {name}", *(told("level", level) for level in computers.levels)]
        lines += [told("style", level) for level in computers.styles]
        lines += [told("yardstick", level) for level in computers.yardsticks]
        for level in (*computers.levels, *computers.styles, *computers.yardsticks):
            assert len(level.character) <= 78
            assert loads(dumps(level)) == level
        for weak, strong in pairwise(computers.levels):
            assert (weak.strength, weak.rating) <= (strong.strength, strong.rating)
            assert weak.limit.nodes
            assert weak.limit.seconds is None  # only the top knows a clock
    compare(LEVELS, lines)


def test_a_level_is_found_in_any_case_and_an_unknown_one_refused() -> None:
    assert [find_level(EGG_CARTON, word).key for word in (" Novice", None)] == ["novice", "perfect"]
    with pytest.raises(
        BadOption, match="no level 'boss': it has novice, amateur, adept, expert, perfect, adaptive"
    ):
        find_level(EGG_CARTON, "boss")
    with pytest.raises(BadOption, match="no computer plays spin"):
        find_level(SPIN, None)


def test_where_a_record_names_a_level_that_there_is_not_the_weakest_one_plays() -> None:
    assert [nearest_level(EGG_CARTON, word).key for word in ("Adept", "boss")] == ["adept", "novice"]
    with pytest.raises(BadOption, match="no computer plays spin"):
        nearest_level(SPIN, "boss")


@for_each(
    ("game", "weak", "strong", "games"),
    [
        (EGG_CARTON, "novice", "adept", 24),
        (EGG_CARTON, "adept", "expert", 8),
        (BEADMASTER, "greedy", "novice", 10),
        (BEADMASTER, "greedy", "amateur", 10),
    ],
)
def test_a_level_beats_one_that_is_weaker(game: Game, weak: str, strong: str, games: int) -> None:
    setup = "placed" if game is BEADMASTER else "random"
    tally = play_games(game, (weak, strong), games, seed=4, setup=setup)
    assert tally.wins[strong] > tally.wins[weak]


@pytest.mark.parametrize("seats", [3, 4])
def test_a_search_beats_the_yardstick_with_more_seats_too(seats: int) -> None:
    levels = ("amateur", *("greedy",) * (seats - 1))
    tally = play_games(BEADMASTER, levels, 4 * seats, seed=3, setup="placed")
    assert tally.wins["amateur"] > 2 * seats


@for_each(
    ("thought", "words"),
    [
        (Analysis("A", CERTAIN, 3, 5, 0.5, ("A", "B"), wins_in=1, proved=True), "wins in 1 move"),
        (Analysis("A", -CERTAIN, loses_in=4, proved=True), "loses in 4 moves"),
        (Analysis("A", -CERTAIN, proved=True), "cannot avoid losing"),
        (Analysis("A", 0.0, proved=True), "can force a draw"),
        (Analysis("A", 5.0), ""),
    ],
)
def test_a_thought_can_be_sent_and_said(thought: Analysis, words: str) -> None:
    assert loads(dumps(thought)) == thought
    assert thought.words() == words


WITH_KERNEL = [game for game in GAMES if game.has_kernel]


@for_each("game", WITH_KERNEL)
def test_the_one_that_adapts_plays_between_the_levels_next_to_its_number(game: Game) -> None:
    assert levels_of(game) == (*ladder_of(game), ADAPTIVE)
    assert find_level(game, "Adaptive 1040+120").rating == 1040
    computers, levels = computers_of(game), ladder_of(game)
    below, above = levels[1], levels[2]
    number = below.rating + 0.75 * (above.rating - below.rating)
    keys = [mixed(computers, number, Random(seed)).key for seed in range(400)]
    assert set(keys) == {below.key, above.key}
    assert 260 < keys.count(above.key) < 340
    for level in levels[1:-1]:
        assert bool(mixed(computers, level.rating, Random(1)).mercy) == bool(
            computers.lead and level.oversight
        )
    assert mixed(computers, 9_999, Random(1)) is levels[-1]
    assert mixed(computers, 0, Random(1)).oversight == 1


def test_weak_levels_do_not_always_play_the_same_but_by_the_same_seed() -> None:
    for level, setup in (("adaptive 900+60", None), ("novice", "5")):
        match = Match.new(EGG_CARTON, setup=setup)
        moves = [[consider(match, level, seed=seed).move for seed in range(20)] for _ in range(2)]
        assert moves[0] == moves[1]
        assert len(set(moves[0])) > 1


def result_of(*scores: int) -> SearchResult:
    ranking = tuple(ScoredMove(str(move), score) for move, score in enumerate(scores))
    return SearchResult(ranking, 3, tuple((str(move),) for move in range(len(scores))))


RESULT = result_of(300, 290, 160, 60, 10, -50)


def test_mercy_keeps_a_lead_small_and_gives_no_game_away() -> None:
    found = {lead: merciful(RESULT, lead).best.move for lead in (0, 50, 100, 300)}
    assert found == {0: "0", 50: "2", 100: "3", 300: "0"}
    assert merciful(result_of(WIN - 3, 0), 50).best.move == "0"


def test_openings_differ_by_little() -> None:
    found = [opened(RESULT, 20, seed) for seed in range(40)]
    assert {one.best.move for one in found} == {"0", "1"}
    assert all(one.pvs[0] == (one.best.move,) for one in found)


def test_an_opening_is_not_that_of_the_last_game_and_its_seed_chooses_it_again() -> None:
    def begun(start: str, seed: int) -> str:
        return opened(RESULT, 150, seed, start).best.move

    moves = [begun("a start", seed) for seed in range(30)]
    assert all(move != last for last, move in pairwise(moves))
    assert len(set(moves)) > 2
    assert begun("a start", 29) == moves[29]
    assert opened(result_of(50, 10), 20, 1, "one move alone").best.move == "0"
    assert opened(result_of(50, 10), 20, 2, "one move alone").best.move == "0"


def test_two_games_by_the_clock_do_not_begin_alike() -> None:
    begun = [consider(Match.new(ABACUS), "master", Limit(seconds=0.05), seed).move for seed in range(8)]
    assert all(move != last for last, move in pairwise(begun))


@for_each("limit", [Limit(nodes=500), Limit(depth=2)])
def test_where_more_than_the_clock_ends_the_search_a_seed_chooses_alike_whatever_came_before(
    limit: Limit,
) -> None:
    def begun(seed: int) -> str | None:
        return consider(Match.new(ABACUS), "master", limit, seed).move

    moves = [begun(seed) for seed in range(8)]
    assert [begun(seed) for seed in reversed(range(8))] == moves[::-1]
    assert len(set(moves)) > 1


def test_the_move_that_is_liked_most_is_played_where_it_costs_little() -> None:
    three = result_of(50, 30, 5)
    assert liked(three, int, 20).best == ScoredMove("1", 30)
    assert liked(three, int, 60).pvs[0] == ("2",)
    assert liked(three, lambda move: 1, 60) is three
    # A win is taken, and no loss walked into.
    for scores in ((PROVED + 5, 30), (0, -PROVED - 5)):
        assert liked(result_of(*scores), int, 9_999_999).best.move == "0"


@for_each("seed", range(5))
def test_starts_that_are_drawn_are_not_won_in_the_first_turn_and_kept_as_positions(seed: int) -> None:
    even, handicap = drawn_even(Random(seed)), drawn_handicap(Random(seed))
    assert even.ring[:6] == even.ring[7:13]
    assert [sum(handicap.ring[at : at + 6]) for at in (0, 7)] == [12, 24]
    for carton in (even, handicap, handicap._replace(turn=1)):
        ways = solutions(carton)
        assert ways
        assert ways.number == 0
    for setup in ("even", "handicap"):
        match, again = (Match.new(EGG_CARTON, setup=setup, random=Random(seed)) for _ in range(2))
        assert match.setup == again.setup
        assert EGG_CARTON.read(match.setup or "") == match.position


@for_each(
    ("game", "start", "levels", "unfair"),
    [
        (EGG_CARTON, None, (None, "perfect"), True),
        (EGG_CARTON, "classic", ("expert", None), True),
        (EGG_CARTON, "classic", (None, "novice"), False),
        (EGG_CARTON, "5", ("expert", None), False),
        (EGG_CARTON, "even", (None, "perfect"), False),
        (EGG_CARTON, None, (None, None), False),
        (ABACUS, None, (None, "master"), False),
    ],
)
def test_a_start_is_unfair_against_those_who_know_how_to_win_it(
    game: Game, start: str | None, levels: tuple[str | None, ...], unfair: bool
) -> None:
    assert bool(unfair_start(game, start, levels)) is unfair
    if start is None:
        assert fair_start(game, levels) == ("even" if unfair else None)


@for_each(("level", "setup"), [*(("expert", setup) for setup in (None, "2", "3", "4")), ("perfect", None)])
def test_what_is_called_decided_is_won_by_that_level_in_its_first_turn(level: str, setup: str | None) -> None:
    assert unfair_start(EGG_CARTON, setup, [level])
    match = Match.new(EGG_CARTON, setup=setup)
    limit = find_level(EGG_CARTON, level).limit
    while match.turn == 0:
        match = match.read(consider(match, level, limit).move or "")
    assert match.result
    assert match.result.winners == (0,)


STYLES = [
    pytest.param(game, level, id=f"{game.key} {level.key}")
    for game in GAMES
    for level in computers_of(game).styles
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
    ("beadmaster", BEADS, safety, "h1i", "h2o"),
    ("gobblet", GOBBLETS, gobbling, "D2A1", "W1B2"),
    ("gobblet", GOBBLETS, bringing_out, "W1B2", "D2A1"),
    ("gobblet", GOBBLETS, wandering, "C2B2", "W1B2"),
]


@for_each(("key", "setup", "taste", "more", "less"), LIKES)
def test_what_is_liked(key: str, setup: str, taste: Taste, more: str, less: str) -> None:
    match = match_of(key, setup)
    liking, other = (taste(match.position, match.game.find(match.position, word)) for word in (more, less))
    assert liking > other


@for_each(("game", "level"), STYLES)
def test_an_opponent_is_offered_and_named_in_records_but_is_no_level(game: Game, level: Level) -> None:
    assert level in opponents_of(game)
    assert level not in levels_of(game)
    assert known_levels(game).count(level) == 1
    assert find_level(game, level.title) is level
    assert level.colour
    match = Match.new(game, setup=None, seats=(Seat("Ann"), Seat(level.title, f"computer {level.key}")))
    read = read_match(str(match), GAMES).whole()
    assert (read.seats[1].level, read.seats[1].name) == (level.key, level.title)


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

WON_IN_TWO = [
    ("abacus", "2w2/1wwwb1/1wbbb2/2wwbb2/4wb3/4ww2/bbb1w2/bbbw1w/b3w b 0 0"),
    ("abacus", "w4/1wbbbb/1bbb3/1www4/2w1ww3/2bbbw2/2bwww1/bbbww1/5 b 0 0"),
    ("gobblet", "W2,W2,-,W1K2W3K4/-,K2,-,-/W3K4,K3W4,W2K3,K2W4/W1,K1W3K4,-,K3W4 W010 K011 W"),
    ("gobblet", "W3W4,W3,-,K4/W3K4,-,W2K3W4,W2K3/K3,W1W4,W2K4,-/W1K2,K2,-,- W001 K112 K"),
    ("beadmaster", "2 1 1101211 1112020 0200000000000000002000001000100000000000000000000"),
    ("beadmaster", "2 1 1211002 0121201 2000000000000000000010000000000000000201000000000"),
]


DEEP = [
    *((key, setup, "wins in 2 moves") for key, setup in WON_IN_TWO),
    ("abacus", "1ww2/1wbwb1/1wbbb2/2wwbb2/4w4/4ww2/bbb1w2/bbbw1w/b3w w 0 0", "loses in 1 move"),
    ("gobblet", "-,W3,K3,-/-,W4,-,K3/K4,-,K4,-/-,W4,W3,W4 W223 K224 K", "loses in 1 move"),
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


@for_each(("key", "setup"), AT_ONCE)
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
        after = match.read(consider(match, "master", Limit(nodes=50_000), seed).move or "")
        assert not wins(after.position, 1 - match.position.turn, 1)


@pytest.mark.long
@pytest.mark.parametrize(("key", "setup", "words"), DEEP)
def test_a_win_is_as_near_and_a_loss_as_far_as_the_rules_let_it_be(key: str, setup: str, words: str) -> None:
    match = match_of(key, setup)
    thought = consider(match, limit=Limit(depth=6, nodes=60_000))
    assert thought.words() == words
    moves, seat = int(words.split()[2]), match.position.turn
    after = match.read(thought.move or "").position
    if thought.wins_in:
        assert not wins(match.position, seat, moves - 1)
        assert wins(after, seat, moves - 1)
    else:
        assert wins(after, 1 - seat, moves)
        assert not wins(after, 1 - seat, moves - 1)


def test_greedy_lets_most_beads_of_others_fall() -> None:
    # h2o drops two, v2o one; h4o would drop three, but one's own two among them.
    beads = f"1200000 0002002 0000000 1010200 {'0' * 21}"
    thought = consider(match_of("beadmaster", f"2 1 0000000 0000000 {beads}"), "greedy")
    assert (thought.move, thought.value) == ("h2o", 2.0)
    nothing = match_of("beadmaster", f"2 1 0000000 0000000 1020000 0000000 0000000 {'0' * 28}")
    assert len({consider(nothing, "greedy", seed=seed).move for seed in range(20)}) > 3


@pytest.mark.parametrize("level", ["novice", "expert"])
def test_beads_are_not_placed_one_slide_from_falling(level: str) -> None:
    game = Match.new(BEADMASTER, setup="random", random=Random(4))
    for _ in range(4):
        game = game.read(str(consider(game, level).move))
    position = game.position._replace(placing=False)  # type: ignore[attr-defined]
    assert not threatened(position)


def test_a_loss_against_all_together_is_not_called_proved() -> None:
    lost = match_of("beadmaster", f"3 1 0000000 0000000 0000000 0000000 1020300 0000000 {'0' * 21}")
    thought = consider(lost, "expert", Limit(nodes=500))
    assert not thought.proved or thought.value > 0
    assert thought.value > -101


AT_TOLL = read_match(TOLL, GAMES).whole()


@for_each("level", [level.key for level in opponents_of(AT_TOLL.game)])
def test_answers_a_toll_as_it_says(level: str) -> None:
    first, again = (consider(AT_TOLL, level, Limit(nodes=1_000), seed=5) for _ in range(2))
    assert (first.move, first.value, first.pv) == (again.move, again.value, (again.move,))
    rule = str(decide(AT_TOLL.position))  # type: ignore[arg-type]
    expected = {"penny": ("go",), "victor": ("pay",), "automatic": (rule,), "careful": ("go", "pay")}
    assert first.move in expected[level]
    assert -1 <= first.value <= 1
    if level == "careful":  # answers at once if it has to
        assert consider(AT_TOLL, level, stop=lambda: True).move == rule


# The computer of the original Abacus.


LIBRARY = installed_library()


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
@for_each(
    ("setup", "value"),
    [
        ("5/6/7/8/4b3w/8/7/6/5 b 0 0", 3 * 4),  # white in a corner, where three ways lead off
        ("5/6/7/3bb3/8w/8/7/6/5 b 0 0", 2 + 3 * 4),  # a pair of black
        ("5/6/7/8/4b3w/8/7/6/5 b 0 1", 1000 + 3 * 4),
        ("5/6/7/8/4b3w/8/7/6/5 b 2 1", -1000 + 3 * 4),
        ("5/6/7/8/4b3w/8/7/6/5 w 0 0", -3 * 4),
        ("2w2/6/7/8/4b4/8/7/6/5 b 0 0", 2 * 4),  # white at a side, where two do
    ],
)
def test_what_it_counts(setup: str, value: int) -> None:
    assert LIBRARY
    _, words = packed_for_sure(Match.new(ABACUS, setup=setup).position)
    assert LIBRARY.call("evaluate", AMIGA_GAME, as_words(words)) == value


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
def test_it_never_moves_sideways() -> None:
    assert LIBRARY
    start = Match.new(ABACUS).position
    moves = (c_int32 * MOST_MOVES)()
    count = LIBRARY.call("moves", AMIGA_GAME, as_words(packed_for_sure(start)[1]), moves)
    listed = {LIBRARY.notation(AMIGA_GAME, move) for move in moves[:count]}
    assert listed == {str(move) for move in typed(start, Abacus).moves() if move.inline}


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
@pytest.mark.parametrize("level", [level.key for level in AMIGA])
def test_it_pushes_off_what_it_can_and_draws_among_equals(level: str) -> None:
    match = Match.new(ABACUS, setup="5/6/7/8/5bbbw/8/7/6/5 b 0 0")
    after = match.read(str(consider(match, level).move))
    assert match.game.facts(after.position, after.names)["lost"] == [0, 1]
    first, again = ([consider(Match.new(ABACUS), level, seed=seed) for seed in range(6)] for _ in range(2))
    assert [thought.move for thought in first] == [thought.move for thought in again]
    assert len({thought.move for thought in first}) > 1
    assert {thought.depth for thought in first} == {int(level[-1])}


CLASSIC = read("3,3,3,3,3,3/3,3,3,3,3,3/0,0/1")


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
@for_each("position", small_cartons(seed=1, count=60, marbles=9))
def test_who_wins_and_how_soon_by_a_line_of_that_length(position: Carton) -> None:
    wins, selections = truth(position)
    thought = perfect(position, Budget(Limit()))
    assert (thought.proved, thought.value > 0) == (True, wins)
    assert (thought.wins_in, thought.loses_in) == ((selections, None) if wins else (None, selections))
    winner = position.turn if wins else 1 - position.turn
    for letter in thought.pv:
        selections -= position.turn == winner
        position = position.play(EGG_CARTON.find(position, letter))
    assert position.result
    assert (position.result.winners, selections) == ((winner,), 0)


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
@for_each("position", small_cartons(seed=2, count=20, marbles=9))
def test_every_selection_is_known_with_its_length(position: Carton) -> None:
    found = perfect(position, Budget(Limit()), multipv=6)
    for thought in found.pvs:
        after = position.play(EGG_CARTON.find(position, thought.move or ""))
        ended = after.result is not None
        known, selections = (True, 0) if ended else truth(after)
        wins = ended or known == (after.turn == position.turn)
        assert (thought.proved, thought.value > 0) == (True, wins)
        assert (thought.wins_in, thought.loses_in) == ((selections + 1, None) if wins else (None, selections))
    assert len(found.pvs) in (0, len(position.moves()))


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
def test_the_classic_start_is_won_at_once() -> None:
    thought = perfect(CLASSIC, Budget(Limit(nodes=2_000)))
    assert (thought.words(), thought.value > 0) == ("can force a win", True)
    # The length is not known so soon, but the way it goes is the turn's shortest.
    solutions = EGG_CARTON.goals[0].solutions(CLASSIC)
    assert solutions
    assert thought.pv == solutions.shortest


@pytest.mark.skipif(LIBRARY is None, reason="the native search is not built")
@pytest.mark.parametrize(
    ("carton", "nodes", "words"),
    [
        (read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1"), 60_000, "cannot avoid losing"),
        (read("6,6,6,6,6,6/6,6,6,6,6,6/0,0/1"), 1_000, ""),
        (read("90,80,80,80,80,80/80,80,80,80,80,80/0,0/1"), 5_000, ""),
    ],
    ids=["proved, but not how soon", "not proved", "many hundred marbles"],
)
def test_what_is_not_known_is_not_said(carton: Carton, nodes: int, words: str) -> None:
    thought = perfect(carton, Budget(Limit(nodes=nodes)))
    assert (thought.words(), thought.loses_in, thought.nodes) == (words, None, nodes)
    assert thought.move in [str(move) for move in carton.moves()]
