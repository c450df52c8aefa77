"""The form of what is kept and told: processes of before and after write and read it alike, one after the other."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from time import time
from types import SimpleNamespace
from unittest.mock import MagicMock, Mock

import pytest

from marbles_tui.cluster import peers, wire
from marbles_tui.cluster.peers import heir
from marbles_tui.cluster.stream import OLDEST, Bus, Change, StreamEntry, Unreachable
from marbles_tui.cluster.wire import (
    FEW_BOUTS,
    VERSION,
    Newer,
    Table,
    body_of,
    document_body,
    document_in,
    known_body,
    known_in,
    not_newer,
    packed,
    snapshot_body,
    snapshot_in,
    table_in,
    unpacked,
    value_in,
)
from marbles_tui.core import Result
from marbles_tui.games import find
from marbles_tui.play import Match
from marbles_tui.play.match import Ending
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, Ban, KnownAccount, new_id
from marbles_tui.rooms.backend import Bout, Challenge, Entrant, OfferState, RoomState, Terms, TournamentState
from marbles_tui.rooms.house import KeyCode
from marbles_tui.rooms.lobby import OUTGROWN
from marbles_tui.rooms.peers import GuestOrder, Ply, Presence, Sign, Snapshot, order_in, order_out
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import Answered, ChatLine, Offer, Tag, Weight
from marbles_tui.table.players import Act
from tests.cluster.houses import Process, plays, process, processes, same, seated
from tests.cluster.nats_server import new_house
from tests.cluster.rolling import WIRE, newer
from tests.for_each import for_each
from tests.rooms.open_house import opened, two
from tests.waiting import until

ANN, BEN = Account("a1", "Ann"), Account("b1", "Bén", keyed=False, named=False, owner=True)
OF_ANN = {"id": "a1", "name": "Ann", "keyed": True, "named": True, "owner": False}
OF_BEN = {"id": "b1", "name": "Bén", "keyed": False, "named": False, "owner": True}

KNOWN = KnownAccount(ANN, ("SHA256:x", "SHA256:y"), muted=True, mutes=frozenset({"z", "b1"}))
OF_KNOWN = {
    "v": 1,
    **OF_ANN,
    "keys": ["SHA256:x", "SHA256:y"],
    "ban": None,
    "banned": False,
    "muted": True,
    "mutes": ["b1", "z"],
    "visit": "p",
}

ROOM = RoomState(
    "r1", 4, "[Game]\n\nC", ("a1", None), "5+3", True, "CODE", 1.0, 2.5, (3.5, None),
    (ChatLine("a1", "Ann", "Hello!", 5.5, True),), False, ("a1",), "p1",
)  # fmt: skip
OF_ROOM = {
    "v": 1, "id": "r1", "revision": 4, "record": "[Game]\n\nC", "holders": ["a1", None], "control": "5+3",
    "rated": True, "code": "CODE", "since": 1.0, "kept": 2.5, "left": [3.5, None],
    "lines": [["a1", "Ann", "Hello!", 5.5, True]], "finished": False, "handed": ["a1"], "host": "p1",
}  # fmt: skip

TERMS = Terms(
    "gobblet", None, (("rules", "official"),), ("me", "anyone"), True, TimeControl.read("5+3"), True
)
OF_TERMS = {
    "game": "gobblet", "setup": None, "options": [["rules", "official"]], "seats": ["me", "anyone"], "rated": True,
    "control": "5+3", "private": True,
}  # fmt: skip

SNAPSHOT = Snapshot(
    ROOM,
    number=7,
    plies=5,
    tail=(Ply("W1A1", 3.0), Ply("K1B2", None)),
    tags=(("Room", "r1"),),
    ending=Ending(Result((1.0, 0.0), "resigned"), "#2"),
    question=3,
    asked=1,
    offer=Offer(Act.DRAW, 0, (1,)),
    spent=frozenset({(0, Act.DRAW), (1, Act.UNDO)}),
    closed=Answered(Offer(Act.UNDO, 1, (0,)), None, False),
    answers=2,
    left=(1.0, None),
    starts_in=0.5,
    paused=True,
    ended=True,
    weights=(Weight(), Weight(0.5, "Ben is new")),
    again=("a1",),
    successor="r2",
    gone=(("b1", 3.0),),
)
OF_SNAPSHOT = {
    "v": 1, "state": {name: told for name, told in OF_ROOM.items() if name != "v"},
    "number": 7, "plies": 5, "tail": [["W1A1", 3.0], ["K1B2", None]],
    "tags": [["Room", "r1"]],
    "ending": [[1.0, 0.0], "resigned", "#2"], "question": 3, "asked": 1, "thinking": None, "offer": ["DRAW", 0, [1]],
    "spent": [[0, "DRAW"], [1, "UNDO"]], "closed": [["UNDO", 1, [0]], None, False], "answers": 2, "left": [1.0, None],
    "starts_in": 0.5, "paused": True, "unsaved": False, "ended": True, "weights": [[1.0, ""], [0.5, "Ben is new"]],
    "again": ["a1"], "successor": "r2", "gone": [["b1", 3.0]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("value", "body"),
    [
        (ROOM, OF_ROOM),
        (OfferState("o1", "a1", TERMS, None, "X"),
         {"v": 1, "id": "o1", "by": "a1", "terms": OF_TERMS, "to": None, "code": "X"}),
        (Challenge("o1", ANN, TERMS, BEN, (ANN, None), ""),
         {"v": 1, "id": "o1", "by": OF_ANN, "terms": OF_TERMS, "to": OF_BEN, "taken": [OF_ANN, None], "code": ""}),
    ],
    ids=["room", "kept offer", "offer"],
)  # fmt: skip
def test_what_is_told_by_the_names_of_its_fields(value: object, body: Table) -> None:
    assert unpacked(packed(body_of(value))) == body
    assert value_in(type(value), {**body, "later": 1}) == value


def test_an_account_is_told_flat() -> None:
    assert unpacked(packed(known_body(KNOWN, "p"))) == OF_KNOWN
    known = known_in(OF_KNOWN)
    assert known == KNOWN
    assert (known.account.name, known.account.keyed, known.account.owner) == ("Ann", True, False)
    older = {name: told for name, told in OF_KNOWN.items() if name != "ban"}
    assert known_in({**older, "banned": True}) == replace(KNOWN, ban=Ban()), "a ban had no words, and no end"


def test_a_table_is_told_in_lists() -> None:
    assert unpacked(packed(snapshot_body(SNAPSHOT))) == OF_SNAPSHOT
    assert snapshot_in(OF_SNAPSHOT) == SNAPSHOT
    bare = Snapshot(ROOM, 1)
    assert snapshot_in(unpacked(packed(snapshot_body(bare)))) == bare


def test_ratings_and_lines_are_lists() -> None:
    assert value_of(Rating, unpacked(packed(Rating(1100, 80.5, 3)))) == Rating(1100, 80.5, 3)
    assert value_of(Rating, [1100, 80.5, 3, 0.06]) == Rating(1100, 80.5, 3)
    assert value_of(ChatLine, OF_ROOM["lines"][0]) == ROOM.lines[0]  # type: ignore[index]


AT = Match.new(find("gobblet"))


@for_each(
    ("order", "body"),
    [
        (
            GuestOrder(AT.position.moves()[0], 0, "a1", 4),
            {"do": "choose", "move": "W1A1", "seat": 0, "ply": 4},
        ),
        (GuestOrder(Act.ROLL, 1, "a1", 4), {"do": "roll", "seat": 1, "ply": 4}),
        (GuestOrder(Act.ACCEPT, 1), {"do": "answer", "seat": 1, "accept": True}),
        (GuestOrder(Act.REFUSE, 1), {"do": "answer", "seat": 1, "accept": False}),
        (GuestOrder(Act.DRAW, 0), {"do": "offer_draw", "seat": 0}),
        (GuestOrder(Act.REMATCH, account="a1"), {"do": "want_rematch", "account": "a1", "wanted": True}),
        (GuestOrder(Tag("Rated", "no")), {"do": "add_tag", "name": "Rated", "value": "no"}),
        (GuestOrder(ROOM.lines[0], account="a1"), {"do": "say", "line": OF_ROOM["lines"][0]}),  # type: ignore[index]
    ],
)
def test_an_order_is_told_as_before(order: GuestOrder, body: Table) -> None:
    told = table_in(unpacked(packed(order_out(order))))
    assert body.items() <= told.items()
    assert order_in(told, AT) == order
    assert order_in(body, AT).wanted == order.wanted


@for_each(
    "body", [{}, {"do": "fly"}, {"do": "choose", "move": "Z9"}, {"do": "undo", "seat": "x"}, {"do": []}]
)
def test_an_order_that_makes_no_sense_is_none(body: Table) -> None:
    with pytest.raises((ValueError, KeyError)):
        order_in(body, AT)


def arena(games: int) -> TournamentState:
    """Of two hundred, in four hours."""
    entrants = tuple(Entrant(f"{number:024x}", f"Guest {number}") for number in range(200))
    bouts = tuple(
        Bout(
            new_id(),
            1,
            (entrants[at % 200].id, entrants[(at + 7) % 200].id),
            (1.0, 0.0),
            1732600000.1234567 + at,
        )
        for at in range(games)
    )
    return TournamentState(
        "t", 9, "Night", "a1", "gobblet", "arena", "3+2", True, 1.0, 240, 5, entrants, bouts
    )


def test_a_tournament_of_a_whole_night_is_less_than_nats_takes() -> None:
    night = arena(10_000)
    data = packed(document_body(night))
    assert len(data) < 900_000
    assert document_in(TournamentState, unpacked(data)) == night
    assert not_newer(unpacked(data), 2)
    with pytest.raises(Newer):
        not_newer(unpacked(data), 1)


def test_a_smaller_tournament_is_read_by_processes_of_before() -> None:
    small = arena(FEW_BOUTS)
    body = unpacked(packed(document_body(small)))
    assert not_newer(body, 1)
    assert value_in(TournamentState, body) == document_in(TournamentState, body) == small


# Processes of a newer version among older ones, as when they are replaced one after the other.


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


@pytest.mark.parametrize("version", [(2, 11), OLDEST, (3, 0)])
async def test_a_server_has_to_be_new_enough_and_its_return_is_told(
    monkeypatch: pytest.MonkeyPatch, version: tuple[int, int]
) -> None:
    class Server:
        connected_server_version = SimpleNamespace(major=version[0], minor=version[1])

        async def close(self) -> None:
            return None

    async def connected(_: Bus) -> Server:
        return Server()

    monkeypatch.setattr(Bus, "_connect", connected)
    bus, told = Bus([]), list[str]()
    bus.on_return.append(lambda: told.append("back"))
    if version >= OLDEST:
        await bus.open()
        assert told == []
        await bus.renew()
        assert told == ["back"]
    else:
        with pytest.raises(Unreachable, match=r"nats-server 2\.11 is too old: 2\.12 or newer is needed"):
            await bus.open()


def test_games_fall_to_the_newest_processes() -> None:
    presence = Presence(lambda: 0.0)
    for name, version in (("a", 1), ("b", 2), ("c", 2), ("d", 3)):
        presence.beat(name, Sign(leaving=name == "d", version=version))
    assert presence.heirs == {"b", "c"}
    assert {heir(f"room {number}", presence.heirs) for number in range(20)} == {"b", "c"}
    presence.forget("b")
    presence.forget("c")
    assert presence.heirs == {"a"}


def test_tournaments_fall_to_no_process_that_directs_each_by_itself() -> None:
    presence = Presence(lambda: 0.0)
    for name, version in (("a", 2), ("b", VERSION)):
        presence.beat(name, Sign(version=version))
    assert presence.heirs == {"b"}


async def test_who_has_left_listens_to_nothing_more() -> None:
    async with processes(1) as (one,):
        await one.close()
        assert not one.joined.bus._handlers


SAID = ChatLine("a1", "Ann", "Hello!", 5.5, False)
SIGN = Sign(False, 3)
OFFERED = Challenge("o1", ANN, TERMS, None, (ANN, None), "")


@for_each(
    ("key", "body", "heard"),
    [
        ("process.q", encoded(SIGN), [f"alive q {SIGN}"]),
        ("process.q", None, ["look_around set(), set()"]),
        ("here.q.a1", ["r1"], ["look_around {'a1'}, {'r1'}"]),
        ("room.r1", None, ["drop_room 'r1'"]),
        ("offer.o1", body_of(OFFERED), [f"offers.learn {OFFERED}"]),
        ("offer.o1", None, ["offers.drop 'o1'"]),
        ("said.q.1", SAID, [f"talk.learn {SAID}"]),
        ("code.ABC", ["a1", 9.0], [f"codes.learn 'a1', {KeyCode('ABC', 9.0)}"]),
        ("code.ABC", None, ["codes.forget 'ABC'"]),
        ("from.a1", "192.0.2.7", ["origin a1 192.0.2.7"]),
    ],
)
def test_what_another_process_tells_reaches_the_lobby(key: str, body: object, heard: list[str]) -> None:
    others, lobby = peers.NatsPeers(Mock(), Mock(), "p", "here"), MagicMock(rooms={})
    lobby.house = SimpleNamespace(start=lambda work, _: work.close(), wall=time, origins={})
    others._lobby = lobby
    others._heard(StreamEntry(key, b"" if body is None else packed(body), 1, "q"))
    told = [f"{name} {', '.join(map(repr, given))}" for name, given, _ in lobby.method_calls]
    told += [f"origin {account} {address}" for account, address in lobby.house.origins.items()]
    told += [f"alive {process} {sign}" for process, sign in others.presence.alive.items()]
    assert told == heard
