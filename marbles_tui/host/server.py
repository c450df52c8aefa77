"""The way in: SSH, for terminals and nothing else; and the key by which those who come again know the host.

A house is opened by this process alone, as one of several, or by workers that share a port. Connections are counted
by the network they come from before a word is said to them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Final, Literal

import asyncssh

from marbles_tui import __version__
from marbles_tui.core.text import sanitize_line
from marbles_tui.host.addresses import (
    TOKEN,
    Network,
    is_within,
    listening_at,
    network_of,
    networks,
    one_port,
    place,
    proxied,
)
from marbles_tui.host.asyncssh_fixes import (
    backlog,
    hear_colours_alone,
    read_before,
    read_fairly,
    takes_packets,
)
from marbles_tui.host.control import Desk
from marbles_tui.host.events import Events
from marbles_tui.host.limits import HostLimits, changed
from marbles_tui.host.monitoring import HttpPage, HttpPort, health, metrics
from marbles_tui.host.reception import Reception
from marbles_tui.host.resources import Share, SharedLoop
from marbles_tui.host.terminal import Terminal
from marbles_tui.rooms.asking import control_file
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.sqlite import FILE, locked
from marbles_tui.store.files import replace_file
from marbles_tui.store.log import LogForm, logged

MINUTE: Final = 60.0

MOST_NETWORKS: Final = 10_000
"""Networks that are remembered for a minute; beyond that the oldest are forgotten first."""


@dataclass(frozen=True, slots=True, eq=False)
class Caller:
    """A connection that was let in: where it comes from, and how it is turned away with a reason."""

    network: str
    turn_away: Callable[[str], object]


class Door:
    """Counts the connections of every network: those that are open, those of the last minute, and the strangers among
    them, who are not at a terminal yet."""

    def __init__(self, limits: HostLimits, clock: Callable[[], float] = monotonic) -> None:
        self._limits, self._clock = limits, clock
        self._open: Counter[str] = Counter()
        self._lately: dict[str, deque[float]] = {}
        self._strangers: list[Caller] = []  # the oldest first
        self.empty = asyncio.Event()
        """Set while no connection is open."""

        self.empty.set()

    def knock(self, network: str, turn_away: Callable[[str], object]) -> Caller:
        """Let a connection in, which `leave` ends and `let_in` may follow; another stranger may have to go for it.
        Raises Refused."""
        now, limits = self._clock(), self._limits
        times = self._lately.pop(network, None) or deque()
        self._lately[network] = times  # the last one to come is the last one to be forgotten
        while times and now - times[0] >= MINUTE:
            times.popleft()
        if len(self._lately) > MOST_NETWORKS:
            del self._lately[next(iter(self._lately))]
        if len(times) >= limits.minute:
            raise Refused("too many connections from your address: try again in a minute")
        times.append(now)
        if self._open[network] >= limits.address:
            raise Refused("too many connections from your address are open")
        strangers = Counter(caller.network for caller in self._strangers)
        if strangers[network] >= limits.strangers:
            raise Refused("too many connections from your address have not come in yet")
        if len(self._strangers) >= limits.handshakes:
            # The network with the most callers makes room, not the others.
            most = max(strangers.values())
            oldest = next(caller for caller in self._strangers if strangers[caller.network] == most)
            self._strangers.remove(oldest)
            oldest.turn_away("too many people are at the door: try again in a moment")
        caller = Caller(network, turn_away)
        self._open[network] += 1
        self.empty.clear()
        self._strangers.append(caller)
        return caller

    def let_in(self, caller: Caller) -> None:
        """Somebody is at a terminal."""
        if caller in self._strangers:
            self._strangers.remove(caller)

    def leave(self, caller: Caller) -> None:
        """A connection is closed."""
        self.let_in(caller)
        self._open[caller.network] -= 1
        if self._open[caller.network] <= 0:
            del self._open[caller.network]
        if not self._open:
            self.empty.set()


KEY_FILE: Final = "host_key"


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key that is kept in a folder, made if there is none yet. Raises OSError, and ValueError for a file that
    holds no key or that others can read."""
    file = folder / KEY_FILE
    if not file.exists():
        key = asyncssh.generate_private_key("ssh-ed25519", "marbles-tui host")
        replace_file(file, key.export_private_key().decode(), private=True)
    if os.name == "posix" and file.stat().st_mode & 0o077:
        raise ValueError(f"{file} can be read by others: chmod 600 {file}")
    try:
        return asyncssh.read_private_key(file)
    except asyncssh.KeyImportError as error:
        raise ValueError(f"{file} holds no key: {error}") from error


