"""The match that is played next: the first one after the set-up, a rematch, the next of a series, another puzzle."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from marbles_tui.play import Match
from marbles_tui.play.series import DRAWN, next_in_series, rematch, told_apart
from marbles_tui.table.playing import Playing
from marbles_tui.table.start import today

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


def begin(app: Arcade, match: Match, mode: str) -> None:
    """Play a new match; the mode may be one of the goals of its game."""
    goal = next((goal for goal in match.game.goals if goal.key == mode), None)
    if goal and match.tag(DRAWN):
        app.call_later(play_puzzle, app, match.aimed_at(goal))  # not every drawn start has a solution
    else:
        app.play_match(match.aimed_at(goal) if goal else match)


def play_next(app: Arcade, match: Match, swap: bool = False) -> None:
    """Play what follows a match, with the seats moved round if `swap`."""
    if match.goal:
        app.call_later(play_puzzle, app, match)
    else:
        app.play_match(following(app, match, swap))


def play_again(app: Arcade, session: Playing) -> None:
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


async def play_puzzle(app: Arcade, match: Match) -> None:
    """Play for the goal of a match again, from a start drawn by chance that has a solution."""
    start = await app.engine.puzzle(match.game, app.random.randrange(1 << 32))
    again = following(app, match)
    tags = [(name, value) for name, value in again.tags if name != DRAWN] + [(DRAWN, "random")]
    setup = start or again.setup
    app.play_match(Match.new(match.game, setup=setup, seats=match.seats, date=again.date, tags=tags))
