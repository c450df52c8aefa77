"""Those who sit at a table."""

from __future__ import annotations

import asyncio

import pytest

from marbles_tui.core import Game, IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.series import SEED
from marbles_tui.table.players import Act, Dice, Engine, Here, Human, Script, verdict
from tests.table.controlled import match_of
from tests.table.test_offers import Sure

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
    assert verdict(match, 0, engine.thought, "selection") == ""
    await engine.choose(match)
    assert verdict(match, 0, engine.thought, "selection") == "wins in 1 selection"
    engine.forget()
    assert verdict(match, 0, engine.thought, "selection") == ""


async def test_a_level_that_there_is_not_is_played_by_the_nearest() -> None:
    match = match_of('[Game "egg-carton"]')
    assert await Engine("wizard", Here()).choose(match) in match.position.moves()


async def test_the_same_ply_never_rolls_anew() -> None:
    match = match_of('[Game "getaway"]')
    rolls = {await Dice(3).choose(match) for _ in range(5)}
    assert len(rolls) == 1
    assert len({await Dice(seed).choose(match) for seed in range(40)}) == len(match.position.moves())


async def test_a_script_plays_what_it_says_then_nothing() -> None:
    match = match_of('[Game "gobblet"]')
    script = Script(["w1a1", Act.RESIGN, "nonsense"], draws=True)
    assert str(await script.choose(match)) == "W1A1"
    assert await script.choose(match) is Act.RESIGN
    with pytest.raises(IllegalMove):
        await script.choose(match)
    silent = asyncio.ensure_future(script.choose(match))
    await asyncio.sleep(0)
    assert not silent.done()
    silent.cancel()
    assert await script.accepts_draw(match, 0)


async def test_a_person_forgets_what_was_meant_for_another_position() -> None:
    match = match_of('[Game "gobblet"]')
    person = Human()
    old, new, *_ = match.position.moves()
    person.put(old)
    person.forget()
    person.put(new)
    assert await person.choose(match) == new
