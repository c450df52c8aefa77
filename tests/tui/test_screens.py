"""Menu, set-up, settings and help."""

from __future__ import annotations

import pytest

from marbles_tui.store.settings import ENTRIES
from marbles_tui.tui.kit.lines import TooSmall
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.table.beside import Status
from tests.at_table import plays
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import opened, press, settle


async def test_a_random_start_is_drawn_and_recorded(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app) as pilot:
        await press(pilot, "enter")
        assert isinstance(app.screen, SetUp)
        app.screen.choose("start", "random")
        await press(pilot, "enter")
        assert plays(app.screen)
        match = app.screen.match
        assert sum(match.position.board.ring) == 36
        assert match.setup == match.game.write(match.positions[0])
        assert match.tag("Drawn") == "random"


def test_there_is_a_speed_for_every_number_that_the_settings_take() -> None:
    assert ENTRIES["speed"].most == len(SPEEDS) - 1


@pytest.mark.parametrize("size", [(59, 24), (80, 17), (1, 1), (20, 5)])
async def test_a_small_terminal_asks_to_be_enlarged(arcade: MakeArcade, size: tuple[int, int]) -> None:
    app = arcade()
    async with opened(app, size) as pilot:
        assert app.screen.query_one(TooSmall).display
        await pilot.resize_terminal(60, 18)
        await settle(pilot)
        assert not app.screen.query_one(TooSmall).display


@pytest.mark.parametrize(
    ("height", "shown"), [(2, "word word..."), (3, "word word word word..."), (9, " ".join(["word"] * 12))]
)
async def test_what_may_be_done_is_never_cut_off(arcade: MakeArcade, height: int, shown: str) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        status = Status()
        status.styles.width, status.styles.height = 12, height
        await app.screen.mount(status)
        status.said, status.prompt = " ".join(["word"] * 12), "Roll."
        await settle(pilot)
        *said, last = status.render().plain.split("\n")
        assert (" ".join(said), last) == (shown, "Roll.")
