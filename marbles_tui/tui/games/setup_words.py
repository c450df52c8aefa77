"""How the set-up speaks of a game: its starts, its rules, its players."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from marbles_tui.core import Game, Option
from marbles_tui.core.text import sentence

if TYPE_CHECKING:
    from marbles_tui.tui.games.view import GameView


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
    """What a line to type in says while it is empty; by default the usual value."""


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

    def warning(self, board: Any, players: int) -> str:
        """What is wrong with the start that this board shows, for so many players; "" where nothing is."""
        return ""
