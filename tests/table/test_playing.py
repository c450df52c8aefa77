"""What a face may do at any match that is being played; mypy compares the types."""

from __future__ import annotations

import asyncio

from marbles_tui.play import Match
from marbles_tui.table.players import Human
from marbles_tui.table.playing import Playing
from marbles_tui.table.session import Session
from tests.table.controlled import all_quiet, match_of, until

PEOPLE = '[Game "gobblet"][Player1 "Ann"][Player2 "Ben"]'


def table(match: Match) -> Playing:
    return Session(match, [Human(), Human()])


async def test_a_session_is_one_that_can_be_played_at() -> None:
    playing = table(match_of(PEOPLE))
    running = asyncio.create_task(playing.run())
    await until(lambda: playing.asked == 0, "the first player is asked")
    assert playing.choose(0, playing.match.position.moves()[0])
    await until(lambda: playing.asked == 1, "the second player is asked")
    assert playing.undo(1)
    await until(lambda: playing.asked == 0, "the move is taken back")
    playing.close()
    await running


async def test_nothing_can_be_done_after_it_was_left() -> None:
    playing = table(match_of(PEOPLE))
    playing.close()
    match = playing.match
    done = (
        playing.choose(0, match.position.moves()[0]),
        playing.roll(0),
        playing.move_now(),
        playing.resign(0),
        playing.claim(0),
        playing.offer_draw(0),
        playing.answer(0, True),
        playing.undo(),
        playing.redo(),
        playing.pause(),
        playing.resume(),
        playing.go_to(match),
        playing.reseat(match.seats, playing.players),
        playing.add_tag("Event", "a test"),
        playing.rename(match.seats),
    )
    assert not any(done)
    await all_quiet()
    assert playing.match is match
