"""The settings show what marbles look like here."""

from __future__ import annotations

import pytest

from marbles_tui.tui.kit import placements
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.capabilities import USUAL, Ability
from marbles_tui.tui.screens.settings import SettingsScreen
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.marble_samples import MarbleSamples
from tests.tui.conftest import MakeArcade
from tests.tui.waiting import settle, until

PLAIN = Ability("foot", (1, 19), False, USUAL)
OLD_KITTY = Ability("kitty", (0, 26), True, USUAL)
NEW_KITTY = Ability("kitty", (0, 40), True, USUAL)


def words(canvas: Canvas) -> str:
    return " ".join("".join(canvas.letter(x, y) for x in range(canvas.width)).strip() for y in range(4))


@pytest.mark.parametrize(
    ("ability", "best", "lacking"),
    [(PLAIN, "quadrants", 2), (OLD_KITTY, "pixels", 1), (NEW_KITTY, "pixels", 0)],
)
async def test_what_this_terminal_cannot_show_is_told_in_words(
    arcade: MakeArcade, ability: Ability, best: str, lacking: int
) -> None:
    app = arcade()
    async with app.run_test(size=(80, 24)) as pilot:
        app.ability = ability
        await app.push_screen(SettingsScreen())
        await settle(pilot)
        samples, row = app.screen.query_one(MarbleSamples), app.screen.query_one("#marbles", Choice)
        assert dict(row.values)["auto"] == f"Automatic: {best} here"
        assert words(samples.painted()).count("terminal") == lacking
        if ability.images:
            await until(pilot, lambda: len(app._placements._wanted) == 2, "two marbles as images")
        app.change_settings(marbles="octants")
        await settle(pilot)
        assert row.value == "octants"
        assert words(samples.painted()).count("terminal") == (not ability.images), (
            "whoever chooses it sees it"
        )


@pytest.mark.parametrize(
    ("chosen", "images"), [("pixels", 29 + 23 + 3), ("auto", 29 + 23 + 3), ("blocks", 2)]
)
async def test_the_board_below_shows_the_images_that_are_chosen(
    arcade: MakeArcade, chosen: str, images: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(placements, "AT_ONCE", 1e9)
    app = arcade()
    async with app.run_test(size=(120, 40)) as pilot:
        app.ability = OLD_KITTY
        await app.push_screen(SettingsScreen())
        await settle(pilot)
        samples = app.screen.query_one(MarbleSamples)
        app.change_settings(marbles="octants")
        await settle(pilot)
        app.change_settings(marbles=chosen)
        await until(
            pilot,
            lambda: sum(isinstance(name, str) for name in app._placements._wanted) == images,
            "images of the board, or of the samples",
        )
        assert ("as below" in words(samples.painted())) == (chosen != "blocks")
