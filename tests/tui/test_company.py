"""A table of which some people are elsewhere: who is asked here, who is called "you", what each seat has left."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from marbles_tui.core.frame import Tone
from marbles_tui.play import Match
from marbles_tui.table.ending import tone_of
from marbles_tui.table.players import Act, Human, Player
from marbles_tui.table.session import Session
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.table.beside import Seats, Status
from marbles_tui.tui.table.sitting import match_screen
from tests.at_table import MatchTable, plays
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.waiting import press, settle

PAIR = '[Game "gobblet"][Player1 "Ann"][Player2 "Mara"]'
THREE = '[Game "beadmaster"][Player1 "Ann"][Player2 "Mara"][Player3 "Kim"]'


async def sit(pilot: Pilot[None], match: Match, *here: int) -> Session:
    """Show a match of which only the people on some seats are here."""
    players: list[Player] = [
        Human() if seat in here else Human(f"{seat}") for seat in range(len(match.seats))
    ]
    session = Session(match, players)
    app = pilot.app
    assert isinstance(app, Arcade)
    await app.push_screen(match_screen(app, session))
    await settle(pilot)
    return session


def table(pilot: Pilot[None]) -> MatchTable:
    return next(screen for screen in pilot.app.screen_stack if plays(screen))


def said(pilot: Pilot[None]) -> str:
    return table(pilot).query_one(Status).said


def asked(pilot: Pilot[None]) -> str:
    return pilot.app.screen.text if isinstance(pilot.app.screen, QuestionDialog) else ""


@pytest.mark.parametrize(
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


async def test_an_offer_from_elsewhere_is_a_line_to_the_only_one_here(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        session = await sit(pilot, match_of(THREE), 0)
        session.do(Act.DRAW, 1)
        await settle(pilot)
        assert asked(pilot) == ""
        assert said(pilot) == "Mara offers a draw: y accepts, p plays on."
        await press(pilot, "p")
        assert session.state.offer is None
        assert said(pilot) == ""


async def test_those_who_are_not_asked_are_told_who_is(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        session = await sit(pilot, match_of(PAIR))
        session.do(Act.DRAW, 1)
        await settle(pilot)
        assert asked(pilot) == ""
        assert said(pilot) == "Mara offers a draw: Ann to answer."


@pytest.mark.parametrize("game", ["abacus", "gobblet", "beadmaster"])
async def test_each_seat_shows_what_it_has_left(arcade: MakeArcade, game: str) -> None:
    async with arcade().run_test() as pilot:
        await sit(pilot, match_of(PAIR.replace("gobblet", game)), 0)
        seats = table(pilot).query_one(Seats)
        for size in ((60, 18), (80, 24), (120, 40)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            seats.clocks, seats.words = ("4:07", "1:02:03"), ("", "gone")
            await settle(pilot)
            lines = str(seats.render()).splitlines()
            assert max(len(line.rstrip()) for line in lines) <= seats.content_size.width, lines
            told = [
                at for at, line in enumerate(lines) for word in ("4:07", "1:02:03", "gone") if word in line
            ]
            assert len(told) == 3
