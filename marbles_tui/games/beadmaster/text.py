"""BeadMaster in words: position texts, the line form of records, sentences, a diagram."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from marbles_tui.core import BadPosition, BadSetup, Event, Game, Randomness
from marbles_tui.core.text import enumerated, plural
from marbles_tui.games.beadmaster.position import (
    BARS,
    BEADS,
    COLUMNS,
    COVERS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    OUTER,
    POSITIONS,
    SIZE,
    SLIDES,
    SLOTS,
    BeadGrid,
    Placement,
    Ply,
    cover,
    covered,
    end_at,
    gone,
)

LENGTH: Final = 2 + BARS + HOLES
"""The digits of a position."""

FORM: Final = "players, player to move, 7 horizontal and 7 vertical bars (0-2), 49 cells"
LINE: Final = r"(?!\s*\d+\.)((?:\s*\d){3,65}\d*\s*[pP]?)(.*)"  # compiled when first needed: not for the menu
"""A line that begins with three digits, unless they number a move, is a position, right or wrong; moves
follow it."""

GLUED: Final = r"([hv]\d[io]|[a-g]\d)(?=\S)"
MARKS: Final = {"blue": "|", "red": "-", "black": "."}


def bars_text(bars: Sequence[int]) -> str:
    """The positions of the bars: `0120120 2101102`."""
    digits = "".join(map(str, bars))
    return f"{digits[:SIZE]} {digits[SIZE:]}"


def write(grid: BeadGrid) -> str:
    """The text of a position: `2 1 0120120 2101102 000…0 p`. What has been slid before is not in it."""
    beads = "".join(map(str, grid.beads))
    return f"{grid.seats} {grid.turn + 1} {bars_text(grid.bars)} {beads}{' p' if grid.placing else ''}"


def read_bars(text: str) -> tuple[int, ...]:
    """The positions of the bars from fourteen digits 0 to 2; blanks do not count.

    Raises BadPosition.
    """
    digits = "".join(text.split())
    if len(digits) != BARS:
        raise BadPosition(f"expected {BARS} digits for the bars, found {len(digits)} in {text!r}")
    for name, digit in zip(NAMES, digits, strict=True):
        if digit not in "012":
            raise BadPosition(f"the position of a bar is 0, 1 or 2, not {digit!r} for {name}")
    return tuple(map(int, digits))


def read(text: str) -> BeadGrid:
    """A position from its text; blanks do not count. It has no history: no bar is inhibited.

    Raises BadPosition for anything but LENGTH digits in their ranges and a `p` while beads are being placed,
    for beads over open holes, for more than five beads of a player, and for a player to move who cannot.
    """
    digits = "".join(text.split())
    placing = digits[-1:] in ("p", "P")
    digits = digits[:-1] if placing else digits
    if not (digits.isascii() and digits.isdigit()):
        raise BadPosition(f"a position is {LENGTH} digits: {FORM}; not {text!r}")
    if len(digits) != LENGTH:
        raise BadPosition(f"a position is {LENGTH} digits: {FORM}; found {len(digits)}")
    seats, turn = int(digits[0]), int(digits[1])
    if not 2 <= seats <= 4:
        raise BadPosition(f"the number of players is 2 to 4, not {seats}")
    if not 1 <= turn <= seats:
        raise BadPosition(f"the player to move is 1 to {seats}, not {turn}")
    bars = read_bars(digits[2 : 2 + BARS])
    grid = BeadGrid(bars, tuple(map(int, digits[2 + BARS :])), turn - 1, seats, placing)
    _check(grid)
    return grid


def _check(grid: BeadGrid) -> None:
    for hole, bead in enumerate(grid.beads):
        if bead > grid.seats:
            raise BadPosition(f"{HOLE_NAMES[hole]} holds {bead}: expected 0, or a player 1 to {grid.seats}")
        if bead and not covered(grid.bars, hole):
            raise BadPosition(f"the bead on {HOLE_NAMES[hole]} lies over an open hole")
    for player in range(1, grid.seats + 1):
        count = grid.beads.count(player)
        if count > BEADS:
            raise BadPosition(f"player {player} has {count} beads: expected at most {BEADS}")
    turn = grid.turn + 1
    if grid.placing and grid.beads.count(turn) == BEADS:
        raise BadPosition(f"player {turn} has no bead left to place")
    if grid.result is None and not grid.placing and turn not in grid.beads:
        raise BadPosition(f"player {turn} has no beads and is out: expected the player to move")


def expand(line: str) -> str | None:
    """A line with a position and moves run together, as records write it: `21 0120120 … h3iv2o`.

    None for other lines. The form has no quiet limit.
    """
    found = re.fullmatch(LINE, line, re.DOTALL)
    if not found:
        return None
    words = " ".join(re.sub(GLUED, r"\1 ", word, flags=re.IGNORECASE) for word in found[2].split())
    return f'[Quiet "0"] [Setup "{" ".join(found[1].split())}"]\n{words}'


def join(start: BeadGrid, moves: Iterable[object]) -> str:
    """The line form of a match: a position and moves run together; see `expand`."""
    return f"{write(start)} {''.join(map(str, moves))}".rstrip()


def most_at_once(events: Sequence[Sequence[Event]], seat: int) -> int:
    """The most beads of others that fell at one slide of a seat."""
    return max((dropped(ply, seat) for ply in events), default=0)


def dropped(ply: Sequence[Event], seat: int) -> int:
    """How many beads of others fell at a ply, if the slide was a seat's."""
    return sum(event.kind == "fall" and event.facts["owner"] != seat == event.facts["seat"] for event in ply)


