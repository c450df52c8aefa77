"""Abacus in words: positions, moves and layouts as text, its starts, what is said of a move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from re import findall, fullmatch
from typing import Final

from marbles_tui.core import BadPosition, BadSetup, Event, Game, Randomness
from marbles_tui.core.boards import board_text
from marbles_tui.core.text import plural
from marbles_tui.games.abacus.position import (
    BY_NAME,
    CELLS,
    EDGE,
    EMPTY,
    LOSE,
    MOST,
    NAMES,
    NEXT,
    OFF,
    PLACES,
    ROWS,
    SIDES,
    SPANS,
    Abacus,
    Cells,
    MarbleLine,
    MarbleStep,
    back,
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


def row_between(first: int, last: int) -> tuple[int, ...] | None:
    """The two or three cells of a straight row from one end to the other; None if there is no such row."""
    heading = heading_towards(first, last)
    if heading is None or first == last:
        return None
    row: tuple[int, ...] = (first,)
    while row[-1] != last:
        row = (*row, NEXT[heading][row[-1]])
    return row if len(row) <= MOST else None


SIGNS: Final = "bw"
"""A marble of each seat, as texts have it."""

MARBLES: Final = 14
"""What each side has at most, on the board and lost."""

FORM: Final = "the rows I to A, the side to move and the marbles lost by black and by white"
EJECTED: Final = r"(.*)-(\d+)b(\d+)w ([bw])"
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
    if other := re.fullmatch(EJECTED, " ".join(words)):
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


def _say_move(who: str, move: MarbleStep, pushed: int) -> str:
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
    found = {**SHORT, **{name.replace("-", ""): name for name in SETUPS}}
    if folded in found:
        return found[folded]
    raise BadSetup(f"abacus has no setup {text!r}: it has {', '.join(SETUPS)}, or a position text")


@cache
def layout(name: str) -> Abacus:
    """The first position of a layout that comes with the game."""
    return read_layout(board_text("abacus", name))


def _is_drawn(setup: str) -> bool:
    return "/" in setup or "\n" in setup.strip()


def _position(text: str, options: Mapping[str, str]) -> Abacus:
    lose = int(options["lose"])
    return read_layout(text, lose) if "\n" in text.strip() else read(text, lose)


def _rows(position: Abacus, seat: int) -> Iterator[str]:
    """A side's marbles of each row: "C3 to C5", "A1 A2 A4"."""
    for row in reversed(ROWS):
        held = [cell for cell, name in enumerate(NAMES) if name[0] == row and position.cells[cell] == seat]
        # Cells in a row differ from their index by the same number.
        together = groupby(enumerate(held), lambda pair: pair[1] - pair[0])
        runs = [[NAMES[cell] for _, cell in run] for _, run in together]
        if runs:
            yield " ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


MOVE_FORM: Final = (
    "write the rear marble and where it steps (a1b2), or a row's ends and where the first goes (c2c3d3)"
)
NAMING: Final = r"([a-z]\d){2,3}"
"""Text that names cells, if perhaps some that do not exist."""

NO_ROW: Final = "a row is two or three marbles in a straight line"


def _is_own(position: Abacus, cell: int) -> bool:
    return position.cells[cell] == position.turn


def _not_own(position: Abacus, cell: int) -> str:
    owner = position.cells[cell]
    return f"{NAMES[cell]} is empty" if owner == EMPTY else f"{NAMES[cell]} is {SIDES[owner]}'s"


def _refuse_line(position: Abacus, line: MarbleLine) -> str:
    own, enemies = len(line.own), len(line.enemies)
    if own > MOST:
        return f"three marbles is the most that move at once: this row has {own}"
    if enemies >= own:
        return f"you need more marbles than you push: {own} against {enemies}"
    if line.behind == position.turn:
        return "one of your own marbles is behind those to be pushed"
    return "you cannot push your own marble off the board"


def _refuse_broadside(position: Abacus, first: int, last: int, target: int) -> str:
    row = row_between(first, last)
    if row is None:
        return NO_ROW
    for cell in row:
        if not _is_own(position, cell):
            return _not_own(position, cell)
    heading = heading_to(first, target)
    if heading is None:
        return f"{NAMES[target]} is not next to {NAMES[first]}"
    along = heading_to(row[0], row[1])
    if along is not None and heading in (along, back(along)):
        rear = first if heading == along else last
        return f"to move a row along its line, begin with its rear marble: {NAMES[rear]}"
    for cell in row:
        goal = NEXT[heading][cell]
        if goal == OFF:
            return f"{NAMES[cell]} would leave the board"
        if position.cells[goal] != EMPTY:
            return f"a row moves sideways only onto empty cells, and {NAMES[goal]} is taken"
    return MOVE_FORM


