"""Reads boards from the text of a screen, in the `ascii` skin at 80 × 24, as a person would.

Where things stand was written down by looking at screens, and nothing that draws is asked. What must stand there
comes from the record, by the texts of positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match

COLUMNS, ROWS = 80, 24

Sight = Iterator[tuple[str, str]]
"""Places by name, each with what is there."""

PILED: Final = 18
"""Marbles that lie in a slot beside each other."""

SEEN: Final = 16
"""Marbles that lie so in an end of the carton."""

BEADS: Final = {"O1O": "1", "X2X": "2", "#3#": "3", "%4%": "4"}
"""Beads between the sides of their hole: a sign for each seat, and its number."""

CUPS: Final = {
    f"{left}{size}{right}": f"{side}{size}"
    for size in range(1, 5)
    for side, left, right in (
        ("O", "O", "O"), ("O", "OO", "OO"), ("O", "(", ")"),
        ("X", "X", "X"), ("X", "| ", " |"), ("X", "\\", "/"),
    )
}  # fmt: skip
"""The rows of gobblets on which their sizes stand: full ones are white, hollow ones black."""

ROAD: Final = (
    *((square, 9 + 7 * square, 13 - (2 < square < 6)) for square in range(9)), (9, 71, 10),
    *((10 + step, 65 - 7 * step, 8 - (2 < step < 6)) for step in range(9)), (19, 3, 5),
    *((20 + step, 9 + 7 * step, 3 - (2 < step < 6)) for step in range(7)), (27, 58, 3),
)  # fmt: skip
"""The squares of the usual road, which waves, and where their tiles begin: pawns lie in the two upper rows, as
numbers."""


def carton(rows: Sequence[str]) -> Sight:
    """The numbers beside the slots and ends, and the marbles in them."""
    for line, slots, pit in ((1, "NMLKJI", rows[3:8]), (16, "ABCDEF", rows[10:15])):
        for number, slot in enumerate(slots):
            left = 9 + 10 * number
            yield slot, _number(rows[line][left : left + 9], slot)
            yield f"marbles in {slot}", _marbles(pit, left + 2, left + 9, PILED)
    for end, left in (("left end", 3), ("right end", 70)):
        yield end, rows[16][left : left + 6].replace("end", "").strip()
        yield f"marbles in the {end}", _marbles(rows[3:15], left, left + 6, SEEN)


def _number(text: str, slot: str) -> str:
    name, number, *_ = [*text.strip("-").split(), "", ""]  # what an analysis finds stands behind them
    return number if name == slot else f"{text.strip()!r}"


def _marbles(rows: Sequence[str], left: int, right: int, most: int) -> str:
    return str(min(most, sum(row[left:right].count("O") for row in rows)))


def true_carton(match: Match) -> Sight:
    """The same, as the position has it."""
    below, above, ends, _ = match.game.write(match.position).split("/")
    counts = dict(zip("ABCDEFIJKLMN", [*below.split(","), *above.split(",")], strict=True))
    for slot, count in counts.items():
        yield slot, count
        yield f"marbles in {slot}", str(min(PILED, int(count)))
    for end, count in zip(("right end", "left end"), ends.split(","), strict=True):
        yield end, count
        yield f"marbles in the {end}", str(min(SEEN, int(count)))


def hexagon(rows: Sequence[str]) -> Sight:
    """Its rows of cells, unless the letters beside them say that it is seen from the other side."""
    if "A" not in rows[4][:16]:
        yield from _hexagon(rows, turned=False)


def turned_hexagon(rows: Sequence[str]) -> Sight:
    """The same from the other side, unless the letters say that it is not."""
    if "I" not in rows[4][:16]:
        yield from _hexagon(rows, turned=True)


def _hexagon(rows: Sequence[str], turned: bool) -> Sight:
    for at, letter in enumerate("ABCDEFGHI" if turned else "IHGFEDCBA"):
        count = 5 + min(at, 8 - at)
        columns = [7 + 3 * (9 - count) + 6 * number for number in range(count)]
        # of a marble two rows are seen; on the lower one a key may stand
        cells = "".join(rows[3 + 2 * at][column].replace(" ", ".") for column in columns)
        yield f"row {letter}", cells[::-1] if turned else cells


def true_hexagon(match: Match) -> Sight:
    """The same: black is O, white X."""
    board = match.game.write(match.position).split()[0]
    for letter, row in zip("IHGFEDCBA", board.split("/"), strict=True):
        told = re.sub(r"\d", lambda digit: "." * int(digit[0]), row)
        yield f"row {letter}", told.replace("b", "O").replace("w", "X")


def gobblets(rows: Sequence[str]) -> Sight:
    """What lies on top in each cell, and the stocks."""
    for y, letter in ((4, "A"), (8, "B"), (12, "C"), (16, "D")):
        for number in range(4):
            yield f"{letter}{number + 1}", _cup(rows[y : y + 3], 13 + 8 * number)
    for side, x in (("O", 2), ("X", 48)):
        for number, (y, name) in enumerate(((4, 7), (9, 13), (14, 19)), 1):
            left = rows[name][x - 1 : x + 7].strip()
            yield f"stack {number} of {side}", f"{_cup(rows[y : y + 3], x)} {left}".strip()


def _cup(rows: Sequence[str], x: int) -> str:
    """Whose gobblet is drawn in five columns, and its size; what is no gobblet as it is drawn."""
    shown = next((row[x : x + 5] for row in rows if re.search(r"\d", row[x : x + 5])), "")
    drawn = shown.strip(" []+*x!'")
    return CUPS.get(drawn, drawn)


def true_gobblets(match: Match) -> Sight:
    """The same: white is O, black X; of a stack the last is on top."""
    board, *stocks = match.game.write(match.position).split()
    for letter, row in zip("ABCD", board.split("/"), strict=True):
        for number, cell in enumerate(row.split(","), 1):
            yield f"{letter}{number}", cell[-2:].replace("W", "O").replace("K", "X").replace("-", "")
    for side, stock in zip("OX", stocks[:2], strict=True):
        for number, size in enumerate(stock[1:], 1):
            top = f"{side}{size}" if size != "0" else ""
            others = "".join(str(at) for at in range(int(size), 0, -1))
            name = f"{'WK'['OX'.index(side)]}{number}"
            yield f"stack {number} of {side}", f"{top} {name} {others}".strip()


def beads(rows: Sequence[str]) -> Sight:
    """Whose bead is where, if the letters of the columns are above, while beads are placed, or below."""
    if not any(re.search(r"A +B +C +D +E +F +G", rows[at]) for at in (2, 21)):
        return
    for row in range(7):
        for column in range(7):
            left = 14 + 5 * column
            drawn = rows[6 + 2 * row][left : left + 3]
            yield f"{'ABCDEFG'[column]}{row + 1}", BEADS.get(drawn, drawn if drawn[1].isdigit() else "")


def true_beads(match: Match) -> Sight:
    """The same: the number of each seat."""
    found = match.game.write(match.position).split()[4]
    for at, owner in enumerate(found):
        yield f"{'ABCDEFG'[at % 7]}{at // 7 + 1}", owner.replace("0", "")


def trail(rows: Sequence[str]) -> Sight:
    """The pawns on each tile of the road."""
    for square, x, y in ROAD:
        tile = "".join(row[x : x + 6] for row in rows[y : y + 2 + (square == 27)])
        yield f"square {square}", "".join(sorted(re.sub(r"\D", "", tile)))


def true_trail(match: Match) -> Sight:
    """The same, of all squares."""
    position: Any = match.position
    squares = [traveller.square for traveller in position.travellers]
    for number in range(len(position.course.trail.squares)):
        yield f"square {number}", "".join(str(seat) for seat, at in enumerate(squares, 1) if at == number)


READ: Final[Mapping[str, tuple[tuple[Callable[[Sequence[str]], Sight], ...], Callable[[Match], Sight]]]] = {
    "egg-carton": ((carton,), true_carton),
    "abacus": ((hexagon, turned_hexagon), true_hexagon),
    "gobblet": ((gobblets,), true_gobblets),
    "beadmaster": ((beads,), true_beads),
    "getaway": ((trail,), true_trail),
}
"""How each game's board may be read from a screen, and what its position says. A board that bears no letters may be
seen from either side: one of the readings has to agree."""


def wrong(rows: Sequence[str], record: str) -> list[str]:
    """Where a screen shows something else than the record of its match says, a line each."""
    match = read_match(record, GAMES).whole()
    ways, expect = READ[match.game.key]
    padded = [row.ljust(COLUMNS) for row in (*rows, *[""] * (ROWS - len(rows)))]
    readings = [found for see in ways if (found := dict(see(padded)))]
    truth = dict(expect(match))
    if match.game.key == "getaway" and (match.result or len(truth) != len(ROAD)):
        return []  # a stand for those who have come home hides the road; others bend elsewhere
    if not readings:
        return ["nothing is seen of the board"]
    return min(
        (
            [
                f"{place}: {what!r} is seen, the record has {truth.get(place)!r}"
                for place, what in found.items()
                if what != truth.get(place)
            ]
            for found in readings
        ),
        key=len,
    )
