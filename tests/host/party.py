"""Guests of an open host who play each other, any game to its end: what they type, and what they see.

    python -m tests.host.party [GAME ...]

A line a game. What is legal is asked of the record that the host keeps.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any, Final, Self

import asyncssh

from marbles_tui.core import CHANCE
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.table.end import EndPanel
from tests.host.house import MENU, PATIENCE, TABLE, Host, SshGuest

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

LINES: Final[Mapping[str, str]] = {
    "gobblet": "W1A1 K1B2 W2A2 K2C3 W3A3 K3B4 W1A4",
    "abacus": (
        "g8g9 b4a3 c3b3 h4g3 a1a2 g4g5f3 a2a3 h5h6g4 b3a2 g5h6 i9i8 b5c5b4 i7h7 b4c4c5 a2b2 c5c4 a3a4b4 h6i7 g7h7"
        " f4e3 b4b5 c4c5 h9h8 g3g4h4 h8h7"
    ),
}
"""Short games that their rules end."""


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


class Keyless(asyncssh.SSHClient):
    """Comes in without a key, asked nothing."""

    def kbdint_auth_requested(self) -> str:
        """Let the host ask."""
        return ""

    def kbdint_challenge_received(self, *asked: object) -> list[str]:
        """It asks nothing."""
        del asked
        return []


class Guest(SshGuest):
    """Somebody who finds the way about the screens."""

    async def enter_keyless(self) -> None:
        """Come in without a key: nobody is asked for a name."""
        nothing: dict[str, Any] = {"client_keys": None, "client_factory": Keyless}
        await self.come(**nothing)
        await self.expect(MENU)

    async def sees(self, *texts: str) -> None:
        """Wait for all of some words on the screen."""
        for text in texts:
            await self.expect(text)

    async def sees_no(self, text: str) -> None:
        """Wait until words are gone."""
        await self.until(lambda: text not in self.screen(), f"no {text!r}")

    async def presses_until(self, key: str, text: str, most: int = 40) -> None:
        """Press a key over and over until there are words on the screen, not so fast that an end stays deaf."""
        for _ in range(most):
            await self.rest(EndPanel.quiet + 0.1)
            if text in self.screen():
                return
            self.type(key)
        raise AssertionError(f"{self.name} does not come to {text!r}\n{self.screen()}")

    async def goes_to_lobby(self) -> None:
        """From the menu."""
        await self.sees("Play together")
        self.type("p")
        await self.sees("n offer")

    async def comes_back(self) -> None:
        """Lose the connection, and come in once more, to the table whose clock runs."""
        if self.here:
            self.vanish()
        await self.come()
        await self.sees(TABLE)

    async def chooses(self, entry: str) -> None:
        """An entry of the game's menu."""
        self.type("g")
        await self.sees(entry)
        await self.rest()
        rows = self.screen().splitlines()
        first = next(row for row, line in enumerate(rows) if "╭─ Game " in line) + 1
        at = next(row for row, line in enumerate(rows) if entry in line)
        before = [line for line in rows[first:at] if "───" not in line]  # which are headings
        self.type("\x1b[B" * len(before) + "\r")


