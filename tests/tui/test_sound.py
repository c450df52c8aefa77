"""The terminal's bell: for the flash, and for whoever is next after a computer."""

from __future__ import annotations

import pytest

from marbles_tui.tui.app import Arcade
from tests.at_table import table
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, until

AGAINST = """\
[Game "egg-carton"]
[Setup "1,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]
[Player1 "Ann"]
[Seat1 "human"]
[Player2 "Computer"]
[Seat2 "computer novice"]
"""
ALONE = AGAINST.replace("computer novice", "human")


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """How often the bell was rung."""
    heard: list[str] = []
    monkeypatch.setattr(Arcade, "bell", lambda app: heard.append("bell"))
    return heard


async def test_it_rings_when_the_computer_has_moved_and_a_person_is_next(
    arcade: MakeArcade, rung: list[str]
) -> None:
    async with opened(arcade(AGAINST, sound=True)) as pilot:
        assert rung == []  # nobody has moved
        await press(pilot, "a")  # ends in B, which was empty: the turn is over
        assert table(pilot).match.plies > 1
        assert table(pilot).situation.asked
        assert rung == ["bell"]
        await press(pilot, "u")
        assert rung == ["bell"]  # taking back is no move of the computer


async def test_it_is_silent_between_two_people(arcade: MakeArcade, rung: list[str]) -> None:
    async with opened(arcade(ALONE, sound=True)) as pilot:
        await press(pilot, "a")
        assert table(pilot).match.plies == 1
        assert rung == []


async def test_it_rings_at_the_flash(arcade: MakeArcade, rung: list[str]) -> None:
    async with opened(arcade(ALONE, sound=True, speed=1)) as pilot:
        await pilot.press("a")
        await until(pilot, lambda: not table(pilot).situation.state.showing, "the end of the move")
        assert rung == ["bell"]


async def test_a_flash_that_is_skipped_is_not_heard(arcade: MakeArcade, rung: list[str]) -> None:
    async with opened(arcade(ALONE, sound=True, speed=6)) as pilot:
        await press(pilot, "a")
        await press(pilot, "enter")
        assert not table(pilot).situation.state.showing
        assert rung == []


async def test_it_is_off_unless_asked_for(arcade: MakeArcade, rung: list[str]) -> None:
    async with opened(arcade(AGAINST, speed=1)) as pilot:
        await pilot.press("a")
        await until(
            pilot, lambda: table(pilot).match.plies > 1 and table(pilot).situation.asked, "the person's turn"
        )
        assert table(pilot).match.plies > 1
        assert rung == []
