"""The menu: what is picked, what it says, what it offers; and the question at the first start."""

from __future__ import annotations

import getpass

import pytest

from marbles_tui.core.text import ordinal
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.play.played import turn_numbers
from marbles_tui.store import MatchStore, load
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.dialogs import NameInput, Welcome
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lettering import Title, bounced
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.menu import Menu
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, Resting, match_of, menu_of, picked_at
from tests.tui.waiting import opened, screen_text, settle, until

SIZES = [(200, 60), (120, 40), (80, 24), (60, 18)]

LEFT = """
[Game "egg-carton"]
[Player1 "Ann"]
[Player2 "Novice"]
[Seat2 "computer novice"]

A A J I
"""


@pytest.fixture
def left() -> Match:
    """A match that was left in the middle, in the store."""
    match = match_of(LEFT)
    store = MatchStore.open()
    store.begin(match)
    store.close()
    return match


@pytest.mark.parametrize("skin", ["blocks", "ascii"])
async def test_all_has_its_place_at_any_size(arcade: MakeArcade, left: Match, skin: str) -> None:
    del left
    async with arcade(skin=skin).run_test() as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the links")
        for size in (*SIZES[1:], (79, 23), (119, 60), (300, 90), (130, 20)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            menu, shown = menu_of(pilot), screen_text(pilot)
            assert [
                VIEWS[game.key].front().name for game in GAMES if VIEWS[game.key].front().name not in shown
            ] == []
            assert [link.title for link in menu.links if link.title not in shown] == []
            board = menu.query_one("#stage")
            parts = [board.region, *(card.region for card in menu.cards), menu.query_one(KeyLine).region]
            for at, region in enumerate(parts):
                assert region.area
                assert pilot.app.screen.region.contains_region(region)
                assert not any(region.overlaps(other) for other in parts[at + 1 :])


@pytest.mark.parametrize("skin", ["glyphs", "ascii"])
async def test_in_signs_the_stage_shows_the_board_of_the_table(arcade: MakeArcade, skin: str) -> None:
    async with opened(arcade(skin=skin), (120, 40)) as pilot:
        await pilot.press("down", "down", "down")
        await until(pilot, lambda: "h7" in screen_text(pilot), "the names of BeadMaster's bars")


def test_turns_are_counted_not_moves() -> None:
    match = match_of(LEFT)  # each selects twice in a turn
    assert (match.plies, turn_numbers(match)[-1]) == (4, 2)
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102, 113)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "113th",
    ]  # fmt: skip


def test_a_marble_falls_bounces_and_lies() -> None:
    heights = [bounced(at / 100) for at in range(101)]
    assert heights[0] == 0
    assert heights[-1] == pytest.approx(1)
    assert max(heights) <= 1 + 1e-9
    assert min(heights[46:]) < 0.8


async def test_the_title_drops_in_and_a_key_ends_that(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("marbles_tui.tui.kit.lettering.FALL", 1e6)
    async with arcade().run_test(size=(80, 24)) as pilot:
        title = pilot.app.screen.query_one(Title)
        await until(pilot, lambda: title.dropping, "the fall")
        await pilot.press("down")
        assert not title.dropping
        assert picked_at(pilot) == 1


async def test_without_motion_the_title_lies_there(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = arcade()
    app.animation_level = "none"
    dropped = list[Title]()
    monkeypatch.setattr(Title, "drop", dropped.append)
    async with opened(app):
        assert not dropped


# The first start


@pytest.fixture
def ann(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the system calls the user."""
    monkeypatch.setattr(getpass, "getuser", lambda: "ann")


@pytest.mark.usefixtures("ann")
@pytest.mark.parametrize(
    ("keys", "name"),
    [
        (("enter",), ""),
        (("escape",), ""),
        (("right", "enter"), "Ann"),
        (("tab", "enter"), "Ann"),
        (("B", "e", "n", "enter"), "Ben"),
        (("space", "q", "question_mark", "enter"), "q?"),
    ],
)
async def test_it_asks_for_a_name_once(keys: tuple[str, ...], name: str) -> None:
    app = Arcade(engine=Resting(), greet=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Welcome), "the question")
        assert app.screen.query_one(NameInput).placeholder == "Ann"
        await pilot.press(*keys)
        await until(pilot, lambda: isinstance(app.screen, Menu), "the menu")
        await settle(pilot)
        assert (app.settings.name, app.settings.greeted) == (name, True)
        assert (name or "You") in "".join(screen_text(pilot).splitlines()[:2])
    settings, problems = load()
    assert (settings.name, settings.greeted, problems) == (name, True, [])


async def test_it_asks_nothing_where_a_table_is_opened(arcade: MakeArcade) -> None:
    app = arcade(LEFT)
    greeting = Arcade(engine=Resting(), greet=True, opening=app._opening)
    async with opened(greeting):
        assert plays(greeting.screen)


@pytest.mark.parametrize("user", ["root", "\x1b[2J"])
def test_what_is_no_name_is_not_suggested(user: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from marbles_tui.tui.dialogs import suggested_name

    monkeypatch.setattr(getpass, "getuser", lambda: user)
    assert suggested_name().isprintable()
    assert user != "root" or not suggested_name()
