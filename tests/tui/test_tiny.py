"""Windows in which there is no room for anything."""

from __future__ import annotations

import pytest
from textual.content import Content

from marbles_tui.tui.textual_fixes.no_columns import fold_into_columns
from marbles_tui.tui.textual_fixes.palette import Commands, Palette
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import settle


async def test_a_list_is_there_again_when_the_window_has_room_again(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("ctrl+p")
        await settle(pilot)
        for width in (5, 4, 1):  # with its border and padding, four columns are none
            await pilot.resize_terminal(width, 40)
            await pilot.pause(0)
        await pilot.resize_terminal(80, 24)
        await settle(pilot)
        assert isinstance(app.screen, Palette)
        assert app.screen.query_one(Commands).size.height > 3


@pytest.mark.parametrize("width", [0, -1])
def test_a_text_in_no_columns_has_no_lines(width: int) -> None:
    fold_into_columns()
    text = Content("words and\nmore words")
    assert text.get_height({}, width) == 0
    assert list(text.wrap(width)) == []
    assert (text.get_height({}, 5), text.get_height({}, 80)) == (4, 2)
