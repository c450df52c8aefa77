"""An open host, and people who come in by OpenSSH's client and play there: what they type, and what they see."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final, Self, TypeVar

from marbles_tui.core import CHANCE
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from tests.host.hosted import Hosted, make_key, ssh_command
from tests.terminal.terminal import Terminal

T = TypeVar("T")

PATIENCE: Final = 60.0

ATTEMPTS: Final = 8
"""How often somebody types a thing before they give up."""

MOST: Final = 150
"""Plies after which a game is given up."""

TITLES: Final = {
    "gobblet": "Gobblet",
    "egg-carton": "Egg Carton",
    "abacus": "Abacus",
    "beadmaster": "BeadMaster",
    "getaway": "Getaway",
}
"""The games by the names that the lobby gives them."""

STARTS: Final = {"egg-carton": 2, "abacus": 2}
"""Which of a set-up's starts are played from, where it is not the first."""


def typed(match: Match, move: str) -> bytes:
    """What a person types for a move."""
    game = match.game.key
    if game == "gobblet":
        return (move[1:] if move[0] in "WK" else move).lower().encode()  # from a stack, or from a cell
    if game == "abacus":
        return f"m{move}\r".encode()
    if game == "getaway":
        return b" " if match.turn == CHANCE else b"t" if move == "pay" else b"b"
    return move.lower().encode()


class Guest:
    """Somebody in front of a terminal."""

    def __init__(self, party: Party, name: str, key: Path | None, columns: int, rows: int) -> None:
        self._party = party
        self.name = name
        self.key, self.size = key, (columns, rows)
        self.terminal = self._connected()

    def _connected(self) -> Terminal:
        command = ssh_command(self._party.host.port, self.key, self.name.lower())
        return Terminal(command, self._party.folder / "home", *self.size)

    @property
    def screen(self) -> str:
        """All that they see."""
        return self.terminal.screen()

    def types(self, keys: bytes) -> None:
        """Press keys."""
        self.terminal.type(keys)

    def sees(self, *texts: str) -> None:
        """Wait for words on the screen."""
        for text in texts:
            self._party.until(lambda text=text: text in self.screen, f"{self.name} sees {text!r}")  # type: ignore[misc]

    def sees_no(self, text: str) -> None:
        """Wait until words are gone."""
        self._party.until(lambda: text not in self.screen, f"{self.name} sees no {text!r}")

    def presses_until(self, key: bytes, text: str, most: int = 40) -> None:
        """Press a key over and over until there are words on the screen."""
        for _ in range(most):
            self._party.rest(self)
            if text in self.screen:
                return
            self.types(key)
        raise AssertionError(f"{self.name} does not come to {text!r}\n{self.screen}")

    def says_who(self) -> None:
        """Give the name that a new key is asked for."""
        self.sees("What is your name?")
        self.types(self.name.encode() + b"\r")
        self.sees("GOBBLET")

    def goes_to_lobby(self) -> None:
        """From the menu."""
        self.sees("Play together")
        self.types(b"p")
        self.sees("n offer")

    def comes_back(self) -> None:
        """Lose the connection, and come in once more, to the table whose clock runs."""
        self.terminal.kill()
        self.terminal = self._connected()
        self.sees("q leave")

    def chooses(self, entry: str) -> None:
        """An entry of the game's menu."""
        self.types(b"g")
        self.sees(entry)
        self._party.rest(self)
        rows = self.screen.splitlines()
        first = next(row for row, line in enumerate(rows) if "╭─ Game " in line) + 1
        at = next(row for row, line in enumerate(rows) if entry in line)
        before = [line for line in rows[first:at] if "───" not in line]  # which are headings
        self.types(b"\x1b[B" * len(before) + b"\r")


