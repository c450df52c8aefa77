"""How the person whose turn it is chooses a move, by picking places and by typing; and what else is a game's own
on the screen where it is played: words, marks and signs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from random import Random
from string import ascii_lowercase
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingsMap
from textual.containers import Container
from textual.content import Content
from textual.dom import DOMNode
from textual.geometry import Size

from marbles_tui.core import CHANCE, AnyBoard, AnyMove, Cell, Event, Game, IllegalMove, Move
from marbles_tui.core.scene import Highlights, Tone
from marbles_tui.core.text import capitalized, sanitize_line, spoken
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.players import Act, Choice
from marbles_tui.table.tasks.task import Action
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.lines import Key
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.story import StoryLine


class Picker:
    """Knows which picks can still become a move. Their paths are prefix-free, so a move is complete at once."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self._paths = [(path, move) for move in moves for path in move.paths]
        self.picks: tuple[Cell, ...] = ()

    @property
    def next_cells(self) -> frozenset[Cell]:
        """The places that may be picked now."""
        at = len(self.picks)
        return frozenset(path[at] for path, _ in self._open() if len(path) > at)

    def leads_to(self, cell: Cell) -> Move | None:
        """The move that picking `cell` would complete, or None."""
        wanted = (*self.picks, cell)
        return next((move for path, move in self._open() if path == wanted), None)

    def beyond(self, cell: Cell) -> frozenset[Cell]:
        """The places that may be picked after `cell`."""
        at = len(self.picks) + 1
        return frozenset(path[at] for path, _ in self._open() if len(path) > at and path[at - 1] == cell)

    def pick(self, cell: Cell) -> Move | None:
        """Pick a place: the move if that completes one, None if more picks are to come.

        Raises ValueError if no legal move goes on so; the picks stay as they were.
        """
        if cell not in self.next_cells:
            raise ValueError(f"cell {cell} cannot be picked here")
        move = self.leads_to(cell)
        self.picks = () if move else (*self.picks, cell)
        return move

    def back(self) -> bool:
        """Take the last pick back; whether there was one."""
        had = bool(self.picks)
        self.picks = self.picks[:-1]
        return had

    def _open(self) -> list[tuple[tuple[Cell, ...], Move]]:
        at = len(self.picks)
        return [(path, move) for path, move in self._paths if path[:at] == self.picks]


