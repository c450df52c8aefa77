"""Matches between people on different machines."""

from __future__ import annotations

import pytest

from marbles_tui.core import IllegalMove
from marbles_tui.play.elo import NOT
from marbles_tui.play.series import CHANGED, RATED, SEED, TAKEN_BACK
from marbles_tui.rooms.challenge import Terms
from marbles_tui.rooms.control import TimeControl
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.refused import Refused
from marbles_tui.table.players import KEYBOARD, Act
from marbles_tui.table.playing import Playing
from tests.rooms.open_house import Guest, Wall, all_quiet, guest, opened, seated, until

GOBBLET = Terms("gobblet")


async def two(lobby: Lobby, terms: Terms = GOBBLET) -> list[Guest]:
    return await seated(lobby, terms, guest(lobby, "Ann"), guest(lobby, "Ben"))


async def test_two_play_and_each_is_asked_in_turn() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        assert (ann.follower.asked, ben.follower.asked, ben.follower.awaited) == (0, None, 0)
        await ann.plays("W1A1")
        await ben.plays("K1B2")
        assert ann.moves == ben.moves == "W1A1 K1B2"
        assert ann.match.names == ("Ann", "Ben")
        assert ann.heard.told == [("asked", 0), "W1A1", "K1B2", ("asked", 0)]
        assert ben.heard.told == ["W1A1", ("asked", 1), "K1B2"]


async def test_a_follower_is_what_faces_play_at() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        playing: Playing = ann.follower
        assert [player.hand for player in playing.players] == [KEYBOARD, f"account {ben.visit.id}"]


async def test_nobody_moves_for_another() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        uma = Guest(guest(lobby, "Uma"), ann.follower.room)
        move = ann.match.game.find(ann.match.position, "W1A1")
        for other in (ben, uma):
            assert not other.follower.choose(0, move)
            assert not other.follower.choose(1, move)
            assert not other.follower.resign(0)
            assert not other.follower.offer_draw(0)
        with pytest.raises(IllegalMove):
            ann.follower.choose(0, Act.CLAIM)
        await all_quiet()
        assert ann.moves == ""
        assert ann.follower.choose(0, move)


async def test_a_spectator_changes_nothing() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        uma = Guest(guest(lobby, "Uma"), ann.follower.room)
        assert ann.follower.undo()
        watching, match = uma.follower, uma.match
        refused = [
            watching.choose(1, match.position.moves()[0]),
            watching.roll(1),
            watching.resign(1),
            watching.claim(1),
            watching.offer_draw(1),
            watching.undo(),
            watching.undo(1),
            watching.redo(),
            watching.answer(1, True),
            watching.move_now(),
            watching.pause(),
            watching.resume(),
            watching.go_to(match.at(0)),
            watching.reseat(match.seats, watching.players),
            watching.add_tag("Event", "mine"),
            watching.claim_absence(),
            watching.want_rematch(),
        ]
        assert not any(refused)
        await all_quiet()
        assert watching.seats == ()
        assert (watching.asked, watching.awaited) == (None, 1)
        assert ann.moves == "W1A1"
        assert ann.follower.offer is not None
        assert ann.follower.spectators == ("Uma",)
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert uma.moves == ""


async def test_who_plays_puts_no_other_state_on_the_table() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        await ann.plays("W1A1")
        follower, match = ann.follower, ann.match
        assert not follower.go_to(match.at(0))
        assert not follower.reseat(match.seats, follower.players)
        assert not (follower.pause())
        assert not (follower.resume())
        assert not (follower.paused)
        assert not follower.add_tag("Seed", "1")


async def test_help_is_noted_in_friendly_games_and_refused_in_rated_ones() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        assert ann.follower.add_tag(RATED, NOT)
        assert ann.match.tag(RATED) == NOT
        await ann.plays("W1A1")
        assert ben.match.tag(RATED) == NOT
        cleo, dora = await seated(
            lobby, Terms("gobblet", rated=True), guest(lobby, "Cleo"), guest(lobby, "Dora")
        )
        assert not cleo.follower.add_tag(RATED, NOT)
        assert dora.follower.rated


async def test_alone_against_a_computer_a_move_back_unrates_the_game_as_at_home() -> None:
    async with opened() as lobby:
        terms = Terms("gobblet", seats=("me", "computer novice"), rated=True)
        (ann,) = await seated(lobby, terms, guest(lobby, "Ann"))
        await ann.plays("W1A1")
        await until(lambda: ann.match.plies == 2, "it answers")
        assert not ann.follower.undo()
        assert ann.follower.add_tag(RATED, NOT)
        assert ann.follower.add_tag(CHANGED, TAKEN_BACK)
        assert ann.follower.undo()
        await all_quiet()
        assert ann.moves == ""
        assert ann.follower.resign(0)
        await all_quiet()
        assert ann.visit.rating("gobblet").games == 0


