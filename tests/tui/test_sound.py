"""The terminal's bell: for the flash, and for whoever is next after a computer."""

from __future__ import annotations

from typing import Any

import pytest

from marbles_tui.tui.app import Arcade
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, until

AGAINST = """\
[Game "egg-carton"]
[Setup "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]
[Player1 "Ann"]
[Seat1 "human"]
[Player2 "Computer"]
[Seat2 "computer novice"]
"""
ALONE = AGAINST.replace("computer novice", "human")


@pytest.mark.parametrize(
    ("record", "settings", "keys", "rung"),
    [
        pytest.param(AGAINST, {"sound": True}, "a", 1, id="a person is next after a computer"),
        pytest.param(AGAINST, {"sound": True}, "a u y", 1, id="taken back"),
        pytest.param(AGAINST, {}, "a", 0, id="not asked for"),
        pytest.param(ALONE, {"sound": True}, "a", 0, id="between two people"),
        pytest.param(ALONE, {"sound": True, "speed": 1}, "a", 1, id="at the flash"),
        pytest.param(ALONE, {"sound": True, "speed": 6}, "a enter", 0, id="a flash that is skipped"),
    ],
)
async def test_it_rings(
    arcade: MakeArcade,
    monkeypatch: pytest.MonkeyPatch,
    record: str,
    settings: dict[str, Any],
    keys: str,
    rung: int,
) -> None:
    heard: list[Arcade] = []
    monkeypatch.setattr(Arcade, "bell", lambda app: heard.append(app))
    async with opened(arcade(record, **settings)) as pilot:
        assert heard == []  # nobody has moved
        await press(pilot, *keys.split())
        await until(
            pilot,
            lambda: table(pilot).situation.asked and not table(pilot).situation.state.showing,
            "the next question",
        )
        assert len(heard) == rung
