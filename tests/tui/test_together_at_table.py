"""People on different machines at one table: who is there and asked, what they say, how much time they have."""

from __future__ import annotations

import asyncio
from itertools import product
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

from marbles_tui.core.scene import Tone
from marbles_tui.play import Match
from marbles_tui.rooms.backend import Terms
from marbles_tui.table.clock import DAY, HOUR, SHOW, TimeControl
from marbles_tui.table.ending import tone_of
from marbles_tui.table.players import Human, Player
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.together import time_left, until_it_changes
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.lines import SPEEDS
from marbles_tui.tui.table.beside import Seats
from marbles_tui.tui.table.sitting import match_screen
from tests.for_each import for_each
from tests.tui.stage import Here, match_of, opens
from tests.tui.together import party


@for_each(
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


@pytest.mark.long
async def test_who_watches_slowly_uses_no_more_time_than_who_watches_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        with mara.app._context():
            mara.app.change_settings(speed=len(SPEEDS) - 1)

        async def later(*awaited: Any, timeout: float) -> None:  # all time is that of the frames
            await asyncio.wait(*awaited, timeout=timeout)
            here.time._now += 1 / mara.app.frames

        waits = SimpleNamespace(wait=later, get_running_loop=asyncio.get_running_loop)
        monkeypatch.setattr("marbles_tui.tui.kit.animator.asyncio", waits)
        monkeypatch.setattr("marbles_tui.tui.kit.animator.monotonic", here.time.now)
        await here.sit(Terms("egg-carton", control=TimeControl.read("5+0")))
        for _ in range(12):
            mover = ann if ann.table.match.turn == 0 else mara
            await mover.pilot.until(lambda: mover.table.situation.asked, "asked")  # noqa: B023
            mover.plays()
            await here.rest()
        assert {word for each in here.guests for word in each.table.situation.clocks} == {"5:00"}
        assert ann.table.doing.live.clock
        assert ann.table.doing.live.clock.left == (300.0, 300.0)


@pytest.mark.parametrize(
    ("game", "size"), [("egg-carton", (80, 24)), ("egg-carton", (120, 40)), ("abacus", (80, 24))]
)
async def test_a_second_that_goes_by_is_all_that_is_shown(game: str, size: tuple[int, int]) -> None:
    async with party("Ann", "Mara", size=size) as here:
        ann, _ = here.guests
        await here.sit(Terms(game, control=TimeControl.read("5+0")))
        await here.time.passes(SHOW)
        until_then = ann.screen
        assert until_then.count("5:00") == 2
        await here.time.passes(7)
        with ann.app._context():
            ann.table.doing._tick()
        await here.rest()
        ticked = ann.screen
        assert ticked.count("4:53") == 1
        assert ticked.replace("4:53", "5:00") == until_then
        with ann.app._context():
            ann.table.changed()
        await here.rest()
        assert ann.screen == ticked


async def test_the_code_of_a_private_game_is_shown_to_its_players() -> None:
    async with party("Ann", "Mara", size=(120, 40)) as here:
        ann, mara = here.guests
        challenge = ann.visit.offer(Terms("gobblet", private=True))
        mara.visit.find_code(challenge.code)
        mara.visit.accept(challenge.id)
        ann.enters(challenge.id)
        mara.enters(challenge.id)
        await here.rest()
        assert challenge.code in ann.screen.splitlines()[0]


# A table of which some people are elsewhere: who is asked here, who is called "you", what each seat has left.


PAIR = '[Game "gobblet"][Player1 "Ann"][Player2 "Mara"]'


async def sit(pilot: Here, match: Match, *here: int) -> Session:
    """Show a match of which only the people on some seats are here."""
    players: list[Player] = [
        Human() if seat in here else Human(f"{seat}") for seat in range(len(match.seats))
    ]
    session = Session(match, players)
    app = pilot.app
    assert isinstance(app, Arcade)
    await app.push_screen(match_screen(app, session))
    await pilot.rest()
    return session


@for_each(
    ("here", "told"),
    [
        ((0,), (Tone.LOST, "Lost")),
        ((1,), (Tone.WON, "You win")),
        ((0, 1), (Tone.WON, "Mara wins")),
        ((), (Tone.NEUTRAL, "Mara wins")),
        (None, (Tone.WON, "Mara wins")),
    ],
)
def test_an_end_is_another_to_each_who_looks(here: tuple[int, ...] | None, told: tuple[Tone, str]) -> None:
    assert tone_of(match_of(PAIR).resign(0), here) == told


@opens()
async def test_each_seat_shows_what_it_has_left(here: Here) -> None:
    for game, size in product(("abacus", "gobblet", "beadmaster"), ((60, 18), (80, 24), (120, 40))):
        if size[0] == 60:
            await sit(here, match_of(PAIR.replace("gobblet", game)), 0)
            seats = here.screen.query_one(Seats)
        await here.size(*size)
        seats.clocks, seats.words = ("4:07", "1:02:03"), ("", "gone")
        await here.rest()
        lines = str(seats.render()).splitlines()
        assert max(len(line.rstrip()) for line in lines) <= seats.content_size.width, lines
        told = [at for at, line in enumerate(lines) for word in ("4:07", "1:02:03", "gone") if word in line]
        assert len(told) == 3


# People on different machines play with each other.


async def test_each_sees_the_moves_at_their_own_speed() -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        with mara.app._context():
            mara.app.change_settings(speed=6)
        await here.sit(Terms("gobblet"))
        await ann.pilot.press("1", "a", "1")
        await mara.pilot.until(lambda: mara.table.situation.state.showing, "Mara sees the move go")
        await ann.pilot.until(lambda: ann.prompt == "Waiting for Mara.", "Ann has seen it")
        assert mara.table.situation.state.showing
        assert not mara.table.situation.asked
        await mara.presses("enter")
        await here.rest()
        assert mara.table.situation.asked


async def test_what_may_not_be_said_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    async with party("Ann", "Mara") as here:
        ann, mara = here.guests
        await here.sit(Terms("gobblet"))
        here.lobby.silence(ann.visit.account, True)
        await ann.presses("/", *"hello", "enter")
        assert ann.said == "You have been muted here."
        here.lobby.silence(ann.visit.account, False)
        house, id = here.lobby.house, ann.visit.id
        for _ in range(house.limits.lines_a_minute):
            house.note(id, "say", house.wall())
        await ann.presses("/", *"hello", "enter")
        assert ann.said == "That was a lot. Wait a moment before you say more."
        assert "hello" not in mara.screen
        monkeypatch.setattr("marbles_tui.rooms.accounts.MOST_MUTES", 0)
        with ann.app._context():
            ann.table.doing.do("mute", mara.visit.id)
        assert ann.said == "You have muted 0 people already."
