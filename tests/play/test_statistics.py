"""What finished matches say about those who played them."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

from marbles_tui.core import Event, Game
from marbles_tui.core.game import Finished
from marbles_tui.games import GAMES
from marbles_tui.games.beadmaster.text import most_at_once
from marbles_tui.games.getaway.game import GETAWAY
from marbles_tui.games.gobblet.position import gobblet
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.getaway_simulation import Bucket, Spread, bar, buckets
from marbles_tui.play.played import CountedMatch, played, turns_of
from marbles_tui.play.rating import UNKNOWN, changes_rating, of_computer, on_day
from marbles_tui.play.statistics import ALONE, LATEST, HeadToHead, Progress, statistics
from marbles_tui.table.progress import achievements_of, count_words, rungs
from tests.conformance.random_games import wander
from tests.for_each import for_each

RATINGS = {"egg-carton": {"novice": 800.0, "adept": 1200.0}, "abacus": {"novice": 800.0}}
WON = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Player1 "Ann"]'
AGAINST_ADEPT = WON + '[Player2 "Adept"][Seat2 "computer adept"] '


def match_of(text: str) -> Match:
    return read_match(text, GAMES).whole()


def counted(*texts: str) -> list[CountedMatch]:
    return [one for text in texts if (one := played(match_of(text)))]


def test_a_computer_between_them_makes_no_house_of_it() -> None:
    three = '[Game "beadmaster"][Player1 "Ann"][Player2 "Ben"][Seat3 "computer novice"] #3'
    assert {career.total.played for career in statistics(counted(three), RATINGS).careers} == {0}
    assert not changes_rating(match_of(three.removesuffix("#3")))


def test_who_travels_alone_wins_nothing_but_gold() -> None:
    match = wander(Match.new(GETAWAY, setup="gary", seats=[Seat("Ann")]), Random(1))
    (career,) = statistics([only for only in [played(match)] if only], {}).careers
    gold = match.position.board.travellers[0].gold
    assert (career.total.played, career.total.won) == (1, 0)
    assert career.latest[-1].score is None
    assert career.latest[-1].against == ALONE
    assert career.boards == {"gary": {"most gold": gold}}
    assert career.alone == {"gary": [gold]}
    assert career.ratings == []


def test_selecting_again_belongs_to_the_same_turn() -> None:
    match = match_of('[Game "egg-carton"] C E D F I B K L')
    actors = [position.actor for position in match.positions][: match.plies]
    changes = [seat for at, seat in enumerate(actors) if at == 0 or actors[at - 1] != seat]
    assert turns_of(match) == (changes.count(0), changes.count(1))
    assert sum(turns_of(match)) < match.plies


def test_a_match_counts_by_the_rating_of_its_level() -> None:
    ann = statistics(counted(AGAINST_ADEPT + "F"), RATINGS).careers[0]
    assert ann.rating == UNKNOWN.after(of_computer(1200), 1)
    assert ann.ratings == [ann.rating.number]
    more = {"egg-carton": {"beginner": 700.0, "novice": 800.0, "amateur": 1000.0, "adept": 1200.0}}
    assert statistics(counted(AGAINST_ADEPT + "F"), more).careers[0].ratings == ann.ratings


def test_each_of_two_people_counts_by_what_the_other_was_before() -> None:
    match = WON + '[Player2 "Ben"][Room "r"] F'
    ann, ben = statistics(counted(AGAINST_ADEPT + "F", match), RATINGS).careers
    before = UNKNOWN.after(of_computer(1200), 1)
    assert (ann.rating, ben.rating) == (before.after(UNKNOWN, 1), UNKNOWN.after(before, 0))
    (alone,) = statistics(counted(match.replace('[Player2 "Ben"]', "")), RATINGS).careers
    assert alone.rating == UNKNOWN.after(UNKNOWN, 1), "nobody knows whom"


def test_less_is_known_of_who_has_not_played_for_long() -> None:
    first, soon, late = (
        AGAINST_ADEPT.replace("[Player1", f'[Date "{day}"][Player1') + "F"
        for day in ("2025.01.01", "2025.01.02", "2026.01.01")
    )
    changes = []
    for second in (soon, late):
        (career,) = statistics(counted(first, second), RATINGS).careers
        changes.append(career.ratings[1] - career.ratings[0])
        assert career.rating.played == on_day(played(match_of(second)).date)  # type: ignore[union-attr]
    assert changes[1] > changes[0] + 1
    assert (on_day("1970.01.02"), on_day("????.??.??"), on_day("")) == (86_400.0, 0.0, 0.0)


def test_the_last_matches_are_the_latest() -> None:
    (career,) = statistics(counted(*[AGAINST_ADEPT + "#1"] * LATEST, AGAINST_ADEPT + "F"), RATINGS).careers
    assert [outcome.score for outcome in career.latest] == [*[0] * (LATEST - 1), 1]


def test_a_level_that_is_not_known_any_more_counts_as_the_weakest() -> None:
    wizard = AGAINST_ADEPT.replace("computer adept", "computer wizard") + "F"
    assert statistics(counted(wizard), RATINGS).careers[0].rating == UNKNOWN.after(of_computer(800), 1)
    assert statistics(counted(wizard), {}).careers[0].rating == UNKNOWN.after(of_computer(800), 1)


def test_beads_at_once_and_gobblets_covered_are_kept() -> None:
    moves = "W1A1 K1B2 W1A2 B2A2 #1"
    first = f'[Game "gobblet"][Player1 "Ann"][Seat2 "computer novice"] {moves}'
    second = f'[Game "gobblet"][Seat1 "computer novice"][Player2 "Ben"] {moves}'
    (ann, ben) = statistics(counted(first, second), RATINGS).careers
    assert ann.records == {"most gobbled": 0}
    assert ben.records == {"most gobbled": 1}
    three = "2 1 1002111 1010211 0000000000000000000002020002010000000000010000000"
    dropped = f'[Game "beadmaster"][Setup "{three}"][Player1 "Cleo"][Seat2 "computer novice"] h4i'
    assert statistics(counted(dropped), RATINGS).careers[0].records == {"most at once": 3}
    falls = tuple(Event("fall", None, (), {"seat": 0, "owner": owner}) for owner in (0, 1, 1))
    assert most_at_once((falls, falls[:2]), 0) == 2
    assert most_at_once((falls,), 1) == 0


def test_gold_counts_only_where_travellers_begin_with_what_the_board_gives() -> None:
    rich = Match.new(GETAWAY, options={"gold": "500", "players": "1"}, seats=[Seat("Ann")], random=Random(1))
    usual = Match.new(GETAWAY, options={"players": "1"}, seats=[Seat("Ann")], random=Random(1))
    assert GETAWAY.measures(rich.setup, rich.options) == {}
    assert list(GETAWAY.measures(usual.setup, usual.options)) == ["most gold"]


def test_a_spread() -> None:
    assert Spread.of([]) is None
    assert Spread.of([7]) == (7, 7, 7, 7, 7, 7)
    assert Spread.of(range(1, 101)) == (1, 50, 50.5, 90, 99, 100)
    assert Spread.of([3, 1, 2]) == (1, 2, 2, 3, 3, 3)


def test_buckets_hold_everything_once() -> None:
    assert buckets([], 5) == []
    assert buckets([4, 4], 5) == [Bucket(4, 4, 2)]
    assert buckets([1, 2, 3, 3], 5) == [Bucket(1, 1, 1), Bucket(2, 2, 1), Bucket(3, 3, 2)]
    assert buckets([0, 4, 5, 9], 2) == [Bucket(0, 4, 2), Bucket(5, 9, 2)]
    assert sum(one.size for one in buckets(range(1000), 12)) == 1000


def test_bars_are_as_long_as_their_share() -> None:
    assert (bar(0, 8), bar(0.5, 8), bar(1, 8), bar(2, 8)) == ("", "█" * 4, "█" * 8, "█" * 8)
    assert bar(1 / 16, 2) == "▏"
    assert bar(0.0001, 8) == "▏"
    assert (bar(0, 8, ascii_only=True), bar(0.5, 8, ascii_only=True), bar(0.001, 8, ascii_only=True)) == (
        "",
        "####",
        "#",
    )


SIDEWAYS = " ".join(["c3c4d3 i5i6 d3d4c3 i6i5"] * 5)

EARNED = {
    "egg-carton": [
        ("6,6,6,4,3,3/2,4,4,2,1,4/0,0/1", "D E D E #2", "again marathon relay"),
        ("0,0,0,3,2,1/2,2,2,2,2,2/0,0/1", "F E F D #2", "again"),
        ("0,0,0,0,2,1/2,2,2,2,2,2/0,0/1", "F E F", "first-turn quick"),
        ("0,0,0,0,0,1/4,4,4,4,4,4/0,0/1", "F", "first-turn full quick"),
        ("0,0,0,0,0,1/0,0,1,0,0,0/0,0/1", "F", "first-turn narrow quick"),
        ("0,0,0,0,0,1/4,4,4,4,4,3/0,0/1", "F", "first-turn quick"),
        ("0,0,0,0,0,1/0,0,1,1,0,0/0,0/1", "F", "first-turn quick"),
    ],
    "abacus": [
        ("2w2/6/7/8/6bbw/8/7/6/5 b 0 0", "e7e8 #2", "off"),
        ("2w2/6/7/2bbbww1/9/8/7/6/5 b 0 0", "f4f5 #2", "heavy"),
        ("w4/6/7/8/6bbw/8/7/6/2bbw b 0 0", "e7e8 i5i6 a3a4 #2", "off twice"),
        ("w4/6/7/8/6bbw/8/2bb3/6/5 b 0 5", f"{SIDEWAYS} e7e8", "clean crab off quick"),
        ("w4/6/7/8/6bbw/8/7/6/5 b 0 5", "e7e8", "clean off quick"),
        ("w4/6/7/8/6bbw/8/7/6/5 b 5 5", "e7e8", "close off quick"),
        ("w4/6/7/8/6bbw/8/2bb3/6/5 b 0 5", f"{SIDEWAYS[:-12]} e7e8", "clean off quick"),
        ("w4/6/7/8/6bbw/8/7/6/5 b 4 5", "e7e8", "off quick"),
    ],
    "getaway": [
        ("", "*3 *4 *8 *5 *3 pay *6 *19 *3 *2 *4 *3 *4 *6 *3 *1 *3 "
         "*4 *3 *2 *6 *1 *4 go *3 *5", "bank late pedlar ready rich"),
        ("", "*6 *6 *3 pay *4 *2 *2 *1 *5 *4 *1 *5 *2 *6 *7 *5 *19 *6 *4", "late"),
        ("", "*3 *6 *4 go *3 go *5 *2 pay *4 *1 *3 *3 *6 *6 *1 *6 *1 *4 *2 *3 *6 *5 *4 *12 *2", "pedlar ready rich"),
        ("", "*6 *3 *6 *3 *5 go *4 *1 *1 *4 *5 *6 *5 *4 *8 pay *3", "ready"),
        ("", "*5 *3 *4 *6 *4 *6 *6 *6 *6 *5 *8 *4 *6 *2 *2 *3 *6 *6 *6 *6", "late rich stuck"),
        ("", "*3 *1 *5 *2 *3 go #2", "dizzy ready"),
    ],
    "beadmaster": [
        ("2 1 1002111 1010211 0000000000000000000002020002010000000000010000000", "h4i", "quick steady three two"),
        ("2 1 1211002 0121201 1000000000000000000010000000000000000101000200001", "h7i", "quick steady whole"),
        ("2 2 0211222 2211100 0000001000000000000000000000000000000000000002000", "h7i", "last steady"),
        ("2 1 0102121 1222120 0000000000000002000000000000000000000000000100000", "v2i", "none quick"),
        ("2 1 0200022 2121001 0000001000000000000000000000200000000000000000000", "h5o", "last quick steady"),
        ("2 1 1002111 1010211 0000000000000000000002020000010000000000010000000", "h4i", "quick steady two"),
        ("2 1 1002111 1010211 0000000000000000000002000000010000000000010000000", "h4i", "quick steady"),
    ],
    "gobblet": [
        ("W4,W4,W3,-/-,-,-,-/-,-,-,-/-,-,-,- W400 K444 W", "W1A4", "fasting quick"),
        ("-,K2,-,W3/K3,W4,-,-/-,W1,-,-/W1W3,-,-,K4 W400 K000 W", "D1B3", "diagonal fasting quick tiny"),
        ("W4,-,K1W2,W1/W1,-,K4,-/-,-,-,-/-,-,K3,W2 W400 K000 W", "W1A2", "fasting quick tiny"),
        ("W4,W4,W3,W2K4/-,-,-,-/-,-,-,-/-,-,-,- W000 K000 K", "A4B1", "fasting gift quick"),
        ("W4,W4,W3,-/K1K2K3K4,-,-,-/-,-,-,-/-,-,-,- W400 K000 W", "W1A4", "fasting quick tower"),
        ("W4,W4,W3,-/K2K3K4,-,-,-/-,-,-,-/-,-,-,- W400 K000 W", "W1A4", "fasting quick"),
    ],
}  # fmt: skip


def game_of(key: str) -> Game:
    return next(game for game in GAMES if game.key == key)


def ended(key: str, setup: str, moves: str) -> CountedMatch:
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


@for_each(("key", "setup", "moves", "feats"), [(key, *row) for key, rows in EARNED.items() for row in rows])
def test_a_match_earns_what_it_has_and_nothing_else(key: str, setup: str, moves: str, feats: str) -> None:
    assert sorted(ended(key, setup, moves).feats[0]) == feats.split()


def test_every_achievement_is_tried() -> None:
    tried = {(key, feat) for key, rows in EARNED.items() for *_, feats in rows for feat in feats.split()}
    assert tried | {("gobblet", "hungry")} == {
        (game.key, feat.key) for game in GAMES for feat in game.achievements
    }


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


def test_entries_of_an_older_program_have_achieved_nothing() -> None:
    old = CountedMatch(*ended("egg-carton", "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1", "F")[:-2])
    (career,) = statistics([old], {}).careers
    assert career.feats == {}


def test_what_was_done_in_two_games_is_added_up() -> None:
    one, other = HeadToHead(5, won=2, drawn=1, lost=2, streak=2), HeadToHead(4, won=1, lost=3, streak=-3)
    assert one + other == HeadToHead(9, won=3, drawn=1, lost=5)


@for_each("game", GAMES)
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
        total=HeadToHead(played=50, won=40, best_streak=5),
        against={level.key: HeadToHead(played=1, won=1) for level in rungs(game)},
        feats={feat.key: "2026.11.22" for feat in game.achievements},
    )
    assert count_words(achievements_of(game, everything)) == f"{len(nothing)} of {len(nothing)}"
