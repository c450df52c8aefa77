"""Gobblet in words: positions as text, sentences, what is said of a move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final

from marbles_tui.core import BadPosition, BadSetup, Event, Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.games.gobblet.position import (
    CELLS,
    LETTERS,
    LINE_MASKS,
    LINE_NAMES,
    LINES,
    NAMES,
    NUMBERS,
    OF_EACH_SIZE,
    SIDES,
    SIZES,
    STACKS,
    GobbletPlacement,
    Gobblets,
    Stack,
    fours,
    gobblet,
    name_of,
    seat_of,
    size_of,
    threes,
    visible,
)

FORM: Final = "-,-,-,-/-,W4,-,-/-,-,K1W2,-/-,-,-,- W442 K444 K"
WHOLE: Final = r"(.*?)\s+W(\S+)\s+K(\S+)\s+(\S+)"
STACK: Final = r"(?:[WK][1-4])+"
TOPS: Final = r"[0-4]{3}"
LONGEST: Final = 400
WIDTH: Final = 8
"""Characters of the fullest cell."""


def write(position: Gobblets) -> str:
    """The text of a position: `-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W444 K444 W` is the start."""
    words = ["".join(map(name_of, stack)) or "-" for stack in position.cells]
    rows = "/".join(",".join(words[row : row + 4]) for row in CELLS[::4])
    white, black = ("".join(map(str, position.stacks[at : at + 3])) for at in (0, 3))
    return f"{rows} W{white} K{black} {LETTERS[position.turn]}"


def read(text: str, rogers: bool = False) -> Gobblets:
    """A position from its text, in either case.

    Raises BadPosition for anything but four rows of four cells, two times three stacks and a side; where a
    gobblet stands on one that is not smaller; and where a side has more than three of a size. Gobblets may be
    missing, so that a problem can be set with a few.
    """
    whole = (
        re.fullmatch(WHOLE, text.strip().upper(), re.DOTALL)
        if text.isascii() and len(text) <= LONGEST
        else None
    )
    if not whole:
        raise BadPosition(f"a position has the form {FORM}, not {sanitize_line(text, 60)!r}")
    board, white, black, side = whole.groups()
    if side not in LETTERS:
        raise BadPosition(f"the side to move is W or K, not {sanitize_line(side, 20)!r}")
    position = Gobblets(_cells(board), (*_tops("W", white), *_tops("K", black)), LETTERS.index(side), rogers)
    _check_counts(position)
    return position


def _cells(text: str) -> tuple[Stack, ...]:
    rows = "".join(text.split()).split("/")
    if len(rows) != 4:
        raise BadPosition(f"expected four rows, A to D, divided by /, found {len(rows)}")
    cells: list[Stack] = []
    for letter, row in zip("ABCD", rows, strict=True):
        words = row.split(",")
        if len(words) != 4:
            raise BadPosition(f"expected four cells in row {letter}, divided by commas, found {len(words)}")
        cells += [_stack(NAMES[len(cells) + at], word) for at, word in enumerate(words)]
    return tuple(cells)


def _stack(cell: str, word: str) -> Stack:
    if word == "-":
        return ()
    if not re.fullmatch(STACK, word):
        raise BadPosition(
            f"{cell} holds gobblets from the bottom up, like K2W3, or -, not {sanitize_line(word, 40)!r}"
        )
    stack = tuple(gobblet(LETTERS.index(word[at]), int(word[at + 1])) for at in range(0, len(word), 2))
    for lower, upper in pairwise(stack):
        if upper >> 1 <= lower >> 1:
            raise BadPosition(f"{cell}: {name_of(upper)} stands on {name_of(lower)}, which is not smaller")
    return stack


def _tops(letter: str, word: str) -> tuple[int, ...]:
    if not re.fullmatch(TOPS, word):
        raise BadPosition(
            f"expected the sizes on top of {letter}1, {letter}2 and {letter}3, each 0 to 4,"
            f" not {sanitize_line(word, 20)!r}"
        )
    return tuple(map(int, word))


def _check_counts(position: Gobblets) -> None:
    count = Counter(piece for stack in position.cells for piece in stack)
    for place, top in enumerate(position.stacks):
        count.update(gobblet(place // 3, size) for size in range(1, top + 1))
    for seat, side in enumerate(SIDES):
        for size in SIZES:
            if (many := count[gobblet(seat, size)]) > OF_EACH_SIZE:
                raise BadPosition(
                    f"{side} has {many} gobblets of size {size}, on the board and on the stacks:"
                    f" there are {OF_EACH_SIZE}"
                )


def most_gobbled(events: Sequence[Sequence[Event]], seat: int) -> int:
    """How many gobblets of the other side a seat has covered."""
    return sum(gobbled(event, seat) for ply in events for event in ply)


def gobbled(event: Event, seat: int) -> bool:
    """Whether a gobblet of the other side is covered by a seat."""
    own = event.kind == "cover" and event.facts["seat"] == seat
    return own and seat_of(event.facts["covered"]) != seat


WORDS: Final = ("", "tiny", "small", "big", "huge")
"""How a size is called."""


SETUPS: Final[Mapping[str, str]] = {"start": "an empty board, three full stacks each"}


def _nested(top: int) -> str:
    """An external stack whose largest gobblet is `top`: each stands over all that are smaller."""
    return ", ".join(WORDS[size] for size in range(top, 0, -1)) or "empty"


def _piled(stack: Sequence[int]) -> str:
    return " over ".join(
        f"{SIDES[seat_of(piece)].lower()} {WORDS[size_of(piece)]}" for piece in reversed(stack)
    )


def _refuse_origin(position: Gobblets, origin: int) -> str:
    """Why nothing can be lifted from a place; "" if something can."""
    name = NAMES[origin]
    if origin not in CELLS:
        if origin not in STACKS[position.turn]:
            return f"{name} is a stack of {SIDES[1 - position.turn]}'s"
        if not position.stacks[origin - STACKS[0].start]:
            return f"stack {name} is empty"
    elif not position.cells[origin]:
        return f"{name} is empty"
    elif seat_of(position.cells[origin][-1]) != position.turn:
        return f"the gobblet on {name} is {SIDES[1 - position.turn]}'s"
    return "" if position.targets(origin) else f"the gobblet on {name} can go nowhere"


def _refuse_target(position: Gobblets, origin: int, target: int) -> str:
    """Why what can be lifted from `origin` cannot be put down on `target`."""
    if target not in CELLS:
        return "a gobblet goes to a cell, never to a stack"
    if target == origin:
        return "a gobblet may not go back where it stood"
    if origin not in CELLS and not position.rogers and target not in position.trio():
        other = SIDES[1 - position.turn]
        return f"from a stack, go to an empty cell or cover one of {other}'s three in a line"
    top = position.cells[target][-1]
    size = size_of(
        position.cells[origin][-1] if origin in CELLS else 2 * position.stacks[origin - STACKS[0].start]
    )
    return f"{name_of(top)} on {NAMES[target]} is not smaller than size {size}"


HUGE = 4


def _open(cells: Sequence[Stack], seat: int) -> set[int]:
    """The lines in which a seat shows three and the fourth cell is not held by a huge gobblet."""
    mask = visible(cells, seat)
    gaps = {number: next(cell for cell in LINES[number] if not mask >> cell & 1) for number in threes(mask)}
    return {number for number, gap in gaps.items() if not cells[gap] or cells[gap][-1] >> 1 < HUGE}


def _held(cells: Sequence[Stack], seat: int) -> set[int]:
    """The lines in which a seat shows two and the other side none."""
    own, other = visible(cells, seat), visible(cells, 1 - seat)
    return {
        number for number, line in enumerate(LINE_MASKS) if (own & line).bit_count() == 2 and not other & line
    }


def _named(numbers: Iterable[int]) -> str:
    return " and ".join(LINE_NAMES[number] for number in sorted(numbers))


class GobbletWords(Game[Gobblets, GobbletPlacement]):
    """What is said of the game, and read of what people type; `game.py` adds the rest."""

    @staticmethod
    def start(setup: str | None, _seats: int, options: Mapping[str, str]) -> Gobblets:
        """The first position of a settled setup; see core.Game."""
        rogers = options["rules"] == "rogers"
        if setup is None or setup.strip().lower() in SETUPS:
            return Gobblets(((),) * 16, (4,) * 6, 0, rogers)
        if "/" in setup or "," in setup:
            return read(setup, rogers)
        raise BadSetup(f"gobblet has no setup {sanitize_line(setup, 60)!r}: it has start, or a position text")

    @staticmethod
    def describe(position: Gobblets, names: Sequence[str]) -> str:
        """What stands on each cell from the top down, and what is left on each external stack."""
        lines = []
        for row, cells in zip("ABCD", (CELLS[at : at + 4] for at in CELLS[::4]), strict=True):
            told = [f"{NAMES[cell]} {_piled(position.cells[cell])}" for cell in cells if position.cells[cell]]
            lines.append(f"Row {row}: {', '.join(told) or 'empty'}.")
        for seat, who in enumerate(names):
            tops = position.stacks[3 * seat : 3 * seat + 3]
            told = [f"{LETTERS[seat]}{at} {_nested(top)}" for at, top in enumerate(tops, 1)]
            side = "" if who == SIDES[seat] else f", {SIDES[seat].lower()},"
            lines.append(f"{who}{side} has on the stacks, from the top: {'; '.join(told)}.")
        return "\n".join(lines)

    @staticmethod
    def diagram(position: Gobblets) -> str:
        """The board with each cell's gobblets from the bottom up, and what is on top of the external stacks."""
        rule = "  +" + ("-" * (WIDTH + 2) + "+") * 4
        lines = ["   " + "".join(f"{column:^{WIDTH + 3}}" for column in range(1, 5)).rstrip(), rule]
        for letter, row in zip("ABCD", CELLS[::4], strict=True):
            words = ["".join(map(name_of, stack)) for stack in position.cells[row : row + 4]]
            lines += [f"{letter} |" + "".join(f" {word:^{WIDTH}} |" for word in words), rule]
        lines += [""]
        for seat, side in enumerate(SIDES):
            tops = position.stacks[3 * seat : 3 * seat + 3]
            shown = "  ".join(f"{LETTERS[seat]}{at}: {top or '-'}" for at, top in enumerate(tops, 1))
            lines.append(f"  {side}  {shown}")
        return "\n".join(lines)

    @staticmethod
    def observe(position: Gobblets, options: Mapping[str, str]) -> Gobblets:
        """The position without the gobblets that are covered, if they are to be remembered."""
        if options["memory"] != "on":
            return position
        return position._replace(cells=tuple(stack[-1:] for stack in position.cells))

    @staticmethod
    def say(event: Event, names: Sequence[str]) -> str:
        """The sentence for an event."""
        facts = event.facts
        who = names[facts["seat"]]
        match event.kind:
            case "lift" if event.cells[0] in CELLS:
                return f"{who} lifts the {WORDS[size_of(facts['gobblet'])]} gobblet from {NAMES[event.cells[0]]}."
            case "reveal":
                return f"That uncovers four of {who}'s in {_named(facts['lines'])}!"
            case "put":
                return f"{who} puts a {WORDS[size_of(facts['gobblet'])]} gobblet on {NAMES[event.cells[1]]}."
            case "cover":
                piece, covered = facts["gobblet"], facts["covered"]
                own = seat_of(covered) == facts["seat"] and who != SIDES[facts["seat"]]
                whose = "their own" if own else f"{names[seat_of(covered)]}'s"
                what = f"{whose} {WORDS[size_of(covered)]} one on {NAMES[event.cells[1]]}"
                return f"{who}'s {WORDS[size_of(piece)]} gobblet gobbles {what}."
            case "line":
                where = _named(facts["lines"])
                if facts["uncovered"]:
                    return f"Four of {who}'s are left uncovered in {where}: {who} wins."
                return f"Four in {where}: {who} wins."
            case "stuck":
                return f"{who} cannot move: {names[1 - facts['seat']]} wins."
        return ""

    @staticmethod
    def explain_illegal(position: Gobblets, text: str) -> str:
        """Why `text` is not legal here, and what is."""
        origin, target = NUMBERS.get(text[:2], -1), NUMBERS.get(text[2:], -1)
        if origin < 0 or target < 0:
            return "a move is a stack or a cell and then a cell, like W3B2 or A2C2"
        if reason := _refuse_origin(position, origin):
            movable = [NAMES[place] for place in (*STACKS[position.turn], *CELLS) if position.targets(place)]
            return f"{reason}; {SIDES[position.turn]} can move from {', '.join(movable)}"
        reason = _refuse_target(position, origin, target)
        if origin in CELLS or target not in CELLS:
            return f"{reason}; from {NAMES[origin]} to {', '.join(NAMES[cell] for cell in position.targets(origin))}"
        return reason

    @staticmethod
    def explain_illegal_pick(position: Gobblets, picks: tuple[int, ...]) -> str:
        """Why a gobblet cannot be lifted, or not be put down there."""
        if len(picks) == 1:
            return _refuse_origin(position, picks[0])
        return _refuse_target(position, *picks[:2])

    @staticmethod
    def explain_move(position: Gobblets, move: GobbletPlacement, _names: Sequence[str] = ()) -> str:
        """The weightiest thing that a move does; "" for a move that only prepares something."""
        seat, after = position.turn, position.play(move)
        if after.result:
            return (
                f"completes {_named(fours(visible(after.cells, seat)))} and wins"
                if after.four == seat
                else ""
            )
        stopped = _open(position.cells, 1 - seat) - _open(after.cells, 1 - seat)
        made = _open(after.cells, seat) - _open(position.cells, seat)
        parts = [f"stops three in {_named(stopped)}"] if stopped else []
        parts += [f"makes three in {_named(made)}"] if made else []
        covered = position.cells[move.target][-1] if position.cells[move.target] else 0
        if covered and seat_of(covered) != seat and not stopped:
            parts.insert(0, f"gobbles a {WORDS[size_of(covered)]} one")
        if parts:
            return " and ".join(parts)
        held = {number for number in _held(after.cells, seat) if move.target in LINES[number]}
        return f"builds on {_named(sorted(held)[:1])}" if held else ""
