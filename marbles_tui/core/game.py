"""A game as the rest of the house sees it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Protocol, TypeAlias, cast

from marbles_tui.core.position import (
    AnyPosition,
    BadOption,
    BadPosition,
    Cell,
    Event,
    IllegalMove,
    Move,
    Randomness,
    Result,
)
from marbles_tui.core.text import spoken
from marbles_tui.core.tuples import NamedTuple

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from marbles_tui.core.scene import Frame, Room, Scene

    P = TypeVar("P", bound=AnyPosition, default=Any)
    M = TypeVar("M", bound=Move, default=Any)
else:
    from typing import TypeVar  # its type variables have defaults from Python 3.13 on

    P = TypeVar("P")
    M = TypeVar("M")


class Option(NamedTuple):
    """A named choice. `values` are the words it takes, or the range of whole numbers.

    A default that is none of them is a word that leaves the choice to the setup.
    """

    name: str
    values: tuple[str, ...] | range
    default: str
    text: str
    least_rated: int | None = None
    """The least value that a rated match may have: below it the game is too short to tell who plays better. None
    where every value will do."""

    sentence: str = ""
    """What a value means, with {value} or {ordinal} for it; "" where `text` says it."""

    def read(self, value: str) -> str:
        """The value as records write it.

        Raises BadOption if it is none of `values`, nor the default.
        """
        word = value.strip().lower()
        if word == self.default:
            return word
        if isinstance(self.values, range):
            if word.isascii() and word.isdigit() and len(word) < 8 and int(word) in self.values:
                return str(int(word))
        elif word in self.values:
            return word
        raise BadOption(f"option {self.name} takes {self.choices}, not {value!r}")

    @property
    def choices(self) -> str:
        """The values in words."""
        if isinstance(self.values, range):
            return f"{self.values.start} to {self.values.stop - 1}"
        return " or ".join(self.values)


class Dialect(NamedTuple):
    """What other programs call the tags of a record, and the tags that mark their records.

    All tag names are in lower case.
    """

    tags: Mapping[str, tuple[str, ...]] = {}
    """For a tag of ours all the names that are read for it, ours among them, the weightiest first. A blank
    value counts as none."""

    marks: Mapping[str, str] = {}
    """What a tag must say where it stands; case, blanks and hyphens do not count. A record that says so and
    does not name its game is one of this game."""

    def translate(self, tags: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The tags of a record under our names. What a weightier tag overrules is left out."""
        foreign = {name for names in self.tags.values() for name in names}
        ours = [tag for tag in tags if tag[0].lower() not in foreign]
        for name, names in self.tags.items():
            said = [
                value for theirs in names for tag, value in tags if tag.lower() == theirs and value.strip()
            ]
            ours += [(name, said[0])] if said else []
        return ours

    def claims(self, tag: str, value: str) -> bool:
        """Whether a tag says what it must to mark a record of this game."""
        wanted = self.marks.get(tag.lower())
        return wanted is not None and _fold(wanted) == _fold(value)

    def refuse(self, tag: str, value: str) -> str:
        """What the tag should have said; "" if nothing else."""
        wanted = self.marks.get(tag.lower(), "")
        return "" if self.claims(tag, value) else wanted


def _fold(value: str) -> str:
    return "".join(char for char in value.lower() if char not in " -_")


OURS = Dialect()
"""Nobody else writes records of the game."""


class Attempt(Protocol):
    """What a goal sees of the match that is played for it."""

    @property
    def positions(self) -> Sequence[AnyPosition]:
        """The start and the position after each move."""

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it runs."""


class Solutions(NamedTuple):
    """How many sequences of moves reach a goal, and the notation of a shortest one; none where none does."""

    number: int
    shortest: tuple[str, ...]


class Goal(ABC, Generic[P]):
    """A task for one person, who makes the moves of every seat: a puzzle.

    A match played for a goal is neither rated nor counted, and stops when the goal is reached or missed.
    """

    key: ClassVar[str]
    """What the set-up and the screen call it, a word: `puzzle`."""

    title: ClassVar[str]
    """A line about it for the set-up."""

    tag: ClassVar[str]
    """What the record's tag for goals says."""

    @abstractmethod
    def reached(self, match: Attempt) -> bool:
        """Whether the match has reached it."""

    @abstractmethod
    def missed(self, match: Attempt) -> bool:
        """Whether the match can no longer reach it, perhaps though the rules would let play go on."""

    def over(self, match: Attempt) -> bool:
        """Whether play stops here."""
        return self.reached(match) or self.missed(match)

    @abstractmethod
    def verdict(self, match: Attempt) -> str:
        """A sentence about a match that is over: how the goal was reached, or why not."""

    def draw(self, random: Randomness) -> P | None:
        """A start drawn by chance from which the goal can be reached; None where starts are not drawn. May take
        a second."""
        return None

    def solutions(self, position: P) -> Solutions | None:
        """The ways to reach it from a position; None where they cannot be counted in a second or two."""
        return None