class Picking:
    """What has been picked and typed of one choice. Each question to a person begins a new one.

    A game whose moves are typed key by key, or that has more to say about them than where they lead, has a subclass.
    """

    def __init__(self, match: Match, asked: bool) -> None:
        """`asked`: whether a person is to choose now; otherwise nothing can be picked."""
        self.match = match
        self.asked = asked
        self.typed = ""
        self.picker = Picker(())
        self.restart()

    def restart(self) -> None:
        """Forget what has been picked and typed."""
        self.typed = ""
        self.picker = Picker(self.match.position.moves() if self.asked else ())

    endangered: ClassVar[str] = "Marked: in danger."
    """What the marks of threats mean."""

    # What a game may add

    @property
    def bound(self) -> bool:
        """Whether what is picked up must be played."""
        return False

    @property
    def instead_of_enter(self) -> str:
        """Which keys choose now where Enter and Space must not; "" where they may."""
        return ""

    @property
    def writing(self) -> bool:
        """Whether a move is being written, so that no letter is a command."""
        return False

    writes_by: ClassVar[str] = ""
    """The keys that begin to write a move; "" where none does."""

    def writes(self, key: str, printable: bool) -> bool:
        """Whether a key is part of a move that is written, or begins one."""
        return (printable or key == "backspace") if self.writing else key in self.writes_by and key != ""

    @property
    def takes_arrows(self) -> bool:
        """Whether an arrow means something else now than the next place: `push` then takes it."""
        return False

    def push(self, dx: int, dy: int) -> Choice | None:
        """An arrow that it takes. Raises ValueError with the reason where it means nothing here."""
        raise NotImplementedError

    @property
    def typing(self) -> str:
        """What else than pointing picks a place, as "type its letter"; "" where nothing does."""
        return "type its letter" if self._letters else ""

    @property
    def die(self) -> Cell | None:
        """The place that is picked to roll the die."""
        return None

    @property
    def names(self) -> Mapping[str, Cell]:
        """What is typed to pick a place, in small letters; no name begins another one."""
        return {}

    @property
    def shortcuts(self) -> Mapping[Cell, Move]:
        """Places that may be picked besides those of the rules, and the move that each completes."""
        return {}

    def type(self, key: str) -> Choice | None:
        """A key of the game was typed: a choice if that completes one, else None. It is the next letter of a place's
        name, or in place of the last one, or it begins another; where places have no names the key is a move.

        Raises ValueError with the reason where it means nothing here: then what was typed is forgotten.
        """
        names = self.names
        for typed in (self.typed + key, self.typed[:-1] + key, key):
            if typed in names:
                return self.pick(names[typed])
            if any(name.startswith(typed) for name in names):
                self.typed = typed
                return None
        self.typed = ""
        if names and not self._letters:
            raise ValueError(self.meaningless(key))
        try:
            return self.match.find(key.upper())
        except IllegalMove as refusal:
            raise ValueError(self.refusal(str(refusal))) from None

    def meaningless(self, key: str) -> str:
        """What to type instead of a key that belongs to no name, in a sentence."""
        return sentence(self.typing)

    def invitation(self, name: str) -> str:
        """What the person to move is asked to do."""
        return f"{name} to move."

    def foresee(self, cell: Cell | None) -> str:
        """Where picking a place would lead, in a sentence; "" if there is nothing to say."""
        names = phrases.names(self.match)
        said = [text for event in self.outcome(cell) if (text := self.match.game.told(event, names))]
        return said[-1] if said else ""

    def landing(self, cell: Cell | None) -> tuple[Cell, ...]:
        """The places where picking a place would lead."""
        placed = [event for event in self.outcome(cell) if event.cells]
        return placed[-1].cells[-1:] if placed else ()

    def signs(self) -> dict[Cell, str]:
        """Signs beside places, shown together with the threats."""
        return {}

    def letters(self) -> dict[Cell, str]:
        """Keys, each at the place where it would lead."""
        return {}

    def ends(self) -> frozenset[Cell]:
        """Those of the next places whose pick moves nothing yet."""
        return frozenset()

    def refusal(self, reason: str) -> str:
        """Why a place cannot be picked, as a sentence in which sides are called by those who play them: their colours
        may be others than the records say."""
        names = phrases.names(self.match)
        called = dict(zip(self.match.game.sides, names, strict=False))
        said = sentence(re.sub(r"\b(\w+)'s\b", lambda found: f"{called.get(found[1], found[1])}'s", reason))
        return spoken(said, names)

    def legend(self) -> str:
        """What the marks of threats mean, or that there are none."""
        if not self.match.game.threats(self.match.position):
            return "Nothing is in danger."
        return self.endangered

    @property
    def menu_key(self) -> str:
        """The key that opens the game menu now."""
        return "g"

    def pick_key(self) -> Key:
        """The keys that pick a move: from the first letter to the last, where each move is one."""
        found = self._letters
        return Key("-".join(dict.fromkeys((found[0], found[-1]))) if found else "arrows enter", "pick")

    @property
    def _letters(self) -> str:
        return letters(self.match.position.moves())

    # What is picked

    @property
    def rolling(self) -> bool:
        """Whether a person is asked to roll."""
        return self.asked and self.match.position.turn == CHANCE

    @property
    def picks(self) -> tuple[Cell, ...]:
        """The places picked so far."""
        return self.picker.picks

    @property
    def marked(self) -> tuple[Cell, ...]:
        """The places that stand out as picked."""
        return self.picks

    @property
    def begun(self) -> bool:
        """Whether something has been picked or typed."""
        return bool(self.typed or self.picks)

    @property
    def next_cells(self) -> frozenset[Cell]:
        """The places that may be picked now."""
        if self.rolling:
            return frozenset() if self.die is None else frozenset((self.die,))
        return self.picker.next_cells | self.shortcuts.keys()

    def pick(self, cell: Cell) -> Choice | None:
        """Pick a place: a choice if that completes one, else None. The last pick is put back by picking it again;
        a pick that leads nowhere begins a new choice if it can.

        Raises ValueError with the reason where the place cannot be picked.
        """
        self.typed = ""
        if self.rolling and cell == self.die:
            return Act.ROLL
        if cell in self.shortcuts:
            return self.shortcuts[cell]
        if self.picks and cell not in self.next_cells and not self.bound:
            if cell == self.picks[-1]:
                self.picker.back()
                return None
            fresh = Picker(self.match.position.moves())
            if cell in fresh.next_cells:
                self.picker = fresh
        picks = (*self.picks, cell)
        try:
            return self.picker.pick(cell)
        except ValueError:
            raise ValueError(self._refused(picks)) from None

    def _refused(self, picks: tuple[Cell, ...]) -> str:
        game, position = self.match.game, self.match.position
        return self.refusal(
            "the game is over" if position.result else game.explain_illegal_pick(position, picks)
        )

    def drag(self, start: Cell, end: Cell) -> Choice | None:
        """Both places one after the other, by one drag; nothing where the first one alone would be a move. Raises
        ValueError with the reason where that cannot be."""
        self.restart()
        alone = self.pick(start) is not None
        if not alone and (self.bound or end in self.next_cells):
            return self.pick(end)
        self.restart()
        if not alone:
            raise ValueError(self._refused((start, end)))
        return None

    def rub_out(self) -> bool:
        """Take back the last character that was typed; whether there was one."""
        typed, self.typed = self.typed, self.typed[:-1]
        return bool(typed)

    def back(self) -> bool:
        """Take back what has been typed, else the last pick; whether there was anything.

        Raises ValueError with the reason where the rules forbid it.
        """
        if self.typed:
            self.typed = ""
            return True
        return self.picker.back()

    def outcome(self, cell: Cell | None) -> tuple[Event, ...]:
        """What picking a place would bring, if that completes a move."""
        if cell is None:
            return ()
        move = self.shortcuts.get(cell) or self.picker.leads_to(cell)
        return self.match.game.tell(self.match.position, move)[1] if move is not None else ()


