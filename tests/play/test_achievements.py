"""What may be achieved: each one by a match that has it, and what it takes to count."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from marbles_tui.core import Event, Game
from marbles_tui.core.achievement import Finished
from marbles_tui.games import GAMES
from marbles_tui.games.gobblet.board import gobblet
from marbles_tui.play import Match, Seat
from marbles_tui.play.played import Played, played
from marbles_tui.play.progress import Progress, Score, progress_of
from marbles_tui.play.statistics import statistics
from marbles_tui.table.achievements import achievements_of, count_words
from marbles_tui.table.progress import rungs

SIDEWAYS = " ".join(["c3c4d3 i5i6 d3d4c3 i6i5"] * 5)

EARNED = [
    ("egg-carton", "relay", "6,6,6,4,3,3/2,4,4,2,1,4/0,0/1", "D E D E #2"),
    ("egg-carton", "marathon", "6,6,6,4,3,3/2,4,4,2,1,4/0,0/1", "D E D E #2"),
    ("egg-carton", "again", "0,0,0,3,2,1/2,2,2,2,2,2/0,0/1", "F E F D #2"),
    ("egg-carton", "first-turn", "0,0,0,0,2,1/2,2,2,2,2,2/0,0/1", "F E F"),
    ("egg-carton", "quick", "0,0,0,0,2,1/2,2,2,2,2,2/0,0/1", "F E F"),
    ("egg-carton", "full", "0,0,0,0,0,1/4,4,4,4,4,4/0,0/1", "F"),
    ("egg-carton", "narrow", "0,0,0,0,0,1/0,0,1,0,0,0/0,0/1", "F"),
    ("abacus", "off", "2w2/6/7/8/6bbw/8/7/6/5 b 0 0", "e7e8 #2"),
    ("abacus", "heavy", "2w2/6/7/2bbbww1/9/8/7/6/5 b 0 0", "f4f5 #2"),
    ("abacus", "twice", "w4/6/7/8/6bbw/8/7/6/2bbw b 0 0", "e7e8 i5i6 a3a4 #2"),
    ("abacus", "crab", "w4/6/7/8/6bbw/8/2bb3/6/5 b 0 5", f"{SIDEWAYS} e7e8"),
    ("abacus", "clean", "w4/6/7/8/6bbw/8/7/6/5 b 0 5", "e7e8"),
    ("abacus", "close", "w4/6/7/8/6bbw/8/7/6/5 b 5 5", "e7e8"),
    ("abacus", "quick", "w4/6/7/8/6bbw/8/7/6/5 b 0 5", "e7e8"),
    ("getaway", "rich", "", "*3 *4 *8 *5 *3 pay *6 *19 *3 *2 *4 *3 *4 *6 *3 *1 *3 *4 *3 *2 *6 *1 *4 go *3 *5"),
    ("getaway", "late", "", "*6 *6 *3 pay *4 *2 *2 *1 *5 *4 *1 *5 *2 *6 *7 *5 *19 *6 *4"),
    ("getaway", "pedlar", "", "*3 *6 *4 go *3 go *5 *2 pay *4 *1 *3 *3 *6 *6 *1 *6 *1 *4 *2 *3 *6 *5 *4 *12 *2"),
    ("getaway", "ready", "", "*6 *3 *6 *3 *5 go *4 *1 *1 *4 *5 *6 *5 *4 *8 pay *3"),
    ("getaway", "stuck", "", "*5 *3 *4 *6 *4 *6 *6 *6 *6 *5 *8 *4 *6 *2 *2 *3 *6 *6 *6 *6"),
    ("getaway", "dizzy", "", "*3 *1 *5 *2 *3 go #2"),
    ("beadmaster", "two", "2 1 1002111 1010211 0000000000000000000002020002010000000000010000000", "h4i"),
    ("beadmaster", "three", "2 1 1002111 1010211 0000000000000000000002020002010000000000010000000", "h4i"),
    ("beadmaster", "whole", "2 1 1211002 0121201 1000000000000000000010000000000000000101000200001", "h7i"),
    ("beadmaster", "last", "2 2 0211222 2211100 0000001000000000000000000000000000000000000002000", "h7i"),
    ("beadmaster", "none", "2 1 0102121 1222120 0000000000000002000000000000000000000000000100000", "v2i"),
    ("beadmaster", "quick", "2 1 0200022 2121001 0000001000000000000000000000200000000000000000000", "h5o"),
    ("beadmaster", "steady", "2 1 0200022 2121001 0000001000000000000000000000200000000000000000000", "h5o"),
    ("gobblet", "quick", "W4,W4,W3,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K444 W", "W1A4"),
    ("gobblet", "fasting", "W4,W4,W3,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K444 W", "W1A4"),
    ("gobblet", "diagonal", "-,K2,-,W3/K3,W4,-,-/-,W1,-,-/W1W3,-,-,K4 W400 K000 W", "D1B3"),
    ("gobblet", "tiny", "W4,-,K1W2,W1/W1,-,K4,-/-,-,-,-/-,-,K3,W2 W400 K000 W", "W1A2"),
    ("gobblet", "gift", "W4,W4,W3,W2K4/-,-,-,-/-,-,-,-/-,-,-,- W000 K000 K", "A4B1"),
    ("gobblet", "tower", "W4,W4,W3,-/K1K2K3K4,-,-,-/-,-,-,-/-,-,-,- W400 K000 W", "W1A4"),
]  # fmt: skip


def game_of(key: str) -> Game:
    return next(game for game in GAMES if game.key == key)


def ended(key: str, setup: str, moves: str) -> Played:
    """What a match of Ann, on the first seat, adds to the statistics."""
    match = Match.new(
        game_of(key),
        setup=setup or None,
        options={"toll": "choose"} if key == "getaway" else {},
        seats=(Seat("Ann"), Seat("Novice", "computer novice")),
        date="2026.11.22",
    )
    for word in moves.split():
        match = match.resign(1) if word == "#2" else match.read(word)
    found = played(match)
    assert found
    return found


@pytest.mark.parametrize(("key", "feat", "setup", "moves"), EARNED)
def test_a_match_earns_what_it_has(key: str, feat: str, setup: str, moves: str) -> None:
    assert feat in ended(key, setup, moves).feats[0]


def test_every_achievement_is_tried() -> None:
    tried = {(key, feat) for key, feat, _, _ in EARNED} | {("gobblet", "hungry"), ("getaway", "bank")}
    assert tried == {(game.key, feat.key) for game in GAMES for feat in game.achievements}


def finished(plies: list[tuple[int, list[Event]]], final: object = None) -> Finished:
    return Finished(0, False, "four", len(plies), plies, final)


def feat(key: str, name: str, match: Finished) -> bool:
    (found,) = [feat for feat in game_of(key).achievements if feat.key == name]
    return found.earned(match)


def test_eight_gobblets_of_theirs_and_none_of_ones_own() -> None:
    theirs = Event("cover", None, (0, 1), {"seat": 0, "gobblet": 8, "covered": gobblet(1, 2)})
    own = Event("cover", None, (0, 1), {"seat": 0, "gobblet": 8, "covered": gobblet(0, 2)})
    assert feat("gobblet", "hungry", finished([(0, [theirs])] * 8))
    assert not feat("gobblet", "hungry", finished([(0, [theirs])] * 7 + [(0, [own])]))


def test_a_hundred_gold() -> None:
    purse = SimpleNamespace(travellers=[SimpleNamespace(gold=100)])
    assert feat("getaway", "bank", finished([], purse))
    assert not feat("getaway", "bank", finished([], SimpleNamespace(travellers=[SimpleNamespace(gold=99)])))


def test_a_win_that_was_given_is_none_on_the_board() -> None:
    given = ended("egg-carton", "0,0,0,0,2,1/2,2,2,2,2,2/0,0/1", "F #2")
    assert given.scores == (1.0, 0.0)
    assert given.feats == ((), ())


def test_nothing_is_achieved_with_help() -> None:
    match = Match.new(
        game_of("egg-carton"),
        setup="0,0,0,0,0,1/1,1,1,1,1,1/0,0/1",
        seats=(Seat("Ann"), Seat("Novice", "computer novice")),
        tags=(("Rated", "no"),),
    )
    found = played(match.read("F"))
    assert found
    assert found.feats == ((), ())


def test_the_first_time_is_remembered() -> None:
    first = ended("egg-carton", "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1", "F")
    (career,) = statistics([first, first._replace(date="2026.12.24")], {}).careers
    assert career.feats["quick"] == "2026.11.22"
    assert progress_of(career).feats == career.feats


def test_entries_of_an_older_program_have_achieved_nothing() -> None:
    old = Played(*ended("egg-carton", "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1", "F")[:-2])
    (career,) = statistics([old], {}).careers
    assert career.feats == {}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_few_of_each_game_and_all_can_be_read(game: Game) -> None:
    nothing = achievements_of(game, Progress(game=game.key))
    assert 5 + len(game.achievements) == len(nothing) <= 12
    assert not any(each.earned for each in nothing)
    assert len({each.title for each in nothing}) == len(nothing)
    for each in nothing:
        assert len(each.title) <= 18
        assert len(each.about) <= 36
    everything = Progress(
        game=game.key,
        total=Score(played=50, won=40),
        against={level.key: Score(played=1, won=1) for level in rungs(game)},
        best_streak=5,
        feats={feat.key: "2026.11.22" for feat in game.achievements},
    )
    assert count_words(achievements_of(game, everything)) == f"{len(nothing)} of {len(nothing)}"
