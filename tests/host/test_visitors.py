"""Who comes in, and who they are taken for."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from contextvars import Context
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.message import Message

from marbles_tui.host import guest
from marbles_tui.host.events import Events
from marbles_tui.host.guest import GuestArcade, colours_of
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.reception import MOST_LEFT, Reception
from marbles_tui.host.resources import AT_ONCE, OWN, Share, SharedLoop
from marbles_tui.host.server import Door, GuestSession, Visitor
from marbles_tui.host.terminal import Terminal
from marbles_tui.rooms.accounts import Account, Ban
from marbles_tui.rooms.backend import Note, Terms
from marbles_tui.rooms.notes import INVITED
from marbles_tui.rooms.visit import Visit
from tests.for_each import for_each
from tests.holdings import grown, holdings
from tests.host.conftest import make_key, ssh_command, with_ssh
from tests.rooms import open_house
from tests.rooms.open_house import house
from tests.terminal.terminal import Terminal as Terminal_
from tests.waiting import until

KEY = asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture
async def reception(tmp_path: Path) -> Reception:
    """A reception that is not open."""
    return Reception(tmp_path, HostLimits(), Events(lambda line: None, None))


async def test_a_key_is_an_account_only_where_it_was_the_last_word(reception: Reception) -> None:
    visitor = Visitor(reception, Door(HostLimits()))
    assert visitor.begin_auth("mara")
    visitor.validate_public_key("mara", KEY.convert_to_public())
    assert visitor.key == KEY.get_fingerprint()
    # Whoever names a key that is not theirs cannot sign, and comes in without one.
    visitor.get_kbdint_challenge("mara", "", "")
    visitor.validate_public_key("mara", KEY.convert_to_public())
    assert visitor.validate_kbdint_response("mara", [])
    visitor.auth_completed()
    assert visitor.key is None


async def test_a_connection_has_one_terminal(reception: Reception) -> None:
    visitor = Visitor(reception, Door(HostLimits()))
    assert isinstance(visitor.session_requested(), GuestSession)
    assert visitor.session_requested() is False


@for_each(
    ("term", "colours"),
    [
        ("xterm-256color", "256"),
        ("xterm-kitty", "truecolor"),
        ("tmux-256color", "truecolor"),
        ("linux", "standard"),
        ("vt100", "standard"),
        ("", "256"),
        ("\x1b[2J" * 10, "256"),
    ],
)
def test_colours_are_known_by_the_name_of_the_terminal(term: str, colours: str) -> None:
    assert colours_of(term) == colours


class Served:
    """A host in this process, and clients that OpenSSH would not be."""

    def __init__(self, reception: Reception, port: int) -> None:
        self.reception, self.port = reception, port

    async def connect(self, key: asyncssh.SSHKey | None = KEY) -> asyncssh.SSHClientConnection:
        """A client that has come in."""
        return await asyncssh.connect(
            "127.0.0.1",
            self.port,
            known_hosts=None,
            config=None,
            agent_path=None,
            username="mara",
            client_keys=[key] if key else None,
        )


@pytest.fixture
async def served(reception: Reception) -> Any:
    """A host."""
    from marbles_tui.host.server import OPTIONS

    door = Door(reception.limits)
    server = await asyncssh.create_server(
        lambda: Visitor(reception, door),
        "127.0.0.1",
        0,
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        **OPTIONS,
    )
    yield Served(reception, server.get_port())
    server.close()
    await reception.close()


@pytest.mark.parametrize(
    ("value", "colours"), [("truecolor", "truecolor"), ("24bit", "truecolor"), ("\x1b[2J", "256")]
)
async def test_no_variable_is_taken_but_whether_all_colours_are_shown(
    served: Served, value: str, colours: str
) -> None:
    kept: list[Any] = []

    class Session(asyncssh.SSHClientSession[str]):
        pass

    async with await served.connect() as connection:
        channel, _ = await connection.create_session(
            Session,
            term_type="xterm",
            env={"COLORTERM": value, **{f"V{number}": "x" * 1000 for number in range(50)}},
        )
        await until(lambda: served.reception.guests)
        (guest,) = served.reception.guests
        assert guest.arcade.colour_system == colours
        kept.append(guest.terminal._line._channel.get_environment_bytes())  # type: ignore[attr-defined]
        channel.close()
    assert kept == [{}]


async def test_a_client_that_takes_no_packets_is_thrown_out(served: Served) -> None:
    async with await served.connect() as connection:
        async with asyncio.timeout(60):
            with suppress(asyncssh.Error, OSError):
                await connection.create_process(term_type="xterm", max_pktsize=0)
            await connection.wait_closed()
    assert served.reception.guests == []


async def test_a_terminal_that_reads_nothing_holds_nobody_up(served: Served) -> None:
    async with await served.connect() as idle:
        process = await idle.create_process(term_type="xterm", term_size=(200, 60), window=1000)
        process.channel.pause_reading()
        async with asyncio.timeout(60):
            while not (served.reception.guests and served.reception.guests[0].terminal._looking):
                for guest in served.reception.guests:
                    guest.terminal.receive("s\x1b")
                await asyncio.sleep(0.05)
        (guest,) = served.reception.guests
        assert guest.terminal._line.unread < 1 << 20


@pytest.fixture
def openssh(served: Served, tmp_path: Path) -> Iterator[Callable[[], Terminal_]]:
    """Comes in by OpenSSH's client, with a key."""
    with_ssh()
    make_key(tmp_path / "key")
    opened: list[Terminal_] = []

    def come() -> Terminal_:
        command = ssh_command(served.port, tmp_path / "key", "mara")
        opened.append(Terminal_(command, tmp_path / "home", 200, 60))
        return opened[-1]

    yield come
    for terminal in opened:
        if terminal.status is None:
            terminal.kill()