def sentence(reason: str) -> str:
    """A reason without a full stop, as a sentence; "" stays empty."""
    return f"{capitalized(reason)}." if reason else ""


# Moves that are a letter each

FREE: Final = "".join(sorted(set(ascii_lowercase) - set("ghpqrstuy")))
"""Letters that are no command of every table."""

ALSO: Final = {"b": ",ctrl+left", "f": ",ctrl+right"}
"""What a legacy terminal sends for Alt with these letters, after the habit of readline."""


def letters(moves: Iterable[Move]) -> str:
    """The keys of moves whose notations are a letter each, in order; "" where one is longer, or there are none."""
    words = [str(move) for move in moves]
    by_letter = all(len(word) == 1 and word.isascii() and word.isalpha() for word in words)
    return "".join(sorted(words)).lower() if by_letter else ""


def bind_letters(board: BoardView) -> None:
    """Have the moves of a game typed on its board, if each is a letter: all letters that are no command of every
    table, in either case, with Alt as without."""
    if typed_by_letters(board.GAME):
        keys = {one: f"{one},{one.upper()},alt+{one}{ALSO.get(one, '')}" for one in FREE}
        bind(board, [Binding(keys[one], f"type('{one}')", f"Move {one.upper()}", show=False) for one in FREE])


def bind(widget: DOMNode, bindings: Iterable[Binding]) -> None:
    """Give keys to one widget: what Textual binds to one of a class is bound to all."""
    widget._bindings = BindingsMap.merge([widget._bindings, BindingsMap(bindings)])


@cache
def typed_by_letters(game: Game) -> bool:
    """Whether the moves of a game are a letter each, as those of its usual start show."""
    options, seats = game.choose({}), game.seats.start
    setup = game.resolve_setup(None, seats, options, Random(1))
    return bool(letters(game.start(setup, seats, options).moves()))


class Overlay(Container):
    """What a game lays over its board while something is asked that needs words."""

    def follow(self, picking: Picking, board: BoardView, automatic: bool) -> None:
        """Show what is asked now. `automatic`: whether the game chooses for people where it can."""
        raise NotImplementedError


class MatchView(GameWords):
    """A game on the match screen and in a replay: its words, marks, signs and keys. All has a default."""

    picking: ClassVar[type[Picking]] = Picking
    """How a person chooses a move."""

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

    def trace(self, move: AnyMove) -> frozenset[Cell]:
        """The places that tell which move was made last."""
        return frozenset(move.paths[0]) if move.paths else frozenset()

    def carried(self, move: AnyMove, cell: Cell) -> Cell:
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
        """The lines below each seat for the board that is shown, in a panel of this size."""
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
            told = match.game.told(event, phrases.names(match))
            return (StoryLine(Text(sanitize_line(told, 300))),) if told else ()

        return lines

    # Keys

    def first_keys(self, match: Match, picking: Picking, automatic: bool) -> tuple[Key, ...]:
        """Keys of its own that stand right behind the first one in the key line."""
        return ()

    def last_keys(self, match: Match) -> tuple[Key, ...]:
        """Keys of its own that stand at the end of the key line."""
        return ()
