"""Records, positions and stories that leave the arcade."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import MakeArcade, notices
from tests.tui.records import TOLL
from tests.tui.waiting import opened, settle

RECORD = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"] A C'


async def test_where_no_file_can_be_written(
    arcade: MakeArcade, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(arcade(TOLL)) as pilot:
        (home / "file").write_text("")
        monkeypatch.setenv("MARBLES_TUI_HOME", str(home / "file"))
        await pilot.press("w")
        await pilot.app.screen.run_action("do('copy')")
        await settle(pilot)
        assert notices(pilot) == [
            "The story cannot be saved: the folder of your games cannot be written to.",
            "The record is on the clipboard.",
        ]
        assert "*2" in pilot.app.clipboard
