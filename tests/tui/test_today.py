"""One page for today."""

from __future__ import annotations

from datetime import timedelta

from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.daily import Daily
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.store import MatchStore
from marbles_tui.table.puzzle_day import of_today
from marbles_tui.table.utc import utc_day
from marbles_tui.tui.kit.row_list import RowList
from tests.rooms.open_house import guest, opened
from tests.tui.lobbies import arcade_of
from tests.tui.waiting import press, screen_text, settle, until


def try_at_abacus() -> Try:
    """That of today's puzzle, solved."""
    found = next(each.daily for each in of_today(GAMES, (), utc_day()) if each.daily.game.key == "abacus")
    assert isinstance(found, Daily)
    puzzle = found.puzzle
    return Try(puzzle.id, "abacus", puzzle.difficulty, True, utc_day(), found.date, 0, 7.0)


def at_the_days(rows: RowList, game: str) -> int:
    """Where the day's puzzle of a game is listed."""
    days = [item.key.today if item and item.key else None for item in rows.items]
    return next(at for at, day in enumerate(days) if day and day.daily.game.key == game)


async def test_others_of_the_house_are_told_of_and_nobody_who_is_muted_deleted_or_keyless() -> None:
    made, store = try_at_abacus(), MatchStore.open()
    for before in (0, 3, 4):
        day = made.tried - timedelta(before)
        store.tries.add(made._replace(tried=day, day=day.isoformat()))
    store.close()
    async with opened() as lobby:
        ann, bea, eve, tom = (guest(lobby, name) for name in ("Ann", "Bea", "Eve", "Tom"))
        bea.solved("2000-01-01", "abacus", "missed")
        for each in (bea, eve, tom, guest(lobby, "Zoe", key=False)):
            each.solved(made.day, "abacus", "solved, 0:07")
        ann.mute(eve.id)
        await lobby.delete(tom.account)
        assert ann.others_solved(made.day, "abacus") == [("Bea", "solved, 0:07")]
        assert not ann.others_solved("2000-01-01", "abacus")
        async with arcade_of(ann).run_test(size=(120, 40)) as pilot:
            await settle(pilot)
            await press(pilot, "D")
            rows = pilot.app.screen.query_one(RowList)
            await until(pilot, lambda: bool(rows.items), "the five")
            rows.at = at_the_days(rows, "abacus")
            await until(pilot, lambda: "Bea: solved, 0:07" in screen_text(pilot), "Bea")
            shown = screen_text(pilot)
            assert "1 day running" in shown
            assert "at most 2 days" in shown
