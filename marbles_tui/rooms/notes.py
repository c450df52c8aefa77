"""The owner's settings: who may come in, what they are told, and what holds for everybody; and
how guests fared at the day's puzzles."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from ipaddress import ip_network
from typing import Final, TypeVar

from marbles_tui.rooms.accounts import Ban, new_code
from marbles_tui.rooms.backend import Note
from marbles_tui.store.codec import encoded, value_of

MESSAGE: Final = "message"
"""The message of the day."""

RULES: Final = "rules"
"""The house's rules, as Markdown."""

INVITED: Final = "invited"
"""Whether only those may come in who are known or invited: "yes"."""

BAN: Final = "ban "
INVITATION: Final = "invitation "
"""How the names begin of notes of which there are several."""

OF_DAY: Final = "day "
"""How the names begin of what came of a day's puzzle: the day, the game and the account follow."""

RACE: Final = "race "
"""How the names begin of runs of three minutes against somebody else: the account follows."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Invitation:
    """Lets so many new keys in, by a code that is their user name."""

    uses: int
    until: float
    """In seconds since 1970."""

    note: str = ""
    """For whom it is."""


@dataclass(frozen=True, slots=True)
class Racer:
    """Somebody's run of three minutes against another one."""

    race: int
    """The same for both; their puzzles follow from it."""

    went: tuple[bool, ...] = ()
    over: bool = False


class Notes:
    """The notes of a house, by name; all its processes have the same."""

    def __init__(self) -> None:
        self.keep: Callable[[Note], object] = lambda _: None
        """Called with what is to be kept."""

        self.on_change: Callable[[str], object] = lambda _: None
        """Called with the name of what has changed, wherever that was done."""

        self._texts: dict[str, str] = {}

    def __getitem__(self, name: str) -> str:
        """A note; "" where there is none."""
        return self._texts.get(name, "")

    def __setitem__(self, name: str, text: str) -> None:
        """Set a note, or with "" delete it."""
        note = Note(name, text)
        self.keep(note)
        self.learn(note)

    def learn(self, note: Note) -> None:
        """A note is kept so."""
        self._texts.pop(note.id, None)
        if note.text:
            self._texts[note.id] = note.text
        self.on_change(note.id)

    # The day's puzzles

    def solved(self, day: str, game: str, account: str, told: str) -> None:
        """What came of somebody's try at a day's puzzle; what came of those of other days is kept no more."""
        for name in [name for name in self._texts if name.startswith(OF_DAY) and name.split()[1] != day]:
            self[name] = ""
        self[f"{OF_DAY}{day} {game} {account}"] = told

    def of_day(self, day: str, game: str) -> list[tuple[str, str]]:
        """By account what came of the tries at a day's puzzle."""
        start = f"{OF_DAY}{day} {game} "
        return [
            (name.removeprefix(start), told) for name, told in self._texts.items() if name.startswith(start)
        ]

    def forget(self, account: str) -> None:
        """Keep nothing of an account any more."""
        for name in [
            name for name in self._texts if name.startswith((OF_DAY, RACE)) and name.endswith(f" {account}")
        ]:
            self[name] = ""

    def racers(self) -> Iterator[tuple[str, Racer]]:
        """Who runs against somebody or waits for that, by account."""
        return self._all(RACE, Racer)

    def race(self, account: str, racer: Racer | None) -> None:
        """How somebody's run stands; None where there is none any more."""
        if racer or self[f"{RACE}{account}"]:
            self._put(f"{RACE}{account}", racer)

    # Bans of addresses

    def bans(self) -> Iterator[tuple[str, Ban]]:
        """The networks that are banned."""
        return self._all(BAN, Ban)

    def ban(self, network: str, ban: Ban | None) -> None:
        """Let nobody in from a network any more, or (None) let them in again."""
        self._put(f"{BAN}{network}", ban)

    def ban_of(self, network: str, now: float) -> Ban | None:
        """Why nobody from an address, or a network of IPv6, may come in now."""
        try:
            wanted = ip_network(network)
        except ValueError:
            return None
        for banned, ban in self.bans():
            within = ip_network(banned)
            if ban.holds(now) and within.version == wanted.version and wanted.overlaps(within):
                return ban
        return None

    # Invitations

    def invitations(self) -> Iterator[tuple[str, Invitation]]:
        """Those that were given, by their codes."""
        return self._all(INVITATION, Invitation)

    def invite(self, invitation: Invitation) -> str:
        """A code that lets new keys in."""
        code = new_code()
        self._put(f"{INVITATION}{code}", invitation)
        return code

    def withdraw(self, code: str) -> bool:
        """An invitation is good no more; whether there was one."""
        name = f"{INVITATION}{code}"
        known = self[name] != ""
        self[name] = ""
        return known

    def invited(self, code: str, now: float) -> bool:
        """Whether a code is good now."""
        found = dict(self.invitations()).get(code)
        return bool(found and found.uses > 0 and now < found.until)

    def use(self, code: str) -> None:
        """Somebody has come in by a code."""
        found = dict(self.invitations())[code]
        left = replace(found, uses=found.uses - 1)
        self._put(f"{INVITATION}{code}", left if left.uses else None)

    def _put(self, name: str, value: object) -> None:
        """Set a note that stands for a value, or with None delete it."""
        self[name] = "" if value is None else json.dumps(encoded(value))

    def _all(self, kind: str, of: type[T]) -> Iterator[tuple[str, T]]:
        for name, text in sorted(self._texts.items()):
            if name.startswith(kind):
                yield name.removeprefix(kind), value_of(of, json.loads(text))
