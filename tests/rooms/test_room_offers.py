"""Offers, coming and going, talk, and computers in a room."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from marbles_tui.rooms.cards import Terms
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.remote import Mirror
from marbles_tui.rooms.room import LiveRoom
from marbles_tui.table.clock import SHOW, TimeControl
from marbles_tui.table.live import OfferKind
from tests.rooms.open_house import Guest, Wall, all_quiet, guest, house, opened, seated, until
from tests.rooms.rooms_of_two import GOBBLET, two

# Offers


async def test_undo_needs_the_consent_of_the_other() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.undo()
        await all_quiet()
        assert ann.moves == "W1A1"
        assert not ann.follower.answer(1, True)
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert ann.moves == ben.moves == ""
        assert ann.follower.state.asked == 0
        assert ann.follower.redo()
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert ben.moves == "W1A1"


async def test_each_is_asked_once_a_move_and_after_a_refusal_for_nothing_until_the_next() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.undo()
        assert not ann.follower.undo(), "he is still being asked"
        assert not ben.follower.offer_draw(1), "one thing at a time"
        assert not ben.follower.withdraw(0), "it is not his"
        assert ann.follower.withdraw(0)
        await all_quiet()
        assert ben.heard.told[-1] == ("refused", 0)
        assert not ann.follower.undo()
        assert ann.follower.offer_draw(0)
        assert ben.follower.answer(1, False)
        assert ben.follower.undo() is False, "he has decided nothing"
        assert ben.follower.offer_draw(1), "he has not asked yet"
        assert ben.follower.withdraw(1)
        assert ann.follower.state.spent >= {(0, kind) for kind in OfferKind}
        await ben.plays("K1B2")
        assert ann.follower.undo()
        await ann.plays("W2A2")
        assert ann.follower.state.offer is None, "a move ends the question"


async def test_the_clock_of_who_is_asked_stands_still_for_ten_seconds_at_most() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("5+0")))
        passes = lobby.house.time.passes  # type: ignore[attr-defined]

        def left() -> tuple[float, ...]:
            assert ann.follower.clock
            return ann.follower.clock.left

        await ann.plays("W1A1")
        await passes(SHOW)
        await passes(20)
        assert left() == (300, 280)
        assert ann.follower.undo()
        await passes(4)
        assert left() == (300, 280)
        assert ben.follower.answer(1, False)
        await passes(1)
        assert left() == (300, 279), "it runs again"
        assert ann.follower.withdraw(0) is False
        await ben.plays("K1B2")
        await passes(SHOW)
        assert ann.follower.undo(), "in her own turn: it is her time"
        await passes(3)
        assert left() == (297, 279)
        await ann.plays("W2A2")
        await passes(SHOW)
        assert ann.follower.offer_draw(0)
        await passes(12)
        assert left() == (297, 277)
        await ben.plays("K2C3")
        await passes(SHOW)
        await passes(5)
        assert left() == (292, 277), "what was left of the ten seconds is nobody's"


async def test_a_step_back_ends_what_is_being_shown() -> None:
    async with opened() as lobby:
        visits = [guest(lobby, name) for name in ("Ann", "Ben")]
        ann, ben = await seated(lobby, GOBBLET, *visits, slow=visits[1:])
        await ann.plays("W1A1")
        assert ann.follower.undo()
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert ben.heard.broken_off == 1
        assert ben.moves == ""
        assert not ben.follower.state.showing


async def test_an_offer_waits_for_who_is_not_at_the_table() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        ben.leaves()
        assert ann.follower.offer_draw(0)
        back = Guest(ben.visit, ann.follower.context.room)
        await all_quiet()
        assert back.heard.told.count(("DRAW", 0, (1,))) == 1
        watching = Guest(guest(lobby, "Wes"), ann.follower.context.room)
        back.follower.say("A draw?")
        await all_quiet()
        assert back.heard.told.count(("DRAW", 0, (1,))) == 1
        assert not any(told[0] == "DRAW" for told in watching.heard.told)
        assert back.follower.answer(1, True)
        await all_quiet()
        assert back.heard.told[-1] == ("over", "agreed")


async def test_an_offer_holds_while_who_has_made_it_is_gone() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        assert ben.follower.offer_draw(1)
        ben.visit.close()
        assert ann.follower.answer(0, True)
        await all_quiet()
        assert ann.heard.told[-1] == ("over", "agreed")


async def test_an_end_is_not_taken_back() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.resign(0)
        await all_quiet()
        assert ann.follower.state.stopped
        assert not (ann.follower.undo())
        assert not (ben.follower.undo())
        assert not (ben.follower.offer_draw(1))
        assert ben.heard.told[-1] == ("over", "resigned")


async def test_a_rematch_begins_when_both_want_it_with_the_sides_changed() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("5+3")))
        assert not ann.follower.want_rematch()
        assert ann.follower.resign(0)
        await all_quiet()
        assert ann.follower.want_rematch()
        assert ben.follower.context.rematch_wanted == (0,)
        assert ann.follower.want_rematch(False)
        assert len(ben.follower.context.rematch_wanted) == 0
        assert ben.follower.want_rematch()
        ben.visit.rename("Benno")
        assert ben.follower.context.next_room is None
        assert ann.follower.want_rematch()
        after = ben.follower.context.next_room
        assert after
        assert ann.visit.called
        assert ann.visit.called.id == after
        again = [Guest(each.visit, after) for each in (ann, ben)]
        await all_quiet()
        assert again[0].match.names == ("Benno", "Ann")
        assert again[0].follower.seats == (1,)
        assert str(again[0].follower.context.control) == "5+3"
        assert again[1].follower.state.asked == 0
        assert ann.visit.called is None


async def test_who_wants_a_rematch_and_goes_wants_it_no_longer() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        assert ann.follower.resign(0)
        await all_quiet()
        assert ann.follower.want_rematch()
        ann.leaves()
        await all_quiet()
        assert ben.follower.context.rematch_wanted == ()
        ben.follower.want_rematch()
        await all_quiet()
        assert ben.follower.context.next_room is None


async def test_an_end_is_not_taken_back_either_by_whoever_asks_the_room_itself() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.resign(0)
        await all_quiet()
        room = lobby.rooms[ann.follower.context.room]
        assert isinstance(room, LiveRoom)
        assert not room.order({"do": "undo", "seat": 0})
        assert not room.order({"do": "redo", "seat": 0})
        assert ann.follower.state.stopped


# Coming and going


async def test_who_comes_back_finds_the_table_as_it_stands() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        ben.visit.close()
        await all_quiet()
        assert ben.task.done()
        assert ann.follower.context.presence == ("here", "gone")
        again = guest(lobby, "Ben")
        assert ann.follower.context.presence == ("here", "away")
        assert [(card.my_turn, card.seats) for card in again.my_rooms()] == [(True, (1,))]
        ben = Guest(again, again.my_rooms()[0].id)
        assert ben.moves == "W1A1"
        await ben.plays("K1B2")
        assert ann.moves == "W1A1 K1B2"
        assert ann.follower.context.presence == ("here", "here")


async def test_two_terminals_of_one_account_are_one_player() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        second = Guest(guest(lobby, "Ann"), ann.follower.context.room)
        await second.plays("W1A1")
        assert ann.moves == "W1A1"
        ann.leaves()
        told = [ben.follower.context.presence[0]]
        for leave in (second.leaves, ann.visit.close, second.visit.close):
            leave()
            told.append(ben.follower.context.presence[0])
        assert told == ["here", "away", "away", "gone"]


# Claims


async def without_a_key(lobby: Lobby) -> list[Guest]:
    """Ann, who has a key, against Ben, who has none, and is to move."""
    ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben", key=False))
    await ann.plays("W1A1")
    return [ann, ben]


async def test_a_game_is_claimed_from_whoever_is_to_move_and_has_been_gone_all_the_time() -> None:
    async with opened() as lobby:
        ann, ben = await without_a_key(lobby)
        wall = lobby.house.wall
        assert isinstance(wall, Wall)
        assert ann.follower.context.claim_in is None
        ben.visit.close()
        wall.now += 30
        lobby.rooms[ann.follower.context.room].look_around()
        assert ann.follower.context.claim_in == 90, "who looks around begins no time anew"
        assert not ann.follower.claim_absence()
        wall.now += 90
        assert ann.follower.context.claim_in == 0
        assert ann.follower.claim_absence()
        await all_quiet()
        assert ann.match.result
        assert ann.match.result.winners == (0,)
        assert ann.match.result.reason == "left"


async def test_whoever_is_anywhere_in_the_house_is_here() -> None:
    async with opened() as lobby:
        ann, ben = await without_a_key(lobby)
        ben.leaves()
        lobby.house.wall.now += 10_000  # type: ignore[attr-defined]
        assert ann.follower.context.presence == ("here", "away")
        assert ann.follower.context.claim_in is None
        assert not ann.follower.claim_absence()
        ben.visit.close()
        assert ann.follower.context.claim_in == 120, "the time begins when they are gone"


async def test_whoever_is_to_move_claims_nothing() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben", key=False))
        ben.visit.close()
        lobby.house.wall.now += 10_000  # type: ignore[attr-defined]
        assert ann.follower.context.claim_in is None
        assert not ann.follower.claim_absence()
        await ann.plays("W1A1")
        assert ann.follower.claim_absence()


@pytest.mark.parametrize(("control", "key"), [("5+3", False), ("5+3", True), ("3d", True), ("none", True)])
async def test_no_claim_where_a_clock_runs_or_a_key_brings_them_back(control: str, key: bool) -> None:
    async with opened() as lobby:
        terms = Terms("gobblet", control=TimeControl.read(control))
        ann, ben = await seated(lobby, terms, guest(lobby, "Ann"), guest(lobby, "Ben", key=key))
        await ann.plays("W1A1")
        ben.visit.close()
        lobby.house.wall.now += 10_000  # type: ignore[attr-defined]
        assert ann.follower.context.claim_in is None
        assert not ann.follower.claim_absence()


async def test_an_older_process_calls_gone_who_is_only_not_at_the_table() -> None:
    async with opened() as lobby:
        ann, ben = await without_a_key(lobby)
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


async def test_a_timed_game_waits_a_while_for_who_does_not_sit_down_and_no_longer() -> None:
    async with opened(house(limits=Limits(pace=0, claim_after=0.1))) as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        card = ben.accept(ann.offer(Terms("gobblet", control=TimeControl.read("5+3"))).id)
        assert card
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


# Lost while gone


async def test_who_has_lost_while_they_were_gone_is_told_on_coming_back_and_then_has_the_game() -> None:
    given: list[str] = []
    at = house(keep_for=lambda account, record: given.append(account.name))
    async with opened(at) as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("5+3")))
        await ann.plays("W1A1")
        ben.visit.close()
        await at.time.passes(301)  # type: ignore[attr-defined]
        await all_quiet()
        assert ann.heard.told[-1] == ("over", "time")
        assert given == ["Ann"]
        ann.visit.close()
        await all_quiet()
        again = guest(lobby, "Ben")
        assert again.missed == ("Your time ran out while you were gone: Ann won your game of Gobblet.",)
        await all_quiet()
        assert given == ["Ann", "Ben"]
        assert not lobby.rooms
        again.close()
        assert guest(lobby, "Ben").missed == ()


async def test_who_loses_at_the_table_is_told_there() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("5+3")))
        await ann.plays("W1A1")
        await lobby.house.time.passes(301)  # type: ignore[attr-defined]
        await all_quiet()
        assert ben.heard.told[-1] == ("over", "time")
        ben.visit.close()
        assert guest(lobby, "Ben").missed == ()


# Talk


async def test_lines_are_data_and_muted_people_are_not_heard() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        ben.follower.say("  hi\x1b[2J [b]there[/b]\u202e\n")
        ben.follower.say("Good luck!")
        assert [line.text for line in ann.follower.context.lines] == ["hi?[2J [b]there[/b]?", "Good luck!"]
        assert [line.greeting for line in ann.follower.context.lines] == [False, True]
        ann.visit.mute(ben.visit.id)
        assert ann.follower.context.lines == ()
        assert len(ben.follower.context.lines) == 2
        ann.visit.mute(ben.visit.id, False)
        assert len(ann.follower.context.lines) == 2


async def test_talk_has_its_limits() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        with pytest.raises(Refused, match="nothing"):
            ann.follower.say(" \n ")
        ann.follower.say("x" * 10_000)
        assert len(ann.follower.context.lines[-1].text) == lobby.house.limits.line
        for _ in range(19):
            ann.follower.say("more")
        with pytest.raises(Refused, match="Wait a moment"):
            ann.visit.say("and more")
        lobby.house.wall.now += 61  # type: ignore[attr-defined]
        ann.visit.say("again")
        assert ann.visit.said()[-1].text == "again"
        lobby.accounts.silence(ann.visit.account)
        assert ann.visit.said() == ()
        with pytest.raises(Refused, match="muted"):
            ann.follower.say("I am still here")


# Several, and computers


async def test_four_play_beads_with_a_computer_among_them() -> None:
    terms = Terms("beadmaster", seats=("me", "computer novice", "anyone", "anyone"))
    async with opened() as lobby:
        people = await seated(lobby, terms, *(guest(lobby, name) for name in ("Ann", "Ben", "Cleo")))
        assert people[0].match.names == ("Ann", "Novice", "Ben", "Cleo")
        seats = [each.follower.seats for each in people]
        assert seats == [(0,), (2,), (3,)]
        for _ in range(30):
            await until(
                lambda: (
                    any(each.follower.state.asked is not None for each in people)
                    or people[0].follower.state.stopped
                ),
                "somebody is asked",
            )
            mover = next((each for each in people if each.follower.state.asked is not None), None)
            if mover is None:
                break
            await mover.plays(str(mover.match.position.moves()[0]))
        movers = {position.actor for position in people[0].match.positions}
        assert movers == {0, 1, 2, 3}
        assert people[0].moves == people[1].moves == people[2].moves
        assert people[1].follower.undo()
        assert people[0].follower.state.offer
        assert people[0].follower.state.offer.waits == (0, 3)


async def test_a_computer_that_fails_plays_on() -> None:
    from tests.rooms.open_house import house

    class Broken:
        async def think(self, *args: object, **named: object) -> None:
            raise RuntimeError("no room to think")

        def move_now(self) -> None:
            pass

    async with opened(house(service_for=lambda room: Broken())) as lobby:
        (ann,) = await seated(lobby, Terms("gobblet", seats=("me", "computer novice")), guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "the computer plays something")
        assert ann.follower.state.asked == 0
        assert ann.follower.undo()
        await all_quiet()
        assert ann.moves == ""
