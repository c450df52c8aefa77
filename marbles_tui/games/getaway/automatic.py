"""How a player decides who leaves it to the house."""

from __future__ import annotations

from marbles_tui.games.getaway.board import Toll
from marbles_tui.games.getaway.journey import Journey
from marbles_tui.games.getaway.moves import GO, PAY, Decision


def decide(position: Journey) -> Decision:
    """`pay` or `go`, where a toll leaves the choice.

    A ride towards the castle is taken for nothing; one back is worth paying off with up to half the purse.
    """
    traveller = position.travellers[position.actor]
    trail = position.course.trail
    toll = trail.squares[traveller.square].encounter
    assert isinstance(toll, Toll), "only tolls leave a choice"
    leads_on = min(toll.jump.targets(traveller.square, trail.last)) >= traveller.square
    word = GO if leads_on or 2 * position.due > traveller.gold else PAY
    return next(move for move in position.moves() if isinstance(move, Decision) and move.word == word)
