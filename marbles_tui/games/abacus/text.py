"""Abacus in words: position texts, sentences, a diagram."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from marbles_tui.core import BadPosition, Event
from marbles_tui.core.text import plural
from marbles_tui.games.abacus.hexagon import NAMES, ROWS, SPANS
from marbles_tui.games.abacus.position import LOSE, SIDES, Abacus, Step
from marbles_tui.games.abacus.row import EMPTY, Cells

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


def facts(position: Abacus) -> Mapping[str, object]:
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