CENTRE = (4, 5)
"""Row and digit of the middle cell."""


def in_danger(position: Abacus, owner: int) -> frozenset[int]:
    """The marbles of a seat that the other one could push off if it were to move."""
    other = position._replace(turn=1 - owner)
    inline = [move for move in other.moves() if move.inline]
    lines = (line_ahead(other.cells, other.turn, move.marbles[0], move.heading) for move in inline)
    return frozenset(line.enemies[-1] for line in lines if line.enemies and line.behind == EDGE)


def _spread(position: Abacus, seat: int) -> int:
    """How many steps a seat's marbles are from the middle, all together."""
    total = 0
    for cell in CELLS:
        if position.cells[cell] == seat:
            up, along = PLACES[cell][0] - CENTRE[0], PLACES[cell][1] - CENTRE[1]
            total += max(abs(up), abs(along), abs(up - along))
    return total


def _neighbours(position: Abacus, seat: int) -> int:
    """How many pairs of a seat's marbles lie next to each other."""
    cells = position.cells
    return sum(
        ahead[cell] != OFF and cells[cell] == cells[ahead[cell]] == seat
        for ahead in NEXT[:3]
        for cell in CELLS
    )


class AbacusWords(Game[Abacus, MarbleStep]):
    """What is said of the game, and read of what people type; `game.py` adds the rest."""

    @staticmethod
    def normalize(text: str) -> str:
        """Notation as typed → as a move writes itself: lower case, the earlier end of a broadside first."""
        wanted = text.strip().lower()
        cells = cells_of(wanted)
        if cells and len(cells) == 3 and cells[1] < cells[0]:
            first, last, target = cells
            heading = heading_to(first, target)
            row = row_between(first, last)
            if heading is not None and row:
                return str(MarbleStep(row[::-1], heading))
        return wanted

    @staticmethod
    def parse(position: Abacus, text: str) -> MarbleStep | None:
        """The legal move with that normalized notation, found without listing the others."""
        cells = cells_of(text)
        if cells is None or position.cells[cells[0]] != position.turn or max(position.lost) >= position.lose:
            return None
        heading = heading_to(cells[0], cells[-1])
        if heading is None:
            return None
        if len(cells) == 2:
            line = line_ahead(position.cells, position.turn, cells[0], heading)
            return MarbleStep(line.own, heading) if line.moves else None
        row = row_between(cells[0], cells[1])
        if row is None or any(position.cells[cell] != position.turn for cell in row):
            return None
        along = heading_towards(row[0], row[-1])
        free = heading != along and broadside_is_free(position.cells, row, heading)
        return MarbleStep(row, heading) if free and row[0] < row[-1] else None

    @staticmethod
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

    @staticmethod
    def start(setup: str | None, _seats: int, options: Mapping[str, str]) -> Abacus:
        """The first position of a settled setup; see core.Game."""
        if setup is not None and _is_drawn(setup):
            return _position(setup, options)
        return layout(name_of(setup or DEFAULT))._replace(lose=int(options["lose"]))

    @staticmethod
    def describe(position: Abacus, names: Sequence[str]) -> str:
        """The cells of each side's marbles, row by row from the top, and what each side has lost."""
        lines = []
        for seat, who in enumerate(names):
            rows = "; ".join(_rows(position, seat)) or "none"
            side = "" if who == SIDES[seat] else f", {SIDES[seat].lower()},"
            lines.append(f"{who}{side} has marbles on {rows}.")
        lines += [
            f"{who} has lost {plural(lost, 'marble')} of {position.lose}."
            for who, lost in zip(names, position.lost, strict=True)
        ]
        return "\n".join(lines)

    @staticmethod
    def diagram(position: Abacus) -> str:
        """The hexagon, rows I to A, with b and w marbles; a digit stands where the diagonal of that name ends."""
        lines = []
        for row in reversed(range(9)):
            digit = f" {row + 6}" if row < 4 else ""
            lines.append(f"{ROWS[row]} {' ' * abs(row - 4)}{' '.join(_signs(position.cells, row))}{digit}")
        lost = ", ".join(f"{count} {side.lower()}" for side, count in zip(SIDES, position.lost, strict=True))
        return "\n".join([*lines, "       1 2 3 4 5", f"Lost: {lost}"])

    @staticmethod
    def say(event: Event, names: Sequence[str]) -> str:
        """The sentence for an event."""
        facts = event.facts
        who, other = names[facts["seat"]], names[1 - facts["seat"]]
        match event.kind:
            case "select":
                return _say_move(who, facts["move"], facts["pushed"])
            case "lost":
                return f"{names[facts['owner']]} loses a marble over the edge: {facts['lost']} of {facts['lose']}."
            case "win" if facts["reason"] == "pushed-off":
                return f"{other} has lost {plural(facts['lose'], 'marble')}: {who} wins."
            case "win":
                return f"{other} cannot move: {who} wins."
        return ""

    @staticmethod
    def facts(position: Abacus, _names: Sequence[str] = ()) -> Mapping[str, object]:
        """The marbles lost by black and by white."""
        return {"lost": list(position.lost)}

    @staticmethod
    def explain_illegal(position: Abacus, text: str) -> str:
        """Why the move written `text`, which is not legal, is not."""
        cells = cells_of(text)
        if cells is None:
            missing = next((word for word in findall(r"[a-z]\d", text) if word not in BY_NAME), None)
            return f"there is no cell {missing.upper()}" if missing and fullmatch(NAMING, text) else MOVE_FORM
        if len(cells) == 3:
            return _refuse_broadside(position, *cells)
        rear, target = cells
        if not _is_own(position, rear):
            return _not_own(position, rear)
        heading = heading_to(rear, target)
        if heading is None:
            return f"{NAMES[target]} is not next to {NAMES[rear]}"
        return _refuse_line(position, line_ahead(position.cells, position.turn, rear, heading))

    @staticmethod
    def explain_illegal_pick(position: Abacus, picks: tuple[int, ...]) -> str:
        """Why no move begins with these cells."""
        first, last = picks[0], picks[-1]
        if not _is_own(position, first):
            return _not_own(position, first)
        if len(picks) == 1:
            return f"{NAMES[first]} cannot move: it has nowhere to go and nothing to push"
        if len(picks) == 3:
            return _refuse_broadside(position, *picks)
        if _is_own(position, last):
            row = row_between(first, last)
            if row is None or not all(_is_own(position, cell) for cell in row):
                return NO_ROW
            return f"{NAMES[first]} and {NAMES[last]} cannot move sideways: there is no room"
        heading = heading_towards(first, last)
        if heading is None:
            return f"{NAMES[last]} is not in line with {NAMES[first]}"
        line = line_ahead(position.cells, position.turn, first, heading)
        if line.moves:
            return f"pick {NAMES[NEXT[heading][line.own[-1]]]}: the row's front marble would go there"
        return _refuse_line(position, line)

    @staticmethod
    def explain_move(position: Abacus, move: MarbleStep, _names: Sequence[str] = ()) -> str:
        """The weightiest thing that a move does; "" for a move that only prepares something."""
        seat, after = position.turn, position.play(move)
        if after.result:
            last = max(after.lost) >= after.lose
            return "pushes the last marble off and wins" if last else "leaves the other side no move and wins"
        if after.lost[1 - seat] > position.lost[1 - seat]:
            return "pushes a marble off"
        saved = len(in_danger(position, seat) - in_danger(after, seat))
        fewer = len(in_danger(position, seat)) - len(in_danger(after, seat))
        if saved and fewer > 0:
            return f"saves {plural(fewer, 'marble')} from being pushed off"
        if len(in_danger(after, 1 - seat)) > len(in_danger(position, 1 - seat)):
            return "threatens to push a marble off"
        pushed = (
            len(line_ahead(position.cells, seat, move.marbles[0], move.heading).enemies) if move.inline else 0
        )
        if pushed:
            return f"pushes {plural(pushed, 'marble')} back"
        closer = _spread(position, seat) - _spread(after, seat)
        joined = _neighbours(after, seat) - _neighbours(position, seat)
        if closer > 0:
            return "goes nearer the middle" + (" and holds together" if joined > 0 else "")
        return "holds the marbles together" if joined > 0 else ""
