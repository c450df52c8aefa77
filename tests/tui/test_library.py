"""The library on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Paste
from textual.widgets import Input, Static

from marbles_tui.ai.review import Judgement, key_of, write_judgements
from marbles_tui.store import MatchStore
from marbles_tui.store.paths import data_folder
from marbles_tui.store.rows import Entry
from marbles_tui.tui.dialogs import AskFile, GameMenu
from marbles_tui.tui.kit.filters import Filters
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.library import Ahead, LibraryScreen
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, match_of, notices
from tests.tui.shelf import SHELVED, fill, open_library
from tests.tui.waiting import click, opened, press, screen_text, settle, time_passes, until
from tests.tui.watchers import is_replay, watching


def said(screen: LibraryScreen) -> str:
    return str(screen.query_one("#said", Static).render())


def shown(screen: LibraryScreen) -> int:
    return len(screen.query_one(RowList).items)


async def test_it_is_filtered_as_one_types(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        assert shown(screen) == 30
        await press(pilot, "slash", *"ann gobb")
        assert shown(screen) == 3
        await press(pilot, "enter")
        assert screen.query_one(RowList).has_focus
        screen.query_one(Filters).choose("state", "finished")
        await settle(pilot)
        assert 0 < shown(screen) < 3
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, Menu)


@pytest.mark.long
async def test_an_unfinished_match_goes_on_and_a_finished_one_is_watched(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        screen.query_one(Filters).choose("state", "finished")
        await settle(pilot)
        await press(pilot, "enter")
        assert is_replay(pilot.app.screen)
        assert not watching(pilot.app.screen).playing
        assert watching(pilot.app.screen).ply == 0
        await press(pilot, "escape", "q")
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        screen.query_one(Filters).choose("state", "unfinished")
        await settle(pilot)
        entry = screen.pointed
        await press(pilot, "enter")
        assert plays(pilot.app.screen)
        assert entry
        assert pilot.app.screen.match.game.key == entry.game


async def test_a_deleted_match_comes_back(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "down", "d")
        assert shown(screen) == 29
        assert said(screen) == "Deleted. u restores it."
        await press(pilot, "u")
        assert shown(screen) == 30
        await press(pilot, "u")
        assert said(screen) == "Nothing to restore."


async def test_a_deleted_match_comes_back_after_the_library_was_left(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        await open_library(pilot)
        await press(pilot, "d")
        await press(pilot, "escape")
        screen = await open_library(pilot)
        assert shown(screen) == 29
        await press(pilot, "u")
        assert (shown(screen), said(screen)) == (30, "Restored.")


async def test_matches_are_pointed_at_by_keys_and_clicks(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        matches = screen.query_one(RowList)
        await pilot.press("end")
        assert matches.at == 29
        assert matches.scroll_offset.y > 0
        await pilot.press("pageup", "up", "home", "down")
        assert matches.at == 1
        await click(pilot, RowList, offset=(10, 3))
        assert matches.at == 3
        await click(pilot, RowList, offset=(10, 3))
        assert pilot.app.screen is not screen


@pytest.mark.long
async def test_what_is_shown_is_exported_and_taken_in_again(arcade: MakeArcade, tmp_path: Path) -> None:
    fill()
    file = tmp_path / "out.txt"
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "x")
        assert isinstance(pilot.app.screen, GameMenu)
        await press(pilot, "down", "enter")
        assert isinstance(pilot.app.screen, AskFile)
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, lambda: "30 exported" in said(screen), "how many are written")
        assert file.read_text().count("[Game ") == 30
        file.write_text(file.read_text() + '[Game "egg-carton"]\n\nA C J\n')
        await press(pilot, "i")
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        await until(pilot, lambda: "imported" in said(screen), "how many are imported")
        assert said(screen) == "1 imported, 30 known already."
        assert shown(screen) == 31


@pytest.mark.parametrize("text", [b"\xff\xfe", b'[Game "chess"]\n\ne4\n', b""])
async def test_a_file_that_is_none_says_so(arcade: MakeArcade, tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "in.txt"
    file.write_bytes(text)
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "i")
        pilot.app.screen.query_one(Input).value = str(file)
        await pilot.press("enter")
        wrong = ("cannot be", "could not be read")
        await until(
            pilot, lambda: any(words in said(screen) for words in wrong), "what is wrong with the file"
        )
        assert MatchStore.open().library.count() == 0


async def test_a_long_fault_is_shown_whole(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(60, 18)) as pilot:
        screen = await open_library(pilot)
        screen.say("1 imported, 1 could not be read. record 2, line 8: B1 is not legal here: B1 is open")
        await until(
            pilot,
            lambda: screen.query_one("#said", Static).content_size.height == 2,
            "a second line for the rest",
        )


async def test_an_empty_library_says_what_to_do(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        assert said(screen) == "No games yet. Play one, or import a file with i."
        await pilot.press("enter", "w", "d", "x")
        assert pilot.app.screen is screen


async def test_a_damaged_database_is_set_aside_when_that_is_chosen(arcade: MakeArcade) -> None:
    data_folder().mkdir(parents=True, exist_ok=True)
    (data_folder() / "matches.sqlite3").write_bytes(b"no database at all" * 100)
    app = arcade()
    async with opened(app) as pilot:
        assert isinstance(app.screen, GameMenu)
        assert app.store.trouble
        await press(pilot, "enter")
        assert isinstance(app.screen, Menu)
        assert not app.store.trouble
        assert (data_folder() / "matches.damaged-1.sqlite3").exists()


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


async def test_a_path_from_home_is_written_there(
    arcade: MakeArcade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(1)
    monkeypatch.setenv("HOME", str(tmp_path))
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "x", "enter")
        pilot.app.screen.query_one(Input).value = "~/out.txt"
        await pilot.press("enter")
        await until(pilot, lambda: "1 exported" in said(screen), "how many are written")
        assert (tmp_path / "out.txt").read_text().count("[Game ") == 1


async def test_the_list_is_sorted_by_a_key_and_by_its_headings(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        matches = screen.query_one(RowList)
        keys = [game.key for game in SHELVED]

        def first() -> str:
            return at(0).game

        def at(row: int) -> Entry:
            item = matches.items[row]
            assert item
            found: Entry = item.key
            return found

        await press(pilot, "o")
        assert first() == min(keys)
        await press(pilot, "O")
        assert first() == max(keys)
        await click(pilot, "#heading", offset=(41, 0))
        latest = at(0)
        assert "date ▼" in screen_text(pilot)
        await click(pilot, "#heading", offset=(41, 0))
        assert "date ▲" in screen_text(pilot)
        assert at(29) == latest


async def test_favourites_have_a_star_and_are_listed(arcade: MakeArcade) -> None:
    fill()
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "down", "m")
        assert screen_text(pilot).count("★") == 1
        screen.query_one(Filters).choose("state", "favourites")
        await settle(pilot)
        assert shown(screen) == 1
        await press(pilot, "m")
        assert shown(screen) == 0


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_who_played_and_who_won_is_readable_at_every_size(
    arcade: MakeArcade, size: tuple[int, int]
) -> None:
    store = MatchStore.open()
    seats = '[Seat1 "computer novice"][Seat2 "computer greedy"]'
    store.begin(match_of(f'[Game "beadmaster"]{seats} #1'))
    store.begin(
        match_of('[Game "getaway"][Player1 "Ann"][Player2 "Automatic"][Seat2 "computer automatic"] *6')
    )
    async with arcade().run_test(size=size) as pilot:
        await open_library(pilot)
        await until(pilot, lambda: "Ann - Automatic" in screen_text(pilot), "who travels")
        assert "Getaway" in screen_text(pilot)
        await pilot.press("down")
        await until(pilot, lambda: "Novice - Greedy" in screen_text(pilot), "who played")
        assert "Greedy won" in screen_text(pilot)


async def test_help_in_the_library_is_about_the_library(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        await open_library(pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: "Help: Library" in screen_text(pilot), "the library's help")
        assert "favourite" in screen_text(pilot)
        await press(pilot, "question_mark", "t")
        await pilot.press("question_mark")
        await until(pilot, lambda: "Help: Statistics" in screen_text(pilot), "the statistics' help")


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


async def test_an_imported_game_is_watched_and_not_gone_on_with(arcade: MakeArcade) -> None:
    MatchStore.open().library.import_('[Game "egg-carton"][Player1 "Eve"][Date "2017.03.02"] C', SHELVED)
    async with opened(arcade()) as pilot:
        assert "Continue" not in screen_text(pilot)
        await open_library(pilot)
        assert "no result" in screen_text(pilot).lower()
        await press(pilot, "enter")
        assert is_replay(pilot.app.screen)


async def test_whose_the_games_are_is_asked_where_an_arcade_has_written_them(arcade: MakeArcade) -> None:
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        screen.post_message(Paste('[Game "egg-carton"][Seed "7"][Player1 "Eve"][Date "2017.03.02"] C'))
        await until(pilot, lambda: "Whose games are these?" in screen_text(pilot), "a question")
        await time_passes(pilot, AFTER_PASTE)
        await pilot.press("down", "enter")
        await until(pilot, lambda: "now your own" in said(screen), "what came of it")
        assert MatchStore.open().last_unfinished()


async def test_what_an_update_has_changed_is_told_once(arcade: MakeArcade) -> None:
    store = MatchStore.open()
    store.database.write("", "INSERT INTO notice VALUES ('imported', 1071)")
    store.close()
    async with arcade().run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: bool(notices(pilot)), "the notice")
        assert notices(pilot)[0].startswith("1,071 imported games will not count as your own any more")
        assert MatchStore.open().take_notice() == ""


@pytest.mark.parametrize(
    ("state", "names"), [("won", ["Eve"]), ("lost", ["Novice"]), ("drawn", ["Bea"]), ("unfinished", ["Cleo"])]
)
async def test_games_are_listed_by_how_they_ended_for_oneself(
    arcade: MakeArcade, state: str, names: list[str]
) -> None:
    start = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
    store = MatchStore.open()
    for text in (
        '[Player1 "Ann"][Player2 "Eve"] #2', '[Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"] #1',
        '[Player1 "Ann"][Player2 "Bea"] =', '[Player1 "Dan"][Player2 "Fay"] #1',
    ):  # fmt: skip
        store.begin(match_of(start + text))
    store.begin(match_of('[Game "egg-carton"][Player1 "Ann"][Player2 "Cleo"] C'))
    store.close()
    async with arcade(name="Ann").run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        screen.query_one(Filters).choose("state", state)
        await settle(pilot)
        rows = [item.row.plain for item in screen.query_one(RowList).items if item]
        assert len(rows) == len(names)
        assert all(name in row for name, row in zip(names, rows, strict=True))
        assert all("Ann" not in row for row in rows)


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


@pytest.mark.long
async def test_a_list_that_gets_short_is_shown_from_its_beginning(arcade: MakeArcade) -> None:
    fill(250)
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "end")
        assert screen.query_one(RowList).at == 249
        screen.query_one(Filters).choose("game", "gobblet")
        await settle(pilot)
        assert shown(screen) == 50
        assert all(screen.query_one(RowList).items)
        assert screen_text(pilot).count("Gobblet") > 9


async def test_whoever_comes_back_to_the_list_sees_what_was_played_meanwhile(arcade: MakeArcade) -> None:
    fill(1)
    async with arcade().run_test(size=(80, 24)) as pilot:
        screen = await open_library(pilot)
        await press(pilot, "question_mark")
        fill(2)  # by another copy of the program
        assert shown(screen) == 1
        await press(pilot, "escape")
        await until(pilot, lambda: shown(screen) == 3, "the list as it is now")
