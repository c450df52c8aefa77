"""The library and the statistics on the screen."""

from __future__ import annotations

from datetime import date

import pytest
from textual.events import Paste
from textual.widgets import Static

from marbles_tui.ai.review import Judgement, key_of, write_judgements
from marbles_tui.games import GAMES, find
from marbles_tui.play.played import played
from marbles_tui.play.statistics import HeadToHead, Progress, statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.rows import MatchEntry
from marbles_tui.tui.kit.shelf import RowList, SmallBoard
from marbles_tui.tui.pages.library import Ahead, LibraryScreen, told_of
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.statistics import Person, board_title
from tests.for_each import for_each
from tests.tui.shelf import fill, open_library
from tests.tui.stage import Here, arcade, match_of, opened, opens


def shown(screen: LibraryScreen) -> int:
    return len(screen.query_one(RowList).items)


@opens(size=(60, 18))
async def test_a_long_fault_is_shown_whole(here: Here) -> None:
    screen = await open_library(here)
    screen.say("1 imported, 1 could not be read. record 2, line 8: B1 is not legal here: B1 is open")
    await here.until(
        lambda: screen.query_one("#said", Static).content_size.height == 2,
        "a second line for the rest",
    )


async def test_an_export_that_ends_after_the_library_was_left_still_says_so() -> None:
    fill(1)
    async with opened(arcade()) as here:
        screen = await open_library(here)
        await here.press("q")
        assert isinstance(here.screen, Menu)
        screen.say("1 exported to out.txt.")
        screen.imported("1 imported.")
        await here.rest()
        assert here.notices == ["1 exported to out.txt.", "1 imported."]


async def test_what_follows_a_paste_for_a_moment_is_no_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.tui.pasted.AFTER_PASTE", 3600.0)
    fill()
    async with opened(arcade()) as here:
        screen = await open_library(here)
        screen.post_message(Paste("no game"))
        await here.press("d")
        assert shown(screen) == 30


async def test_what_was_put_right_is_told_once() -> None:
    store = MatchStore.open()
    store.write("", "INSERT INTO notice VALUES ('version', -1071)")
    store.close()
    async with opened(arcade()) as here:
        await here.until(lambda: bool(here.notices), "the notice")
        assert here.notices[0].startswith("Your saved games had an impossible version number, -1071")
        assert MatchStore.open().take_notice() == ""


async def test_the_board_plays_to_where_the_match_turned() -> None:
    match = match_of('[Game "gobblet"][Player1 "Ann"][Player2 "Eve"] W1A1 K1B2 W2C3 K2D4 #1')
    judged = [Judgement(value, False, "", "W1A4", deep=True) for value in (0.0, 0.0, 0.0, 9.0, 9.0)]
    store = MatchStore.open()
    store.begin(match)
    store.save_review(key_of(match), write_judgements(judged))
    store.close()
    async with opened(arcade(name="Ann"), (120, 40)) as here:
        screen = await open_library(here)
        await here.sees("was a")
        shown = here.text
        assert "You lost to Eve" in shown
        assert "Gobblet, 4 moves, today" in shown
        board = screen.query_one(SmallBoard)
        await here.until(lambda: board.board == match.positions[3].board, "the board after the slip")
        await here.click(Ahead, offset=(37, 3))
        await here.until(lambda: board.board == match.positions[-1].board, "the board at the end")
        assert screen.query_one(Ahead).ply == match.plies


@for_each(
    "record, judged, said",
    [
        ('[Game "gobblet"] W1A1 K1B2', 3, "Nobody gave anything away."),
        ('[Game "gobblet"] W1A1 K1B2', 1, "y reviews it, and shows where it turned."),  # it was left soon
        ('[Game "gobblet"] W1A1 K1B2', 0, "y reviews it, and shows where it turned."),
        ('[Game "gobblet"]', 0, ""),
        ('[Game "getaway"] *1', 0, ""),
    ],
)
def test_what_is_said_of_a_review_holds_of_as_much_as_there_is(record: str, judged: int, said: str) -> None:
    match = match_of(record)
    judgements = [*[Judgement(0.0, False, "", "W1A4", deep=True)] * judged, *[None] * (3 - judged)]
    assert told_of(match, write_judgements(judgements)).turn == said


@for_each(
    "players, name, others",
    [
        ("Ann - Player 2 (novice)", "Ann", ["Novice"]),
        ("Player 1 - Adept", "", ["Adept"]),
        ("Adept - Player 2", "", ["Adept"]),
        ("Player 1 - Player 2", "", []),
        ("Ann - Ann", "Ann", []),
        ("Ann - Ben", "Cleo", []),
        ("Ann - Ben - Cleo", "Ben", ["Ann", "Cleo"]),
    ],
)
def test_with_whom_one_has_played(players: str, name: str, others: list[str]) -> None:
    assert MatchEntry(1, "gobblet", players, "1", 2, True, "").others(name) == others


# The statistics on the screen, and the names that are offered in the set-up.


START = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"][Date "2026.05.03"]'
NAMELESS = START + '[Player2 "Adept"][Seat2 "computer adept"] '
ANN = START + '[Player1 "Ann"][Player2 "Adept"][Seat2 "computer adept"] '


def person(name: str, *texts: str) -> Person:
    found = [one for text in texts if (one := played(match_of(text)))]
    return Person.of(statistics(found, {"egg-carton": {"adept": 1200.0}}), name, GAMES)


def test_what_does_not_count_is_said() -> None:
    helped, puzzle = NAMELESS + '[Rated "no"] F', NAMELESS + '[Puzzle "one turn"] F'
    assert person("", helped, helped, puzzle).left_out == "2 games with hints, 1 puzzle"
    players, start = (NAMELESS + f'[Rated "no"][Changed "{why}"] F' for why in ("players", "start"))
    told = "1 game with players changed, 1 game gone on with from another"
    assert person("", players, start).left_out == told
    assert person("", NAMELESS + "F").left_out == ""


def test_a_person_in_words() -> None:
    found = person("", *[NAMELESS + end for end in ("F", "F", "#1")])
    assert found.days == {date(2026, 5, 3)}
    assert found.longest_run == "2, in Egg Carton"
    row = found.games[0]
    assert (row.games, row.runs) == ("3 games, 67% won", "last one lost · best run 2")
    assert ("Fastest win", "1 turn") in row.records
    alone = Progress(game="egg-carton", total=HeadToHead(played=4, won=1, lost=1))
    assert row._replace(progress=alone).games == "4 games, 50% won"
    assert row.next.startswith("Next: ")
    assert person("", NAMELESS + "F", NAMELESS + "F").games[0].runs.startswith("last 2 won")
    assert person("", NAMELESS + "=").games[0].runs == "last one drawn"


@for_each(
    ("game", "key", "title"),
    [
        ("getaway", "smugglers", "Smugglers' Coast"),
        ("gobblet", "start", "Start"),
        ("egg-carton", "1", "1"),
        ("getaway", "0f3a", "a board of your own"),
    ],
)
def test_a_board_is_called_as_its_game_calls_it(game: str, key: str, title: str) -> None:
    assert board_title(find(game), key) == title
