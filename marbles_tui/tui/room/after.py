"""What a guest is told after the end of a match of the house, and offered."""

from __future__ import annotations

from collections.abc import Sequence

from marbles_tui.core.text import enumerated
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.follower import Follower
from marbles_tui.table import phrases
from marbles_tui.tui.match.end_progress import rating_change
from marbles_tui.tui.match.end_words import Line, Part
from marbles_tui.tui.match.ending import Action, actions


def offers(follower: Follower) -> tuple[Action, ...]:
    """A rematch, or for spectators to leave; and what can be done with any match that is over."""
    others = [offered for offered in actions(follower.match) if offered.action in ("watch", "share")]
    return (_again(follower), *others)


def _again(follower: Follower) -> Action:
    wanted = follower.rematch_wanted
    if not follower.seats:
        if follower.next_room:
            return Action("enter", "Watch the next game", "Next game", "Next", "again")
        return Action("enter", "Leave the table", "Leave", "Leave", "again")
    if set(wanted) & set(follower.seats):
        waiting = f"Waiting for {_named(follower, _undecided(follower))}"
        return Action("enter", waiting, waiting, "Waiting", "again")
    if wanted:
        return Action("enter", "Accept the rematch", "Accept rematch", "Rematch", "again")
    return Action("enter", "Rematch, sides swapped", "Rematch", "Rematch", "again")


def _undecided(follower: Follower) -> list[int]:
    """The seats of people elsewhere who have not said that they want a rematch."""
    people = [seat for seat, sits in enumerate(follower.match.seats) if sits.level is None]
    return [seat for seat in people if seat not in (*follower.rematch_wanted, *follower.seats)]


def news(follower: Follower, before: Rating, after: Rating) -> tuple[Line, ...]:
    """What the match has done to the guest's rating, and who wants a rematch."""
    lines: list[Line] = []
    weight = follower.weight
    if not weight.share:
        lines.append(Line("Rating", ((f"Not rated: {weight.why}.", "quiet"),), "rating"))
    elif follower.rated and follower.seats and after.games > before.games:
        told = rating_change(round(before.number), round(after.number))
        less: tuple[Part, ...] = ((f"  ×{weight.share:.2g}: {weight.why}", "quiet"),) if weight.why else ()
        lines.append(Line("Rating", (*told, *less), "rating"))
    wanted = [seat for seat in follower.rematch_wanted if seat not in follower.seats]
    if wanted and not follower.next_room:
        verb = "wants" if len(wanted) == 1 else "want"
        lines.append(Line("Rematch", ((f"{_named(follower, wanted)} {verb} a rematch.", "best"),), "rematch"))
    return tuple(lines)


def _named(follower: Follower, seats: Sequence[int]) -> str:
    names = phrases.names(follower.match)
    return enumerated([names[seat] for seat in seats])
