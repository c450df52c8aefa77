"""People on different machines at one table: who is there, what they say, how much time they have."""

from __future__ import annotations

from math import inf

import pytest

from marbles_tui.rooms.cards import Terms
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.tasks.together import DAY, HOUR, time_left, until_it_changes
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.edges import KeyLine
from marbles_tui.tui.kit.speed import SPEEDS
from tests.at_table import plays
from tests.rooms.open_house import guest
from tests.tui.conftest import match_of
from tests.tui.lobbies import arcade_of, at_table
from tests.tui.together import party
from tests.tui.waiting import opened, press, until
from tests.tui.watchers import is_replay

# Coming and going


@pytest.mark.long
async def test_who_leaves_keeps_the_seat_and_comes_back_to_it() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        room = await here.sit(Terms("gobblet"))
        await ann.presses("1", "a", "1")
        await here.rest()
        await mara.presses("q")
        await here.rest()
        assert ann.said == "Mara has left the table."
        assert "away" in ann.seats
        assert ann.prompt == "Waiting for Mara."
        mara.enters(room)
        await here.rest()
        assert ann.said == "Mara is back."
        assert "away" not in ann.seats
        assert mara.moves == "W1A1"
        assert mara.table.situation.asked


@pytest.mark.long
@pytest.mark.parametrize(("control", "straight"), [("5+3", True), ("3d", False), ("none", False)])
async def test_who_comes_back_stands_at_the_table_whose_clock_runs(control: str, straight: bool) -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet", control=TimeControl.read(control)))
        await ann.presses("1", "a", "1")
        await here.rest()
        mara.visit.close()
        await here.rest()
        assert "gone" in ann.seats
        async with opened(arcade_of(guest(here.lobby, "Mara"))) as again:
            await here.rest()
            assert at_table(again) is straight
            assert "gone" not in ann.seats
            assert ann.prompt == "Waiting for Mara."
            if straight:
                await press(again, "1", "b", "2")
                await here.rest()
                assert ann.moves == "W1A1 K1B2"
                await press(again, "q")
                assert not at_table(again)


@pytest.mark.long
async def test_who_has_lost_while_gone_is_told_on_coming_back() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet", control=TimeControl.read("5+3")))
        await ann.presses("1", "a", "1")
        await here.rest()
        mara.visit.close()
        await here.time.passes(301)
        await here.rest()
        assert ann.sign == "You win"
        async with arcade_of(guest(here.lobby, "Mara")).run_test(size=(80, 24)) as again:
            told = "Your time ran out while you were gone: Ann won your game of Gobblet."
            await until(
                again, lambda: told in [notice.message for notice in again.app._notifications], "told"
            )
            assert not at_table(again)


@pytest.mark.long
async def test_whoever_is_gone_is_told_of_and_what_becomes_of_the_game() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("1", "a", "1")
        await here.rest()
        mara.visit.close()
        await here.rest()
        assert ann.said == "Mara is gone."
        assert "gone" in ann.seats
        assert ann.prompt == "Mara is gone. The game waits."


@pytest.mark.long
async def test_where_a_clock_runs_nothing_can_be_claimed() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet", control=TimeControl.read("5+3")))
        await ann.presses("1", "a", "1")
        await here.rest()
        mara.visit.close()
        here.wall.now += 130
        await here.rest()
        assert ann.prompt == "Mara is gone. The clock runs."
        await ann.presses("!")
        await here.rest()
        assert ann.said == "There is nothing to claim."
        assert ann.table.match.result is None


async def test_a_game_can_be_claimed_from_a_guest_without_a_key_who_stays_away() -> None:
    async with party("Ann", "Mara", keyless=("Mara",)) as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("1", "a", "1")
        await here.rest()
        mara.visit.close()
        await here.rest()
        assert ann.prompt == "Mara is gone. You may claim the game if they stay away."
        await ann.presses("!")
        assert ann.said == "There is nothing to claim."
        here.wall.now += 130
        ann.ticks()
        await here.rest()
        assert ann.prompt == "Mara is gone: ! claims the game."
        await ann.presses("!")
        await here.rest()
        assert ann.sign == "You win"
        assert "Mara left the game in turn 1." in ann.ending


