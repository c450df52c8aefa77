"""Matches between people on different machines: what the stories do not tell."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import ContextVar, copy_context
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from marbles_tui.core import Game
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.play.rating import NOT
from marbles_tui.play.series import CHANGED, RATED, SEED, TAKEN_BACK, seed_of
from marbles_tui.rooms import accounts
from marbles_tui.rooms.accounts import Account
from marbles_tui.rooms.backend import Document, NotKept, OfferState, Ratings, RoomState, Terms
from marbles_tui.rooms.limits import Limits
from marbles_tui.rooms.peers import GuestOrder, match_in, way_to
from marbles_tui.rooms.room import LiveRoom, Mirror
from marbles_tui.rooms.view import GuestMatch
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import LiveMatch, Saying, Status, TableState, Tag
from marbles_tui.table.players import KEYBOARD, Act
from marbles_tui.table.tasks.together import notes, refused
from tests.conformance.random_games import IDS
from tests.rooms.memory import Memory
from tests.rooms.open_house import (
    GOBBLET,
    Guest,
    Wall,
    all_quiet,
    guest,
    held,
    house,
    opened,
    play,
    seated,
    two,
    until,
)
from tests.table.controlled import FakeTime

APP: ContextVar[str] = ContextVar("APP", default="nobody")


async def test_a_follower_is_what_faces_play_at() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        playing: LiveMatch = ann.follower
        assert playing.state.hands == (KEYBOARD, f"account {ben.visit.id}")


async def test_alone_against_a_computer_a_move_back_unrates_the_game_as_at_home() -> None:
    async with opened() as lobby:
        terms = Terms("gobblet", seats=("me", "computer novice"), rated=True)
        (ann,) = await seated(lobby, terms, guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "it answers")
        assert not ann.follower.do(Act.UNDO)
        state, context = ann.follower.state, ann.follower.context
        denied = refused(state, context)
        assert denied["undo"] == "In a rated game against a computer no move can be undone."
        assert denied["threats"] == "Nothing is marked in rated games."
        assert ann.follower.do(Tag(RATED, NOT))
        assert ann.follower.do(Tag(CHANGED, TAKEN_BACK))
        assert not {"undo", "threats"} & {*refused(ann.follower.state, ann.follower.context)}
        assert ann.follower.do(Act.UNDO)
        await all_quiet()
        assert ann.moves == ""
        assert ann.follower.do(Act.RESIGN, 0)
        await all_quiet()
        assert ann.visit.rating("gobblet").games == 0


async def test_who_has_lost_to_a_computer_while_they_were_gone_is_told_so() -> None:
    async with opened() as lobby:
        terms = Terms("gobblet", seats=("me", "computer novice"), control=TimeControl.read("5+3"))
        (ann,) = await seated(lobby, terms, guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "it answers")
        ann.visit.close()
        assert isinstance(lobby.house.time, FakeTime)
        await lobby.house.time.passes(310)
        assert lobby.welcome(guest(lobby, "Ann"))[1:] == (
            "Your time ran out while you were gone: Novice won your game of Gobblet.",
        )


async def test_it_is_said_how_many_watch() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        assert notes(ann.follower.context, None) == ("", "", "")
        Guest(guest(lobby, "Uma"), ann.follower.context.room)
        await all_quiet()
        assert notes(ann.follower.context, None) == ("", "", "1 watching")


async def test_a_broken_face_is_the_trouble_of_one_guest() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)

        def fail(*told: object) -> None:
            raise RuntimeError("the screen is broken")

        ben.follower.listen(fail, shows=True)
        await ann.plays("W1A1")
        await until(ben.task.done, "the view ends")
        assert isinstance(ben.task.exception(), RuntimeError)
        assert ben.follower.closed
        assert ann.follower.context.presence[1] == "away"
        again = Guest(ben.visit, ann.follower.context.room)
        await again.plays("K1B2")
        assert ann.moves == "W1A1 K1B2"


async def test_the_seed_stays_on_the_host() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("beadmaster"))
        room = lobby.rooms[ann.follower.context.room]
        assert int(room.match.tag(SEED)) > 2**32
        for seen in (ann.match, ben.match, ben.visit.my_rooms()[0].match):
            assert seen.tag(SEED) == ""
            assert room.match.tag(SEED) not in str(seen)
        await ann.plays(str(ann.match.position.moves()[0]))
        assert ben.match.plies >= 1
        assert ben.match.tag(SEED) == ""


async def test_an_end_is_not_taken_back_either_by_whoever_asks_the_room_itself() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.do(Act.RESIGN, 0)
        await all_quiet()
        room = lobby.rooms[ann.follower.context.room]
        assert isinstance(room, LiveRoom)
        assert not room.do(GuestOrder(Act.UNDO, 0))
        assert not room.do(GuestOrder(Act.REDO, 0))
        assert ann.follower.state.stopped


async def test_an_older_process_calls_gone_who_is_only_not_at_the_table() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben", key=False))
        await ann.plays("W1A1")
        room = lobby.rooms[ann.follower.context.room]
        assert isinstance(room, LiveRoom)
        wall, told = lobby.house.wall, room.snapshot(1)
        assert isinstance(wall, Wall)
        mirror = Mirror(lobby.house, replace(told, gone=((ben.visit.id, wall.now),)))
        mirror.look_around()
        wall.now += 1000
        assert mirror.claim_in(ann.visit.id) is None
        ben.visit.close()
        mirror.look_around()
        assert mirror.claim_in(ann.visit.id) == 120


async def test_a_move_of_a_timed_game_is_a_step_for_who_sees_it_from_another_process() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby, Terms("gobblet", control=TimeControl.read("5+3")))
        room = lobby.rooms[ann.follower.context.room]
        assert isinstance(room, LiveRoom)
        before = match_in(room.snapshot(1), GAMES)
        await ann.plays("W1A1")
        steps, after = way_to(before, room.snapshot(2), GAMES)
        assert [step.match for step in steps or ()] == [after]
        assert after.clocks


async def test_a_timed_game_waits_a_while_for_who_does_not_sit_down_and_no_longer() -> None:
    async with opened(house(limits=Limits(pace=0, claim_after=0.1))) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        ben.accept(ann.offer(Terms("gobblet", control=TimeControl.read("5+3"))).id)
        (card,) = ann.called
        one = Guest(ann, card.id)
        await all_quiet()
        assert one.follower.state.asked is None
        assert len(one.follower.context.waiting_for) == 1
        begins = asyncio.Event()
        one.follower.listen(lambda _: None if one.follower.context.waiting_for else begins.set())
        await asyncio.wait_for(begins.wait(), 5)
        await one.plays("W1A1")
        assert not one.follower.context.waiting_for
        assert one.follower.state.awaited == 1


async def played(people: Sequence[Guest], most: int = 400) -> None:
    """All play whatever they may until it is over; who is asked after so many plies resigns."""
    random = Random(5)
    while not all(each.follower.state.stopped for each in people):
        for each in people:
            assert seed_of(each.match) == 0
            if each.match.plies > most and each.follower.state.asked is not None:
                each.follower.do(Act.RESIGN)
            each.play_any(random)
        await all_quiet()


async def test_four_play_beads_with_a_computer_among_them() -> None:
    terms = Terms("beadmaster", seats=("me", "computer novice", "anyone", "anyone"))
    async with opened() as lobby:
        people = await seated(lobby, terms, *(guest(lobby, name) for name in ("Ann", "Ben", "Cleo")))
        assert people[0].match.names == ("Ann", "Novice", "Ben", "Cleo")
        assert [each.follower.seats for each in people] == [(0,), (2,), (3,)]
        for mover in people * 2:
            await until(lambda: mover.follower.state.asked is not None, "somebody is asked")  # noqa: B023
            await mover.plays(str(mover.match.position.moves()[0]))
        assert people[1].follower.do(Act.UNDO)
        assert people[0].follower.state.offer
        assert people[0].follower.state.offer.waits == (0, 3)


class Broken:
    """Finds nothing, and says as whose face it was asked."""

    def __init__(self) -> None:
        self.asked_by: set[str] = set()

    async def think(self, *args: object, **named: object) -> None:
        self.asked_by.add(APP.get())
        raise RuntimeError("no room to think")

    def move_now(self) -> None:
        pass


async def test_a_computer_that_fails_plays_on() -> None:
    async with opened(house(service_for=lambda room: Broken())) as lobby:
        (ann,) = await seated(lobby, Terms("gobblet", seats=("me", "computer novice")), guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "the computer plays something")
        assert ann.follower.state.asked == 0
        assert ann.follower.do(Act.UNDO)
        await all_quiet()
        assert ann.moves == ""


async def test_a_match_that_is_won_on_the_board_counts_however_short_it_is() -> None:
    async with opened() as lobby:
        first, second = await seated(
            lobby, Terms("egg-carton", rated=True), guest(lobby, "Ann"), guest(lobby, "Ben")
        )
        assert lobby.rooms[first.follower.context.room].match.plies == 0
        await played([first, second])
        assert (first.match.ending, first.follower.context.weight) == (None, (1.0, ""))
        assert first.visit.rating("egg-carton").games == 1


# Every game between people on different machines, to its end.


@pytest.mark.parametrize("game", GAMES, ids=IDS)
async def test_two_people_and_a_spectator_see_the_same_game_to_its_end(game: Game) -> None:
    given: dict[str, str] = {}
    at = house(keep_for=lambda account, record: given.update({account.name: record}))
    async with opened(at) as lobby:
        options = (("lose", "1"),) if game.key == "abacus" else ()
        ann, ben = await two(lobby, Terms(game.key, options=options))
        uma = Guest(guest(lobby, "Uma"), ann.follower.context.room)
        await played([ann, ben])
        await until(lambda: len(given) == 2, "both have it")
        for record in (read_match(given[name], GAMES).whole() for name in ("Ann", "Ben")):
            assert record.moves == ann.match.moves == ben.match.moves == uma.match.moves
            assert record.result
            assert uma.match.result == ann.match.result == ben.match.result
            assert uma.match.result
            assert record.result.scores == uma.match.result.scores
            assert record.tag("Room") == ann.follower.context.room


async def test_six_travel_with_computers_among_them() -> None:
    seats = ("computer careful", "me", "anyone", "computer automatic", "anyone", "computer careful")
    async with opened() as lobby:
        visits = [guest(lobby, name) for name in ("Ann", "Ben", "Cleo")]
        people = await seated(lobby, Terms("getaway", seats=seats), *visits)
        await played(people)
        assert people[0].match.names == ("Careful", "Ann", "Ben", "Automatic", "Cleo", "Careful 2")
        assert people[0].moves == people[1].moves == people[2].moves
        assert people[0].match.result


# Faces in one event loop know themselves by context variables; the rooms mix none of them up.


def at(name: str, call: Callable[[], object]) -> None:
    """Make a call as the face of somebody."""

    def as_them() -> None:
        APP.set(name)
        call()

    copy_context().run(as_them)


async def test_whoever_acts_each_face_is_told_in_its_own_context() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        told, tables = set[tuple[str, str]](), dict[str, Guest]()

        def note(name: str) -> None:
            told.add((name, APP.get()))

        def sit(visit: Visit, name: str, room: str) -> None:
            tables[name] = Guest(visit, room)
            tables[name].follower.listen(lambda _: note(name))

        at("Ann", lambda: ann.listen(lambda: note("Ann")))
        at("Ben", lambda: ben.listen(lambda: note("Ben")))
        ben.accept(ann.offer(Terms("gobblet")).id)
        (card,) = ben.called
        at("Ann", lambda: sit(ann, "Ann", card.id))
        at("Ben", lambda: sit(ben, "Ben", card.id))
        await all_quiet()
        table = tables["Ann"]
        at("Ann", lambda: table.follower.do(table.match.game.find(table.match.position, "W1A1"), 0))
        at("Ann", lambda: table.follower.do(Saying("Hello!")))
        await until(lambda: len(told) == 2, "both are told")
        await all_quiet()
        assert told == {("Ann", "Ann"), ("Ben", "Ben")}


async def test_a_room_keeps_nothing_of_the_face_that_has_opened_it() -> None:
    thinker = Broken()
    async with opened(house(service_for=lambda room: thinker)) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        challenge = ann.offer(Terms("beadmaster", seats=("computer beginner", "me", "anyone")))
        at("Ben", lambda: ben.accept(challenge.id))
        await until(lambda: thinker.asked_by, "the computer is asked")
        assert thinker.asked_by == {"nobody"}


async def test_a_guest_is_asked_again_in_the_room_that_takes_their_match_up() -> None:
    match = read_match('[Game "egg-carton"]\n[Player1 "Ann"]\n[Player2 "Cee"]\n\n', GAMES).whole()

    def room(question: int, asked: int | None) -> Any:
        state = TableState(
            match=match, hands=("a", "b"), question=question, asked=asked, thoughts=(None, None)
        )
        return SimpleNamespace(
            shown=match, state=state, seats_of=lambda _: (0,), most_behind=3, context=lambda _: None
        )

    account: Any = SimpleNamespace(id="a")
    guest = GuestMatch(room(1, 0), account)
    before, taken_up = guest.state, room(0, None)
    guest.move_to(taken_up)
    taken_up.state = room(1, 0).state
    guest.hear(Status(taken_up.state))
    assert (before.asked, guest.state.asked) == (0, 0)
    assert guest.state.question > before.question


# The house closed and opened again, or killed.


TIMED = Terms("gobblet", rated=True, control=TimeControl.read("5+3"))


async def test_a_finished_game_goes_into_every_library_once_it_can() -> None:
    memory, given = Memory(), list[str]()

    def fails(account: Account, record: str) -> None:
        if account.name == "Ben":
            raise OSError("no space")
        given.append(account.name)

    async with opened(house(backend=memory, keep_for=fails)) as lobby:
        ann, ben = await seated(lobby, TIMED, guest(lobby, "Ann"), guest(lobby, "Ben"))
        await play(ann, ben)
        ann.follower.do(Act.RESIGN, 0)
        await until(lambda: given, "Ann has it")
    assert [state.handed for state in held(memory, RoomState).values()] == [(ann.visit.id,)]
    rating = memory.ratings[ann.visit.id, "gobblet"]

    async def keeps(account: Account, record: str) -> None:
        await asyncio.sleep(0)
        given.append(account.name)

    async with opened(house(backend=memory, keep_for=keeps)) as lobby:
        await until(lambda: not held(memory, RoomState), "Ben has it, too")
        assert given == ["Ann", "Ben"]
        assert guest(lobby, "Ann").rating("gobblet") == rating
        assert rating.games == 1


async def test_an_id_that_is_taken_is_nobody_elses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accounts, "id_of_key", lambda fingerprint: "same")
    async with opened() as lobby:
        assert lobby.accounts.arrive("SHA256:mara").id == "same" != lobby.accounts.arrive("SHA256:zoe").id


async def test_a_move_is_not_shown_before_it_is_kept_and_tried_until_it_is() -> None:
    class Full(Memory):
        full = False

        def keep_document(self, document: Document, ratings: Ratings | None = None) -> asyncio.Future[None]:
            if self.full:
                raise NotKept("the disk is full")
            return super().keep_document(document, ratings)

    disk = Full()
    async with opened(house(backend=disk)) as lobby:
        ann, ben = await seated(lobby, Terms("gobblet"), guest(lobby, "Ann"), guest(lobby, "Ben"))
        disk.full = True
        await ann.plays("W1A1")
        assert ben.moves == ann.moves == ""
        assert ann.follower.state.unsaved
        disk.full = False
        await lobby.house.time.passes(1)  # type: ignore[attr-defined]
        assert ben.moves == ann.moves == "W1A1"
        assert read_match(held(disk, RoomState)[ann.follower.context.room].record, GAMES).whole().plies == 1


@pytest.mark.parametrize("record", ["", "nonsense", '[Game "gobblet"]\n\n1. W1A1 W1A1'])
async def test_a_room_that_cannot_be_read_does_not_keep_the_house_closed(record: str) -> None:
    from tests.rooms.test_backend import STATE

    memory = Memory()
    await memory.keep_document(replace(STATE, record=record))
    async with opened(house(backend=memory)) as lobby:
        assert lobby.rooms == {}
    assert "r1" in held(memory, RoomState)


DAILY = Terms("gobblet", control=TimeControl.read("3d"))


async def test_of_an_offer_and_the_game_that_has_begun_by_it_the_game_counts() -> None:
    memory = Memory()
    async with opened(house(backend=memory)) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        offer = ann.offer(DAILY)
        await all_quiet()
        (state,) = held(memory, OfferState).values()
        ben.accept(offer.id)
    await memory.keep_document(state)  # killed before it could be forgotten
    await memory.keep_document(replace(state, id="x", by="nobody"))
    await memory.keep_document(replace(state, id="y", terms=replace(DAILY, setup="no such")))
    async with opened(house(backend=memory)) as lobby:
        assert lobby.offers.open == {}
        assert list(lobby.rooms) == [offer.id]
    assert held(memory, OfferState) == {}
