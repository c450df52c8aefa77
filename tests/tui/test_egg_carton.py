"""Egg Carton played at its table, by keys and mouse."""

from __future__ import annotations

import pytest

from marbles_tui.tui.app import Arcade
from marbles_tui.tui.table.beside import Moves, Status
from tests.at_table import table
from tests.tui.conftest import MakeArcade, ending
from tests.tui.egg_tables import LAST, SOURCE
from tests.tui.waiting import opened, press, settle, until


@pytest.mark.parametrize(("seat", "side"), [(1, "far side, right to left"), (2, "near side, left to right")])
async def test_the_first_turn_says_which_side_is_yours(arcade: MakeArcade, seat: int, side: str) -> None:
    record = f'[Game "egg-carton"][Seat{seat} "computer novice"] {"F" if seat == 1 else ""}'
    async with opened(arcade(record)) as pilot:
        await until(pilot, lambda: side in table(pilot).query_one(Status).prompt, "the side")


@pytest.mark.parametrize(("late", "moves"), [(0.0, True), (1.0, False)])
async def test_nothing_moves_where_others_wait_too_long(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch, late: float, moves: bool
) -> None:
    monkeypatch.setattr(Arcade, "late", late)
    async with opened(arcade(SOURCE, speed=6)) as pilot:
        await press(pilot, "c")
        assert table(pilot).animator.showing == moves
        assert moves or table(pilot).match.plies == 1


async def test_resizing_in_the_middle_of_a_show_is_harmless(arcade: MakeArcade) -> None:
    async with opened(arcade(SOURCE, speed=5)) as pilot:
        await pilot.press("a")
        for size in ((120, 40), (30, 10), (1, 1), (80, 24)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
        await press(pilot, "enter")
        assert table(pilot).board.frame.board == table(pilot).match.position.board


async def test_the_speed_changes_live_and_is_kept(arcade: MakeArcade) -> None:
    app = arcade(SOURCE, speed=3)
    async with opened(app) as pilot:
        await pilot.press("minus")
        assert app.settings.speed == 4
        await pilot.press("plus", "plus")
        assert app.settings.speed == 2


async def test_a_series_turns_the_seats_and_keeps_the_score(arcade: MakeArcade) -> None:
    record = LAST.replace("[Setup", '[Series "1/2"][Score "0-0"][Setup')
    async with opened(arcade(record)) as pilot:
        await press(pilot, "f")
        await press(pilot, "enter")
        match = table(pilot).match
        assert match.names == ("Ben", "Ann")
        assert ("Score", "0-1") in match.tags
        await press(pilot, "f")
        assert "Series Ben 1, Ann 1. Drawn." in ending(pilot)


async def test_what_is_pasted_plays_nothing(arcade: MakeArcade) -> None:
    from textual.events import Paste

    async with opened(arcade(SOURCE)) as pilot:
        pilot.app.screen.post_message(Paste("a\rb\rc"))
        await settle(pilot)
        await press(pilot, "b", "c")
        assert not table(pilot).match.moves


async def test_names_from_outside_are_never_markup(arcade: MakeArcade) -> None:
    record = SOURCE.replace("Ann", "[bold red]X[/]\x1b[31m")
    async with opened(arcade(record)) as pilot:
        await press(pilot, "b")
        seats = str(table(pilot).query_one("Seats").render())
        assert "[bold red]X[/]" in seats
        assert "\x1b" not in seats
        assert "B" in str(table(pilot).query_one(Moves).render())
