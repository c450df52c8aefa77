"""What the lobby shows, in words: entries that can be picked, and what was said."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from marbles_tui.table.tasks.together import Said as Said


class Kind(Enum):
    """What an entry stands for, in the order of the lobby: what concerns you comes first."""

    TURN = "Your turn"
    WAITING = "Their turn"
    OPEN = "Open games"
    TOURNAMENT = "Tournaments"
    PLAYED = "Being played"
    PERSON = "People"


class Deed(Enum):
    """What Enter does with an entry, in words."""

    PLAY = "play"
    SIT = "take this seat"
    WATCH = "watch"
    WITHDRAW = "withdraw"
    LEAVE_SEAT = "give the seat back"
    TABLE = "show its table"
    CHOOSE = "choose"


class Shown(NamedTuple):
    """A board: the key of its game, and what stands on it."""

    game: str
    board: Any


@dataclass(frozen=True, slots=True)
class Entry:
    """A game, an offer or a person."""

    kind: Kind
    key: Hashable
    """What it stands for among those of its kind."""
    who: str
    """The names."""
    game: str = ""
    """What it is called."""
    when: str = ""
    """How long it has waited, how long it will last, or which turn it is; of a person what they do."""
    stakes: str = ""
    """`rated` or `friendly`, or how many watch."""
    rating: str = ""
    """To whom it is offered."""
    brief: str = ""
    """`when` in a few columns."""
    strength: str = ""
    """The rating of whoever it is about: "1512", with ? while it may be far off."""
    does: Deed = Deed.CHOOSE
    """What Enter does."""
    declinable: bool = False
    """Whether it was offered to this guest alone."""
    pressing: bool = False
    """Whether little time is left."""
    free: bool = False
    """Of a person: whether they could play now."""
    shown: Shown | None = None
    about: tuple[str, ...] = ()
    """Two lines below its board: with whom, how it is played."""

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.kind, self.key)


class Place(NamedTuple):
    """What an entry stands for: as long as that is there, the entry is the same."""

    kind: Kind
    key: Hashable


@dataclass(frozen=True, slots=True)
class LobbyView:
    """All that a guest sees in the lobby."""

    name: str = ""
    rating: str = ""
    """Theirs, and in which game: "1,214 in Abacus"."""
    entries: tuple[Entry, ...] = ()
    said: tuple[Said, ...] = ()

    def of(self, kind: Kind) -> tuple[Entry, ...]:
        """The entries of a kind."""
        return tuple(entry for entry in self.entries if entry.kind is kind)

    @property
    def first(self) -> Place | None:
        """What is picked at the start: the first game that waits for you, else one of yours, what is
        offered, played, or there."""
        return self.entries[0].place if self.entries else None

    def at(self, place: Place | None) -> Entry | None:
        """The entry at a place."""
        return next((entry for entry in self.entries if entry.place == place), None)

    def beside(self, place: Place | None, before: LobbyView) -> Place | None:
        """The place itself if there still is an entry; else the one that has moved up in its stead."""
        if place is None or self.at(place):
            return place or self.first
        order = [entry.place for entry in before.of(place.kind)]
        left = self.of(place.kind)
        if place in order and left:
            return left[min(order.index(place), len(left) - 1)].place
        return self.first


LONGEST: Final = 13
"""Columns of a name; longer ones are cut."""