@pytest.mark.long
async def test_somebody_comes_to_watch_in_the_middle() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, mara, tom = here.guests
        challenge = ann.visit.offer(Terms("gobblet"))
        mara.visit.accept(challenge.id)
        assert ann.visit.called
        room = ann.visit.called.id
        ann.enters(room)
        mara.enters(room)
        await here.rest()
        await ann.presses("1", "a", "1")
        await here.rest()
        tom.enters(room)
        await here.rest()
        assert ann.said == "Tom watches."
        assert tom.moves == "W1A1"
        assert tom.prompt == "Waiting for Mara."
        await mara.presses("1", "b", "2")
        await here.rest()
        assert tom.moves == "W1A1 K1B2"


# Talk


@pytest.mark.long
async def test_a_line_is_said_to_all_at_the_table() -> None:
    async with party("Ann", "Mara", "Tom", size=(120, 40)) as here:
        ann, mara, _ = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("/")
        await ann.presses("H", "i", "full_stop", "enter")
        await here.rest()
        for each in here.guests:
            assert "Ann  Hi." in each.screen
        assert "Watching: Tom" in ann.screen
        await mara.presses("/", "down", "enter")
        await here.rest()
        assert "Mara  Hello!" in ann.screen
        await ann.runs(f"screen.do('mute {mara.visit.id}')")
        assert "Mara  Hello!" not in ann.screen


async def test_where_there_is_no_room_the_last_line_stands_in_the_status() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        await mara.presses("/", "down", "enter")
        await here.rest()
        assert ann.said == "Mara: Hello!"
        await ann.presses("1", "a", "1")
        await here.rest()
        assert ann.moves == "W1A1"


async def test_in_a_rated_game_spectators_are_heard_by_spectators_until_the_end() -> None:
    async with party("Ann", "Mara", "Tom", "Uma") as here:
        ann, mara, tom, uma = here.guests
        await here.sit(Terms("gobblet", rated=True))
        await tom.presses("/")
        assert "Players read it after the game" in tom.screen
        await tom.presses(*"psst", "enter")
        await here.rest()
        for each in (ann, mara):
            assert "psst" not in each.screen
            await each.presses("/")
            assert "psst" not in each.screen
            await each.presses("escape")
        await uma.presses("/")
        assert "(watching) psst" in uma.screen
        await uma.presses("escape")
        ann.table.doing.live.resign(0)
        await here.rest()
        await ann.presses("/")
        assert "Tom" in ann.screen
        assert "(watching) psst" in ann.screen


@pytest.mark.long
async def test_a_spectators_line_never_takes_the_place_of_the_games_words() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, _, tom = here.guests
        await here.sit(Terms("gobblet"))
        before = ann.said
        await tom.presses("/", *"psst", "enter")
        await here.rest()
        assert ann.said == before
        await ann.presses("/")
        assert "(watching) psst" in ann.screen


@pytest.mark.long
async def test_nothing_is_shown_to_who_wants_no_chat() -> None:
    async with party("Ann", "Mara", size=(120, 40)) as here:
        ann, mara = here.guests
        with ann.app._context():
            ann.app.change_settings(chat=False)
        await here.sit(Terms("gobblet"))
        await mara.presses("/", "down", "enter")
        await here.rest()
        assert "Hello!" not in ann.screen
        await ann.presses("/")
        assert ann.said == "Chat is off: the settings turn it on."
        assert "/" not in {key.key for key in ann.table.query_one(KeyLine).keys}


# After the end


