"""The menu lives, and shows games when nobody uses it."""

from __future__ import annotations

import pytest
from textual.events import AppBlur
from textual.pilot import Pilot
from textual.widgets import Static

from marbles_tui.store import MatchStore
from marbles_tui.table.tasks import watch
from marbles_tui.tui.kit.big_letters import SMALL
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lettering import Lettering
from marbles_tui.tui.pages import attract, menu
from marbles_tui.tui.pages.attract import Attract
from marbles_tui.tui.pages.menu import Menu
from tests.tui.conftest import MakeArcade, menu_of, paste
from tests.tui.waiting import click, opened, press, settle, time_passes, until


@pytest.fixture
def swift(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time flies at the menu."""
    monkeypatch.setattr(menu, "BEAT", 0.01)
    monkeypatch.setattr(attract, "PAUSE", 0.001)
    monkeypatch.setattr(attract, "TEMPO", 0.001)
    monkeypatch.setattr(attract, "FRAMES", 200)
    monkeypatch.setattr(attract, "APPLAUSE", 0.01)
    monkeypatch.setattr(watch, "BREATH", 0.001)


def board(pilot: Pilot[None]) -> object:
    """What the menu's stage shows."""
    shown = menu_of(pilot).board
    return shown.board if shown else None


async def shown(pilot: Pilot[None]) -> Attract:
    """The show, some plies after it began."""
    screen = pilot.app.screen_stack[0]
    assert isinstance(screen, Menu)
    screen.show_games()
    await until(pilot, lambda: bool(pilot.app.screen.query(BoardView)), "a board on show")
    assert isinstance(pilot.app.screen, Attract)
    return pilot.app.screen


@pytest.mark.usefixtures("swift")
async def test_the_game_pointed_at_plays(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        for _ in pilot.app.games:  # type: ignore[attr-defined]
            await settle(pilot)
            first = board(pilot)
            assert first is not None
            await until(pilot, lambda first=first: board(pilot) != first, "a move")  # type: ignore[misc]
            await pilot.press("down")


@pytest.mark.parametrize("why", ["never asked for", "no motion", "nobody looks"])
@pytest.mark.usefixtures("swift")
async def test_there_is_no_show(arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, why: str) -> None:
    clock = [0.0]
    monkeypatch.setattr(menu, "monotonic", lambda: clock[0])
    app = arcade(idle=0 if why == "never asked for" else 60)
    if why == "no motion":
        app.animation_level = "none"
    async with opened(app) as pilot:
        if why == "nobody looks":
            app.post_message(AppBlur())
            await until(pilot, lambda: not app.app_focus, "the loss of the focus")
            await settle(pilot)
        first = board(pilot)
        clock[0] = 1e6
        if why == "never asked for":
            await until(pilot, lambda: board(pilot) != first, "a move at the menu")
        else:
            await time_passes(pilot, 30 * menu.BEAT)
            assert board(pilot) == first
        assert isinstance(app.screen, Menu)


@pytest.mark.usefixtures("swift")
async def test_nothing_moves_below_another_screen(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        await press(pilot, "s")
        first = board(pilot)
        await time_passes(pilot, 30 * menu.BEAT)
        assert board(pilot) == first
        await pilot.press("escape")
        await until(pilot, lambda: board(pilot) != first, "a move after the return")


@pytest.mark.usefixtures("swift")
async def test_after_a_while_computers_play_and_a_key_ends_it(arcade: MakeArcade) -> None:
    app = arcade(idle=1)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Attract), "the show")
        await until(pilot, lambda: bool(app.screen.query(BoardView)), "a board on show")
        assert app.screen.query_one(Lettering).text == "EGG CARTON"
        start = app.screen.query_one(BoardView).frame.board
        await until(pilot, lambda: app.screen.query_one(BoardView).frame.board != start, "a move")
        app.settings = app.settings._replace(idle=0)
        await press(pilot, "enter")  # at the menu it would play
        assert isinstance(app.screen, Menu)


async def test_keys_at_the_menu_put_it_off(arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(menu, "monotonic", lambda: clock[0])
    monkeypatch.setattr(menu, "BEAT", 0.01)
    app = arcade(idle=60)
    async with opened(app) as pilot:
        clock[0] = 59
        await pilot.press("right")
        clock[0] = 118
        await settle(pilot)
        assert isinstance(app.screen, Menu)
        clock[0] = 120
        await until(pilot, lambda: isinstance(app.screen, Attract), "the show")


@pytest.mark.parametrize("key", ["q", "escape", "ctrl+p", "f5"])
async def test_any_key_ends_it_and_does_nothing_else(arcade: MakeArcade, key: str) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        await press(pilot, key)
        assert app.is_running
        assert app.screen_stack == [app.screen]
        assert isinstance(app.screen, Menu)


async def test_a_click_and_a_paste_end_it_and_do_nothing_else(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        await click(pilot, offset=(20, 12))
        assert isinstance(app.screen, Menu)
        await shown(pilot)
        await paste(pilot, '[Game "egg-carton"]\n\nA C')
        assert app.screen_stack == [app.screen]
        assert isinstance(app.screen, Menu)


@pytest.mark.long
@pytest.mark.usefixtures("swift")
async def test_the_games_take_turns_and_nothing_is_kept(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attract, "MOST", 3)
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        for name in ("ABACUS", "GETAWAY", "BEADMASTER", "GOBBLET", "EGG CARTON"):
            await until(pilot, lambda name=name: app.screen.query_one(Lettering).text == name, name)  # type: ignore[misc]
        assert await app.store.ask(lambda store: store.library.count()) == 0
        assert await app.store.ask(MatchStore.last_unfinished) is None


@pytest.mark.long
@pytest.mark.usefixtures("swift")
async def test_who_wins_is_told(arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attract, "APPLAUSE", 60.0)
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        attract_screen = app.screen

        def wins() -> bool:
            return str(attract_screen.query_one("#said", Static).render()) in ("Bottom wins.", "Top wins.")

        await until(pilot, wins, "who wins")


async def test_the_arcade_can_be_left_and_resized_in_the_middle(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        await shown(pilot)
        for size in ((200, 55), (30, 10), (1, 1), (60, 18)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        assert isinstance(app.screen, Attract)
        await press(pilot, "ctrl+q")
        assert not app.is_running


def test_letters_are_five_pixels_high_and_each_even() -> None:
    for letter, drawn in SMALL.items():
        rows = drawn.split()
        assert len(rows) == 5, letter
        assert len({len(row) for row in rows}) == 1, letter
