"""Egg Carton: a lap-sowing mancala with twelve slots; who clears their own side first wins.

Source of the rules: The Egg Carton Game 1.0, Paul Talbot, 1992.
"""

from marbles_tui.core import Game, Kernel
from marbles_tui.games.egg_carton.describe import describe
from marbles_tui.games.egg_carton.explain_move import explain_move
from marbles_tui.games.egg_carton.position import Carton, Selection, explain_illegal, explain_illegal_pick
from marbles_tui.games.egg_carton.setups import SETUPS, resolve_setup, start
from marbles_tui.games.egg_carton.text import diagram, longest_chain, read, say, write


def _kernel() -> Kernel:
    from marbles_tui.games.egg_carton.kernel import SowingKernel

    return SowingKernel()


EGG_CARTON = Game(
    key="egg-carton",
    title="Egg Carton",
    blurb="Sow marbles round the carton; clear your side first.",
    author="Paul Talbot, 1992",
    seats=range(2, 3),
    sides=("Bottom", "Top"),
    setups=SETUPS,
    start=start,
    resolve_setup=resolve_setup,
    read=read,
    write=write,
    say=say,
    diagram=diagram,
    describe=describe,
    explain_illegal=explain_illegal,
    explain_illegal_pick=explain_illegal_pick,
    explain_move=explain_move,
    feats={"longest relay chain": longest_chain},
    kernel=_kernel,
)

__all__ = ["EGG_CARTON", "Carton", "Selection"]
