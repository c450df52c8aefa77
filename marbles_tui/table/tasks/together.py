"""What is said at a table with people on other machines: who is here, what time there is, what they said or want."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import ceil, inf
from typing import Final, NamedTuple

from marbles_tui.core.text import enumerated, plural, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.played import has_hardly_begun
from marbles_tui.play.rating import Rating
from marbles_tui.table import phrases
from marbles_tui.table.clock import DAY, HOUR, MINUTE, Clock
from marbles_tui.table.ending import EndAction, EndingLine, Part, actions, rating_change
from marbles_tui.table.live import ChatLine as Spoken
from marbles_tui.table.live import TableContext, TableState

HELPS: Final = frozenset(
    ("hint", "for_me", "analysis", "look_on", "look_back", "look_along", "replay", "openings")
)
"""What tells of good moves, also of those that were made."""

CHANGES: Final = frozenset(("undo", "redo", "draw", "resign", "automatic", "hint", "for_me"))
"""What only those do who play."""

NAME: Final = 16
LONGEST: Final = 200
"""The most characters of a name and of a line that is said."""


class Said(NamedTuple):
    """A line that somebody said, as it is shown."""

    name: str
    words: str


# Words


def notes(context: TableContext, clock: Clock | None) -> tuple[str, ...]:
    """The time, the code, how many watch."""
    watching = len(context.spectators)
    return (
        context.control.words if clock else "",
        f"code {context.code}" if context.code else "",
        f"{watching} watching" if watching else "",
    )


def waits(state: TableState, context: TableContext, clocked: bool) -> str:
    """Who is waited for, in a sentence; "" where nobody elsewhere is."""
    if state.showing or state.stopped or state.asked is not None or state.thinking is not None:
        return ""
    names = phrases.names(state.match)
    if state.awaited is None:
        missing = enumerated([names[seat] for seat in context.waiting_for])
        goes_on = "goes on" if state.match.plies else "begins"
        return f"The game {goes_on} when {missing} sits down, or soon without them." if missing else ""
    name = names[state.awaited]
    if context.presence[state.awaited] != "gone":
        return f"Waiting for {name}."
    match context.claim_in:
        case None if clocked:
            return f"{name} is gone. The clock runs."
        case None:
            return f"{name} is gone. The game waits."
        case 0:
            return f"{name} is gone: ! claims the game."
    return f"{name} is gone. You may claim the game if they stay away."


def refused(state: TableState, context: TableContext) -> dict[str, str]:
    """What a guest cannot do, or not now, and why; the weightier reason stands lower."""
    runs = not state.stopped
    keeps = context.keeps_moves(state.match)
    no_marks = context.rated_between_people or (keeps and bool(context.seats))  # else a mark helps nobody
    reasons: tuple[tuple[bool, Collection[str], str], ...] = (
        (runs, ("rematch",), "The game is not over yet."),
        (runs and no_marks, ("threats",), "Nothing is marked in rated games."),
        (runs, HELPS, "Help is off in games of the lobby."),
        (keeps, ("undo",), "In a rated game against a computer no move can be undone."),
        (state.stopped, ("undo", "redo"), "The game is over."),
        (not context.seats, CHANGES, "You are watching this game."),
        (runs, ("players", "swap"), "The players of this game stay as they are."),
        (True, ("pause",), "Games of the lobby are not paused."),
    )
    return {action: why for holds, actions, why in reasons if holds for action in actions}


def what_resigning_costs(match: Match, context: TableContext) -> str:
    """Points of a rating, where it counts."""
    hardly_begun = has_hardly_begun(match) if context.rated_between_people else match.plies < 2
    return ", and it costs rating points" if context.rated and not hardly_begun else ""


# What is said


def said(context: TableContext, lines: Sequence[Spoken]) -> tuple[Said, ...]:
    """Lines as they are shown."""
    return tuple(Said(sanitize_line(line.name, NAME), _text(context, line)) for line in lines)


def _text(context: TableContext, line: Spoken) -> str:
    mark = "(watching) " if context.is_spectator(line.account) else ""
    return f"{mark}{sanitize_line(line.text, LONGEST)}"


def speakers(lines: Sequence[Spoken], own: str) -> dict[str, str]:
    """The names of the others who have said something, by account."""
    return {line.account: sanitize_line(line.name, NAME) for line in lines if line.account != own}


def of_players(before: TableContext, now: TableContext, state: TableState) -> Iterator[str]:
    """Who has come and gone, but for who is waited for and gone: `waits` says that."""
    match = state.match
    names = phrases.names(match)
    told = {"here": "is back" if match.plies else "is here", "away": "has left the table"}
    for seat, (was, is_now) in enumerate(zip(before.presence, now.presence, strict=True)):
        had_gone = (was, is_now) == ("gone", "away")
        is_waited_for = (seat, is_now) == (state.awaited, "gone")
        if was != is_now and seat not in now.seats and not had_gone and not is_waited_for:
            yield f"{names[seat]} {told.get(is_now, 'is gone')}."


def of_talk(before: TableContext, now: TableContext, own: tuple[str, str], chats: bool) -> Iterator[str]:
    """Who has come to watch, and what was said, to somebody with this account and name. Those who play read what is
    said by those who watch beside the board, or in the dialog, and nowhere else."""
    for name in now.spectators:
        if name not in before.spectators and name != own[1]:
            yield f"{sanitize_line(name, NAME)} watches."
    for line in now.lines if chats else ():
        unheard = now.seats and now.is_spectator(line.account)
        if line not in before.lines and line.account != own[0] and not unheard:
            yield f"{sanitize_line(line.name, NAME)}: {_text(now, line)}"


# After the end


def what_follows(match: Match, context: TableContext) -> tuple[EndAction, ...]:
    """A rematch, or for spectators and in tournaments to leave; and what can be done with any match that is over."""
    return (_again(match, context), *(one for one in actions(match) if one.action in ("watch", "share")))


def _again(match: Match, context: TableContext) -> EndAction:
    wanted, own = set(context.rematch_wanted), set(context.seats)
    if not own and context.next_room:
        return EndAction("enter", "Watch the next game", "Next game", "Next", "again")
    if not context.plays_again:
        return EndAction("enter", "Leave the table", "Leave", "Leave", "again")
    if wanted & own:
        people = (seat for seat, sits in enumerate(match.seats) if sits.level is None)
        waiting = f"Waiting for {_named(match, [seat for seat in people if seat not in wanted | own])}"
        return EndAction("enter", waiting, waiting, "Waiting", "again")
    if wanted:
        return EndAction("enter", "Accept the rematch", "Accept rematch", "Rematch", "again")
    return EndAction("enter", "Rematch, sides swapped", "Rematch", "Rematch", "again")


def outcome(match: Match, context: TableContext, before: Rating, after: Rating) -> tuple[EndingLine, ...]:
    """What the match has done to the guest's rating, and who wants a rematch."""
    lines: list[EndingLine] = []
    weight = context.weight
    if not weight.share:
        lines.append(EndingLine("Rating", ((f"Not rated: {weight.why}.", "quiet"),), "rating"))
    elif context.rated and context.seats and after.games > before.games:
        told = rating_change(round(before.number), round(after.number), after.margin)
        less: tuple[Part, ...] = (
            ((f"  counts {100 * weight.share:.2g} %: {weight.why}", "quiet"),) if weight.why else ()
        )
        lines.append(EndingLine("Rating", (*told, *less), "rating"))
    wanted = [seat for seat in context.rematch_wanted if seat not in context.seats]
    if wanted and not context.next_room:
        verb = "wants" if len(wanted) == 1 else "want"
        lines.append(
            EndingLine("Rematch", ((f"{_named(match, wanted)} {verb} a rematch.", "best"),), "rematch")
        )
    return tuple(lines)


def _named(match: Match, seats: Sequence[int]) -> str:
    names = phrases.names(match)
    return enumerated([names[seat] for seat in seats])


# Clocks


def time_left(seconds: float, daily: bool = False) -> str:
    """What is left: "4:07", "1:02:03"; of days a move "2 days left", "26 hours left"; "" where it has no end."""
    if seconds == inf:
        return ""
    if daily:
        for unit, length, least in (("day", DAY, 2), ("hour", HOUR, 1)):
            if round(seconds / length) >= least:
                return f"{plural(round(seconds / length), unit)} left"
        return f"{max(1, ceil(seconds / MINUTE))} min left"
    whole = ceil(seconds)
    hours, rest = divmod(whole, HOUR)
    if hours:
        return f"{hours}:{rest // MINUTE:02}:{rest % MINUTE:02}"
    return f"{rest // MINUTE}:{rest % MINUTE:02}"


def until_it_changes(seconds: float, daily: bool = False) -> float:
    """Seconds until these words are others, while the time runs; at least some."""
    unit = MINUTE if daily else 1
    return (seconds % unit) or float(unit)
