"""Gobblet: gobblets that swallow smaller ones; four in a line win.

Source of the rules: Gobblet by Blue Orange, and the variation of it that Ed Rogers's program plays.
"""

from collections.abc import Hashable

from marbles_tui.core import Game, Kernel, Option
from marbles_tui.games.gobblet.board import SIDES, Board
from marbles_tui.games.gobblet.describe import describe, observe
from marbles_tui.games.gobblet.explain_illegal import explain_illegal, explain_illegal_pick
from marbles_tui.games.gobblet.explain_move import explain_move
from marbles_tui.games.gobblet.position import Gobblets, Placement
from marbles_tui.games.gobblet.sentences import say
from marbles_tui.games.gobblet.setups import SETUPS, resolve_setup, start
from marbles_tui.games.gobblet.text import diagram, read, write


def _kernel() -> Kernel:
    from marbles_tui.games.gobblet.kernel import MaskKernel

    return MaskKernel()


def _identity(position: Gobblets) -> Hashable:
    """A side's external stacks may stand in any order."""
    stacks = position.stacks
    return position._replace(stacks=(*sorted(stacks[:3]), *sorted(stacks[3:])))


GOBBLET = Game(
    key="gobblet",
    title="Gobblet",
    blurb="Line up four; big gobblets swallow small ones.",
    author="Blue Orange; Ed Rogers's program",
    seats=range(2, 3),
    sides=SIDES,
    setups=SETUPS,
    options=(
        Option("rules", ("official", "rogers"), "official", "what gobblets from the stacks may gobble"),
        Option("touch", ("off", "on"), "off", "a gobblet picked up from the board must be played"),
        Option("memory", ("off", "on"), "off", "covered gobblets are not shown"),
    ),
    start=start,
    resolve_setup=resolve_setup,
    read=read,
    write=write,
    say=say,
    diagram=diagram,
    describe=describe,
    observe=observe,
    explain_illegal=explain_illegal,
    explain_illegal_pick=explain_illegal_pick,
    explain_move=explain_move,
    repetition="automatic",
    identity=_identity,
    variants=({}, {"rules": "rogers"}),
    kernel=_kernel,
)

__all__ = ["GOBBLET", "Board", "Gobblets", "Placement"]
