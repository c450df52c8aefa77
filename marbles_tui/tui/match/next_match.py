"""The match that is played next: the first one after the set-up, a rematch, the next of a series, another puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from marbles_tui.play import Match
from marbles_tui.play.series import DRAWN, next_in_series, rematch, told_apart
from marbles_tui.table.session import Session
from marbles_tui.table.start import today
from marbles_tui.tui.puzzles.made import open_one_turn

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


def begin(app: Arcade, match: Match, mode: str) -> None:
    """Play a new match; where the mode is one of the goals of its game, solve its start as a puzzle, or a new one if
    that is left to chance."""
    if any(goal.key == mode for goal in match.game.goals):
        app.call_later(open_one_turn, app, match.game, None if match.tag(DRAWN) else match)
    else:
        app.play_match(match)


def play_next(app: Arcade, match: Match, swap: bool = False) -> None:
    """Play what follows a match, with the seats moved round if `swap`."""
    if match.goal:
        app.call_later(open_one_turn, app, match.game)
    else:
        app.play_match(following(app, match, swap))


def play_again(app: Arcade, session: Session) -> None:
    """Try a goal that was missed again from its start; after anything else play what follows."""
    match = session.match
    if match.goal and not match.goal.reached(match):
        session.go_to(match.at(0).back(0))
    else:
        play_next(app, match)


def following(app: Arcade, match: Match, swap: bool = False) -> Match:
    """The next match of a series, or else a rematch; a start left to chance is drawn anew."""
    match = named_now(app, match)
    follower = None if swap else next_in_series(match, date=today(), random=app.random)
    return follower or rematch(match, date=today(), random=app.random, swap=swap)


def named_now(app: Arcade, match: Match) -> Match:
    """The match with the name that the one person in it has been given since."""
    people = [seat for seat, sits in enumerate(match.seats) if sits.level is None]
    if len(people) != 1 or not app.settings.name:
        return match
    seats, (own,) = list(match.seats), people
    if seats[own].name in ("", f"Player {own + 1}"):
        seats[own] = seats[own]._replace(name=app.settings.name)
    return replace(match, seats=tuple(told_apart(seats)))
