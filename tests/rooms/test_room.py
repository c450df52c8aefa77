"""Matches between people on different machines."""

from __future__ import annotations

import pytest

from marbles_tui.core import IllegalMove
from marbles_tui.play.rating import NOT
from marbles_tui.play.series import CHANGED, RATED, SEED, TAKEN_BACK
from marbles_tui.rooms.cards import Terms
from marbles_tui.table.clock import SHOW, TimeControl
from marbles_tui.table.live import LiveMatch
from marbles_tui.table.players import KEYBOARD, Act
from tests.rooms.open_house import Guest, all_quiet, guest, opened, seated, until
from tests.rooms.rooms_of_two import GOBBLET, two


async def test_two_play_and_each_is_asked_in_turn() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        assert (ann.follower.state.asked, ben.follower.state.asked, ben.follower.state.awaited) == (
            0,
            None,
            0,
        )
        await ann.plays("W1A1")
        await ben.plays("K1B2")
        assert ann.moves == ben.moves == "W1A1 K1B2"
        assert ann.match.names == ("Ann", "Ben")
        assert ann.heard.told == [("asked", 0), "W1A1", "K1B2", ("asked", 0)]
        assert ben.heard.told == ["W1A1", ("asked", 1), "K1B2"]


async def test_a_follower_is_what_faces_play_at() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        playing: LiveMatch = ann.follower
        assert playing.state.hands == (KEYBOARD, f"account {ben.visit.id}")


async def test_nobody_moves_for_another() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby)
        uma = Guest(guest(lobby, "Uma"), ann.follower.context.room)
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
        uma = Guest(guest(lobby, "Uma"), ann.follower.context.room)
        assert ann.follower.undo()
        watching, match = uma.follower, uma.match
        refused = [
            watching.choose(1, match.position.moves()[0]),
            watching.choose(1, Act.ROLL),
            watching.resign(1),
            watching.claim(1),
            watching.offer_draw(1),
            watching.undo(),
            watching.undo(1),
            watching.redo(),
            watching.answer(1, True),
            watching.move_now(),
            watching.add_tag("Event", "mine"),
            watching.claim_absence(),
            watching.want_rematch(),
        ]
        assert not any(refused)
        await all_quiet()
        assert watching.seats == ()
        assert (watching.state.asked, watching.state.awaited) == (None, 1)
        assert ann.moves == "W1A1"
        assert ann.follower.state.offer is not None
        assert ann.follower.context.spectators == ("Uma",)
        assert ben.follower.answer(1, True)
        await all_quiet()
        assert uma.moves == ""


async def test_who_plays_notes_nothing_of_their_own_in_the_record() -> None:
    async with opened() as lobby:
        ann, _ = await two(lobby)
        await ann.plays("W1A1")
        follower = ann.follower
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
        assert dora.follower.context.rated


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
        assert (first.follower.state.asked, first.follower.context.waiting_for) == (None, (1,))
        await lobby.house.time.passes(60)  # type: ignore[attr-defined]
        second = Guest(ben, card.id)
        await all_quiet()
        assert (first.follower.state.asked, second.follower.context.waiting_for) == (0, ())
        assert first.follower.clock
        assert first.follower.clock.left == (300, 300)


async def test_who_runs_out_of_time_loses() -> None:
    async with opened() as lobby:
        ann, ben = await two(lobby, Terms("gobblet", control=TimeControl.read("1+0")))
        await ann.plays("W1A1")
        await lobby.house.time.passes(59)  # type: ignore[attr-defined]
        assert ben.follower.clock
        assert ben.follower.clock.left == (60, 1 + SHOW)
        ben.leaves()
        await lobby.house.time.passes(1 + SHOW)  # type: ignore[attr-defined]
        assert ann.match.result
        assert (ann.match.result.winners, ann.match.result.reason) == ((0,), "time")


async def test_a_move_of_a_timed_game_is_shown_at_nobodys_cost() -> None:
    async with opened() as lobby:
        ann, ben = guest(lobby, "Ann"), guest(lobby, "Ben")
        timed = Terms("gobblet", control=TimeControl.read("5+0"))
        here, there = await seated(lobby, timed, ann, ben, slow=[ben])
        uma = Guest(guest(lobby, "Uma"), here.follower.context.room)
        assert (here.follower.context.show_within, uma.follower.context.show_within) == (SHOW, None)
        await here.plays("W1A1")
        await lobby.house.time.passes(SHOW)  # type: ignore[attr-defined]
        assert here.follower.clock
        assert here.follower.clock.left == (300, 300)
        await lobby.house.time.passes(2)  # type: ignore[attr-defined]
        assert here.follower.clock.left == (300, 298), "though he still looks on"
        there.heard.catch_up()
        await there.plays("K1B2")
        assert here.follower.clock.left == (300, 298)
        days = await seated(lobby, Terms("gobblet", control=TimeControl.read("1d")), ann, ben)
        assert days[0].follower.context.show_within is None


async def test_a_slow_guest_holds_nobody_up_and_sees_everything() -> None:
    async with opened() as lobby:
        visits = [guest(lobby, name) for name in ("Ann", "Ben")]
        ann, ben = await seated(lobby, GOBBLET, *visits, slow=visits[1:])
        uma = Guest(guest(lobby, "Uma"), ann.follower.context.room, slow=True)
        await ann.plays("W1A1")
        assert (ben.follower.state.showing, ben.follower.state.asked, ann.follower.state.awaited) == (
            True,
            None,
            1,
        )
        ben.heard.catch_up()
        await until(lambda: ben.follower.state.asked == 1, "asked when the move was shown")
        await ben.plays("K1B2")
        assert ann.follower.state.asked == 0
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
        uma = Guest(guest(lobby, "Uma"), ann.follower.context.room, slow=True)
        await ann.plays("W1A1")
        await ben.plays("K1B2")
        await ann.plays("W2A2")
        assert uma.moves == "W1A1 K1B2 W2A2"
        assert uma.heard.broken_off == 1
        assert ("changed", 3) in uma.heard.told


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
        beads = Terms("beadmaster", seats=("me", "anyone"))
        ann, ben = await two(lobby, beads)
        room = lobby.rooms[ann.follower.context.room]
        assert int(room.match.tag(SEED)) > 2**32
        for seen in (ann.match, ben.match, ben.visit.my_rooms()[0].match):
            assert seen.tag(SEED) == ""
            assert room.match.tag(SEED) not in str(seen)
        await ann.plays(str(ann.match.position.moves()[0]))
        assert ben.match.plies >= 1
        assert ben.match.tag(SEED) == ""
