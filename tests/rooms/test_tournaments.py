"""Tournaments in the lobby, from the announcement to the last game."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.rooms.backend import Bout, Entrant, TournamentState
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.tournaments import TournamentPlan, advanced, arena_pairs, table_of
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import Clock
from marbles_tui.table.players import Act
from tests.rooms.memory import Memory
from tests.rooms.open_house import Guest, all_quiet, guest, house, opened, until

PEOPLE = ("Ann", "Ben", "Cleo", "Dan")
ARENA = TournamentPlan("Evening arena", "egg-carton", begins_in=1, minutes=1)


class AnyMove:
    """Thinks of nothing."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    async def think(self, match: Match, *given: Any, **named: Any) -> Analysis:
        del given, named
        return Analysis(str(self._random.choice(match.position.moves())), 0.0)

    def move_now(self) -> None:
        """At once."""


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


def stepped(state: TournamentState, now: float, absent: tuple[str, ...] = ()) -> TournamentState:
    """What is begun where all are strong alike."""
    everybody = {each.id for each in state.entrants} - set(absent)
    return advanced(state, now, lambda _: 1500.0, everybody, absent)


# Who meets whom


def test_an_arena_pairs_neighbours_and_nobody_twice_at_once() -> None:
    bouts = (over("ann", "ben", 1.0, 0.0, when=50), over("cleo", "dan", 1.0, 0.0, when=50))
    state = arena("ann", "ben", "cleo", "dan", bouts=bouts)
    assert [set(pair) for pair in arena_pairs(state, ["ann", "ben", "cleo", "dan"], 51)] == [
        {"ann", "cleo"}, {"ben", "dan"},
    ]  # fmt: skip
    assert arena_pairs(state, ["ann", "ben"], 51) == []  # somebody else will be free soon
    assert [set(pair) for pair in arena_pairs(state, ["ann", "ben"], 80)] == [{"ann", "ben"}]
    assert arena_pairs(state, ["ann", "ben"], 80)[0][0] == "ben"  # who has not begun yet


def test_people_come_before_computers() -> None:
    state = arena("computer novice 1", "computer novice 2", "ann")
    (pair,) = arena_pairs(state, [each.id for each in state.entrants], 1)
    assert "ann" in pair
    machines = [each.id for each in state.entrants[:2]]
    state = replace(state, bouts=(over(machines[0], machines[1], 1.0, 0.0, when=50),))
    assert arena_pairs(state, machines, 51) == []  # people may need them
    assert len(arena_pairs(state, machines, 80)) == 1


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


def test_who_is_not_there_loses_the_round() -> None:
    state = stepped(arena("ann", "ben", system="round-robin"), 1, absent=("ben",))
    assert [(bout.room, dict(zip(bout.players, bout.scores, strict=True))) for bout in state.bouts] == [
        ("", {"ann": 1.0, "ben": 0.0})
    ]


# In a house


async def passes(lobby: Lobby, seconds: float) -> None:
    """It gets later."""
    lobby.house.wall.now += seconds  # type: ignore[attr-defined]
    await lobby.house.time.passes(seconds)  # type: ignore[attr-defined]


def fast(**given: Any) -> Any:
    """A house whose computers do not think."""
    return house(service_for=lambda room: AnyMove(len(room)), **given)


async def announced(lobby: Lobby, by: Visit, plan: TournamentPlan = ARENA) -> str:
    """The id of a tournament that has just been announced."""
    id = by.tournaments.announce(by.account, plan).id
    await until(lambda: by.tournaments.find(id), "it is announced")
    return id


def told(visit: Visit) -> list[str]:
    """What somebody is told from now on."""
    words: list[str] = []
    visit.listen_to_words(lambda sentence, refused: words.append(sentence))
    return words


def stands(lobby: Lobby, id: str) -> TournamentState:
    """How a tournament stands."""
    state = lobby.tournaments.find(id)
    assert state
    return state


class Player:
    """A guest who plays whatever game they are called to."""

    def __init__(self, visit: Visit, seed: int) -> None:
        self.visit, self.random = visit, Random(seed)
        self.table: Guest | None = None

    def acts(self) -> None:
        """Sit down, or play some move."""
        if self.table and self.table.follower.state.match.stopped:
            self.table.leaves()
            self.table = None
        if self.table is None and (called := self.visit.called or next(iter(self.visit.my_rooms()), None)):
            self.table = Guest(self.visit, called.id)
        elif self.table:
            self.table.play_any(self.random)


async def played(lobby: Lobby, id: str, players: list[Player], seconds: float) -> None:
    """So much of a tournament."""
    for _ in range(int(seconds)):
        await passes(lobby, 1)
        for _ in range(6):
            for player in players:
                player.acts()
            await all_quiet()
        if stands(lobby, id).ended:
            return


def sane(state: TournamentState) -> None:
    """Nobody plays twice at once, and no game is there twice."""
    rooms = [bout.room for bout in state.bouts if bout.room]
    assert len(rooms) == len(set(rooms))
    playing = [player for bout in state.bouts if not bout.scores for player in bout.players]
    assert len(playing) == len(set(playing))


