"""Fingers quicker than the screen: keys that come twice, too early or too late; pastes that take long."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from datetime import date
from typing import Any

import pytest
from rich.style import Style
from textual import work
from textual.command import CommandPalette
from textual.containers import Vertical
from textual.css.query import NoMatches
from textual.events import Click, Key, Paste, Resize
from textual.geometry import Size
from textual.widget import MountError
from textual.widgets import Input, Static
from textual.widgets._toast import Toast

from marbles_tui.core import Event, Game
from marbles_tui.games import GAMES
from marbles_tui.games.abacus.position import BY_NAME
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play import Match, Reading, recognise
from marbles_tui.play.puzzles.puzzle import find_puzzle
from marbles_tui.play.puzzles.tries import daily
from marbles_tui.store import Settings, StoreThread
from marbles_tui.table.start import Start
from marbles_tui.tui import arcade_screen as leaving
from marbles_tui.tui import pasted
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.kit.lines import KeyLine
from marbles_tui.tui.pages.help import Help
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.run import Asked, _page
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.sitting import EggCartonScreen
from marbles_tui.tui.textual_patches.palette import Commands, QuickPalette
from tests.at_table import moves, plays
from tests.tui.stage import Here, Resting, arcade, match_of, opened, opens
from tests.tui.watchers import is_replay

TABLE = '[Game "egg-carton"]\n[Setup "1,1,1,1,1,1/1,1,1,1,1,1/0,0/1"]'


@opens(TABLE)
async def test_escape_twice_leaves_one_screen(here: Here) -> None:
    table = here.screen
    await here.press("g")
    menu = here.on(GameMenu)
    menu.action_leave()
    menu.action_leave()
    await here.rest()
    assert here.screen is table


@opens()
async def test_nothing_is_left_below_the_menu(here: Here) -> None:
    await here.arcade.action_pop_screen()
    await here.rest()
    assert isinstance(here.screen, Menu)


@opens()
async def test_what_is_done_again_and_again_rests_below_another_screen(here: Here) -> None:
    done = list[int]()
    here.screen.tick(0.1, lambda: done.append(1))
    await here.passes(0.3)
    assert done
    await here.press("s")
    before = len(done)
    await here.passes(0.3)
    assert len(done) == before
    await here.press("escape")
    await here.passes(0.3)
    assert len(done) > before


@opens(TABLE)
async def test_the_palette_is_left_once(here: Here) -> None:
    table = here.screen
    await here.press("ctrl+p")
    palette = here.on(QuickPalette)
    line = palette.query_one(Input)
    palette._action_escape()
    palette._action_escape()
    palette._input(Input.Changed(line, "x"))  # typed just before
    await here.rest()
    assert here.screen is table
    palette._gather_commands("xy")
    await here.rest()
    for late in ("command_list('page_up')", "cursor_down"):
        assert not await here.arcade.run_action(late, palette)
    assert here.screen is table


class Hasty(ArcadeScreen[None]):
    """A screen that looks for what is not there."""

    def on_mount(self) -> None:
        self.query_one("#gone")


@opens()
async def test_the_palette_is_open_once(here: Here) -> None:
    """Also where something else asks above it."""
    here.screen.post_message(Paste("A C E"))
    await here.press("ctrl+p")
    await here.passes(AFTER_PASTE)
    assert [type(one) for one in here.arcade.screen_stack] == [Menu, QuickPalette, GameMenu]
    await here.press("ctrl+p")
    assert [type(one) for one in here.arcade.screen_stack] == [Menu, QuickPalette, GameMenu]


@opens(TABLE)
async def test_of_two_pastes_at_once_one_is_asked_about(here: Here) -> None:
    for text in ("A C E", "B"):
        here.screen.post_message(Paste(text))
    await here.rest()
    await here.passes(AFTER_PASTE)
    assert [type(one) for one in here.arcade.screen_stack] == [Menu, EggCartonScreen, GameMenu]


@opens()
async def test_a_screen_left_before_it_is_there_may_miss_what_it_is_made_of(here: Here) -> None:
    here.arcade.push_screen(Hasty())
    here.arcade.pop_screen()
    await here.rest()
    assert isinstance(here.screen, Menu)


async def test_a_screen_that_is_there_may_not() -> None:
    async def visit() -> None:
        async with opened(arcade()) as here:
            await here.arcade.push_screen(Hasty())
            await here.rest()

    with pytest.raises(NoMatches):
        await visit()


@opens(TABLE, speed=6)
async def test_a_table_left_in_the_middle_of_a_show_says_no_more(here: Here) -> None:
    table = here.table
    await here.press("a")
    here.arcade.pop_screen()
    await here.rest()
    table.mark()
    table.told(None, Event("drop", table.match.position.board))
    assert isinstance(here.screen, Menu)


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
async def test_a_screen_of_an_arcade_that_was_left_may_fill_what_is_not_there(gone: bool) -> None:
    with nullcontext() if gone else pytest.raises(MountError):
        async with opened(arcade()) as here:
            here.arcade.push_screen(Filling(gone))
            await here.rest()


@pytest.mark.parametrize("left", [True, False])
async def test_work_that_misses_its_screen_ends(left: bool) -> None:
    with nullcontext() if left else pytest.raises(NoMatches):
        async with opened(arcade()) as here:
            screen, first = Busy(), asyncio.Event()
            await here.arcade.push_screen(screen)
            worker = screen.look(first)
            if left:
                here.arcade.pop_screen()
            first.set()
            await here.rest()
            assert worker.is_finished
            here.on(Menu)


@opens(TABLE)
async def test_a_key_that_comes_before_its_table_waits_for_it(here: Here) -> None:
    early = here.arcade.match_screen(match_of(TABLE))
    here.arcade.push_screen(early)  # and not waited for
    here.arcade.post_message(Key("p", "p"))
    assert not early.is_mounted
    assert await here.arcade.run_action("do('look_back')", early)
    await here.rest()
    assert here.screen is early
    assert early.situation.held


async def test_a_key_for_a_table_that_never_comes_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaving, "PATIENCE", 0.05)
    async with opened(arcade(TABLE)) as here:
        assert not await here.arcade.run_action("do('undo')", here.arcade.match_screen(match_of(TABLE)))


@opens(TABLE)
async def test_what_a_table_put_off_may_come_after_it_was_left(here: Here) -> None:
    table = here.table
    called: list[str] = []

    def look() -> None:
        called.append("look")
        table.query_one("#gone")

    await here.arcade.pop_screen()
    here.screen.call_later(table.if_there, look)  # as Textual does: another screen is shown now
    await here.rest()
    assert called
    assert isinstance(here.screen, Menu)


@opens(TABLE)
async def test_a_click_on_a_command_that_is_listed_no_more_is_none(here: Here) -> None:
    await here.press("ctrl+p")
    commands = here.screen.query_one(Commands)
    assert commands.option_count
    seen = Style.from_meta({"option": commands.option_count})  # what the screen still shows there
    commands.post_message(Click(commands, 6, 1, 0, 0, 1, False, False, False, style=seen))
    await here.rest()
    assert isinstance(here.screen, QuickPalette)


@opens(TABLE)
async def test_a_click_beyond_the_window_is_none(here: Here) -> None:
    await here.press("ctrl+p")
    palette = here.screen
    palette.post_message(Click(palette, 9, 99, 0, 0, 1, False, False, False, screen_x=9, screen_y=99))
    await here.rest()
    assert here.screen is palette


@opens(TABLE)
async def test_a_key_that_was_typed_at_a_table_and_heard_after_it_is_none(here: Here) -> None:
    early = here.arcade.match_screen(match_of(TABLE))
    here.arcade.push_screen(early)
    here.arcade.pop_screen()
    assert not await here.arcade.run_action("go_on", early)
    await here.rest()
    assert plays(here.screen)


async def test_a_notice_that_runs_out_while_it_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A screen shows anew what its time has not run out for; a timer of less than no time would never end."""
    app = arcade(TABLE)
    async with opened(app, (80, 24), notifications=True) as pilot:
        app.notify("Soon over.", timeout=30)
        await pilot.rest()
        notice = next(iter(app._notifications))
        assert not notice.has_expired
        monkeypatch.setattr(notice, "timeout", -1)
        assert notice.has_expired
        assert Toast(notice)._timeout > 0
        await pilot.press("g", "escape")
        assert not app.screen.query(Toast)


