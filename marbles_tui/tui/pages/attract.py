"""Games played by computers, for a menu that nobody uses. Any key ends the show."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container
from textual.widgets import Static

from marbles_tui.core import CHANCE, Event
from marbles_tui.core.frame import NO_HIGHLIGHTS, Highlights
from marbles_tui.table import phrases as phrases
from marbles_tui.table.demo import DemoMatch
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.edges import Key, KeyLine
from marbles_tui.tui.kit.lettering import Lettering

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit

TEMPO: Final = 1.1
"""How long a beat of one second takes, in seconds."""

FRAMES: Final = 8
"""Frames a second: enough for those who look on, and little work."""

PAUSE: Final = 1.2
"""Seconds between two plies."""

APPLAUSE: Final = 5.0
"""Seconds that the end of a match stays."""

LONGEST: Final = 120.0
"""Seconds until the next game has its turn, even if nobody has won."""


class Attract(ArcadeScreen[None]):
    """One game after another, with its name in big letters. Nothing of it is kept."""

    CSS = """
    Attract #stand { height: 1fr; }
    Attract #said { height: 2; padding: 0 2; text-align: center; color: $text-muted; }
    Attract.-short #said { height: 1; }
    Attract.-tall.-wide Lettering { height: 7; }
    .-plain Attract Lettering { height: 7; }
    Attract.-short Lettering { height: 2; }
    """

    app: Kit

    def __init__(self, first: int = 0) -> None:
        """`first`: which of the arcade's games comes first, from 0."""
        super().__init__()
        self._turn = first

    def compose(self) -> ComposeResult:
        """The name, the board, what happens, how to leave."""
        yield Lettering()
        yield Container(id="stand")
        yield Static(id="said", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin."""
        self.query_one(KeyLine).keys = (Key("any key", "back to the menu"),)
        self._perform()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self.query_one(Lettering).restyle()
        for board in self.query(BoardView):
            board.restyle()

    # The show

    @work(exclusive=True)
    async def _perform(self) -> None:
        """Show the games in turn, each with a new match."""
        games = self.app.games
        random = Random(self.app.random.randrange(1 << 32))
        while games:
            game = games[self._turn % len(games)]
            demo = DemoMatch(game, random, varied=True)
            view = VIEWS[game.key]
            board = view.board()(demo.match.position.board)
            board.can_focus = False
            self.query_one(Lettering).text = view.front().name
            self._say("Played by computers.")
            stand = self.query_one("#stand")
            await stand.remove_children()
            await stand.mount(board)
            await self._play(demo, board)
            self._turn += 1

    async def _play(self, demo: DemoMatch, board: BoardView) -> None:
        """A match, to its end or for as long as a game may take."""
        animator = Animator(board, lambda: TEMPO, FRAMES)
        trace = VIEWS[demo.game.key].match().trace
        names = VIEWS[demo.game.key].named(phrases.names(demo.match), self.app.look)
        end = monotonic() + LONGEST

        def told(event: Event) -> None:
            sentence = demo.game.told(event, names)
            if sentence:
                self._say(sentence)

        await asyncio.sleep(PAUSE)
        while not demo.match.result and monotonic() < end:
            if not self.app.app_focus:  # nobody looks
                await asyncio.sleep(PAUSE)
                continue
            by_chance = demo.match.turn == CHANCE
            board.turn, board.highlights = demo.match.position.actor, NO_HIGHLIGHTS
            before, happened = await demo.ply()
            await animator.show(before, happened, told)
            if not by_chance:
                board.highlights = Highlights(last=trace(demo.match.moves[-1]))
                await asyncio.sleep(PAUSE)
        board.turn = None
        if demo.match.result:
            self._say(phrases.verdict(demo.match))
            await asyncio.sleep(APPLAUSE)

    def _say(self, sentence: str) -> None:
        self.query_one("#said", Static).update(sentence)

    # Its end

    def end_show(self) -> bool:
        """Back to the menu."""
        leave(self)
        return True

    def on_key(self, event: events.Key) -> None:
        """Any key ends it, and does nothing else."""
        event.stop()
        event.prevent_default()
        self.end_show()

    def on_paste(self, event: events.Paste) -> None:
        """So does a paste."""
        event.stop()
        self.end_show()

    def on_click(self, event: events.Click) -> None:
        """So does a click: when the button is let go, for the menu shall not hear of it."""
        event.stop()
        self.end_show()

    on_mouse_scroll_down = on_mouse_scroll_up = end_show
