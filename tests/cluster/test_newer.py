"""Processes of a newer version among older ones, as when they are replaced one after the other."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import pytest

from marbles_tui.cluster import peers, wire
from marbles_tui.cluster.peers import Presence, heir
from marbles_tui.cluster.stream import Change
from marbles_tui.cluster.wire import (
    VERSION,
    body_of,
    known_body,
    packed,
    snapshot_body,
    snapshot_in,
    table_in,
    unpacked,
)
from marbles_tui.rooms.backend import RoomState
from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.lobby import OUTGROWN
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.table.players import Act
from tests.cluster.houses import Process, plays, process, processes, same, seated
from tests.cluster.nats_server import new_house
from tests.cluster.rolling import WIRE, newer
from tests.rooms.open_house import opened
from tests.rooms.rooms_of_two import two
from tests.waiting import until

NEWER = {"v": VERSION + 1, "colour": "red"}
"""What a newer process might write besides."""


async def test_what_a_newer_process_has_written_of_an_account_is_not_written_over(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with processes() as (here, there):
        ann, ben = await here.guest("Ann"), await here.guest("Ben")
        await until(lambda: there.lobby.accounts.find(ann.id), "she is known")
        key = f"account.{ann.id}"
        body = packed({**known_body(here.lobby.accounts.known(ann.id), ""), **NEWER})
        await _written(there, key, body)
        await until(lambda: "is not taken in: it is of a newer version" in caplog.text, "it is said")
        refused: list[str] = []
        ann.listen_to_words(lambda told, _: refused.append(told))
        ann.mute(ben.id)
        await until(lambda: refused, "she is told")
        assert "newer part of the house" in refused[0]
        assert (await there.joined.backend.stream.read(key)).data == body
        ann.say("Hello!")
        assert [line.text for line in ben.said()] == ["Hello!"]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_game_that_a_newer_process_has_written_is_left_alone_by_an_older_one(
    caplog: pytest.LogCaptureFixture,
) -> None:
    house = new_house()
    here = await process(house, lease=1)
    there = await process(house, lease=1)
    ann, ben = await here.guest("Ann"), await there.guest("Ben")
    one, other = await seated(ann, ben, Terms("gobblet"))
    await plays(one, "W1A1")
    await same([one, other])
    room = one.follower.context.room
    await there.die()
    state = await here.joined.backend.read_document(RoomState, room)
    assert state
    body = packed({**body_of(state), **NEWER})
    await _written(here, f"room.{room}", body)  # as if a newer one had taken it up, and died, too
    older = await process(house, lease=1)
    await until(lambda: f"room.{room} is left alone: it is of a newer version" in caplog.text, "it is said")
    await here.die()
    await until(lambda: older.joined.peers.processes == (older.joined.process,), "it is alone")
    ida, jan = await older.guest("Ida"), await older.guest("Jan")
    pair = await seated(ida, jan, Terms("gobblet"))
    await plays(pair[0], "W1A1")
    assert (await older.joined.backend.stream.read(f"room.{room}")).data == body
    assert table_in(unpacked(body))["colour"] == "red"
    await older.close()
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_who_is_at_a_table_that_a_newer_process_plays_is_asked_to_come_in_again(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes() as (here, there):
        one, other = await seated(await here.guest("Ann"), await there.guest("Ben"), Terms("gobblet"))
        await plays(one, "W1A1")
        await same([one, other])
        shown_out: list[tuple[str, str]] = []
        here.lobby.on_show_out = lambda account, sentence: shown_out.append((account.name, sentence))
        monkeypatch.setattr(wire, "WRITTEN", VERSION + 1)
        await plays(other, "K1B1")
        await until(lambda: shown_out, "she is told")
        assert shown_out == [("Ann", OUTGROWN)]
        assert one.follower.closed
        assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_no_more_guests_are_led_to_a_process_beside_a_newer_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house = new_house()
    older = await process(house)
    with monkeypatch.context() as as_newer:
        as_newer.setattr(peers, "VERSION", VERSION + 1)
        next_one = await process(house)
    await until(lambda: older.joined.peers.outdated, "it is seen")
    await next_one.close()
    await until(lambda: not older.joined.peers.outdated, "it is alone again")
    await older.close()


async def test_what_an_older_process_shows_of_a_table_is_read() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.do(Act.UNDO)
        room = lobby.rooms[ann.follower.context.room]
        assert isinstance(room, LiveRoom)
        shown = room.snapshot(1)
        body = table_in(unpacked(packed(snapshot_body(shown))))
        assert snapshot_in(body) == shown
        older = {key: value for key, value in body.items() if key not in ("spent", "starts_in")}
        assert snapshot_in(older) == replace(shown, spent=frozenset(), starts_in=0.0)


async def _written(by: Process, key: str, data: bytes) -> None:
    """Written past all that a process of today would do."""
    stream = by.joined.backend.stream
    await stream.put(Change(key, data, checked=False))


def test_the_newer_version_of_the_trial_keeps_what_this_one_cannot_read(tmp_path: Path) -> None:
    assert f"VERSION: Final = {VERSION + 1}\n" in (newer(tmp_path) / WIRE).read_text()


def test_games_fall_to_the_newest_processes() -> None:
    presence = Presence(lambda: 0.0)
    for name, version in (("a", 1), ("b", 2), ("c", 2), ("d", 3)):
        presence.beat(name, leaving=name == "d", version=version)
    assert presence.heirs == {"b", "c"}
    assert {heir(f"room {number}", presence.heirs) for number in range(20)} == {"b", "c"}
    presence.forget("b")
    presence.forget("c")
    assert presence.heirs == {"a"}
