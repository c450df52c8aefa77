"""Computers at a table that think in a process of their own, or cannot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import ThinkingFailedError
from marbles_tui.ai.engine.process import EngineProcess
from marbles_tui.core import BadOption, Game
from marbles_tui.table.players import Engine, Here
from tests.table.controlled import match_of

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
    async def no_room(self: EngineClient) -> EngineProcess:
        raise ThinkingFailedError("no room")

    monkeypatch.setattr(EngineClient, "process", no_room)
    match = match_of('[Game "egg-carton"][Seat1 "computer wizard"]')
    assert await Engine("wizard", EngineClient()).choose(match) in match.position.moves()
    alone = match_of('[Game "gobblet"][Seat1 "computer novice"]')
    monkeypatch.setattr(type(alone.game), "evaluate", Game.evaluate)
    with pytest.raises(BadOption, match="no computer plays"):
        await Engine("novice", EngineClient()).choose(alone)
