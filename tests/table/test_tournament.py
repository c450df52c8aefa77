"""Tournaments of people and computers, as the records of their games tell."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from marbles_tui.ai.levels import opponents_of
from marbles_tui.core import BadOption, Event, Game, Result
from marbles_tui.games import GAMES, find
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.series import ROUND, SEASON, SEED, TOURNAMENT, rematch
from marbles_tui.play.tally import Tally
from marbles_tui.play.tournament import BYE, Schedule
from marbles_tui.store import MatchStore
from marbles_tui.table.bouts import Conditions, bouts, play_all
from marbles_tui.table.clock import TAG
from marbles_tui.table.demo import DemoMatch, glance, instants
from marbles_tui.table.players import Choice, Here, Player
from marbles_tui.table.season import ROUNDS, Fixture, Seasons, begin, fixtures, next_table, seasons_of, told
from marbles_tui.table.session import Session, complete
from marbles_tui.table.tournament import (
    IN_TURN,
    Stand,
    Tournament,
    games_for,
    levels_for,
    next_game,
    play_out,
    stands_of,
)
from tests.for_each import for_each
from tests.sixth.chomp import CHOMP
from tests.table.controlled import play_games, tournament
from tests.tui.stage import match_of

WHO = (Seat("Ann"), Seat("Novice", "computer novice"), Seat("Bea"), Seat("Adept", "computer adept"))


def cup(**chosen: object) -> Tournament:
    return Tournament.of(WHO, **{"id": "1", "form": Schedule.ROUND_ROBIN, "game": "egg-carton", **chosen})


def begun(stand: Stand, at: int = 0) -> Match:
    waiting = [one for one in stand.meetings if not one.over]
    return next_game(stand, waiting[at], GAMES, date="2026.01.02", random=Random(1))


@for_each("form", Schedule)
@for_each("game", ["gobblet", IN_TURN])
def test_a_record_says_what_was_decided(form: Schedule, game: str) -> None:
    one = cup(form=form, game=game, games=3, clock="5+3")
    assert Tournament.read(str(one)) == one
    match = begun(Stand(one))
    assert Tournament.read(match.tag(TOURNAMENT)) == one
    assert (match.tag(ROUND), match.tag(TAG)) == ("1", "5+3")
    assert not rematch(match, date="", random=Random(1)).tag(TOURNAMENT)


@for_each(
    "text",
    [
        "",
        "1; swiss",
        "1; x; abacus; 1; none; a; b",
        "1; swiss; abacus; x; none; a; b",
        "1; swiss; abacus; 1; none; a; a",
    ],
)
def test_what_is_no_tournament_is_none(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Tournament.read(text)


def test_names_tell_entrants_apart_and_do_no_harm() -> None:
    people = [Seat("Ann"), Seat("Ann"), Seat(""), Seat("Player 2"), Seat('a; b = "c"\n\x1b[31m' + "x" * 50)]
    one = Tournament.of(people, id="1", form=Schedule.SWISS, game="abacus")
    assert len(set(one.names)) == len(one.names) == 5
    assert one.names[:3] == ("Ann", "Ann 2", "Guest")
    assert Tournament.read(str(one)) == one


def test_all_is_played_kept_and_told_by_the_records_alone() -> None:
    store, one = MatchStore.open(), cup()
    stand = Stand(one)
    while stand.round:
        match = begun(stand)
        played, _ = match.play(match.position.moves()[0])
        number = store.begin(played)
        assert number is not None
        (stand,) = stands_of(store)
        waiting = next(meeting for meeting in stand.meetings if not meeting.over)
        left = stand.left(waiting)
        assert left
        assert left.id == number
        store.save(number, played.resign(0))
        (stand,) = stands_of(store)
    assert len(stand.ended) == len(stand.meetings) == 6
    assert stand.winners
    assert sum(row.points for row in stand.table) == 6
    assert stand.told == "4 players, round robin, over"
    store.close()


def test_in_a_knockout_who_began_does_not_begin_the_next_game() -> None:
    one, store = cup(form=Schedule.KNOCKOUT, games=3), MatchStore.open()
    first = begun(Stand(one))
    store.begin(first.play(first.position.moves()[0])[0].resign(0))
    (stand,) = stands_of(store)
    second = begun(stand)
    assert [seat.name for seat in second.seats] == [seat.name for seat in first.seats][::-1]
    assert stand.games(stand.meetings[0])
    store.close()


def test_games_come_in_turn_and_all_computers_know_them() -> None:
    games = games_for(IN_TURN, GAMES)
    assert {game.key for game in games} == {"egg-carton", "abacus", "beadmaster", "gobblet"}
    assert {"novice", "adept"} <= set(levels_for(games))
    stand = Stand(cup(game=IN_TURN))
    played = [next_game(stand, one, GAMES, date="", random=Random(1)).game.key for one in stand.meetings]
    assert played == ["egg-carton", "abacus", "abacus", "beadmaster", "beadmaster", "gobblet"]


def test_computers_play_their_game_out_and_each_move_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Tournament.of(
        [Seat("A", "computer novice"), Seat("B", "computer amateur")],
        id="1",
        form=Schedule.ROUND_ROBIN,
        game="egg-carton",
    )
    kept: list[Match] = []
    over = asyncio.run(play_out(begun(Stand(one)), Here(), kept.append))
    assert over.result
    assert [match.plies for match in kept] == list(range(1, over.plies + 1))
    kept.clear()
    monkeypatch.setattr("marbles_tui.table.tournament.DRAWN_AFTER", 4)

    async def keep(match: Match) -> None:
        kept.append(match)

    drawn = asyncio.run(play_out(begun(Stand(one)), Here(), keep))
    assert (drawn.plies, str(drawn.result), drawn) == (4, "draw", kept[-1])


def test_five_have_a_bye_each_that_nobody_plays() -> None:
    one = Tournament.of([*WHO, Seat("Cleo")], id="1", form=Schedule.KNOCKOUT, game="gobblet")
    byes = [meeting for meeting in Stand(one).meetings if meeting.second == BYE]
    assert len(byes) == 3
    assert all(meeting.over for meeting in byes)


(EGG_CARTON,) = [game for game in GAMES if game.key == "egg-carton"]


def test_each_level_begins_equally_often_from_the_same_starts() -> None:
    matches = list(tournament(EGG_CARTON, ("novice", "adept"), 4, seed=1, setup="random"))
    assert [match.seats[0].level for match in matches] == ["novice", "adept", "novice", "adept"]
    assert matches[0].setup == matches[1].setup != matches[2].setup == matches[3].setup
    assert all(match.result for match in matches)


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (list(tournament(EGG_CARTON, ("novice", "novice"), 3, seed=9)) for _ in range(2))
    assert list(map(str, one)) == list(map(str, other))


def test_games_of_a_round_differ_by_what_the_players_think() -> None:
    first, second = tournament(EGG_CARTON, ("novice", "novice"), 2, seed=9)
    assert first.setup == second.setup
    assert first.moves != second.moves


def test_a_game_that_lasts_too_long_is_drawn() -> None:
    terms = Conditions(longest=3, random_plies=1)
    ((_, record),) = play_all(bouts(EGG_CARTON, ("novice", "adept"), 1, terms))
    match = read_match(record, GAMES).whole()
    assert match.plies == 3
    assert match.result == Result.draw(2, "agreed")


def test_counts_what_came_of_it() -> None:
    novice, adept = Seat("", "computer novice"), Seat("", "computer adept")
    tally = Tally(("novice", "adept"))
    won = Match.new(EGG_CARTON, setup="0,0,0,0,0,1/3,3,3,3,3,3/0,0/1", seats=(novice, adept)).read("F")
    tally.add(won)
    tally.add(Match.new(EGG_CARTON, seats=(adept, novice)).resign(1))
    tally.add(Match.new(EGG_CARTON, seats=(novice, adept)).resign(0))
    tally.add(Match.new(EGG_CARTON, seats=(adept, novice)).agree())
    assert tally.games == 4
    assert tally.wins == {"novice": 1, "adept": 2}
    assert tally.wins_by_seat == [2, 1]
    assert tally.draws == 1
    assert tally.score == {"novice": 0.375, "adept": 0.625}
    assert tally.plies == 0.25
    assert tally.interval("adept") == pytest.approx((0.2194, 0.9081), abs=1e-3)


@for_each(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (2, 2, 0.3424, 1.0),
        (0, 1, 0.0, 0.7935),
        (5, 10, 0.2366, 0.7634),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilson_s_and_has_a_width_from_the_first_game_on(
    wins: int, games: int, low: float, high: float
) -> None:
    tally = Tally(("novice", "adept"))
    seats = (Seat("", "computer novice"), Seat("", "computer adept"))
    for number in range(games):
        tally.add(Match.new(EGG_CARTON, seats=seats).resign(int(number < wins)))
    assert tally.interval("novice") == pytest.approx((low, high), abs=1e-3)
    assert tally.interval("adept") == pytest.approx((1 - high, 1 - low), abs=1e-3)


def test_a_whole_tournament_can_be_followed() -> None:
    done: list[int] = []
    tally = play_games(EGG_CARTON, ("adept", "novice"), 5, seed=2, done=lambda: done.append(1))
    assert (tally.games, len(done), sum(tally.wins.values())) == (5, 5, 5)


def test_wrong_levels_and_seats_are_refused() -> None:
    with pytest.raises(BadOption, match="no level 'boss'"):
        list(tournament(EGG_CARTON, ("novice", "boss"), 1))
    with pytest.raises(BadOption, match="is played by 2"):
        list(tournament(EGG_CARTON, ("novice",), 1))


FOLDER = Path(__file__).parent / "golden"
LEVEL = "computer novice"


class Glancer(Player):
    """Plays what looks good one move ahead."""

    def __init__(self, game: Game, random: Random) -> None:
        self._game, self._random = game, random

    async def choose(self, match: Match) -> Choice:
        """A move, in no time."""
        return glance(self._game, match.position, self._random)


async def played(game: Game) -> Match:
    """A match of as many as can play, by computers that glance a move ahead."""
    random = Random(game.key)
    seats = tuple(Seat(f"Player {number}", LEVEL) for number in range(1, min(4, game.seats.stop - 1) + 1))
    start = Match.new(game, seats=seats, tags=((SEED, "5"),), random=random)
    return await Session(start, [Glancer(game, random) for _ in seats]).finish()


@pytest.mark.parametrize("key", [record.stem for record in sorted(FOLDER.glob("*.record"))])
async def test_a_match_of_computers_is_as_it_was(key: str) -> None:
    match = await played(find(key))
    assert match.result
    assert str(match) == (FOLDER / f"{key}.record").read_text(encoding="utf-8")


if __name__ == "__main__":
    for golden in GAMES:
        (FOLDER / f"{golden.key}.record").write_text(str(complete(played(golden))), encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_its_plies_are_the_moves_of_matches(game: Game) -> None:
    demo = DemoMatch(game, Random(7), varied=True)
    seen = 0
    for _ in range(60):
        before, happened = demo.ply()
        assert demo.match.positions[-2].board == before
        assert happened[-1].board == demo.match.position.board
        if demo.match.result:
            seen += 1
            assert match_of(str(demo.match)).positions == demo.match.positions
    assert seen or demo.match.plies == 60


@for_each("game", GAMES)
def test_every_start_and_number_of_players_can_be_shown(game: Game) -> None:
    random = Random(3)
    for _ in range(40):
        match = DemoMatch(game, random, varied=True).match
        assert 2 <= len(match.seats) <= 4
        assert match.names == game.sides[: len(match.seats)]


def test_the_same_seed_shows_the_same_match() -> None:
    one, other = (DemoMatch(GAMES[1], Random(5), varied=True) for _ in range(2))
    for _ in range(10):
        assert one.ply() == other.ply()
    assert one.match.moves == other.match.moves


def test_a_win_at_hand_is_taken() -> None:
    match = match_of('[Game "egg-carton"]\n[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]\n')
    demo = DemoMatch(match.game, Random(1))
    demo.match = match
    demo.ply()
    assert demo.match.result
    assert demo.match.result.winners == (0,)


def test_a_new_match_follows_the_end_of_one() -> None:
    demo = DemoMatch(GAMES[0], Random(1))
    while not demo.match.result:
        demo.ply()
    demo.ply()
    assert demo.match.plies == 1


def test_a_long_move_is_shown_in_few_instants_the_last_one_for_certain() -> None:
    events = [Event("drop", board) for board in (1, 2, 2, 3, 4, 5, 6, 7)]
    assert instants(events, 3) == [1, 4, 7]
    assert instants(events, 100) == [1, 2, 3, 4, 5, 6, 7]
    assert instants(events[:1], 3) == [1]


FIXTURES = fixtures(GAMES)


def store_of(*matches: Match) -> MatchStore:
    store = MatchStore.open()
    for match in matches:
        store.begin(match)
    return store


def look(*matches: Match) -> Seasons:
    store = store_of(*matches)
    found = seasons_of(GAMES)(store)
    store.close()
    return found


def season_match(fixture: Fixture, season: int = 1, scored: float | None = 1.0) -> Match:
    """A match of a season after a move or two, ended as the person scored."""
    now = look().now
    match = begin(now, fixture, name="Ann", date="2026.11.22", random=Random(fixture.number))
    tags = tuple(
        (name, f"{season}/{fixture.number}" if name == SEASON else value) for name, value in match.tags
    )
    match = Match.new(
        match.game, setup=match.setup, options=match.options, seats=match.seats, date=match.date, tags=tags
    )
    match = match.play(match.position.moves()[0])[0]
    if scored is None:
        return match
    return (
        match.agree()
        if scored == 0.5
        else match.resign(fixture.begins if scored == 0 else 1 - fixture.begins)
    )


def test_every_game_is_played_once_a_round_and_every_round_is_harder() -> None:
    assert [fixture.number for fixture in FIXTURES] == list(range(1, ROUNDS * len(GAMES) + 1))
    for game in GAMES:
        mine = [fixture for fixture in FIXTURES if fixture.game is game]
        assert [fixture.round for fixture in mine] == list(range(1, ROUNDS + 1))
        assert all(lower.opponent.rating <= upper.opponent.rating for lower, upper in pairwise(mine))
        offered = [level for level in opponents_of(game) if level.strength]
        assert mine[0].opponent.rating == min(level.rating for level in offered)
        assert mine[-1].opponent.rating == max(level.rating for level in offered)
        assert [fixture.begins for fixture in mine] == [0, 1, 0, 1, 0]


def test_a_new_season_begins_with_its_first_match() -> None:
    now = look().now
    assert (now.number, now.is_new, now.points, now.next) == (1, True, 0, FIXTURES[0])
    for fixture in FIXTURES:
        match = begin(now, fixture, name="Ann", date="", random=Random(1))
        assert match.seats[fixture.begins].name == "Ann"
        assert match.seats[1 - fixture.begins].level == fixture.opponent.key
        assert match.tag(SEASON) == f"1/{fixture.number}"


def test_what_was_played_is_told_by_the_records() -> None:
    scores = {1: 1.0, 2: 0.5, 4: 0.0, len(GAMES) + 1: 1.0}
    found = look(*(season_match(FIXTURES[number - 1], scored=score) for number, score in scores.items()))
    now = found.now
    assert {number: ended.score for number, ended in now.ended.items()} == scores
    assert now.next == FIXTURES[2]
    assert now.points == 2.5
    assert told(now) == f"2.5 of 4 points, {len(FIXTURES) - 4} to go"
    assert not now.is_new


def test_what_was_left_is_gone_on_with_and_the_first_that_ended_counts() -> None:
    found = look(season_match(FIXTURES[0], scored=None))
    assert list(found.now.begun) == [1]
    again = look(season_match(FIXTURES[0], scored=0.0), season_match(FIXTURES[0], scored=1.0))
    assert again.now.ended[1].score == 0.0
    assert not again.now.begun


def test_a_game_with_help_is_played_again() -> None:
    match = season_match(FIXTURES[0], scored=None)
    helped = Match.new(match.game, setup=match.setup, seats=match.seats, tags=(*match.tags, ("Rated", "no")))
    helped = helped.play(helped.position.moves()[0])[0].resign(1)
    assert look(helped).now.next == FIXTURES[0]


@for_each(("changed", "counts"), [("players", False), ("undo", False), ("short", True), ("position", True)])
def test_a_short_game_counts_and_one_that_others_went_on_with_does_not(changed: str, counts: bool) -> None:
    match = season_match(FIXTURES[0])
    match = replace(match, tags=(*match.tags, ("Rated", "no"), ("Changed", changed)))
    assert bool(look(match).now.ended) is counts


def test_a_later_season_counts_and_the_one_before_is_remembered() -> None:
    found = look(
        season_match(FIXTURES[0], 1),
        season_match(FIXTURES[1], 1, 0.5),
        season_match(FIXTURES[0], 2, scored=None),
    )
    assert found.now.number == 2
    assert found.before == ((1, 1.5, 2),)


def test_seasons_are_told_latest_first_and_each_match_of_the_right_one() -> None:
    found = look(*(season_match(FIXTURES[at % 3], number) for at, number in enumerate((3, 1, 12, 1, 2, 12))))
    assert (found.now.number, len(found.now.ended)) == (12, 1)
    assert found.before == ((3, 1.0, 1), (2, 1.0, 1), (1, 2.0, 2))


def test_a_match_that_was_left_is_gone_on_with() -> None:
    store = store_of(season_match(FIXTURES[0]), season_match(FIXTURES[1], scored=None))
    start = next_table(store, GAMES, "Ann")
    store.close()
    assert start
    assert start.saved == 2
    assert start.match.plies


def test_a_season_goes_on_when_there_is_another_game() -> None:
    played = [season_match(fixture) for fixture in FIXTURES[: 2 * len(GAMES) + 1]]
    store = store_of(*played)
    now = seasons_of((*GAMES, CHOMP))(store).now
    store.close()
    assert (now.points, len(now.ended)) == (len(played), len(played))
    assert now.next is not None
    assert (now.next.game, now.next.round) == (CHOMP, 1)
    assert [(each.game, each.round) for each in now.fixtures if each.number in now.ended] == [
        (fixture.game, fixture.round) for fixture in FIXTURES[: len(played)]
    ]


def test_a_whole_season_is_followed_by_another() -> None:
    found = look(*(season_match(fixture, scored=1.0) for fixture in FIXTURES))
    assert (found.now.number, found.now.is_new) == (2, True)
    assert found.before == ((1, float(len(FIXTURES)), len(FIXTURES)),)


def test_a_rematch_and_strange_records_belong_to_no_season() -> None:
    match = season_match(FIXTURES[0])
    assert rematch(match, date="", random=Random(1)).tag(SEASON) == ""
    strange = [
        Match.new(GAMES[0], seats=match.seats, tags=((SEASON, tag),)).read("C")
        for tag in ("1", "x/1", "1/99", "0/1", "1/2", "99999/1", "²/1")
    ]
    assert look(*strange).now.is_new
