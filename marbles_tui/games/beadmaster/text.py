"""BeadMaster in words: position texts, the line form of records, sentences, a diagram."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from marbles_tui.core import BadPosition, BadSetup, Event, Randomness
from marbles_tui.core.text import plural
from marbles_tui.games.beadmaster.position import (
    BARS,
    BEADS,
    COLUMNS,
    HOLE_NAMES,
    HOLES,
    NAMES,
    SIZE,
    Grid,
    cover,
    covered,
)

LENGTH: Final = 2 + BARS + HOLES
"""The digits of a position."""

FORM: Final = "players, player to move, 7 horizontal and 7 vertical bars (0-2), 49 cells"
LINE: Final = re.compile(r"(?!\s*\d+\.)((?:\s*\d){3,65}\d*\s*[pP]?)(.*)", re.DOTALL)
"""A line that begins with three digits, unless they number a move, is a position, right or wrong; moves
follow it."""

GLUED: Final = re.compile(r"([hv]\d[io]|[a-g]\d)(?=\S)", re.IGNORECASE)
MARKS: Final = {"blue": "|", "red": "-", "black": "."}


def normalize(text: str) -> str:
    """Notation as typed → as moves write it: bars in small letters, holes in capitals."""
    if not text.isascii():
        return text
    return text.lower() if text[:1] in ("h", "v", "H", "V") else text.upper()


def bars_text(bars: Sequence[int]) -> str:
    """The positions of the bars: `0120120 2101102`."""
    digits = "".join(map(str, bars))
    return f"{digits[:SIZE]} {digits[SIZE:]}"


def write(grid: Grid) -> str:
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


def read(text: str) -> Grid:
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
    grid = Grid(bars, tuple(map(int, digits[2 + BARS :])), turn - 1, seats, placing)
    _check(grid)
    return grid


def _check(grid: Grid) -> None:
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
    found = LINE.fullmatch(line)
    if not found:
        return None
    words = " ".join(GLUED.sub(r"\1 ", word) for word in found[2].split())
    return f'[Quiet "0"] [Setup "{" ".join(found[1].split())}"]\n{words}'


def join(start: Grid, moves: Iterable[object]) -> str:
    """The line form of a match: a position and moves run together; see `expand`."""
    return f"{write(start)} {''.join(map(str, moves))}".rstrip()


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


def diagram(grid: Grid) -> str:
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


def empty(bars: tuple[int, ...], seats: int) -> Grid:
    """The grid before the first bead is placed."""
    return Grid(bars, (0,) * HOLES, 0, seats, placing=True)


def resolve_setup(
    setup: str | None, seats: int, options: Mapping[str, str], random: Randomness
) -> str | None:
    """The setup as a record keeps it; see core.Game."""
    name = (setup or "random").strip().lower()
    if name not in SETUPS:
        grid = start(name, seats, options)
        return bars_text(grid.bars) if _is_bars(name) else write(grid)
    bars = tuple(random.randrange(3) for _ in range(BARS))
    if name == "random":
        return bars_text(bars)
    grid = empty(bars, seats)
    while grid.placing:
        moves = grid.moves()
        grid = grid.play(moves[random.randrange(len(moves))])
    return write(grid)


def start(setup: str | None, seats: int, options: Mapping[str, str]) -> Grid:
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


def _is_bars(text: str) -> bool:
    return len("".join(text.split())) <= BARS
