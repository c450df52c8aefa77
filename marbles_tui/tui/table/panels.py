"""What stands around the board: panels that are told how a task stands, and show it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from textual.containers import Container
from textual.geometry import Size
from textual.widget import Widget

from marbles_tui.core import Event
from marbles_tui.core.frame import Highlights
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.tui.arcade_screen import OWN_KEYS
from marbles_tui.tui.games.match_view import Legend, MatchView
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.games.view import GameView
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.edges import TopLine
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import Story
from marbles_tui.tui.table.end import EndPanel
from marbles_tui.tui.table.seats import Seats
from marbles_tui.tui.table.status import Status


class Stage(NamedTuple):
    """What panels are told of the screen that they stand on."""

    look: Look
    speed: int
    """The step of the speed, and how long a beat of one second takes at it."""

    tempo: float
    frames: float
    """How many frames a second there are."""

    side: bool
    """Whether they stand below each other: beside the board, or in a window that is higher than wide."""

    height: int
    """The rows of the screen."""


class Panels(ABC):
    """What stands around the board for one kind of task: values in, words out."""

    classes: str
    """What the screen is called in the style sheet."""

    help_page: str = ""
    help_sections: tuple[str, ...] = (OWN_KEYS,)
    side_from: int | None = None
    """Columns from which on they stand beside the board; None where they never do."""

    title: str = "Game"
    """What stands above the game menu, and beside what the palette offers here."""

    pastes: bool = False
    """Whether a game that is pasted is offered to be gone on with."""

    story: Story | None = None
    """Tells what happens, where sentences of the board do not."""

    legends: Sequence[Legend] = ()
    end: EndPanel | None = None
    """The report of an end, while it lies over the others."""

    moved: Callable[[], None] = lambda: None
    """Hears of every moment of its show."""

    def __init__(self) -> None:
        self.status = Status()

    @abstractmethod
    def compose(self, board: Widget) -> Iterable[Widget]:
        """The board, and what stands above and below it."""

    @abstractmethod
    def show(self, situation: Any, stage: Stage) -> None:
        """Show how the task stands, but for its words."""

    def showed(self, before: Any, now: Any, look: Look) -> bool:
        """Show what changes often and alone, where nothing else is other than before; whether that is so."""
        return False

    def turn(self, situation: Any) -> str:
        """What the title of the window says: the game, and whose turn it is."""
        return str(situation.match.game.title)

    def say(self, said: str, prompt: str, warning: bool) -> None:
        """Say what has happened, or with `warning` what cannot be done, and what may be done now."""
        self.status.said, self.status.prompt, self.status.warning = said, prompt, warning

    def mark(self, situation: Any, picking: Picking, board: BoardView, marks: Highlights) -> Highlights:
        """What else stands out on the board."""
        return marks

    def prompt(self, situation: Any, picking: Picking, board: BoardView) -> str:
        """What may be done now, in a sentence."""
        if situation.prompt or not situation.asked:
            return str(situation.prompt)
        pointed = "" if picking.typed else picking.foresee(board.cursor)
        return pointed or picking.invitation(phrases.name(situation.match, situation.match.position.actor))

    def told(self, event: Event) -> None:  # noqa: B027 - most tell no story
        """An event begins to be shown."""

    def note(self, situation: Any, board: Any, stage: Stage) -> None:  # noqa: B027
        """Say of each seat what a board has for it."""

    def retell(self) -> None:  # noqa: B027
        """Tell what happened anew the next time: it may look otherwise."""

    def lay_end(self, situation: Any, stage: Stage) -> bool:
        """Lay the report of an end over the others, or take it away; whether there was anything to do."""
        return False

    def states(self, situation: Any) -> Mapping[str, bool]:
        """What the screen is called besides, in the style sheet, for how the task stands."""
        return {}


class TablePanels(Panels):
    """Those of a match and of a record: a line above the board, seats and words below it or beside it."""

    def __init__(self, view: GameView, words: MatchView, *kinds: str) -> None:
        """`kinds`: what the screen is called in the style sheet."""
        super().__init__()
        self.view, self.words = view, words
        self.side_from = words.side_from if words.side else None
        self.classes = " ".join(("table", *kinds, *(("slim",) if words.slim else ())))
        self.top, self.seats, self.under = TopLine(), Seats(), Container(id="under")

    def around(self, board: Widget, *others: Widget) -> Iterable[Widget]:
        """The board, and the others below seats and words."""
        about = Container(self.seats, self.status, id="about")
        self.under = Container(about, *others, id="under")
        return self.top, Container(board, self.under, id="body")

    def show_match(self, match: Match, acting: int | None, note: str, stage: Stage) -> None:
        """What is played, who sits where, and whose move is being shown."""
        top, seats, look = self.top, self.seats, stage.look
        top.skin, top.headline, top.note, top.speed = look.skin, match.game.title, note, stage.speed
        seats.skin, seats.colours, seats.numbered = look.skin, self.view.seat_inks(look), self.words.numbered
        seats.match, seats.acting = match, acting

    def show_trays(self, match: Match, board: Any, stage: Stage, scarce: bool = False) -> None:
        """What the game shows below each seat of a board."""
        room = Size(self.seats.content_size.width, 0 if scarce else stage.height)
        self.seats.trays = self.words.seat_trays(match, board, room, stage.look)
