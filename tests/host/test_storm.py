"""A small share of the storm; `scripts/storm.py` has all of it."""

from __future__ import annotations

from pathlib import Path

from scripts import storm


async def test_who_behaves_badly_disturbs_nobody_and_leaves_nothing(tmp_path: Path) -> None:
    assert "each seen by both" in await storm.rounds(1, 1, tmp_path, crowded=200)


async def test_a_killed_host_has_lost_and_doubled_no_move(tmp_path: Path) -> None:
    assert "none lost, none doubled" in await storm.kills(2, 1, tmp_path)
