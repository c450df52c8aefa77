"""Abacus: eight levels, and beside them the computer of the Amiga's original."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.level import Computers, Level, LevelQuestion, master, rung
from marbles_tui.ai.search.plain import analysis_of
from marbles_tui.core import Event
from marbles_tui.games.abacus.position import CELLS, NEXT, OFF, Abacus, MarbleStep

PUSHED_OFF = 1_000
PUSHED = 100


def pushing(position: Abacus, move: MarbleStep) -> int:
    """Marbles pushed off, then marbles pushed, then marbles of both sides that touch."""
    events: list[Event] = []
    after = position.play(move, events.append)
    other = 1 - position.turn
    off = after.lost[other] - position.lost[other]
    return PUSHED_OFF * off + PUSHED * int(events[0].facts["pushed"]) + _touching(after, position.turn, other)


def together(position: Abacus, move: MarbleStep) -> int:
    """How many of one's own marbles touch each other."""
    return _touching(position.play(move), position.turn, position.turn)


def sideways(position: Abacus, move: MarbleStep) -> int:
    """Rows that step sideways, the longer the better."""
    del position
    return 0 if move.inline else len(move.marbles)


def _touching(position: Abacus, seat: int, other: int) -> int:
    cells = position.cells
    own = [cell for cell in CELLS if cells[cell] == seat]
    return sum(ahead[cell] != OFF and cells[ahead[cell]] == other for cell in own for ahead in NEXT)


_MOVES: Final = {1: "one move", 2: "two moves", 3: "three moves"}


def as_the_amiga(question: LevelQuestion) -> Analysis:
    """Play as the original did: alpha-beta to a fixed depth, in-line moves only, by a value of its own."""
    from marbles_tui.ai.native.search import AMIGA, look_ahead, native_search, serving

    position, budget, seed = question.position, question.budget, question.seed
    library = serving(position)
    if not library:
        return analysis_of(look_ahead(question.match.game, position, budget, seed=seed), budget)
    return analysis_of(native_search(library, position, budget, seed=seed, plain=True, game=AMIGA), budget)


AMIGA: Final = tuple(
    Level(
        key=f"amiga-{depth}",
        character=f"The original's computer: looks {_MOVES[depth]} ahead, never moves sideways.",
        strength=depth + 1,
        rating=rating,
        limit=Limit(nodes=2_000_000, depth=depth),
        play=as_the_amiga,
    )
    for depth, rating in ((1, 1000.0), (2, 1400.0), (3, 1800.0))
)
"""Yardsticks that stay as they are."""

MISSED: Final = "pushes from behind"
"""By weak levels."""

ABACUS: Final = Computers(
    levels=(
        rung("beginner", 600.0, 300, 1, 0.56, MISSED),
        rung("novice", 800.0, 300, 1, 0.42, MISSED),
        rung("apprentice", 1000.0, 300, 2, 0.5, MISSED),
        rung("amateur", 1200.0, 1_500, 2, 0.36, MISSED),
        rung("adept", 1600.0, 1_500, 3, 0.28, MISSED),
        rung("expert", 2000.0, 6_000, 4, 0.31, MISSED),
        rung("champion", 2100.0, 6_000, 4, 0.1, MISSED),
        master(2200.0, variety=4),
    ),
    styles=(
        Level(
            key="clara",
            character="My marbles stay together. Try to part them.",
            rating=1350.0,
            limit=Limit(nodes=1_500, depth=2),
            taste=together,
            indulgence=15,
            strength=3,
            colour=0x6FA8F5,
        ),
        Level(
            key="ida",
            character="I like to step sideways, and see what comes of it.",
            rating=1400.0,
            limit=Limit(nodes=1_500, depth=2),
            taste=sideways,
            indulgence=14,
            strength=3,
            colour=0x5FB8A6,
        ),
        Level(
            key="bruno",
            character="If something can be pushed, I push it.",
            rating=1700.0,
            limit=Limit(nodes=6_000, depth=3),
            taste=pushing,
            indulgence=25,
            strength=4,
            colour=0xE0653A,
        ),
    ),
    yardsticks=AMIGA,
)
