"""Computers at a table that is not as it should be."""

from __future__ import annotations

import pytest

from marbles_tui.ai.thinker import Thinker, ThinkingFailedError
from marbles_tui.tui.counsellor import Counsellor
from tests.tui.conftest import match_of


async def test_a_level_that_there_is_not_is_played_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_room(self: Counsellor) -> Thinker:
        raise ThinkingFailedError("no room")

    monkeypatch.setattr(Counsellor, "process", no_room)
    match = match_of('[Game "egg-carton"][Seat1 "computer wizard"]')
    move = await Counsellor().player("wizard").choose(match)
    assert move in match.position.moves()
