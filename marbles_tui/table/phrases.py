"""Sentences about a match as a whole; what happens in it, its game tells itself."""

from __future__ import annotations

from collections.abc import Container, Sequence

from marbles_tui.core import CHANCE, Move
from marbles_tui.core.text import YOU, capitalized, enumerated, ordinal, sanitize_line, spoken
from marbles_tui.play import Match
from marbles_tui.play.match import MOST_PLIES
from marbles_tui.play.played import people_of
from marbles_tui.play.series import place_in_series, score

NAME = 24
"""The most columns a name takes in a sentence."""


def name(match: Match, seat: int) -> str:
    """A seat's name, sanitized and short; whoever is alone with computers and has none is spoken to."""
    return YOU if people_of(match)[seat] == "" else sanitize_line(match.names[seat], NAME)


def names(match: Match) -> tuple[str, ...]:
    """All seats' names, sanitized and short."""
    return tuple(name(match, seat) for seat in range(len(match.seats)))


def verdict(match: Match) -> str:
    """How a match ended, "" while it runs; in a series with its score."""
    result = match.result
    if not result:
        return ""
    if not result.winners:
        told = {
            "agreed": "Draw agreed.",
            "repetition": "A draw: the position stands for the third time.",
            "length": f"A draw: the game has {MOST_PLIES:,} moves.",
        }
        return f"{told.get(result.reason, 'A draw.')}{standings(match)}"
    winners = enumerated([name(match, seat) for seat in result.winners])
    losers = enumerated([who for seat, who in enumerate(names(match)) if seat not in result.winners])
    verb = "win" if len(result.winners) > 1 else "wins"
    first = {"resigned": f"{losers} resigned. ", "left": f"{losers} left. "}.get(result.reason, "")
    why = {"tag": ", says the record", "time": " on time"}.get(result.reason, "")
    return spoken(f"{first}{winners} {verb}{why}.{standings(match)}", names(match))


def standings(match: Match) -> str:
    """The score of a series, as a sentence that follows another; "" where there is no series."""
    if place_in_series(match) == (1, 1):
        return ""
    points = [f"{who} {had:g}" for who, had in zip(names(match), score(match), strict=True)]
    return f" Series: {', '.join(points)}."


def rules(match: Match, told: Container[str] = ()) -> tuple[str, ...]:
    """The options that are not as usual, but for those that are `told` elsewhere, a word or two each: "rogers",
    "memory on", "toll choose"."""
    return tuple(
        value if name == "rules" else f"{name} {value}"
        for name, value in match.unusual.items()
        if name not in told
    )


def unusual_rules(match: Match) -> str:
    """The rules that are not the usual ones, as sentences; "" where all are."""
    unusual, told = match.unusual, list[str]()
    for option in match.game.options:
        if option.name in unusual:
            value = unusual[option.name]
            words = option.sentence or f"{capitalized(option.text)}: {{value}}."
            told.append(words.format(value=value, ordinal=ordinal(int(value)) if value.isdigit() else value))
    return " ".join(told)


def stepped(before: Match, match: Match) -> str:
    """What a step back or forth has undone or done again: "Undone: B.", "Redone: B and E."; "" where it was none."""
    if before.ending and not match.ending and before.plies == match.plies:
        return "The ending is undone."
    back = before.plies - match.plies
    if back > 0 and match.forward(back).moves == before.moves:
        if match.turn == CHANCE and match.game.is_thrown(match.position):
            return f"The roll of {str(before.moves[match.plies]).removeprefix('*')} is undone."
        return _listed("Undone", before.moves[match.plies :])
    if back < 0 and before.forward(-back).moves == match.moves:
        return _listed("Redone", match.moves[before.plies :])
    return ""


def _listed(deed: str, moves: Sequence[Move]) -> str:
    """What was done to moves; of more than two, or where the second is a roll, the first alone is named."""
    first, *others = (f"the roll of {move[1:]}" if move.startswith("*") else move for move in map(str, moves))
    if len(others) == 1 and not str(moves[1]).startswith("*"):
        return f"{deed}: {first} and {others[0]}."
    return f"{deed}: {first} and what followed it." if others else f"{deed}: {first}."


def first_turn(match: Match) -> str:
    """Who begins, where it has not begun; "" where nobody else plays, or the board asks for a roll."""
    if match.plies or match.goal or match.stopped or len(match.seats) == 1 or match.game.told_as_story:
        return ""
    return spoken(f"{name(match, match.position.actor)} begins.", names(match))


def last_move(match: Match) -> str:
    """What the last move was, "" before the first."""
    if not match.moves:
        return ""
    before, move = match.positions[-2], str(match.moves[-1])
    drawn = "rolled" if match.game.is_thrown(before) else "drew"
    did = drawn if move.startswith("*") else "played"
    return f"{name(match, before.actor)} {did} {move.removeprefix('*')}."
