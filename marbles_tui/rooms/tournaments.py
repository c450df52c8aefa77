"""Tournaments in the lobby: announced, joined, left, played. What stands is kept after each change, and any process
can go on from there; games are rooms like others, whose ids are kept before they begin, so that none begins twice."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from marbles_tui.ai.levels import find_level
from marbles_tui.core import BadOption, Game
from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play.tournament import (
    BYE,
    Meeting,
    PlayedGame,
    Schedule,
    Standing,
    arena_standings,
    pairings,
    rounds_of,
    standings,
)
from marbles_tui.rooms.accounts import Account, new_id
from marbles_tui.rooms.backend import COMPUTER, Bout, Entrant, NotKept, Overtaken, TournamentState
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.matches import paired
from marbles_tui.rooms.offers import check_rated
from marbles_tui.rooms.tables import Tables
from marbles_tui.table.clock import DAY, HOUR, TimeControl

ARENA: Final = "arena"
SYSTEMS: Final = (ARENA, *(form.value for form in Schedule))

TICK: Final = 1.0
"""Seconds between two looks at what is to be begun or ended."""

PATIENCE: Final = 20.0
"""Seconds that somebody in an arena waits for a person before they play a computer, or whom they have just met."""

MISSED: Final = 60.0
"""Seconds for which a game of a round waits for somebody who is away, from when they went or the house was opened
again; then it is lost without being played."""

DIRECTOR: Final = "tournaments"
"""Whose process begins and ends what is due in them."""

NEAR: Final = 16
"""How far down the table an arena looks for somebody."""

KEPT_DAYS: Final = 30
"""Days for which a tournament that is over is kept."""

MOST_ROUNDS: Final = 15
MOST_MINUTES: Final = 240
LONGEST_TITLE: Final = 30


def usual_title(system: str) -> str:
    """What a tournament is called that nobody has named. Not after a person: a name may be changed, or deleted."""
    return f"{system} tournament".capitalize()


log = logging.getLogger(__name__)


class TournamentPlan(NamedTuple):
    """What is announced."""

    title: str
    game: str
    system: str = ARENA
    control: str = "3+2"
    rated: bool = True
    begins_in: int = 5
    """Minutes until it begins."""

    minutes: int = 30
    rounds: int = 5
    computers: tuple[str, ...] = ()
    """The levels of those that play, too."""


class Ranked(NamedTuple):
    """How an entrant stands."""

    entrant: Entrant
    room: str
    """The id of the game that they play now, else ""."""

    standing: Standing


# What follows from what stands


def is_computer(entrant: str) -> bool:
    """Whether an entrant is a computer."""
    return entrant.startswith(COMPUTER)


def level_of(entrant: str) -> str:
    """The level of one."""
    return entrant.removeprefix(COMPUTER).rpartition(" ")[0]


def ends_at(state: TournamentState) -> float:
    """When an arena pairs nobody any more, in seconds since 1970."""
    return state.begins + 60 * state.minutes


def rounds_in(state: TournamentState) -> int:
    """How many rounds there are; an arena has one."""
    if state.system == ARENA:
        return 1
    form = Schedule(state.system)
    return rounds_of(len(state.entrants), form, state.rounds if form is Schedule.SWISS else 0)


def round_now(state: TournamentState) -> int:
    """The round that is played, from 1; 0 before the first."""
    return max((bout.round for bout in state.bouts), default=0)


@lru_cache(maxsize=8)  # all who watch one ask for the same
def table_of(state: TournamentState) -> tuple[Ranked, ...]:
    """How all stand, the best first."""
    playing = {player: bout.room for bout in state.bouts if not bout.scores for player in bout.players}
    entrants, results = {entrant.id: entrant for entrant in state.entrants}, results_of(state)
    found = (
        arena_standings(list(entrants), results)
        if state.system == ARENA or not state.bouts  # nobody has a point for a bye to come
        else standings(list(entrants), results, Schedule(state.system), rounds=rounds_in(state))
    )
    return tuple(Ranked(entrants[one.entrant], playing.get(one.entrant, ""), one) for one in found)


def results_of(state: TournamentState) -> list[PlayedGame]:
    """The games that are over."""
    return [
        PlayedGame(bout.round, bout.players[0], bout.players[1], (bout.scores[0], bout.scores[1]))
        for bout in state.bouts
        if bout.scores
    ]


def arena_pairs(
    state: TournamentState, free: Mapping[str, float], now: float, away: Collection[str] = ()
) -> list[tuple[str, str]]:
    """Who meets whom of those who are `free`, and since when they are:

    - people meet people, near each other in the table; not the same again while somebody else is free or may be soon;
    - who has waited for people for PATIENCE gets a computer, and at once where there is nobody else to wait for;
    - of the computers the one that they met longest ago;
    - computers meet each other only where no person plays: they would be ahead of those who think;
    - who is neither free nor at a game of this counts for nothing, nor who is `away` from theirs.
    """
    points = {place.entrant.id: place.standing.points for place in table_of(state)}
    last: dict[str, Bout] = {}
    met: dict[frozenset[str], float] = {}
    begun: dict[str, int] = {}
    around = set(free)
    for bout in state.bouts:
        last |= dict.fromkeys(bout.players, bout)
        met[frozenset(bout.players)] = bout.when
        begun[bout.players[0]] = begun.get(bout.players[0], 0) + 1
        begun[bout.players[1]] = begun.get(bout.players[1], 0) - 1
        if not bout.scores:
            around.update(bout.players)
    around.difference_update(away, (entrant.id for entrant in state.entrants if entrant.left))
    people = [id for id in around if not is_computer(id)]
    spare = any(map(is_computer, free))

    def again(a: str, b: str) -> bool:
        """Whether one of them has met the other last."""
        return any(bout is not None and {a, b} == set(bout.players) for bout in (last.get(a), last.get(b)))

    def waited(id: str) -> bool:
        """Whether somebody has been free for long."""
        return now - max(free[id], last[id].when if id in last else state.begins) >= PATIENCE

    def waits(a: str, b: str) -> bool:
        """Whether these two had better wait for somebody else."""
        machines = is_computer(a) + is_computer(b)
        if machines == 2 and people:
            return True
        if machines == 1:
            person = b if is_computer(a) else a
            return not waited(person) and not all(id == person or again(id, person) for id in people)
        if not again(a, b):
            return False
        return (not machines and spare) or (len(around) > 2 and now - met[frozenset((a, b))] < PATIENCE)

    def costs(pair: tuple[str, str]) -> tuple[int, float, float]:
        a, b = pair
        machines = is_computer(a) + is_computer(b)
        before = met.get(frozenset(pair), 0.0) if machines == 1 else again(a, b)
        return machines, before, abs(points[a] - points[b])

    pairs: list[tuple[str, str]] = []
    left = set(free)
    order = sorted(free, key=lambda id: (is_computer(id), -points[id]))
    near = [(a, b) for at, a in enumerate(order, 1) for b in order[at : at + NEAR]]
    for a, b in sorted(near, key=costs):
        if {a, b} <= left and not waits(a, b):
            left -= {a, b}
            pairs.append((a, b) if begun.get(a, 0) <= begun.get(b, 0) else (b, a))
    return pairs


def advanced(
    state: TournamentState,
    now: float,
    ratings: Callable[[Entrant], float],
    free: Mapping[str, float],
    away: Mapping[str, float],
) -> TournamentState:
    """The tournament with what is to begin or to end now. `free`: who is in the house and plays nothing else, and
    `away`: who is not in the house; both since when."""
    if state.ended or now < state.begins:
        return state
    if not state.bouts:
        ranked = sorted(state.entrants, key=lambda entrant: -ratings(entrant))
        state = replace(state, entrants=tuple(ranked))
    ids = [entrant.id for entrant in state.entrants]
    left = {entrant.id for entrant in state.entrants if entrant.left}
    if state.system == ARENA:
        return _arena(state, now, {id: free[id] for id in ids if id in free and id not in left}, away)
    return _rounds(state, now, left.union(id for id in ids if now - away.get(id, now) >= MISSED), away)


def _arena(
    state: TournamentState, now: float, free: Mapping[str, float], away: Collection[str]
) -> TournamentState:
    open_bouts = [bout for bout in state.bouts if not bout.scores]
    if now >= ends_at(state):
        return state if open_bouts else replace(state, ended=now)
    playing = {player for bout in open_bouts for player in bout.players}
    pairs = arena_pairs(state, {id: free[id] for id in free if id not in playing}, now, away)
    bouts = [Bout(new_id(), 1, pair, when=now) for pair in pairs]
    return replace(state, bouts=(*state.bouts, *bouts))


def _rounds(state: TournamentState, now: float, lost: Set[str], away: Collection[str]) -> TournamentState:
    """The next games of a round, but for those that wait for who is `away`; who is `lost` loses theirs."""
    last, meetings = rounds_in(state), _meetings(state)
    waiting = [meeting for meeting in meetings if not meeting.over]
    if not waiting and (not meetings or max(meeting.round for meeting in meetings) >= last):
        return replace(state, ended=now)
    number = min((meeting.round for meeting in waiting), default=0)
    begun = {(bout.round, frozenset(bout.players)) for bout in state.bouts if not bout.scores}
    bouts = []
    for meeting in waiting:
        pair = (meeting.first, meeting.second)
        if meeting.round != number or (number, frozenset(pair)) in begun or BYE in pair:
            continue
        if not lost.isdisjoint(pair):
            bouts.append(Bout("", number, pair, tuple(float(player not in lost) for player in pair), now))
        elif not any(player in away for player in pair):
            bouts.append(Bout(new_id(), number, pair[:: -1 if meeting.games % 2 else 1], when=now))
    return replace(state, bouts=(*state.bouts, *bouts))


@lru_cache(maxsize=8)  # it is looked at each second
def _meetings(state: TournamentState) -> tuple[Meeting, ...]:
    ids = [entrant.id for entrant in state.entrants]
    return tuple(pairings(ids, results_of(state), Schedule(state.system), rounds=rounds_in(state)))


class Tournaments:
    """The tournaments of the house. One process directs all, so that nobody is called to two games at once; others
    may change them, too, and whoever was first counts."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._house = tables, tables.house
        tables.on_over = self.scored
        self._known: dict[str, TournamentState] = {}
        self._away: dict[str, float] = {}  # since when who plays is not in the house, as far as is known here
        # Since when somebody could begin a game of a tournament, by tournament and player.
        self._free: dict[tuple[str, str], float] = {}
        self._changing = asyncio.Lock()
        self._wake = asyncio.Event()
        self._director: asyncio.Task[None] | None = None

    def __iter__(self) -> Iterator[TournamentState]:
        return iter(tuple(self._known.values()))

    def listed(self) -> list[TournamentState]:
        """Those that are played, then those announced, then those that are over, the latest first."""
        now = self._house.wall()
        return sorted(
            self, key=lambda state: (bool(state.ended), state.begins > now, -state.ended or state.begins)
        )

    def find(self, id: str) -> TournamentState | None:
        """A tournament."""
        return self._known.get(id)

    def learn(self, state: TournamentState) -> None:
        """A tournament has changed."""
        before = self._known.get(state.id)
        if before is None or before.revision < state.revision:
            self._known[state.id] = state
            self.look()

    def drop(self, id: str) -> None:
        """A tournament is there no more."""
        self._known.pop(id, None)

    def look(self) -> None:
        """Something may have to be begun or ended."""
        self._wake.set()
        if self._known and not self._director and not self._house.closed:
            self._director = self._house.start(self._direct(), "tournaments")

    def close(self) -> None:
        """Direct no more."""
        if self._director:
            self._director.cancel()

    # What people do

    def announce(self, by: Account, plan: TournamentPlan) -> TournamentState:
        """Announce a tournament. Raises Refused."""
        house, game = self._house, self._house.game(plan.game)
        if game is None:
            raise Refused("There is no such game here.")
        if not (by.keyed and by.named):
            raise Refused("Who announces a tournament has a key and a name.")
        if 2 not in game.seats or plan.system not in SYSTEMS:
            raise Refused("There is no such tournament.")
        open_ones = [state for state in self if not state.ended]
        if len(open_ones) >= house.limits.tournaments:
            raise Refused(
                f"The house has {plural(len(open_ones), 'tournament')} already. Wait for one to end."
            )
        if any(state.by == by.id for state in open_ones) and not by.owner:
            raise Refused("You have announced one already.")
        if not house.may(by.id, "announce", house.limits.offers_a_minute, HOUR):
            raise Refused("You announce too much at once. Wait a while.")
        try:
            control = TimeControl.read(plan.control)
            computers = _computers(game, plan.computers[: house.limits.computers])
        except BadOption as error:
            raise Refused(f"{sanitize_line(str(error), 160).rstrip('.')}.") from None
        if not control.timed:
            raise Refused("A tournament is played with a clock of minutes.")
        heard = not house.accounts.known(by).muted
        title = sanitize_line(" ".join(plan.title.split()), LONGEST_TITLE) if heard else ""
        state = TournamentState(
            new_id(),
            0,
            title or usual_title(plan.system),
            by.id,
            game.key,
            plan.system,
            str(control),
            plan.rated and game.rated,
            house.wall() + 60.0 * max(0, min(plan.begins_in, 24 * 60)),
            max(1, min(plan.minutes, MOST_MINUTES)),
            max(1, min(plan.rounds, MOST_ROUNDS)),
            computers,
        )
        self.learn(state)
        house.tell(
            "announced",
            account=by.id,
            name=by.name,
            tournament=state.id,
            title=state.title,
            game=game.title,
        )
        self._tables.changed()
        self._start(by, state.id, lambda state: replace(state, revision=max(state.revision, 1)))
        return state

    def join(self, account: Account, id: str) -> None:
        """Play in a tournament. Raises Refused."""
        state = self._open(id)
        if state.rated:
            check_rated(account)
        if state.system != ARENA and state.bouts:
            raise Refused("It has begun already: nobody joins it any more.")
        if len(state.entrants) >= self._house.limits.entrants:
            raise Refused("All places are taken.")
        self._start(
            account,
            id,
            lambda state: _with(state, Entrant(account.id, account.name), late=state.system == ARENA),
        )

    def leave(self, account: Account, id: str) -> None:
        """Play in it no more; what was played counts. Raises Refused."""
        self._open(id)
        self._start(account, id, lambda state: _without(state, account.id))

    def cancel(self, account: Account, id: str) -> None:
        """Call it off: its announcer may before it begins, the owner of the house at any time. Raises Refused."""
        if not self.cancellable(account, self._open(id)):
            raise Refused("Only whoever has announced it can call it off, before it begins.")
        self._start(account, id, lambda state: replace(state, ended=self._house.wall(), cancelled=True))

    @staticmethod
    def cancellable(account: Account, state: TournamentState) -> bool:
        """Whether an account may call it off."""
        return not state.ended and (account.owner or (account.id == state.by and not state.bouts))

    def _open(self, id: str) -> TournamentState:
        state = self._known.get(id)
        if state is None or state.ended:
            raise Refused("This tournament is over.")
        return state

    def _start(self, account: Account, id: str, step: Callable[[TournamentState], TournamentState]) -> None:
        async def changed() -> None:
            try:
                await self._change(id, step)
            except NotKept:
                self._tables.tell_here(account.id, "That is not possible now. Try again in a moment.")
            except Refused as refused:
                self._tables.tell_here(account.id, str(refused))

        self._house.start(changed(), f"change of tournament {id}")

    async def rename(self, account: str, name: str, left: bool = False) -> None:
        """Call somebody otherwise, who (`left`) plays no more. Raises NotKept."""
        for state in self:
            await self._change(
                state.id,
                lambda state: replace(
                    state,
                    entrants=tuple(
                        Entrant(account, name, left or each.left) if each.id == account else each
                        for each in state.entrants
                    ),
                ),
            )

    # Changes

    async def _change(
        self, id: str, step: Callable[[TournamentState], TournamentState]
    ) -> TournamentState | None:
        """Change a tournament, whatever others change at the same time; as it is then. Raises NotKept and what `step`
        raises."""
        async with self._changing:
            while before := self._known.get(id):
                after = step(before)
                if after == before:
                    return before
                after = replace(after, revision=before.revision + 1)
                try:
                    await self._house.kept(self._house.backend.keep_document, after)
                except Overtaken:
                    if self._known.get(id) is before:
                        await self._read(id)
                    continue
                self.learn(after)
                self._tables.changed()
                if after.bouts and not before.bouts:
                    players = plural(len(after.entrants), "player")
                    self._house.tell("started", tournament=id, title=after.title, players=players)
                if after.ended and not before.ended:
                    self._tell_end(after)
                return after
            return None

    def _tell_end(self, state: TournamentState) -> None:
        """Tell its players and the owner how it ended."""
        winners = [place.entrant.name for place in table_of(state) if place.standing.place == 1]
        event, names = "called_off" if state.called_off else "won", enumerated(winners)
        self._house.tell(event, tournament=state.id, title=state.title, name=names, result=f"{names} won")
        won = f"{names} {'has' if len(winners) == 1 else 'have'} won {state.title}."
        for entrant in state.entrants:
            if not is_computer(entrant.id):
                self._tables.tell(entrant.id, f"{state.title} was called off." if state.called_off else won)

    async def _read(self, id: str) -> None:
        """Know what is kept of it: it was not heard yet."""
        state = await self._house.backend.read_document(TournamentState, id)
        if state is None:
            self.drop(id)
        else:
            self._known[id] = state

    async def scored(self, room: str, scores: Sequence[float]) -> None:
        """The game of a room is over, once however often it is told. Raises NotKept."""
        for state in self:
            if not state.ended and any(bout.room == room and not bout.scores for bout in state.bouts):
                await self._change(state.id, lambda state: _scored(state, room, scores, self._house.wall()))

    async def _direct(self) -> None:
        """Begin and end what falls to this process, until the house is closed."""
        while not self._house.closed:
            self._wake.clear()
            now = self._house.wall()
            places = {(state.id, each.id) for state in self if not state.ended for each in state.entrants}
            players = {id for _, id in places if not is_computer(id)}
            self._away = {id: self._away.get(id, now) for id in players if not self._tables.is_here(id)}
            off = self._busy().union(self._away)
            self._free = {place: self._free.get(place, now) for place in places if place[1] not in off}
            for state in self:
                try:
                    if self._house.peers.falls_here(DIRECTOR):
                        await self._look_after(state)
                except NotKept as error:
                    log.warning("tournament %s waits: %s", state.id, error)
                except Exception:
                    log.exception("tournament %s cannot go on", state.id)
            waits = {
                asyncio.ensure_future(self._house.time.sleep(TICK)),
                asyncio.ensure_future(self._wake.wait()),
            }
            try:
                await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waits:
                    each.cancel()

    async def _look_after(self, state: TournamentState) -> None:
        now = self._house.wall()
        if state.ended:
            if now - state.ended > KEPT_DAYS * DAY:
                self.drop(state.id)
                await self._house.backend.forget_document(TournamentState, state.id)
            return
        after = await self._change(state.id, self._advanced)
        for bout in after.bouts if after else ():
            if after and bout.room and not bout.scores and bout.room not in self._tables.rooms:
                self._begin(after, bout)

    def _busy(self) -> set[str]:
        """Who plays against a clock now."""
        return {holder for room in self._tables.running if room.control.timed for holder in room.people}

    def _advanced(self, state: TournamentState) -> TournamentState:
        busy = self._busy()
        free = {id: since for (of, id), since in self._free.items() if of == state.id and id not in busy}
        return advanced(state, self._house.wall(), lambda each: self._rating(state, each), free, self._away)

    def _rating(self, state: TournamentState, entrant: Entrant) -> float:
        game = self._house.game(state.game)
        if game and is_computer(entrant.id):
            return find_level(game, level_of(entrant.id)).rating
        return self._house.rating(entrant.id, state.game).number

    def _begin(self, state: TournamentState, bout: Bout) -> None:
        game = self._house.game(state.game)
        people = [id for id in bout.players if not is_computer(id)]
        if game is None:
            return
        if not all(map(self._house.accounts.find, people)):  # a guest who was known for their visit only
            there = [float(is_computer(id) or bool(self._house.accounts.find(id))) for id in bout.players]
            self._house.start(self.scored(bout.room, there), "forfeit")
            return
        names: Mapping[str, str] = {entrant.id: entrant.name for entrant in state.entrants}
        seats = [
            (None if is_computer(id) else id, names[id], level_of(id) if is_computer(id) else "")
            for id in bout.players
        ]
        rated = state.rated and any(holder for holder, _, _ in seats)
        self._tables.found(*paired(self._house, bout.room, game, seats, state.control, rated, state.title))