@pytest.mark.parametrize("screen", [CommandPalette, QuickPalette])
async def test_a_notice_is_shown_on_a_screen_that_opens(screen: type[CommandPalette]) -> None:
    async with opened(arcade(), notifications=True) as here:
        here.arcade.notify("Look here.")
        here.arcade.push_screen(screen())
        await here.until(lambda: here.arcade.screen.query(Toast), "the notice")
        assert isinstance(here.arcade.screen, screen)


@pytest.mark.parametrize("keys", [(), ("ctrl+p",), ("g",)])
@opens(TABLE)
async def test_a_size_that_comes_late_is_not_taken_for_the_window_s(
    here: Here, keys: tuple[str, ...]
) -> None:
    await here.press(*keys)
    for screen in here.arcade.screen_stack[1:]:
        screen.post_message(Resize(Size(80, 12), Size(80, 12)))
    await here.rest()
    assert here.arcade.screen_stack[1].query_one(KeyLine).region.bottom == 24


@opens(TABLE)
async def test_the_palette_knows_what_can_be_done_at_a_table(here: Here) -> None:
    table = here.table
    await here.press("a")
    played = table.match.plies
    offered = [command.title for command in here.arcade.get_system_commands(table)]
    assert {"Undo", "Resign", "Hint: suggest a move", "Analysis: show or hide", "Faster"} <= set(offered)
    assert len(offered) == len(set(offered))
    await here.press("ctrl+p", *"undo")
    await here.sees("Undo")
    await here.press("enter", "enter")
    await here.until(lambda: table.match.plies < played, "the move taken back")


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
@opens(f'[Game "getaway"]{FRIENDS}')
async def test_enter_and_space_rest_after_a_show(here: Here, watch: Watch, key: str) -> None:
    await here.press(key)
    rolled = len(moves(here))
    assert rolled
    watch.now += PAUSE - 0.01
    await here.press(key)
    assert len(moves(here)) == rolled
    watch.now += 0.02
    await here.press(key)
    assert len(moves(here)) > rolled


