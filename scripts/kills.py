"""End the arcade in the middle of games, again and again, and see that nothing is lost.

Each time it is started in a terminal, at a new table or at the last one, played by keys that mean something there,
and ended at some instant, mostly by SIGKILL. Afterwards the database must be sound, every record must be readable,
every move that the screen had shown must be in a record, and no process may be left over. One home serves all rounds.
"""

from __future__ import annotations

import re
import signal
import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

import click

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from tests.processes import reported, started_with
from tests.terminal.terminal import Terminal, arcade

SIGNALS: Final = (*[signal.SIGKILL] * 8, signal.SIGTERM, signal.SIGHUP)

ARROWS: Final = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D")

KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "egg-carton": tuple("abcdefijklmn"),
    "abacus": (*ARROWS * 2, " ", "w", "e", "a", "d", "z", "x", "\r"),
    "gobblet": (*"123", *"abcd", *"1234", "\r"),
    "beadmaster": (*"hv", *"1234567", "i", "o", "a", "\r", *ARROWS),
    "getaway": (" ", " ", " ", "t", "b", "a"),
}
"""What is typed at a game's table; any other game is played with arrows and Enter."""

ALSO: Final = ("u", "uy", "r", "p", "s", "\r", "+", "-")
"""What is typed at any table now and then; a rated game asks before a move is taken back."""

NUMBER: Final = re.compile(r"(\d+)\.+")
"""The number of a round, before its moves."""

BETWEEN: Final = "/"
"""Parts the moves of two seats on the screen."""

COLUMNS: Final = re.compile(r"\n|\s{2,}")
"""What parts the columns of a screen."""

SHOWN: Final = 1.0
"""Seconds in which an undo is drawn, at the latest."""

QUIET: Final = 0.3
"""Seconds of silence after which it is."""

RECORDS: Final = "SELECT record FROM match"

LEFT_OVER: Final = 3.0
"""Seconds in which the thinking process notices that it is alone."""


class Lost(Exception):
    """Something did not hold."""


def rounds(text: str) -> dict[int, list[str]]:
    """The moves of each round that a text shows, up to where its column ends."""
    found: dict[int, list[str]] = {}
    for column in COLUMNS.split(text):
        moves: list[str] | None = None
        for word in column.split():
            if number := NUMBER.fullmatch(word):
                moves = found[int(number[1])] = []
            elif moves is not None and word != BETWEEN:
                moves.append(word)
    return {number: moves for number, moves in found.items() if moves}


def shown(screen: str, record: str) -> bool:
    """Whether all moves of a screen are in a record; the last ones of the record may not have been drawn yet."""
    saved = rounds(" ".join(record.partition("\n\n")[2].split()))
    return all(saved.get(number, [])[: len(moves)] == moves for number, moves in rounds(screen).items())


class Killer:
    """Plays and kills in one home."""

    def __init__(self, home: Path, seed: int) -> None:
        self._home, self._random = home, Random(seed)
        self.plies = self.compared = 0

    def round(self) -> None:
        """Once from the start to the end, and a look at what is left. Raises Lost."""
        random = self._random
        speed = random.choice((0, 0, 2, 3))
        (self._home / "settings.toml").write_text(f"speed = {speed}\n")
        game = random.choice(GAMES).key
        begin = ("play", game, "--seat", "1=human", *random.choice(((), ("--seat", "2=human"))))
        arguments = ("resume",) if random.random() < 0.6 and self._rows(RECORDS) else begin
        with Terminal(arcade(*arguments), self._home, 120, 40) as terminal:
            terminal.until(lambda: "leave" in terminal.screen() or not terminal.alive, "a table")
            title = terminal.screen().split("\n")[0]
            game = next((known.key for known in GAMES if known.title in title), game)
            for _ in range(random.randrange(1, 40)):
                keys = KEYS.get(game, (*ARROWS, "\r"))
                key = random.choice(ALSO if random.random() < 0.15 else keys)
                terminal.type(key.encode())
                terminal.watch(random.choice((0.0, 0.01, 0.05, 0.2)))
                if key in ("u", "uy", "r"):
                    terminal.rest(SHOWN, QUIET)  # what is taken back is saved before it goes from the screen
            terminal.watch(random.random() * 0.3)
            number = random.choice(SIGNALS)
            terminal.kill(number)
            screen = terminal.screen() if number is signal.SIGKILL else ""
        self.check(screen, f"{' '.join(arguments)}, {number.name}")

    def _rows(self, query: str) -> list[tuple[str]]:
        file = self._home / "matches.sqlite3"
        if not file.exists():
            return []
        with closing(sqlite3.connect(file)) as database:
            return database.execute(query).fetchall()

    def check(self, screen: str, what: str) -> None:
        """Whether all is there that a screen has shown. Raises Lost."""
        if (sound := self._rows("PRAGMA integrity_check")) not in ([], [("ok",)]):
            raise Lost(f"{what}: the database is damaged: {sound}")
        records = [record for (record,) in self._rows(RECORDS)]
        for record in records:
            reading = read_match(record, GAMES)
            if reading.fault or not reading.match:
                raise Lost(f"{what}: a record cannot be read: {reading.fault}\n{record}")
        self.plies = sum(read_match(record, GAMES).whole().plies for record in records)
        if rounds(screen):
            self.compared += 1
            if not any(shown(screen, record) for record in records):
                raise Lost(f"{what}: shown moves are in no record\n{screen}\n{records[-1]}")
        end = time.monotonic() + LEFT_OVER
        while left := started_with("MARBLES_TUI_HOME", str(self._home)):
            if time.monotonic() > end:
                raise Lost(f"{what}: the processes {left} are left over")
            time.sleep(0.05)


def run(kills: int, seed: int, home: Path) -> str:
    """So many rounds; what came of them. Raises Lost."""
    killer = Killer(home, seed)
    for _ in range(kills):
        killer.round()
    return f"{kills:,} kills, {killer.compared:,} screens compared, {killer.plies:,} plies kept, nothing lost"


@click.command(help=__doc__, context_settings={"show_default": True})
@click.option("--kills", default=100, help="How often.")
@click.option("--seed", default=1, help="Of what is done.")
def main(kills: int, seed: int) -> None:
    """Kill as often as asked; exit status 1 with what was lost."""
    reported(lambda home: run(kills, seed, home), Lost)


if __name__ == "__main__":
    main(prog_name="python -m scripts.kills")