@pytest.mark.long
async def test_four_guests_and_twelve_computers_play_an_arena() -> None:
    async with opened(fast()) as lobby:
        ann, *others = [guest(lobby, name) for name in PEOPLE]
        id = await announced(lobby, ann, ARENA._replace(computers=("novice",) * 12))
        for visit in (ann, *others):
            visit.tournaments.join(visit.account, id)
        await all_quiet()
        assert len(stands(lobby, id).entrants) == 16
        assert not stands(lobby, id).bouts
        players = [Player(visit, seed) for seed, visit in enumerate((ann, *others))]
        words = told(ann)
        await played(lobby, id, players, 59)
        assert not lobby.rooms
        await played(lobby, id, players, 600)
        state = stands(lobby, id)
        assert state.ended
        sane(state)
        assert all(bout.scores for bout in state.bouts)
        games = {bout.room for bout in state.bouts}
        assert games == {game.id for game in ann.archive.find("evening arena")}
        table = table_of(state)
        first = enumerated([place.entrant.name for place in table if place.standing.place == 1])
        assert words in ([f"{first} has won Evening arena."], [f"{first} have won Evening arena."])
        assert sum(place.standing.points for place in table) == 2 * len(state.bouts)
        assert all(place.standing.won + place.standing.drawn + place.standing.lost for place in table)
        assert ann.archive.form(ann.id, "egg-carton").rating.games > 0


async def test_a_tournament_goes_on_after_a_restart() -> None:
    memory = Memory()
    async with opened(fast(backend=memory)) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        id = await announced(lobby, ann, ARENA._replace(computers=("novice",) * 2))
        for visit in (ann, ben):
            visit.tournaments.join(visit.account, id)
        await played(lobby, id, [Player(ann, 1), Player(ben, 2)], 65)
        before = stands(lobby, id)
        assert before.bouts
    later = fast(backend=memory)
    later.wall.now = 1_700_000_000.0 + 70
    async with opened(later) as lobby:
        assert {bout.room for bout in before.bouts} <= {bout.room for bout in stands(lobby, id).bouts}
        players = [Player(guest(lobby, name), seed) for seed, name in enumerate(("Ann", "Ben"))]
        await played(lobby, id, players, 900)
        after = stands(lobby, id)
        assert after.ended
        sane(after)
        assert all(bout.scores for bout in after.bouts)
        assert {bout.room for bout in after.bouts} == {
            game.id for game in lobby.archive.find("evening arena")
        }
        assert sum(place.standing.points for place in table_of(after)) == 2 * len(after.bouts)


async def test_a_restart_takes_no_game_from_who_is_about_to_come_again() -> None:
    memory, plan = Memory(), ARENA._replace(system="round-robin")
    async with opened(fast(backend=memory)) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        id = await announced(lobby, ann, plan)
        for visit in (ann, ben):
            visit.tournaments.join(visit.account, id)
        await all_quiet()
    later = fast(backend=memory)
    later.wall.now = 1_700_000_000.0 + 61
    async with opened(later) as lobby:
        await passes(lobby, 3)
        (bout,) = stands(lobby, id).bouts
        assert bout.room in lobby.rooms
        assert not bout.scores


async def test_who_has_gone_before_a_round_loses_it() -> None:
    async with opened(fast()) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        id = await announced(lobby, ann, ARENA._replace(system="round-robin"))
        for visit in (ann, ben):
            visit.tournaments.join(visit.account, id)
        await passes(lobby, 1)
        ben.close()
        await passes(lobby, 2)
        await passes(lobby, 60)
        (bout,) = stands(lobby, id).bouts
        assert not bout.room
        assert dict(zip(bout.players, bout.scores, strict=True)) == {ann.id: 1.0, ben.id: 0.0}


async def test_a_game_that_was_never_begun_begins_after_a_kill() -> None:
    memory = Memory()
    bout = Bout("r1", 1, ("computer novice 1", "computer novice 2"), when=1_700_000_000.0)
    await memory.keep_document(
        TournamentState(
            "t1", 1, "Night", "ann", "egg-carton", "round-robin", "3+2", False, 1_700_000_000.0, 3, 1,
            (Entrant("computer novice 1", "Novice 1"), Entrant("computer novice 2", "Novice 2")), (bout,),
        )
    )  # fmt: skip
    async with opened(fast(backend=memory)) as lobby:
        await until(lambda: lobby.archive.find("novice"), "it is played")
        await passes(lobby, 1)
        assert stands(lobby, "t1").ended
        assert [bout.room for bout in stands(lobby, "t1").bouts] == ["r1"]
        assert not lobby.archive.find()  # games between computers do not stand among those of people
        assert lobby.archive.find("computers egg") == lobby.archive.find("novice")


