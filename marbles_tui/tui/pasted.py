"""What is done with a text that was pasted: moves and records are gone on with, or watched."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from marbles_tui.play import Match, recognise
from marbles_tui.play.pasting import complain, summarise
from marbles_tui.table.phrases import rules
from marbles_tui.tui.screens.game_menu import GameMenu

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

AFTER_PASTE: Final = 0.4
"""Seconds after a paste in which keys do not count: an escape character in it ends it, and the rest of it arrives
as if typed."""

WATCH: Final = "watch "
"""Begins what a paste is answered with where it is to be watched."""


def offer(app: Arcade, text: str, table: Match | None = None) -> None:
    """Recognise moves or a record, and ask before they are set up. `table`: the match on the screen, if any,
    whose start counts for bare moves of its game, and whose seats for all that names nobody."""
    found = recognise(text, app.games, table)
    readings = [(one, one.match) for one in found if one.match and one.match.plies]
    if not readings:
        app.notify("What was pasted is no match that could be gone on with.", severity="warning")
        return
    titles = [", ".join((match.game.title, *rules(match))) for _, match in readings]
    entries = [(str(at), f"{titles[at]}: {summarise(match)}") for at, (_, match) in enumerate(readings)]
    entries += [
        (f"{WATCH}{at}", "Watch it" if len(readings) == 1 else f"Watch it as {title}")
        for at, title in enumerate(titles)
    ]
    first = {match.game.key: reading for reading, match in reversed(readings)}
    faults = sorted({complain(reading) for reading in first.values() if reading.fault})
    note = f"Not all could be read. {' '.join(faults)}" if faults else ""

    def chosen(action: str | None) -> None:
        if action and action.startswith(WATCH):
            app.open_replay(readings[int(action.removeprefix(WATCH))][1])
        elif action:
            match = readings[int(action)][1]
            nobody = not any(seat.name or seat.level for seat in match.seats)
            if table and nobody and match.game is table.game and len(match.seats) == len(table.seats):
                match = replace(match, seats=table.seats)
            app.play_match(match)

    def ask() -> None:
        if not isinstance(app.screen, GameMenu):  # of an earlier paste
            app.push_screen(
                GameMenu([*entries, ("", "Leave it")], "Pasted: play on from here?", note), chosen
            )

    app.set_timer(AFTER_PASTE, ask)
