"""Games played by computers, for a menu that nobody uses. Any key ends the show, and what it does there is done."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from textual import events, on, work
from textual.containers import Container
from textual.widget import Widget
from textual.widgets import Static

from marbles_tui.core import CHANCE, Event
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.demo import DemoMatch
from marbles_tui.table.tasks.watch import Watch, Watching
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.lettering import Lettering
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.panels import Panels, Stage

TEMPO: Final = 1.1
"""How long a beat of one second takes, in seconds."""

FRAMES: Final = 8
"""Frames a second: enough for those who look on, and little work."""

PAUSE: Final = 1.0
"""Seconds between two plies, besides those of any record."""

APPLAUSE: Final = 5.0
"""Seconds that the end of a match stays."""

WAKING: Final = ("enter", "space", "escape", "backspace", "q")
"""Keys that only end the show: nobody who wakes it wants to open what the menu stands at, or to quit."""

MOST: Final = 50
"""Plies after which the next game has its turn, even if nobody has won."""


class AttractPanels(Panels[Watching]):
    """The name of the game in big letters, the board, what happens."""

    classes = "attract"

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.said = Lettering(), Static(id="said", markup=False)
        self.name.text = name
        self._told = ""

    def compose(self, board: Widget) -> Iterable[Widget]:
        """One below the other."""
        return self.name, Container(board, id="stand"), self.said

    def show(self, situation: Watching, stage: Stage) -> None:
        """At the start who plays, at the end who has won."""
        ended = situation.match.result and not situation.showing
        self._told = phrases.verdict(situation.match) if ended else ""
        self._told = self._told if situation.match.plies else "Played by computers."

    def turn(self, situation: Watching) -> str:
        return ""

    def say(self, said: str, prompt: str, warning: bool) -> None:
        """What has happened."""
        self.said.update(self._told or said)


class Attract(BoardScreen):
    """One game after another is watched. Nothing of it is kept."""

    DEFAULT_CSS = """
    Attract #stand { height: 1fr; }
    Attract #said { height: 2; padding: 0 2; text-align: center; color: $text-muted; }
    Attract.-short #said { height: 1; }
    Attract.-tall.-wide Lettering { height: 7; }
    Attract.-short Lettering { height: 2; }
    """

    def __init__(self, record: Match, number: int) -> None:
        """`number`: which of the arcade's games it is of, from 0."""
        super().__init__(Watch(record, judge=_nothing), AttractPanels(record.game.name.upper()))
        self._number = number
        self.animator = Animator(self.board, lambda: TEMPO, FRAMES)

    def _keys(self) -> Iterable[Key]:
        return (Key("any key", "back to the menu"),)

    def changed(self) -> None:
        super().changed()
        now = self.doing.situation
        if isinstance(now, Watching) and not now.playing and now.match.plies == now.record.plies:
            self._go_on()

    def told(self, sides: Sequence[str] | None, event: Event) -> None:
        """Say what happens, and ring for nobody."""
        if self.is_mounted and sides is not None and (told := self.doing.game.told(event, sides)):
            self.doing.tell(told)

    async def wait(self, seconds: float) -> None:
        """Let a move be seen, and play on once somebody looks; what chance has drawn is played at once."""
        match = self.doing.situation.match
        if match.plies and match.positions[-2].turn == CHANCE:
            return
        await asyncio.sleep(PAUSE)
        while not self.app.app_focus:
            await asyncio.sleep(PAUSE)

    @work(exclusive=True, group="next")
    async def _go_on(self) -> None:
        await asyncio.sleep(APPLAUSE)
        following = await attract(self.app, self._number + 1)
        if self.is_current:
            self.app.switch_screen(following)

    # Its end

    def end_show(self) -> bool:
        """Back to the menu."""
        leave(self)
        return True

    @on(events.Key)
    @on(events.Paste)
    @on(events.Click)
    @on(events.MouseScrollDown)
    @on(events.MouseScrollUp)
    def _end(self, event: events.Event) -> None:
        """Any key ends it, a paste and the wheel, too, and so does a click: when the button is let go, for the menu
        shall not hear of it. A key does there what it always does, but for those that wake anything."""
        event.stop()
        event.prevent_default()
        self.end_show()
        if isinstance(event, events.Key) and event.key not in WAKING:
            self.app.post_message(events.Key(event.key, event.character))


async def _nothing(match: Match, deep: bool) -> None:
    """Nothing is reviewed."""
    del match, deep


async def attract(app: Kit, number: int) -> Attract:
    """The show of one of the arcade's games, from 0 and round again: a match just played, as far as a game may go."""
    game = app.games[number % len(app.games)]
    demo = DemoMatch(game, Random(app.random.randrange(1 << 32)), varied=True)
    while not demo.match.result and demo.match.plies < MOST:
        demo.ply()
        await asyncio.sleep(0)
    names = VIEWS[game.key].named(demo.match.names, app.look)
    seats = (seat._replace(name=name) for seat, name in zip(demo.match.seats, names, strict=True))
    return Attract(replace(demo.match, seats=tuple(seats)), number)