SETUPS: Final[Mapping[str, str]] = {
    "random": "random bars; you place your beads",
    "placed": "random bars and beads; the sliding begins at once",
}


def empty(bars: tuple[int, ...], seats: int) -> BeadGrid:
    """The grid before the first bead is placed."""
    return BeadGrid(bars, (0,) * HOLES, 0, seats, placing=True)


def _is_bars(text: str) -> bool:
    return len("".join(text.split())) <= BARS


LEGEND: Final = (
    "The bars, slot by slot, from the left or the top: x is filled, o is holed.",
    "The seven slots that stand together lie under the holes; i moves the bar right or",
    "down by one slot, o left or up.",
)


def _held(grid: BeadGrid, hole: int) -> str:
    """A hole and the bars that cover it: "C4 held by h4 and v3"."""
    row, column = divmod(hole, SIZE)
    bars = [NAMES[bar] for bar in (row, SIZE + column) if hole in COVERS[bar][grid.bars[bar]]]
    return f"{HOLE_NAMES[hole]} held by {enumerated(bars)}"


def _bars(grid: BeadGrid) -> Iterator[str]:
    """The nine slots of each bar: "h1 central: x oxoxoxo x"."""
    for bar in range(BARS):
        slots, at = SLOTS[bar], grid.bars[bar]
        parts = slots[:at], slots[at : at + SIZE], slots[at + SIZE :]
        yield f"{NAMES[bar]} {POSITIONS[at]}: {' '.join(filter(None, parts))}"


SLIDE: Final = r"([hv][1-7])([io])"


def _hole(grid: BeadGrid, hole: int) -> str:
    name = HOLE_NAMES[hole]
    if not grid.placing:
        return "all beads are placed: slide a bar"
    if grid.beads[hole]:
        return f"{name} is taken"
    return f"{name} is open: a bead would fall through" if not covered(grid.bars, hole) else f"{name} is free"


def _slide(grid: BeadGrid, bar: int, step: int) -> str:
    if grid.placing:
        return "the bars are slid when all beads are placed"
    name = NAMES[bar]
    if not 0 <= grid.bars[bar] + step <= OUTER:
        where, way = ("inner", "outwards") if step < 0 else ("outer", "inwards")
        return f"{name} is in its {where} position: it can only go {way}"
    other = grid.blocked.get(bar)
    if other == grid.turn:
        return f"with two players left, nobody may slide {name} three times in a row"
    return f"{name} is blocked: player {(other or 0) + 1} just moved it"


NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")
"""More than seven beads never lie over one bar."""


def exposed(grid: BeadGrid) -> set[int]:
    """The holes whose beads some slide of anybody would let fall."""
    slides = (slide for slide in SLIDES if 0 <= grid.bars[slide.bar] + slide.step <= OUTER)
    return {hole for slide in slides for hole in gone(grid, slide) if covered(grid.bars, hole)}


def _own(grid: BeadGrid, seat: int) -> set[int]:
    return {hole for hole, bead in enumerate(grid.beads) if bead == seat + 1}


def _beads(count: int) -> str:
    return f"{NUMBERS[count]} bead{'' if count == 1 else 's'}"


class BeadMasterWords(Game[BeadGrid, Ply]):
    """What is said of the game, and read of what people type; `game.py` adds the rest."""

    @staticmethod
    def normalize(text: str) -> str:
        """Notation as typed → as moves write it: bars in small letters, holes in capitals."""
        if not text.isascii():
            return text
        return text.lower() if text[:1] in ("h", "v", "H", "V") else text.upper()

    @staticmethod
    def resolve_setup(
        setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
    ) -> str | None:
        """The setup as a record keeps it; see core.Game."""
        name = (setup or "random").strip().lower()
        if name not in SETUPS:
            grid = BeadMasterWords.start(name, seats, options)
            return bars_text(grid.bars) if _is_bars(name) else write(grid)
        bars = tuple(random.randrange(3) for _ in range(BARS))
        if name == "random":
            return bars_text(bars)
        grid = empty(bars, seats)
        while grid.placing:
            moves = grid.moves()
            grid = grid.play(moves[random.randrange(len(moves))])
        return write(grid)

    @staticmethod
    def start(setup: str | None, seats: int, options: Mapping[str, str]) -> BeadGrid:
        """The first position of a settled setup; see core.Game."""
        name = (setup or "random").strip().lower()
        if name in SETUPS:
            raise BadSetup(f"setup {name!r} is drawn when a game begins; a record holds what was drawn")
        if not name[:1].isdigit():
            raise BadSetup(
                f"beadmaster has no setup {name!r}: it has {', '.join(SETUPS)}, {BARS} digits 0 to 2"
                " for the bars, or a position text"
            )
        grid = empty(read_bars(name), seats) if _is_bars(name) else read(name)
        return grid._replace(limit=int(options["quiet"]))

    @staticmethod
    def describe(grid: BeadGrid, names: Sequence[str]) -> str:
        """Where each player's beads lie and what holds them, the slots of each bar, and which bars are inhibited."""
        lines = []
        for seat, who in enumerate(names):
            holes = [hole for hole, bead in enumerate(grid.beads) if bead == seat + 1]
            if holes:
                lines.append(f"{who} has beads on {', '.join(_held(grid, hole) for hole in holes)}.")
            else:
                lines.append(f"{who} has {'no bead placed yet' if grid.placing else 'no bead left'}.")
        lines += [" ".join(LEGEND), *_bars(grid)]
        if grid.placing:
            free = [
                HOLE_NAMES[hole] for hole in range(HOLES) if not grid.beads[hole] and covered(grid.bars, hole)
            ]
            left = BEADS - grid.beads.count(grid.turn + 1)
            lines.append(
                f"{names[grid.turn]} has {left} of {BEADS} beads to place; covered and free: {' '.join(free)}."
            )
        elif grid.result is None and grid.blocked:
            held = ", ".join(f"{NAMES[bar]} by {names[seat]}" for bar, seat in sorted(grid.blocked.items()))
            lines.append(f"Blocked, as they were slid last: {held}.")
        return "\n".join(lines)

    @staticmethod
    def diagram(grid: BeadGrid) -> str:
        """The grid with the ends of the bars around it: `|` is blue, `-` red, `.` open, a number a player's bead."""
        bars = grid.bars
        above = bars[SIZE:]
        below = [2 - count for count in above]

        def ends(counts: Sequence[int], least: int) -> str:
            return " " * 11 + "  ".join("|" if count >= least else " " for count in counts)

        lines = [
            " " * 11 + "  ".join(COLUMNS),
            " " * 10 + " ".join(NAMES[SIZE:]),
            ends(above, 2),
            ends(above, 1),
        ]
        for row in range(SIZE):
            cells = [
                str(grid.beads[hole]) if grid.beads[hole] else MARKS[cover(bars, hole)]
                for hole in range(SIZE * row, SIZE * row + SIZE)
            ]
            left, right = "=" * bars[row], "=" * (2 - bars[row])
            lines.append(f"  {NAMES[row]} {row + 1} {left:>2}  {'  '.join(cells)}  {right}")
        lines += [ends(below, 1), ends(below, 2)]
        return "\n".join(line.rstrip() for line in lines)

    @staticmethod
    def say(event: Event, names: Sequence[str]) -> str:
        """The sentence for an event."""
        facts = event.facts
        who = names[facts["seat"]]
        match event.kind:
            case "place":
                return f"{who} places a bead on {HOLE_NAMES[event.cells[0]]}."
            case "ready":
                return f"All beads are placed: {who} slides first."
            case "slide":
                way = "inwards" if facts["to"] < facts["from"] else "outwards"
                return f"{who} slides {NAMES[facts['bar']]} {way}."
            case "fall":
                owner = names[facts["owner"]]
                return f"{owner} loses the bead on {HOLE_NAMES[event.cells[0]]}."
            case "out":
                return f"{who} has no bead left and is out."
            case "win" if facts["reason"] == "all-fell":
                return f"All beads fell: {who}, who slid, wins."
            case "win":
                return f"{who} wins with the last bead."
            case "draw":
                return f"{plural(facts['calm'], 'slide')} in a row without a fall: a draw."
        return ""

    @staticmethod
    def explain_illegal(grid: BeadGrid, text: str) -> str:
        """Why the normalized `text` cannot be played."""
        slide = re.fullmatch(SLIDE, text)
        if slide:
            return _slide(grid, NAMES.index(slide[1]), -1 if slide[2] == "i" else 1)
        if text in HOLE_NAMES:
            return _hole(grid, HOLE_NAMES.index(text))
        if grid.placing:
            return "beads are being placed: expected a hole, A1 to G7"
        return "expected a bar, h1 to h7 or v1 to v7, and i (inwards) or o (outwards)"

    @staticmethod
    def explain_illegal_pick(grid: BeadGrid, picks: tuple[int, ...]) -> str:
        """Why a hole or the end of a bar cannot be picked."""
        cell = picks[-1]
        if cell < HOLES:
            return _hole(grid, cell)
        end = end_at(cell)
        return _slide(grid, end.bar, end.step) if end else "there is nothing"

    @staticmethod
    def explain_move(grid: BeadGrid, move: Ply, names: Sequence[str]) -> str:
        """Whose beads fall, or what is safer afterwards; "" for a ply that only waits."""
        seat, after = grid.turn, grid.play(move)
        if isinstance(move, Placement):
            return "" if move.hole in exposed(after) else "no single slide can drop it"
        fallen = Counter(grid.beads[hole] - 1 for hole in gone(grid, move))
        if fallen:
            own = fallen.pop(seat, 0)
            parts = [f"{NUMBERS[count]} of {names[owner]}'s beads" for owner, count in sorted(fallen.items())]
            said = f"drops {enumerated(parts)}" if parts else ""
            if own:
                said = f"{said} at the cost of {NUMBERS[own]}" if said else f"loses {_beads(own)}"
            won = after.result and seat in after.result.winners
            return f"{said} and wins" if won else said
        saved = len(_own(grid, seat) & exposed(grid)) - len(_own(after, seat) & exposed(after))
        if saved > 0:
            return f"takes {plural(saved, 'bead')} out of danger"
        aimed = len(exposed(after) - _own(after, seat)) - len(exposed(grid) - _own(grid, seat))
        return f"puts {plural(aimed, 'bead')} of others in danger" if aimed > 0 else ""
