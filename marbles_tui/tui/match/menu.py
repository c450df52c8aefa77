"""What the game menu offers at a match."""

from __future__ import annotations

from marbles_tui.ai.levels import computers_of
from marbles_tui.play import Match
from marbles_tui.tui.match.view import MatchView


def entries(match: Match, view: MatchView) -> list[tuple[str, str]]:
    """The game menu of a match that is played: actions and their names."""
    alone = is_alone(match)
    running = not match.stopped
    named: list[tuple[str, str]] = []
    if running and computers_of(match.game):
        named += [("hint", "Hint: suggest a move"), ("for_me", "Let the computer move for you")]
    if running and match.game.has_kernel:
        named.append(("analysis", "Analysis: show or hide"))
    named += [("undo", "Undo"), ("redo", "Redo"), *(view.choosing_menu if running else ()), *view.menu]
    if running:
        named.append(("pause", "Pause or go on"))
    if running and not match.has_goal:
        named.append(("players", "Players..."))
    named.append(("replay", "Watch and review"))
    people = any(seat.level is None for seat in match.seats)
    if people and match.result is None and not alone:
        named += [("draw", _draw(match)), ("resign", "Resign")]
    named.append(("rematch", "Rematch"))
    if not alone:
        named.append(("swap", "Rematch, sides swapped"))
    named += [
        ("app.setup_again", "New game..."),
        ("copy", "Copy the record"),
        ("app.settings", "Settings"),
        ("app.help", "Rules and keys"),
        ("leave", "Back to the menu"),
    ]
    return [(name if "." in name else f"screen.{name}", title) for name, title in named]


def _draw(match: Match) -> str:
    mine = match.claimable and match.seats[match.position.actor].level is None
    return "Claim a draw: threefold repetition" if mine else "Offer a draw"


def is_alone(match: Match) -> bool:
    """Whether one person plays for themselves, with nobody to agree with or to resign to."""
    return match.has_goal or len(match.seats) == 1
