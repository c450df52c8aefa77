"""Fingers quicker than the screen: keys that come twice, too early or too late; pastes that take long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence

import pytest
from rich.style import Style
from textual import work
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.events import Click, Key, Paste, Resize
from textual.geometry import Size
from textual.widget import MountError
from textual.widgets import Input, Static
from textual.widgets._toast import Toast

from marbles_tui.core import Event, Game
from marbles_tui.games.abacus.position import BY_NAME
from marbles_tui.play import Match, Reading, recognise
from marbles_tui.tui import arcade_screen as leaving
from marbles_tui.tui import pasted
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.help import Help
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.sitting import EggCartonScreen
from marbles_tui.tui.textual_patches.palette import Commands, QuickPalette
from tests.at_table import moves, plays, table
from tests.tui.conftest import MakeArcade, match_of, notices
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
        line = palette.query_one(Input)
        palette._action_escape()
        palette._action_escape()
        palette._input(Input.Changed(line, "x"))  # typed just before
        await settle(pilot)
        assert app.screen is table
        palette._gather_commands("xy")
        await settle(pilot)
        for late in ("command_list('page_up')", "cursor_down"):
            assert not await app.run_action(late, palette)
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


# Enter and Space never play what was not meant.


FRIENDS = '[Player1 "Ann"][Player2 "Ben"]'
PAUSE, BURST = 0.5, 0.03


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, hurried: None) -> Watch:
    """The clock of the match screen."""
    watch = Watch()
    start = BoardScreen.__init__
    monkeypatch.setattr(BoardScreen, "__init__", lambda *args: start(*args, clock=watch))
    monkeypatch.setattr(BoardScreen, "pause", PAUSE)
    monkeypatch.setattr(BoardScreen, "burst", BURST)
    return watch


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_enter_and_space_rest_after_a_show(arcade: MakeArcade, watch: Watch, key: str) -> None:
    async with opened(arcade(f'[Game "getaway"]{FRIENDS}')) as pilot:
        await press(pilot, key)
        rolled = len(moves(pilot))
        assert rolled
        watch.now += PAUSE - 0.01
        await press(pilot, key)
        assert len(moves(pilot)) == rolled
        watch.now += 0.02
        await press(pilot, key)
        assert len(moves(pilot)) > rolled


async def test_letters_do_not_rest(arcade: MakeArcade, watch: Watch) -> None:
    async with opened(arcade(f'[Game "egg-carton"]{FRIENDS}')) as pilot:
        await press(pilot, "c", "e")
        assert moves(pilot) == ["C", "E"]


async def test_enter_ends_a_move_that_is_written_however_soon_after_a_show(
    arcade: MakeArcade, watch: Watch
) -> None:
    async with opened(arcade(f'[Game "abacus"]{FRIENDS}')) as pilot:
        for written in ("a1b1", "i5h5"):
            await press(pilot, "m", *written, "enter")
        assert moves(pilot) == ["a1b1", "i5h5"]


async def test_the_rest_of_a_move_whose_first_letter_ended_a_show_does_nothing(
    arcade: MakeArcade, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(arcade(f'[Game "abacus"]{FRIENDS}')) as pilot:
        screen, shows = table(pilot), [True]
        monkeypatch.setattr(screen.animator, "finish", lambda: shows and shows.pop())
        for key in ("m", "g", "s", "enter"):  # else a menu, a hint, and it is taken
            await press(pilot, key)
            watch.now += BURST / 2
        assert pilot.app.screen is screen
        assert not screen.picking.typed
        assert not screen.situation.wanted
        watch.now += BURST
        await press(pilot, "m", *"a1b1", "enter")
        assert moves(pilot) == ["a1b1"]


async def test_the_cursor_rides_with_the_marble(arcade: MakeArcade) -> None:
    async with opened(arcade(f'[Game "abacus"]{FRIENDS}')) as pilot:
        board = table(pilot).board
        await pilot.press("right")
        board.cursor = board.pointed = BY_NAME["c3"]
        await press(pilot, "w")
        assert moves(pilot) == ["c3d3"]
        assert board.cursor is None
        await pilot.press("up")
        assert board.cursor == BY_NAME["d3"]


# Pastes that take long: they are read beside play, and dropped when nobody waits for them any more.


LONG = "A C E"


class Held:
    """Recognises nothing until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._go, self.ended = threading.Event(), 0
        monkeypatch.setattr(pasted, "recognise", self._recognise)
        monkeypatch.setattr(pasted, "MOMENT", 0.05)

    def let_go(self) -> None:
        self._go.set()

    def _recognise(
        self, text: str, games: Sequence[Game], table: Match | None, heed: Callable[[], None]
    ) -> list[Reading]:
        try:
            while text == LONG and not self._go.wait(0.01):
                heed()
            return recognise(text, games, table)
        finally:
            self.ended += 1


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """What is pasted takes long to be read; it is let go whatever happens."""
    held = Held(monkeypatch)
    yield held
    held.let_go()


async def test_a_paste_that_takes_long_is_read_beside_play_and_a_notice_says_so(
    arcade: MakeArcade, held: Held
) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: "Reading what was pasted..." in notices(pilot), "the notice")
        app.post_message(Key("question_mark", "?"))
        await until(pilot, lambda: isinstance(app.screen, Help), "the help, while it is read")
        app.post_message(Key("escape", None))
        await until(pilot, lambda: plays(app.screen), "the table")
        held.let_go()
        await until(pilot, lambda: isinstance(app.screen, GameMenu), "what it is asked")


async def test_another_paste_drops_one_that_takes_long(arcade: MakeArcade, held: Held) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: "Reading what was pasted..." in notices(pilot), "the notice")
        app.screen.post_message(Paste("A"))
        await until(pilot, lambda: isinstance(app.screen, GameMenu), "what it is asked")
        assert held.ended == 2
        said = str(app.screen.query_one("#note", Static).render())
        assert said.startswith("Egg Carton: 1 move")


async def test_a_screen_that_was_left_is_asked_nothing_about_its_paste(
    arcade: MakeArcade, held: Held
) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: "Reading what was pasted..." in notices(pilot), "the notice")
        app.pop_screen()
        held.let_go()
        await until(pilot, lambda: held.ended == 1, "the end of the reading")
        await settle(pilot)
        await time_passes(pilot, AFTER_PASTE)
        assert isinstance(app.screen, Menu)


async def test_a_paste_longer_than_any_match_is_not_read(
    arcade: MakeArcade, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasted, "MOST_PASTED", 4)
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: any("longer than 4 characters" in said for said in notices(pilot)), "why")
        assert held.ended == 0