def own_keys() -> list[str]:
    """The fingerprints of the owner's SSH keys."""
    found = []
    for file in (Path.home() / ".ssh").glob("id_*.pub"):
        with suppress(OSError, asyncssh.KeyImportError):
            found.append(asyncssh.read_public_key(file).get_fingerprint())
    return found


AFTER_LAST_WORD: Final = 0.5
GOODBYE: Final = 1.0
"""Seconds that a connection has to take its last words."""

LONGEST_WISH: Final = 60
LARGEST_PACKET: Final = 1 << 15
WINDOW: Final = 1 << 15
"""Bytes that a client may send before they are looked at."""

OPTIONS: Final[dict[str, object]] = {
    "agent_forwarding": False,
    "allow_scp": False,
    "compression_algs": ["none"],  # what is unpacked may be much larger than what came
    "config": None,
    "encoding": "utf-8",
    "errors": "replace",
    "gss_host": None,
    "host_based_auth": False,
    "keepalive_interval": 60,
    "line_editor": False,
    "max_pktsize": LARGEST_PACKET,
    "password_auth": False,
    "rdns_lookup": False,
    "sftp_factory": None,
    "tcp_keepalive": True,
    "window": WINDOW,
    "x11_forwarding": False,
}
"""A terminal, and nothing else."""

log = logging.getLogger(__name__)