class DayMatch(NamedTuple):
    """What a game says whose puzzle of the day is a match: one person plays it, chance draws the same for everybody,
    and more is to be reached than by the game's own choices."""

    called: str
    """What it is called, a word: `journey`."""

    counted: str
    """What is counted: `gold`."""

    aim: str
    """What to do better than the house, with the house's count: "Bring more than {} gold to the castle."."""

    advice: str
    """A sentence on how."""

    options: Mapping[str, str]
    score: Callable[[Any], int]
    """What is counted, of a position that is over; 0 where nothing is."""

    choose: Callable[[Any], Move]
    """What the house plays in a position."""


class Finished(NamedTuple):
    """A match that is over, as one seat has played it."""

    seat: int
    won: bool
    """On the board: nobody gave up, left or ran out of time."""

    reason: str
    """As in `Result`."""

    turns: int
    """The seat's own."""

    plies: Sequence[tuple[int, Sequence[Event]]]
    """Whose turn it was and what was to be seen, ply by ply."""

    final: Any
    """The position at the end."""

    @property
    def own(self) -> Iterator[Sequence[Event]]:
        """The plies of the seat."""
        return (events for actor, events in self.plies if actor == self.seat)

    def count(self, kind: str) -> int:
        """How many events of a kind the seat's own plies have."""
        return sum(event.kind == kind for events in self.own for event in events)


class Achievement(NamedTuple):
    """Its key, what it is called, what must be done for it, and whether a match has it."""

    key: str
    title: str
    about: str
    """In a few words, no full stop."""

    earned: Callable[[Finished], bool]


Measure: TypeAlias = Callable[[Sequence[Sequence[Event]], int], int]
"""measure(events, seat): how much of something a seat brought about; `events` are those of each ply."""

Repetition: TypeAlias = Literal["none", "claim", "automatic"]