class Party:
    """An open host, and guests who have come in."""

    def __init__(self, folder: Path, *options: str) -> None:
        """`options`: of the host."""
        self.folder = folder
        self.host = Hosted(folder / "data", *options)
        self.guests: list[Guest] = []
        self._last: Match | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for guest in self.guests:
            if guest.terminal.status is None:
                guest.terminal.kill()
        self.host.kill()

    def opens_again(self) -> None:
        """Open the host where the last one has ended."""
        self.host = Hosted(self.folder / "data")

    def comes(
        self, name: str, *, key: bool = True, named: bool = True, columns: int = 80, rows: int = 24
    ) -> Guest:
        """Somebody comes in, with a new key or without one, and says who they are if they are to be `named`."""
        file = self.folder / name if key else None
        if file:
            make_key(file)
        guest = Guest(self, name, file, columns, rows)
        self.guests.append(guest)
        if not key:
            guest.sees("GOBBLET")
        elif named:
            guest.says_who()
        return guest

    def read(self) -> None:
        """Let every terminal show what has come."""
        for guest in self.guests:
            if guest.terminal.status is None:
                guest.terminal.read(0.02)

    def until(self, true: Callable[[], T], what: str) -> T:
        """Wait until something holds, while everybody's terminal goes on. Raises AssertionError after PATIENCE."""
        end = time.monotonic() + PATIENCE
        while not (held := true()):
            self.read()
            if time.monotonic() > end:
                shown = "\n\n".join(f"{guest.name}\n{guest.screen}" for guest in self.guests)
                raise AssertionError(f"waited {PATIENCE:g} s for this: {what}\n{shown}")
        return held

    def rest(self, guest: Guest) -> None:
        """Wait until what somebody has typed is shown: until their terminal is silent."""
        guest.terminal.rest(2.0, 0.25)

    # What the host keeps

    def match(self) -> Match:
        """The match that was changed last, once there is one. What is over is soon kept by the players alone."""
        while (match := self._newest() or self._last) is None:
            self.read()
        self._last = match
        return match

    def _newest(self) -> Match | None:
        with sqlite3.connect(f"file:{self.host.data / 'host.sqlite3'}?mode=ro", uri=True) as database:
            query = (
                "SELECT json_extract(body, '$.record') FROM document WHERE kind = 'room'"
                " ORDER BY json_extract(body, '$.finished'), json_extract(body, '$.since') DESC LIMIT 1"
            )
            row = database.execute(query).fetchone()
        return read_match(row[0], GAMES).match if row else None

    def kept(self, plies: int) -> bool:
        """Whether the match that was changed last has so many."""
        return self.match().plies == plies

    # A game

    def offered_from_set_up(self, by: Guest, to: Guest, game: str) -> None:
        """Set a game up for anyone in the lobby; the other takes the seat."""
        by.types(str(1 + [each.key for each in GAMES].index(game)).encode())
        by.presses_until(b"\x1b[C", "Whoever takes the seat in the lobby first.")
        if game in STARTS:
            by.types(b"\x1b[B\x1b[B")
            by.presses_until(b"\x1b[C", f" {STARTS[game]} of ")
        by.types(b"\r")
        by.sees("Offered to")
        by.types(b"\r")
        self.taken(by, to, game)

    def offered_quickly(self, by: Guest, to: Guest, game: str) -> None:
        """Offer a game from the lobby, as it usually is; the other takes the seat."""
        by.types(b"n")
        by.sees("Offer a game", "FIRST MOVE")
        by.presses_until(b"\x1b[C", f"◀ {TITLES[game]} ▶")
        by.types(b"\x1b[B\x1b[C\r")
        self.taken(by, to, game)

    def taken(self, by: Guest, to: Guest, game: str) -> None:
        """Take the seat that is offered."""
        by.sees("enter withdraw")
        to.presses_until(b"\x1b[D\x1b[A", "enter take this seat")
        to.types(b"\r")
        for guest in (by, to):
            guest.sees("/ say")
            guest.types(b"+++")  # as fast as moves can be shown
        self.until(lambda: self.match().game.key == game, f"a game of {game}")

    def plays(self, players: Sequence[Guest], moves: Iterable[str] | None = None, most: int = MOST) -> int:
        """Play, as many moves as there are or until the game is over; the plies of the match then."""
        random, line = Random(7), iter(moves) if moves is not None else None
        match = self.match()
        while not match.stopped and match.plies < most:
            mover = self.until(lambda: self._asked(players), "somebody is asked")
            assert mover
            self.rest(mover)
            match = self.match()
            if self._asked(players) is not mover:
                continue  # the screens showed what was before
            move = next(line, "") if line else str(random.choice(match.position.moves()))
            if not move:
                break
            mover.sees_no("enter finish")
            mover.types(typed(match, move))
            if not self._goes_on(match, f"{mover.name} plays {move}", mover, typed(match, move)):
                return match.plies + 1
            match = self.match()
        return match.plies

    def _asked(self, players: Sequence[Guest]) -> Guest | None:
        """Whose move it is, when everybody is shown that; chance may draw more than once after a roll."""
        match = self.match()
        mover = next(guest for guest in players if guest.name == match.names[match.position.actor])
        others = all(f"Waiting for {mover.name}" in guest.screen for guest in players if guest is not mover)
        return mover if others and "Waiting for" not in mover.screen else None

    def _goes_on(self, match: Match, what: str, mover: Guest, keys: bytes) -> bool:
        """Wait for one more ply; False if that was the last. Who types while a move is still shown types again."""
        for _ in range(ATTEMPTS):
            end = time.monotonic() + PATIENCE / ATTEMPTS
            while time.monotonic() < end:
                self.read()
                after = self._newest()
                if after is None or after.plies > match.plies:
                    return after is not None
            mover.types(keys)
        raise AssertionError(f"{what}: nothing happens\n{mover.screen}")

    def plays_again(self, first: Guest, second: Guest) -> None:
        """A rematch, the sides swapped. An Enter that comes while the end is still being shown only finishes that."""
        before = self.match().names
        first.presses_until(b"\r", "Waiting")
        second.sees(f"{first.name} wants")
        second.types(b"\r")
        self.until(lambda: self.match().names == before[::-1], "a rematch with the sides swapped")

    def see_the_end(self, players: Sequence[Guest], *words: str) -> None:
        """Everybody is shown that it is over."""
        for guest in players:
            guest.sees("Rematch", *words)

    def go_back(self, players: Sequence[Guest]) -> None:
        """From the table to the menu, and the second one to the lobby."""
        for guest in players:
            self.rest(guest)
            for _ in range(ATTEMPTS):  # the first key may only finish what is being shown
                guest.types(b"\x1b" if "n offer" in guest.screen else b"q")
                self.rest(guest)
                if "Play together" in guest.screen:
                    break
            if "n offer" in guest.screen:
                guest.types(b"\x1b")
            guest.sees("Play together")
        players[1].goes_to_lobby()
