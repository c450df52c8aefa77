"""What becomes of a house when processes, or NATS, fail in the middle."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import fields, replace
from pathlib import Path
from threading import Timer
from typing import Any, cast

import pytest

from marbles_tui.cluster.joining import NatsBackend
from marbles_tui.cluster.server import PID, NoServer, OwnServer
from marbles_tui.cluster.stream import (
    ALONE,
    COPIES,
    Bus,
    Change,
    KeyValueStream,
    StreamEntry,
    StreamReader,
    Unreachable,
)
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, Ban, KnownAccount, merged
from marbles_tui.rooms.backend import Outdated, Overtaken, RoomState, Terms
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.room import LiveRoom, Mirror
from marbles_tui.store.codec import encoded
from tests.cluster.houses import Guest, plays, processes, same, seated
from tests.cluster.nats_server import connected, new_house, server
from tests.for_each import for_each
from tests.host.house import ClusterHouse
from tests.rooms.test_backend import ANN, STATE
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.long

GOBBLET = Terms("gobblet")


class Heard(list[object]):
    """What a lobby is told."""

    def learn_account(self, known: KnownAccount, visit: str) -> None:
        del visit
        self.append(known)

    def learn_rating(self, *told: object) -> None:
        self.append(told)


async def test_the_second_writer_of_a_change_is_refused_and_knows_what_the_first_has_written() -> None:
    house, heard = new_house(), Heard()
    buses = [await connected() for _ in range(2)]
    one, other = (
        NatsBackend(KeyValueStream(bus, house, house, name), name)
        for name, bus in zip("ab", buses, strict=True)
    )
    other.lobby = cast("Lobby", heard)
    await one.load()
    await other.load()
    await one.keep_document(STATE)
    assert await other.read_document(RoomState, "r1") == STATE
    await other.keep_document(replace(STATE, revision=2, host="b"))
    with pytest.raises(Overtaken):
        await one.keep_document(replace(STATE, revision=2, host="a"))
    await one.keep_account(ANN)
    await until(lambda: heard == [ANN], "the other hears it")
    await one.keep_document(replace(STATE, id="r2"), {("a1", "gobblet"): Rating(1100.0)})
    after = replace(STATE, revision=3, host="b", finished=True)
    kept = 0
    while not kept:  # the rating of the other room may be known by now, or not
        try:
            await other.keep_document(after, {("a1", "gobblet"): Rating(1200.0)})
            kept += 1
        except Outdated:
            assert heard[-1] == ("a1", "gobblet", Rating(1100.0))
    await one.read_document(RoomState, "r1")
    assert (await one.load()).ratings["a1", "gobblet"] in (Rating(1100.0), Rating(1200.0))
    for bus in buses:
        await bus.close()


async def test_what_was_known_when_it_was_asked_for_counts_not_what_is_known_when_it_is_written() -> None:
    house = new_house()
    buses = [await connected() for _ in range(2)]
    one, other = (
        NatsBackend(KeyValueStream(bus, house, house, name), name)
        for name, bus in zip("ab", buses, strict=True)
    )
    heard = Heard()
    other.lobby = cast("Lobby", heard)
    await one.load()
    await other.load()
    await one.keep_account(ANN)
    await until(lambda: heard, "the other hears it")
    async with other._order:  # other accounts are being written
        late = other.keep_account(replace(ANN, ban=Ban()))
        await one.keep_account(replace(ANN, account=replace(ANN.account, name="Anna")))
        await until(lambda: len(heard) == 2, "the other hears of the name")
    with pytest.raises(Overtaken):
        await late
    assert [known.account.name for known in (await one.load()).accounts] == ["Anna"]
    for bus in buses:
        await bus.close()


CHANGES: dict[str, tuple[Any, Any]] = {
    "name": ("Ann", "Anna"),
    "named": (True, False),
    "owner": (True, False),
    "keys": (("SHA256:1", "SHA256:2"), ("SHA256:1",)),
    "ban": (None, Ban()),
    "muted": (True, False),
    "mutes": (frozenset({"b2", "c3"}), frozenset({"c3"})),
}
"""Of each part of an account two that it may be."""


@for_each(("part", "back"), [(part, back) for part in CHANGES for back in (False, True)])
def test_what_one_process_alone_changes_of_an_account_holds(part: str, back: bool) -> None:
    def known(value: Any) -> KnownAccount:
        if hasattr(ANN, part):
            return replace(ANN, **{part: value})
        return replace(ANN, account=replace(ANN.account, **{part: value}))

    before, after = map(known, reversed(CHANGES[part]) if back else CHANGES[part])
    for ours, theirs in ((after, before), (before, after), (after, after)):
        assert encoded(merged(before, ours, theirs)) == encoded(after)


def test_every_part_of_an_account_can_be_changed_by_two_processes() -> None:
    parts = {each.name for kind in (Account, KnownAccount) for each in fields(kind)}
    assert parts - CHANGES.keys() == {"account", "id", "keyed"}


def test_what_two_processes_change_of_an_account_is_joined() -> None:
    ours = replace(ANN, mutes=frozenset({"b2", "c3"}), account=replace(ANN.account, name="Anna"))
    theirs = replace(ANN, mutes=frozenset(), keys=("SHA256:2", "SHA256:3"))
    both = merged(ANN, ours, theirs)
    assert (both.account.name, both.mutes) == ("Anna", frozenset({"c3"}))
    assert both.keys == ("SHA256:2", "SHA256:3")


async def test_a_process_that_was_taken_for_dead_lets_go() -> None:
    async with processes(lease=1) as (here, there):
        ann, ben = await here.guest("Ann"), await there.guest("Ben")
        one, other = await seated(ann, ben, GOBBLET)
        await plays(one, "W1A1")
        await until(lambda: other.follower.state.asked == 1, "he is asked")
        room = one.follower.context.room
        there.joined.peers.stop()  # it is as silent as one that is stopped
        await until(lambda: isinstance(here.lobby.rooms[room], LiveRoom), "the other takes it up")
        await until(lambda: isinstance(there.lobby.rooms[room], Mirror), "and it hears of that")
        await plays(other, "K1B2")
        await same([one, other])
        kept = await here.joined.backend.read_document(RoomState, room)
        assert kept
        assert kept.host == here.joined.process


async def test_nothing_is_lost_when_nats_is_killed_and_comes_back(tmp_path: Path) -> None:
    own = OwnServer(tmp_path, sync=True)
    try:
        own.start()
    except NoServer as error:
        pytest.skip(str(error))
    try:
        async with processes(server=own) as (here, there):
            ann, ben = await here.guest("Ann"), await there.guest("Ben")
            one, other = await seated(ann, ben, GOBBLET)
            await plays(one, "W1A1")
            await same([one, other])
            os.kill(own.pid, signal.SIGKILL)
            await until(lambda: not own.runs and not there.joined.bus.connected, "it is gone")
            await until(lambda: other.follower.state.asked == 1, "he is asked")
            assert other.follower.do(other.match.game.find(other.match.position, "K1B2"), 1)
            own.start()
            await until(lambda: one.moves == other.moves == "W1A1 K1B2", "it is kept, then shown")
            await plays(one, "W1B1")
            await same([one, other])
            third = await here.guest("Cleo")
            await until(lambda: [card.match.plies for card in third.rooms()] == [3], "all is as before")
            assert len(Guest(third, one.follower.context.room).match.moves) == 3
    finally:
        own.stop()


async def test_servers_that_start_one_after_the_other_keep_as_many_copies_as_they_are(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = ClusterHouse(tmp_path, hosts=0)
    first, *others = house.servers
    bus = Bus([f"nats://127.0.0.1:{first.port}"])
    try:
        await first.open()
        await bus.open()
        made = asyncio.create_task(KeyValueStream(bus, "kept", "kept", "a").open())
        await until(lambda: "waiting for NATS" in caplog.text, "one alone keeps nothing")
        for late in others:
            await late.open()
        await made
        assert (await bus.api("STREAM.INFO.kept", None))["config"]["num_replicas"] == COPIES
    finally:
        await bus.close()
        await house.close()


@pytest.mark.parametrize("code", [10005, ALONE])
async def test_servers_that_do_not_come_are_waited_for_once(
    code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marbles_tui.cluster.stream.START", 0)
    bus, asked = Bus([]), []

    async def few_servers(_: str, config: dict[str, Any]) -> dict[str, Any]:
        asked.append(config["num_replicas"])
        few = {"error": {"err_code": code, "description": "no suitable peers for placement"}}
        return few if config["num_replicas"] > 1 else {}

    monkeypatch.setattr(bus, "api", few_servers)
    for name in ("kept", "live"):
        await KeyValueStream(bus, name, name, "a").open()
    assert asked == [COPIES, 1] * 2, "more may have come before the second one"
    assert bus.is_small == (code != ALONE), "nobody waits for others where one is alone"


def test_a_server_that_does_not_end_is_ended_and_one_that_is_started_again_is_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marbles_tui.cluster.server.TIME_TO_END", 0.1)
    own, urls = OwnServer(tmp_path, sync=False), []
    own.folder.mkdir()
    (own.folder / PID).write_text(str(os.getpid()))  # the number of a server of before is somebody else's now
    for _ in range(2):
        try:
            own.start()
        except NoServer as error:
            pytest.skip(str(error))
        assert own.began
        urls.append(own.url)
        os.kill(own.pid, signal.SIGSTOP)
        late = Timer(PATIENCE, os.kill, (own.pid, signal.SIGCONT))
        late.start()
        own.stop()
        assert late.is_alive(), "it is not waited for"
        late.cancel()
        assert not own.runs
    assert urls[0] == urls[1], "the workers wait for it there"


async def test_a_server_that_does_not_have_everything_yet_is_asked_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, bus = new_house(), await connected()
    stream = KeyValueStream(bus, house, house, "a")
    await stream.open()
    for key in ("room.1", "room.2", "offer.1"):
        await stream.put(Change(key, b"x"))
    await stream.put(Change("room.2", b""))  # that it is gone is one more thing to be read
    read, tries = stream._read_all, []

    async def behind(key: str, after: int) -> list[StreamEntry]:
        tries.append(key)
        return (await read(key, after))[: len(tries) - 1]

    monkeypatch.setattr(stream, "_read_all", behind)
    monkeypatch.setattr("marbles_tui.cluster.stream.ASKED_AGAIN", 0)
    assert [entry.key for entry in await stream.read_all("room.>")] == ["room.1"]
    assert len(tries) == 3
    await bus.close()


async def test_a_reader_asks_anew_where_nothing_comes_any_more_and_where_a_stream_is_another(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("marbles_tui.cluster.stream.BEAT", 0.2)
    monkeypatch.setattr("marbles_tui.cluster.stream.SILENCE", 0.6)
    house, bus, heard, asked = new_house(), await connected(), list[StreamEntry](), list[str]()
    stream, api = KeyValueStream(bus, house, house, "a"), bus.api

    async def noted(what: str, body: object) -> dict[str, Any]:
        asked.append(what.partition(".")[2] if "CONSUMER.CREATE" in what else "")
        return await api(what, body)

    await stream.open()
    await stream.put(Change("room.1", b"x"))
    monkeypatch.setattr(bus, "api", noted)
    reader = StreamReader(bus, house, f"{house}.", ["room.>"], heard.append)
    await reader.open()
    assert [entry.key for entry in heard] == ["room.1"]
    await asyncio.sleep(1)
    assert len(list(filter(None, asked))) == 1, "a server that says it has nothing new is not asked again"
    (consumer,) = (await api(f"CONSUMER.NAMES.{house}", None))["consumers"]
    await api(f"CONSUMER.DELETE.{house}.{consumer}", None)
    await stream.put(Change("room.2", b"x"))
    await until(lambda: [entry.key for entry in heard] == ["room.1", "room.2"], "it is heard after a silence")
    await api(f"STREAM.PURGE.{house}", None)
    await api(f"STREAM.DELETE.{house}", None)
    await KeyValueStream(bus, house, house, "b").open()
    await until(lambda: f"the stream {house} begins anew" in caplog.text, "it is said")
    await KeyValueStream(bus, house, house, "b").put(Change("room.3", b"x"))
    await until(lambda: heard[-1].key == "room.3", "it is heard")
    await reader.close()
    await bus.close()


async def test_a_server_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.cluster.stream.HELLO", 0.2)
    bus = Bus(["nats://somebody:secret@127.0.0.1:9"])
    with pytest.raises(Unreachable, match=r"NATS at 127.0.0.1:9: nobody answers"):
        await bus.open()
    with pytest.raises(Unreachable, match="does not let us in"):
        await Bus([server().url], "another token").open()
