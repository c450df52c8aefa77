"""What is a game's own on the screen where it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from textual.content import Content
from textual.geometry import Size

from marbles_tui.core import Cell, Event
from marbles_tui.core.frame import Tone
from marbles_tui.play import Match
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.match.end_words import EndWords
from marbles_tui.tui.match.guide import Lesson
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.widgets.panels import Key
from marbles_tui.tui.widgets.panels.story import StoryLine


class Overlay(CanvasWidget):
    """What a game lays over its board while something is asked that needs words."""

    def follow(self, picking: Picking, board: BoardView, automatic: bool) -> None:
        """Show what is asked now. `automatic`: whether the game chooses for people where it can."""
        raise NotImplementedError


class MatchView:
    """A game on the match screen and in a replay: its words, marks, signs and keys. All has a default."""

    picking: ClassVar[type[Picking]] = Picking
    """How a person chooses a move."""

    end_words: ClassVar[type[EndWords]] = EndWords
    """What is said of a match that is over."""

    unit: ClassVar[str] = "move"
    """What the computer counts to the end of a game in."""

    clear: ClassVar[float] = 1.0
    """What a clear advantage is worth, in the game's unit."""

    worth: ClassVar[str] = "point"
    """What the computer values a position in."""

    span: ClassVar[float] = 0.0
    """What the edges of a review's graph stand for, in that unit; 0 where no number tells who is ahead."""

    numbered: ClassVar[bool] = False
    """Whether pieces bear the numbers of their seats instead of the skin's signs."""

    side: ClassVar[bool] = False
    """Whether the panels stand beside the board instead of below it."""

    side_from: ClassVar[int] = 0
    """Columns of the screen from which on they do."""

    slim: ClassVar[bool] = False
    """Whether these panels leave the board all the columns that it can use."""

    story: ClassVar[bool] = False
    """Whether the match is told as a story, instead of a list of moves."""

    rings: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that ring the bell."""

    choosing_menu: ClassVar[Sequence[tuple[str, str]]] = ()
    """Entries of its own in the game menu while moves can be made: actions and their names."""

    menu: ClassVar[Sequence[tuple[str, str]]] = ()
    """The same at any time."""

    podium: ClassVar[float] = 0.0
    """Seconds that each seat's place takes at the end, at normal speed, where places are shown on the board."""

    lessons: ClassVar[Sequence[Lesson]] = ()
    """The hints of the first game."""

    hides_hints: ClassVar[bool] = True
    """Whether `h` hides a hint: not where it means something else."""

    busy: ClassVar[str] = "Enter: finish the move. + and -: speed."
    """The prompt while a move is shown, in the first game."""

    def overlays(self) -> Sequence[Overlay]:
        """What the game lays over its board."""
        return ()

    def lessons_of(self, match: Match) -> Sequence[Lesson]:
        """The hints of the first game, for what this match is played for."""
        del match
        return self.lessons

    def stage(self, match: Match) -> str:
        """What the match has come to, where some hints are for one stage alone."""
        del match
        return ""

    def trace(self, move: Any) -> frozenset[Cell]:
        """The places that tell which move was made last."""
        return frozenset(move.paths[0]) if move.paths else frozenset()

    def carried(self, move: Any, cell: Cell) -> Cell:
        """Where a move takes the cursor that stood at a place."""
        del move
        return cell

    def signs(self, match: Match) -> Mapping[Cell, str]:
        """Signs beside places, shown at any time."""
        del match
        return {}

    def turn(self, match: Match) -> int | None:
        """The seat that the board shows to be next."""
        return match.turn

    def start(self, setup: str) -> str:
        """What the top line calls a start."""
        return setup

    noted: ClassVar[frozenset[str]] = frozenset()
    """The options that this note tells."""

    def note(self, match: Match) -> str:
        """What else the top line says of the match."""
        del match
        return ""

    def seat_notes(self, match: Match, board: Any, room: int, look: Look) -> tuple[str, ...]:
        """A word on each seat for the board that is shown, in at most `room` columns: what it holds or has lost."""
        del board, room, look
        return ("",) * len(match.seats)

    def seat_trays(self, match: Match, board: Any, room: Size, look: Look) -> tuple[Content, ...]:
        """What stands below each seat for the board that is shown, in a panel of this size."""
        del match, board, room, look
        return ()

    def seat_inks(self, match: Match, look: Look) -> tuple[str, ...]:
        """The colours of those words where they have their own."""
        del match, look
        return ()

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """Whether the board itself writes the big letters of an end, for those on the seats `here`."""
        del match, tone, here
        return False

    def teller(self, match: Match, look: Look) -> Callable[[Event], Iterable[str | StoryLine]]:
        """What each event of a match that is told as a story adds to it, from the first event on."""
        del look

        def sentences(event: Event) -> Iterable[str]:
            return filter(None, (match.game.told(event, match.names),))

        return sentences

    # Letting the game choose for people

    goes_on: ClassVar[str] = ""
    """Said where a person must choose while the game chooses all else: what it does then."""

    def automatic_refusal(self, match: Match) -> str:
        """Why the game cannot choose for people now; "" where it can."""
        del match
        return "Nothing is chosen for people in this game."

    def automatic_news(self, automatic: bool) -> str:
        """What is said when the game begins to choose for people, or stops."""
        del automatic
        return ""

    # Keys

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """Keys of its own that stand right behind the first one in the key line."""
        del match, picking, automatic
        return ()

    def last_keys(self, match: Match) -> tuple[Key, ...]:
        """Keys of its own that stand at the end of the key line."""
        del match
        return ()