class Game(ABC, Generic[P, M]):
    """The rules of one game and its texts: everything but its looks and its computer players.

    Each game is a subclass with one instance in `games.GAMES`; `Game[Carton, Selection]` is a game whose
    positions are cartons and whose moves are selections, plain `Game` any game.
    """

    # What it is

    key: ClassVar[str]
    """As records and the command line name it: `egg-carton`."""

    title: ClassVar[str]
    blurb: ClassVar[str]
    """One line for the menu."""

    @property
    def name(self) -> str:
        """What it is called in few columns, in no more than twelve characters."""
        return self.title

    author: ClassVar[str]
    """Who made the game that this one plays again, and when."""

    seats: ClassVar[range]
    """The numbers of players it takes."""

    sides: ClassVar[tuple[str, ...]]
    """What a seat is called where its player has no name, for as many as there are at most."""

    reading: ClassVar[str] = ""
    """How its diagram is read and a move is written, in a few sentences; "" for a game without puzzles."""

    setups: ClassVar[Mapping[str, str]]
    """The named starts and a line about each; the first is the default."""

    options: ClassVar[tuple[Option, ...]] = ()

    proposed: ClassVar[Mapping[str, str]] = {}
    """What is proposed to those who set up a match where it is not the option's default; a record that does not
    name an option means the default."""

    board_files: ClassVar[bool] = False
    """Whether a setup may be the text of a board file of the user's own."""

    repetition: ClassVar[Repetition] = "none"
    """What the third occurrence of a position does: nothing, a draw may be claimed, or it is a draw."""

    dialect: ClassVar[Dialect] = OURS
    """How other programs write its records."""

    variants: ClassVar[tuple[Mapping[str, str], ...]] = ({},)
    """The options that a list of moves without any may have been played by, the likeliest first."""

    records: ClassVar[Mapping[str, Measure]] = {}
    """What statistics keep the most of, by its name, for a match that is over."""

    achievements: ClassVar[tuple[Achievement, ...]] = ()
    """What a person may be proud of in one match, as the statistics show it."""

    rated: ClassVar[bool] = True
    """Whether its matches change ratings: not where dice decide."""

    goals: ClassVar[tuple[Goal, ...]] = ()
    """What else it can be played for, by one person."""

    day_match: ClassVar[DayMatch | None] = None
    """Its puzzle of the day, where that is a match."""

    drawing: ClassVar[str] = ""
    """The module with its `scene`, and an `emblem` if it has one, imported when they are asked for. Without a scene
    loose marbles are seen."""

    names_next: ClassVar[str] = ""
    """The kind of event that says only who is to move next; "" where there is none."""

    told_as_story: ClassVar[bool] = False
    """Whether the sentences of a match make a story, which reports then contain."""

    valued_in: ClassVar[str] = "point"
    """The unit of the values that the computers give its positions, in the singular."""

    clear: ClassVar[float] = 1.0
    """What a clear advantage is worth in it."""

    span: ClassVar[float] = 0.0
    """What the edges of a review's graph stand for; 0 where no number tells who is ahead."""

    def __repr__(self) -> str:
        return f"<game {self.key}>"

    # Starts

    @abstractmethod
    def start(self, setup: str | None, seats: int, options: Mapping[str, str], /) -> P:
        """The first position. `setup` is a name that needs no chance, a position text, or None for the default.

        Raises BadSetup or BadPosition.
        """

    def resolve_setup(
        self, setup: str | None, seats: int, options: Mapping[str, str], random: Randomness, /
    ) -> str | None:
        """The setup as a record keeps it: names in their usual form, None for the default start, anything else as
        a position text. A game with starts that are left to chance overrides this, and draws them here. Raises as
        `start`."""
        position = self.start(setup, seats, options)
        name = self.named(setup)
        if name is None:
            return self.write(position)
        return None if name == self.named(None) else name

    def named(self, setup: str | None) -> str | None:
        """The name of a setup in its usual form, the default's for None; None if it is no name of `setups`."""
        name = next(iter(self.setups)) if setup is None else setup.strip().lower()
        return name if name in self.setups else None

    def fill(self, setup: str | None, options: Mapping[str, str]) -> dict[str, str]:
        """The options with their values where a resolved setup decides them."""
        return dict(options)

    def choose(self, given: Mapping[str, str]) -> dict[str, str]:
        """All options with the values in `given` put in their place.

        Raises BadOption for an unknown option or a value out of range.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                names = ", ".join(known) or "no options"
                raise BadOption(f"{self.key} has no option {name!r}: it has {names}")
        return {name: option.read(given.get(name, option.default)) for name, option in known.items()}

    # Positions as text

    @property
    def has_text(self) -> bool:
        """Whether positions have a text: whether the game defines `write` and `read`."""
        return type(self).write is not Game.write

    def write(self, position: P, /) -> str:
        """The text of a position, one line; `read` gives the position back."""
        raise NotImplementedError(f"positions of {self.key} have no text")

    def read(self, text: str) -> P:
        """A position from its text. Raises BadPosition."""
        raise BadPosition(f"positions of {self.key} have no text")

    # Moves as text

    def normalize(self, text: str) -> str:
        """Notation as typed → as `str(move)` has it. Never fails: what makes no sense comes back as it is."""
        return text.upper() if text.isascii() else text  # what is not ASCII stays: "ı" is no I

    def parse(self, position: P, text: str) -> M | None:
        """The legal move with that normalized notation; None if there is none."""
        return next((move for move in self._moves(position) if str(move) == text), None)

    def find(self, position: P, text: str) -> M:
        """The legal move that `text` names.

        Raises IllegalMove, with the reason and what is legal.
        """
        wanted = self.normalize(text)
        move = self.parse(position, wanted)
        if move is not None:
            return move
        why = "the game is over" if position.result else self.explain_illegal(position, wanted)
        raise IllegalMove(f"{text} is not legal here: {why}")

    def expand(self, line: str) -> str | None:
        """A line that holds a whole match in a short form of the game's own → the same as tags and words; None
        for any other line. What is wrong in it may be found later."""
        return None

    # In words

    def explain_endless(self, position: P) -> str:
        """Why no move of anybody can end a match that goes on from a position, as a sentence; "" where one can."""
        return ""

    @abstractmethod
    def say(self, event: Event, names: Sequence[str]) -> str:
        """The sentence for an event, or "" for one that goes without saying; the last of a game says how it ended."""

    def told(self, event: Event, names: Sequence[str]) -> str:
        """What `say` says, in the second person to a seat that is called You."""
        return spoken(self.say(event, names), names)

    @abstractmethod
    def diagram(self, position: P, /) -> str:
        """The position in plain ASCII, several lines."""

    def scene(self, frame: Frame, room: Room) -> Scene:
        """What a board looks like at one instant; `frame.board` is that of a position or an event."""
        from marbles_tui.core.scene import ring_of_marbles

        return self._drawn("scene", frame, room) or ring_of_marbles()

    def emblem(self) -> Scene | None:
        """What it is known by, for places of a few cells; None: its board in small."""
        return self._drawn("emblem")

    def _drawn(self, what: str, *seen: object) -> Scene | None:
        drawn = getattr(import_module(self.drawing), what, None) if self.drawing else None
        return drawn(*seen) if drawn else None

    def svg(
        self, position: P, marked: Collection[Cell] = (), caption: str = "", names: tuple[str, ...] = ()
    ) -> str:
        """The position as a picture, an SVG document with a line of words below it; the `marked` cells stand out, and
        players have their `names`. Unless the game draws one, its diagram."""
        from marbles_tui.core.scene import Frame, Highlights, Room, drawn, lettered

        if not self.drawing:
            return lettered(self.diagram(position), self.title, caption)
        frame = Frame(position.board, highlights=Highlights(last=frozenset(marked), names=names))
        return drawn(self.scene(frame, Room()), self.title, caption)

    @abstractmethod
    def describe(self, position: P, names: Sequence[str], /) -> str:
        """The position in words, a sentence or more a line, for those who do not see it."""

    def observe(self, position: P, options: Mapping[str, str]) -> P:
        """The position without what players are to remember."""
        return position

    def explain_illegal(self, position: P, text: str, /) -> str:
        """Why the normalized `text` is not legal in a running game; no full stop."""
        legal = [str(move) for move in position.moves()]
        shown = ", ".join(legal[:12]) + (", ..." if len(legal) > 12 else "")
        return f"legal is {shown}"

    def explain_illegal_pick(self, position: P, picks: tuple[Cell, ...], /) -> str:
        """Why these cells begin no legal move of a running game; the last is at fault. "" where that is plain."""
        return ""

    def explain_move(self, position: P, move: M, names: Sequence[str], /) -> str:
        """What a legal move is good for, in words for anybody: "pushes a marble off"; "" where that
        cannot be said in a few words."""
        return ""

    def facts(self, position: P, names: Sequence[str], /) -> Mapping[str, object]:
        """What `replay --json` tells of this game's positions alone."""
        return {}

    # What the rules say of a position

    def identity(self, position: P) -> Hashable:
        """What two positions have in common if they are the same for `repetition`."""
        return position

    @property
    def has_threats(self) -> bool:
        """Whether the game defines `threats`."""
        return type(self).threats is not Game.threats

    def threats(self, position: P, /) -> frozenset[Cell]:
        """The cells that the player to move should watch, as the option for beginners marks them."""
        return frozenset()

    def winning_cells(self, position: P, result: Result) -> frozenset[Cell]:
        """The cells that show why a match that is over at `position` was won."""
        return frozenset()

    def measures(self, setup: str | None, options: Mapping[str, str]) -> Mapping[str, Measure]:
        """Which of `records` a match counts for that was set up like this."""
        return self.records

    def is_thrown(self, position: P) -> bool:
        """Whether what chance draws here is thrown by the player whose turn it is, not found by itself."""
        return True

    def begins_turn(self, position: P, before: P | None) -> bool:
        """Whether a seat's turn begins at a running position; `before` is the one before it, None at the start."""
        return before is None or before.actor != position.actor

    def tell(self, position: P, move: M) -> tuple[P, tuple[Event, ...]]:
        """The position after `move` and the events on the way there."""
        events: list[Event] = []
        after = position.play(move, events.append)
        return after, tuple(events)

    # For computer players

    @property
    def has_kernel(self) -> bool:
        """Whether computers can search it: whether the game defines `evaluate`."""
        return type(self).evaluate is not Game.evaluate

    def evaluate(self, position: P) -> int:
        """How good a running game is for the seat to move, in hundredths of the game's unit. Defined by a game of
        two seats without chance, it brings computer players."""
        raise NotImplementedError(f"{self.key} values no positions")

    def worth(self, position: P, seat: int) -> int:
        """How good a running game is for any seat. Defined by a game for more than two that computers search."""
        value = self.evaluate(position)
        return value if seat == position.turn else -value

    def noisy(self, position: P) -> Sequence[M]:
        """The legal moves that must be looked at before `evaluate` can be trusted: those that change the balance
        at once, such as captures."""
        return ()

    def hidden(self, position: P, move: M) -> str:
        """What makes a legal move easy to miss: "a long lap"; "" for one that is plain to see. Weak levels miss them,
        and a review says so."""
        return ""

    def _moves(self, position: P) -> Sequence[M]:
        return cast("Sequence[M]", position.moves())
