"""The menu: what is picked, what it says, what it offers; and the question at the first start."""

from __future__ import annotations

import getpass
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Static

from marbles_tui.core.text import ordinal
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat
from marbles_tui.play.played import turn_numbers
from marbles_tui.store import MatchStore, load
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.edges import KeyLine
from marbles_tui.tui.kit.title import Title, bounced
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.menu_links import BEGUN, UNCOUNTED, continue_link
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pages.welcome import NameInput, Welcome
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, Resting, match_of, menu_of, picked_at
from tests.tui.waiting import click, opened, press, screen_text, settle, until

SIZES = [(200, 60), (120, 40), (80, 24), (60, 18)]

LEFT = """
[Game "egg-carton"]
[Player1 "Ann"]
[Player2 "Novice"]
[Seat2 "computer novice"]

A A J I
"""


def said(pilot: Pilot[None]) -> str:
    """The sentence on what is picked, wherever it is folded."""
    return str(menu_of(pilot).query_one("#blurb", Static).content)


@pytest.fixture
def left() -> Match:
    """A match that was left in the middle, in the store."""
    match = match_of(LEFT)
    store = MatchStore.open()
    store.begin(match)
    store.close()
    return match


async def test_arrows_walk_the_games_and_the_links_and_come_round(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the links")
        await settle(pilot)
        games, walked = len(GAMES), [picked_at(pilot)]
        for key in ("down", "right", *("down",) * (games + 1), "up", "left", "right", "left", "up", "up"):
            await pilot.press(key)
            walked.append(picked_at(pilot))
        last = games + 2  # three links: two side by side, one below the first of them
        assert walked == [*range(games + 1), last, 0, 1, 0, last, 0, last, games, games - 1]
        await press(pilot, "enter")
        assert isinstance(pilot.app.screen, SetUp)
        assert pilot.app.screen.game is GAMES[-1]


async def test_escape_stays(arcade: MakeArcade) -> None:
    async with opened(arcade(), (80, 24)) as pilot:
        await press(pilot, "escape", "escape")
        assert pilot.app.is_running
        assert isinstance(pilot.app.screen, Menu)
        await press(pilot, "q")
        assert not pilot.app.is_running


@pytest.mark.parametrize("size", SIZES[::3])
async def test_the_sentence_of_the_game_pointed_at_is_read(arcade: MakeArcade, size: tuple[int, int]) -> None:
    async with opened(arcade(), size) as pilot:
        for game in GAMES:
            assert said(pilot) == game.blurb
            assert game.blurb.split()[0] in screen_text(pilot)
            await press(pilot, "down")


@pytest.mark.parametrize("size", SIZES[::3])
async def test_the_mouse_points_and_enters(arcade: MakeArcade, size: tuple[int, int]) -> None:
    async with opened(arcade(), size) as pilot:
        third = menu_of(pilot).cards[2]
        await pilot.hover(third, offset=(3, third.region.height - 1))
        await settle(pilot)
        assert picked_at(pilot) == 2
        await click(pilot, "#stage", offset=(9, 5))
        assert isinstance(pilot.app.screen, SetUp)
        assert pilot.app.screen.game is GAMES[2]


@pytest.mark.parametrize("size", SIZES[::3])
async def test_continue_is_a_link_that_says_where_it_leads(
    arcade: MakeArcade, left: Match, size: tuple[int, int]
) -> None:
    async with arcade().run_test(size=size) as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the links")
        await settle(pilot)
        await press(pilot, "up")  # round to the last link
        link = menu_of(pilot).picked.link
        assert link
        assert link.key == "c"
        assert said(pilot) == "Egg Carton with Novice, your 2nd turn."
        await pilot.press("enter")
        await until(pilot, lambda: plays(pilot.app.screen), "the table")
        table: Any = pilot.app.screen
        assert [str(move) for move in table.match.moves] == [str(move) for move in left.moves]


@pytest.mark.parametrize("size", [(60, 18), (80, 24)])
async def test_a_narrow_link_says_in_fewer_words_where_it_leads(
    arcade: MakeArcade, left: Match, size: tuple[int, int]
) -> None:
    del left
    async with arcade().run_test(size=size) as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the links")
        await settle(pilot)
        assert [link.key for link in menu_of(pilot).links] == ["e", "d", "p", "c"]
        line = next(line for line in screen_text(pilot).splitlines() if "c Continue" in line)
        assert "Egg Carton" in line


async def test_without_a_match_to_continue_there_is_no_link_to_it(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the links")
        assert [link.key for link in menu_of(pilot).links] == ["e", "d", "p"]
        assert "Continue" not in screen_text(pilot)


async def test_it_says_whom_to_beat_next(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    seats = (Seat("Ann"), Seat("Novice", "computer novice"))
    store.begin(Match.new(GAMES[0], seats=seats).read("C").read("A").resign(1))
    store.close()
    async with arcade(name="Ann").run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: menu_of(pilot).notes, "the notes")
        await settle(pilot)
        assert "next: beat " in screen_text(pilot)
        assert screen_text(pilot).count("not played yet") == len(GAMES) - 1
        assert "Ann" in screen_text(pilot).splitlines()[2]


async def test_a_game_that_was_begun_is_not_told_as_never_played(arcade: MakeArcade, left: Match) -> None:
    store = MatchStore.open()
    store.begin(Match.new(GAMES[4], seats=(Seat("Mia"), Seat("Ben"))).read("W3B2").resign(1))
    assert store.kept() == {left.game.key: True, GAMES[4].key: False}
    store.close()
    async with arcade(name="Zoe").run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: menu_of(pilot).notes, "the notes")
        await settle(pilot)
        told = {key: note.line for key, note in menu_of(pilot).notes.items() if not note.never}
        assert told == {left.game.key: BEGUN, GAMES[4].key: UNCOUNTED}
        assert BEGUN in screen_text(pilot)


async def test_a_small_window_says_that_there_are_more_keys(arcade: MakeArcade) -> None:
    async with opened(arcade(), (60, 18)) as pilot:
        assert screen_text(pilot).rstrip().endswith("? all keys")


@pytest.mark.parametrize("skin", ["blocks", "ascii"])
async def test_all_has_its_place_at_any_size(arcade: MakeArcade, left: Match, skin: str) -> None:
    del left
    async with arcade(skin=skin).run_test() as pilot:
        await until(pilot, lambda: menu_of(pilot).links, "the links")
        for size in (*SIZES, (79, 23), (100, 30), (119, 60), (199, 59), (300, 90), (130, 20)):
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
    monkeypatch.setattr("marbles_tui.tui.kit.title.FALL", 1e6)
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
    from marbles_tui.tui.pages.welcome import suggested_name

    monkeypatch.setattr(getpass, "getuser", lambda: user)
    assert suggested_name().isprintable()
    assert user != "root" or not suggested_name()


def test_a_game_to_go_on_with_is_called_by_its_own_name() -> None:
    store = MatchStore.open()
    store.begin(match_of('[Game "beadmaster"][Setup "0201011 1210010"][Player1 "Ann"][Player2 "Ben"]\nA1'))
    link = continue_link(store, GAMES)
    store.close()
    assert link
    assert link.first == "BeadMaster with Ben"
