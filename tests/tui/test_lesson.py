"""A lesson's two lines are there whole in every window; all else of lessons is in the playthroughs."""

from __future__ import annotations

from marbles_tui.games import find
from marbles_tui.tui.lesson import open_lesson
from marbles_tui.tui.table.beside import Status
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, screen_text, settle


async def test_both_lines_are_read_at_every_size(arcade: MakeArcade) -> None:
    async with opened(app := arcade()) as pilot:
        open_lesson(app, find("getaway"))
        for size in ((60, 18), (80, 24), (120, 40), (200, 60)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            seen, status = " ".join(screen_text(pilot).split()), app.screen.query_one(Status)
            assert all(word in seen for word in (*status.said.split(), *status.prompt.split()))
            assert "step 1 of 7" in seen
