"""Tournaments in the lobby, from the announcement to the last game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.rooms.backend import Bout, Entrant, TournamentState
from marbles_tui.rooms.house import House
from marbles_tui.rooms.room import MOVES
from marbles_tui.rooms.tournaments import TournamentPlan, advanced, arena_pairs, is_computer, table_of
from marbles_tui.table.clock import Clock
from tests.rooms.memory import Memory
from tests.rooms.open_house import (
    AnyMove,
    Player,
    all_quiet,
    fast,
    guest,
    house,
    opened,
    passes,
    played,
    sane,
    stands,
    until,
)


def arena(
    *entrants: str, bouts: tuple[Bout, ...] = (), system: str = "arena", rounds: int = 3
) -> TournamentState:
    """One that began at 0 and pairs for three minutes."""
    return TournamentState(
        "t", 1, "Evening", "ann", "egg-carton", system, "3+2", False, 0.0, 3, rounds,
        tuple(Entrant(each, each.title()) for each in entrants), bouts,
    )  # fmt: skip


def over(a: str, b: str, *scores: float, when: float) -> Bout:
    """A game that is over."""
    return Bout(f"{a}{b}{when}", 1, (a, b), scores, when)


def stepped(state: TournamentState, now: float, **away: float) -> TournamentState:
    """What is begun where all are strong alike. `away`: who is, and since when."""
    free = {entrant.id: 0.0 for entrant in state.entrants if entrant.id not in away}
    return advanced(state, now, lambda _: 1500.0, free, away)


# Who meets whom


def met(state: TournamentState, free: str, now: float, **since: float) -> list[str]:
    """Who meets of those who are `free`, people and the computers c1 and c2; `since`: who was not from the start."""
    ids = [COMPUTERS.get(each, each) for each in free.split()]
    pairs = arena_pairs(state, dict.fromkeys(ids, 0.0) | since, now)
    return sorted("-".join(sorted(each.replace("computer novice ", "c") for each in pair)) for pair in pairs)


COMPUTERS = {"c1": "computer novice 1", "c2": "computer novice 2"}
C1, C2 = COMPUTERS.values()


def test_an_arena_pairs_neighbours_and_nobody_twice_at_once() -> None:
    bouts = (over("ann", "ben", 1.0, 0.0, when=50), over("cleo", "dan", 1.0, 0.0, when=50))
    state = arena("ann", "ben", "cleo", "dan", bouts=bouts)
    assert met(state, "ann ben cleo dan", 51) == ["ann-cleo", "ben-dan"]
    bouts = (bouts[0], Bout("r", 1, ("cleo", "dan")))
    state = arena("ann", "ben", "cleo", "dan", bouts=bouts)
    assert met(state, "ann ben", 51) == []  # somebody else will be free soon
    assert met(state, "ann ben", 80) == ["ann-ben"]
    assert arena_pairs(state, {"ann": 0.0, "ben": 0.0}, 80)[0][0] == "ben"  # who has not begun yet
    bouts = (over("ann", "cleo", 1.0, 0.0, when=50), over("ben", "ann", 0.0, 1.0, when=60))
    state = arena("ann", "ben", "cleo", "dan", bouts=bouts)
    assert arena_pairs(state, {"ann": 0.0, "dan": 0.0}, 80) == [("ann", "dan")]  # neither more often


def test_people_meet_people() -> None:
    bouts = (over("ann", C1, 1.0, 0.0, when=9), over(C2, "ben", 1.0, 0.0, when=9))
    assert met(arena(C1, C2, "ann", "ben", bouts=bouts), "c1 c2 ann ben", 70) == ["ann-ben"]


def test_computers_meet_each_other_where_no_person_plays() -> None:
    assert met(arena(C1, C2), "c1 c2", 1) == ["c1-c2"]
    assert met(arena(C1, C2, "ann"), "c1 c2", 100) == ["c1-c2"], "Ann is away"
    bouts = (over("ann", "ben", 1.0, 0.0, when=5), Bout("r", 1, ("ann", "ben"), when=6))
    assert met(arena(C1, C2, "ann", "ben", bouts=bouts), "c1 c2", 100) == [], "no points while people think"


def test_nobody_waits_for_who_has_gone_away_from_a_game() -> None:
    bouts = (over("ann", "ben", 1.0, 0.0, when=50), Bout("r", 1, ("ben", "cleo"), when=51))
    state = arena(C1, C2, "ann", "ben", "cleo", bouts=bouts)
    assert not arena_pairs(state, {C1: 0.0, "ann": 0.0}, 52)
    assert not arena_pairs(state, {C1: 0.0, "ann": 0.0}, 52, away={"ben"}), "Cleo may come"
    assert arena_pairs(state, {C1: 0.0, "ann": 0.0}, 52, away={"ben", "cleo"})
    assert not arena_pairs(state, {C1: 0.0, C2: 0.0}, 52, away={"ben"}), "no points while Cleo thinks"
    assert arena_pairs(state, {C1: 0.0, C2: 0.0}, 52, away={"ann", "ben", "cleo"})


def test_who_has_waited_for_people_gets_the_computer_met_longest_ago() -> None:
    bouts = (over("ann", "ben", 1.0, 0.0, when=50), Bout("r", 1, ("ben", "cleo"), when=51))
    state = arena(C1, C2, "ann", "ben", "cleo", bouts=bouts)
    assert met(state, "c1 c2 ann", 60) == [], "Cleo may come"
    assert met(state, "c1 c2 ann", 70) == ["ann-c1"]
    assert met(state, "c1 c2 ann", 100, ann=90) == [], "she has come back just now, or joined"
    assert met(replace(state, bouts=bouts[:1]), "c1 c2 ann", 51) == ["ann-c1"], "Ben and Cleo are away"
    leaving = (*state.entrants[:3], *(replace(each, left=True) for each in state.entrants[3:]))
    assert met(replace(state, entrants=leaving), "c1 c2 ann", 51) == ["ann-c1"], (
        "they play no more after this"
    )

    alone, computers = arena(C1, C2, "ann"), []
    for now in range(1, 9):
        (pair,) = met(alone, "c1 c2 ann", now)
        computers.append(pair)
        bout = over(
            "ann", COMPUTERS[pair[-2:]], 1.0, 0.0, when=now
        )  # who has lost to her is not near any more
        alone = replace(alone, bouts=(*alone.bouts, bout))
    assert computers == ["ann-c1", "ann-c2"] * 4


def test_two_people_alone_with_computers_meet_every_other_time() -> None:
    bouts = (over("ann", "ben", 1.0, 0.0, when=50),)
    state = arena(C1, C2, "ann", "ben", bouts=bouts)
    assert len(met(state, "c1 c2 ann ben", 50)) == 2, "a computer for each"
    assert met(replace(state, entrants=state.entrants[2:]), "ann ben", 51) == ["ann-ben"], (
        "there is nobody else"
    )
    state = replace(
        state, bouts=(*bouts, over("ann", C1, 1.0, 0.0, when=90), Bout("r", 1, ("ben", C2), when=51))
    )
    assert met(state, "c1 ann", 100) == [], "Ben may come"
    assert met(state, "c1 ann", 110) == ["ann-c1"]
    state = replace(state, bouts=(*state.bouts[:2], over("ben", C2, 1.0, 0.0, when=95)))
    assert met(state, "c1 c2 ann ben", 95) == ["ann-ben"]


def test_an_arena_ends_when_its_last_game_has() -> None:
    state = stepped(arena("ann", "ben"), 10)
    assert [set(bout.players) for bout in state.bouts] == [{"ann", "ben"}]
    assert stepped(state, 20) == state
    assert not stepped(state, 180).ended
    done = arena("ann", "ben", bouts=(over("ann", "ben", 0.5, 0.5, when=30),))
    assert stepped(done, 180).ended == 180
    assert [place.standing.points for place in table_of(done)] == [1.0, 1.0]
    assert [place.standing.place for place in table_of(done)] == [1, 1]


@pytest.mark.parametrize("system", ["swiss", "round-robin", "knockout"])
def test_rounds_follow_each_other_to_the_end(system: str) -> None:
    state, now = arena("ann", "ben", "cleo", "dan", system=system, rounds=2), 0.0
    for _ in range(20):
        now += 1
        state = stepped(state, now)
        open_bouts = [bout for bout in state.bouts if not bout.scores]
        assert len({bout.round for bout in open_bouts}) <= 1
        bouts = [bout if bout.scores else replace(bout, scores=(1.0, 0.0)) for bout in state.bouts]
        state = replace(state, bouts=tuple(bouts))
    assert state.ended
    assert len(state.bouts) == {"swiss": 4, "round-robin": 6, "knockout": 3}[system]


@pytest.mark.parametrize("system", ["swiss", "round-robin", "knockout"])
def test_nobody_has_a_point_for_a_bye_before_it_begins(system: str) -> None:
    state = arena("ann", "ben", "cleo", system=system)
    assert {(place.standing.place, place.standing.points) for place in table_of(state)} == {(1, 0.0)}


# In a house; what people do there stands in `stories/tournaments.txt`.


@pytest.mark.long
async def test_four_guests_and_twelve_computers_play_an_arena_through_a_restart() -> None:
    names, memory, words = ("Ann", "Ben", "Cleo", "Dan"), Memory(), list[str]()
    plan = TournamentPlan("Evening arena", "egg-carton", begins_in=1, minutes=1, computers=("novice",) * 12)
    async with opened(fast(backend=memory)) as lobby:
        ann, *_ = visits = [guest(lobby, name) for name in names]
        id = ann.tournaments.announce(ann.account, plan).id
        await all_quiet()
        for visit in visits:
            visit.tournaments.join(visit.account, id)
        players = [Player(visit, seed) for seed, visit in enumerate(visits)]
        await played(lobby, id, players, 59)
        assert not lobby.rooms
        await played(lobby, id, players, 30)
        before = {bout.room for bout in stands(lobby, id).bouts if not bout.scores}
        assert 1 < len(before) < len(stands(lobby, id).bouts)
    later = fast(backend=memory)
    later.wall = lobby.house.wall
    async with opened(later) as lobby:
        ann, *_ = visits = [guest(lobby, name) for name in names]
        ann.listen_to_words(lambda sentence, refused: words.append(sentence))
        assert before == set(lobby.rooms)
        players = [Player(visit, seed) for seed, visit in enumerate(visits)]
        await played(lobby, id, players, 600)
        state = stands(lobby, id)
        assert state.ended
        sane(state)
        assert all(bout.scores for bout in state.bouts)
        games = {game.id for game in ann.archive.find("evening arena")}
        assert games == {bout.room for bout in state.bouts}
        table = table_of(state)
        first = [place.entrant.name for place in table if place.standing.place == 1]
        assert words == [f"{enumerated(first)} {'has' if len(first) == 1 else 'have'} won Evening arena."]
        assert len(table) == 16
        assert sum(place.standing.points for place in table) == 2 * len(state.bouts)
        played_by = {player for bout in state.bouts for player in bout.players}
        assert played_by >= {visit.id for visit in visits}
        assert not any(all(map(is_computer, bout.players)) for bout in state.bouts)
        assert ann.archive.form(ann.id, "egg-carton").rating.games > 0


async def test_who_joins_an_arena_late_waits_for_people_first() -> None:
    plan = TournamentPlan("", "egg-carton", begins_in=1, minutes=5, computers=("novice",))
    async with opened(fast()) as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        id = ann.tournaments.announce(ann.account, plan).id
        await all_quiet()
        for visit, later in ((ann, 1), (ben, 90), (cleo, 19)):
            visit.tournaments.join(visit.account, id)
            await all_quiet()
            await passes(lobby, later)
            await all_quiet()
        assert [set(bout.players) for bout in stands(lobby, id).bouts] == [{ann.id, ben.id}]
        await passes(lobby, 2)
        await until(lambda: len(stands(lobby, id).bouts) == 2, "a computer for Cleo")


async def test_a_wait_in_one_tournament_counts_in_no_other() -> None:
    plan = TournamentPlan("", "egg-carton", begins_in=1, minutes=5, computers=("novice",))
    async with opened(fast()) as lobby:
        ann, ben, cleo = (guest(lobby, name) for name in ("Ann", "Ben", "Cleo"))
        id = ann.tournaments.announce(ann.account, plan).id
        other = ben.tournaments.announce(ben.account, plan._replace(computers=())).id
        await all_quiet()
        for visit, where, later in ((ann, id, 0), (ben, id, 0), (cleo, other, 90), (cleo, id, 18)):
            visit.tournaments.join(visit.account, where)
            await all_quiet()
            await passes(lobby, later)
            await all_quiet()
        assert [set(bout.players) for bout in stands(lobby, id).bouts] == [{ann.id, ben.id}]
        await passes(lobby, 3)
        await until(lambda: len(stands(lobby, id).bouts) == 2, "a computer for Cleo")


class Asleep(AnyMove):
    """Never finds a move."""

    def __init__(self) -> None:
        self.limits: list[Limit | None] = []

    async def think(self, match: Match, *given: Any, **named: Any) -> Analysis:
        del match, named
        self.limits.append(given[1])
        await asyncio.sleep(3600)
        raise AssertionError


async def killed_before_its_game_began(service: AnyMove) -> House:
    """A house that has kept a tournament of two computers, and no room."""
    computers, memory = ("computer novice 1", "computer novice 2"), Memory()
    bout = Bout("r1", 1, computers, when=1_700_000_000.0)
    state = arena(*computers, bouts=(bout,), system="round-robin", rounds=1)
    await memory.keep_document(replace(state, id="t1"))
    return house(backend=memory, service_for=lambda _: service)


async def test_a_game_that_was_never_begun_begins_after_a_kill() -> None:
    async with opened(await killed_before_its_game_began(AnyMove(0))) as lobby:
        await until(lambda: lobby.archive.find("novice"), "it is played")
        await passes(lobby, 1)
        (state,) = lobby.tournaments
        assert (bool(state.ended), [bout.room for bout in state.bouts]) == (True, ["r1"])
        assert not lobby.archive.find()  # games between computers do not stand among those of people
        assert lobby.archive.find("computers egg") == lobby.archive.find("novice")


async def test_the_clock_of_a_computer_runs_in_a_tournament() -> None:
    asleep = Asleep()
    async with opened(await killed_before_its_game_began(asleep)) as lobby:
        await until(lambda: "r1" in lobby.rooms, "it begins")
        assert lobby.rooms["r1"].clock == Clock((180.0, 180.0), 2.0)
        await passes(lobby, 181)
        await until(lambda: lobby.archive.find("novice"), "the time has run out")
        (game,) = lobby.archive.find("novice")
        assert (game.reason, game.scores) == ("time", (0.0, 1.0))
        (limit,) = asleep.limits
        assert limit == Limit(seconds=180 / MOVES + 1), "it takes no more than it can spare"