async def test_who_types_nothing_for_long_is_sent_home_with_a_sentence(
    served: Served, openssh: Callable[[], Terminal_], monkeypatch: pytest.MonkeyPatch
) -> None:
    reception = served.reception
    monkeypatch.setattr("marbles_tui.host.reception.ROUND", 0.05)
    rounds = asyncio.create_task(reception._go_round())
    guest = openssh()
    await until(lambda: reception.guests and reception.guests[0].arcade.shown.is_set())
    await asyncio.to_thread(guest.expect, "What is your name?")
    reception.guests[0].terminal.last_key -= 60 * reception.limits.idle
    assert await asyncio.to_thread(guest.wait) == 0
    assert b"Nothing was typed here for 60 minutes; your game is kept." in guest.output.rpartition(b"\x1b")[2]
    assert reception.guests == []
    rounds.cancel()


async def test_garbage_is_looked_for_while_somebody_types_once_more_have_left_than_are_here(
    served: Served, openssh: Callable[[], Terminal_], monkeypatch: pytest.MonkeyPatch
) -> None:
    reception, found = served.reception, list[int]()
    openssh()
    await until(lambda: reception.guests and reception.guests[0].arcade.shown.is_set())
    reception.guests[0].terminal.last_key = inf  # all the time
    monkeypatch.setattr("marbles_tui.host.reception.ROUND", 0.01)
    monkeypatch.setattr("gc.collect", lambda: found.append(reception._left))
    reception._left = MOST_LEFT + 1
    rounds = asyncio.create_task(reception._go_round())
    await asyncio.sleep(0.1)
    assert not found
    reception._left += 1
    await until(lambda: bool(found))
    assert reception._left == 0
    rounds.cancel()


