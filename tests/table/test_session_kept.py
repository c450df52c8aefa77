"""Resigning, saving, closing and changing seats in a session, in every state."""

from __future__ import annotations

import asyncio

import pytest

from marbles_tui.core import Result
from marbles_tui.play import Match, Seat
from marbles_tui.play.rating import is_rated
from marbles_tui.play.series import CHANGED, NEW_PLAYERS
from marbles_tui.table.clock import Clock
from marbles_tui.table.players import Act, Human
from marbles_tui.table.session import Session
from tests.table.controlled import FakeTime, Heard, Puppet, all_quiet, match_of, running, until
from tests.table.sessions import COMPUTER, PEOPLE, Table

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
            assert table.session.offer_draw(0)
        assert table.session.resign(seat)
        await all_quiet()
        assert table.session.match.result == Result.win(2, 1 - seat, "resigned")
        assert table.heard.told[-1] == ("over", "resigned")
        assert not table.session.resign(1 - seat)
        assert table.session.state.offer is None
        if instant == "thinking":
            assert not table.puppets[1].thinks


async def test_of_more_than_two_the_others_win() -> None:
    table = Table('[Game "beadmaster"][Seat2 "computer novice"][Seat3 "human"]')
    async with running(table.session):
        assert table.session.resign(1)
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
        assert table.session.undo()
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
            table.session.resign(0)
        if state == "offered":
            table.session.offer_draw(0)
    told = len(table.heard.told)
    kept = len(table.saved)
    session = table.session
    assert not any(
        [session.undo(), session.redo(), session.resign(0), session.offer_draw(0), session.pause()]
    )
    assert not any([session.resume(), session.claim(0), session.add_tag("A", "b"), session.move_now()])
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
    assert not table.session.resign(0)
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
        session.choose(0, match.game.find(match.position, "W1A1"))
        await time.passes(4)
        session.choose(1, match.game.find(session.match.position, "K1B2"))
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
        session.choose(0, match.game.find(match.position, "W1A1"))
        await time.passes(3600)
        assert "W1A1" not in heard.told
        saved.set()
        await until(lambda: "W1A1" in heard.told, "it is shown")
