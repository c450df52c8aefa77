"""What the game menu offers at a table of the house, by what the guest may do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marbles_tui.play import Match
from marbles_tui.tui.match.view import MatchView
from marbles_tui.tui.widgets.panels import Key


def entries(
    match: Match,
    view: MatchView,
    *,
    plays: bool,
    turn: bool,
    gone: str,
    speakers: Mapping[str, str],
    other: str,
    answers: Sequence[Key],
) -> list[tuple[str, str]]:
    """Actions and their names. `plays`: whether the guest has a seat, `turn`: whether it is their turn; `gone`: whose
    absence they may claim the game for; `speakers`: the names of those who have said something, by account; `other`:
    the game that waits for them elsewhere; `answers`: the keys that answer what is asked, or withdraw it."""
    running = not match.stopped
    named: list[tuple[str, str]] = []
    if other:
        named.append(("company('other_game')", f"Your turn: {other}"))
    named += [(key.action.removeprefix("screen."), key.does.capitalize()) for key in answers]
    if running and plays:
        if gone:
            named.append(("company('claim')", f"Claim the game: {gone} is gone"))
        named += [("undo", "Ask to take a move back")] if match.plies else []
        named += [("redo", "Ask to redo a move")] if match.undone else []
        claims = match.claimable and turn
        named += [
            ("draw", "Claim a draw: threefold repetition" if claims else "Offer a draw"),
            ("resign", "Resign"),
        ]
    if not running:
        named.append(("rematch", "Rematch, sides swapped") if plays else ("rematch", "Leave the table"))
        named.append(("replay", "Watch and review"))
    named += [
        ("company('say')", "Say something"),
        *(view.choosing_menu if running and plays else ()),
        *view.menu,
    ]
    named += [(f"mute('{id}')", f"Do not show what {name} says") for id, name in speakers.items()]
    named += [
        ("copy", "Copy the record"),
        ("app.settings", "Settings"),
        ("app.help", "Rules and keys"),
        ("leave", "Leave the table; your seat is kept" if plays and running else "Leave the table"),
    ]
    return [(name if name.startswith("app.") else f"screen.{name}", title) for name, title in named]
