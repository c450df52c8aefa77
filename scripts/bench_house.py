"""How many guests a host carries: 10, 50, 100 and 200, or as many as asked for.

Of the guests, all in one process, three of five play each other (Egg Carton, ten minutes and five seconds, a move
every few seconds, the help page now and then), one plays a computer, one walks about the menu and resizes the window.
Afterwards the moves that the host has kept are compared with those that were played.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from random import Random
from time import process_time, thread_time
from types import SimpleNamespace
from typing import Any, Final, Protocol

import click

from marbles_tui.cluster.stream import Bus, KeyValueStream, StreamEntry
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.host.events import Events
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.reception import Reception
from marbles_tui.host.terminal import Terminal
from marbles_tui.play import Match
from marbles_tui.rooms.limits import Limits as RoomLimits
from marbles_tui.rooms.sqlite import SqliteBackend
from marbles_tui.rooms.tournaments import TournamentPlan, advanced, table_of
from marbles_tui.store.codec import encoded
from tests.host.house import (
    UNLIMITED,
    ClusterHouse,
    Host,
    Server,
    SshGuest,
    WayIn,
    be_elsewhere,
    moves_of,
    name_of,
    offer_and_take,
    read_moves,
)
from tests.processes import cpu, memory
from tests.rooms import open_house
from tests.rooms.open_house import Player, fast, played, stands

SIZES: Final = ((80, 24), (100, 30), (120, 40))

CLOCK: Final = 150
"""Bytes of a frame in which more has changed than the clocks."""

STILL: Final = 0.6
"""Seconds in which nothing is drawn but the clocks, when a move has been shown."""

ATTEMPTS: Final = 4
"""How often somebody types a move."""

ANIMATED: Final = 30.0
"""Seconds after which every move is shown."""

PATIENCE: Final = 5.0
"""Seconds after which a key counts as lost."""

TOGETHER: Final = 8
"""Guests who come in at the same time."""

PACE: Final = 3.5
"""Seconds after which the next move is made, on average."""

WALK: Final = ("\x1b[B", "\x1b[B", "\x1b[A", "?", "\x1b", "l", "\x1b", "t", "\x1b", "s", "\x1b")
"""What somebody types in the menu: entries, help, library, statistics, settings."""


class Counted(WayIn, Protocol):
    """A house whose games can be asked for."""

    def kept_moves(self, name: str = "", *, libraries: bool = True) -> list[str]:
        """See `Host`."""
        ...


class Party:
    """Guests who play for some time, and what they have waited for."""

    def __init__(self, host: Counted, seed: int, pace: float = PACE) -> None:
        """`pace`: seconds until the next move; whatever else anybody does is slower or faster by as much."""
        self.host, self._random, self.slower = host, Random(seed), pace / PACE
        self.guests: list[SshGuest] = []
        self.games: list[Game] = []
        self.keys: list[float] = []
        """Seconds from each key to the first of what it changes on the screen."""
        self.moves: list[float] = []
        """Seconds from the key of each move to the opponent's screen."""
        self.lost = 0
        """Keys that nothing has followed, and moves that the other one was not shown."""
        self.again = 0
        """Keys that were typed again: what was being shown had not been over."""
        self.given_up = 0
        """Games that could not go on: a move was not taken however often it was typed."""
        self.lag: list[float] = []
        """Seconds by which this process itself was late."""

    async def come(self, number: int) -> None:
        """So many guests come in, and see the menu."""
        new = [
            SshGuest(self.host, name_of(at), self._random.choice(SIZES))
            for at in range(len(self.guests), len(self.guests) + number)
        ]
        gate = asyncio.Semaphore(TOGETHER)

        async def enter(guest: SshGuest) -> None:
            async with gate:
                await guest.enter()

        await asyncio.gather(*map(enter, new))
        self.guests += new

    async def seat(self, share: float, *, instant: bool = False) -> None:
        """A share of the guests sit down to play each other, by an offer in the lobby; `instant`: they have moves
        shown at once."""
        gate = asyncio.Semaphore(TOGETHER)

        async def sit(first: SshGuest, second: SshGuest) -> None:
            async with gate:
                await offer_and_take(first, second)
            for guest in (first, second) if instant else ():
                guest.type("+++")
            self.games.append(Game(self, first, second, self._random.random()))

        seated = self.guests[: int(len(self.guests) * share) // 2 * 2]
        await asyncio.gather(*map(sit, seated[::2], seated[1::2]))

    async def live(self, seconds: float) -> None:
        """Everybody does what guests do, for so long."""
        be_elsewhere()
        end = time.perf_counter() + seconds
        seated = 2 * len(self.games)
        others = self.guests[seated:]
        doing = [game.play(end) for game in self.games]
        for at, guest in enumerate(others):
            doing.append(self._against_computer(guest, end) if at % 2 else self._walk(guest, end))
        await asyncio.gather(*doing, self._listen(end))

    async def answered(self, guest: SshGuest, keys: str) -> float | None:
        """Type something and wait for what it changes, more than the clocks; it is counted."""
        wait = await guest.answer(keys, least=CLOCK)
        if wait is None:
            self.lost += 1
        else:
            self.keys.append(wait)
        return wait

    async def _listen(self, end: float) -> None:
        while time.perf_counter() < end:
            began = time.perf_counter()
            await asyncio.sleep(0.05)
            self.lag.append(time.perf_counter() - began - 0.05)

    async def _walk(self, guest: SshGuest, end: float) -> None:
        random, at = Random(guest.name), 0
        while time.perf_counter() < end and guest.here:
            guest.look_away()
            await asyncio.sleep(self.slower * random.uniform(2, 6))
            if at % 12 == 11:
                guest.resize(*random.choice(SIZES))
                await guest.rest(0.3, 5)
            await self.answered(guest, WALK[at % len(WALK)])
            at += 1
            await guest.rest(0.3, 5)

    async def _against_computer(self, guest: SshGuest, end: float) -> None:
        random = Random(guest.name)
        await asyncio.sleep(self.slower * random.uniform(0, 6))  # not all of them at once
        for keys in ("1", "\r"):
            guest.type(keys)
            await guest.rest(0.5, 5)
        while time.perf_counter() < end and guest.here:
            await asyncio.sleep(self.slower * random.uniform(3, 6))
            guest.look_away()
            guest.type(random.choice("abcdef"))  # some cups are empty


class Game:
    """A game of two guests, which is played here, too."""

    def __init__(self, party: Party, first: SshGuest, second: SshGuest, seed: float) -> None:
        self._party, self._seats, self._random = party, (first, second), Random(seed)
        self.match = Match.new(EGG_CARTON)

    async def play(self, end: float) -> None:
        """Play until then, or until a move is not taken however often it is typed."""
        random = self._random
        await asyncio.sleep(self._party.slower * random.uniform(0, 10))  # nor do all games begin at once
        while (turn := self.match.turn) is not None:
            await asyncio.sleep(self._party.slower * random.uniform(2, 5))
            mover, other = self._seats[turn], self._seats[1 - turn]
            if random.random() < 0.1:
                for keys in ("?", "\x1b"):
                    await self._party.answered(other, keys)
                    await other.rest(0.3, 2)
            if time.perf_counter() > end:
                return
            move = random.choice(self.match.position.moves())
            after, _ = self.match.play(move)
            for _ in range(ATTEMPTS):
                await asyncio.gather(settled(mover), settled(other))
                _, seen = await asyncio.gather(
                    self._party.answered(mover, str(move).lower()), other.answer("", least=CLOCK)
                )
                if await self._kept(after):
                    break
                self._party.again += 1
            else:
                self._party.given_up += 1
                print(f"{mover.name} cannot play {move} after {self.moves or 'the start'}", file=sys.stderr)
                return
            if seen is None:
                self._party.lost += 1
            else:
                self._party.moves.append(seen)
            self.match = after

    async def _kept(self, after: Match) -> bool:
        """Whether the host keeps the game as it is after a move: a key may only have ended what was being shown."""
        end = time.perf_counter() + PATIENCE
        over = after.turn is None
        host, name = self._party.host, self._seats[0].name
        while moves_of(after) not in host.kept_moves(name, libraries=over):
            if time.perf_counter() > end:
                return False
            await asyncio.sleep(0.2)
        return True

    @property
    def moves(self) -> str:
        """The moves that were played."""
        return moves_of(self.match)


async def settled(guest: SshGuest) -> None:
    """Wait until no more is drawn than the clocks."""
    end = time.perf_counter() + ANIMATED
    before = -CLOCK
    while guest.here and guest.bytes - before >= CLOCK and time.perf_counter() < end:
        before = guest.bytes
        await asyncio.sleep(STILL)


def percentile(values: Sequence[float], share: float) -> str:
    """A value that a share of them does not exceed, in milliseconds."""
    return f"{1000 * sorted(values)[min(int(len(values) * share), len(values) - 1)]:.1f}" if values else "-"


def waits(values: Sequence[float]) -> str:
    """The median, the slowest of a hundred and the slowest, in words."""
    p50, p99, most = (percentile(values, share) for share in (0.5, 0.99, 1.0))
    return f"p50 {p50} ms, p99 {p99} ms, at most {most} ms of {len(values)}"


class Counter:
    """A house as a party of guests needs it: where to come in, and what is kept, as soon as NATS tells of it."""

    def __init__(self, house: ClusterHouse) -> None:
        self.port = house.port
        self._kept: dict[str, str] = {}
        self._moves = lru_cache(maxsize=10_000)(read_moves)

    def heard(self, entry: StreamEntry) -> None:
        """Something is kept, or is gone."""
        if not entry.data:
            self._kept.pop(entry.key, None)
        elif entry.key.startswith("room."):
            self._kept[entry.key] = json.loads(entry.data)["record"]
        else:
            self._kept[entry.key] = entry.data.decode()

    def kept_moves(self, name: str = "", *, libraries: bool = True) -> list[str]:
        """The moves of each game that is kept, of one player or of all."""
        del libraries  # all games are kept in one place
        return [self._moves(record) for record in self._kept.values() if not name or f'"{name}"' in record]


@asynccontextmanager
async def counted(house: ClusterHouse) -> AsyncIterator[Counter]:
    """A counter that hears as long as it is needed."""
    counter, bus = Counter(house), Bus(house.url.split(","))
    await bus.open()
    stream = KeyValueStream(bus, "marbles-kept", "marbles.kept", "auditor")
    try:
        await stream.follow(("room.>", "game.>"), counter.heard)
        yield counter
    finally:
        await stream.close()
        await bus.close()


@asynccontextmanager
async def opened(
    hosts: int, servers: int, profile: str, *options: str
) -> AsyncIterator[tuple[Counted, list[Host], list[Server]]]:
    """A house of hosts and servers; of one host alone where there are no servers."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True)))
        if servers:
            house = ClusterHouse(folder, *options, servers=servers, hosts=hosts)
            await stack.enter_async_context(house)
            yield await stack.enter_async_context(counted(house)), house.hosts, house.servers
        else:
            host = await stack.enter_async_context(Host(folder, *options, profile=profile))
            yield host, [host], []
            await host.end()


BUSY: Final = 0.1
"""Less rest than this share of the time, and what is measured is the wait for a core."""


async def carried(guests: int, given: SimpleNamespace) -> None:
    """So many guests play, or rest, half of them in the menu and half in the lobby; what that takes is printed."""
    options = [word for limit in (f"guests={guests}", *UNLIMITED) for word in ("--limit", limit)]
    async with opened(given.hosts, given.servers, given.profile, *options) as (house, hosts, servers):
        for host in hosts:
            host.goes_first()
        empty, cores = sum(host.memory() for host in hosts), os.cpu_count() or 1
        party = Party(house, given.seed, given.pace)
        began, used = time.perf_counter(), sum(host.cpu() for host in hosts)
        await party.come(guests)
        arrival = (sum(host.cpu() for host in hosts) - used) / guests
        menu = (sum(host.memory() for host in hosts) - empty) / guests
        print(
            f"{guests} guests at {given.hosts} hosts, {given.servers} servers: all came in"
            f" {time.perf_counter() - began:.1f} s, {1000 * arrival:.0f} ms of processor each; memory of the menu"
            f" {menu:.2f} MiB each",
            flush=True,
        )
        if given.idle:
            for guest in party.guests[::2]:
                guest.type("p")
            await asyncio.gather(*(guest.rest(3, 60) for guest in party.guests))
        else:
            await party.seat(given.playing, instant=given.instant)
        every: list[Host | Server] = [*hosts, *servers]
        pids = [each.pid for each in every] + [os.getpid()]
        before, rested, began = [cpu(pid) for pid in pids], rest(), time.perf_counter()
        waited, traffic = sum(host.waited() for host in hosts), sum(guest.bytes for guest in party.guests)
        await (asyncio.sleep(given.seconds) if given.idle else party.live(given.seconds))
        passed, rested = time.perf_counter() - began, rest() - rested
        shares = [f"{(cpu(pid) - used) / passed:.1%}" for pid, used in zip(pids, before, strict=True)]
        waited = (sum(host.waited() for host in hosts) - waited) / passed
        traffic = sum(guest.bytes for guest in party.guests) - traffic
        lost = {game.moves for game in party.games} - set(house.kept_moves())
        each = (sum(host.memory() for host in hosts) - empty) / guests
        rested /= passed * cores
        print(
            f"  {2 * len(party.games)} of them play each other, a move after {given.pace:g} s or so:"
            f" {len(party.moves) / passed:.1f} moves/s in {passed:.0f} s\n"
            f"  key to screen {waits(party.keys)}; move to the opponent's screen {waits(party.moves)};"
            f" {party.lost} keys without an answer, {party.again} typed again; {len(lost)} games kept otherwise"
            f" than played, {party.given_up} given up\n"
            f"  processor, of a core: hosts {', '.join(shares[: len(hosts)])} (ready but without a core for"
            f" {waited:.0%} of the time), servers {', '.join(shares[len(hosts) : -1]) or 'none'}, the guests"
            f" {shares[-1]}; the {cores} cores rested {rested:.0%} of the time (load {os.getloadavg()[0]:.1f}), the"
            f" guests' own lag p99 {percentile(party.lag, 0.99)} ms\n"
            f"  memory {each:.2f} MiB a guest beyond {empty / len(hosts):.0f} MiB a host, servers"
            f" {', '.join(f'{memory(server.pid):.0f}' for server in servers) or 'none'};"
            f" {sum(host.descriptors() for host in hosts)} descriptors; {traffic:,} bytes sent,"
            f" {traffic / passed / guests / 1024:.1f} KiB/s each"
        )
        if rested < BUSY:
            print(
                "  The machine was too busy for these figures to say what the house takes: they are upper bounds,"
                " and most of it is waiting for a core. Try fewer guests, or a slower --pace."
            )


def carry(guests: Sequence[int], **given: Any) -> None:
    """So many guests, one number after the other."""
    # A guest of a cluster is three sockets here, with the balancer's.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for number in guests:
        asyncio.run(carried(number, SimpleNamespace(**given)))


def carrying(name: str, told: str | None, hosts: int, servers: int, guests: Sequence[int]) -> click.Command:
    """The measuring of a house with so many hosts and guests, unless others are asked for."""
    many = "How many; given again, one after the other."
    options: list[click.Parameter] = [
        click.Option(["--guests"], type=int, multiple=True, default=guests, help=many),
        click.Option(["--hosts"], default=hosts),
        click.Option(["--servers"], default=servers, help="Of NATS; 0: a host alone."),
        click.Option(["--seconds"], default=60.0),
        click.Option(["--seed"], default=1),
        click.Option(["--idle"], is_flag=True, help="Only guests who do nothing."),
        click.Option(["--pace"], default=PACE, help="Seconds to the next move, on average."),
        click.Option(["--playing"], default=0.6, help="The share who play each other."),
        click.Option(["--instant"], is_flag=True, help="Moves are shown at once."),
        click.Option(["--profile"], default="", help="Where a host alone says what has taken its time."),
    ]
    return click.Command(name, callback=carry, params=options, help=told)


host = carrying("host", __doc__, 1, 0, (10, 50, 100, 200))
cluster = carrying("cluster", "The same of a house in several processes.", 4, 3, (400,))


async def tourney(guests: int, seed: int, system: str) -> None:
    """So many guests play a tournament in a house whose clock runs as fast as they move, kept on the disk; what that
    takes is printed. Opened again, the house must know it as it was."""
    with tempfile.TemporaryDirectory() as folder:
        kept, limits = Path(folder) / "host.sqlite3", RoomLimits(pace=0, entrants=guests)
        async with open_house.opened(fast(backend=SqliteBackend(kept), limits=limits)) as lobby:
            players = [Player(open_house.guest(lobby, name_of(at)), seed + at) for at in range(guests)]
            plan = TournamentPlan("Two hundred", EGG_CARTON.key, system, begins_in=1, minutes=3, rounds=5)
            id = players[0].visit.tournaments.announce(players[0].visit.account, plan).id
            for player in players:
                player.visit.tournaments.join(player.visit.account, id)
            while len(stands(lobby, id).entrants) < guests or not stands(lobby, id).revision:
                await asyncio.sleep(0.01)
            began = process_time()
            while not (state := stands(lobby, id)).ended:
                await played(lobby, id, players, 10)
            took = process_time() - began
        open_house.sane(state)
        assert all(bout.scores for bout in state.bouts), "a game is not over"
        async with open_house.opened(fast(backend=SqliteBackend(kept), limits=limits)) as lobby:
            assert stands(lobby, id) == state, "it was kept otherwise"
            archived = {game.id for game in lobby.archive.find("two hundred")}
        lost = {bout.room for bout in state.bouts if bout.room} - archived
    free = {entrant.id: 0.0 for entrant in state.entrants}
    at_a_stretch: dict[str, Callable[[], object]] = {
        "how all stand": lambda: table_of(replace(state, revision=0)),
        "who meets whom": lambda: advanced(replace(state, ended=0.0), state.begins, lambda _: 0.0, free, {}),
        "what is kept": lambda: json.dumps(encoded(state)),
    }
    print(
        f"{guests} guests, {system}: {len(state.bouts)} games, {1000 * took / len(state.bouts):.0f} ms of processor"
        f" each; {len(lost)} lost; {len(json.dumps(encoded(state))) / 1024:.0f} KiB are kept after each change"
    )
    for name, work in at_a_stretch.items():
        before = thread_time()
        work()
        print(f"  {name}: {1000 * (thread_time() - before):.1f} ms at a stretch")


def rest() -> float:
    """Seconds for which all cores together have had nothing to do."""
    return int(Path("/proc/stat").read_text().split("\n")[0].split()[4]) / os.sysconf("SC_CLK_TCK")


SIZE: Final = (100, 30)
OTHER_SIZE: Final = (120, 40)

ROUNDS: Final = 6

CALM: Final = 0.12
"""Seconds in which hardly anything is done when a page is there."""

LITTLE: Final = 0.0015

BACK: Final = "\x1b"

TOUR: Final[tuple[tuple[str, str | tuple[int, int]], ...]] = (
    ("another game in the menu", "\x1b[B"),
    ("the first one again", "\x1b[A"),
    ("help", "?"),
    ("back", BACK),
    ("library", "l"),
    ("back", BACK),
    ("statistics", "t"),
    ("back", BACK),
    ("settings", "s"),
    ("back", BACK),
    ("lobby", "p"),
    ("its help", "?"),
    ("back", BACK),
    ("back", BACK),
    ("set-up", "1"),
    ("table", "\r"),
    ("its help", "?"),
    ("its rules", "2"),
    ("back", BACK),
    ("a larger window", OTHER_SIZE),
    ("a smaller one", SIZE),
    ("back", "q"),
)
"""Where a guest goes: what it is called, and what is typed, or the size that the window gets."""


class Unread:
    """A way to a terminal that reads all, and counts it."""

    unread = 0

    def __init__(self) -> None:
        self.characters = 0

    def write(self, text: str) -> None:
        """Count a text."""
        self.characters += len(text)

    def hold(self, held: bool) -> None:
        """Nothing waits here."""
        del held


class Stretches:
    """How long the loop does not look for what has come."""

    def __init__(self) -> None:
        self.longest = 0.0
        selector: Any = getattr(asyncio.get_running_loop(), "_selector")  # noqa: B009  (not in the types)
        self._select, self._began = selector.select, thread_time()
        selector.select = self._look

    def _look(self, timeout: float | None) -> Any:
        self.longest = max(self.longest, thread_time() - self._began)
        found = self._select(timeout)
        self._began = thread_time()
        return found


async def calm() -> None:
    """Wait until hardly anything is done."""
    used = LITTLE
    while used >= LITTLE:
        before = thread_time()
        await asyncio.sleep(CALM)
        used = thread_time() - before


async def walk(terminal: Terminal, line: Unread, stretches: Stretches) -> list[tuple[float, float, int]]:
    """What each step of the tour takes of a guest at the least: seconds of processor, of those at a stretch, and
    characters."""
    taken: list[list[tuple[float, float, int]]] = [[] for _ in TOUR]
    for _ in range(ROUNDS):
        for step, (_, asked) in zip(taken, TOUR, strict=True):
            stretches.longest, sent, before = 0.0, line.characters, thread_time()
            if isinstance(asked, str):
                terminal.receive(asked)
            else:
                terminal.resize(asked)
            await calm()
            step.append((thread_time() - before, stretches.longest, line.characters - sent))
    return [tuple(min(values) for values in zip(*step, strict=True)) for step in taken]


async def tour(folder: Path) -> None:
    """Guests come and go through the pages, and it is printed what the last one's have taken at the least."""
    stretches, limits = Stretches(), HostLimits()
    told: list[str] = []
    reception = Reception(folder, limits, Events(told.append, None))
    await reception.open()
    visits, guests = [], []
    for number, term in enumerate(("", "xterm-256color", "xterm-direct")):
        before = thread_time()
        line = Unread()
        terminal = Terminal(line, limits, SIZE, told.append)
        visits.append(asyncio.create_task(reception.receive(terminal, term, f"SHA256:{number}", "127.0.0.1")))
        await calm()
        print(f"guest {number + 1}: the menu is there after {1000 * (thread_time() - before):.0f} ms")
        terminal.receive(BACK)  # no name
        await calm()
        guests.append((terminal, line))
    steps = [await walk(*guest, stretches) for guest in guests[1:]]
    for (title, _), (least, longest, sent), (_, _, all_colours) in zip(TOUR, *steps, strict=True):
        print(
            f"{title:24} {1000 * least:5.1f} ms, {1000 * longest:4.1f} at a stretch, {sent:6,} characters in 256"
            f" colours, {all_colours:6,} in all"
        )
    await reception.close()
    await asyncio.gather(*visits)


@click.command()
def pages() -> None:
    """What it takes to open each page of an arcade."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(tour(Path(folder)))


@click.command()
@click.option("--guests", default=200)
@click.option("--seed", default=1, help="Of their moves.")
@click.option("--system", type=click.Choice(("arena", "swiss")), multiple=True, default=("arena", "swiss"))
def tournament(guests: int, seed: int, system: Sequence[str]) -> None:
    """A tournament of two hundred guests, as an arena and in rounds."""
    for each in system:
        asyncio.run(tourney(guests, seed, each))
