"""Start layouts as text: the hexagon drawn by hand.

    # Anything behind a # is a remark.
    turn: white

    I     w w w w w
    H    w w w w w w
    …
    A     b b b b b

Nine rows from I, the top one, to A; `b`, `w` and `.` with or without blanks between them. The letter before a
row may be left out. `turn: white` lets white begin; else black does.
"""

from __future__ import annotations

from marbles_tui.core import BadPosition, BadSetup
from marbles_tui.games.abacus.hexagon import ROWS, SPANS
from marbles_tui.games.abacus.position import LOSE, SIDES, Abacus
from marbles_tui.games.abacus.text import assemble


def read_layout(text: str, lose: int = LOSE) -> Abacus:
    """The first position of a layout. `lose` is how many lost marbles are too many.

    Raises BadSetup, with the number of the line where one is at fault.
    """
    rows: list[str] = []
    turn = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0].endswith(":"):
            turn = _turn(words, number)
        elif len(rows) == len(ROWS):
            raise BadSetup(f"line {number}: expected nine rows, I to A; found one more")
        else:
            rows.append(_row(words, len(ROWS) - 1 - len(rows), number))
    if len(rows) < len(ROWS):
        raise BadSetup(f"expected nine rows, I to A, found {len(rows)}")
    try:
        return assemble(rows, turn, (0, 0), lose)
    except BadPosition as error:
        raise BadSetup(str(error)) from error


def _turn(words: list[str], number: int) -> int:
    sides = [side.lower() for side in SIDES]
    if words[0].lower() != "turn:" or len(words) != 2 or words[1].lower() not in sides:
        raise BadSetup(f"line {number}: expected a row, or turn: black or white, not {' '.join(words)!r}")
    return sides.index(words[1].lower())


def _row(words: list[str], row: int, number: int) -> str:
    letter = ROWS[row]
    if len(words[0]) == 1 and words[0] in ROWS:
        if words[0] != letter:
            raise BadSetup(f"line {number}: expected row {letter}, found row {words[0]}")
        words = words[1:]
    signs = "".join(words).lower()
    for sign in signs:
        if sign not in "bw.":
            raise BadSetup(f"line {number}: a cell of row {letter} is b, w or a dot, not {sign!r}")
    if len(signs) != len(SPANS[row]):
        raise BadSetup(f"line {number}: row {letter} has {len(SPANS[row])} cells, not {len(signs)}")
    return signs
