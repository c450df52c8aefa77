"""Records, positions and stories that leave the arcade."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.store.paths import data_folder
from tests.tui.conftest import MakeArcade, notices
from tests.tui.records import TOLL
from tests.tui.waiting import opened, press, settle

RECORD = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"] A C'


async def test_a_table_s_record_is_copied(arcade: MakeArcade) -> None:
    async with opened(arcade(RECORD)) as pilot:
        await pilot.app.screen.run_action("do('copy')")
        await settle(pilot)
        file = data_folder() / "copied.txt"
        assert notices(pilot) == [f"The record is on the clipboard, and in {file}."]
        assert pilot.app.clipboard == file.read_text(encoding="utf-8")
        assert pilot.app.clipboard.rstrip().endswith("1. A C")


async def test_a_replay_s_record_is_copied_whole_and_its_position_as_shown(arcade: MakeArcade) -> None:
    async with opened(arcade(RECORD)) as pilot:
        await pilot.app.screen.run_action("do('replay')")
        await settle(pilot)
        await pilot.press("home", "c")
        assert pilot.app.clipboard.rstrip().endswith("1. A C")
        await pilot.press("o")
        assert pilot.app.clipboard == "3,3,3,3,3,3/3,3,3,3,3,3/0,0/1"


async def test_a_match_of_the_library_is_copied(arcade: MakeArcade) -> None:
    async with opened(arcade(RECORD)) as pilot:
        await press(pilot, "q")
        await press(pilot, "l")
        await pilot.press("c")
        assert pilot.app.clipboard.rstrip().endswith("1. A C")


async def test_a_story_is_written(arcade: MakeArcade) -> None:
    async with opened(arcade(TOLL)) as pilot:
        await press(pilot, "w")
        file = data_folder() / "story.txt"
        assert notices(pilot) == [f"The story is saved in {file}."]
        assert "You land on Gate." in file.read_text(encoding="utf-8")


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
