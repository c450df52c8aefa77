"""The match of a day at its table: the day's draws, no way back, and a score to beat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from marbles_tui.play import Match
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import DailyMatch, share_match
from marbles_tui.play.puzzles.tries import Try
from marbles_tui.table.ending import EndAction, EndingLine
from marbles_tui.table.players import Choosing, Human
from marbles_tui.table.session import Session
from marbles_tui.table.tasks.playing import Occasion

NO_WAY_BACK: Final = "On the day's {} nothing can be undone: play it again as often as you like."
REFUSED: Final = ("undo", "redo", "players", "rematch", "swap", "setup_again", "hint", "for_me", "analysis")


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
            refused=dict.fromkeys(REFUSED, NO_WAY_BACK.format(called)),
            follows="it again",
            looks_up=False,
            offers=lambda _match, _turning: offers,
            lines=self.lines,
            over=self.over,
            does={"again": again, "further": lambda over: copy and copy(self.shared(over), "text")},
        )
