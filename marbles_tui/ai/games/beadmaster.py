"""BeadMaster: seven levels, and beside them one that looks no further than one slide."""

from __future__ import annotations

from random import Random
from typing import Final

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.level import Computers, Level, LevelQuestion, master, rung
from marbles_tui.games.beadmaster.game import gain
from marbles_tui.games.beadmaster.position import SIZE, BeadGrid, Ply, Slide, threatened


def dropping(position: BeadGrid, move: Ply) -> int:
    """Beads of others that fall, whatever becomes of one's own."""
    return _of_others(position, position) - _of_others(position, position.play(move))


def safety(position: BeadGrid, move: Ply) -> int:
    """Few of one's own beads that the next slide could drop."""
    after, own = position.play(move), position.turn + 1
    if after.placing or after.result:
        return 0
    return -sum(after.beads[hole] == own for hole in threatened(after))


def upright(position: BeadGrid, move: Ply) -> int:
    """The vertical bars."""
    del position
    return int(isinstance(move, Slide) and move.bar >= SIZE)


def _of_others(position: BeadGrid, grid: BeadGrid) -> int:
    return sum(bead not in (0, position.turn + 1) for bead in grid.beads)


def greedily(question: LevelQuestion) -> Analysis:
    """Take what can be had at once and look no further; among equal moves chance decides."""
    budget, position = question.budget, question.position
    gains = {str(move): gain(position, move) for move in position.moves()}
    budget.nodes += len(gains)
    most = max(gains.values())
    word = Random(f"greedy/{question.seed}").choice([word for word in gains if gains[word] == most])
    return Analysis(word, float(most), depth=1, nodes=budget.nodes, seconds=budget.seconds, pv=(word,))


GREEDY: Final = Level(
    key="greedy",
    character="Drops as many beads as one slide can. Very easy.",
    strength=1,
    rating=800.0,
    limit=Limit(nodes=100, depth=1),
    play=greedily,
)
"""A yardstick that stays as it is."""

MISSED: Final = "what upright bars hide"
"""By weak levels."""

BEADMASTER: Final = Computers(
    lead=125,
    levels=(
        rung("beginner", 800.0, 60, 1, 0.78, MISSED),
        rung("novice", 1000.0, 60, 1, 0.68, MISSED),
        rung("apprentice", 1100.0, 60, 2, 0.56, MISSED),
        rung("amateur", 1200.0, 400, 3, 0.4, MISSED),
        rung("adept", 1400.0, 2_000, 5, 0.13, MISSED),
        rung("expert", 1600.0, 12_000),
        master(1800.0),
    ),
    styles=(
        Level(
            key="vera",
            character="Up and down, never sideways, if I can help it.",
            rating=1100.0,
            limit=Limit(nodes=2_000, depth=3),
            taste=upright,
            indulgence=40,
            strength=2,
            colour=0x5AA0F0,
        ),
        Level(
            key="otto",
            character="My beads are safe before I look at yours.",
            rating=1300.0,
            limit=Limit(nodes=2_000, depth=3),
            taste=safety,
            indulgence=30,
            strength=3,
            colour=0x9A9AA6,
        ),
        Level(
            key="rosa",
            character="I drop your beads, whatever it costs me.",
            rating=1500.0,
            limit=Limit(nodes=400, depth=2),
            taste=dropping,
            indulgence=130,
            strength=3,
            colour=0xE8607A,
        ),
    ),
    yardsticks=(GREEDY,),
)
