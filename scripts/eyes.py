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

SEEN: Final = 5
"""Marbles that an end of the carton shows; what is more, its number tells."""

PILED: Final = 23
"""Marbles that a slot shows."""

NO_BEAD: Final = " -."
"""What a place without a bead shows in its middle: a bar across it, one along it, or a hole."""

CUPS: Final = {
    f"{left}{size}{left[::-1]}": f"{side}{size}"
    for side, narrow, wide in (("O", "O", "OO"), ("X", "|", "| "))
    for size, left in ((1, narrow), (2, narrow), (3, wide), (4, wide))
}
"""The middle rows of gobblets: full ones are white, hollow ones black."""

PAWNS: Final = re.compile(r"[ <>\[\]1-6]*")
"""A pawn is its seat's number, in brackets where there is room."""

OTHERWISE: Final = re.compile(r" or ([a-z]+ |[<>])(\d+-)?\d+ ")
"""Where a toll leads that is not paid: it shares a line with pawns."""

CARD: Final = re.compile(r"-(\d+) ")


def carton(rows: Sequence[str]) -> Sight:
    """The numbers beside the slots and ends, and the marbles in them."""
    for number, slot in enumerate("NMLKJI"):
        left = 9 + 10 * number
        yield slot, _number(rows[1][left : left + 9], slot)
        yield f"marbles in {slot}", _marbles(rows[4:8], left + 2, left + 9, PILED)
    for number, slot in enumerate("ABCDEF"):
        left = 9 + 10 * number
        yield slot, _number(rows[17][left : left + 9], slot)
        yield f"marbles in {slot}", _marbles(rows[11:15], left + 2, left + 9, PILED)
    for end, left in (("left end", 4), ("right end", 70)):
        yield end, rows[17][left : left + 6].strip()
        yield f"marbles in the {end}", _marbles(rows[4:15], left, left + 4, SEEN)


def _number(text: str, slot: str) -> str:
    name, number, *_ = [*text.split(), "", ""]  # what an analysis finds stands behind them
    return number if name == slot else f"{text.strip()!r}"


def _marbles(rows: Sequence[str], left: int, right: int, most: int) -> str:
    return str(min(most, sum(row[left:right].count("o") for row in rows)))


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
    if "A" not in rows[_top(rows)][:16]:
        yield from _hexagon(rows, turned=False)


def turned_hexagon(rows: Sequence[str]) -> Sight:
    """The same from the other side, unless the letters say that it is not."""
    if "I" not in rows[_top(rows)][:16]:
        yield from _hexagon(rows, turned=True)


def _top(rows: Sequence[str]) -> int:
    """Where the first row of cells is seen: below the rim, or a line lower where the names of the rows are hidden."""
    return 2 if "----" in rows[1] else 3


def _hexagon(rows: Sequence[str], turned: bool) -> Sight:
    top = _top(rows)
    for at, letter in enumerate("ABCDEFGHI" if turned else "IHGFEDCBA"):
        count = 5 + min(at, 8 - at)
        columns = [6 + 3 * (9 - count) + 6 * number for number in range(count)]
        cells = "".join(
            _marble(rows[top + 2 * at][column], rows[top + 1 + 2 * at][column]) for column in columns
        )
        yield f"row {letter}", cells[::-1] if turned else cells


def _marble(upper: str, lower: str) -> str:
    """The side of a marble, or a dot: where a key stands on it, or where the last move began, the row below tells."""
    if upper in "OX.":
        return upper
    return {"O": "O", "_": "X", "-": "X"}.get(lower, ".")


def true_hexagon(match: Match) -> Sight:
    """The same: black is O, white X."""
    board = match.game.write(match.position).split()[0]
    for letter, row in zip("IHGFEDCBA", board.split("/"), strict=True):
        told = re.sub(r"\d", lambda digit: "." * int(digit[0]), row)
        yield f"row {letter}", told.replace("b", "O").replace("w", "X")


def gobblets(rows: Sequence[str]) -> Sight:
    """What lies on top in each cell, and the stocks."""
    for y, letter in ((3, "A"), (8, "B"), (13, "C"), (18, "D")):
        for number in range(4):
            yield f"{letter}{number + 1}", _cup(rows[y][15 + 8 * number : 20 + 8 * number])
    for side, x in (("O", 3), ("X", 49)):
        for number, y in enumerate((4, 11, 18), 1):
            left = rows[y + 3][x - 3 : x + 6].strip()
            yield f"stack {number} of {side}", f"{_cup(rows[y][x : x + 5])} {left}".strip()


def _cup(text: str) -> str:
    """The sign of a cup, full or hollow, and its number; what is no cup as it is drawn."""
    drawn = text.strip(" .'-")
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
    """Whose bead is where, if the letters of the columns are below."""
    if not re.search(r"A +B +C +D +E +F +G", rows[21]):
        return
    for row in range(7):
        for column in range(7):
            left = 10 + 6 * column
            above, number = (rows[y + 2 * row][left + 1] for y in (4, 5))
            yield f"{'ABCDEFG'[column]}{row + 1}", "" if number in NO_BEAD else f"{above}{number}"


def true_beads(match: Match) -> Sight:
    """The same: the number of each seat, above it a sign if it is the first one, whose beads are full."""
    found = match.game.write(match.position).split()[4]
    for at, owner in enumerate(found):
        yield f"{'ABCDEFG'[at % 7]}{at // 7 + 1}", ("", "O1", " 2", " 3", " 4")[int(owner)]


def trail(rows: Sequence[str]) -> Sight:
    """The pawns on each card that is in view."""
    for y in (2, 7, 12):
        for x in (1, 15, 29, 43):
            if card := CARD.match(rows[y][x : x + 13]):
                line = OTHERWISE.sub("", rows[y + 3][x : x + 13])
                pawns = sorted(re.sub(r"\D", "", line)) if PAWNS.fullmatch(line) else line
                yield f"square {card[1]}", "".join(pawns)


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
    if match.result and match.game.key == "getaway":
        return []  # a stand for those who have come home hides the trail
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
