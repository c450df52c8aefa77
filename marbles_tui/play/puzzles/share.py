"""The text to share of a day's puzzle: at most six lines, and no move of the solution."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.text import ordinal, plural
from marbles_tui.play.puzzles.daily import Daily, DailyMatch
from marbles_tui.play.puzzles.tries import Streak

RIGHT: Final = "●"
MISSED: Final = "○"
MOST_SIGNS: Final = 24


def share(daily: Daily, marks: str, number: int, hints: int, seconds: float, streak: Streak) -> str:
    """What to tell others. `marks` has one RIGHT or MISSED for each of the solver's moves, `number` is that of the
    try that solved it, 0 if none did."""
    title = f"Marbles daily {daily.number}, {daily.puzzle.title}"
    signs = marks if len(marks) <= MOST_SIGNS else f"{marks[:MOST_SIGNS]}…"
    told = f"{ordinal(number)} try" if number else "not yet"
    helped = f", {plural(hints, 'hint')}" if hints else ""
    clock = f", {time_of(seconds)}" if number else ""
    return "\n".join([title, f"{signs} {told}{helped}{clock}".strip(), *_days(streak)])


def share_match(daily: DailyMatch, reached: int, streak: Streak) -> str:
    """The same of a day's match."""
    told = f"{reached} {daily.rules.counted}, the house {daily.score}"
    signs = RIGHT if reached > daily.score else MISSED
    return "\n".join([f"Marbles daily {daily.number}, {daily.game.title}", f"{signs} {told}", *_days(streak)])


def time_of(seconds: float) -> str:
    """Minutes and seconds: 0:48."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def _days(streak: Streak) -> list[str]:
    if streak.days < 2:
        return []
    week = "".join(RIGHT if day else MISSED for day in streak.week)
    return [f"{streak.days} days running", week]
