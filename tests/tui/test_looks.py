"""What the screens look like: the pictures of the gallery, compared with those that were looked at and found good.

After a change that is meant: `make snapshots`, and look at the report before you commit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from scripts.screenshots import LARGE, PICTURES, SMALL, open_arcade, pose
from tests.tui.screens import variants

GAMES = ("egg-carton", "abacus", "getaway", "beadmaster", "gobblet")
LARGE_TOO = (*GAMES, "menu", "show", "set-up", "statistics", "library", "puzzles", "analysis", "won")
SIGNS_TOO = (*GAMES, "menu", "set-up", "settings", "library", "puzzle", "statistics", "game-menu")
SHOWN_ENOUGH = {
    "egg-carton-won",
    "egg-carton-last",
    "replay",
    "egg-carton-light",
    "beadmaster-light",
    "gobblet-light",
}
SHOWN_ENOUGH |= {name for name in PICTURES if name.endswith("-ascii")}
"""Pictures of the gallery that show little that others here do not."""

USUAL = variants((SMALL,), ("blocks",))
EVERY = {**USUAL, **variants((LARGE,), ("blocks",), LARGE_TOO), **variants((SMALL,), ("ascii",), SIGNS_TOO)}
SHOWN = [*variants((SMALL, LARGE), ("blocks", "ascii")).values()]
MORE = {name: one for name, one in PICTURES.items() if one not in SHOWN and name not in SHOWN_ENOUGH}
ALL = {**EVERY, **MORE}


@pytest.fixture(autouse=True)
def folder() -> Iterator[None]:
    """Come back from the folder that a picture is taken in."""
    here = os.getcwd()
    yield
    os.chdir(here)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in USUAL else pytest.mark.long) for name in ALL]
)
def test_picture(name: str, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setattr("marbles_tui.tui.pages.puzzles.time_left", lambda: "in 12 h 0 min")
    picture = ALL[name]

    async def posed(pilot: Pilot[Any]) -> None:
        await pose(pilot, picture)

    assert snap_compare(open_arcade(picture), terminal_size=picture.size, run_before=posed)
