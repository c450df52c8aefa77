"""Monkeys at the keyboard: `python -m tests.terminal.monkey --minutes 30 --seed 1`.

Each sends random keys, clicks, drags, pastes, resizes, changes of speed and undos to the real program in a real
terminal, over all screens. After each burst the program must live; where a table is on the screen, its match as
the program itself copies it must be the one saved, and the board shown must look as a new arcade draws the
position of that match. In the `ascii` skin the board is read from the screen, too, by eyes that know nothing of how
it is drawn, and must be that of the record. Now and then the program is killed: the same match must come back.
A run with another seed has other monkeys; `--monkey 1004` sends the fifth of seed 1 alone. Needs tmux.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from marbles_tui.store.log import FILE as LOG
from tests.terminal.eyes import wrong
from tests.terminal.mirror import boards_of
from tests.terminal.terminal import PATIENCE, Tmux

STARTS: Final = (
    (), ("resume",),
    ("play", "egg-carton", "--seat", "1=human"), ("play", "egg-carton", "--seat", "1=human", "--seat", "2=human"),
    ("play", "abacus", "--seat", "1=human"), ("play", "abacus", "--seat", "1=human", "--seat", "2=human"),
    ("play", "gobblet"), ("play", "gobblet", "--seat", "1=human", "--seat", "2=human"),
    ("play", "beadmaster"), ("play", "beadmaster", "--seat", "1=human", "--seat", "2=human"),
    ("play", "getaway"), ("play", "getaway", "--seat", "1=human", "--seat", "2=human"), ("daily",), ("season",),
    ("learn", "abacus"),
)  # fmt: skip

MONKEYS: Final = 1000
"""The most monkeys of one seed: far more than there is time for."""

NAMES: Final = {
    "Egg Carton": "egg-carton", "Abacus": "abacus", "Gobblet": "gobblet", "BeadMaster": "beadmaster",
    "Gary's Great Getaway": "getaway",
}  # fmt: skip

KEYS: Final = (
    *"abcdefghijklmnopqrstuvwxyz", *"1234567", *"+-=_?[]/ ", *["\r"] * 8, *[" "] * 4, "\t", "\x7f", "\x1b",
    *["\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D"] * 4, "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b[Z", "\x1bOP",
    *(f"\x1b{letter}" for letter in "abcdefghijklmn"), "\x01", "\x03", "\x10", "\x13", "\x14", "u", "u", "p",
)  # fmt: skip
"""Everything a keyboard sends but Ctrl-Q, which is right to end the program, and Ctrl-Z, which rests it."""

RUBBISH: Final = (
    "rubbish", "\x1b[2J\x1b[31mred", "\x1b]0;title\x07", "[bold]markup[/] [@click=app.quit]x[/]", "‮⁦bidi",
    "e" + "\u0301" * 500, "\x00\x01\x02", "1. A C D", "1. a1b2 i5h5 2. b1c2", "K1A1 W1B2", "h2i v3o", "*3 *4 pay",
    "\x1b[201~abcqgs\r\r", '[Game "egg-carton"]\n[Setup "4"]\n\n1. A C', '[Game "abacus"]\n\na1b2 i5h5',
    '[Game "no such"]\n\n1. x', "1,1,1,1,1,1/1,1,1,1,1,1/0,0/1",
)  # fmt: skip

LONGEST: Final = 6000
"""Characters of a log that are told."""

SAID: Final = "on the clipboard"
"""What is said in the corner, over a part of the board, when a record has been copied."""

SIZES: Final = (
    (80, 24),
    (60, 18),
    (120, 40),
    (200, 55),
    (300, 100),
    (59, 18),
    (1, 1),
    (2, 40),
    (300, 2),
    (20, 5),
)


class Finding(AssertionError):
    """What the monkey found."""


class Lost(AssertionError):
    """The terminal itself is gone, and the program with it."""


class Monkey:
    """One monkey with its seed, at a program with its home."""

    def __init__(self, seed: int, home: Path, game: str = "") -> None:
        """At tables of one game at first, if one is named. The eyes know the plain skin alone: every other monkey
        has that."""
        self.random = Random(seed)
        self.starts = tuple(start for start in STARTS if not game or game in start)
        self.home = home
        self.done: list[str] = []
        self.bursts = self.boards = self.read = self.restarts = 0
        skin = "ascii" if seed % 2 else self.random.choice(("glyphs", "blocks"))
        (home / "settings.toml").write_text(f'skin = "{skin}"\nspeed = {self.random.randrange(4)}\n')
        self._start(self.random.choice(self.starts))

    def close(self) -> None:
        """Leave the terminal."""
        self.terminal.end()

    def burst(self, actions: int = 25) -> None:
        """Do some things, then look whether all is well.

        Raises Finding if it is not, and Lost if that cannot be told.
        """
        self.bursts += 1
        for _ in range(actions):
            self.random.choice(self.ways())()
        self._look()
        if self.random.random() < 0.4:
            self._restart()

    # What it does

    def ways(self) -> Sequence[Callable[[], None]]:
        """What it may do next; what players do most comes more often."""
        return (*[self._press] * 14, *[self._click] * 5, self._drag, self._resize, self._paste, self._flood)

    def _note(self, what: str) -> None:
        self.done.append(what)

    def _press(self) -> None:
        keys = [self.random.choice(KEYS) for _ in range(self.random.choice((1, 1, 2, 6)))]
        self._note(f"keys {''.join(keys)!r}")
        for key in keys:
            self.terminal.type(key.encode())
        if self.random.random() < 0.3:
            time.sleep(self.random.random() * 0.15)

    def _mouse(self, button: int, x: int, y: int, end: str) -> str:
        return f"\x1b[<{button};{x};{y}{end}"

    def _click(self) -> None:
        x, y, button = (
            self.random.randint(1, 80),
            self.random.randint(1, 24),
            self.random.choice((0, 0, 0, 1, 2, 64, 65)),
        )
        self._note(f"click {button} at {x},{y}")
        self.terminal.type((self._mouse(button, x, y, "M") + self._mouse(button, x, y, "m")).encode())

    def _drag(self) -> None:
        places = [(self.random.randint(1, 80), self.random.randint(1, 24)) for _ in range(4)]
        self._note(f"drag {places}")
        sent = self._mouse(0, *places[0], "M") + "".join(self._mouse(32, *place, "M") for place in places[1:])
        self.terminal.type((sent + self._mouse(0, *places[-1], "m")).encode())

    def _resize(self) -> None:
        size = self.random.choice((*SIZES, (self.random.randint(1, 300), self.random.randint(1, 100))))
        self._note(f"resize {size}")
        self.terminal.resize(*size)

    def _paste(self) -> None:
        text = self.random.choice(RUBBISH)
        self._note(f"paste {text[:60]!r}")
        self.terminal.paste(text)

    def _flood(self) -> None:
        if self.random.random() < 0.1:
            self._note("paste 1 MB")
            self.terminal.paste(self.random.choice(("A C ", "x", "1. a1b2 ", "\r")) * 250_000)

    # What must hold

    def _start(self, arguments: Sequence[str]) -> None:
        self._note(f"start {' '.join(arguments)}")
        self.terminal = Tmux(self.home, arguments, {"HOME": str(self.home)})
        self._until(lambda: self._foot() != "" or self.terminal.status is not None, "the first paint")
        if self.terminal.status == 1 and arguments == ("resume",):  # nothing to resume: right
            self.terminal.end()
            self._start(())

    def _foot(self) -> str:
        lines = self.terminal.screen().split("\n")
        return lines[23] if len(lines) > 23 else ""

    def _until(self, true: Callable[[], bool], what: str, patience: float = 3 * PATIENCE) -> None:
        end = time.monotonic() + patience
        while not true():
            if time.monotonic() > end:
                self._fail(f"{what} did not come")
            time.sleep(0.05)

    def _fail(self, what: str) -> None:
        if not self.terminal.alive:
            raise Lost(what)
        raise Finding("\n".join((what, self._told(), f"before: {'; '.join(self.done[-60:])}")))

    def _told(self) -> str:
        """What the terminal shows at the end; where the program ended by a mistake, what its log has of it."""
        log = self.home / LOG
        ended = self.terminal.status and log.exists()
        return log.read_text()[-LONGEST:] if ended else told(self.terminal.all())

    def _ended(self) -> bool:
        """Whether the program was left in good order; then it is started again."""
        if self.terminal.status is None:
            return False
        if self.terminal.status != 0:
            self._fail(f"the program ended with status {self.terminal.status}")
        self.terminal.end()
        self._start(self.random.choice(self.starts))
        return True

    def _look(self) -> None:
        """It lives: in a window that grows, it draws the line at its foot again."""
        self.terminal.resize(80, 12)
        time.sleep(0.2)
        self.terminal.resize(80, 24)
        self._until(
            lambda: self._foot().strip() != "" or self.terminal.status is not None, "the line at the foot"
        )
        if not self._ended() and self._at_table():
            self._check_table()

    def _at_table(self) -> bool:
        """Whether a table is on the screen with nothing above it; menus above it are closed."""
        for _ in range(4):
            if "u undo" not in self._foot():
                return False
            self.terminal.type(b"\x1b")
            time.sleep(0.25)
        return "u undo" in self._foot() and "replay" not in self.terminal.screen().split("\n")[0]

    def copied(self) -> str:
        """The record of the match at the table, as the program copies it from its game menu; "" if it was busy."""
        file = self.home / "copied.txt"
        file.unlink(missing_ok=True)
        self.terminal.type(b"g")
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            time.sleep(0.1)
            rows = self.terminal.screen().split("\n")
            at = [(row.index("Copy the"), y) for y, row in enumerate(rows) if "Copy the" in row]
            if at:
                x, y = at[0]
                self.terminal.type(
                    (self._mouse(0, x + 3, y + 1, "M") + self._mouse(0, x + 3, y + 1, "m")).encode()
                )
                break
        end = time.monotonic() + 3
        while time.monotonic() < end:
            if file.exists() and (text := file.read_text()):
                time.sleep(0.15)
                return text
            time.sleep(0.05)
        return ""

    def saved(self) -> list[str]:
        """The records of all saved matches."""
        with suppress(sqlite3.Error):
            database = sqlite3.connect(f"file:{self.home / 'matches.sqlite3'}?mode=ro", uri=True)
            try:
                return [row[0] for row in database.execute("SELECT record FROM match")]
            finally:
                database.close()
        return []

    def _uncovered(self) -> list[str]:
        """The rows of the screen when nothing is said in the corner, or after some seconds."""
        end = time.monotonic() + PATIENCE
        while (screen := self.terminal.screen()) and SAID in screen and time.monotonic() < end:
            time.sleep(0.1)
        return screen.split("\n")

    def _check_table(self) -> None:
        """What is shown is what the table has, and that is what is saved."""
        self.terminal.type(b"++++++")  # what is being shown comes to its end
        time.sleep(0.3)
        seen: list[str] = []
        record = before = ""
        faults: list[str] = []
        for _ in range(12):
            if "p go on" in self._foot():
                self.terminal.type(b"p")
            self.terminal.type(b"\x1b")  # a hint that came late marks other places
            time.sleep(0.3)
            seen = self._uncovered()
            saved = self.saved()
            before, record = record, self.copied()
            if self.terminal.status is not None:
                self._ended()
                return
            plain = self._plain()
            faults = wrong(seen, record) if record and plain else []
            if record and not faults and any(shows(seen, board) for board in boards_of(record, self.home)):
                if _moves(record) and record not in saved:
                    self._fail(f"the match at the table is not saved:\n{record}")
                self.boards += 1
                self.read += plain
                self._record = record
                return
            time.sleep(0.3)
        if record and record == before and faults:
            self._fail("\n".join((*faults, f"and the record is\n{record}\nbut shown was", *seen)))
        if record and record == before:
            wanted = "\n".join(line for _, line in next(iter(boards_of(record, self.home))))
            self._fail(
                f"the board shown is not that of\n{record}\nwhich is\n{wanted}\nbut shown was\n"
                + "\n".join(seen)
            )

    def _plain(self) -> bool:
        """Whether the skin is the one that the eyes know."""
        return tomllib.loads((self.home / "settings.toml").read_text()).get("skin") == "ascii"

    def _restart(self) -> None:
        """Killed at any moment, it comes back with the match that was played last."""
        if self.terminal.status is not None or not self._at_table():
            return
        record = self.copied()
        pid = self.terminal.pid
        if not record or not _moves(record) or '[Result "*"]' not in record or pid is None:
            return
        number = self.random.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGHUP))
        self._note(f"signal {number.name}")
        os.kill(pid, number)
        self._until(lambda: self.terminal.status is not None, "the end")
        self.terminal.end()
        self._start(("resume",))
        self.terminal.expect("u undo")
        again = self.copied()
        if again and not _moves(again).startswith(_moves(record)):
            self._fail(f"another match came back: {_moves(record)!r} before, {_moves(again)!r} after")
        self.restarts += 1


def _moves(record: str) -> str:
    return " ".join(word for word in record.partition("\n\n")[2].split() if word != "*")


def told(text: str) -> str:
    """What a terminal says at the end: of a traceback the places alone, not what their variables held."""
    lines = text.rstrip().split("\n")
    first = [line for line in lines[:-30] if "❱" in line or ".py:" in line]
    return "\n".join([*first, *lines[-30:]])


def shows(rows: Sequence[str], board: Sequence[tuple[tuple[int, int], str]]) -> bool:
    """Whether a screen shows a board where it belongs."""
    return all(rows[y][x : x + len(line)].ljust(len(line)) == line for (x, y), line in board)


def main() -> None:
    """Play for some minutes; exit status 1 with what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--monkey", type=int, default=0, help="send one alone, by the number that was told")
    parser.add_argument(
        "--game", choices=sorted(NAMES.values()), default="", help="begin at its tables alone"
    )
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    found = lost = bursts = boards = read = restarts = 0
    for number in (options.monkey,) if options.monkey else count(MONKEYS * options.seed):
        if time.monotonic() >= end:
            break
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            monkey = Monkey(number, Path(folder), options.game)
            try:
                for _ in range(12):
                    if time.monotonic() < end:
                        monkey.burst()
            except Lost:
                lost += 1
            except AssertionError as finding:
                found += 1
                print(f"monkey {number}: {finding}\n", flush=True)
            finally:
                bursts, boards = bursts + monkey.bursts, boards + monkey.boards
                read, restarts = read + monkey.read, restarts + monkey.restarts
                monkey.close()
    print(
        f"{bursts} bursts, {boards} boards compared, {read} of them read by eyes, {restarts} restarts, "
        f"{found} findings; the terminal itself crashed {lost} times"
    )
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
