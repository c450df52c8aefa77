"""What a game is on the screen, in one place, and how the set-up speaks of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final, cast

from marbles_tui.core import AnyBoard, Game, Option
from marbles_tui.core.palette import PieceColours
from marbles_tui.core.scene import Frame, Room
from marbles_tui.core.text import sentence
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.kit import named
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import picture

if TYPE_CHECKING:
    from marbles_tui.tui.games.picking import MatchView
    from marbles_tui.tui.kit.board_view import BoardView
    from marbles_tui.tui.kit.canvas import Canvas


class StartWords(NamedTuple):
    """A start: its name, a word or two beside it, and a sentence."""

    title: str
    detail: str = ""
    about: str = ""


class OptionWords(NamedTuple):
    """A rule: its label, and what its values are called."""

    label: str
    values: Mapping[str, str] = {}
    """Titles by value; a value that is missing is called as records write it."""
    empty: str = ""
    """What an empty line means where it is typed; by default the usual value."""
    placeholder: str = ""
    """What stands in an empty line, where that is not what it means."""


class Sits(Enum):
    """Where two players sit at a board."""

    FACING = auto()
    """Who begins below it, the other above it; each is named there."""
    OPPOSITE = auto()
    """The same, in one line below the board, which needs the rest of the height."""
    BESIDE = auto()
    """Left and right of it, in one line."""


class SetupWords:
    """The usual words. A game with words of its own overrides what it needs."""

    seats_label: ClassVar[str] = "Players"
    """What those who play are called where there may be more than two."""

    seat_word: ClassVar[str] = "player"

    start_label: ClassVar[str] = "Start"

    front_option: ClassVar[str] = ""
    """The name of the rule that is asked in front in place of the start; "" where none is."""

    options: ClassVar[Mapping[str, OptionWords]] = {}

    sits: ClassVar[Sits] = Sits.FACING
    """Where who begins and the other one sit at the board, and where that is said."""

    small: ClassVar[bool] = True
    """Whether its start can be told from a board with fewer and larger things."""

    def __init__(self, view: GameView) -> None:
        self.view = view

    @property
    def game(self) -> Game:
        """The game that is set up."""
        return self.view.game

    @property
    def front(self) -> Option | None:
        """The rule that is asked in front, if there is one."""
        return next((option for option in self.game.options if option.name == self.front_option), None)

    @property
    def start_names(self) -> tuple[str, ...]:
        """The starts and the goals, in the order in which they are offered."""
        return (*self.game.setups, *(goal.key for goal in self.game.goals))

    def start(self, name: str) -> StartWords:
        """What a named start is called."""
        about = self.game.setups.get(name, "")
        return StartWords(name.replace("-", " ").capitalize(), "", sentence(about))

    def say_start(self, title: str) -> str:
        """The start in the sentence about the whole choice."""
        return f"{title} start."

    def option(self, option: Option) -> OptionWords:
        """What a rule is called."""
        return self.options.get(option.name) or OptionWords(option.name.capitalize())

    def offers(self, option: Option, chosen: Mapping[str, str]) -> bool:
        """Whether a rule means anything beside the others that are chosen."""
        return True

    def warning(self, board: AnyBoard, players: int) -> str:
        """What is wrong with the start that this board shows, for so many players; "" where nothing is."""
        return ""


LEAST_APART: Final = 3
"""Rows above which an emblem leaves a little air around it."""


class ChosenSetup(NamedTuple):
    """A setup to play from that was chosen among files: what it is called, what a match takes, where it came from,
    and whether it is to be played at once."""

    name: str
    setup: str
    source: str = ""
    play: bool = False


class GameView:
    """A game has one of its own: its board, and beside it what has a default here."""

    game: Game
    """The game that is shown."""

    words: type[SetupWords] = SetupWords
    """How the set-up speaks of it."""

    keys: Sequence[tuple[str, str]] = ()
    """Its own keys and what they do, in Markdown, for the help."""

    # What the menu is painted without is named, and imported when it is asked for.

    board_class: ClassVar[str]
    """The widget that draws it, as `module:Name`."""

    match_class: ClassVar[str] = "marbles_tui.tui.games.picking:MatchView"
    """How a match of it is shown, named so."""

    pieces_in: ClassVar[str] = ""
    """The colours of its pieces, named so; "" where they belong to nobody."""

    workshop_class: ClassVar[str] = ""
    """The screen on which setups of the user's own are made and chosen, named so; "" if there are none."""

    @property
    def pieces(self) -> PieceColours | None:
        """The colours of its pieces."""
        return cast("PieceColours", named(self.pieces_in)) if self.pieces_in else None

    def board(self) -> type[BoardView]:
        """The widget that draws it."""
        return cast("type[BoardView]", named(self.board_class))

    def match(self) -> MatchView:
        """How a match of it is shown."""
        return cast("MatchView", named(self.match_class)())

    def setup(self) -> SetupWords:
        """How the set-up speaks of it."""
        return self.words(self)

    def open_workshop(self, source: str = "") -> ArcadeScreen[ChosenSetup | None]:
        """The workshop, where there is one; opened on the setup of a name or a file."""
        return cast("ArcadeScreen[ChosenSetup | None]", named(self.workshop_class)(source))

    def editor(self, source: str) -> ArcadeScreen[None]:
        """A screen to edit the setup in a file, "" for a new one, where there is a workshop. Raises ValueError if
        it cannot be edited."""
        raise NotImplementedError(f"{self.game.key} has no setups to edit")

    def sample(self) -> AnyBoard:
        """A board that shows well how skins and themes look."""
        options = self.game.choose({})
        seats = self.game.seats.start
        setup = self.game.resolve_setup(None, seats, options, Random(1))
        return self.game.start(setup, seats, options).board

    def emblem(self, width: int, height: int, look: Look) -> Canvas:
        """What the game is known by, in so many cells."""
        scene = self.game.emblem() or self.game.scene(Frame(self.sample()), Room(small=True))
        if height > LEAST_APART:  # away from that of the next entry
            left, top, right, bottom = scene.bounds
            air = (bottom - top) / height / 2
            scene = replace(scene, bounds=(left - air, top - air, right + air, bottom + air))
        return picture(scene, width, height, look)

    def side_names(self, look: Look) -> tuple[str, ...]:
        """What sides are called by those who see them: by their colours; else as records call them."""
        return (self.pieces.called(look.theme) if self.pieces and look.coloured else ()) or self.game.sides

    def named(self, names: Sequence[str], look: Look) -> tuple[str, ...]:
        """Names of seats, sides that stand for a person called as they are seen."""
        seen = dict(zip(self.game.sides, self.side_names(look), strict=False))
        return tuple(seen.get(name, name) for name in names)

    def seat_inks(self, look: Look) -> tuple[int, ...]:
        """The colours of the signs before the names of the seats; none where pieces belong to nobody."""
        return tuple(map(look.material_ink, self.pieces.of(look.theme))) if self.pieces else ()
