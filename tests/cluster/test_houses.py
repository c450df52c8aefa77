"""Two people by way of two processes, and what they have of their own there."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from random import Random

import pytest

from marbles_tui.cluster.joining import VERSION, Profiles
from marbles_tui.cluster.stream import Change, KeyValueStream, Unreachable, WrongLastSequence
from marbles_tui.cluster.wire import Newer, key_of
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.backend import Note, NotKept, Overtaken, Terms
from marbles_tui.rooms.notes import Racer
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.store.profile import Profile
from marbles_tui.table.clock import SHOW, TimeControl
from marbles_tui.table.live import Saying
from tests.cluster.houses import Guest, Process, plays, processes, same, seated
from tests.cluster.nats_server import connected, new_house
from tests.rooms.open_house import Wall
from tests.table.controlled import FakeTime
from tests.waiting import until

GOBBLET = Terms("gobblet")


async def test_who_plays_a_game_is_found_by_all_and_it_is_begun_by_who_accepted() -> None:
    async with processes(3) as (here, there, third):
        ann, ben, uma = await here.guest("Ann"), await there.guest("Ben"), await third.guest("Uma")
        one, other = await seated(ann, ben, GOBBLET)
        await plays(one, "W1A1")
        await until(lambda: [card.match.plies for card in uma.rooms()] == [1], "the card shows the move")
        assert {person.account.name: person.doing for person in uma.people()} == {
            "Ann": "plays",
            "Ben": "plays",
        }
        watching = Guest(uma, one.follower.context.room)
        await plays(other, "K1B2")
        await same([one, other, watching])
        await until(
            lambda: one.follower.context.spectators == other.follower.context.spectators == ("Uma",),
            "Uma watches",
        )
        assert not watching.follower.do(one.match.position.moves()[0], 0)
        watching.leaves()
        await until(lambda: one.follower.context.spectators == (), "Uma is gone")


async def test_a_finished_game_is_told_of_where_its_player_is() -> None:
    async with processes() as (here, there):
        ann, heard = await here.guest("Ann"), list[str]()

        async def fetched(account: str) -> None:
            heard.append(account)

        await there.joined.games.listen(fetched)
        await here.joined.games.keep(ann.account, "a record")
        await until(lambda: heard == [ann.id], "her game")


@pytest.mark.parametrize("answers", ["soon", "late"])
async def test_a_game_goes_on_when_the_process_that_plays_it_dies(
    answers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with processes(3, lease=1) as (here, there, third):
        ann, ben = await here.guest("Ann"), await there.guest("Ben")
        one, other = await seated(ann, ben, Terms("gobblet", rated=True, control=TimeControl.read("5+3")))
        await plays(one, "W1A1")
        await plays(other, "K1B2")
        room = one.follower.context.room
        assert isinstance(there.lobby.rooms[room], LiveRoom)  # whoever accepts begins it
        await until(lambda: one.follower.state.asked == 0, "she is asked")
        peers, taken_up = here.joined.peers, asyncio.Event()
        asked = peers.order

        async def order(id: str, host: str, wanted: Mapping[str, object]) -> bool:
            if answers == "late" and host == there.joined.process:
                await taken_up.wait()  # nobody has noticed yet that it is gone
                raise Unreachable(host)
            return await asked(id, host, wanted)

        monkeypatch.setattr(peers, "order", order)
        await there.die()
        assert not one.follower.closed
        assert one.follower.do(one.match.game.find(one.match.position, "W1B1"), 0)  # which nobody takes yet
        again = await third.guest("Ben")
        assert again.id == ben.id
        await until(
            lambda: sum(isinstance(at.lobby.rooms[room], LiveRoom) for at in (here, third)) == 1,
            "one of the others takes it up",
        )
        taken_up.set()
        assert [card.id for card in again.my_rooms()] == [room]
        back = Guest(again, room)
        await until(lambda: back.moves == "W1A1 K1B2 W1B1", "nothing is lost")
        await plays(back, "K1D4")
        await same([one, back])
        assert one.moves == "W1A1 K1B2 W1B1 K1D4"
        assert one.follower.clock
        assert all(295 < left < 312 for left in one.follower.clock.left)


async def test_a_clock_has_run_until_the_process_died_but_not_while_the_move_was_shown() -> None:
    wall = Wall()
    async with processes(lease=1, time=FakeTime(), wall=wall) as (here, there):
        ann, ben = await here.guest("Ann"), await there.guest("Ben")
        one, _ = await seated(ann, ben, Terms("gobblet", control=TimeControl.read("5+0")))
        await plays(one, "W1A1")
        wall.now += 60
        presence = here.joined.peers.presence
        await until(lambda: presence.seen(there.joined.process) == wall.now, "a sign of life")
        await there.die()
        wall.now += 600  # while nobody plays it
        room = one.follower.context.room
        await until(lambda: isinstance(here.lobby.rooms[room], LiveRoom), "it is played here")
        clock = here.lobby.rooms[room].clock
        assert clock
        assert clock.left == (300, 240 + SHOW)


async def test_who_orders_something_elsewhere_is_told_whether_it_was_done() -> None:
    async with processes() as (here, there):
        one, _ = await seated(await here.guest("Ann"), await there.guest("Ben"), GOBBLET)
        room, peers = one.follower.context.room, here.joined.peers
        first: dict[str, object] = {"do": "choose", "move": "W1A1", "seat": 0, "ply": 0}
        for id, order, done in (
            (room, {"do": "fly"}, False),
            ("none", first, False),
            (room, first, True),
            (room, first, False),
        ):
            assert await peers.order(id, there.joined.process, order) is done
        await until(lambda: one.moves == "W1A1", "it was done once")


async def test_a_process_that_closes_hands_its_games_over() -> None:
    async with processes() as (here, there):
        ann, ben = await here.guest("Ann"), await there.guest("Ben")
        one, other = await seated(ann, ben, GOBBLET)
        await plays(one, "W1A1")
        other.follower.do(Saying("Hello!"))
        await there.close()
        await until(
            lambda: isinstance(here.lobby.rooms[one.follower.context.room], LiveRoom), "it is played here now"
        )
        assert [line.text for line in one.follower.context.lines] == ["Hello!"]
        back = Guest(await here.guest("Ben"), one.follower.context.room)
        await plays(back, "K1B2")
        await same([one, back])


async def test_a_seat_and_a_name_are_given_once() -> None:
    async with processes() as (here, there):
        ann, ben, cleo = await here.guest("Ann"), await here.guest("Ben"), await there.guest("Cleo")
        offer = ann.offer(GOBBLET)
        await until(lambda: cleo.challenges(), "the offer")
        refused: list[str] = []
        ben.listen_to_words(lambda told, _: refused.append(told))
        cleo.listen_to_words(lambda told, _: refused.append(told))
        ben.accept(offer.id)
        cleo.accept(offer.id)
        await until(lambda: ann.called and refused, "one of them plays, and the other hears of it")
        assert refused == ["This offer is not there any more."]
        assert len(ann.my_rooms()) == 1
        refused.clear()
        ben.rename("Dora")
        cleo.rename("DORA")
        await until(lambda: refused, "one of them is refused")
        assert "is taken" in refused[0]

        def named(at: Process) -> set[str]:
            return {at.lobby.accounts.known(id).account.name for id in (ben.id, cleo.id)}

        names = {ben.account.name, cleo.account.name}
        assert names in ({"Dora", "Cleo"}, {"Ben", "DORA"})
        await until(lambda: named(here) == named(there) == names, "all know")


async def test_only_who_has_a_seat_is_told_so() -> None:
    async with processes() as (here, there):
        ann, *others = [await here.guest("Ann"), await here.guest("Ben"), await there.guest("Cleo")]
        offer = ann.offer(Terms("beadmaster", seats=("me", "anyone", "anyone", "computer novice")))
        others.append(await there.guest("Dora"))
        await until(lambda: all(each.challenges() for each in others), "the offer")
        heard: list[str] = []
        for each in others:
            each.listen_to_words(lambda told, _: heard.append(told))
            each.accept(offer.id)
        await until(lambda: ann.called and len(heard) == 2, "one has the first seat, one the last, one none")
        seat = "You have the seat. The game begins when all seats are taken."
        assert sorted(heard) == ["This offer is not there any more.", seat]


async def test_whoever_is_in_two_other_processes_is_told_in_both() -> None:
    async with processes(3) as (here, *others):
        heard = list[str]()

        def hear(at: int, told: str, _: bool) -> None:
            heard.append(f"{at}: {told}")

        for at, each in enumerate(others):
            ann = await each.guest("Ann")
            ann.listen_to_words(partial(hear, at))
        await until(lambda: len(here.joined.peers.presence.with_guest(ann.id)) == 2, "where she is")
        here.lobby.tell(ann.id, "Hello.")
        await until(lambda: sorted(heard) == ["0: Hello.", "1: Hello."], "both")


async def test_one_key_is_one_account_wherever_it_comes_in() -> None:
    async with processes() as (here, there):
        accounts = await asyncio.gather(*(each.lobby.arrive("SHA256:x") for each in (here, there)))
        assert accounts[0] == accounts[1]
        guests = await asyncio.gather(*(each.lobby.arrive(None) for each in (here, there)))
        assert len({guest.name for guest in guests}) == 2


async def test_a_race_of_two_is_run_in_two_processes() -> None:
    async with processes(lease=1.0) as (here, there):
        ann, ben = await here.guest("Ann"), await there.guest("Ben")
        ann.race(Racer(7))
        await until(lambda: ben.racers() == [(ann.account, Racer(7))], "Ben sees who waits")
        ben.race(Racer(7))
        await until(lambda: (ben.account, Racer(7)) in ann.racers(), "Ann sees that he has come")
        for each, other, went in ((ann, ben, (True,)), (ben, ann, (True, False)), (ann, ben, (True, True))):
            each.race(Racer(7, went))
            await until(lambda: (each.account, Racer(7, went)) in other.racers(), "how it stands")  # noqa: B023
        await there.die()
        await until(lambda: [who.name for who, _ in ann.racers()] == ["Ann"], "he is gone")
        ben = await here.guest("Ben")
        assert [who.name for who, _ in ben.racers()] == ["Ann"]
        ann.close()
        assert not ben.racers()


async def test_a_process_says_how_long_it_counts_as_there_and_how_long_nats_takes() -> None:
    async with processes(1, lease=1) as (here,):
        peers = here.joined.peers
        assert 0 < peers.lease <= 1
        await until(lambda: peers.lease < 0.9, "time passes")
        await until(lambda: peers.lease >= 0.9, "there is another sign of life")
        assert peers.nats >= 0


async def test_who_has_left_is_gone_for_all_though_it_could_not_be_told_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with processes() as (here, there):
        ann, ben = await here.guest("Ann"), await there.guest("Ben")
        await until(lambda: ann.people(), "he is here")
        failed = asyncio.Event()

        async def cannot(*_: Change) -> None:
            failed.set()
            raise NotKept("NATS is busy")

        with monkeypatch.context() as busy:
            busy.setattr(there.joined.peers._stream, "put", cannot)
            ben.close()
            await asyncio.wait_for(failed.wait(), 60)
        await there.guest("Cleo")
        await until(lambda: [each.account.name for each in ann.people()] == ["Cleo"], "Ben is gone")


async def test_offers_go_with_a_process_that_dies() -> None:
    async with processes(lease=1) as (here, there):
        ann, ben = await here.guest("Ann"), await there.guest("Ben", key=False)
        ben.offer(GOBBLET)
        await until(lambda: ann.challenges() and ann.people(), "the offer")
        await there.die()
        await until(lambda: not ann.challenges() and not ann.people(), "it is gone")
        await until(lambda: here.lobby.accounts.named("Ben") is None, "and so is the name of a guest")


# What accounts have of their own, in NATS, and who has a key there.


async def test_what_is_put_is_there_whole_and_only_over_what_was_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, buses = new_house(), [await connected() for _ in range(2)]
    streams = [KeyValueStream(bus, house, house, name) for name, bus in zip("ab", buses, strict=True)]
    await streams[0].open()
    here, there = map(Profiles, streams)
    assert await there.get("x") == (0, None)
    large = Profile(Random(1).randbytes(700_000).hex())
    seq = await here.put("x", large, 0)
    assert await there.get("x") == (seq, large)
    small = Profile("speed = 1")
    again = await there.put("x", small, seq)
    with pytest.raises(Overtaken):
        await here.put("x", large, seq)
    assert await here.get("x") == (again, small)
    assert await there.put("x", large, again) > again
    assert (await here.get("x"))[1] == large
    with monkeypatch.context() as later:
        later.setattr("marbles_tui.cluster.joining.VERSION", VERSION + 1)
        await here.put("newer", small, 0)
    with pytest.raises(Newer):
        await there.get("newer")
    monkeypatch.setattr("marbles_tui.cluster.joining.MOST", 1)
    with pytest.raises(NotKept, match="too much"):
        await here.put("y", large, 0)
    for bus in buses:
        await bus.close()


async def test_what_was_given_up_may_be_claimed_by_who_has_not_heard_of_it() -> None:
    house, bus = new_house(), await connected()
    here, there = (KeyValueStream(bus, house, house, name) for name in "ab")
    await here.open()
    await here.put(Change("name", b"ann", over=b"ann"))
    with pytest.raises(WrongLastSequence):
        await there.put(Change("name", b"ben", over=b"ben"))
    await here.put(Change("name", b"", over=b"ann"))
    elsewhere = KeyValueStream(bus, house, house, "c")
    await elsewhere.put(Change("name", b"ben", over=b"ben"))
    assert (await here.read("name")).data == b"ben"
    await bus.close()


async def test_nothing_of_a_deleted_note_is_kept_once_others_have_heard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("marbles_tui.cluster.joining.FORGET", 1)
    async with processes() as (here, there):
        for text in ("Hello", ""):
            here.lobby.house.notes["message"] = text
            await until(lambda: there.lobby.house.notes["message"] == text, "it is heard")  # noqa: B023
        stream, key = here.joined.backend.stream, key_of(Note, "message")
        async with asyncio.timeout(30):
            while (await stream.read(key)).data:
                await asyncio.sleep(0.1)


async def test_whose_going_is_heard_of_after_the_deletion_is_known_no_more() -> None:
    async with processes() as (first, second):
        ann = await first.guest("Ann")
        accounts = second.lobby.accounts
        await until(
            lambda: accounts.find(ann.id) and accounts.is_kept(ann.account) and second.lobby.is_here(ann.id)
        )
        second.lobby.drop_account(ann.id)
        assert second.lobby.people("")
        ann.close()
        await until(lambda: accounts.find(ann.id) is None, "she is gone")


async def test_whoever_is_deleted_is_kept_in_no_process() -> None:
    async with processes() as (first, second):
        ann, ben = await first.guest("Ann"), await second.guest("Ben")
        await until(lambda: first.lobby.accounts.find(ben.id) and second.lobby.accounts.find(ann.id))
        await first.joined.backend.keep_ratings({(each.id, "gobblet"): Rating(1500) for each in (ann, ben)})
        await until(lambda: len(second.lobby.house.ratings) == 2, "the ratings")
        await first.lobby.delete(ann.account)
        await until(lambda: second.lobby.accounts.find(ann.id) is None, "she is gone")
        for each in (first, second):
            kept = await each.joined.backend.load()
            assert [known.account.name for known in kept.accounts] == ["Ben"]
            held = each.lobby.house.ratings
            await until(lambda: all(account != ann.id for account, _ in held), "the house")  # noqa: B023
            assert [*kept.ratings] == [(ben.id, "gobblet")]
