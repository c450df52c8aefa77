"""What the screens look like: the pictures of the gallery, compared with those that were looked at and found good.

After a change that is meant: `make snapshots`, and look at the report before you commit.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from textual.pilot import Pilot

from scripts.pictures import LARGE, PICTURES, SMALL, variants
from scripts.screenshots import open_arcade, pose

EVERY = {**variants((SMALL, LARGE), ("blocks",)), **variants((SMALL,), ("ascii",))}
ALL = {**EVERY, **{name: picture for name, picture in PICTURES.items() if picture not in EVERY.values()}}


@pytest.fixture(autouse=True)
def folder() -> Iterator[None]:
    """Come back from the folder that a picture is taken in."""
    here = os.getcwd()
    yield
    os.chdir(here)


@pytest.mark.parametrize("name", ALL)
def test_picture(name: str, snap_compare: Callable[..., bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    picture = ALL[name]

    async def posed(pilot: Pilot[Any]) -> None:
        await pose(pilot, picture)

    assert snap_compare(open_arcade(picture), terminal_size=picture.size, run_before=posed)
