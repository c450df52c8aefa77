"""What a face may do at any match that is being played; mypy compares the types."""

from __future__ import annotations

import asyncio

from marbles_tui.play import Match
from marbles_tui.table.live import LiveMatch
from marbles_tui.table.players import Act, Human
from marbles_tui.table.session import Session
from tests.table.controlled import all_quiet, match_of, until

PEOPLE = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'


def table(match: Match) -> LiveMatch:
    return Session(match, [Human(), Human()])


async def test_a_session_is_one_that_can_be_played_at() -> None:
    playing = table(match_of(PEOPLE))
    running = asyncio.create_task(playing.run())
    await until(lambda: playing.state.asked == 0, "the first player is asked")
    assert playing.choose(0, playing.state.match.position.moves()[0])
    await until(lambda: playing.state.asked == 1, "the second player is asked")
    assert playing.undo(1)
    await until(lambda: playing.state.asked == 0, "the move is taken back")
    playing.close()
    await running


async def test_nothing_can_be_done_after_it_was_left() -> None:
    match = match_of(PEOPLE)
    session = Session(match, [Human(), Human()])
    session.close()
    done = (
        session.choose(0, match.position.moves()[0]),
        session.choose(0, Act.ROLL),
        session.move_now(),
        session.resign(0),
        session.claim(0),
        session.offer_draw(0),
        session.answer(0, True),
        session.undo(),
        session.redo(),
        session.pause(),
        session.resume(),
        session.go_to(match),
        session.reseat(match.seats, session.players),
        session.add_tag("Event", "a test"),
        session.rename(match.seats),
    )
    assert not any(done)
    await all_quiet()
    assert session.match is match