class ChannelLine:
    """The way to a terminal, by a channel of SSH."""

    def __init__(self, channel: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = channel

    @property
    def unread(self) -> int:
        """Bytes that the client has not taken."""
        return self._channel.get_write_buffer_size() + backlog(self._channel.get_connection())

    def write(self, text: str) -> None:
        """Send a text."""
        with suppress(OSError):
            self._channel.write(text)

    def hold(self, held: bool) -> None:
        """Let the client wait with what it sends, or go on."""
        if held:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()


class GuestSession(asyncssh.SSHServerSession[str]):
    """A terminal of a guest's: a pty with a shell, as clients call it, or what is to be opened first in place of one;
    no subsystem."""

    def __init__(self, reception: Reception, visitor: Visitor) -> None:
        self._reception, self._visitor = reception, visitor
        self._terminal: Terminal | None = None
        self._term = ""
        self._size = (80, 24)
        self._asked = self._all_colours = False
        self._wish = ""
        self._visit: asyncio.Task[None] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        """A channel is open."""
        self._channel = chan
        hear_colours_alone(chan, self._can_show_all_colours)
        if not takes_packets(chan):
            self._visitor.throw_out("your client takes no packets")

    def _can_show_all_colours(self) -> None:
        self._all_colours = True

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """There is a terminal at the other end."""
        self._term, self._size, self._asked = sanitize_line(term_type, 60), term_size[:2], True
        return True

    def shell_requested(self) -> bool:
        """Only for those with a terminal."""
        return self._asked

    def exec_requested(self, command: str) -> bool:
        """No command is ever run; it says what is to be opened first."""
        self._wish = sanitize_line(command, LONGEST_WISH)
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """There is no other."""
        return False

    def session_started(self) -> None:
        """Let them in."""
        if not self._asked:  # a command alone
            self._channel.write(f"A board needs a terminal: ssh -t, the house, {self._wish or 'abacus'}\n")
            self._channel.exit(1)
            self._visitor.say_goodbye()
            return
        self._visitor.be_known()
        visitor, limits = self._visitor, self._reception.limits
        self._terminal = Terminal(
            ChannelLine(self._channel), limits, self._size, visitor.throw_out, visitor.share
        )
        self._terminal.all_colours = self._all_colours
        self._visit = asyncio.create_task(self._play(self._terminal), name="session")

    async def _play(self, terminal: Terminal) -> None:
        visitor = self._visitor
        try:
            sentence = await self._reception.receive(
                terminal, self._term, visitor.key, visitor.address, visitor.user, self._wish
            )
            terminal.write(f"{sanitize_line(sentence, 300)}\r\n")
            terminal.flush()
            terminal.close()
            with suppress(OSError):
                self._channel.exit(0)
        except Exception:
            log.exception("a visit has ended by a mistake")
        visitor.say_goodbye()

    def data_received(self, data: str, datatype: object) -> None:
        """Keys."""
        if self._terminal:
            self._terminal.receive(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        if self._terminal:
            self._terminal.resize((width, height))

    def eof_received(self) -> bool:
        """Nobody will type any more: close."""
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """The terminal is gone."""
        if self._terminal:
            self._terminal.close()
            self._reception.lose(self._terminal)


class Visitor(asyncssh.SSHServer):
    """A connection: who is at its other end, by a key that they have proven to hold, or without one."""

    def __init__(self, reception: Reception, door: Door, balancers: Sequence[Network] = ()) -> None:
        """`balancers`: those that say by the PROXY protocol who comes."""
        self._reception, self._door, self._balancers = reception, door, balancers
        self._connection: asyncssh.SSHServerConnection | None = None
        self._caller: Caller | None = None
        self._entered = False
        self.share = Share(reception.turn)
        self.address = ""
        self.user = ""
        self.key: str | None = None
        """The fingerprint of their key."""

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody knocks."""
        self._connection = conn
        self.address = str((conn.get_extra_info("peername") or ("",))[0])
        if self._reception.closing:
            conn.abort()
        elif is_within(self.address, self._balancers):
            read_before(conn, self._hear_balancer)
        else:
            self._knock(conn)

    def _hear_balancer(self, data: bytes) -> bytes | None:
        """What is left for SSH when a balancer has said who comes; None while it has not."""
        try:
            said = proxied(data)
        except ValueError as error:
            self._turn_away(str(error))
            return None
        if said and self._connection:
            self.address = said.address or self.address
            self._knock(self._connection)
        return said.rest if said else None

    def _knock(self, conn: asyncssh.SSHServerConnection) -> None:
        try:
            self._caller = self._door.knock(network_of(self.address), self._turn_away)
        except Refused as refused:
            self._turn_away(str(refused))
        else:
            read_fairly(conn, self.share)

    def _turn_away(self, reason: str) -> None:
        self._reception.events.tell("refused", address=self.address, reason=reason)
        if self._connection:
            self._connection.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        if self._caller:
            self._door.leave(self._caller)
        self._caller = self._connection = None

    def be_known(self) -> None:
        """They are at a terminal."""
        if self._caller:
            self._door.let_in(self._caller)

    # Who they are

    def begin_auth(self, username: str) -> bool:
        """Everybody says who they are."""
        self.user = username  # an invitation at the most: a name is chosen inside, by those with a key
        return True

    def public_key_auth_supported(self) -> bool:
        """A key is an account."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do. Where no signature follows it is forgotten again by what comes instead."""
        self.key = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """Those without a key come in by this, without being asked anything."""
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """No question."""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: object) -> bool:
        """A guest who comes this way has proven no key, even if one was offered before."""
        self.key = None
        return True

    # What they may have

    def session_requested(self) -> GuestSession | Literal[False]:
        """One terminal for each connection."""
        if self._entered:
            return False
        self._entered = True
        return GuestSession(self._reception, self)

    def throw_out(self, reason: str) -> None:
        """Close the connection with a sentence, whether it is heard or not."""
        conn = self._connection
        if conn:
            self._reception.events.tell("refused", address=self.address, reason=reason)
            conn.disconnect(asyncssh.DISC_BY_APPLICATION, reason)
            asyncio.get_running_loop().call_later(GOODBYE, conn.abort)

    def say_goodbye(self) -> None:
        """Close the connection, when the last words are sent."""
        conn = self._connection
        if conn:
            asyncio.get_running_loop().call_later(GOODBYE, conn.close)  # clients go by themselves


async def serve_guests(
    reception: Reception,
    data: Path,
    address: str,
    port: int,
    worker: int = 0,
    health_port: int | None = None,
    metrics_at: tuple[str, int] | None = None,
    balancers: Sequence[Network] = (),
) -> bool:
    """Keep the house open until the process is asked to end; whether all was saved. `worker`: its number where
    several share the port, else 0; `health_port`: where a balancer asks whether to send guests; `metrics_at`:
    where Prometheus asks; `balancers`: whose word counts for where guests come from. Raises OSError where nobody can
    listen, ValueError for a key that cannot be used, and NotKept for a database that cannot be."""
    key = host_key(data)
    door, stop = Door(reception.limits), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    await reception.open()
    control = Desk(data, reception, stop.set, control_file(worker))

    async def ready() -> HttpPage:
        return health(reception.ready, reception.standing)

    async def figures() -> HttpPage:
        process = reception.joined.process if reception.joined else ""
        return metrics({process: reception.standing}, reception.events.counts)

    ports = HttpPort(ready), HttpPort(figures)
    try:
        await control.open()
        for own, at in zip(ports, ((address, health_port), metrics_at or ("", None)), strict=True):
            if at[1] is not None:
                await own.open(at[0], at[1])
        with one_port(address, port) as open_port:
            server = await asyncssh.create_server(
                lambda: Visitor(reception, door, balancers),
                listening_at(address),
                open_port,
                server_host_keys=[key],
                server_version=f"marbles-tui_{__version__}",
                login_timeout=reception.limits.hello,
                reuse_port=bool(worker) or not port,
                **OPTIONS,
            )
        public = key.export_public_key().decode().strip()
        reception.events.listening(address, open_port, key.get_fingerprint(), public)
        await stop.wait()
        reception.events.tell("closing")
        server.close()
    finally:
        saved = await reception.close()
        await control.close()
        for own in ports:
            await own.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(door.empty.wait(), GOODBYE + AFTER_LAST_WORD)  # who hears the last words goes
    reception.events.tell("closed" if saved else "unsaved")
    return saved


LOG: Final = "host.log"
LOG_FORM: Final = LogForm(largest=4_000_000, files=20, days=30)


def ready(
    events: Events,
    folder: Path,
    *,
    bind: str,
    port: int,
    limits: Sequence[str],
    admins: Sequence[str],
    servers: Sequence[str],
    cluster: str,
    health: int | None,
    metrics: str | None,
    proxies: Sequence[str],
    log_json: bool,
    worker: int,
) -> Callable[[int], bool]:
    """What opens a house in so many workers (0: in this process) until it is asked to close, and says whether all was
    saved; it raises OSError, ValueError and ModuleNotFoundError. The rest is as the options of the command `host` say
    it; `servers`: those of NATS, none for a house of one process. Raises ValueError for an option."""
    balancers, metrics_at = networks(proxies), place(metrics) if metrics else None
    house, rooms = changed(limits)
    owners, data = (*admins, *own_keys()), folder.resolve()

    async def stay_open() -> bool:
        joined = None
        if servers:
            from marbles_tui.cluster.joining import Joined, move_in  # of the extra `host-cluster`

            token = os.environ.pop(TOKEN, "") or None
            if not worker:
                await move_in(servers, token, data)
                locked(data / f"{FILE}.lock")  # until this process ends
            joined = Joined(servers, token)
        reception = Reception(
            data, house, events, room_limits=rooms, owners=owners, joined=joined, cluster=cluster
        )
        return await serve_guests(reception, data, bind, port, worker, health, metrics_at, balancers)

    def open_workers(count: int) -> bool:
        from marbles_tui.host.workers import run_workers  # of the extra `host-cluster`

        given = {"--limit": limits, "--admin": owners, "--proxy": proxies}
        options = [part for name, values in given.items() for value in values for part in (name, value)]
        options += ["--cluster", cluster] if cluster else []
        options += ["--log-json"] if log_json else []
        host_key(data)  # made once, before several want it
        return run_workers(count, servers, data, bind, port, options, events, metrics_at)

    def opened(workers: int) -> bool:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        log = f"host-{worker}.log" if worker else LOG
        with logged(data / log, LOG_FORM._replace(as_json=log_json)):
            if workers:
                return open_workers(workers)
            with asyncio.Runner(loop_factory=SharedLoop) as runner:
                return runner.run(stay_open())

    return opened