def _computers(game: Game, levels: Sequence[str]) -> tuple[Entrant, ...]:
    """Computers under names of their own. Raises BadOption."""
    found: list[Entrant] = []
    for key in levels:
        level = find_level(game, key)
        number = 1 + sum(level_of(each.id) == level.key for each in found)
        name = level.title if levels.count(key) == 1 else f"{level.title} {number}"
        found.append(Entrant(f"{COMPUTER}{level.key} {number}", name))
    return tuple(found)


def _with(state: TournamentState, entrant: Entrant, late: bool) -> TournamentState:
    if state.ended or (state.bouts and not late):
        raise Refused("It has begun already: nobody joins it any more.")
    entrants = {each.id: each for each in state.entrants}
    entrants[entrant.id] = entrant  # who is there keeps the place
    return replace(state, entrants=tuple(entrants.values()))


def _without(state: TournamentState, id: str) -> TournamentState:
    """What has been played stays; who has played nothing is there no more before it begins."""
    if not state.bouts:
        return replace(state, entrants=tuple(each for each in state.entrants if each.id != id))
    return replace(
        state,
        entrants=tuple(replace(each, left=True) if each.id == id else each for each in state.entrants),
    )


def _scored(state: TournamentState, room: str, scores: Sequence[float], now: float) -> TournamentState:
    bouts = [
        replace(bout, scores=tuple(scores), when=now) if bout.room == room and not bout.scores else bout
        for bout in state.bouts
    ]
    return replace(state, bouts=tuple(bouts))
