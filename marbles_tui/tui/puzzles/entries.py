"""What can be chosen in the puzzle room: the day's puzzles, what is due again, and the puzzles of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.daily import Daily, daily
from marbles_tui.play.puzzles.journey import DailyJourney, daily_journey
from marbles_tui.play.puzzles.puzzle import MARKS, Puzzle
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped, with_puzzles
from marbles_tui.play.puzzles.tries import Try

MOST_DUE: Final = 3
"""Puzzles due again that are listed; the rest follow when these are solved."""

ANY: Final = ""


class Entry(NamedTuple):
    """A puzzle to choose, with what is known of it."""

    section: str
    title: str
    marks: int
    number: int
    solved: bool | None
    """How the last try at it went; None before the first."""

    puzzle: Puzzle | None = None
    daily: Daily | DailyJourney | None = None


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which puzzles of which game are listed: of a difficulty from 1 to 5, 0 for any, and of a theme, "" for any."""

    game: Game
    marks: int = 0
    theme: str = ANY


def entries(
    games: Sequence[Game], wanted: Wanted, made: Sequence[Try], today: date, own: Sequence[Puzzle] = ()
) -> list[Entry]:
    """All that can be chosen, section by section."""
    last = {each.puzzle: each.solved for each in made}
    found = [*_of_the_day(games, made, today)]
    for name in tries.due(made, today)[:MOST_DUE]:
        puzzle = find_puzzle(games, name)
        if puzzle:
            found.append(Entry("due again", puzzle.title, puzzle.marks, puzzle.difficulty, False, puzzle))
    found += [_entry("your own", puzzle, last) for puzzle in own if puzzle.game is wanted.game]
    found += [_entry(wanted.game.title, puzzle, last) for puzzle in listed(wanted)]
    return found


def listed(wanted: Wanted) -> list[Puzzle]:
    """The puzzles that ship of what is wanted, the easiest first."""
    return [
        puzzle
        for puzzle in shipped(wanted.game)
        if wanted.marks in (0, puzzle.marks) and wanted.theme in (ANY, *puzzle.themes)
    ]


def themes_of(game: Game) -> list[str]:
    """The themes of a game's puzzles, the most frequent first."""
    counts: dict[str, int] = {}
    for puzzle in shipped(game):
        for theme in puzzle.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return sorted(counts, key=lambda theme: (-counts[theme], theme))


def next_marks(marks: int) -> int:
    """The next difficulty, any after the hardest."""
    return (marks + 1) % (MARKS + 1)


def next_theme(game: Game, theme: str) -> str:
    """The next theme, any after the last."""
    themes = [ANY, *themes_of(game)]
    return themes[(themes.index(theme) + 1) % len(themes)] if theme in themes else ANY


def _entry(section: str, puzzle: Puzzle, last: Mapping[str, bool]) -> Entry:
    short = puzzle.id.rpartition("-")[2]  # tells those with the same goal apart
    title = f"{puzzle.goal}  {short}"
    return Entry(section, title, puzzle.marks, puzzle.difficulty, last.get(puzzle.id), puzzle)


def _of_the_day(games: Sequence[Game], made: Sequence[Try], today: date) -> list[Entry]:
    """The day's puzzle of each game, that of the day's own game first; then the journey."""
    found: list[Entry] = []
    played = with_puzzles(games)
    if played:
        first = daily(games, today).puzzle.game
        for game in sorted(played, key=lambda game: game is not first):
            each = daily(games, today, game)
            done = tries.tried_today(made, each.date, game.key)
            puzzle = each.puzzle
            title, state = puzzle.title, done.solved if done else None
            found.append(Entry("today", title, puzzle.marks, puzzle.difficulty, state, puzzle, each))
    if GETAWAY in games:
        journey = daily_journey(today)
        done = tries.tried_today(made, today.isoformat(), GETAWAY.key)
        title = f"Getaway: beat {journey.score} gold"
        found.append(Entry("today", title, 0, 0, done.solved if done else None, None, journey))
    return found