async def test_what_is_said_after_the_end_stands_with_it_where_there_is_room() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        ann.table.doing.live.resign(0)
        await here.rest()
        await mara.presses("/", "down", "down", "down", "enter")
        await here.rest()
        assert "Table Mara: Well played!" in ann.ending
        await mara.presses("q")
        await here.rest()
        assert "Table Mara has left the table." in ann.ending


@pytest.mark.long
async def test_a_rematch_begins_when_both_want_it() -> None:
    async with party("Ann", "Mara", "Tom") as here:
        ann, mara, tom = here.guests
        room = await here.sit(Terms("gobblet"))
        ann.table.doing.live.resign(0)
        await here.rest()
        await mara.presses("enter")
        await here.rest()
        assert "Mara wants a rematch." in ann.ending
        assert "Waiting for Ann" in mara.actions
        assert ann.table.match.result
        await ann.presses("enter")
        await here.rest()
        assert ann.visit.my_rooms()[0].id != room
        assert [each.table.match.names for each in (ann, mara)] == [("Mara", "Ann")] * 2
        assert (ann.table.situation.asked, mara.table.situation.asked) == (False, True)
        assert not list(mara.app._notifications), "it is no other game of hers"
        assert "Watch the next game" in tom.actions
        await tom.presses("enter")
        await here.rest()
        assert tom.table.match.names == ("Mara", "Ann")


async def test_a_review_is_allowed_after_the_end() -> None:
    async with party("Ann", "Mara") as here:
        ann, _ = here.guests
        await here.sit(Terms("gobblet"))
        await ann.presses("1", "a", "1")
        await here.rest()
        assert ann.table.situation.refusal("replay")
        ann.table.doing.live.resign(0)
        await here.rest()
        await ann.presses("t")
        assert is_replay(ann.app.screen)


# Other games


@pytest.mark.long
async def test_a_turn_in_another_game_is_told_with_the_key_that_goes_there() -> None:
    async with party("Ann", "Mara", "Tom", size=(100, 30)) as here:
        ann, mara, tom = here.guests
        first = await here.sit(Terms("gobblet"))
        challenge = tom.visit.offer(Terms("egg-carton", control=TimeControl.read("3d")))
        ann.visit.accept(challenge.id)
        other = ann.visit.my_rooms()[1].id
        tom.enters(other)
        await here.rest()
        await tom.presses("b")
        await here.rest()
        told = "Tom: your turn in Egg Carton. Y goes there."
        await until(ann.pilot, lambda: told in [notice.message for notice in ann.app._notifications], "told")
        keys = {key.key: key.does for key in ann.table.query_one(KeyLine).keys}
        assert keys["Y"] == "your turn: Egg Carton"
        await ann.presses("Y")
        await here.rest()
        assert ann.table.match.game.key == "egg-carton"
        assert ann.table.situation.asked
        assert mara.said == "Ann has left the table."
        assert first != other


@pytest.mark.long
async def test_a_turn_elsewhere_is_told_at_a_table_of_ones_own() -> None:
    async with party("Ann", "Tom") as here:
        ann, tom = here.guests
        with ann.app._context():
            ann.app.play_match(match_of('[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'))
        challenge = tom.visit.offer(Terms("egg-carton", control=TimeControl.read("3d")))
        ann.visit.accept(challenge.id)
        tom.enters(ann.visit.my_rooms()[0].id)
        await here.rest()
        await tom.presses("b")
        await here.rest()
        keys = ann.table.query_one(KeyLine)
        await until(ann.pilot, lambda: "your turn" in [key.does for key in keys.keys], "told")
        await ann.presses("Y")
        await here.rest()
        assert ann.table.match.game.key == "egg-carton"
        assert ann.table.situation.asked


# Clocks and codes


