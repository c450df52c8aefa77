"""The menu: a cabinet for each game."""

from __future__ import annotations

from collections import deque
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.timer import Timer
from textual.widgets import Static

from marbles_tui.core.text import capitalized
from marbles_tui.store import MatchStore
from marbles_tui.table.demo import DemoMatch, instants
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.look import MARBLES, Look
from marbles_tui.tui.drawing.sprites import marble
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.widgets.cabinet import Cabinet
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget
from marbles_tui.tui.widgets.panels import Key, KeyLine, TooSmall

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

NAME: Final = "MARBLES"
BEAT: Final = 0.4
"""Seconds between two instants of the games in the pictures: they are played softly."""

REST: Final = 3
"""Beats between two plies."""

INSTANTS: Final = 8
"""The most instants of a ply that are shown."""

OPENING: Final = 10
"""Plies that have been played when the pictures are first seen."""

ANOTHER: Final = 4
"""After so many plies in the chosen cabinet there is one in another."""


class Sign(CanvasWidget):
    """The arcade's name, a letter on each marble."""

    DEFAULT_CSS = "Sign { height: 5; width: 1fr; }"

    def draw(self, canvas: Canvas, look: Look) -> None:
        """A row of marbles, or of letters where there is no room."""
        size = (7 if canvas.width >= 66 else 5) if canvas.height >= 5 else 0
        pitch = size + 2 if size else 3
        left = (canvas.width - pitch * len(NAME)) // 2
        for at, letter in enumerate(NAME):
            x = left + at * pitch + pitch // 2
            colour = MARBLES[at % len(MARBLES)]
            if size and look.skin.shaded:
                canvas.blit(marble(size, colour), x - size // 2, 2)
                canvas.text(x, 2, letter, 0xFFFFFF, bold=True)
            elif size:
                ink = look.material_ink(colour)
                canvas.text(x - 2, 2, f"( {letter} )", ink, bold=True)
            else:
                canvas.text(x, 0, letter, look.material_ink(colour), bold=True)


class Menu(ArcadeScreen[None]):
    """Choose a cabinet and play, or go on where you left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "choose(-1)", "Left", show=False, id="menu.left"),
        Binding("right", "choose(1)", "Right", show=False, id="menu.right"),
        Binding("enter,space", "play", "Play", show=False, id="menu.play"),
        *(Binding(str(at), f"play({at})", f"Play {at}", show=False, id=f"menu.{at}") for at in range(1, 10)),
        Binding("c", "resume", "Continue", id="menu.resume"),
        Binding("l", "app.library", "Library", id="menu.library"),
        Binding("t", "app.statistics", "Statistics", id="menu.statistics"),
        Binding("s", "app.settings", "Settings", id="menu.settings"),
        Binding("q,escape", "app.quit", "Quit", id="menu.quit"),
    ]

    app: Arcade

    def __init__(self) -> None:
        super().__init__(classes="menu")
        self._beat: Timer | None = None
        self._demos: list[DemoMatch] = []
        self._film: deque[tuple[int, Any] | None] = deque()
        self._plies = 0
        self._touched = monotonic()

    def compose(self) -> ComposeResult:
        """Sign, cabinets, the last match, keys."""
        yield Sign()
        with Horizontal():
            for number, game in enumerate(self.app.games, 1):
                yield Cabinet(number, VIEWS[game.key])
        yield Static(id="resume", markup=False)
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Choose the first cabinet; after the first paint, let the pictures live."""
        self._choose(1)
        self.call_after_refresh(self._light)
        self._beat = self.set_interval(BEAT, self._live)
        self.query_one(KeyLine).keys = (
            Key(f"1-{len(self.app.games)}", "play"),
            Key("c", "continue", "screen.resume"),
            Key("l", "library", "app.library"),
            Key("?", "help", "app.help"),
            Key("q", "quit", "app.quit"),
            Key("s", "settings", "app.settings"),
            Key("t", "statistics", "app.statistics"),
            Key("arrows enter", "choose", "screen.play"),
        )

    def on_screen_resume(self) -> None:
        """Say which match can be gone on with; be patient anew."""
        self._touch()
        if self._beat:
            self._beat.resume()
        self._show_last_match()

    @work(exclusive=True, group="resume")
    async def _show_last_match(self) -> None:
        saved = await self.app.store.ask(MatchStore.last_unfinished)
        line = Content("Choose a game.")
        if saved:
            line = Content.assemble(("c", "bold"), "  continue ", saved.summary)
        self.query_one("#resume", Static).update(line)

    def on_screen_suspend(self) -> None:
        """Stand still while another screen lies above."""
        if self._beat:
            self._beat.pause()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        for painted in self.query(CanvasWidget):
            painted.restyle()

    # The pictures

    def _light(self) -> None:
        """Show on every cabinet a match that has begun, always the same one."""
        for cabinet, game in zip(self.query(Cabinet), self.app.games, strict=True):
            demo = DemoMatch(game, Random(f"menu {game.key}"))
            demo.stray(OPENING)
            cabinet.board = demo.match.position.board
            self._demos.append(demo)

    async def _live(self) -> None:
        """A beat: the next instant of the ply that is shown, or the next ply."""
        if not self.lively:
            self._touch()
            return
        if self.app.settings.idle and monotonic() - self._touched >= self.app.settings.idle:
            self.show_games()
            return
        if not self._film:
            await self._film_ply()
        shown = self._film.popleft()
        if shown:
            number, board = shown
            for cabinet in self.query(Cabinet):
                if cabinet.number == number:
                    cabinet.board = board

    async def _film_ply(self) -> None:
        """Film the next ply in the chosen cabinet, now and then in another: each instant, then the rest."""
        self._plies += 1
        number = self._chosen
        if self._plies % ANOTHER == 0:
            number = self._plies // ANOTHER % len(self._demos) + 1
        _, events = await self._demos[number - 1].ply()
        self._film.extend((number, board) for board in instants(events, INSTANTS))
        self._film.extend([None] * REST)

    def show_games(self) -> None:
        """Let computers play, on a screen of its own."""
        from marbles_tui.tui.screens.attract import Attract

        self.app.push_screen(Attract(self._chosen - 1))

    def _touch(self) -> None:
        self._touched = monotonic()

    on_key = on_mouse_move = on_mouse_down = on_mouse_scroll_up = on_mouse_scroll_down = _touch

    @property
    def lively(self) -> bool:
        """Whether anything moves here: not without motion, nor where nobody looks."""
        moves = self.app.animation_level != "none" and self.app.app_focus
        return moves and self.is_current and bool(self._demos)

    def _choose(self, number: int) -> None:
        for cabinet in self.query(Cabinet):
            cabinet.chosen = cabinet.number == number
        self._chosen = number

    def action_choose(self, step: int) -> None:
        """The next cabinet to the left or right, round the ends."""
        self._choose((self._chosen - 1 + step) % len(self.app.games) + 1)

    def action_play(self, number: int | None = None) -> None:
        """Set up the game of a cabinet, the chosen one if none is named."""
        number = number or self._chosen
        if number <= len(self.app.games):
            self._choose(number)
            self.app.set_up(self.app.games[number - 1])

    @on(Cabinet.Clicked)
    def _clicked(self, message: Cabinet.Clicked) -> None:
        self.action_play(message.number)

    @on(Cabinet.Entered)
    def _entered(self, message: Cabinet.Entered) -> None:
        self._choose(message.number)

    def on_paste(self, event: events.Paste) -> None:
        """Go on with a match from elsewhere."""
        event.stop()
        self._touch()
        from marbles_tui.tui.pasted import offer_pasted  # not for the first paint

        offer_pasted(self.app, event.text)

    @work(exclusive=True, group="resume")
    async def action_resume(self) -> None:
        """Go on with the last match, or say why that cannot be."""
        if trouble := await self.app.resume():
            self.notify(f"{capitalized(trouble)}.", timeout=5, markup=False)
