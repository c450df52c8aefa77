"""Computers at a table that is not as it should be."""

from __future__ import annotations

import pytest

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.process import EngineProcess, ThinkingFailedError
from tests.tui.conftest import match_of


async def test_a_level_that_there_is_not_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_room(self: EngineClient) -> EngineProcess:
        raise ThinkingFailedError("no room")

    monkeypatch.setattr(EngineClient, "process", no_room)
    match = match_of('[Game "egg-carton"][Seat1 "computer wizard"]')
    move = await EngineClient().player("wizard").choose(match)
    assert move in match.position.moves()