async def test_a_timed_game_begins_when_both_are_at_the_table() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        card = ben.accept(ann.offer(Terms("gobblet", control=TimeControl.read("5+3"))).id)
        assert card
        first = Guest(ann, card.id)
        await all_quiet()
        assert (first.follower.asked, first.follower.waiting_for) == (None, (1,))
        await lobby.house.time.passes(60)  # type: ignore[attr-defined]
        second = Guest(ben, card.id)
        await all_quiet()
        assert (first.follower.asked, second.follower.waiting_for) == (0, ())
        assert first.follower.clock
        assert first.follower.clock.left == (300, 300)


async def test_who_runs_out_of_time_loses() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("1+0")))
        await ann.plays("W1A1")
        await lobby.house.time.passes(59)  # type: ignore[attr-defined]
        assert ben.follower.clock
        assert ben.follower.clock.left == (60, 1)
        ben.leaves()
        await lobby.house.time.passes(1)  # type: ignore[attr-defined]
        assert ann.match.result
        assert (ann.match.result.winners, ann.match.result.reason) == ((0,), "time")


async def test_a_slow_guest_holds_nobody_up_and_sees_everything() -> None:
    async with opened() as lobby:
        visits = [guest(lobby, name) for name in ("Ann", "Ben")]
        ann, ben = await seated(lobby, GOBBLET, *visits, slow=visits[1:])
        uma = Guest(guest(lobby, "Uma"), ann.follower.room, slow=True)
        await ann.plays("W1A1")
        assert (ben.follower.showing, ben.follower.asked, ann.follower.awaited) == (True, None, 1)
        ben.heard.catch_up()
        await until(lambda: ben.follower.asked == 1, "asked when the move was shown")
        await ben.plays("K1B2")
        assert ann.follower.asked == 0
        assert uma.moves == "W1A1"
        for shown in ("W1A1 K1B2", "W1A1 K1B2"):
            uma.heard.catch_up()
            await all_quiet()
            assert uma.moves == shown
        assert [told for told in uma.heard.told if isinstance(told, str)] == ["W1A1", "K1B2"]


async def test_who_is_far_behind_is_shown_the_newest() -> None:
    from marbles_tui.rooms.limits import Limits
    from tests.rooms.open_house import house

    async with opened(house(limits=Limits(pace=0, behind=1))) as lobby:
        ann, ben = await two(lobby)
        uma = Guest(guest(lobby, "Uma"), ann.follower.room, slow=True)
        await ann.plays("W1A1")
        await ben.plays("K1B2")
        await ann.plays("W2A2")
        assert uma.moves == "W1A1 K1B2 W2A2"
        assert uma.heard.broken_off == 1
        assert ("changed", 3) in uma.heard.told


async def test_a_broken_face_is_the_trouble_of_one_guest(monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)

        def fail(*told: object) -> None:
            raise RuntimeError("the screen is broken")

        monkeypatch.setattr(ben.heard, "played", fail)
        await ann.plays("W1A1")
        await until(ben.task.done, "the view ends")
        assert isinstance(ben.task.exception(), RuntimeError)
        assert ben.follower.closed
        assert ann.follower.presence[1].here is False
        again = Guest(ben.visit, ann.follower.room)
        await again.plays("K1B2")
        assert ann.moves == "W1A1 K1B2"


async def test_the_seed_stays_on_the_host() -> None:
    async with opened() as lobby:
        beads = Terms("beadmaster", seats=("me", "anyone"))
        ann, ben = await two(lobby, beads)
        room = lobby.rooms[ann.follower.room]
        assert int(room.session.match.tag(SEED)) > 2**32
        for seen in (ann.match, ben.match, ben.visit.my_rooms()[0].match):
            assert seen.tag(SEED) == ""
            assert room.session.match.tag(SEED) not in str(seen)
        await ann.plays(str(ann.match.position.moves()[0]))
        assert ben.match.plies >= 1
        assert ben.match.tag(SEED) == ""


# Offers


async def test_undo_needs_the_consent_of_the_other() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        assert ann.follower.undo()
        await all_quiet()
        assert ann.moves == "W1A1"
        assert not ann.follower.answer(1, True)
        assert ben.follower.answer(1, False)
        assert ann.moves == "W1A1"
        assert ann.follower.undo()
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert ann.moves == ben.moves == ""
        assert ann.follower.asked == 0
        assert ann.follower.redo()
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert ben.moves == "W1A1"


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
        assert not ben.follower.showing


async def test_a_draw_is_agreed() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        assert ben.follower.offer_draw(1)
        assert ("DRAW", 1, (0,)) in ann.heard.told
        assert not ben.follower.answer(0, True)
        assert ann.follower.answer(0, True)
        await all_quiet()
        for each in (ann, ben):
            assert each.match.result
            assert each.match.result.reason == "agreed"
            assert each.heard.told[-1] == ("over", "agreed")