@opens(f'[Game "egg-carton"]{FRIENDS}')
async def test_letters_do_not_rest(here: Here, watch: Watch) -> None:
    await here.press("c", "e")
    assert moves(here) == ["C", "E"]


@opens(f'[Game "abacus"]{FRIENDS}')
async def test_enter_ends_a_move_that_is_written_however_soon_after_a_show(here: Here, watch: Watch) -> None:
    for written in ("a1b1", "i5h5"):
        await here.press("m", *written, "enter")
    assert moves(here) == ["a1b1", "i5h5"]


@opens(f'[Game "abacus"]{FRIENDS}')
async def test_the_rest_of_a_move_whose_first_letter_ended_a_show_does_nothing(
    here: Here, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, shows = here.table, [True]
    monkeypatch.setattr(screen.animator, "finish", lambda: shows and shows.pop())
    for key in ("m", "g", "s", "enter"):  # else a menu, a hint, and it is taken
        await here.press(key)
        watch.now += BURST / 2
    assert here.screen is screen
    assert not screen.picking.typed
    assert not screen.situation.wanted
    watch.now += BURST
    await here.press("m", *"a1b1", "enter")
    assert moves(here) == ["a1b1"]


@opens(f'[Game "abacus"]{FRIENDS}')
async def test_the_cursor_rides_with_the_marble(here: Here) -> None:
    board = here.table.board
    await here.press("right")
    board.cursor = board.pointed = BY_NAME["c3"]
    await here.press("w")
    assert moves(here) == ["c3d3"]
    assert board.cursor is None
    await here.press("up")
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


@opens(TABLE)
async def test_a_paste_that_takes_long_is_read_beside_play_and_a_notice_says_so(
    here: Here, held: Held
) -> None:
    here.screen.post_message(Paste(LONG))
    await here.until(lambda: "Reading what was pasted..." in here.notices, "the notice")
    here.arcade.post_message(Key("question_mark", "?"))
    await here.comes(Help)
    here.arcade.post_message(Key("escape", None))
    await here.sits()
    held.let_go()
    await here.comes(GameMenu)


@opens(TABLE)
async def test_another_paste_drops_one_that_takes_long(here: Here, held: Held) -> None:
    here.screen.post_message(Paste(LONG))
    await here.until(lambda: "Reading what was pasted..." in here.notices, "the notice")
    here.screen.post_message(Paste("A"))
    await here.comes(GameMenu)
    assert held.ended == 2
    said = str(here.screen.query_one("#note", Static).render())
    assert said.startswith("Egg Carton: 1 move")


@opens(TABLE)
async def test_a_screen_that_was_left_is_asked_nothing_about_its_paste(here: Here, held: Held) -> None:
    here.screen.post_message(Paste(LONG))
    await here.until(lambda: "Reading what was pasted..." in here.notices, "the notice")
    here.arcade.pop_screen()
    held.let_go()
    await here.until(lambda: held.ended == 1, "the end of the reading")
    await here.rest()
    await here.passes(AFTER_PASTE)
    assert isinstance(here.screen, Menu)


async def test_a_paste_longer_than_any_match_is_not_read(held: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pasted, "MOST_PASTED", 4)
    async with opened(arcade(TABLE)) as here:
        here.screen.post_message(Paste(LONG))
        await here.until(lambda: any("longer than 4 characters" in said for said in here.notices), "why")
        assert held.ended == 0


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"puzzle": find_puzzle(GAMES, "beadmaster-19bf35")}, "Win in 3 turns"),
        ({"daily": daily(GAMES, date(2026, 11, 23))}, "Today's puzzle"),
        ({"learn": "gobblet"}, "first lesson"),
        ({"hurry": "gobblet"}, "Three minutes"),
        ({"season": True}, "Season"),
        ({"today": True}, "Puzzles"),
        ({"edit": (GETAWAY, "")}, "Board"),
    ],
)
async def test_what_a_command_asks_for_lies_above_the_menu(asked: dict[str, Any], words: str) -> None:
    store = StoreThread()
    above = _page(store, Asked(**asked))
    app = Arcade(settings=Settings(speed=0), store=store, engine=Resting(), above=above)
    async with opened(app) as here:
        await here.sees(words)
        assert len(app.screen_stack) == 2


async def test_a_record_that_is_opened_is_watched() -> None:
    match = match_of('[Game "egg-carton"] C A')
    app = Arcade(settings=Settings(speed=0), engine=Resting(), opening=Start(match, script=match))
    async with opened(app) as here:
        await here.until(lambda: is_replay(here.screen), "the replay")
