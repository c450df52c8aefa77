"""Draws, and decisions taken back, between people and computers."""

from __future__ import annotations

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit
from marbles_tui.core import BadOption, Result
from marbles_tui.play import Match
from marbles_tui.table.players import Act, Engine, Here, Human, Player
from marbles_tui.table.session import Session
from tests.table.controlled import Heard, Puppet, all_quiet, match_of, running, until

PEOPLE = '[Game "gobblet"]'
COMPUTER = '[Game "gobblet"][Seat2 "computer novice"]'
DRAW = Result.draw(2, "agreed")

ABACUS = '[Game "abacus"]'
THRICE = "a1b2 g5g6 d4c3 g8g7 " * 2
"""The start stands for the third time."""


def table(record: str, *players: Player) -> tuple[Session, Heard]:
    """A session, and who hears it."""
    session, heard = Session(match_of(record), players), Heard()
    session.listen(heard, shows=True)
    return session, heard


class Sure:
    """Thinks always the same of a position; remembers what it was asked."""

    def __init__(self, value: float, move: str = "") -> None:
        self.analysis = Analysis(move, value)
        self.seeds: list[int] = []
        self.hurried = 0

    async def think(
        self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
    ) -> Analysis:
        """What it thinks."""
        self.seeds.append(seed)
        return self.analysis

    def move_now(self) -> None:
        """Count it."""
        self.hurried += 1


# Draws with computers


async def test_an_answer_to_an_offer_that_lapsed_is_none_to_the_next() -> None:
    puppet = Puppet()
    session, _ = table(COMPUTER, Human(), puppet)
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: puppet.offered, "the computer considers")
        late = puppet.answer
        assert session.go_to(session.match)
        assert session.do(Act.DRAW, 0)
        await until(lambda: len(puppet.offered) == 2, "the computer considers")
        assert late
        if not late.done():
            late.set_result(True)
        await all_quiet()
        assert session.state.offer
        assert session.match.result is None
        puppet.answers(False)
        await all_quiet()
        assert session.state.offer is None


@pytest.mark.parametrize(("value", "accepts"), [(-3.0, True), (0.0, True), (0.1, False), (9999.0, False)])
async def test_a_computer_accepts_where_it_stands_no_better_than_even(value: float, accepts: bool) -> None:
    """Whoever is to move: values are those of the mover."""
    first, second = match_of(PEOPLE), match_of(f"{PEOPLE} w1a1")
    assert await Engine("novice", Sure(value)).accepts_draw(first, 0) is accepts
    assert await Engine("novice", Sure(value)).accepts_draw(second, 1) is accepts
    assert await Engine("novice", Sure(-value)).accepts_draw(first, 1) is accepts
    assert await Engine("novice", Sure(-value)).accepts_draw(second, 0) is accepts


@pytest.mark.parametrize(
    ("setup", "accepts"), [("0,0,0,0,0,1/1,1,1,1,1,1/0,0/1", True), ("1,1,1,0,0,0/0,0,0,0,0,1/0,0/1", False)]
)
async def test_a_computer_knows_whether_it_is_lost(setup: str, accepts: bool) -> None:
    record = f'[Game "egg-carton"][Seat2 "computer novice"][Setup "{setup}"]'
    session, heard = table(record, Human(), Engine("novice", Here()))
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: session.state.offer is None, "the computer answers")
        assert (session.match.result == DRAW) is accepts
        assert heard.told[2] == ("accepted" if accepts else "refused", 1)


async def test_a_computer_that_cannot_tell_plays_on() -> None:
    class Ignorant(Sure):
        async def think(
            self, match: Match, level: str | None = None, limit: Limit | None = None, seed: int = 0
        ) -> Analysis:
            raise BadOption("no computer plays this")

    match = match_of(PEOPLE)
    assert not await Engine("novice", Ignorant(0)).accepts_draw(match, 0)
    dice = match_of('[Game "getaway"]')
    assert not await Engine("novice", Sure(-1.0)).accepts_draw(dice, 0)
    many = match_of('[Game "beadmaster"][Seat3 "human"]')
    assert not await Engine("novice", Sure(-1.0)).accepts_draw(many, 1), "a value is the mover's alone"
    assert await Engine("novice", Sure(-1.0)).accepts_draw(many, 0)


# Claims


@pytest.mark.parametrize(("value", "claims"), [(-0.5, True), (0.0, True), (0.5, False)])
async def test_a_computer_claims_where_it_stands_no_better_than_even(value: float, claims: bool) -> None:
    match = match_of(f"{ABACUS} {THRICE}")
    choice = await Engine("novice", Sure(value, "a1b2")).choose(match)
    assert choice == (Act.CLAIM if claims else match.game.find(match.position, "a1b2"))
    before = match_of(ABACUS)
    assert await Engine("novice", Sure(value, "a5b5")).choose(before) is not Act.CLAIM


async def test_a_computer_ends_the_match_by_its_claim() -> None:
    record = f'{ABACUS}[Seat1 "computer novice"] {THRICE}'
    session, heard = table(record, Engine("novice", Sure(-1.0)), Human())
    async with running(session):
        await until(lambda: ("over", "repetition") in heard.told, "the end")
