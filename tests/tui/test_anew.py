"""Nothing of before stays: what is shown anew, in another look or window, is as if it had been opened so; what was
left is gone."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from textual._context import visible_screen_stack

from scripts.screenshots import LARGE, SMALL, TRAIL, Picture, open_arcade, pose
from tests.holdings import grown, holdings
from tests.tui.screens import SCREENS
from tests.tui.stage import Here, arcade, opened

OTHER: dict[str, Any] = {"theme": "parchment", "skin": "glyphs"}

OF_ANY = {"game-menu": SMALL}
"""Screens that say what they said when they were opened, in a window of any size."""


MORE = {
    "journey": Picture(LARGE, TRAIL),
    **{page: Picture(keys=(key,)) for page, key in (("season", "e"), ("together", "p"), ("lessons", "f"))},
    "lesson": Picture(keys=("f", "enter")),
}
"""Screens that have no picture."""


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Come back from the folder that a picture is taken in."""
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("MARBLES_TUI_HOME", os.environ["MARBLES_TUI_HOME"])
    here = Path.cwd()
    yield
    os.chdir(here)


async def seen(picture: Picture, then: Picture) -> list[list[tuple[str, Any]]]:
    """The cells of a picture, once look and window are those of another."""
    async with opened(open_arcade(picture), picture.size) as here:
        await pose(here, picture)
        here.arcade.change_settings(theme=then.theme, skin=then.skin)
        if then.size != picture.size:
            await here.size(*then.size)
        await here.passes(0.1)
        with here.app._context():
            visible_screen_stack.set(here.app._background_screens)
            rows = here.app.screen._compositor.render_full_update().strips
        return [
            [(sign, style) for strip in row for words, style, _ in strip for sign in words] for row in rows
        ]


@pytest.mark.long
@pytest.mark.parametrize(
    "name", sorted({*SCREENS, *MORE} - {"show", "palette"})
)  # the one moves, the other is Textual's
async def test_a_screen_in_another_look_or_window_is_as_if_it_had_been_opened_so(name: str) -> None:
    wanted = replace({**SCREENS, **MORE}[name], **OTHER)
    at_once = await seen(wanted, wanted)
    for before in (
        replace(wanted, theme="felt"),
        replace(wanted, skin="blocks", size=OF_ANY.get(name, LARGE)),
    ):
        later = await seen(before, wanted)
        others = [
            f"{before.theme}, row {y}, column {x}: {was} is {now}"
            for y, (rows, anew) in enumerate(zip(at_once, later, strict=True))
            for x, (was, now) in enumerate(zip(rows, anew, strict=True))
            if was != now
        ]
        assert not others, "\n".join(others[:9])


COUNTED = "_reactive_stack_updates"
"""How often something was told."""


async def left(here: Here, keys: str) -> dict[str, int]:
    """What there is once somebody has been where these keys lead, and is back at the menu."""
    await here.press(*keys.split())
    assert len(here.app.screen_stack) > 1
    while len(here.app.screen_stack) > 1:
        await here.press("escape")
    gc.collect()
    lies = {place: count for place, count in holdings(here.app).items() if not place.endswith(COUNTED)}
    return {**lies, "tasks": len(asyncio.all_tasks())}  # each timer is one


@pytest.mark.parametrize(
    "keys", ["s", "l", "t", "u", "d", "e", "f", "p", "5", "3 b", "ctrl+p", "question_mark"]
)
async def test_what_was_left_is_gone(keys: str) -> None:
    async with opened(arcade(name="Ann", reduced_motion=True), LARGE) as here:
        await left(here, keys)
        before = await left(here, keys)
        assert grown(before, await left(here, keys)) == {}
