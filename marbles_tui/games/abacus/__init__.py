"""Abacus: push the other side's marbles off a hexagon; three are stronger than two.

Source of the rules: Abacus for the Amiga, Kai Nickel, 1995, a version of the board game Abalone.
"""

from marbles_tui.core import Dialect, Game, Kernel, Option
from marbles_tui.games.abacus.describe import describe
from marbles_tui.games.abacus.explain_illegal import explain_illegal, explain_illegal_pick
from marbles_tui.games.abacus.explain_move import explain_move
from marbles_tui.games.abacus.notation import normalize, parse
from marbles_tui.games.abacus.position import LOSE, SIDES, Abacus, Board, Step
from marbles_tui.games.abacus.setups import SETUPS, resolve_setup, start
from marbles_tui.games.abacus.text import MARBLES, diagram, facts, pushed_off, read, say, write


def _kernel() -> Kernel:
    from marbles_tui.games.abacus.kernel import HexagonKernel

    return HexagonKernel()


ABACUS = Game(
    key="abacus",
    title="Abacus",
    blurb="Push six marbles off the hexagon; the longer row wins.",
    author="Kai Nickel, 1995",
    seats=range(2, 3),
    sides=SIDES,
    setups=SETUPS,
    options=(Option("lose", range(1, MARBLES + 1), str(LOSE), "marbles to lose before the game is lost"),),
    start=start,
    resolve_setup=resolve_setup,
    read=read,
    write=write,
    normalize=normalize,
    parse=parse,
    say=say,
    diagram=diagram,
    describe=describe,
    explain_illegal=explain_illegal,
    explain_illegal_pick=explain_illegal_pick,
    explain_move=explain_move,
    facts=facts,
    repetition="claim",
    dialect=Dialect(
        tags={
            "player1": ("player1", "black"),
            "player2": ("player2", "white"),
            "setup": ("position", "setup", "variant"),
        },
        marks={"notation": "Aba-Pro"},
    ),
    feats={"most marbles pushed off": pushed_off},
    kernel=_kernel,
)

__all__ = ["ABACUS", "Abacus", "Board", "Step"]
