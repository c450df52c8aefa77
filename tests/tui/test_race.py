"""Three minutes as a race of two in a house."""

from __future__ import annotations

from random import Random

from textual.pilot import Pilot

from marbles_tui.play.puzzles.tries import Run
from marbles_tui.rooms.notes import Racer
from marbles_tui.tui.kit.row_list import RowList
from marbles_tui.tui.pages.puzzles import PuzzlesScreen
from tests.rooms.open_house import guest, opened
from tests.tui.conftest import menu_of
from tests.tui.lobbies import arcade_of
from tests.tui.waiting import press, screen_text, settle, until


async def at_the_race(pilot: Pilot[None], race: int) -> PuzzlesScreen:
    """The list of puzzles, with a race picked: that of a number, or (0) a new one."""
    await until(pilot, lambda: menu_of(pilot).links, "the doors")
    await press(pilot, "u")
    screen = pilot.app.screen
    assert isinstance(screen, PuzzlesScreen)
    rows = screen.query_one(RowList)
    rows.at = next(at for at, item in enumerate(rows.items) if item and item.key and item.key.race == race)
    await settle(pilot)
    return screen


async def test_whoever_waits_is_found_and_sees_how_the_other_one_fares() -> None:
    async with opened() as lobby:
        ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")
        async with arcade_of(ann).run_test(size=(100, 30)) as pilot:
            screen = await at_the_race(pilot, 0)
            await press(pilot, "enter")
            await until(pilot, lambda: "waiting for somebody" in screen_text(pilot), "that one waits")
            assert "Three minutes" in bea.said()[-1].text
            await press(pilot, "enter")
            await until(pilot, lambda: not bea.racers(), "that it is called off")
            await press(pilot, "enter")
            await until(pilot, lambda: bool(bea.racers()), "the race")
            ((_, racer),) = bea.racers()
            bea.race(Racer(racer.race))
            await until(pilot, lambda: "Bea: 0" in screen_text(pilot), "the other one")
            bea.race(Racer(racer.race, (True, False, True), True))
            await until(pilot, lambda: "Bea: 2, done" in screen_text(pilot), "how they fared")
            await press(pilot, "escape")
            await until(pilot, lambda: pilot.app.screen is screen, "the list")
            assert [one.over for account, one in bea.racers() if account.id == ann.id] == [True]
        ann.close()
        assert [account.name for account, _ in bea.racers()] == ["Bea"]


async def test_both_have_the_same_puzzles() -> None:
    async with opened() as lobby:
        ann, bea = guest(lobby, "Ann"), guest(lobby, "Bea")
        bea.race(Racer(77))
        app = arcade_of(ann)
        async with app.run_test(size=(100, 30)) as pilot:
            await at_the_race(pilot, 77)
            assert "a race against Bea" in screen_text(pilot)
            await press(pilot, "enter")
            first = Run(None, app.games, Random(77)).next()
            assert first
            await until(pilot, lambda: first.id in screen_text(pilot), "the first puzzle")
            assert {one.race for _, one in bea.racers()} == {77}
