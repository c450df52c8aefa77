"""What was played here, on the screen."""

from __future__ import annotations

from marbles_tui.games import GAMES
from marbles_tui.play import read_matches
from marbles_tui.play.openings import Continuation, OpeningLine
from marbles_tui.store import MatchStore
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.openings import OpeningsPage
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, match_of
from tests.tui.waiting import press, screen_text, settle, until
from tests.tui.watchers import is_replay

PLAYED = "\n".join(
    f'[Game "egg-carton"]\n[Player1 "{name}"]\n[Result "{result}"]\n\n{moves}\n'
    for name, result, moves in (
        ("Ann", "1", "C E D"),
        ("Cleo", "2", "C E F"),
        ("", "draw", "C E D"),
        ("", "*", "A"),
    )
)


def keep_games() -> None:
    store = MatchStore.open()
    for reading in read_matches(PLAYED, GAMES):
        if reading.match and reading.match.plies:
            store.begin(reading.match)
    store.close()


async def test_moves_and_games_are_gone_through_from_a_review(arcade: MakeArcade) -> None:
    keep_games()
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        app.open_replay(match_of('[Game "egg-carton"]\n\nC E D'), 0, playing=False)
        await settle(pilot)
        await press(pilot, "e")
        page = app.screen
        assert isinstance(page, OpeningsPage)
        rows = page.query_one(RowList)
        await until(pilot, lambda: "4 games looked through" in screen_text(pilot), "the games")
        moves = [item.key for item in rows.items if item and isinstance(item.key, Continuation)]
        assert [(move.move, len(move.lines)) for move in moves] == [("C", 3), ("A", 1)]
        assert "won 1, " in screen_text(pilot)
        await press(pilot, "enter")
        await until(pilot, lambda: "After 1 move." in screen_text(pilot), "the move")
        await press(pilot, "right")
        await until(pilot, lambda: "After 2 moves." in screen_text(pilot), "another one")
        await press(pilot, "left")
        await until(pilot, lambda: "After 1 move." in screen_text(pilot), "the move before")
        rows.at = next(at for at, item in enumerate(rows.items) if item and isinstance(item.key, OpeningLine))
        await press(pilot, "enter")
        await until(pilot, lambda: is_replay(app.screen), "the game")
        assert "1 of " in screen_text(pilot)
        await press(pilot, "q", "escape")
        assert is_replay(app.screen)


async def test_it_is_open_beside_a_match_and_says_where_nothing_is(arcade: MakeArcade) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        app.play_match(match_of('[Game "gobblet"]'))
        await settle(pilot)
        assert plays(app.screen)
        await press(pilot, "alt+e")
        await until(pilot, lambda: "NOTHING WAS PLAYED FROM HERE" in screen_text(pilot), "that it is said")
