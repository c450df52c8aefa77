"""A page's arcade without a browser: what it keeps, what it comes back to, and what it says when it is left."""

from __future__ import annotations

import re
import subprocess
import sys
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from marbles_tui.browser import arcade as browser_arcade
from marbles_tui.browser.arcade import BrowserPage, unfinished
from marbles_tui.browser.store import InlineStore
from marbles_tui.games import GAMES
from marbles_tui.host import terminal
from marbles_tui.play import Match, Seat
from marbles_tui.play.puzzles.puzzle import shipped
from marbles_tui.store import MatchStore
from marbles_tui.store.files import own_boards
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.games.getaway.editor import Editor, draft_of
from marbles_tui.tui.kit.shelf import RowList
from marbles_tui.tui.pages.library import EXPORT
from tests.at_table import MatchTable, plays
from tests.for_each import for_each
from tests.hostile.samples import dangers
from tests.store.kept import match_of, moves_of, place

NOT_KEPT = "this browser keeps nothing"


class Browser:
    """A browser that calls its page whenever that has something to do."""

    page: BrowserPage

    def __init__(self) -> None:
        self.pages: list[BrowserPage] = []
        self.due = 0.0
        self.shown = ""
        self.told: list[str] = []
        self.held = False
        self.hidden = False
        self.farewell = ""
        self.offered: dict[str, str] = {}
        self.asked_for_files = 0

    def open(self, **named: Any) -> BrowserPage:
        """Open the page, and wait for its first screen."""
        self.page = page = BrowserPage(self, 80, 24, **named)
        self.pages.append(page)
        self.turn_until(page.arcade.shown.is_set)
        return page

    def turn_until(self, there: Callable[[], object]) -> None:
        """Turn the loop until something is there."""
        until = monotonic() + 60
        while not there():
            assert monotonic() < until, f"{self.told} {self.farewell} {self.page.arcade.screen}"
            sleep(max(0.0, min(0.02, self.due - monotonic())))
            self.due = monotonic() + 0.02
            self.page.turn()

    def asks(self, call: Callable[..., object], *args: Any) -> None:
        """Have the arcade do something."""
        self.page.loop.hear(self.page.arcade.call_later, call, *args)

    def sits(self, match: Match) -> MatchTable:
        """Sit down to a match; its table."""
        self.asks(self.page.arcade.play_match, match)
        return self.table(match)

    def table(self, match: Match | None = None) -> MatchTable:
        """The table that is shown, as soon as it is, with that match."""
        self.turn_until(
            lambda: (
                plays(self.page.arcade.screen)
                and self.page.arcade.screen.is_mounted
                and (match is None or self.page.arcade.screen.match.plies == match.plies)
            )
        )
        screen = self.page.arcade.screen
        assert plays(screen)
        return screen

    def types(self, keys: str, words: str) -> None:
        """Type, and see words."""
        self.page.typed(keys)
        self.sees(words)

    def sees(self, words: str) -> None:
        """Wait for words."""
        self.turn_until(lambda: words in self.shown)

    def wake(self, seconds: float) -> None:
        self.due = min(self.due, monotonic() + seconds)

    def write(self, text: str) -> None:
        self.shown += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)  # a line may be drawn in several pieces
        if self.pages and not self.hidden:
            self.page.read(len(text))

    def seated(self, match: str) -> None:
        self.told.append(match)

    def hold(self, unsaved: bool) -> None:
        self.held = unsaved

    def left(self, farewell: str) -> None:
        self.farewell = farewell

    def offer(self, name: str, text: str) -> None:
        self.offered[name] = text

    def pick(self) -> None:
        self.asked_for_files += 1

    def begin_thinker(self) -> bool:
        return True

    def ask_thinker(self, body: bytes) -> None: ...

    def stop_thinker(self, number: int) -> None: ...

    def end_thinker(self) -> None: ...


