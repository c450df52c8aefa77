"""Time that is counted."""

from __future__ import annotations

from marbles_tui.core import Result
from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.table import phrases
from marbles_tui.table.clock import Clock
from marbles_tui.table.players import Act, Human
from marbles_tui.table.session import Session
from tests.table.controlled import FakeTime, Heard, Puppet, all_quiet, match_of, running

COMPUTER = '[Game "gobblet"][Seat2 "computer novice"]'


def table(
    time: FakeTime, increment: float = 0.0, *, slow: bool = False, show: float = 0.0
) -> tuple[Session, Heard, Puppet]:
    """A person with a minute against a computer with as much."""
    puppet = Puppet()
    clock = Clock.of(2, 60.0, increment)
    session = Session(match_of(COMPUTER), [Human(), puppet], clock=clock, time=time, show=show)
    heard = Heard(slow=slow)
    session.listen(heard, shows=True)
    return session, heard, puppet


def left(session: Session) -> tuple[float, ...]:
    """What the clock shows."""
    assert session.clock
    return session.clock.left


async def test_the_time_of_who_is_asked_runs_and_a_move_adds_to_it() -> None:
    time = FakeTime()
    session, _, puppet = table(time, increment=2.0)
    async with running(session):
        await time.passes(10)
        session.do(session.match.position.moves()[0], 0)
        await all_quiet()
        assert left(session) == (52.0, 60.0)
        await time.passes(7)
        puppet.says("K1B2")
        await all_quiet()
        assert left(session) == (52.0, 55.0)


async def test_whose_time_is_up_has_lost() -> None:
    time = FakeTime()
    session, heard, _ = table(time)
    async with running(session):
        await time.passes(59)
        assert session.match.result is None
        await time.passes(1)
        assert session.match.result == Result.win(2, 1, "time")
        assert heard.told[-1] == ("over", "time")
        assert left(session) == (0.0, 60.0)
        assert phrases.verdict(session.match).endswith("wins on time.")


async def test_a_computer_that_never_answers_loses_on_time() -> None:
    time = FakeTime()
    session, heard, puppet = table(time)
    async with running(session):
        session.do(session.match.position.moves()[0], 0)
        await time.passes(61)
        assert session.match.result == Result.win(2, 0, "time")
        assert not puppet.thinks
        assert heard.told[-1] == ("over", "time")


async def test_no_time_runs_in_a_pause_or_during_a_show() -> None:
    time = FakeTime()
    session, heard, puppet = table(time, slow=True)
    async with running(session):
        await time.passes(5)
        session.pause()
        await time.passes(500)
        session.resume()
        await time.passes(5)
        session.do(session.match.position.moves()[0], 0)
        await all_quiet()
        await time.passes(500)
        assert left(session) == (50.0, 60.0)
        heard.catch_up()
        await time.passes(3)
        session.do(Act.UNDO)
        await all_quiet()
        assert left(session) == (50.0, 57.0)
        assert not puppet.thinks


async def test_while_a_move_is_shown_to_those_who_are_not_waited_for_nobodys_time_runs() -> None:
    time = FakeTime()
    session, _, puppet = table(time, show=0.5)
    async with running(session):
        await time.passes(10)
        session.do(session.match.position.moves()[0], 0)
        await all_quiet()
        assert session.clock_starts_in == 0.5
        await time.passes(0.4)
        assert left(session) == (50.0, 60.0)
        await time.passes(3.1)
        assert left(session) == (50.0, 57.0)
        puppet.says("K1B2")
        await time.passes(0.3)
        session.do(session.match.position.moves()[0], 0)
        await all_quiet()
        assert left(session) == (50.0, 57.0)
        await time.passes(57.6)
        assert session.match.result is None, "what was left of the first show, and the second"
        await time.passes(0.2)
        assert session.match.result == Result.win(2, 0, "time")


async def test_a_record_tells_who_won_on_time_by_its_tag() -> None:
    match = match_of(f"{COMPUTER} w1a1").lose(0, "time")
    assert '[Result "2"]' in str(match)
    again = read_match(str(match), GAMES).whole()
    assert again.result == Result.win(2, 1, "tag")
    assert again.moves == match.moves


def test_a_clock_is_a_value() -> None:
    clock = Clock.of(3, 10.0, 1.0)
    assert clock.spend(1, 4.0).left == (10.0, 6.0, 10.0)
    assert clock.spend(1, 40.0).left == (10.0, 0.0, 10.0)
    assert clock.moved(2).left == (10.0, 10.0, 11.0)
    assert clock.left == (10.0, 10.0, 10.0)
