"""Windows in which there is no room for anything."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content

from marbles_tui.tui.textual_patches.no_columns import fold_into_columns
from tests.tui.squeeze import ALL, squeeze


async def test_the_palette_is_there_again_when_the_window_has_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its border and padding, four columns are none; `python -m tests.tui.squeeze` tries all screens."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.chdir(tmp_path)  # and come back from where the arcade is opened
    await squeeze(ALL["palette"], [(5, 40), (4, 40), (1, 1)])


@pytest.mark.parametrize("width", [0, -1])
def test_a_text_in_no_columns_has_no_lines(width: int) -> None:
    fold_into_columns()
    text = Content("words and\nmore words")
    assert text.get_height({}, width) == 0
    assert list(text.wrap(width)) == []
    assert (text.get_height({}, 5), text.get_height({}, 80)) == (4, 2)
