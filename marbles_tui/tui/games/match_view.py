"""What is a game's own on the screen where it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual.containers import Container
from textual.content import Content
from textual.geometry import Size

from marbles_tui.core import AnyBoard, Cell, Event
from marbles_tui.core.frame import Highlights, Tone
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import StoryLine


class Overlay(Container):
    """What a game lays over its board while something is asked that needs words."""

    def follow(self, picking: Picking, board: BoardView, automatic: bool) -> None:
        """Show what is asked now. `automatic`: whether the game chooses for people where it can."""
        raise NotImplementedError


class MatchView(GameWords):
    """A game on the match screen and in a replay: its words, marks, signs and keys. All has a default."""

    picking: ClassVar[type[Picking]] = Picking
    """How a person chooses a move."""

    clear: ClassVar[float] = 1.0
    """What a clear advantage is worth, in the game's unit."""

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

    rings: ClassVar[frozenset[str]] = frozenset()
    """The kinds of events that ring the bell."""

    actions: ClassVar[tuple[Action, ...]] = ()
    """What of the task has a key of its own in this game."""

    choosing_menu: ClassVar[tuple[Action, ...]] = ()
    """What it adds to the game menu while moves can be made: actions of its board."""

    menu: ClassVar[tuple[Action, ...]] = ()
    """The same at any time."""

    podium: ClassVar[float] = 0.0
    """Seconds that each seat's place takes at the end, at normal speed, where places are shown on the board."""

    hides_hints: ClassVar[bool] = True
    """Whether `h` hides a hint: not where it means something else."""

    busy: ClassVar[str] = "Enter: finish the move. + and -: speed."
    """The prompt while a move is shown, in the first game."""

    def legend(self, picking: Picking, marks: Highlights, look: Look) -> Content | None:
        """What the game says beside its board of the marks that are there now."""
        return None

    def overlays(self) -> Sequence[Overlay]:
        """What the game lays over its board."""
        return ()

    def trace(self, move: Any) -> frozenset[Cell]:
        """The places that tell which move was made last."""
        return frozenset(move.paths[0]) if move.paths else frozenset()

    def carried(self, move: Any, cell: Cell) -> Cell:
        """Where a move takes the cursor that stood at a place."""
        return cell

    def signs(self, match: Match) -> Mapping[Cell, str]:
        """Signs beside places, shown at any time."""
        return {}

    def turn(self, match: Match) -> int | None:
        """The seat that the board shows to be next."""
        return match.turn

    def seat_notes(self, match: Match, board: AnyBoard, room: int, look: Look) -> tuple[str, ...]:
        """A word on each seat for the board that is shown, in at most `room` columns: what it holds or has lost."""
        return ("",) * len(match.seats)

    def seat_trays(self, match: Match, board: AnyBoard, room: Size, look: Look) -> tuple[Content, ...]:
        """What stands below each seat for the board that is shown, in a panel of this size."""
        return ()

    def seat_inks(self, match: Match, look: Look) -> tuple[str, ...]:
        """The colours of those words where they have their own."""
        return ()

    def writes_end(self, match: Match, tone: Tone, here: Sequence[int]) -> bool:
        """Whether the board itself writes the big letters of an end, for those on the seats `here`."""
        return False

    def teller(self, match: Match, look: Look) -> Callable[[Event], Iterable[StoryLine]]:
        """What each event of a match that is told as a story adds to it, from the first event on."""

        def lines(event: Event) -> Iterable[StoryLine]:
            told = match.game.told(event, match.names)
            return (StoryLine(Text(sanitize_line(told, 300))),) if told else ()

        return lines

    # Keys

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """Keys of its own that stand right behind the first one in the key line."""
        return ()

    def last_keys(self, match: Match) -> tuple[Key, ...]:
        """Keys of its own that stand at the end of the key line."""
        return ()
