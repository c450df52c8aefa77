"""What is said of a match that is over: how it ended, and what was remarkable. A game adds what only it knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from marbles_tui.core import Event
from marbles_tui.core.text import enumerated, plural
from marbles_tui.play import Match
from marbles_tui.play.match import MOST_PLIES
from marbles_tui.play.played import length_of, turn_numbers
from marbles_tui.table import phrases

LONGEST_TOLD: Final = 3_000
"""The most plies of a match of which all events are told again to find what was remarkable."""

Part = tuple[str, str]
"""A piece of text and its style: "" as usual, `strong`, `best` for what is new or won, `up` for a gain, `quiet`, or
`seat0` and so on for the colour of a seat's pieces."""


class Line(NamedTuple):
    """A line about the match: a label and what is said under it. Lines of one group stand together."""

    label: str
    parts: tuple[Part, ...]
    group: str = ""

    @property
    def text(self) -> str:
        """What is said, without styles."""
        return "".join(text for text, _ in self.parts)


class Feat(NamedTuple):
    """The most remarkable thing that a seat did: a sentence, the game's record that counts such things, and the
    number of this one; "" where no record does."""

    sentence: str
    record: str = ""
    number: int = 0
    counts: bool = True
    """Whether the sentence is about what the record counts."""


def people(match: Match) -> tuple[int, ...]:
    """The seats of people."""
    return tuple(seat for seat, sits in enumerate(match.seats) if sits.level is None)


def viewer(match: Match, here: Sequence[int] | None = None) -> int | None:
    """The seat of the one person who looks, who is then called "you"; None for several people, or none. `here` are
    the seats of those who do; of all people if None."""
    looking = people(match) if here is None else here
    return looking[0] if len(looking) == 1 else None


class EndWords:
    """The words about one match that is over. A game overrides `won`, and where it can `details` and `feat`."""

    def __init__(self, match: Match, here: Sequence[int] | None = None) -> None:
        """`here` are the seats of those who read them; of all people if None."""
        self.match = match
        self.here = people(match) if here is None else tuple(here)
        self.you = viewer(match, self.here)
        self.names = phrases.names(match)

    # What a game says

    def won(self) -> str:
        """How the winner won by the rules, in a sentence."""
        return f"{self.subject(self.winners)} won in {self.length}."

    def details(self) -> Sequence[Line]:
        """What else says how it ended, the weightiest first."""
        return ()

    def feat(self, seat: int) -> Feat | None:
        """The most remarkable thing that a seat did."""
        del seat
        return None

    def place(self) -> str:
        """Your place in a word where several places are told apart; "" where one only wins or loses."""
        return ""

    # For all games

    def how(self) -> str:
        """How the match ended, in a sentence."""
        result = self.match.result
        assert result
        if not result.winners:
            return self.drawn()
        losers = [seat for seat in range(len(self.names)) if seat not in result.winners]
        match result.reason:
            case "resigned":
                return f"{self.subject(losers)} resigned {self._when}."
            case "left":
                return f"{self.subject(losers)} left the game {self._when}."
            case "time":
                return f"{self.subject(losers)} ran out of time {self._when}."
            case "tag":
                return f"{self.subject(self.winners)} won, says the record."
        return self.won()

    def drawn(self) -> str:
        """How a draw came about."""
        result = self.match.result
        assert result
        match result.reason:
            case "agreed":
                return f"Agreed {self.agreed}."
            case "repetition":
                return "The same position for the third time."
            case "length":
                return f"The game has {MOST_PLIES:,} moves."
        return f"Nobody won in {self.length}."

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return self.match.result.winners if self.match.result else ()

    @property
    def teller(self) -> int:
        """The seat whose feats are told: you, or else the winner, or the first one."""
        if self.you is not None:
            return self.you
        return self.winners[0] if self.winners else 0

    @cached_property
    def turn_of(self) -> list[int]:
        """The number of the turn of each ply."""
        return turn_numbers(self.match)[: self.match.plies]

    @property
    def turns(self) -> int:
        """How many turns the match had."""
        return length_of(self.match)

    @property
    def _when(self) -> str:
        return f"in turn {self.turns}" if self.turns else "before the first move"

    @property
    def agreed(self) -> str:
        """When the players agreed on a draw."""
        return f"after turn {self.turns}" if self.turns else "before the first move"

    @property
    def length(self) -> str:
        """How many turns the match had, in words."""
        return plural(self.turns, "turn")

    @cached_property
    def events(self) -> list[tuple[Event, ...]]:
        """What was to be seen, ply by ply; nothing of a match that is very long."""
        if self.match.plies > LONGEST_TOLD:
            return []
        pairs = zip(self.match.positions, self.match.moves, strict=False)
        return [self.match.game.tell(position, move)[1] for position, move in pairs]

    def told(self, *kinds: str) -> Iterator[tuple[int, Event]]:
        """The events of some kinds, with the plies, counted from 0, in which they happened."""
        return (
            (ply, event) for ply, all_of in enumerate(self.events) for event in all_of if event.kind in kinds
        )

    def who(self, seat: int) -> str:
        """A seat at the beginning of a sentence."""
        return "You" if seat == self.you else self.names[seat]

    def whose(self, seat: int) -> str:
        """What belongs to a seat, in a sentence that named it."""
        if seat == self.you:
            return "your"
        return "its" if self.match.seats[seat].level else "their"

    def subject(self, seats: Sequence[int]) -> str:
        """Some seats at the beginning of a sentence."""
        return enumerated([self.who(seat) for seat in seats])
