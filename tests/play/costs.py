"""How long every reader takes over texts of many shapes, and how much memory: `python -m scripts.bench readers`.

Twice the text may take MOST_TIMES as long, and as much memory as MOST_MEMORY times the text, or MOST_FOR_A_MATCH
where all of it is played. Each reading has a process of its own.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from marbles_tui.games import GAMES
from marbles_tui.games.getaway.read import read_board
from marbles_tui.play import read_matches, recognise
from marbles_tui.play.puzzles.puzzle import read_puzzles
from marbles_tui.store.settings import load

SIZES: Final = (62_500, 125_000, 250_000, 500_000, 1_000_000, 2_000_000)
MOST_TIMES: Final = 2.3
MOST_MEMORY: Final = 40.0
MOST_FOR_A_MATCH: Final = 200 << 20
"""Bytes: a word may be a ply, which is kept with its position, and no match has more than MOST_PLIES."""

FOR_ANY_TEXT: Final = 32 << 20
"""Bytes that any text may take, however short it is."""

NOTICED: Final = 0.1
"""Seconds below which a time says nothing."""

Reader = Callable[[str], object]


class Shape(NamedTuple):
    """Texts of one kind: what they begin with, and what is repeated up to a size."""

    name: str
    again: str
    head: str = ""
    tail: str = ""
    plies: bool = False
    """Whether all that is repeated is played."""

    def text(self, size: int) -> str:
        """A text of about so many characters."""
        times = max(1, (size - len(self.head) - len(self.tail)) // len(self.again))
        return self.head + self.again * times + self.tail


RECORDS: Final = (
    Shape("open braces", '{[a "x"]\n'),
    Shape("open braces after a game", '[Game "egg-carton"]{\n'),
    Shape("braces in braces", "{" * 50 + "}" * 50 + " "),
    Shape("comments", "{a comment} A ; and another\n"),
    Shape("open variations", "(A "),
    Shape("variations in variations", "(" * 50 + "A" + ")" * 50, '[Game "egg-carton"]\n'),
    Shape("marks", "$1!?", '[Game "egg-carton"]\n'),
    Shape("one long comment", "x", '[Game "abacus"]\n{', "}"),
    Shape("one long value", "x", '[Event "', '"]'),
    Shape("one value of escapes", "\\\\", '[Event "', '"]'),
    Shape("a value that never ends", "x", '[Event "'),
    Shape("brackets", "[" * 40 + "\n"),
    Shape("brackets and blanks", "[ "),
    Shape("tags", '[Tag "value"]\n', '[Game "abacus"]\n'),
    Shape("games", '[Game "egg-carton"]\n\nA\n'),
    Shape("events", '[Event "x"][Game "egg-carton"]'),
    Shape("numbers", "1. "),
    Shape("digits", "1"),
    Shape("dots", "1" + "." * 30),
    Shape("words", "A C ", '[Game "egg-carton"]\n'),
    Shape("one word", "x", '[Game "gobblet"]\n'),
    Shape("percents", "%x\n", '[Game "getaway"]\n'),
    Shape("blank lines", "\n"),
    Shape("returns", "\r"),
    Shape("moves to and fro", "c3c2 g5g4 c2c3 g4g5 ", '[Game "abacus"]\n', plies=True),
    Shape("bare moves to and fro", "c3c2 g5g4 c2c3 g4g5 ", plies=True),
    Shape("rolls in a trap", "*1 ", '[Game "getaway"]\n[Setup "wood"]\n', plies=True),
    Shape("games of one move", '[Game "gobblet"]\n\nW1A1\n'),
)
BARS: Final = (
    Shape("lines", "1211100 2212020 1-1\n"),
    Shape("tags above a line", '[Tag "x"]\n', tail="1211100 2212020\n"),
    Shape("a line of words", " h1i"),
    Shape("tags above lines", '[A "b"] 1211100 2212020 h1i\n'),
)
BOARDS: Final = (
    Shape("squares", "Camp: \n", "Title 2 6\n"),
    Shape("colons", ":", "Title 2 6\n"),
    Shape("lists that never end", "Camp: Z\n", "Title 2 6\n"),
    Shape("comments", "# nothing\n"),
    Shape("one line", "x ", "Title 2 6\n"),
    Shape("blanks", " "),
)
SETTINGS: Final = (
    Shape("keys", "key = 1\n"),
    Shape("an open array", "1,\n", "a = [\n"),
    Shape("tables", "[seats.x]\n"),
    Shape("dots", "a.", tail="b = 1"),
    Shape("brackets", "["),
    Shape("digits", "4", "idle = 0x"),
    Shape("quotes", '"""'),
)


