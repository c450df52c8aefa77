"""`marbles-tui daily`: the puzzle of the day, the same for everybody."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import click

from marbles_tui.cli import completion
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.failure import WRONG_USAGE, Failure, answering
from marbles_tui.cli.naming import find_game
from marbles_tui.games import GAMES
from marbles_tui.play.puzzles.daily import of_the_day
from marbles_tui.table.utc import utc_day


@click.command(short_help="Solve the puzzle of the day.")
@click.argument("game", required=False, shell_complete=completion.games)
@click.option("--date", "day", metavar="YYYY-MM-DD", help="Another day than today (UTC).")
@click.option("--text", is_flag=True, help="Solve it line by line, without the screen.")
@click.option("--days", is_flag=True, help="Show which days' puzzles you have solved, and solve nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print it as one JSON object.")
def daily(game: str | None, day: str | None, text: bool, days: bool, as_json: bool) -> int:
    """Solve the puzzle of the day: of GAME, or of the game whose turn it is.

    It follows from the date in UTC alone, and is the same for everybody. Of Gary's Great Getaway everybody gets the
    same rolls on the same board; choose the tolls, and bring more gold to the castle than the house.
    """
    answer: dict[str, Any] = {}
    with answering(answer, as_json):
        wanted = find_game(game) if game else None
        date_ = _day(day)
        try:
            found = of_the_day(GAMES, date_, wanted)
        except ValueError as error:
            raise Failure(str(error)) from error
        if days and as_json:
            raise Failure("--days has no --json: name one of them", WRONG_USAGE)
        if as_json:
            told = found.as_json()
            answer |= told
    if as_json:
        return 0
    if days:
        from marbles_tui.cli.puzzle_text import show_days

        return show_days(date_)
    if not text:
        return launch(daily=found)
    from marbles_tui.cli.puzzle_text import solve_daily_as_text

    return solve_daily_as_text(found)


@click.command(short_help="Show all that is for today, and how it went.")
@click.option("--text", is_flag=True, help="Print it as plain lines, without the screen.")
def today(text: bool) -> int:
    """Show the day's puzzles and matches, what came of your tries, how the computers did, and your streak."""
    if not text:
        return launch(today=True)
    from marbles_tui.cli.puzzle_text import show_today

    return show_today()


def _day(word: str | None) -> date:
    """The day that is meant: today in UTC where none is. Raises Failure."""
    if word is None:
        return utc_day()
    try:
        return datetime.strptime(word.strip(), "%Y-%m-%d").date()
    except ValueError:
        raise Failure(f"--date takes a day like 2026-11-22, not {word!r}", WRONG_USAGE) from None
