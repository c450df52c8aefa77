"""A game as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias

from marbles_tui.core.dialect import OURS, Dialect
from marbles_tui.core.errors import BadOption, IllegalMove
from marbles_tui.core.event import Event
from marbles_tui.core.kernel import Kernel
from marbles_tui.core.option import Option
from marbles_tui.core.position import AnyPosition, Move

Feat: TypeAlias = Callable[[Sequence[Sequence[Event]], int], int]
"""feat(events, seat): how much of something a seat brought about; `events` are those of each ply."""

Repetition: TypeAlias = Literal["none", "claim", "automatic"]


class Randomness(Protocol):
    """What a random setup needs of `random.Random`."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 to stop - 1."""
        ...


def as_typed(text: str) -> str:
    """Notation that needs no rewriting but its case. What is not ASCII stays: "ı" is no I."""
    return text.upper() if text.isascii() else text


def list_legal(position: AnyPosition, text: str) -> str:
    """Why `text` cannot be played: only what can, for games that know nothing better to say."""
    del text
    legal = [str(move) for move in position.moves()]
    shown = ", ".join(legal[:12]) + (", ..." if len(legal) > 12 else "")
    return f"legal is {shown}" if legal else "the game is over"


def no_short_form(line: str) -> str | None:
    """A game whose records have one form only."""
    del line
    return None


def no_reason(position: AnyPosition, picks: tuple[int, ...]) -> str:
    """Nothing to say about picks."""
    del position, picks
    return ""


def no_merit(position: AnyPosition, move: Any, names: Sequence[str]) -> str:
    """Nothing to say for a move."""
    del position, move, names
    return ""


def no_facts(position: AnyPosition, names: Sequence[str]) -> Mapping[str, Any]:
    """Nothing to tell beyond what is told of every game."""
    del position, names
    return {}


def as_chosen(setup: str | None, options: Mapping[str, str]) -> dict[str, str]:
    """Options that no setup decides."""
    del setup
    return dict(options)


def open_to_all(position: Any, options: Mapping[str, str]) -> Any:
    """Nothing is hidden."""
    del options
    return position


def itself(position: AnyPosition) -> Hashable:
    """A position that is the same as another only where it is equal."""
    return position


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """The rules of one game and its texts: everything but its looks and its computer players."""

    key: str
    """As records and the command line name it: `egg-carton`."""

    title: str
    blurb: str
    """One line for the menu."""

    author: str
    """Who made the game that this one plays again, and when."""

    seats: range
    """The numbers of players it takes."""

    sides: tuple[str, ...]
    """What a seat is called where its player has no name, for as many as there are at most."""

    setups: Mapping[str, str]
    """The named starts and a line about each; the first is the default."""

    options: tuple[Option, ...] = ()

    start: Callable[[str | None, int, Mapping[str, str]], AnyPosition]
    """start(setup, seats, options): the first position. `setup` is a name that needs no chance, a position
    text, or None for the default. Raises BadSetup or BadPosition."""

    resolve_setup: Callable[[str | None, int, Mapping[str, str], Randomness], str | None]
    """settle(setup, seats, options, random): the setup as a record keeps it: names in their usual form,
    None for the default start, and a start left to chance drawn now, as a position text.
    Raises as `start`."""

    read: Callable[[str], AnyPosition] | None
    """A position from its text. Raises BadPosition. None where positions have no text."""

    write: Callable[[Any], str] | None
    """The text of a position; `read` gives the position back."""

    normalize: Callable[[str], str] = as_typed
    """Notation as typed → as `str(move)` has it. Never fails: what makes no sense comes back as it is."""

    parse: Callable[[Any, str], Any] | None = None
    """parse(position, text): the legal move with that normalized notation, or None if there is none: for
    games that find it faster than by looking through all moves."""

    expand: Callable[[str], str | None] = no_short_form
    """expand(line): a line that holds a whole match in a short form of the game's own → the same as tags and
    words; None for any other line. What is wrong in it may be found later."""

    say: Callable[[Event, Sequence[str]], str]
    """say(event, names): the sentence for an event, or "" for one that goes without saying."""

    diagram: Callable[[Any], str]
    """The position in plain ASCII, several lines."""

    describe: Callable[[Any, Sequence[str]], str]
    """describe(position, names): the position in words, a sentence or more a line, for those who do not see it."""

    observe: Callable[[Any, Mapping[str, str]], Any] = open_to_all
    """conceal(position, options): the position without what players are to remember."""

    explain_illegal: Callable[[Any, str], str] = list_legal
    """refuse(position, text): why the normalized `text` is not legal here; no full stop."""

    explain_illegal_pick: Callable[[Any, tuple[int, ...]], str] = no_reason
    """refuse_pick(position, picks): why these cells begin no legal move; the last is the one at fault."""

    explain_move: Callable[[Any, Any, Sequence[str]], str] = no_merit
    """merit(position, move, names): what a legal move is good for, as what it does: "pushes a marble off"; ""
    where that cannot be said in a few words."""

    facts: Callable[[Any, Sequence[str]], Mapping[str, Any]] = no_facts
    """facts(position, names): what `replay --json` tells of this game's positions alone."""

    fill: Callable[[str | None, Mapping[str, str]], dict[str, str]] = as_chosen
    """fill(setup, options): the options with their values where a settled setup decides them."""

    tells: bool = False
    """Whether `replay --json` tells the story of a match, sentence by sentence."""

    board_files: bool = False
    """Whether a setup may be the text of a board file of the user's own."""

    repetition: Repetition = "none"
    """What a third standing of the same position does: nothing, a draw may be claimed, or it is a draw."""

    identity: Callable[[Any], Hashable] = itself
    """What two positions have in common if they are the same for `repetition`."""

    dialect: Dialect = OURS
    """How other programs write its records."""

    variants: tuple[Mapping[str, str], ...] = ({},)
    """The options that a list of moves without any may have been played by, the likeliest first."""

    feats: Mapping[str, Feat] = field(default_factory=dict)
    """What statistics keep the most of, by its name, for a match that is over."""

    kernel: Callable[[], Kernel] | None = None
    """Makes the search kernel; imports it only then."""

    def find(self, position: AnyPosition, text: str) -> Move:
        """The legal move that `text` names.

        Raises IllegalMove, with the reason and what is legal.
        """
        wanted = self.normalize(text)
        move: Move | None
        if self.parse:
            move = self.parse(position, wanted)
        else:
            move = next((one for one in position.moves() if str(one) == wanted), None)
        if move is not None:
            return move
        raise IllegalMove(f"{text} is not legal here: {self.explain_illegal(position, wanted)}")

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

    def tell(self, position: AnyPosition, move: Any) -> tuple[AnyPosition, tuple[Event, ...]]:
        """The position after `move` and the events on the way there."""
        events: list[Event] = []
        after = position.play(move, events.append)
        return after, tuple(events)
