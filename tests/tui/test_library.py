"""The library on the screen."""

from __future__ import annotations

from textual.events import Paste
from textual.widgets import Static

from marbles_tui.ai.review import Judgement, key_of, write_judgements
from marbles_tui.store import MatchStore
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.library import Ahead, LibraryScreen
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from tests.tui.conftest import MakeArcade, match_of, notices
from tests.tui.shelf import fill, open_library
from tests.tui.waiting import press, screen_text, settle, time_passes, until


def said(screen: LibraryScreen) -> str:
    return str(screen.query_one("#said", Static).render())


def shown(screen: LibraryScreen) -> int:
    return len(screen.query_one(RowList).items)


async def test_a_long_fault_is_shown_whole(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(60, 18)) as pilot:
        screen = await open_library(pilot)
        screen.say("1 imported, 1 could not be read. record 2, line 8: B1 is not legal here: B1 is open")
        await until(
            pilot,
            lambda: screen.query_one("#said", Static).content_size.height == 2,
            "a second line for the rest",
        )


async def test_an_export_that_ends_after_the_library_was_left_still_says_so(arcade: MakeArcade) -> None:
    fill(1)
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Menu)
        screen.say("1 exported to out.txt.")
        screen.imported("1 imported.")
        await settle(pilot)
        assert notices(pilot) == ["1 exported to out.txt.", "1 imported."]


async def test_what_follows_a_paste_for_a_moment_is_no_typing(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        screen.post_message(Paste("no game"))
        await press(pilot, "d")
        assert shown(screen) == 30
        await time_passes(pilot, AFTER_PASTE)
        await pilot.press("d")
        await until(pilot, lambda: shown(screen) == 29, "a match is deleted")


async def test_what_an_update_has_changed_is_told_once(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    store.write("", "INSERT INTO notice VALUES ('imported', 1071)")
    store.close()
    async with arcade().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(notices(pilot)), "the notice")
        assert notices(pilot)[0].startswith("1,071 imported games will not count as your own any more")
        assert MatchStore.open().take_notice() == ""


async def test_the_board_plays_to_where_the_match_turned(arcade: MakeArcade) -> None:
    match = match_of('[Game "gobblet"][Player1 "Ann"][Player2 "Eve"] W1A1 K1B2 W2C3 K2D4 #1')
    judged = [Judgement(value, False, "", "W1A4", deep=True) for value in (0.0, 0.0, 0.0, 9.0, 9.0)]
    store = MatchStore.open()
    store.begin(match)
    store.save_review(key_of(match), write_judgements(judged))
    store.close()
    async with arcade(name="Ann").run_test(size=(120, 40)) as pilot:
        screen = await open_library(pilot)
        await until(pilot, lambda: "was a" in screen_text(pilot), "where it turned")
        shown = screen_text(pilot)
        assert "You lost to Eve" in shown
        assert "Gobblet, today, 4 moves" in shown
        board = screen.query_one(SmallBoard)
        await until(pilot, lambda: board.board == match.positions[3].board, "the board after the slip")
        await pilot.click(Ahead, offset=(37, 3))
        await until(pilot, lambda: board.board == match.positions[-1].board, "the board at the end")
