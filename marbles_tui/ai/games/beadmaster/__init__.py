"""BeadMaster: the usual levels, and beside them one that looks no further than one slide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.computers import Computers
from marbles_tui.ai.ladder import ladder
from marbles_tui.ai.level import Level, Question

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis


def greedily(question: Question) -> Analysis:
    """Take what can be had at once."""
    from marbles_tui.ai.games.beadmaster.greedy import greedy

    return greedy(question)


GREEDY: Final = Level(
    key="greedy",
    title="Greedy",
    character="Drops as many beads as one slide can. Anybody beats it.",
    strength=1,
    rating=800.0,
    limit=Limit(nodes=100, depth=1),
    play=greedily,
)
"""A yardstick that stays as it is."""

BEADMASTER: Final = Computers(
    levels=ladder(250, (60, 400, 2_000, 12_000), ratings=(1000.0, 1200.0, 1400.0, 1600.0, 1800.0)),
    yardsticks=(GREEDY,),
)