@pytest.fixture
def browser(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    monkeypatch.setattr(browser_arcade, "HOME", home)
    browser = Browser()
    yield browser
    for page in browser.pages:  # also those that were loaded anew
        browser.page = page
        if not page.running.done():
            page.close()
            browser.turn_until(page.running.done)


def test_it_begins_where_no_thread_has_a_time_of_its_own() -> None:
    program = "import time; del time.thread_time; import marbles_tui.browser.arcade, marbles_tui.browser.text"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_page_comes_back_to_the_table_that_was_on_its_screen(browser: Browser) -> None:
    page = browser.open()
    browser.sits(replace(match_of(""), seats=(Seat("Ann"), Seat("Bob"))))
    page.typed("c")
    browser.turn_until(lambda: browser.told == ["1"])
    assert moves_of(MatchStore.open(), 1) == ["C"]
    # The tab is loaded anew: nothing of the first page is asked to close.
    again = browser.open(table="1", touch=True)
    assert [str(move) for move in browser.table().match.moves] == ["C"]
    again.typed("\x1b")  # a phone's own button back
    browser.turn_until(lambda: browser.told[-1] == "")


def test_no_page_comes_back_to_what_has_stopped_it(browser: Browser) -> None:
    page = browser.open()
    browser.sits(replace(match_of("C"), seats=(Seat("Ann"), Seat("Bob"))))
    page.typed("a")
    browser.turn_until(lambda: browser.told == ["1"])
    browser.asks(divmod, 1, 0)
    browser.turn_until(lambda: browser.farewell)
    assert browser.told == ["1", ""]
    assert browser.farewell == "The arcade was stopped by a mistake. Your games are kept in this browser."


def test_whoever_closes_the_tab_is_asked_while_a_move_is_not_saved(browser: Browser, home: Path) -> None:
    place(home).mkdir()
    page = browser.open()
    saver = page.arcade.store.saver()
    page.loop.hear(saver.save, match_of("C"))
    browser.turn_until(lambda: browser.held)
    place(home).rmdir()
    browser.turn_until(lambda: not browser.held)
    assert moves_of(MatchStore.open(), saver.id) == ["C"]


@for_each(
    ("match", "table", "goes_on"),
    [
        (match_of("C"), "", True),
        (match_of("C").resign(0), "", False),
        (match_of("C"), "777", False),
        (match_of("C"), "no number", False),
    ],
)
def test_a_table_that_is_gone_or_over_leads_to_the_menu(match: Match, table: str, goes_on: bool) -> None:
    store = MatchStore.open()
    number = store.begin(match)
    store.close()
    assert bool(unfinished(InlineStore(), table or str(number), "")) == goes_on


def test_whoever_leaves_is_told_what_is_kept(browser: Browser) -> None:
    browser.open().typed("q")
    browser.turn_until(lambda: browser.farewell)
    assert browser.farewell == "You have left the arcade. Your games are kept in this browser."


def test_where_nothing_is_kept_that_is_said_and_never_promised(browser: Browser) -> None:
    page = browser.open(shortcoming=NOT_KEPT)
    browser.sees(NOT_KEPT)
    assert not browser.held
    browser.sits(match_of("C"))
    page.typed("u")
    browser.turn_until(lambda: browser.held)
    browser.sits(match_of(""))
    page.typed("q")
    browser.turn_until(lambda: not plays(page.arcade.screen))
    assert browser.held, "what was played at the table before is gone, too"
    page.typed("q")
    browser.turn_until(lambda: browser.farewell)
    assert browser.farewell == "You have left the arcade."


@pytest.mark.parametrize(
    ("records", "told"),
    [
        ('[Game "egg-carton"]\n1. C A B\n', "Play on from what you pasted?"),
        ('[Game "egg-carton"]\n1. C A B\n\n[Game "egg-carton"]\n1. B L\n', "2 imported."),
    ],
    ids=["one", "several"],
)
def test_games_that_are_dropped(browser: Browser, records: str, told: str) -> None:
    browser.open().dropped(records)
    browser.sees(told)
    assert MatchStore.open().library.count() == (2 if "2" in told else 0)


def test_what_the_browser_could_not_do_is_said(browser: Browser) -> None:
    browser.open().trouble("[b]\x1b.png is not read: it is no text.")
    browser.sees("[b]?.png is not read")


def test_the_file_that_is_chosen_comes_to_whoever_asked_and_one_is_handed_over(browser: Browser) -> None:
    page = browser.open()
    browser.types("l", "No games yet.")
    for times, name in enumerate(("", "one.txt"), 1):
        page.typed("i")
        browser.turn_until(lambda: browser.asked_for_files == times)  # noqa: B023
        page.picked(name, '[Game "egg-carton"]\n1. C A B\n' if name else "", "")
    browser.sees("1 imported.")
    browser.types("x", "This game")
    page.typed("\r")
    browser.turn_until(lambda: browser.offered)
    ((name, text),) = browser.offered.items()
    assert (name, "1. C A B" in text) == (EXPORT, True)


def test_a_board_that_is_not_saved_is_asked_about_and_rescued(browser: Browser, home: Path) -> None:
    page = browser.open()
    browser.asks(lambda: page.arcade.push_screen(Editor(draft_of("gary"))))
    browser.turn_until(lambda: isinstance(page.arcade.screen, Editor) and page.arcade.focused)
    browser.sees("Board editor")
    assert not browser.held
    page.typed("a")
    browser.turn_until(lambda: browser.held)
    page.typed("d")
    browser.turn_until(lambda: not browser.held)
    page.typed("a")
    browser.turn_until(lambda: browser.held)
    page.close()
    browser.turn_until(lambda: browser.farewell)
    (file,) = own_boards(home / "boards")
    assert len(draft_of(str(file)).sketch.squares) == len(draft_of("gary").sketch.squares) + 1


def test_a_page_that_was_hidden_for_long_draws_again(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = 0
    monkeypatch.setattr(terminal, "monotonic", lambda: monotonic() + hours * 3600)
    page = browser.open()
    browser.hidden = True
    shown = page._line.unread
    page.loop.hear(page._terminal.write, " " * 100_000)
    browser.turn_until(lambda: page._line.unread > shown + 99_999)
    looking = page._terminal._looking
    hours = 1
    browser.turn_until(lambda: page._terminal._looking is not looking)
    browser.hidden = False
    page.read(page._line.unread)
    browser.types("?", "1 keys")


def test_the_arcade_is_as_large_as_the_largest_window(browser: Browser) -> None:
    page = browser.open()
    page.resized(384, 108)
    browser.turn_until(lambda: page.arcade.size == (384, 108))


def test_a_finger_scrolls_a_list_and_picks_nothing_there_but_a_tap_does(browser: Browser) -> None:
    page = browser.open(touch=True)
    page.typed("s")
    browser.turn_until(lambda: page.arcade.screen.query("#values"))
    screen = page.arcade.screen
    values = screen.query_one("#values", RowList)
    browser.turn_until(lambda: values.region.height > 5 and values.max_scroll_y > 5)
    at, (x, y) = values.at, values.region.offset
    for step in range(5):
        page.typed(f"\x1b[<{32 if step else 0};{x + 4};{y + 7 - step}M")
    page.typed(f"\x1b[<0;{x + 4};{y + 3}m")
    browser.turn_until(lambda: values.scroll_y == 4)
    assert values.at == at
    page.typed(f"\x1b[<0;{x + 4};{y + 2}M\x1b[<0;{x + 4};{y + 2}m")
    browser.turn_until(lambda: values.at == 5)


def link_of(browser: Browser, page: BrowserPage, record: str) -> str:
    """What a copied record says of the address that opens it."""
    page.arcade.here = "https://example.org/marbles/"
    browser.asks(page.arcade.copy_to_clipboard, record)
    browser.turn_until(lambda: page.arcade.clipboard)
    first, _, rest = page.arcade.clipboard.partition("\n")
    assert rest == record
    assert first.startswith("; https://example.org/marbles/#")
    return first.partition("#")[2]


def goes(browser: Browser, page: BrowserPage, address: str) -> MatchTable:
    """Open an address, and the table that is offered then."""
    page.went(address)
    browser.turn_until(lambda: isinstance(page.arcade.screen, GameMenu))
    page.typed("\r")
    return browser.table()


@pytest.mark.parametrize("moves", ["A C", ""])
def test_a_record_is_copied_with_a_link_that_opens_it(browser: Browser, moves: str) -> None:
    page, match = browser.open(), match_of(f'[Game "egg-carton"] {moves}')
    link = link_of(browser, page, f"; a line about it\n{match}\n")
    assert goes(browser, page, link).match.moves == match.moves


def test_an_address_opens_a_position(browser: Browser) -> None:
    puzzle = shipped(GAMES[0])[0]
    table = goes(browser, browser.open(), f"{puzzle.game.key}={puzzle.position}")
    assert table.match.position == puzzle.start()


def test_an_address_opens_a_game_or_a_puzzle(browser: Browser) -> None:
    page = browser.open()
    page.went("gobblet")
    browser.turn_until(lambda: page.arcade.screen.query("#questions"))
    assert page.arcade.game_shown
    assert page.arcade.game_shown.key == "gobblet"
    puzzle = shipped(GAMES[0])[0]
    page.went(f"puzzle={puzzle.id}")
    browser.turn_until(lambda: page.arcade.screen.has_class("puzzle"))


BOMB = "record=60,000,000 blanks"


@pytest.mark.parametrize(
    "address", ["nim", "record=", "record=%%", "record=AAAA", BOMB, "puzzle=no", "\x1b[2J"]
)
def test_an_address_that_names_nothing_is_said(browser: Browser, address: str) -> None:
    page = browser.open()
    if address == BOMB:
        address = f"record={urlsafe_b64encode(zlib.compress(b' ' * 60_000_000, 9)).decode()}"
    page.went(address)
    browser.turn_until(lambda: list(page.arcade._notifications))
    (told,) = page.arcade._notifications
    assert told.message.startswith(("The address names nothing here", "The link is damaged"))
    assert not dangers(told.message)
