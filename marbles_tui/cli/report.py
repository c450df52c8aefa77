"""A match as `replay` shows it: as an object, and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marbles_tui.cli.failure import WRONG_USAGE, Failure, error_of
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play import Fault, Match
from marbles_tui.play.picture import standing
from marbles_tui.play.story import narrate


def blank(key: str | None = None) -> dict[str, Any]:
    """The object of a record of which nothing could be read."""
    return {
        "game": key,
        "options": {},
        "setup": None,
        "seats": [],
        "plies": 0,
        "turn": None,
        "actor": None,
        "result": "*",
        "reason": None,
        "position": None,
        "moves": [],
        "warnings": [],
        "error": None,
    }


def describe(match: Match, warnings: Sequence[str], fault: Fault | None) -> dict[str, Any]:
    """The object of a match; seats are numbered from 1, and 0 is chance."""
    game, position, result, turn = match.game, match.position, match.result, match.turn
    return {
        "game": game.key,
        "options": dict(match.options),
        # A whole board that stands in the record is no name and no position text.
        "setup": None if match.setup and "\n" in match.setup else match.setup,
        "seats": list(match.names),
        "plies": match.plies,
        "turn": None if turn is None else turn + 1,
        "actor": None if turn is None else position.actor + 1,
        "result": str(result) if result else "*",
        "reason": result.reason if result else None,
        "position": game.write(position) if game.has_text else None,
        "moves": [str(move) for move in match.moves],
        **game.facts(position, match.names),
        **({"narrative": list(narrate(match))} if game.told_as_story else {}),
        "warnings": list(warnings),
        "error": error_of(fault.message, fault.ply, fault.word) if fault else None,
    }


def show(match: Match) -> str:
    """The match for a person: who plays, the position, and whose turn it is or how it ended."""
    names = " – ".join(sanitize_line(name) for name in match.names)
    chosen = [f"{name} {value}" for name, value in match.unusual.items()]
    title = ", ".join([f"{match.game.title}: {names}", *chosen, plural(match.plies, "move")])
    return f"{title}\n\n{match.game.diagram(match.position)}\n\n{standing(match)}"


def at_ply(match: Match, ply: int) -> Match:
    """The match after so many plies. Raises Failure if it never had that many."""
    if ply > match.plies:
        raise Failure(f"there is no move {ply}: expected 0 to {match.plies}", WRONG_USAGE)
    return match.at(ply)
