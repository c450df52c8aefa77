"""A small share of the storm and of the floods; `tests/host/storm.py` and `tests/host/floods.py` have all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.host import floods, storm

pytestmark = pytest.mark.long


async def test_who_behaves_badly_disturbs_nobody_and_leaves_nothing(tmp_path: Path) -> None:
    assert "each seen by both" in await storm.rounds(1, 1, tmp_path, crowded=200)


async def test_a_killed_host_has_lost_and_doubled_no_move(tmp_path: Path) -> None:
    assert "none lost, none doubled" in await storm.kills(2, 1, tmp_path)


async def test_sockets_that_say_nothing_keep_nobody_out(tmp_path: Path) -> None:
    assert (await floods.door(tmp_path, tries=4)).startswith("4 of 4 came in")


async def test_beside_a_flood_of_keys_others_are_answered(tmp_path: Path) -> None:
    ((_, _, beside),) = await floods.keys(tmp_path, 1.0, ("arrows",))
    assert beside.seconds
    assert not beside.unanswered
