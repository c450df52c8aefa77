"""Draws offered and answered, resignations meant and not, at one keyboard and against computers."""

from __future__ import annotations

import pytest

from marbles_tui.ai.analysis import Analysis
from marbles_tui.play import Match
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.table.beside import Status
from tests.at_table import table
from tests.tui.conftest import MakeArcade, Resting
from tests.tui.waiting import opened, press, settle

AGAINST = '[Game "gobblet"][Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'


@pytest.mark.parametrize(("value", "drawn"), [(0.0, True), (0.5, True), (-0.5, False)])
async def test_a_computer_accepts_where_it_stands_no_better_than_even(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, value: float, drawn: bool
) -> None:
    """The value is that of the person, who is to move."""

    async def hint(self: Resting, match: Match) -> Analysis:
        return Analysis(str(match.position.moves()[0]), value)

    monkeypatch.setattr(Resting, "hint", hint)
    async with opened(arcade(AGAINST)) as pilot:
        await pilot.app.run_action("screen.do('draw')")
        await settle(pilot)
        assert isinstance(pilot.app.screen, QuestionDialog)
        assert pilot.app.screen.text == "Offer Novice a draw?"
        await press(pilot, "y")
        assert (table(pilot).match.result is not None) is drawn
        assert drawn or table(pilot).query_one(Status).said == "The computer plays on."
