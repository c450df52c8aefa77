"""Positions, moves and layouts of Abacus as text, and its starts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from marbles_tui.core import BadPosition, BadSetup, Event, Randomness
from marbles_tui.core.boards import board_text
from marbles_tui.core.text import plural
from marbles_tui.games.abacus.position import (
    BY_NAME,
    EMPTY,
    LOSE,
    MOST,
    NAMES,
    NEXT,
    ROWS,
    SIDES,
    SPANS,
    Abacus,
    Cells,
    Step,
    broadside_is_free,
    heading_to,
    heading_towards,
    line_ahead,
)

# Moves in ABA-PRO notation: `a1b2` for a rear marble and the cell it steps to, `c2c3d3` for both ends of a
# row that moves broadside and the cell where the first one named goes.


def cells_of(text: str) -> tuple[int, ...] | None:
    """The two or three cells that a notation names; None if it is none."""
    if len(text) not in (4, 6):  # cut up only where it may be one: a word may have a million letters
        return None
    words = [text[at : at + 2] for at in range(0, len(text), 2)]
    if not all(word in BY_NAME for word in words):
        return None
    return tuple(BY_NAME[word] for word in words)


def normalize(text: str) -> str:
    """Notation as typed → as a move writes itself: lower case, the earlier end of a broadside first."""
    wanted = text.strip().lower()
    cells = cells_of(wanted)
    if cells and len(cells) == 3 and cells[1] < cells[0]:
        first, last, target = cells
        heading = heading_to(first, target)
        row = row_between(first, last)
        if heading is not None and row:
            return str(Step(row[::-1], heading))
    return wanted


def row_between(first: int, last: int) -> tuple[int, ...] | None:
    """The two or three cells of a straight row from one end to the other; None if there is no such row."""
    heading = heading_towards(first, last)
    if heading is None or first == last:
        return None
    row: tuple[int, ...] = (first,)
    while row[-1] != last:
        row = (*row, NEXT[heading][row[-1]])
    return row if len(row) <= MOST else None


def parse(position: Abacus, text: str) -> Step | None:
    """The legal move with that normalized notation, found without listing the others."""
    cells = cells_of(text)
    if cells is None or position.cells[cells[0]] != position.turn or max(position.lost) >= position.lose:
        return None
    heading = heading_to(cells[0], cells[-1])
    if heading is None:
        return None
    if len(cells) == 2:
        line = line_ahead(position.cells, position.turn, cells[0], heading)
        return Step(line.own, heading) if line.moves else None
    row = row_between(cells[0], cells[1])
    if row is None or any(position.cells[cell] != position.turn for cell in row):
        return None
    along = heading_towards(row[0], row[-1])
    free = heading != along and broadside_is_free(position.cells, row, heading)
    return Step(row, heading) if free and row[0] < row[-1] else None


SIGNS: Final = "bw"
"""A marble of each seat, as texts have it."""

MARBLES: Final = 14
"""What each side has at most, on the board and lost."""

FORM: Final = "the rows I to A, the side to move and the marbles lost by black and by white"
EJECTED: Final = re.compile(r"(.*)-(\d+)b(\d+)w ([bw])")
"""Another form of the same fields: the marbles lost, glued to the rows, before the side to move."""


def write(position: Abacus) -> str:
    """The text of a position: `wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0` is the standard start."""
    rows = "/".join(_signs(position.cells, row) for row in reversed(range(9)))
    packed = re.sub(r"\.+", lambda run: str(len(run[0])), rows)
    return f"{packed} {SIGNS[position.turn]} {position.lost[0]} {position.lost[1]}"


def _signs(cells: Cells, row: int) -> str:
    """The cells of a row as `b`, `w` and `.`."""
    first = sum(len(span) for span in SPANS[:row])
    return "".join(SIGNS[cell] if cell != EMPTY else "." for cell in cells[first : first + len(SPANS[row])])


def read(text: str, lose: int = LOSE) -> Abacus:
    """A position from its text; without the marbles lost, none are. `lose` is how many are too many.

    Raises BadPosition where rows, side or counts are missing or too long, for more than fourteen marbles of
    a side, and where both sides have lost.
    """
    words = text.lower().split()
    if other := EJECTED.fullmatch(" ".join(words)):
        words = [other[1], other[4], other[2], other[3]]
    if len(words) not in (2, 4):
        raise BadPosition(f"expected {FORM}, found {text!r}")
    rows = words[0].split("/")
    if len(rows) != 9:
        raise BadPosition(f"expected nine rows, I to A, found {len(rows)} in {words[0]!r}")
    if words[1] not in ("b", "w"):
        raise BadPosition(f"the side to move is b or w, not {words[1]!r}")
    black, white = (_count(word) for word in words[2:] or "00")
    return assemble([_expand(row) for row in rows], SIGNS.index(words[1]), (black, white), lose)


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 3 and int(word) <= MARBLES):
        raise BadPosition(f"expected a number of lost marbles, 0 to {MARBLES}, not {word!r}")
    return int(word)


def _expand(row: str) -> str:
    return "".join("." * int(sign) if sign in "123456789" else sign for sign in row)


def assemble(rows: Sequence[str], turn: int, lost: tuple[int, int], lose: int) -> Abacus:
    """A position from its nine rows, I to A, in the signs `b`, `w` and `.`.

    Raises BadPosition for anything else, and for what cannot arise in a game.
    """
    cells: list[int] = []
    for row, signs in enumerate(reversed(rows)):
        for sign in signs:
            if sign not in "bw.":
                raise BadPosition(f"row {ROWS[row]}: expected b, w or an empty cell, not {sign!r}")
        if len(signs) != len(SPANS[row]):
            raise BadPosition(f"row {ROWS[row]} has {len(SPANS[row])} cells, not {len(signs)}")
        cells += (SIGNS.find(sign) for sign in signs)
    for seat in (0, 1):
        marbles = cells.count(seat)
        if marbles + lost[seat] > MARBLES:
            beside = f" and {lost[seat]} lost" if lost[seat] else ""
            raise BadPosition(f"{SIDES[seat]} has {marbles} marbles{beside}: there are {MARBLES} of a side")
    if all(cell == EMPTY for cell in cells):
        raise BadPosition("there are no marbles on the board")
    if min(lost) >= lose:
        raise BadPosition(f"both sides have lost {lose} marbles: no game ends like that")
    return Abacus(tuple(cells), turn, lost, lose)


def facts(position: Abacus, _names: Sequence[str] = ()) -> Mapping[str, object]:
    """The marbles lost by black and by white."""
    return {"lost": list(position.lost)}


def say(event: Event, names: Sequence[str]) -> str:
    """The sentence for an event."""
    facts = event.facts
    who, other = names[facts["seat"]], names[1 - facts["seat"]]
    match event.kind:
        case "select":
            return _say_move(who, facts["move"], facts["pushed"])
        case "lost":
            return (
                f"{names[facts['owner']]} loses a marble over the edge: {facts['lost']} of {facts['lose']}."
            )
        case "win" if facts["reason"] == "pushed-off":
            return f"{other} has lost {plural(facts['lose'], 'marble')}: {who} wins."
        case "win":
            return f"{other} cannot move: {who} wins."
    return ""


def _say_move(who: str, move: Step, pushed: int) -> str:
    marbles = move.marbles
    if not move.inline:
        first, last, goal = (NAMES[cell] for cell in (marbles[0], marbles[-1], move.entered))
        return f"{who} moves {first} to {last} sideways, {first} to {goal}."
    rear, front, goal = (NAMES[cell] for cell in (marbles[0], marbles[-1], move.entered))
    if len(marbles) == 1:
        return f"{who} moves {rear} to {goal}."
    if pushed:
        return f"{who} pushes {pushed} with {len(marbles)}: {rear}-{front} on to {goal}."
    return f"{who} moves the row {rear}-{front} on to {goal}."


def diagram(position: Abacus) -> str:
    """The hexagon, rows I to A, with b and w marbles; a digit stands where the diagonal of that name ends."""
    lines = []
    for row in reversed(range(9)):
        digit = f" {row + 6}" if row < 4 else ""
        lines.append(f"{ROWS[row]} {' ' * abs(row - 4)}{' '.join(_signs(position.cells, row))}{digit}")
    lost = ", ".join(f"{count} {side.lower()}" for side, count in zip(SIDES, position.lost, strict=True))
    return "\n".join([*lines, "       1 2 3 4 5", f"Lost: {lost}"])


def pushed_off(events: Sequence[Sequence[Event]], seat: int) -> int:
    """How many marbles of the other side a seat has pushed off."""
    return sum(
        event.kind == "lost" and event.facts["owner"] != seat == event.facts["seat"]
        for ply in events
        for event in ply
    )


# Start layouts as text: the hexagon drawn by hand.
#
#     # Anything behind a # is a remark.
#     turn: white
#
#     I     w w w w w
#     H    w w w w w w
#     …
#     A     b b b b b
#
# Nine rows from I, the top one, to A; `b`, `w` and `.` with or without blanks between them. The letter before a
# row may be left out. `turn: white` lets white begin; else black does.


def read_layout(text: str, lose: int = LOSE) -> Abacus:
    """The first position of a layout. `lose` is how many lost marbles are too many.

    Raises BadSetup, with the row where one is at fault.
    """
    rows, side = list[str](), "b"
    for line in text.splitlines():
        words = line.partition("#")[0].split()
        if words and words[0].endswith(":"):
            side = {"turn: black": "b", "turn: white": "w"}.get(told := " ".join(words).lower(), "")
            if not side:
                raise BadSetup(f"expected a row, or turn: black or white, not {told!r}")
        elif words:
            expected = ROWS[::-1][len(rows) :][:1]
            if len(words[0]) == 1 and words[0] in ROWS and words.pop(0) != expected:
                raise BadSetup(f"expected row {expected or 'A to be the last'}, found {line.strip()!r}")
            rows.append("".join(words))
    try:
        return read(f"{'/'.join(rows)} {side}", lose)
    except BadPosition as error:
        raise BadSetup(str(error)) from error


DEFAULT: Final = "standard"

SETUPS: Final[Mapping[str, str]] = {
    "standard": "the classic start, face to face; often drawn by good players",
    "belgian-daisy": "two flowers on each side, crosswise; the players' favourite",
    "german-daisy": "the Belgian flowers, one row in from the edge",
    "dutch-daisy": "flowers with a heart of the other colour",
    "swiss-daisy": "the Dutch flowers, one row in from the edge",
    "wall": "a wall of eight, guarded in front and behind",
    "alien": "invaders with antennae",
    "domination": "both sides spread out, crosswise, round an empty middle",
    "snakes": "both sides wind from an edge inwards",
    "star": "single marbles and pairs, all over the board",
    "fujiyama": "two mountains, their tops to each other",
    "face-to-face": "left against right, a broad front in the middle",
    "alliances": "scattered diamonds side by side",
    "pyramid": "two pyramids on opposite corners",
    "infiltration": "an agent of each side behind the lines",
    "beginners": "the Belgian flowers, seven marbles a side",
}
"""A line about each layout in assets/boards/abacus, in the order of the menu."""

SHORT: Final = {
    "classic": "standard",
    "belgian": "belgian-daisy",
    "german": "german-daisy",
    "dutch": "dutch-daisy",
    "swiss": "swiss-daisy",
    "alienattack": "alien",
    "aliens": "alien",
    "snake": "snakes",
    "snakesvariant": "snakes",
    "fuji": "fujiyama",
    "mountfuji": "fujiyama",
    "alliance": "alliances",
    "beginner": "beginners",
}
"""Other names in use, without their blanks and hyphens."""


def name_of(text: str) -> str:
    """The name of a layout from any of the forms in use.

    Raises BadSetup if there is no such layout.
    """
    folded = "".join(char for char in text.lower() if char not in " -_\t").removeprefix("the")
    for name in SETUPS:
        if folded == name.replace("-", ""):
            return name
    if folded in SHORT:
        return SHORT[folded]
    raise BadSetup(f"abacus has no setup {text!r}: it has {', '.join(SETUPS)}, or a position text")


def resolve_setup(
    setup: str | None, _seats: int, options: Mapping[str, str], _random: Randomness
) -> str | None:
    """The setup as a record keeps it; see core.Game."""
    if setup is None:
        return None
    if _is_drawn(setup):
        return write(_position(setup, options))
    name = name_of(setup)
    return None if name == DEFAULT else name


def start(setup: str | None, _seats: int, options: Mapping[str, str]) -> Abacus:
    """The first position of a settled setup; see core.Game."""
    if setup is not None and _is_drawn(setup):
        return _position(setup, options)
    return layout(name_of(setup or DEFAULT))._replace(lose=int(options["lose"]))


@cache
def layout(name: str) -> Abacus:
    """The first position of a layout that comes with the game."""
    return read_layout(board_text("abacus", name))


def _is_drawn(setup: str) -> bool:
    return "/" in setup or "\n" in setup.strip()


def _position(text: str, options: Mapping[str, str]) -> Abacus:
    lose = int(options["lose"])
    return read_layout(text, lose) if "\n" in text.strip() else read(text, lose)
