"""The day whose puzzles are today's, and what came of them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Game
from marbles_tui.core.text import enumerated
from marbles_tui.play.puzzles.daily import Daily, DailyMatch, daily, daily_match, time_of
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.text import with_puzzles
from marbles_tui.play.puzzles.tries import Try, tried_today
from marbles_tui.table.players import SearchService
from marbles_tui.table.puzzle_words import match_of

LOOK: Final = Limit(0.5)
"""The longest that a computer looks at a day's puzzle."""


def time_left() -> str:
    """How long today's puzzle stays: "in 9 h 12 min"."""
    minutes = -(-(86_400 - int(time.time()) % 86_400) // 60)
    hours, rest = divmod(minutes, 60)
    return f"in {hours} h {rest} min" if hours else f"in {rest} min"


class OfToday(NamedTuple):
    """One of the day's puzzles and matches, and the scored try at it."""

    daily: Daily | DailyMatch
    done: Try | None

    @property
    def told(self) -> str:
        """What came of it."""
        return went(self.daily, self.done) if self.done else "not tried yet"


def of_today(games: Sequence[Game], made: Sequence[Try], today: date) -> Iterator[OfToday]:
    """The day's puzzle of each game, that of the day's own game first; then the day's matches."""
    played = with_puzzles(games)
    first = daily(games, today).puzzle.game if played else None
    for game in sorted(played, key=lambda game: game is not first):
        yield OfToday(daily(games, today, game), tried_today(made, today.isoformat(), game.key))
    for game in filter(lambda game: game.day_match, games):
        yield OfToday(daily_match(game, today), tried_today(made, today.isoformat(), game.key))


def went(found: Daily | DailyMatch, done: Try) -> str:
    """What came of a try, in a few words."""
    if isinstance(found, DailyMatch):
        return f"{done.score} {found.rules.counted}, the house {found.score}"
    return f"solved, {time_of(done.seconds)}" if done.solved else "missed"


async def computers_at(puzzle: Puzzle, service: SearchService) -> str:
    """Which levels begin a puzzle as it has to be begun, in a sentence."""
    match, wanted = match_of(puzzle), {puzzle.solution[0], *puzzle.also}
    found: dict[bool, list[str]] = {True: [], False: []}
    for level in ladder_of(puzzle.game):
        thought = await service.think(match, level.key, LOOK)
        found[thought.move in wanted].append(level.title)
    right, wrong = found[True], found[False]
    if not right or not wrong:
        return "All of the computers begin it right." if right else "None of the computers begins it right."
    begins, does = "begins" if len(right) == 1 else "begin", "does" if len(wrong) == 1 else "do"
    return f"{enumerated(right)} {begins} it right; {enumerated(wrong)} {does} not."
