"""Fingers quicker than the screen: what a key asks for that comes twice, too early or too late."""

from __future__ import annotations

import asyncio

import pytest
from rich.style import Style
from textual import work
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.events import Click, Key, Paste, Resize
from textual.geometry import Size
from textual.widget import MountError
from textual.widgets import Static
from textual.widgets._toast import Toast

from marbles_tui.core import Event
from marbles_tui.tui import arcade_screen as leaving
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.table.sitting import EggCartonScreen
from marbles_tui.tui.textual_patches.palette import Commands, QuickPalette
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.waiting import opened, press, screen_text, settle, time_passes, until

TABLE = '[Game "egg-carton"]\n[Setup "1,1,1,1,1,1/1,1,1,1,1,1/0,0/1"]'


async def test_escape_twice_leaves_one_screen(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        table = app.screen
        await press(pilot, "g")
        menu = app.screen
        assert isinstance(menu, GameMenu)
        menu.action_leave()
        menu.action_leave()
        await settle(pilot)
        assert app.screen is table


async def test_nothing_is_left_below_the_menu(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        await app.action_pop_screen()
        await settle(pilot)
        assert isinstance(app.screen, Menu)


async def test_the_palette_is_left_once(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        table = app.screen
        await press(pilot, "ctrl+p")
        palette = app.screen
        assert isinstance(palette, QuickPalette)
        palette._action_escape()
        palette._action_escape()
        await settle(pilot)
        assert app.screen is table
        palette._action_command_list("page_up")
        palette._action_cursor_down()
        assert app.screen is table


class Hasty(ArcadeScreen[None]):
    """A screen that looks for what is not there."""

    def on_mount(self) -> None:
        self.query_one("#gone")


async def test_the_palette_is_open_once(arcade: MakeArcade) -> None:
    """Also where something else asks above it."""
    app = arcade()
    async with opened(app) as pilot:
        app.screen.post_message(Paste("A C E"))
        await pilot.press("ctrl+p")
        await time_passes(pilot, AFTER_PASTE)
        assert [type(one) for one in app.screen_stack] == [Menu, QuickPalette, GameMenu]
        await press(pilot, "ctrl+p")
        assert [type(one) for one in app.screen_stack] == [Menu, QuickPalette, GameMenu]


async def test_of_two_pastes_at_once_one_is_asked_about(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        for text in ("A C E", "B"):
            app.screen.post_message(Paste(text))
        await settle(pilot)
        await time_passes(pilot, AFTER_PASTE)
        assert [type(one) for one in app.screen_stack] == [Menu, EggCartonScreen, GameMenu]


async def test_a_screen_left_before_it_is_there_may_miss_what_it_is_made_of(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        app.push_screen(Hasty())
        app.pop_screen()
        await settle(pilot)
        assert isinstance(app.screen, Menu)


async def test_a_screen_that_is_there_may_not(arcade: MakeArcade) -> None:
    async def visit() -> None:
        app = arcade()
        async with app.run_test(size=(80, 24)) as pilot:
            await app.push_screen(Hasty())
            await settle(pilot)

    with pytest.raises(NoMatches):
        await visit()


async def test_a_table_left_in_the_middle_of_a_show_says_no_more(arcade: MakeArcade) -> None:
    app = arcade(TABLE, speed=6)
    async with opened(app) as pilot:
        table = app.screen
        assert plays(table)
        await press(pilot, "a")
        app.pop_screen()
        await settle(pilot)
        table.mark()
        table.told(None, Event("drop", table.match.position.board))
        assert isinstance(app.screen, Menu)


class Busy(ArcadeScreen[None]):
    """A screen that is still at work when it is left."""

    @work
    async def look(self, first: asyncio.Event) -> None:
        await first.wait()
        self.query_one("#gone")


class Filling(ArcadeScreen[None]):
    """Fills a part of itself that is not there, perhaps because the guest has left meanwhile."""

    def __init__(self, gone: bool) -> None:
        super().__init__()
        self._gone = gone

    def on_mount(self) -> None:
        if self._gone:
            self.app.exit()
        Vertical().mount(Static())


@pytest.mark.parametrize("gone", [True, False])
async def test_a_screen_of_an_arcade_that_was_left_may_fill_what_is_not_there(
    arcade: MakeArcade, gone: bool
) -> None:
    async def visit() -> None:
        app = arcade()
        async with opened(app) as pilot:
            app.push_screen(Filling(gone))
            await settle(pilot)

    if gone:
        await visit()
    else:
        with pytest.raises(MountError):
            await visit()


@pytest.mark.parametrize("left", [True, False])
async def test_work_that_misses_its_screen_ends(arcade: MakeArcade, left: bool) -> None:
    async def visit() -> None:
        app = arcade()
        async with app.run_test(size=(80, 24)) as pilot:
            screen, first = Busy(), asyncio.Event()
            await app.push_screen(screen)
            worker = screen.look(first)
            if left:
                app.pop_screen()
            first.set()
            await settle(pilot)
            assert worker.is_finished
            assert isinstance(app.screen, Menu)

    if left:
        await visit()
    else:
        with pytest.raises(NoMatches):
            await visit()


async def test_a_key_that_comes_before_its_table_waits_for_it(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        early = app.match_screen(match_of(TABLE))
        app.push_screen(early)  # and not waited for
        app.post_message(Key("p", "p"))
        assert not early.is_mounted
        assert await app.run_action("do('look_back')", early)
        await settle(pilot)
        assert app.screen is early
        assert early.situation.held


async def test_a_key_for_a_table_that_never_comes_is_dropped(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaving, "PATIENCE", 0.05)
    app = arcade(TABLE)
    async with opened(app):
        assert not await app.run_action("do('undo')", app.match_screen(match_of(TABLE)))


async def test_what_a_table_put_off_may_come_after_it_was_left(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        table = app.screen
        assert plays(table)
        called: list[str] = []

        def look() -> None:
            called.append("look")
            table.query_one("#gone")

        await app.pop_screen()
        app.screen.call_later(table.if_there, look)  # as Textual does: another screen is shown now
        await settle(pilot)
        assert called
        assert isinstance(app.screen, Menu)


async def test_a_click_on_a_command_that_is_listed_no_more_is_none(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p")
        commands = app.screen.query_one(Commands)
        assert commands.option_count
        seen = Style.from_meta({"option": commands.option_count})  # what the screen still shows there
        commands.post_message(Click(commands, 6, 1, 0, 0, 1, False, False, False, style=seen))
        await settle(pilot)
        assert isinstance(app.screen, QuickPalette)


async def test_a_click_beyond_the_window_is_none(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "ctrl+p")
        palette = app.screen
        palette.post_message(Click(palette, 9, 99, 0, 0, 1, False, False, False, screen_x=9, screen_y=99))
        await settle(pilot)
        assert app.screen is palette


async def test_a_key_that_was_typed_at_a_table_and_heard_after_it_is_none(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        early = app.match_screen(match_of(TABLE))
        app.push_screen(early)
        app.pop_screen()
        assert not await app.run_action("go_on", early)
        await settle(pilot)
        assert plays(app.screen)


async def test_a_notice_that_runs_out_while_it_is_shown_again(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A screen shows anew what its time has not run out for; a timer of less than no time would never end."""
    app = arcade(TABLE)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        app.notify("Soon over.", timeout=30)
        await settle(pilot)
        notice = next(iter(app._notifications))
        assert not notice.has_expired
        monkeypatch.setattr(notice, "timeout", -1)
        assert notice.has_expired
        assert Toast(notice)._timeout > 0
        await press(pilot, "g", "escape")
        assert not app.screen.query(Toast)


@pytest.mark.parametrize("keys", [(), ("ctrl+p",), ("g",)])
async def test_a_size_that_comes_late_is_not_taken_for_the_window_s(
    arcade: MakeArcade, keys: tuple[str, ...]
) -> None:
    app = arcade(TABLE)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *keys)
        for screen in app.screen_stack[1:]:
            screen.post_message(Resize(Size(80, 12), Size(80, 12)))
        await settle(pilot)
        assert app.screen_stack[1].query_one(KeyLine).region.bottom == 24


async def test_the_palette_knows_what_can_be_done_at_a_table(arcade: MakeArcade) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        table = app.screen
        assert plays(table)
        await press(pilot, "a")
        played = table.match.plies
        offered = [command.title for command in app.get_system_commands(table)]
        assert {"Undo", "Resign", "Hint: suggest a move", "Analysis: show or hide", "Faster"} <= set(offered)
        assert len(offered) == len(set(offered))
        await pilot.press("ctrl+p", *"undo")
        await until(pilot, lambda: "Undo" in screen_text(pilot), "the command")
        await pilot.press("enter", "enter")
        await until(pilot, lambda: table.match.plies < played, "the move taken back")
