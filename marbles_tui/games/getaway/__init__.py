"""Gary's Great Getaway: a dice race from Start to Castle along a trail that is read from a board file.

Source of the rules: an exercise of 2002.
"""

from marbles_tui.core import Game, Option
from marbles_tui.games.getaway.board import DIE, GOLD, Board
from marbles_tui.games.getaway.describe import describe
from marbles_tui.games.getaway.facts import facts, square_facts
from marbles_tui.games.getaway.journey import Journey, explain_illegal, explain_illegal_pick
from marbles_tui.games.getaway.moves import Decision, Draw, normalize
from marbles_tui.games.getaway.read import read_board
from marbles_tui.games.getaway.setups import BOARDS_OWN, KEY, SETUPS, board_of, fill, resolve_setup, start
from marbles_tui.games.getaway.text import diagram, most_gold, say
from marbles_tui.games.getaway.write import write_board

GETAWAY = Game(
    key=KEY,
    title="Gary's Great Getaway",
    blurb="Race along the trail to the castle; the most gold wins.",
    author="A programming exercise, 2002",
    seats=range(1, 7),
    sides=("Red", "Blue", "Green", "Yellow", "Purple", "Orange"),
    setups=SETUPS,
    options=(
        Option("exact", ("off", "on"), "off", "the castle takes an exact roll"),
        Option("toll", ("pay", "choose"), "pay", "who has the gold for a toll pays it, or may choose"),
        Option("gold", GOLD, BOARDS_OWN, "gold at the start"),
        Option("sides", DIE, BOARDS_OWN, "sides of the die"),
        Option("players", range(1, 7), "2", "how many travel"),
    ),
    start=start,
    resolve_setup=resolve_setup,
    fill=fill,
    read=None,
    write=None,
    normalize=normalize,
    say=say,
    diagram=diagram,
    describe=describe,
    explain_illegal=explain_illegal,
    explain_illegal_pick=explain_illegal_pick,
    facts=facts,
    tells=True,
    feats={"most gold": most_gold},
    board_files=True,
)

__all__ = [
    "GETAWAY",
    "Board",
    "Decision",
    "Draw",
    "Journey",
    "board_of",
    "read_board",
    "square_facts",
    "write_board",
]
