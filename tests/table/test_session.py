"""A table's whole life, without a screen and without sleeping."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marbles_tui.core import CHANCE, Game, IllegalMove, Result
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import CHANGED, NEW_PLAYERS
from marbles_tui.table.clock import Clock
from marbles_tui.table.live import Asked, News, Note, Status
from marbles_tui.table.players import Act, Dice, Engine, Here, Human, ScriptedPlayer
from marbles_tui.table.session import Session
from tests.table.controlled import FakeTime, Heard, Puppet, all_quiet, match_of, running, until
from tests.table.sessions import COMPUTER, PEOPLE, Table

COMPUTERS = '[Game "gobblet"][Seat1 "computer novice"][Seat2 "computer novice"]'


# Playing


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
async def test_computers_play_a_match_to_its_end(game: Game) -> None:
    seats = (Seat("", "computer novice"), Seat("", "computer novice"))
    saved: list[Match] = []
    level = "amateur" if game.key == "abacus" else "novice"
    setup = "5/6/2b1b2/2wwwb2/1w1bbww2/2bwb3/2bw3/6/5 w 4 4" if game.key == "abacus" else None  # 40 plies
    match = Match.new(game, setup=setup, seats=seats)
    session = Session(match, [Engine(level, Here())] * 2, saved.append)
    end = await session.finish()
    assert end.result
    assert len(saved) == end.plies + bool(end.ending)
    assert saved[-1] is end
    assert read_match(str(end), GAMES).whole().positions == end.positions


async def test_people_are_asked_in_turn_and_everything_is_saved_before_it_is_told() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        assert table.session.state.asked == 0
        await table.plays("W1A1", "K1B2")
        assert table.heard.told == [("asked", 0), "W1A1", ("asked", 1), "K1B2", ("asked", 0)]
        assert [match.plies for match in table.saved] == [1, 2]


async def test_only_who_is_asked_chooses_and_only_what_is_legal() -> None:
    table = Table(COMPUTER)
    first, *_ = table.session.match.position.moves()
    assert not table.session.do(first, 0)
    async with running(table.session):
        assert not table.session.do(first, 1)
        assert not table.session.do(Act.ROLL, 0)
        with pytest.raises(IllegalMove):
            table.session.do(table.session.match.play(first)[0].position.moves()[0], 0)
        assert not table.session.do(Act.CLAIM, 0)
        assert table.session.do(first, 0)
        assert not table.session.do(first, 0)
        await until(lambda: table.session.state.thinking == 1, "the computer thinks")
        assert not table.session.do(table.session.match.position.moves()[0], 1)
    assert table.session.match.moves == (first,)


async def test_the_next_is_asked_when_the_move_has_been_shown() -> None:
    table = Table(COMPUTER, slow=True)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.state.showing
        assert (table.session.state.asked, table.session.state.thinking) == (None, None)
        table.heard.catch_up()
        await until(lambda: table.session.state.thinking == 1, "the computer thinks")
        assert not table.session.state.showing


async def test_a_watcher_holds_nobody_up_whether_it_is_slow_or_fails() -> None:
    table = Table(COMPUTER)

    def broken(news: News) -> None:
        raise RuntimeError("I have no idea")

    table.session.listen(Heard(slow=True))
    table.session.listen(broken)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.state.thinking == 1


async def test_what_a_face_raises_ends_the_session() -> None:
    def broken(news: News) -> None:
        raise RuntimeError("the screen is broken")

    table = Table(PEOPLE)
    table.session.listen(broken, shows=True)
    with pytest.raises(RuntimeError, match="the screen is broken"):
        await table.session.run()
    assert not table.session.do(Act.RESIGN, 0)


async def test_a_player_who_never_answers_can_be_left_or_taken_back_from() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        await all_quiet()
        assert table.puppets[1].thinks
        assert table.session.do(Act.UNDO)
        await table.person_asked()
        await table.plays("W1A2")
        assert table.puppets[1].thinks
    assert not table.puppets[1].thinks
    assert table.moves == "W1A2"


async def test_move_now_reaches_who_thinks() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        assert not table.session.do(Act.MOVE_NOW)
        await table.plays("W1A1")
        assert table.session.do(Act.MOVE_NOW)
        assert table.puppets[1].hurried == 1


@pytest.mark.parametrize(
    ("choice", "why"),
    [
        (OSError("the line is dead"), "the line is dead"),
        (Act.ROLL, "Act.ROLL is not legal here"),
        (Act.CLAIM, "Act.CLAIM is not legal here"),
    ],
)
async def test_a_seat_whose_player_fails_is_played_by_hand(choice: Act | Exception, why: str) -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        table.puppets[1].says(choice)
        await table.person_asked()
        assert table.session.state.asked == 1
        assert ("failed", 1, why) in table.heard.told
        await table.plays("K1B2")
        assert table.session.state.asked == 0


async def test_people_roll_their_dice_and_those_of_computers_fall_by_themselves() -> None:
    table = Table('[Game "getaway"][Seat2 "computer novice"]')
    async with running(table.session):
        assert (table.session.state.asked, table.session.state.rolling) == (0, True)
        assert table.session.match.plies == 0
        assert not table.session.do(table.session.match.position.moves()[0], 0)
        assert table.session.match.turn == CHANCE
        assert table.session.do(Act.ROLL, 0)
        assert not table.session.do(Act.ROLL, 0)
        await table.person_asked()
        assert {match.position.actor for match in table.saved} == {0, 1}
        assert {table.session.match.positions[ply].turn for ply in range(table.session.match.plies)} == {
            CHANCE
        }


async def test_the_dice_are_those_of_the_match() -> None:
    match = match_of('[Game "getaway"][Seed "7"]')
    script = [ScriptedPlayer([Act.ROLL] * 3), ScriptedPlayer([Act.ROLL] * 3)]
    session = Session(match, script, stop=lambda match: match.plies == 3)
    end = await session.finish()
    dice = Dice(7)
    for at in range(3):
        assert end.moves[at] == await dice.choose(end.at(at))


# Back and forth


async def test_undo_while_a_computer_thinks_and_redo() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        table.puppets[1].says("K1B2")
        await table.plays("W1C3")
        assert table.session.state.thinking == 1
        table.puppets[1].asked.clear()
        assert table.session.do(Act.UNDO)
        assert table.session.state.thinking is None
        assert table.moves == "W1A1 K1B2"
        await table.person_asked()
        assert not table.puppets[1].thinks
        assert table.session.do(Act.REDO)
        await all_quiet()
        assert table.moves == "W1A1 K1B2 W1C3"
        assert table.session.state.thinking == 1
        assert table.saved[-1].moves == table.session.match.moves


async def test_undo_during_a_show_breaks_it_off() -> None:
    table = Table(PEOPLE, slow=True)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.state.showing
        assert table.session.do(Act.UNDO, 0)
        assert not table.session.state.showing
        await table.person_asked()
        assert table.heard.broken_off == 1
        assert table.session.state.asked == 0
        assert table.heard.told == [("asked", 0), "W1A1", ("changed", 0), ("asked", 0)]


async def test_undo_after_the_end_goes_on_with_the_same_session() -> None:
    table = Table('[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]')
    async with running(table.session):
        await table.plays("F")
        assert table.heard.told[-1] == ("over", "cleared")
        assert not table.session.do(Act.RESIGN, 0)
        assert table.session.do(Act.UNDO, 0)
        await table.plays("F")
        assert table.heard.told.count(("over", "cleared")) == 2


async def test_an_end_that_was_resigned_is_taken_back_and_played_on() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.do(Act.RESIGN, 1)
        await all_quiet()
        assert table.session.do(Act.UNDO)
        await table.plays("K1B2")
        assert table.moves == "W1A1 K1B2"


async def test_there_may_be_nothing_to_take_back_or_play_again() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        assert not table.session.do(Act.UNDO)
        assert not table.session.do(Act.REDO)


async def test_where_only_computers_play_a_ply_is_taken_back_and_play_is_held() -> None:
    table = Table(COMPUTERS)
    async with running(table.session):
        table.puppets[0].says("W1A1")
        await until(lambda: table.session.state.thinking == 1, "the other thinks")
        assert table.session.do(Act.UNDO)
        assert (table.moves, table.session.state.paused) == ("", True)
        await all_quiet()
        assert table.session.state.thinking is None
        assert table.session.do(Act.REDO)
        assert table.session.resume()
        await until(lambda: table.session.state.thinking == 1, "the other thinks again")
        assert table.moves == "W1A1"


async def test_where_only_computers_play_an_end_is_taken_back_first() -> None:
    table = Table(COMPUTERS)
    async with running(table.session):
        table.puppets[0].says("W1A1")
        await until(lambda: table.session.state.thinking == 1, "the other thinks")
        assert table.session.do(Act.RESIGN, 1)
        assert table.session.do(Act.UNDO)
        assert (table.moves, table.session.match.result) == ("W1A1", None)


async def test_who_takes_back_in_a_pause_goes_on_with_play() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.pause()
        assert table.session.do(Act.UNDO)
        assert not table.session.state.paused
        await table.plays("W1A2")
        assert table.session.state.thinking == 1


async def test_another_state_can_be_put_on_the_table() -> None:
    table = Table(COMPUTER)
    there = match_of(f"{COMPUTER} w1a1 k1b2 w1c3 k1d4")
    async with running(table.session):
        assert table.session.go_to(there)
        await table.plays("W2D3")
        assert table.moves.endswith("K1D4 W2D3")


async def test_what_a_player_chose_for_another_position_counts_no_more() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        table.play("W1A1")
        assert table.session.go_to(match_of(PEOPLE))
        await all_quiet()
        assert table.moves == ""
        assert table.session.state.asked == 0


async def test_a_listener_may_call_the_session() -> None:
    class Hasty(Heard):
        def __call__(self, news: News) -> Any:
            showing = super().__call__(news)
            if isinstance(news, Asked) and len(self.told) == 1:
                table.play("W1A1")
            elif news == Asked(1):
                table.session.do(Act.RESIGN, 1)
            return showing

    table = Table(PEOPLE)
    table.heard = Hasty()
    table.session.listen(table.heard, shows=True)
    async with running(table.session):
        assert table.heard.told == [("asked", 0), "W1A1", ("asked", 1), ("changed", 1), ("over", "resigned")]


async def test_a_choice_made_at_once_counts_not_if_the_table_changed_meanwhile() -> None:
    def restless(news: News) -> None:
        if isinstance(news, Status) and news.state.thinking == 0 and not news.state.match.plies:
            session.go_to(match_of(f"{COMPUTERS} w1c3"))

    table = Table(COMPUTERS)
    session = Session(match_of(COMPUTERS), [ScriptedPlayer(["W1A1"]), Puppet()])
    table.session = session
    session.listen(restless, shows=True)
    async with running(session):
        await all_quiet()
        assert table.moves == "W1C3"


# Holding


async def test_a_pause_holds_computers_but_not_the_person_who_was_asked() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        assert table.session.pause()
        assert not table.session.pause()
        await table.plays("W1A1")
        assert table.moves == "W1A1"
        assert table.session.state.thinking is None
        assert table.session.resume()
        await until(lambda: table.session.state.thinking == 1, "the computer thinks")
        assert table.session.pause()
        table.puppets[1].says("K1B2")
        await all_quiet()
        assert table.moves == "W1A1"
        assert table.session.resume()
        await table.person_asked()
        assert table.moves == "W1A1 K1B2"


async def test_a_session_may_begin_held() -> None:
    table = Table(COMPUTERS, hold=True)
    async with running(table.session):
        assert table.session.state.paused
        assert table.session.state.thinking is None
        assert table.session.resume()
        await until(lambda: table.session.state.thinking == 0, "the computer thinks")


async def test_play_can_end_before_the_rules_say_so() -> None:
    table = Table(PEOPLE, stop=lambda match: match.plies == 1)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.state.stopped
        assert table.heard.told[-1] == ("over", None)
        assert not table.session.do(Act.DRAW, 0)
        assert table.session.do(Act.UNDO)
        await table.person_asked()


async def test_a_tag_is_added_while_play_goes_on_undisturbed() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.do(Note("Analysis", "used"))
        assert len(table.puppets[1].asked) == 1
        table.puppets[1].says("K1B2")
        await table.person_asked()
        assert ("Analysis", "used") in table.session.match.tags
        assert '[Analysis "used"]' in str(table.saved[-1])


async def test_who_plays_is_called_otherwise_while_play_goes_on_undisturbed() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        seats = table.session.match.seats
        assert table.session.rename((seats[0]._replace(name="Ann"), seats[1]))
        assert len(table.puppets[1].asked) == 1
        table.puppets[1].says("K1B2")
        await table.person_asked()
        assert table.session.match.seats[0].name == "Ann"
        assert '[Player1 "Ann"]' in str(table.saved[-1])


# Resigning


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("instant", ["asked", "thinking", "showing", "saving", "paused", "offered"])
async def test_either_side_resigns_at_any_instant(seat: int, instant: str) -> None:
    saving: list[asyncio.Future[None]] = []

    def keep(match: Match) -> asyncio.Future[None]:
        saving.append(asyncio.get_running_loop().create_future())
        if instant != "saving":
            saving[-1].set_result(None)
        return saving[-1]

    table = Table(COMPUTER, slow=instant == "showing", keep=keep, time=FakeTime())
    async with running(table.session):
        if instant != "asked":
            await table.plays("W1A1")
        if instant == "paused":
            table.session.pause()
        if instant == "offered":
            assert table.session.do(Act.DRAW, 0)
        assert table.session.do(Act.RESIGN, seat)
        await all_quiet()
        assert table.session.match.result == Result.win(2, 1 - seat, "resigned")
        assert table.heard.told[-1] == ("over", "resigned")
        assert not table.session.do(Act.RESIGN, 1 - seat)
        assert table.session.state.offer is None
        if instant == "thinking":
            assert not table.puppets[1].thinks


async def test_of_more_than_two_the_others_win() -> None:
    table = Table('[Game "beadmaster"][Seat2 "computer novice"][Seat3 "human"]')
    async with running(table.session):
        assert table.session.do(Act.RESIGN, 1)
        assert table.session.match.result == Result.win(3, (0, 2), "resigned")


async def test_a_player_resigns_instead_of_moving() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        table.puppets[1].says(Act.RESIGN)
        await all_quiet()
        assert table.heard.told[-1] == ("over", "resigned")
        assert table.session.match.result == Result.win(2, 0, "resigned")


# Saving


async def test_a_move_is_told_when_it_is_saved() -> None:
    saving: list[asyncio.Future[None]] = []

    def keep(match: Match) -> asyncio.Future[None]:
        saving.append(asyncio.get_running_loop().create_future())
        return saving[-1]

    time = FakeTime()
    table = Table(PEOPLE, keep=keep, time=time)
    async with running(table.session):
        await table.plays("W1A1")
        assert "W1A1" not in table.heard.told
        saving[0].set_result(None)
        await table.person_asked()
        assert table.heard.told[-2:] == ["W1A1", ("asked", 1)]
        assert not table.session.state.unsaved

        await table.plays("K1B2")
        await time.passes(0.4)
        assert "K1B2" not in table.heard.told
        await time.passes(0.2)
        assert "K1B2" in table.heard.told
        assert table.session.state.unsaved
        saving[1].set_result(None)
        await all_quiet()
        assert not table.session.state.unsaved


async def test_saving_that_fails_stops_nobody_and_recovers() -> None:
    full = [True]

    def keep(match: Match) -> None:
        if full[0]:
            raise OSError("the disk is full")

    table = Table(PEOPLE, keep=keep)
    async with running(table.session):
        await table.plays("W1A1", "K1B2")
        assert table.heard.told.count(("trouble", "the disk is full")) == 1
        assert table.session.state.unsaved
        full[0] = False
        await table.plays("W1C3")
        assert ("trouble", "") in table.heard.told
        assert not table.session.state.unsaved


@pytest.mark.parametrize("outcome", [OSError("the disk is full"), False])
async def test_saving_that_fails_later_stops_nobody(outcome: object) -> None:
    async def keep(match: Match) -> object:
        await asyncio.sleep(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    table = Table(PEOPLE, keep=keep)
    async with running(table.session):
        await table.plays("W1A1", "K1B2")
        troubles = [told for told in table.heard.told if told[0] == "trouble"]
        assert len(troubles) == 1
        assert troubles[0][1]
        assert table.session.state.unsaved
        assert table.session.state.asked == 0


async def test_undo_while_a_move_is_being_saved() -> None:
    saving: list[asyncio.Future[None]] = []

    def keep(match: Match) -> asyncio.Future[None]:
        saving.append(asyncio.get_running_loop().create_future())
        return saving[-1]

    table = Table(PEOPLE, keep=keep, time=FakeTime())
    async with running(table.session):
        await table.plays("W1A1")
        assert table.session.do(Act.UNDO)
        await table.person_asked()
        assert "W1A1" not in table.heard.told
        assert len(saving) == 2
        assert not saving[0].cancelled()


# Closing


@pytest.mark.parametrize("state", ["new", "asked", "thinking", "showing", "paused", "over", "offered"])
async def test_a_session_is_closed_in_every_state(state: str) -> None:
    table = Table(COMPUTER, slow=state == "showing")
    if state == "new":
        table.session.close()
        await table.session.run()
        return
    async with running(table.session):
        if state != "asked":
            await table.plays("W1A1")
        if state == "paused":
            table.session.pause()
        if state == "over":
            table.session.do(Act.RESIGN, 0)
        if state == "offered":
            table.session.do(Act.DRAW, 0)
    told = len(table.heard.told)
    kept = len(table.saved)
    session = table.session
    assert not any(
        [
            session.do(Act.UNDO),
            session.do(Act.REDO),
            session.do(Act.RESIGN, 0),
            session.do(Act.DRAW, 0),
            session.pause(),
        ]
    )
    assert not any(
        [session.resume(), session.do(Act.CLAIM, 0), session.do(Note("A", "b")), session.do(Act.MOVE_NOW)]
    )
    assert not session.go_to(match_of(PEOPLE))
    await all_quiet()
    assert (len(table.heard.told), len(table.saved)) == (told, kept)
    now = session.state
    assert (now.asked, now.thinking, now.showing, now.offer) == (None, None, False, None)


async def test_who_cancels_the_run_closes_the_session() -> None:
    table = Table(COMPUTER)
    task = asyncio.create_task(table.session.run())
    await table.plays("W1A1")
    task.cancel()
    await until(task.done, "the run ends")
    await all_quiet()
    assert not table.session.do(Act.RESIGN, 0)
    assert not table.puppets[1].thinks


async def test_a_table_needs_a_player_for_each_seat() -> None:
    with pytest.raises(ValueError, match="expected 2 players, not 1"):
        Session(match_of(PEOPLE), [Human()])


async def test_others_take_the_seats_and_the_record_says_so() -> None:
    table = Table(PEOPLE)
    async with running(table.session):
        await table.plays("W1A1")
        puppet = Puppet()
        assert not table.session.reseat((Seat(), Seat(), Seat()), [Human(), puppet, Human()])
        assert table.session.reseat((Seat("Ann"), Seat("Novice", "computer novice")), [Human(), puppet])
        await until(lambda: bool(puppet.asked), "the computer is asked")
        match = table.session.match
        assert match.names == ("Ann", "Novice")
        assert match.plies == 1
        assert not is_rated(match)
        assert match.tag(CHANGED) == NEW_PLAYERS
        assert table.saved[-1] == match
    assert not table.session.reseat(match.seats, [Human(), Human()])


async def test_a_computer_that_thinks_makes_room_for_a_person() -> None:
    table = Table(COMPUTER)
    async with running(table.session):
        await table.plays("W1A1")
        await until(lambda: bool(table.puppets[1].asked), "the computer is asked")
        assert table.session.reseat((Seat("Ann"), Seat("Ben")), [Human(), Human()])
        await table.plays("K1B2")
        assert table.session.match.plies == 2


# The clock in the record


async def test_each_move_bears_what_its_player_had_left() -> None:
    time = FakeTime()
    match = match_of(PEOPLE)
    session = Session(match, [Human(), Human()], clock=Clock.of(2, 60, 5), time=time)
    async with running(session):
        await time.passes(10)
        assert session.clock
        assert session.clock.left == (50, 60)
        session.do(match.game.find(match.position, "W1A1"), 0)
        await time.passes(4)
        session.do(match.game.find(session.match.position, "K1B2"), 1)
        await all_quiet()
        assert session.match.clocks == (50, 56)
        assert session.clock.left == (55, 61)


async def test_a_move_is_not_shown_before_it_is_saved_where_that_may_take_any_time() -> None:
    time, saved = FakeTime(), asyncio.Event()
    match = match_of(PEOPLE)
    heard = Heard()
    session = Session(match, [Human(), Human()], lambda match: saved.wait(), time=time, grace=float("inf"))
    session.listen(heard, shows=True)
    async with running(session):
        session.do(match.game.find(match.position, "W1A1"), 0)
        await time.passes(3600)
        assert "W1A1" not in heard.told
        saved.set()
        await until(lambda: "W1A1" in heard.told, "it is shown")