@pytest.mark.parametrize(
    ("seconds", "daily", "words"),
    [
        (0.0, False, "0:00"),
        (0.2, False, "0:01"),
        (59.0, False, "0:59"),
        (61.0, False, "1:01"),
        (3723.0, False, "1:02:03"),
        (inf, False, ""),
        (3 * DAY - 5, True, "3 days left"),
        (1.4 * DAY, True, "34 hours left"),
        (HOUR, True, "1 hour left"),
        (600.0, True, "10 min left"),
        (3.0, True, "1 min left"),
    ],
)
def test_what_is_left_in_words(seconds: float, daily: bool, words: str) -> None:
    assert time_left(seconds, daily) == words
    assert until_it_changes(seconds, daily) > 0 or seconds == inf


async def test_clocks_stand_with_the_seats_and_run_for_whom_is_asked() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet", control=TimeControl.read("5+3")))
        assert ann.seats.count("5:00") == 2
        await here.time.passes(61)
        for each in here.guests:
            each.ticks()
        assert "3:59" in ann.seats
        assert "3:59" in mara.seats
        await ann.presses("1", "a", "1")
        await here.rest()
        assert "4:02" in mara.seats


@pytest.mark.long
async def test_who_watches_slowly_uses_no_more_time_than_who_watches_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        with mara.app._context():
            mara.app.change_settings(speed=len(SPEEDS) - 1)
        tick = Animator._tick

        def later(animator: Animator) -> None:  # all time is that of the frames
            here.time._now += 1 / mara.app.frames
            tick(animator)

        monkeypatch.setattr(Animator, "_tick", later)
        monkeypatch.setattr("marbles_tui.tui.kit.animator.monotonic", here.time.now)
        await here.sit(Terms("egg-carton", control=TimeControl.read("5+0")))
        for _ in range(12):
            mover = ann if ann.table.match.turn == 0 else mara
            await until(mover.pilot, lambda: mover.table.situation.asked, "asked")  # noqa: B023
            mover.plays()
            await here.rest()
        assert {word for each in here.guests for word in each.table.situation.clocks} == {"5:00"}
        assert ann.table.doing.live.clock
        assert ann.table.doing.live.clock.left == (300.0, 300.0)


async def test_a_timed_game_waits_until_both_sit() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        challenge = ann.visit.offer(Terms("gobblet", control=TimeControl.read("5+3")))
        mara.visit.accept(challenge.id)
        assert ann.visit.called
        room = ann.visit.called.id
        ann.enters(room)
        await here.rest()
        assert not ann.table.situation.asked
        assert ann.prompt == "The game begins when Mara sits down, or soon without them."
        mara.enters(room)
        await here.rest()
        assert ann.said == "Mara is here."
        assert ann.table.situation.asked


async def test_days_a_move_are_told_in_days() -> None:
    async with party("Ann", "Mara") as here:
        ann, _ = here.guests
        await here.sit(Terms("gobblet", control=TimeControl.read("3d")))
        assert ann.seats.count("3 days left") == 2


async def test_where_nobody_counts_the_time_nothing_runs() -> None:
    async with party("Ann", "Mara") as here:
        ann, _ = here.guests
        await here.sit(Terms("gobblet"))
        assert ann.table.situation.clocks == ()
        assert "clock" not in ann.table.doing._timers


async def test_the_code_of_a_private_game_is_shown_to_its_players() -> None:
    async with party("Ann", "Mara", size=(120, 40)) as here:
        ann, mara = here.guests
        challenge = ann.visit.offer(Terms("gobblet", private=True))
        mara.visit.find_code(challenge.code)
        mara.visit.accept(challenge.id)
        assert ann.visit.called
        room = ann.visit.called.id
        ann.enters(room)
        mara.enters(room)
        await here.rest()
        assert challenge.code in ann.screen.splitlines()[0]


async def test_a_game_that_the_house_closes_is_left() -> None:
    async with party("Ann", "Mara") as here:
        ann, _ = here.guests
        room = await here.sit(Terms("gobblet"))
        here.lobby.rooms[room].close()
        await here.rest()
        assert not any(plays(screen) for screen in ann.app.screen_stack)
