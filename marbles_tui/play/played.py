"""What one finished match adds to the statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, Literal, NamedTuple, TypeAlias

from marbles_tui.core import Event
from marbles_tui.core.game import Finished
from marbles_tui.play.match import Match, shown
from marbles_tui.play.rating import counts
from marbles_tui.play.series import CHANGED, ROOM

LONGEST_SHOWN: Final = 5_000
"""Plies up to which a match is read to be shown in a list."""

YOU: Final = ""
"""The name by which the nameless person at the keyboard counts: the only person of a match."""

Omission: TypeAlias = Literal[
    "", "help", "undo", "puzzle", "players", "start", "paste", "position", "short", "keyboard", "early"
]
"""Why a match does not count: hints or the analysis helped, a move was taken back, it was played for a goal, others
sat down in the middle of it, it went on from the middle of another match or from pasted moves, began at a position
that somebody typed, was shorter than usual, was played by several people at one keyboard, who may be one, or was
given up when it had hardly begun; "" if it counts."""

GIVEN: Final = ("resigned", "left", "time", "tag")
"""How a match is won without winning it on the board."""

LEAST_TURNS: Final = 3
"""Turns that each of several people must have had for a match to count that was not decided on the board."""

OMITTED: Final[Mapping[Omission, tuple[str, str]]] = {
    "help": ("game with hints", "games with hints"),
    "undo": ("game with moves undone", "games with moves undone"),
    "players": ("game with players changed", "games with players changed"),
    "start": ("game gone on with from another", "games gone on with from others"),
    "paste": ("game with pasted moves", "games with pasted moves"),
    "position": ("game from a typed position", "games from typed positions"),
    "short": ("short game", "short games"),
    "keyboard": ("game at one keyboard", "games at one keyboard"),
    "early": ("game given up at once", "games given up at once"),
    "puzzle": ("puzzle", "puzzles"),
}
"""What does not count, one and several of them, in the order in which it is told."""


class CountedMatch(NamedTuple):
    """What a finished match adds to the statistics.

    By seat: `people` has None for a computer and for one of several people without a name, `levels` what
    `Seat.computer` says and "" for a person, `turns` how many turns the seat had, `records` what the game counts of
    those in `people`. `board` is the key of the board where a game has several; `date` as the record has it.
    """

    game: str
    people: tuple[str | None, ...]
    levels: tuple[str, ...]
    scores: tuple[float, ...]
    turns: tuple[int, ...]
    records: tuple[Mapping[str, int], ...]
    rated: bool = False
    board: str = ""
    reason: str = ""
    date: str = ""
    omission: Omission = ""
    feats: tuple[Sequence[str], ...] = ()
    """By seat the keys of what was achieved."""
    length: int = 0
    """How many turns the match had, as `length_of` counts them."""


def played(match: Match) -> CountedMatch | None:
    """What a match adds; None if it is not over, or nobody has played whom statistics know."""
    result = match.result
    people = people_of(match)
    if result is None or all(name is None for name in people):
        return None
    omission = _omission(match)
    measured = match.game.measures(match.setup, match.options) if not omission else {}
    counting = not omission and bool(measured or match.game.achievements)
    events = list(shown(match)) if counting else []
    turns = turns_of(match)
    return CountedMatch(
        match.game.key,
        people,
        tuple(seat.computer or "" for seat in match.seats),
        tuple(result.scores),
        turns,
        tuple(
            {what: most(events, at) for what, most in measured.items()} if name is not None else {}
            for at, name in enumerate(people)
        ),
        match.game.rated and len(match.seats) == 2,
        board_key(match) if match.game.board_files else "",
        result.reason,
        match.date,
        omission,
        tuple(
            _feats(match, at, turns[at], events) if counting and name is not None else ()
            for at, name in enumerate(people)
        ),
        length_of(match),
    )


def _feats(match: Match, seat: int, turns: int, events: Sequence[Sequence[Event]]) -> tuple[str, ...]:
    """The keys of what a seat has achieved in a match that is over."""
    result = match.result
    assert result, "the match is over"
    plies = [(position.actor, ply) for position, ply in zip(match.positions, events, strict=False)]
    shared = len(result.winners) == len(match.seats) > 1
    won = seat in result.winners and not shared and result.reason not in GIVEN
    finished = Finished(seat, won, result.reason, turns, plies, match.position)
    return tuple(feat.key for feat in match.game.achievements if feat.earned(finished))


def _omission(match: Match) -> Omission:
    if match.has_goal:
        return "puzzle"
    if sum(seat.level is None for seat in match.seats) > 1:
        if not match.tag(ROOM):
            return "keyboard"
        if match.ending and has_hardly_begun(match):
            return "early"
    if counts(match):
        return ""
    changed = match.tag(CHANGED)
    return next((why for why in OMITTED if why == changed), "help")


def has_hardly_begun(match: Match) -> bool:
    """Whether not each of those who play has had LEAST_TURNS yet."""
    turns = zip(turns_of(match), match.seats, strict=True)
    return min(had for had, seat in turns if seat.level is None) < LEAST_TURNS


def people_of(match: Match) -> tuple[str | None, ...]:
    """By seat the name that a match counts for: YOU for a person without one who is alone with computers."""
    alone = sum(seat.level is None for seat in match.seats) == 1
    return tuple(
        None if seat.level is not None else seat.name if seat.named else YOU if alone else None
        for seat in match.seats
    )


def board_key(match: Match) -> str:
    """What tells the board of a match from others: its name, or a digest of its text."""
    name = match.game.named(match.setup)
    return name or sha256((match.setup or "").encode(errors="replace")).hexdigest()[:16]


def turn_numbers(match: Match) -> list[int]:
    """The number of the turn, from 1, in which each position of a match stands, the one now included. In a turn each
    seat moves once, as records count; but who is the last on a trail still has turns."""
    number, last, found, before = 0, len(match.seats), list[int](), None
    for position in match.positions:
        number += match.game.begins_turn(position, before) and position.actor <= last
        last, before = position.actor, position
        found.append(number)
    return found


def length_of(match: Match) -> int:
    """How many turns a match had that is over: with the one in which it was given up, else up to its last move; 0
    without a move."""
    if not match.plies or not match.result:
        return 0
    return turn_numbers(match)[-1 if match.result.reason in GIVEN else -2]


def turns_of(match: Match) -> tuple[int, ...]:
    """How many turns each seat has had."""
    turns, before = [0] * len(match.seats), None
    for position, _ in zip(match.positions, match.moves, strict=False):
        turns[position.actor] += match.game.begins_turn(position, before)
        before = position
    return tuple(turns)
