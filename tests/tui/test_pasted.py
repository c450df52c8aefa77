"""Pastes that take long: they are read beside play, and dropped when nobody waits for them any more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Event

import pytest
from textual.events import Key, Paste
from textual.widgets import Static

from marbles_tui.core import Game
from marbles_tui.play import Match, Reading, recognise
from marbles_tui.tui import pasted
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.pages.help import Help
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pasted import AFTER_PASTE
from tests.at_table import plays
from tests.tui.conftest import MakeArcade, notices
from tests.tui.waiting import opened, settle, time_passes, until

TABLE = '[Game "egg-carton"]\n[Setup "1,1,1,1,1,1/1,1,1,1,1,1/0,0/1"]'
LONG = "A C E"


class Held:
    """Recognises nothing until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._go, self.ended = Event(), 0
        monkeypatch.setattr(pasted, "recognise", self._recognise)
        monkeypatch.setattr(pasted, "MOMENT", 0.05)

    def let_go(self) -> None:
        self._go.set()

    def _recognise(
        self, text: str, games: Sequence[Game], table: Match | None, heed: Callable[[], None]
    ) -> list[Reading]:
        try:
            while text == LONG and not self._go.wait(0.01):
                heed()
            return recognise(text, games, table)
        finally:
            self.ended += 1


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """What is pasted takes long to be read; it is let go whatever happens."""
    held = Held(monkeypatch)
    yield held
    held.let_go()


async def test_a_paste_that_takes_long_is_read_beside_play_and_a_notice_says_so(
    arcade: MakeArcade, held: Held
) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: "Reading what was pasted..." in notices(pilot), "the notice")
        app.post_message(Key("question_mark", "?"))
        await until(pilot, lambda: isinstance(app.screen, Help), "the help, while it is read")
        app.post_message(Key("escape", None))
        await until(pilot, lambda: plays(app.screen), "the table")
        held.let_go()
        await until(pilot, lambda: isinstance(app.screen, GameMenu), "what it is asked")


async def test_another_paste_drops_one_that_takes_long(arcade: MakeArcade, held: Held) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: "Reading what was pasted..." in notices(pilot), "the notice")
        app.screen.post_message(Paste("A"))
        await until(pilot, lambda: isinstance(app.screen, GameMenu), "what it is asked")
        assert held.ended == 2
        said = str(app.screen.query_one("#note", Static).render())
        assert said.startswith("Egg Carton: 1 move")


async def test_a_screen_that_was_left_is_asked_nothing_about_its_paste(
    arcade: MakeArcade, held: Held
) -> None:
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: "Reading what was pasted..." in notices(pilot), "the notice")
        app.pop_screen()
        held.let_go()
        await until(pilot, lambda: held.ended == 1, "the end of the reading")
        await settle(pilot)
        await time_passes(pilot, AFTER_PASTE)
        assert isinstance(app.screen, Menu)


async def test_a_paste_longer_than_any_match_is_not_read(
    arcade: MakeArcade, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pasted, "MOST_PASTED", 4)
    app = arcade(TABLE)
    async with opened(app) as pilot:
        app.screen.post_message(Paste(LONG))
        await until(pilot, lambda: any("longer than 4 characters" in said for said in notices(pilot)), "why")
        assert held.ended == 0