class Party:
    """An open host, and two guests in its lobby who play each other. Used as an asynchronous context manager."""

    def __init__(self, folder: Path, *options: str) -> None:
        """`options`: of the host."""
        self.host = Host(folder / "data", *options)
        self.players = Guest(self.host, "Ann"), Guest(self.host, "Ben", (120, 40))
        self._last: Match | None = None

    async def __aenter__(self) -> Self:
        await self.host.open()
        return self

    async def __aexit__(self, *error: object) -> None:
        del error
        await self.host.end()  # a host that is killed leaves its NATS server to the next one

    async def until(self, true: Callable[[], object], what: str) -> None:
        """Wait until something holds. Raises AssertionError with a screen where it does not."""
        await self.players[0].until(true, what)

    def match(self) -> Match:
        """The match that was changed last. What is over is soon kept by the players alone."""
        self._last = self.host.newest() or self._last
        assert self._last, "a game has begun"
        return self._last

    async def sit(self, game: str) -> None:
        """One offers a game in the lobby, as it usually is; the other takes the seat."""
        by, to = self.players
        by.type("n")
        await by.sees("Offer a game", "FIRST MOVE")
        await by.presses_until("\x1b[C", f"◀ {TITLES[game]} ▶")
        by.type("\x1b[B\x1b[C\r")
        await by.sees("enter withdraw")
        await to.presses_until("\x1b[D\x1b[A", "enter take this seat")
        to.type("\r")
        for guest in self.players:
            await guest.sees("/ say")
            guest.type("+++")  # as fast as moves can be shown
        await self.until(lambda: (new := self.host.newest()) and new.game.key == game, f"a game of {game}")

    async def plays(self, moves: Iterable[str] = repeat("")) -> int:
        """Play these moves, or any until the game is over; the plies of the match then."""
        random, line = Random(7), iter(moves)
        while not (match := self.match()).stopped and match.plies < MOST:
            await self.until(self._asked, "somebody is asked")
            mover = self._asked() or self.players[0]
            await mover.rest()
            match = self.match()
            if self._asked() is not mover:
                continue  # the screens showed what was before
            move = next(line, None)
            if move is None:
                break
            await mover.sees_no("enter finish")
            keys = typed(match, move or str(random.choice(match.position.moves()))).decode()
            if not await self._goes_on(match, mover, keys):
                return match.plies + 1
        return self.match().plies

    def _asked(self) -> Guest | None:
        """Whose move it is, when both are shown that; chance may draw more than once after a roll."""
        match = self.match()
        name = match.names[match.position.actor]
        mover, other = self.players if self.players[0].name == name else self.players[::-1]
        shown = f"Waiting for {name}" in other.screen() and "Waiting for" not in mover.screen()
        return mover if shown else None

    async def _goes_on(self, match: Match, mover: Guest, keys: str) -> bool:
        """Type until there is one more ply; False if that was the last. A key may only end what is being shown."""
        for _ in range(ATTEMPTS):
            mover.type(keys)
            end = time.monotonic() + PATIENCE / ATTEMPTS
            while time.monotonic() < end:
                await mover.news(0.02)
                after = self.host.newest()
                if after is None or after.plies > match.plies:
                    return after is not None
        raise AssertionError(f"{mover.name} types {keys}: nothing happens\n{mover.screen()}")

    async def plays_again(self, first: Guest, second: Guest) -> None:
        """A rematch, the sides swapped. An Enter that comes while the end is still being shown only finishes that."""
        before = self.match().names
        await first.presses_until("\r", "Waiting")
        await second.sees(f"{first.name} wants")
        second.type("\r")
        await self.until(lambda: self.match().names == before[::-1], "a rematch with the sides swapped")

    async def see_the_end(self, *words: str) -> None:
        """Both are shown that it is over."""
        for guest in self.players:
            await guest.sees("Rematch", *words)

    async def go_back(self) -> None:
        """From the table to the lobby."""
        for guest in self.players:
            await guest.presses_until("q", "n offer")  # the first key may only finish what is being shown


async def games(folder: Path, keys: Sequence[str]) -> None:
    """Play them, and say how long each took."""
    async with Party(folder) as party:
        for guest in party.players:
            await guest.enter()
            await guest.goes_to_lobby()
        for key in keys:
            began = time.monotonic()
            await party.sit(key)
            plies = await party.plays(LINES[key].split() if key in LINES else repeat(""))
            how = "to its end" if party.match().stopped else "as far as it went"
            print(f"{TITLES[key]}: {plies} plies, {how}, {time.monotonic() - began:.0f} s", flush=True)
            if party.match().stopped:
                await party.see_the_end()
            await party.go_back()


def main() -> None:
    """Play the games that are named, or all."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("games", nargs="*", metavar="GAME", choices=[*TITLES, []], help="; ".join(TITLES))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        asyncio.run(games(Path(folder), words.parse_args().games or [game.key for game in GAMES]))


if __name__ == "__main__":
    main()
