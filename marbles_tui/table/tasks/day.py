"""What a day brings: its puzzles, what came of them, and its match with a score to beat."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Final, NamedTuple

from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.levels import ladder_of
from marbles_tui.core import Game
from marbles_tui.core.text import enumerated
from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.puzzle import Puzzle, with_puzzles
from marbles_tui.play.puzzles.tries import (
    Daily,
    DailyMatch,
    Try,
    daily,
    daily_match,
    share_match,
    time_of,
    tried_today,
)
from marbles_tui.table.ending import EndAction, EndingLine
from marbles_tui.table.players import Choosing, Human, SearchService
from marbles_tui.table.puzzle_words import match_of
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.playing import Occasion

NO_WAY_BACK: Final = "On the day's {} nothing can be undone: play it again as often as you like."
ALIKE: Final = "The day's {} is the same for everybody, without help: play it again as often as you like."
REFUSED: Final = {
    **dict.fromkeys(("undo", "redo"), NO_WAY_BACK),
    **dict.fromkeys(("players", "rematch", "swap", "setup_again", "hint", "for_me", "analysis"), ALIKE),
}


def day_session(daily: DailyMatch, *, rolls: bool = True) -> Session:
    """The match of a day, with somebody at it. `rolls`: whether draws that people throw wait for them."""
    return Session(daily.match("You"), [Human()], dice=Choosing(daily.drawn), rolls=rolls)


class DayScore:
    """What somebody has reached on a day; the first try is kept."""

    def __init__(self, daily: DailyMatch, keep: Callable[[Try], object], today: date) -> None:
        """`keep` a try."""
        self.daily, self._keep, self._today = daily, keep, today
        self.made: Sequence[Try] = ()
        """The tries so far."""

    def over(self, match: Match) -> None:
        """Keep what was reached."""
        daily, reached = self.daily, self.daily.reached(match)
        if not tries.tried_today(self.made, daily.date, daily.game.key):
            won = reached > daily.score
            made = Try(daily.id, daily.game.key, 0, won, self._today, daily.date, score=reached)
            self.made = (*self.made, made)
            self._keep(made)

    def lines(self, match: Match) -> tuple[EndingLine, ...]:
        """What the house reached, and what could be had."""
        daily, reached = self.daily, self.daily.reached(match)
        told = "Level with the house"
        if reached != daily.score:
            told = "You beat the house" if reached > daily.score else "The house did better"
        first = f"{told}: {reached} {daily.rules.counted}, the house {daily.score}."
        return (
            EndingLine("The day", ((first, ""),), "day"),
            EndingLine("", ((f"The most that could be had: {daily.best}.", ""),), "day"),
        )

    def shared(self, match: Match) -> str:
        """The text to share."""
        return share_match(self.daily, self.daily.reached(match), tries.streak(self.made, self._today))

    def occasion(
        self, again: Callable[[Match], None] = lambda _: None, copy: Callable[[str, str], None] | None = None
    ) -> Occasion:
        """What the match is part of. `again` begins it anew, `copy` copies a text."""
        daily, called = self.daily, self.daily.rules.called
        offers = (
            EndAction("enter", f"The same {called} again", "Again", "Again", "again"),
            EndAction("s", "Share the story", "Share", "Share", "share"),
            EndAction("p", "Copy the day's result", "Copy the result", "Result", "further"),
        )
        return Occasion(
            notes=(f"{called} of the day, no. {daily.number}",),
            stakes=f"the house: {daily.score} {daily.rules.counted}",
            refused={action: told.format(called) for action, told in REFUSED.items()},
            follows="it again",
            looks_up=False,
            offers=lambda _match, _turning: offers,
            lines=self.lines,
            over=self.over,
            does={"again": again, "further": lambda over: copy and copy(self.shared(over), "text")},
        )


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