class Asleep(AnyMove):
    """Never finds a move."""

    async def think(self, match: Match, *given: Any, **named: Any) -> Analysis:
        del match, given, named
        await asyncio.sleep(3600)
        raise AssertionError


async def test_the_clock_of_a_computer_runs_in_a_tournament() -> None:
    memory = Memory()
    bout = Bout("r1", 1, ("computer novice 1", "computer novice 2"), when=1_700_000_000.0)
    await memory.keep_document(replace(arena(*bout.players, bouts=(bout,), system="round-robin"), id="t1"))
    async with opened(house(backend=memory, service_for=lambda _: Asleep(0))) as lobby:
        await until(lambda: "r1" in lobby.rooms, "it begins")
        assert lobby.rooms["r1"].clock == Clock((180.0, 180.0), 2.0)
        await passes(lobby, 181)
        await until(lambda: lobby.archive.find("novice"), "the time has run out")
        (game,) = lobby.archive.find("novice")
        assert (game.reason, game.scores) == ("time", (0.0, 1.0))


async def test_who_still_looks_at_a_game_that_is_over_meets_again() -> None:
    async with opened(fast()) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        id = await announced(lobby, ann, ARENA._replace(begins_in=0, minutes=5))
        for visit in (ann, ben):
            visit.tournaments.join(visit.account, id)
        await passes(lobby, 1)
        (bout,) = stands(lobby, id).bouts
        table = [Guest(visit, bout.room) for visit in (ann, ben)]
        assert table[0].follower.do(Act.RESIGN, table[0].follower.seats[0])
        await passes(lobby, 1)
        assert not table[0].follower.do(Act.REMATCH)  # it would be played beside the next game
        assert not table[0].follower.context.plays_again
        await passes(lobby, 30)
        assert len(stands(lobby, id).bouts) == 2


async def test_what_is_not_allowed_is_said() -> None:
    async with opened() as lobby:
        ann, uma = guest(lobby, "Ann"), guest(lobby, "Uma", key=False)
        with pytest.raises(Refused, match="a key and a name"):
            uma.tournaments.announce(uma.account, ARENA)
        with pytest.raises(Refused, match="a clock of minutes"):
            ann.tournaments.announce(ann.account, ARENA._replace(control="3d"))
        id = await announced(lobby, ann)
        with pytest.raises(Refused, match="announced one already"):
            ann.tournaments.announce(ann.account, ARENA)
        with pytest.raises(Refused, match="need a key"):
            uma.tournaments.join(uma.account, id)
        with pytest.raises(Refused, match="call it off"):
            uma.tournaments.cancel(uma.account, id)
        ann.tournaments.join(ann.account, id)
        await all_quiet()
        ann.tournaments.leave(ann.account, id)
        await all_quiet()
        assert stands(lobby, id).entrants == ()
        words = told(ann)
        ann.tournaments.join(ann.account, id)
        await all_quiet()
        ann.tournaments.cancel(ann.account, id)
        await all_quiet()
        assert words == ["Evening arena was called off."]
        with pytest.raises(Refused, match="is over"):
            ann.tournaments.join(ann.account, id)


async def test_nobody_has_won_what_is_called_off_while_it_is_played() -> None:
    happened: list[str] = []
    async with opened(fast(tell=lambda event, **_: happened.append(event))) as lobby:
        ann, ben, owner = guest(lobby, "Ann"), guest(lobby, "Ben"), guest(lobby, "Oda")
        id = await announced(lobby, ann)
        for visit in (ann, ben):
            visit.tournaments.join(visit.account, id)
        words = told(ann)
        await passes(lobby, 61)
        await until(lambda: stands(lobby, id).bouts, "it begins")
        with pytest.raises(Refused, match="before it begins"):
            ann.tournaments.cancel(ann.account, id)
        owner.tournaments.cancel(replace(owner.account, owner=True), id)
        await until(lambda: stands(lobby, id).ended, "it is over")
        assert words == ["Evening arena was called off."]
        assert happened[-1] == "called_off"
        assert stands(lobby, id).called_off


async def test_a_tournament_calls_people_as_they_are_called_and_a_deleted_account_by_no_name() -> None:
    async with opened(fast()) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        id = await announced(lobby, ann, ARENA._replace(begins_in=0))
        for visit in (ann, ben):
            visit.tournaments.join(visit.account, id)
        await played(lobby, id, [Player(ann, 1), Player(ben, 2)], 60)
        assert lobby.archive.find("ben")
        ben.tournaments.leave(ben.account, id)
        ben.rename("Benno")
        entered = {("Ann", False), ("Benno", True)}
        await until(
            lambda: {(each.name, each.left) for each in stands(lobby, id).entrants} == entered, "the new name"
        )
        await lobby.delete(ben.account)
        assert {entrant.name for entrant in stands(lobby, id).entrants} == {"Ann", "Somebody"}
        assert not lobby.archive.find("ben")
        found = lobby.archive.find("somebody ann")
        assert found
        assert '"Ben' not in await ann.archived(found[0].id)