async def test_a_mistake_in_a_visit_ends_that_visit_and_is_logged(
    served: Served, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> str:
        raise RuntimeError("a mistake of ours")

    monkeypatch.setattr(served.reception, "receive", fail)
    async with await served.connect() as connection:
        shown = await connection.create_process(term_type="xterm")
        async with asyncio.timeout(20):
            assert await shown.stdout.read() == ""
    assert "RuntimeError: a mistake of ours" in caplog.text


async def test_a_client_that_reads_nothing_is_cut(
    served: Served, openssh: Callable[[], Terminal_], caplog: pytest.LogCaptureFixture
) -> None:
    reception = served.reception
    reception.limits = replace(reception.limits, unread=64, patience=1)
    caplog.set_level("INFO", "marbles_tui.host")
    guest = openssh()  # nobody reads what it shows
    await until(lambda: reception.guests and reception.guests[0].arcade.shown.is_set())
    terminal = reception.guests[0].terminal
    for _ in range(40):
        terminal.write(" " * (1 << 18))
        await asyncio.sleep(0)
    await until(lambda: not reception.guests)
    assert await asyncio.to_thread(guest.wait) == 255
    assert "Your terminal has not read anything for too long" in caplog.text


class Comer:
    """Somebody who comes in at a terminal that takes everything."""

    unread = 0

    def __init__(
        self,
        reception: Reception,
        key: str | None = None,
        share: Share | None = None,
        address: str = "here",
    ) -> None:
        self._reception = reception
        self.terminal = Terminal(self, HostLimits(), (100, 30), lambda sentence: None, share)
        self.visit = asyncio.create_task(reception.receive(self.terminal, "xterm", key, address))

    def write(self, text: str) -> None:
        return None

    def hold(self, held: bool) -> None:
        return None

    async def arcade(self) -> GuestArcade:
        """What they see, as soon as it is there."""
        guests = self._reception.guests
        await until(lambda: any(each.terminal is self.terminal for each in guests))
        arcade = next(each.arcade for each in guests if each.terminal is self.terminal)
        await until(arcade.shown.is_set)
        return arcade


async def test_a_terminal_that_is_gone_at_once_leaves_nobody_behind(reception: Reception) -> None:
    gone = Comer(reception)
    await asyncio.sleep(0)  # somebody is expected
    gone.terminal.close()
    reception.lose(gone.terminal)
    assert await gone.visit == ""
    assert (reception.guests, reception.lobby.visits, list(reception.lobby.accounts)) == ([], [], [])
    await reception.close()


async def test_who_is_sent_home_before_anything_is_shown_has_left(reception: Reception) -> None:
    comer = Comer(reception)
    await until(lambda: reception.guests)
    arcade = reception.guests[0].arcade
    arcade.shown = asyncio.Event()  # of a first picture that never comes
    await until(lambda: arcade.is_running)
    arcade.say_farewell("Good-bye.")
    assert await comer.visit == "Good-bye."
    await reception.close()


async def test_nothing_of_a_guest_is_kept_in_memory(reception: Reception) -> None:
    comer = Comer(reception, KEY.get_fingerprint())
    arcade = weakref.ref(await comer.arcade())
    comer.terminal.receive("\x1b[97u")
    await until(lambda: XTermParser._parse_extended_key.cache_info().currsize)
    reception.guests[0].arcade.say_farewell("Good-bye.")
    assert await comer.visit == "Good-bye."
    del comer
    await until(lambda: gc.collect() >= 0 and arcade() is None)  # what is on its way may hold it for a moment
    assert StylesCache.get_inner_outer.cache_info().currsize == 0
    await reception.close()


@pytest.mark.parametrize(("key", "kept"), [("SHA256:theirs", "; your game is kept"), (None, "")])
async def test_when_the_house_closes_a_game_is_kept_for_those_with_a_key(
    reception: Reception, key: str | None, kept: str
) -> None:
    comer = Comer(reception, key)
    await comer.arcade()
    await reception.close()
    assert await comer.visit == f"The host is closing{kept}. Come back later."


async def test_a_house_that_closes_sends_home_who_waits_for_their_turn(
    reception: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marbles_tui.host.reception.SAVING_TIME", 0.01)
    reception._starts = asyncio.Semaphore(0)
    comer = Comer(reception)
    await until(lambda: reception.guests)
    assert not await reception.close()
    assert comer.visit.cancelled()


async def test_an_account_is_here_so_many_times_at_most(
    reception: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marbles_tui.host.reception.MOST_VISITS", 2)
    first, second = (Comer(reception, "SHA256:mara") for _ in range(2))
    await first.arcade()
    await second.arcade()
    told = "You are here 2 times already. Leave one of them first."
    assert await Comer(reception, "SHA256:mara").visit == told
    reception.guests[0].arcade.say_farewell("Good-bye.")
    await first.visit
    await Comer(reception, "SHA256:mara").arcade()
    await reception.close()


async def test_when_a_network_is_banned_its_guests_are_sent_home_but_for_an_owner(tmp_path: Path) -> None:
    events = Events(lambda line: None, None)
    reception = Reception(tmp_path, HostLimits(), events, owners=("SHA256:own",))
    comers = [
        Comer(reception, key, address=address)
        for key, address in (
            ("SHA256:own", "192.0.2.7"),
            ("SHA256:mara", "192.0.2.7"),
            ("SHA256:ben", "192.0.2.8"),
            ("SHA256:tom", "::ffff:192.0.2.7"),
        )
    ]
    for comer in comers:
        await comer.arcade()
    reception.lobby.house.notes.ban("192.0.2.7", Ban(reason="Floods."))
    await until(lambda: len(reception.guests) == 2)
    for banned in (comers[1], comers[3]):
        assert await banned.visit == "Your address is banned here: Floods."
    assert [guest.key for guest in reception.guests] == ["SHA256:own", "SHA256:ben"]
    assert not any(guest.arcade.farewell for guest in reception.guests)
    await reception.close()


async def test_the_log_says_of_a_game_by_which_key_and_from_where_its_players_are_here(
    reception: Reception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "marbles_tui.host")
    await Comer(reception, "SHA256:mara", address="192.0.2.7").arcade()
    lobby, mara = reception.lobby, reception.guests[0].visit
    ben = open_house.guest(lobby, "Ben")
    await open_house.seated(lobby, Terms("gobblet"), mara, ben)
    who = f"account {mara.id}, key SHA256:mara, address 192.0.2.7; account {ben.id}; room "
    assert f"have begun Gobblet ({who}" in caplog.text
    await reception.close()


async def test_a_guest_s_screen_changes_nobody_s_tasks(
    reception: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual has all tasks of its loop begin at once where Python can, and asyncssh then hears no second guest."""

    def begin_at_once(loop: asyncio.AbstractEventLoop, work: Any, **named: Any) -> asyncio.Task[Any]:
        return asyncio.Task(work, loop=loop, **named)

    monkeypatch.setattr(asyncio, "eager_task_factory", begin_at_once, raising=False)
    comer = Comer(reception)
    await comer.arcade()
    assert asyncio.get_running_loop().get_task_factory() is None
    await reception.close()
    await comer.visit


def test_a_guest_s_share_is_what_is_done_for_them_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = 0.0  # seconds of the loop
    monkeypatch.setattr(guest, "FOLLOWS", inf)

    async def work_for_others() -> None:
        nonlocal used
        while True:
            used += 1.0
            await asyncio.sleep(0)

    async def visit() -> None:
        reception = Reception(tmp_path, HostLimits(), Events(lambda line: None, None))
        share = Share(asyncio.Lock(), lambda: 0.0, lambda: used)
        comer = Comer(reception, share=share)
        arcade, terminal = await comer.arcade(), comer.terminal
        driver: Any = arcade._driver
        pass_on = driver.process_message
        waited: list[float] = []

        async def wait(beyond: float) -> None:
            waited.append(beyond)

        monkeypatch.setattr(share, "wait", wait)

        def take_a_while(message: Message) -> None:
            nonlocal used
            used += 0.01
            pass_on(message)

        driver.process_message = take_a_while
        others = asyncio.create_task(work_for_others())
        for typed in range(5):
            terminal.receive("\x1b[B")
            await until(lambda: len(waited) == 2 * (typed + 1))  # noqa: B023  (it is waited for here)
        others.cancel()
        assert used > 5, "all the while the loop had others to serve, too"
        assert share.done == pytest.approx(0.05)
        assert not share.spent

        def draw() -> None:
            nonlocal used
            used += 1.0

        share.count(draw)  # a page that the last key has opened
        terminal.receive("\x1b[B")
        await until(lambda: sum(waited) == pytest.approx(1.06 - AT_ONCE))
        arcade.say_farewell("Good-bye.")
        await comer.visit
        await reception.close()

    with asyncio.Runner(loop_factory=SharedLoop) as runner:
        runner.run(visit())


def test_what_a_guest_sets_going_for_others_is_not_counted_for_them() -> None:
    used = 0.0

    async def work() -> None:
        nonlocal used
        used += 1.0

    async def visit() -> None:
        at_home = house()
        share = Share(asyncio.Lock(), lambda: 0.0, lambda: used)
        OWN.set(share)
        await asyncio.create_task(work())
        await at_home.start(work(), "a room")
        assert used == 2.0
        assert share.done == 1.0

    with asyncio.Runner(loop_factory=SharedLoop) as runner:
        runner.run(visit(), context=Context())


@pytest.mark.long
async def test_of_a_guest_s_keys_one_is_looked_at_before_others_go_on(reception: Reception) -> None:
    share = Share(asyncio.Lock())
    comer = Comer(reception, share=share)
    arcade = await comer.arcade()
    async with asyncio.timeout(60):
        passed = [0]
        driver: Any = arcade._driver
        pass_on = driver.process_message

        def count(message: Message) -> None:
            passed[-1] += 1
            pass_on(message)

        driver.process_message = count
        for _ in range(100):
            comer.terminal.receive("\x1b[B")
        while sum(passed) < 100:
            passed.append(0)
            await asyncio.sleep(0)
    assert max(passed) == 1
    assert share.take(0.0) == 0
    arcade.say_farewell("Good-bye.")
    await comer.visit
    await reception.close()


async def test_whoever_is_refused_or_has_gone_takes_nobody_s_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stays(self: Reception, terminal: Any, term: str, account: Account, *given: Any) -> str:
        Visit(self.lobby, account, given[0]).close()
        return "Good-bye."

    monkeypatch.setattr(Reception, "_visit", stays)
    reception = Reception(tmp_path, HostLimits(guests=2), Events(lambda line: None, None))
    terminal: Any = None

    async def come(key: str | None) -> str:
        return await reception.receive(terminal, "xterm", key, "192.0.2.1")

    assert [await come(key) for key in (None, "SHA256:a", None)] == ["Good-bye."] * 3
    for _ in range(3):
        before = holdings(reception)
        reception.lobby.house.notes.learn(Note(INVITED, "yes"))
        assert await come(None) != "Good-bye."
        reception.lobby.house.notes.learn(Note(INVITED, ""))
    assert [await come(None) for _ in range(3)] == ["Good-bye."] * 3
    assert grown(before, holdings(reception)) == {}
    assert reception.ready
