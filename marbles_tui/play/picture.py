"""A match as a picture, for notebooks and documents."""

from __future__ import annotations

from marbles_tui.core import CHANCE
from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play.match import TERMINATION, Match


def svg(match: Match) -> str:
    """The position as an SVG document, with what was moved last marked and a line about the match below it.

    What the players are to remember is not shown.
    """
    game = match.game
    paths = match.moves[-1].paths if match.moves else ()
    names = " – ".join(sanitize_line(name) for name in match.names)
    caption = f"{names}, {plural(match.plies, 'move')}. {standing(match)}"
    return game.svg(game.observe(match.position, match.options), paths[0] if paths else (), caption)


def standing(match: Match) -> str:
    """Whose turn it is, or how the match ended, in a sentence."""
    result = match.result
    if match.abandoned:
        return f"No result: {sanitize_line(match.tag(TERMINATION), 60)}."
    if result is None:
        who = sanitize_line(match.names[match.position.actor])
        return f"The dice roll for {who}." if match.turn == CHANCE else f"{who} to move."
    if not result.winners:
        return f"A draw: {result.reason}."
    winners = enumerated([sanitize_line(match.names[seat]) for seat in result.winners])
    return f"{winners} {'win' if len(result.winners) > 1 else 'wins'}: {result.reason}."
