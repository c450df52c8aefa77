"""BeadMaster: two to four players slide bars under a grid of holes; the last one with a bead wins.

Source of the rules: BeadMaster, a course exercise; a relative of Stay Alive, Milton Bradley, 1971.
"""

from marbles_tui.core import Game, Kernel, Option
from marbles_tui.games.beadmaster.describe import describe
from marbles_tui.games.beadmaster.explain_illegal import explain_illegal, explain_illegal_pick
from marbles_tui.games.beadmaster.explain_move import explain_move
from marbles_tui.games.beadmaster.position import QUIET, Grid, Placement, Slide
from marbles_tui.games.beadmaster.setups import SETUPS, resolve_setup, start
from marbles_tui.games.beadmaster.text import diagram, expand, join, normalize, read, say, write


def _kernel() -> Kernel:
    from marbles_tui.games.beadmaster.kernel import BarsKernel

    return BarsKernel()


BEADMASTER = Game(
    key="beadmaster",
    title="BeadMaster",
    blurb="Slide bars under the beads; be the last with one left.",
    author="a course exercise, after Stay Alive (1971)",
    seats=range(2, 5),
    sides=("Amber", "Jade", "Pearl", "Plum"),
    setups=SETUPS,
    options=(
        Option("quiet", range(1001), str(QUIET), "slides in a row without a fall that draw; 0 for none"),
        Option("players", range(2, 5), "2", "how many play"),
    ),
    start=start,
    resolve_setup=resolve_setup,
    read=read,
    write=write,
    normalize=normalize,
    expand=expand,
    say=say,
    diagram=diagram,
    describe=describe,
    explain_illegal=explain_illegal,
    explain_illegal_pick=explain_illegal_pick,
    explain_move=explain_move,
    kernel=_kernel,
)

__all__ = ["BEADMASTER", "Grid", "Placement", "Slide", "join"]
