"""Those who sit at a table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
import pytest_asyncio

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue, ThinkingFailedError
from marbles_tui.core import BadOption, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import SEED
from marbles_tui.table.players import Act, Choosing, Dice, Engine, Here, Human
from marbles_tui.tui.games.picking import Picker
from tests.table.controlled import match_of
from tests.table.test_session import Sure

SEARCHED = [game for game in GAMES if game.has_kernel]


def seeded(game: Game, seed: int) -> Match:
    """A new match against a novice."""
    return Match.new(game, seats=(Seat("", "computer novice"), Seat()), tags=((SEED, str(seed)),))


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
async def test_a_novice_does_not_play_the_same_match_every_time(game: Game) -> None:
    played = {str(await Engine("novice", Here()).choose(seeded(game, seed))) for seed in range(10)}
    assert len(played) > 1


@pytest.mark.parametrize("game", SEARCHED, ids=lambda game: game.key)
async def test_from_the_same_seed_it_does(game: Game) -> None:
    match = seeded(game, 4)
    first, second = [await Engine("novice", Here()).choose(match) for _ in range(2)]
    assert first == second


async def test_an_engine_draws_its_seed_from_the_match_and_the_ply() -> None:
    mind = Sure(1.0, "W1A1")
    engine = Engine("novice", mind)
    gobblet = next(game for game in GAMES if game.key == "gobblet")
    for seed in (1, 1, 2):
        await engine.choose(seeded(gobblet, seed))
    mind.analysis = Sure(1.0, "W1B2").analysis
    await engine.choose(seeded(gobblet, 1).read("W1A1").read("K1D4"))
    one, same, other, later = mind.seeds
    assert one == same
    assert len({one, other, later}) == 3


async def test_who_hurries_an_engine_hurries_its_thinking() -> None:
    mind = Sure(0.0)
    Engine("novice", mind).hurry()
    assert mind.hurried == 1


async def test_an_engine_says_what_it_has_proved_until_it_forgets() -> None:
    match = match_of('[Game "egg-carton"][Seat1 "computer perfect"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]')
    engine = Engine("perfect", Here())
    assert engine.thought is None
    await engine.choose(match)
    assert engine.thought
    assert engine.thought.words() == "wins in 1 move"
    engine.forget()
    assert engine.thought is None


async def test_a_level_that_there_is_not_is_played_by_the_nearest() -> None:
    match = match_of('[Game "egg-carton"]')
    assert await Engine("wizard", Here()).choose(match) in match.position.moves()


async def test_the_same_ply_never_rolls_anew() -> None:
    match = match_of('[Game "getaway"]')
    rolls = {await Dice(3).choose(match) for _ in range(5)}
    assert len(rolls) == 1
    assert len({await Dice(seed).choose(match) for seed in range(40)}) == len(match.position.moves())


async def test_what_a_function_does_not_choose_is_waited_for() -> None:
    match = match_of('[Game "gobblet"]')
    assert await Choosing(lambda _: Act.RESIGN).choose(match) is Act.RESIGN
    silent = asyncio.ensure_future(Choosing(lambda _: None).choose(match))
    await asyncio.sleep(0)
    assert not silent.done()
    silent.cancel()


async def test_a_person_forgets_what_was_meant_for_another_position() -> None:
    match = match_of('[Game "gobblet"]')
    person = Human()
    old, new, *_ = match.position.moves()
    person.put(old)
    person.forget()
    person.put(new)
    assert await person.choose(match) == new


CARTON = '[Game "egg-carton"][Seat1 "computer adept"][Setup "5"]'
LOST = '[Game "egg-carton"][Seat2 "computer novice"][Setup "1,1,1,0,0,0/0,0,0,0,0,1/0,0/1"]'


@pytest_asyncio.fixture
async def client() -> AsyncIterator[EngineClient]:
    """A line to a process of its own."""
    client = EngineClient()
    yield client
    await client.close()


async def test_the_process_chooses_as_this_one_would(client: EngineClient) -> None:
    match = match_of(CARTON)
    move = await Engine("adept", client).choose(match)
    assert move in match.position.moves()
    assert move == await Engine("adept", Here()).choose(match)


async def test_the_process_answers_a_draw(client: EngineClient) -> None:
    match = match_of(LOST)
    assert not await Engine("novice", client).accepts_draw(match, 1)
    assert await Engine("novice", client).accepts_draw(match, 0)


async def test_without_a_process_it_thinks_in_this_one(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_room(self: EngineClient) -> JobQueue:
        raise ThinkingFailedError("no room")

    monkeypatch.setattr(EngineClient, "process", no_room)
    match = match_of('[Game "egg-carton"][Seat1 "computer wizard"]')
    assert await Engine("wizard", EngineClient()).choose(match) in match.position.moves()
    alone = match_of('[Game "gobblet"][Seat1 "computer novice"]')
    monkeypatch.setattr(type(alone.game), "evaluate", Game.evaluate)
    with pytest.raises(BadOption, match="no computer plays"):
        await Engine("novice", EngineClient()).choose(alone)


class Hop(NamedTuple):
    """A move that is picked as from and to, or from the other side as to and from."""

    start: int
    end: int

    @property
    def paths(self) -> tuple[tuple[int, ...], ...]:
        return ((self.start, self.end), (self.end + 100, self.start))


HOPS = (Hop(1, 2), Hop(1, 3), Hop(4, 2))


def test_a_pick_narrows_what_comes_next_and_the_last_completes_the_move() -> None:
    picker = Picker(HOPS)
    assert picker.next_cells == {1, 4, 102, 103}
    assert picker.pick(1) is None
    assert picker.next_cells == {2, 3}
    assert picker.leads_to(3) == Hop(1, 3)
    with pytest.raises(ValueError, match="cannot be picked"):
        picker.pick(4)
    assert picker.back()
    assert picker.picks == ()
    assert not picker.back()
    picker.pick(102)
    assert picker.pick(4) == Hop(4, 2), "the same move by another path"
    assert picker.picks == ()
