"""What a guest is told after the end of a match of the house, and offered."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.play.rating import Rating
from marbles_tui.table import phrases
from marbles_tui.table.live import TableContext
from marbles_tui.tui.match.end_progress import rating_change
from marbles_tui.tui.match.end_words import Line, Part
from marbles_tui.tui.match.ending import Action, actions


def offers(match: Match, context: TableContext) -> tuple[Action, ...]:
    """A rematch, or for spectators to leave; and what can be done with any match that is over."""
    others = [offered for offered in actions(match) if offered.action in ("watch", "share")]
    return (_again(match, context), *others)


def _again(match: Match, context: TableContext) -> Action:
    wanted = context.rematch_wanted
    if not context.seats:
        if context.next_room:
            return Action("enter", "Watch the next game", "Next game", "Next", "again")
        return Action("enter", "Leave the table", "Leave", "Leave", "again")
    if set(wanted) & set(context.seats):
        waiting = f"Waiting for {_named(match, _undecided(match, context))}"
        return Action("enter", waiting, waiting, "Waiting", "again")
    if wanted:
        return Action("enter", "Accept the rematch", "Accept rematch", "Rematch", "again")
    return Action("enter", "Rematch, sides swapped", "Rematch", "Rematch", "again")


def _undecided(match: Match, context: TableContext) -> list[int]:
    """The seats of people elsewhere who have not said that they want a rematch."""
    people = [seat for seat, sits in enumerate(match.seats) if sits.level is None]
    return [seat for seat in people if seat not in (*context.rematch_wanted, *context.seats)]


def news(match: Match, context: TableContext, before: Rating, after: Rating) -> tuple[Line, ...]:
    """What the match has done to the guest's rating, and who wants a rematch."""
    lines: list[Line] = []
    weight = context.weight
    if not weight.share:
        lines.append(Line("Rating", ((f"Not rated: {weight.why}.", "quiet"),), "rating"))
    elif context.rated and context.seats and after.games > before.games:
        told = rating_change(round(before.number), round(after.number))
        less: tuple[Part, ...] = ((f"  ×{weight.share:.2g}: {weight.why}", "quiet"),) if weight.why else ()
        lines.append(Line("Rating", (*told, *less), "rating"))
    wanted = [seat for seat in context.rematch_wanted if seat not in context.seats]
    if wanted and not context.next_room:
        verb = "wants" if len(wanted) == 1 else "want"
        lines.append(Line("Rematch", ((f"{_named(match, wanted)} {verb} a rematch.", "best"),), "rematch"))
    return tuple(lines)


def _named(match: Match, seats: Sequence[int]) -> str:
    names = phrases.names(match)
    return enumerated([names[seat] for seat in seats])
