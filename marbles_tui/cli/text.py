"""A match played as plain lines, from stdin to stdout."""

from __future__ import annotations

import sys
from collections.abc import Callable

from marbles_tui.cli.failure import INTERRUPTED, Failure
from marbles_tui.cli.output import put_folded
from marbles_tui.store import MatchStore
from marbles_tui.store.log import logged
from marbles_tui.table.loop import complete
from marbles_tui.table.start import Start
from marbles_tui.text import TextTable


def play_as_text(open_table: Callable[[MatchStore], Start]) -> int:
    """Play the match that `open_table` gives until its player leaves; the exit status.

    The match is kept once it has a move. Raises Failure where there is none.
    """
    bear_any_encoding()
    store = MatchStore.open()
    status = 0
    try:
        try:
            opening = open_table(store)
        except ValueError as error:
            raise Failure(str(error)) from error
        if notice := store.take_notice():
            put_line(notice)
        if opening.match.has_goal:
            raise Failure("this is a puzzle, and puzzles need the screen: marbles-tui resume")
        table = TextTable(opening.match, store, ask_line, put_line, opening.saved)
        try:
            with logged():
                complete(table.play())
        except KeyboardInterrupt:
            status = INTERRUPTED
        if table.saved is not None and table.match.plies and not store.trouble:
            put_line(f"The game is saved: marbles-tui resume {table.saved} --text")
    finally:
        store.close()
    return status


def bear_any_encoding() -> None:
    """Read a question mark where stdin has what its encoding does not know."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")


async def ask_line() -> str | None:
    """The next line of stdin; None at its end."""
    try:
        return sys.stdin.readline() or None
    except UnicodeError:  # not even its beginning is in the encoding that was announced
        return None


def put_line(line: str) -> None:
    """Show a line at once: whoever reads a pipe waits for it."""
    put_folded(line)