async def test_an_offer_waits_for_who_is_not_at_the_table() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        ben.leaves()
        assert ann.follower.offer_draw(0)
        back = Guest(ben.visit, ann.follower.room)
        await all_quiet()
        assert back.heard.told.count(("DRAW", 0, (1,))) == 1
        watching = Guest(guest(lobby, "Wes"), ann.follower.room)
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
        assert ann.follower.stopped
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
        assert ben.follower.rematch_wanted == (0,)
        assert ann.follower.want_rematch(False)
        assert len(ben.follower.rematch_wanted) == 0
        assert ben.follower.want_rematch()
        ben.visit.rename("Benno")
        assert ben.follower.next_room is None
        assert ann.follower.want_rematch()
        after = ben.follower.next_room
        assert after
        assert ann.visit.called
        assert ann.visit.called.id == after
        again = [Guest(each.visit, after) for each in (ann, ben)]
        await all_quiet()
        assert again[0].match.names == ("Benno", "Ann")
        assert again[0].follower.seats == (1,)
        assert str(again[0].follower.control) == "5+3"
        assert again[1].follower.asked == 0
        assert ann.visit.called is None


# Coming and going


async def test_who_comes_back_finds_the_table_as_it_stands() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        await ann.plays("W1A1")
        ben.visit.close()
        await all_quiet()
        assert ben.task.done()
        assert [each.here for each in ann.follower.presence] == [True, False]
        again = guest(lobby, "Ben")
        assert [(card.my_turn, card.seats) for card in again.my_rooms()] == [(True, (1,))]
        ben = Guest(again, again.my_rooms()[0].id)
        assert ben.moves == "W1A1"
        await ben.plays("K1B2")
        assert ann.moves == "W1A1 K1B2"
        assert all(each.here for each in ann.follower.presence)


async def test_two_terminals_of_one_account_are_one_player() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        second = Guest(guest(lobby, "Ann"), ann.follower.room)
        await second.plays("W1A1")
        assert ann.moves == "W1A1"
        ann.leaves()
        assert ben.follower.presence[0].here
        second.leaves()
        assert not ben.follower.presence[0].here


async def test_who_is_gone_for_two_minutes_in_a_timed_game_loses_to_a_claim() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("30+0")))
        wall = lobby.house.wall
        assert isinstance(wall, Wall)
        assert ann.follower.claim_in is None
        ben.visit.close()
        wall.now += 30
        assert ann.follower.claim_in == 90
        assert not ann.follower.claim_absence()
        wall.now += 90
        assert ann.follower.claim_absence()
        await all_quiet()
        assert ann.match.result
        assert ann.match.result.winners == (0,)
        assert ann.match.result.reason == "left"


async def test_no_claim_without_a_clock_or_with_days() -> None:
    async with opened() as lobby:
        for number, control in enumerate(("none", "3d")):
            names = (f"Ann {number}", f"Ben {number}")
            visits = [guest(lobby, name) for name in names]
            ann, ben = await seated(lobby, Terms("gobblet", control=TimeControl.read(control)), *visits)
            ben.leaves()
            lobby.house.wall.now += 10_000  # type: ignore[attr-defined]
            assert ann.follower.claim_in is None
            assert not ann.follower.claim_absence()


async def test_a_guest_without_a_key_who_is_gone_may_be_claimed_from_in_any_game() -> None:
    async with opened() as lobby:
        ann, ben = await seated(lobby, GOBBLET, guest(lobby, "Ann"), guest(lobby, "Ben", key=False))
        ben.visit.close()
        lobby.house.wall.now += 120  # type: ignore[attr-defined]
        assert ann.follower.claim_absence()


# Talk


async def test_lines_are_data_and_muted_people_are_not_heard() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        ben.follower.say("  hi\x1b[2J [b]there[/b]\u202e\n")
        ben.follower.say("Good luck!")
        assert [line.text for line in ann.follower.lines] == ["hi?[2J [b]there[/b]?", "Good luck!"]
        assert [line.greeting for line in ann.follower.lines] == [False, True]
        ann.visit.mute(ben.visit.id)
        assert ann.follower.lines == ()
        assert len(ben.follower.lines) == 2
        ann.visit.mute(ben.visit.id, False)
        assert len(ann.follower.lines) == 2


async def test_talk_has_its_limits() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        with pytest.raises(Refused, match="nothing"):
            ann.follower.say(" \n ")
        ann.follower.say("x" * 10_000)
        assert len(ann.follower.lines[-1].text) == lobby.house.limits.line
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
                lambda: any(each.follower.asked is not None for each in people) or people[0].follower.stopped,
                "somebody is asked",
            )
            mover = next((each for each in people if each.follower.asked is not None), None)
            if mover is None:
                break
            await mover.plays(str(mover.match.position.moves()[0]))
        movers = {position.actor for position in people[0].match.positions}
        assert movers == {0, 1, 2, 3}
        assert people[0].moves == people[1].moves == people[2].moves
        assert people[1].follower.undo()
        assert people[0].follower.offer
        assert people[0].follower.offer.waits == (0, 3)


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
        assert ann.follower.asked == 0
        assert ann.follower.undo()
        await all_quiet()
        assert ann.moves == ""