def records(text: str) -> int:
    """All records of a text, whatever their game."""
    return sum(1 for _ in read_matches(text, GAMES))


def records_of_bars(text: str) -> int:
    """All records of a text in which a line may be a match of BeadMaster."""
    game = next(game for game in GAMES if game.key == "beadmaster")
    return sum(1 for _ in read_matches(text, GAMES, game))


def pasted(text: str) -> int:
    """What a paste at the menu may mean."""
    return len(recognise(text, GAMES))


def positions(text: str) -> int:
    """A position of every game that has one in a text."""
    found = 0
    for game in GAMES:
        for position in (text, text.replace("\n", "/"), text.replace(" ", "")):
            try:
                found += bool(game.start(position, 2, game.choose({})))
            except ValueError:
                continue
    return found


def puzzles(text: str) -> int:
    """What a file of puzzles has."""
    return sum(1 for _ in read_puzzles(text, GAMES))


def settings(text: str) -> int:
    """The problems of a settings file."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["MARBLES_TUI_HOME"] = home
        (Path(home) / "settings.toml").write_text(text)
        return len(load()[1])


READERS: Final[Mapping[str, tuple[Reader, tuple[Shape, ...]]]] = {
    "records": (records, RECORDS),
    "bars": (records_of_bars, BARS),
    "pastes": (pasted, RECORDS),
    "boards": (read_board, BOARDS),
    "positions": (positions, (*BOARDS, Shape("cells", "1,2,3/"), Shape("dashes", "-,"))),
    "settings": (settings, SETTINGS),
    "puzzles": (puzzles, RECORDS),
}


class Cost(NamedTuple):
    """Seconds of processor time, and bytes of memory beyond what was in use before."""

    seconds: float
    memory: int


def cost(reader: Reader, text: str, patience: float = 120.0) -> Cost:
    """What reading a text costs, in a process of its own; inf seconds where there is no answer after so many."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_measured, args=(reader, text, theirs))
    child.start()
    theirs.close()
    try:
        answer: Cost = ours.recv() if ours.poll(patience) else Cost(float("inf"), 0)
    except EOFError:
        answer = Cost(float("inf"), 0)
    child.kill()
    child.join()
    return answer


def _measured(reader: Reader, text: str, pipe: object) -> None:
    gc.collect()
    gc.freeze()
    Path("/proc/self/clear_refs").write_text("5")  # the peak counts from here
    before, began = _peak(), time.process_time()
    reader(text)
    pipe.send(Cost(time.process_time() - began, max(0, _peak() - before)))  # type: ignore[attr-defined]


def _peak() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))


def faults(name: str, reader: Reader, shape: Shape, sizes: tuple[int, ...] = SIZES) -> Iterator[str]:
    """What is wrong with the costs of a reader for a shape, a line each."""
    last: Cost | None = None
    for size in sizes:
        text = shape.text(size)
        found = cost(reader, text)
        if last and found.seconds > NOTICED and found.seconds > MOST_TIMES * max(last.seconds, NOTICED / 2):
            # Once more: another program may have had the machine.
            found = min(found, cost(reader, text))
            if found.seconds > MOST_TIMES * max(last.seconds, NOTICED / 2):
                yield f"{name}, {shape.name}: {size:,} characters {found.seconds:.2f} s, half {last.seconds:.2f} s"
        if found.memory > max(
            MOST_MEMORY * len(text.encode()), MOST_FOR_A_MATCH if shape.plies else FOR_ANY_TEXT
        ):
            yield f"{name}, {shape.name}: {size:,} characters take {found.memory >> 20} MiB"
        last = found


def measure(only: str = "") -> int:
    """Measure every reader over every shape, and say what is too slow or too large; how much that is."""
    wrong = 0
    for name, (reader, shapes) in READERS.items():
        for shape in shapes:
            if only in f"{name} {shape.name}":
                size = SIZES[-1]
                worst = cost(reader, shape.text(size))
                print(
                    f"{name:9}  {shape.name:28}  {worst.seconds:6.2f} s  {worst.memory / size:5.1f} x",
                    flush=True,
                )
                for line in faults(name, reader, shape):
                    print(f"  {line}")
                    wrong += 1
    print(f"{wrong} too slow or too large")
    return wrong
