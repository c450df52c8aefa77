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


# Draws between people


async def test_a_draw_is_offered_and_accepted_by_the_other_person() -> None:
    session, heard = table(PEOPLE, Human(), Human())
    async with running(session):
        assert session.do(Act.DRAW, 0)
        assert heard.told[-1] == ("DRAW", 0, (1,))
        assert session.match.result is None
        assert not session.do(Act.DRAW, 1), "there is an offer already"
        assert not session.do(Act.ACCEPT, 0), "nobody accepts their own offer"
        assert session.do(Act.ACCEPT, 1)
        await all_quiet()
        assert session.match.result == DRAW
        assert heard.told[-3:] == [("accepted", 1), ("changed", 0), ("over", "agreed")]


async def test_a_draw_is_refused_and_play_goes_on_undisturbed() -> None:
    session, heard = table(PEOPLE, Human(), Human())
    async with running(session):
        assert session.do(Act.DRAW, 1)
        assert session.do(Act.REFUSE, 0)
        assert session.state.offer is None
        assert session.match.result is None
        assert heard.told == [("asked", 0), ("DRAW", 1, (0,)), ("refused", 0)]
        assert session.state.asked == 0


async def test_an_offer_counts_no_more_when_a_move_is_played() -> None:
    session, heard = table(PEOPLE, Human(), Human())
    async with running(session):
        assert session.do(Act.DRAW, 0)
        session.do(session.match.position.moves()[0], 0)
        await all_quiet()
        assert ("lapsed", None) in heard.told
        assert not session.do(Act.ACCEPT, 1)
        assert session.match.result is None


async def test_everybody_must_accept() -> None:
    session, _ = table('[Game "beadmaster"][Seat4 "human"]', *(Human() for _ in range(4)))
    async with running(session):
        assert session.do(Act.DRAW, 2)
        assert session.do(Act.ACCEPT, 0)
        assert session.do(Act.ACCEPT, 3)
        assert session.match.result is None
        assert session.state.offer
        assert session.state.offer.waits == (1,)
        assert session.do(Act.ACCEPT, 1)
        assert session.match.result == Result.draw(4, "agreed")
        assert session.do(Act.UNDO)
        assert session.do(Act.DRAW, 2)
        assert session.do(Act.REFUSE, 3)
        assert not session.do(Act.ACCEPT, 0)
        assert session.match.result is None


async def test_who_plays_alone_has_nobody_to_offer_a_draw() -> None:
    session, _ = table('[Game "getaway"][Players "1"]', Human())
    async with running(session):
        assert not session.do(Act.DRAW, 0)
        assert not session.do(Act.RESIGN, 0)


# Draws with computers


@pytest.mark.parametrize("accepts", [True, False])
async def test_a_computer_that_thinks_answers_first_and_is_then_asked_anew(accepts: bool) -> None:
    puppet = Puppet()
    session, heard = table(COMPUTER, Human(), puppet)
    async with running(session):
        session.do(session.match.position.moves()[0], 0)
        await until(lambda: puppet.thinks, "the computer thinks")
        assert session.do(Act.DRAW, 0)
        await all_quiet()
        assert not puppet.thinks
        assert session.state.thinking is None
        puppet.answers(accepts)
        await all_quiet()
        assert ("accepted" if accepts else "refused", 1) in heard.told
        assert session.match.result == (DRAW if accepts else None)
        assert puppet.thinks is not accepts


async def test_a_person_may_move_before_the_computer_has_answered() -> None:
    puppet = Puppet()
    session, heard = table(COMPUTER, Human(), puppet)
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: puppet.offered, "the computer considers")
        session.do(session.match.position.moves()[0], 0)
        await until(lambda: puppet.thinks, "the computer thinks about its move")
        assert ("lapsed", None) in heard.told
        assert session.match.result is None


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


async def test_after_a_refusal_nobody_else_needs_to_consider() -> None:
    first, second = Puppet(), Puppet()
    record = '[Game "beadmaster"][Seat2 "computer novice"][Seat3 "computer novice"]'
    session, heard = table(record, Human(), first, second)
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: first.offered, "the first computer considers")
        first.answers(False)
        await all_quiet()
        assert ("refused", 1) in heard.told
        assert not second.offered


