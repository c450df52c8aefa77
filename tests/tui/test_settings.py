"""The settings: what is pointed at is shown in the sample alone, what is taken is kept; the bell."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest

from marbles_tui.store import load
from marbles_tui.store.settings import entries
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit import placements
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.capabilities import USUAL, Ability
from marbles_tui.tui.kit.lines import DATES, date_words
from marbles_tui.tui.kit.shelf import RowList
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.settings import GROUPS, SettingsPage, values_of
from marbles_tui.tui.styled_app import NAMES
from tests.for_each import for_each
from tests.tui.stage import Here, arcade, opened, opens


async def settings_page(pilot: Here) -> SettingsPage:
    """The settings, opened from the menu."""
    await pilot.rest()
    await pilot.press("s")
    assert isinstance(pilot.app.screen, SettingsPage)
    return pilot.app.screen


async def point(pilot: Here, name: str, value: Any) -> None:
    """Go to a value of a setting."""
    page = pilot.app.screen
    page.query_one("#questions", RowList).focus()
    page.query_one("#questions", RowList).pick(name)
    await pilot.rest()
    await pilot.press("right")
    page.query_one("#values", RowList).pick((name, value))
    await pilot.rest()


async def test_what_is_pointed_at_is_worn_by_the_sample_alone() -> None:
    async with opened(arcade()) as here:
        page = await settings_page(here)
        board = page.query_one(BoardView)
        await point(here, "theme", "parchment")
        assert (board.look.theme, here.arcade.look.theme) == ("parchment", "felt")
        await here.press("escape")
        assert (board.look.theme, here.arcade.settings.theme) == ("felt", "felt")
        await point(here, "theme", "parchment")
        await here.press("enter")
        assert (here.arcade.look.theme, here.arcade.settings.theme) == ("parchment", "parchment")
        assert page.query_one("#questions").has_focus
        await here.press("escape")
        assert isinstance(here.screen, Menu)
    assert load()[0].theme == "parchment"


@pytest.mark.long
async def test_every_setting_is_on_the_page_and_kept_with_every_value() -> None:
    assert {name for names in GROUPS.values() for name in names} - {"keys"} == {
        name for name, entry in entries().items() if entry.label
    }
    async with opened(arcade()) as here:
        await settings_page(here)
        for name in (
            each for names in GROUPS.values() for each in names if each not in ("name", "keys", "chat")
        ):
            values = values_of(here.arcade, name)
            for value, _, words in values[:4] if name == "theme" else values:
                assert words
                await point(here, name, value)
                await here.press("enter")
                await asyncio.wrap_future(here.arcade.store.do(lambda _: None))
                settings, problems = load(NAMES)
                assert (getattr(settings, name), problems) == (value, [])


@pytest.mark.parametrize(
    ("ability", "best", "lacking"),
    [
        (Ability("foot", (1, 19), False, USUAL), "quadrants", 2),
        (Ability("kitty", (0, 26), True, USUAL), "pixels", 1),
        (Ability("kitty", (0, 40), True, USUAL), "pixels", 0),
    ],
)
@opens()
async def test_what_this_terminal_may_not_show_is_told(
    here: Here, ability: Ability, best: str, lacking: int
) -> None:
    here.arcade.ability = ability
    told = [words for _, _, words in values_of(here.arcade, "marbles")]
    assert told[0] == f"{best} here"
    assert " ".join(told).count("perhaps not here") == lacking


async def test_a_patience_that_stands_in_the_file_can_be_kept() -> None:
    values = values_of(arcade(idle=90), "idle")
    assert [value for value, _, _ in values] == [0, 60, 90, 300]


@pytest.mark.sent
async def test_the_sample_shows_the_images_that_are_pointed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placements, "AT_ONCE", 1e9)
    async with opened(arcade(marbles="blocks"), (120, 40)) as here:
        here.arcade.ability = Ability("kitty", (0, 26), True, USUAL)
        await settings_page(here)
        await point(here, "marbles", "pixels")
        await here.until(
            lambda: sum(isinstance(name, str) for name in here.arcade._placements._wanted) == 28,
            "images of it",
        )
        await here.press("escape")
        assert here.arcade.images_for(here.screen.query_one(BoardView)) is None


@opens()
async def test_colours_and_motion_are_as_they_are_chosen(here: Here) -> None:
    await settings_page(here)
    motion = here.arcade.animation_level
    for colours, shaded, seen in (
        ("none", False, 1),
        ("16", False, 9),
        ("256", True, 9),
        ("auto", True, 9),
    ):
        here.arcade.change_settings(colours=colours, reduced_motion=colours == "none")
        await here.rest()
        assert (here.arcade.look.skin.shaded, here.arcade.no_color) == (shaded, colours == "none")
        assert here.arcade.animation_level == ("none" if colours == "none" else motion)
        inks = {
            segment.style.color.triplet
            for line in here.screen._compositor.render_full_update().strips
            for strip in line
            for segment in strip
            if segment.style and segment.style.color and segment.style.color.triplet
        }
        coloured = [ink for ink in inks if max(ink) - min(ink) > 12]
        assert bool(coloured) == (seen > 1), colours


@opens(speed=3)
async def test_what_is_tried_goes_as_fast_as_it_says(here: Here) -> None:
    page = await settings_page(here)
    board = page.query_one(BoardView)
    first = board.frame.board
    await point(here, "speed", 0)
    await here.until(lambda: board.frame.board != first, "a move")
    assert any(each.group == "sample" for each in page.workers)
    await point(here, "dates", "iso")  # between two moves: at that speed nothing else takes time
    assert not any(each.group == "sample" for each in page.workers)
    await point(here, "reduced_motion", True)
    assert board.still


@for_each(
    ("dates", "long", "brief"),
    [
        ("words", "Saturday 7 November", "Sat 7 Nov"),
        ("day-first", "Saturday 07.11.2026", "Sat 07.11.2026"),
        ("month-first", "Saturday 11/07/2026", "Sat 11/07/2026"),
        ("iso", "Saturday 2026-11-07", "Sat 2026-11-07"),
    ],
)
def test_days_are_written_as_is_chosen(dates: str, long: str, brief: str) -> None:
    day = date(2026, 11, 7)
    assert dates in DATES
    assert date_words(day, dates, weekday=True) == long
    assert date_words(day, dates, weekday=True, brief=True) == brief


# The terminal's bell: for the flash, and for whoever is next after a computer.


AGAINST = """\
[Game "egg-carton"]
[Setup "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]
[Player1 "Ann"]
[Seat1 "human"]
[Player2 "Computer"]
[Seat2 "computer novice"]
"""
ALONE = AGAINST.replace("computer novice", "human")


@pytest.mark.parametrize(
    ("record", "settings", "keys", "rung"),
    [
        pytest.param(AGAINST, {"sound": True}, "a", 1, id="a person is next after a computer"),
        pytest.param(AGAINST, {"sound": True}, "a u y", 1, id="taken back"),
        pytest.param(AGAINST, {}, "a", 0, id="not asked for"),
        pytest.param(ALONE, {"sound": True}, "a", 0, id="between two people"),
        pytest.param(ALONE, {"sound": True, "speed": 1}, "a", 1, id="at the flash"),
        pytest.param(ALONE, {"sound": True, "speed": 6}, "a enter", 0, id="a flash that is skipped"),
    ],
)
async def test_it_rings(
    monkeypatch: pytest.MonkeyPatch,
    record: str,
    settings: dict[str, Any],
    keys: str,
    rung: int,
) -> None:
    heard: list[Arcade] = []
    monkeypatch.setattr(Arcade, "bell", lambda app: heard.append(app))
    async with opened(arcade(record, **settings)) as here:
        assert heard == []  # nobody has moved
        await here.press(*keys.split())
        await here.until(
            lambda: here.table.situation.asked and not here.table.situation.state.showing,
            "the next question",
        )
        assert len(heard) == rung
