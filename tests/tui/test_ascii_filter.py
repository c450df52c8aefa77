"""The ASCII skin is ASCII everywhere: on every screen, in every size, to the last border and scroll bar."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from marbles_tui.tui.line_filters import ascii_for
from scripts.screenshots import open_arcade, pose, variants
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, screen_text, settle

PICTURES = variants(((60, 18),), ("ascii",))


@pytest.mark.long
@pytest.mark.parametrize("name", PICTURES)
async def test_every_screen_is_ascii(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path.cwd()
    monkeypatch.setenv("MARBLES_TUI_HOME", os.environ["MARBLES_TUI_HOME"])
    try:
        app = open_arcade(PICTURES[name])
        async with app.run_test(size=PICTURES[name].size) as pilot:
            await pose(pilot, PICTURES[name])
            rows = screen_text(pilot).splitlines()
    finally:
        os.chdir(here)
    assert any(row.strip() for row in rows)
    assert not [row for row in rows if not row.isascii()]


async def test_names_are_ascii_too_and_the_screen_follows_the_skin(arcade: MakeArcade) -> None:
    app = arcade('[Game "egg-carton"]\n[Player1 "Žofie 王"]', skin="ascii")
    async with opened(app) as pilot:
        assert "Zofie ?" in screen_text(pilot)
        app.change_settings(skin="glyphs")
        await settle(pilot)
        assert "Žofie 王" in screen_text(pilot)
        assert "╭" in screen_text(pilot)


@pytest.mark.parametrize(
    ("character", "shown"), [("é", "e"), ("王", "? "), ("•", "*"), ("\u0301", ""), ("a", "a")]
)
def test_a_character_keeps_its_columns(character: str, shown: str) -> None:
    assert ascii_for(character) == shown