async def test_people_and_computers_must_all_accept() -> None:
    puppet = Puppet()
    record = '[Game "beadmaster"][Seat3 "computer novice"]'
    session, heard = table(record, Human(), Human(), puppet)
    async with running(session):
        assert session.do(Act.DRAW, 0)
        await until(lambda: puppet.offered, "the computer considers")
        puppet.answers(True)
        await all_quiet()
        assert session.match.result is None
        assert session.do(Act.ACCEPT, 1)
        assert session.match.result == Result.draw(3, "agreed")
        assert session.do(Act.UNDO)
        assert session.do(Act.DRAW, 0)
        await until(lambda: len(puppet.offered) == 2, "the computer considers")
        puppet.answers(False)
        await all_quiet()
        assert ("refused", 2) in heard.told
        assert not session.do(Act.ACCEPT, 1)


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


async def test_who_is_to_move_claims_a_draw_at_the_third_standing() -> None:
    session, heard = table(f"{ABACUS} {THRICE}", Human(), Human())
    async with running(session):
        assert session.match.claimable
        assert not session.do(Act.CLAIM, 1)
        assert session.do(Act.CLAIM, 0)
        await all_quiet()
        assert session.match.result == Result.draw(2, "repetition")
        assert heard.told[-1] == ("over", "repetition")
        assert not session.do(Act.CLAIM, 0)


async def test_nothing_is_claimed_before() -> None:
    session, _ = table(f"{ABACUS} {THRICE[:-5]}", Human(), Human())
    async with running(session):
        assert not session.do(Act.CLAIM, session.match.position.actor)


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


# Taking back


async def test_people_at_one_keyboard_take_back_freely() -> None:
    session, heard = table(f"{PEOPLE} w1a1", Human(), Human())
    async with running(session):
        assert session.do(Act.UNDO, 1)
        assert session.match.plies == 0
        assert session.state.offer is None
        assert heard.told[-1] == ("changed", 0)


@pytest.mark.parametrize("agrees", [True, False])
async def test_somebody_elsewhere_must_agree(agrees: bool) -> None:
    session, heard = table(f"{PEOPLE} w1a1 k1b2", Human(), Human("elsewhere"))
    async with running(session):
        assert session.do(Act.UNDO, 0)
        assert session.match.plies == 2
        assert heard.told[-1] == ("UNDO", 0, (1,))
        assert not session.do(Act.UNDO, 0), "it has been asked already"
        assert session.do(Act.ACCEPT if agrees else Act.REFUSE, 1)
        assert session.match.plies == (0 if agrees else 2)
        assert session.do(Act.REDO, 1) is agrees
        if agrees:
            assert heard.told[-1] == ("REDO", 1, (0,))
            assert session.do(Act.ACCEPT, 0)
            assert session.match.plies == 1


async def test_each_takes_back_what_they_decided() -> None:
    session, _ = table(f"{PEOPLE} w1a1 k1b2", Human(), Human("elsewhere"))
    async with running(session):
        assert session.do(Act.UNDO, 1)
        assert session.do(Act.ACCEPT, 0)
        assert session.match.plies == 1


async def test_who_asks_to_take_back_may_play_on_instead() -> None:
    session, heard = table(f"{PEOPLE} w1a1 k1b2", Human(), Human("elsewhere"))
    async with running(session):
        assert session.do(Act.UNDO, 0)
        session.do(session.match.position.moves()[0], 0)
        await all_quiet()
        assert ("lapsed", None) in heard.told
        assert not session.do(Act.ACCEPT, 1)
        assert session.match.plies == 3


async def test_computers_do_not_mind() -> None:
    puppet = Puppet()
    session, _ = table(f"{COMPUTER} w1a1", Human(), puppet)
    async with running(session):
        await until(lambda: puppet.thinks, "the computer thinks")
        assert session.do(Act.UNDO)
        assert session.match.plies == 0
        assert not puppet.offered
