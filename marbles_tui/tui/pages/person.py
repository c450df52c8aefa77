"""What the page tells of one person, in words and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from marbles_tui.ai.levels import known_levels, levels_of
from marbles_tui.core import Game
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.play.played import OMITTED
from marbles_tui.play.rating import START
from marbles_tui.play.statistics import ALONE, PEOPLE, HeadToHead, Progress, Statistics
from marbles_tui.table.progress import next_level, score_words

MONTHS: Final = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
DAY: Final = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")


class Row(NamedTuple):
    """An opponent and the score against it."""

    title: str
    score: HeadToHead


@dataclass(frozen=True, slots=True)
class GameRow:
    """A person in one game."""

    game: Game
    progress: Progress

    @property
    def played(self) -> bool:
        """Whether anything counts."""
        return self.progress.total.played > 0

    @property
    def left_out(self) -> int:
        """How many games do not count."""
        return sum(self.progress.left_out.values())

    @property
    def count(self) -> str:
        """ "42 games", "2 not counted" where none counts, "none yet"."""
        played = self.progress.total.played
        if not played and self.left_out:
            return f"{self.left_out:,} not counted"
        return plural(played, "game") if played else "none yet"

    @property
    def games(self) -> str:
        """ "42 games, 52% won"; as `count` where none counts."""
        total = self.progress.total
        if not total.played:
            return self.count if self.left_out else "no finished game yet"
        decided = total.won + total.drawn + total.lost
        share = f", {100 * total.won / decided:.0f}% won" if decided else ""
        return f"{plural(total.played, 'game')}{share}"

    @property
    def run(self) -> str:
        """ "last 2 won"."""
        streak, last = self.progress.total.streak, self.progress.last
        if abs(streak) > 1:
            return f"last {abs(streak)} {'won' if streak > 0 else 'lost'}"
        if last is None or last.score is None:
            return "last one alone" if last else ""
        return f"last one {'won' if last.score == 1 else 'lost' if last.score == 0 else 'drawn'}"

    @property
    def best_run(self) -> str:
        """ "best run 6"; "" without a win."""
        best = self.progress.total.best_streak
        return f"best run {best}" if best else ""

    def rows(self, room: int, unmet: bool = False) -> list[Row]:
        """The opponents, weakest first, people and nobody last; the weakest together in one row where there are
        too many for the room. `unmet`: those that were never met, too, where there is room."""
        titles = {level.key: level.title for level in known_levels(self.game)}
        against = self.progress.against
        met = [Row(title, against[key]) for key, title in titles.items() if key in against]
        strange = [key for key in against if key not in titles and key not in (PEOPLE, ALONE)]
        met += [Row(sanitize_line(key, 11), against[key]) for key in strange]
        others = [Row(words, against[key]) for key, words in OTHERS.items() if key in against]
        if unmet and len(levels_of(self.game)) + len(strange) + len(others) <= room:
            offered = {level.key for level in levels_of(self.game)} | set(against)
            met = [Row(title, self.progress.score(key)) for key, title in titles.items() if key in offered]
            met += [Row(sanitize_line(key, 11), against[key]) for key in strange]
        many = len(met) + len(others) - room
        if many > 0 and room > 0:
            weak, met = met[: many + 1], met[many + 1 :]
            met.insert(0, Row("weaker", sum((row.score for row in weak), HeadToHead())))
        return [*met, *others][:room]

    @property
    def records(self) -> list[tuple[str, str, str]]:
        """What was reached, with its name and on which board: ("Most gold", "61", "Night Train")."""
        progress = self.progress
        found = []
        for what, most in progress.records.items():
            best = [board for board, records in progress.boards.items() if records.get(what) == most]
            if most:
                where = board_title(self.game, best[0]) if best else ""
                found.append((capitalized(what), f"{most:,}", where))
        if progress.total.shortest_win is not None:
            found.append(("Fastest win", plural(progress.total.shortest_win, "turn"), ""))
        return found

    @property
    def on_boards(self) -> list[tuple[str, str]]:
        """The most gold on each board, where the game has several."""
        return [
            (board_title(self.game, board), f"{next(iter(records.values())):,}")
            for board, records in self.progress.boards.items()
            if records
        ]

    @property
    def change(self) -> str:
        """What the last ten rated games did to the rating: "+62 in 10"."""
        ratings = self.progress.ratings
        count = min(10, len(ratings))
        if not count:
            return ""
        before = ratings[-count - 1] if len(ratings) > count else START
        return f"{round(ratings[-1]) - round(before):+,} in {count}"

    @property
    def next(self) -> str:
        """ "Next: Adept in Egg Carton, won 0 of 3"."""
        return self._aim(f" in {self.game.title}")

    @property
    def next_here(self) -> str:
        """ "Next: Adept, won 0 of 3", where the game is named already."""
        return self._aim("")

    def _aim(self, where: str) -> str:
        level = next_level(self.game, self.progress)
        if level and not self.progress.score(level.key).played:
            return f"Next: beat {level.title}{where} in a {'rated ' if self.game.rated else ''}game"
        if level:
            return f"Next: {level.title}{where}, {score_words(self.progress.score(level.key))}"
        return f"All beaten{where}" if levels_of(self.game) else ""


OTHERS: Final = {PEOPLE: "People", ALONE: "Alone"}


@dataclass(frozen=True, slots=True)
class Person:
    """A person in all games."""

    name: str
    games: tuple[GameRow, ...]
    days: frozenset[str]

    @classmethod
    def of(cls, statistics: Statistics, name: str, games: Sequence[Game]) -> Person:
        """A person of the statistics."""
        found = statistics.progress(name, [game.key for game in games])
        days = frozenset(day for one in statistics.of(name) for day in one.days if DAY.fullmatch(day))
        return cls(name, tuple(GameRow(game, found[game.key]) for game in games), days)

    @property
    def total(self) -> HeadToHead:
        """The score of all games."""
        return sum((row.progress.total for row in self.games), HeadToHead())

    @property
    def counts(self) -> list[tuple[int, str]]:
        """The score of all games, with a word for each number: games, won, lost, drawn, alone, of the last four
        only what there is something of to tell."""
        total = self.total
        decided = total.won + total.lost + total.drawn
        alone = total.played - decided
        scores = [(total.won, "won"), (total.lost, "lost"), (total.drawn, "drawn")] if decided else []
        games = (total.played, "game" if total.played == 1 else "games")
        return [games, *scores, *([(alone, "alone")] if alone else [])]

    @property
    def since(self) -> str:
        """ "Since 3 May 2026, on 41 days"; "" where no record tells a day."""
        found = DAY.fullmatch(min(self.days, default=""))
        if not found:
            return ""
        year, month, day = map(int, found.groups())
        name = MONTHS[month - 1] if 1 <= month <= len(MONTHS) else str(month)
        return f"Since {day} {name} {year}, on {plural(len(self.days), 'day')}"

    @property
    def longest_run(self) -> str:
        """ "6, in Egg Carton"; "" without a win."""
        best = max(self.games, key=lambda row: row.progress.total.best_streak, default=None)
        run = best.progress.total.best_streak if best else 0
        return f"{run}, in {best.game.title}" if best and run else ""

    @property
    def left_out(self) -> int:
        """How many games do not count."""
        return sum(row.left_out for row in self.games)

    @property
    def not_counted(self) -> str:
        """ "Not counted: 6 games with hints, 2 puzzles"; "" where everything counts."""
        return f"Not counted: {self._left_out}" if self._left_out else ""

    def not_counted_within(self, room: int) -> str:
        """The same in so many columns; what there is no room for is told in one number."""
        reasons = self._reasons
        for shown in range(len(reasons), 0, -1):
            rest = sum(count for count, _ in reasons[shown:])
            words = [word for _, word in reasons[:shown]] + ([f"{rest:,} more"] if rest else [])
            told = f"Not counted: {', '.join(words)}"
            if len(told) <= room:
                return told
        return f"{plural(self.left_out, 'game')} not counted" if reasons else ""

    @property
    def none_counted(self) -> str:
        """ "1 game with hints: not counted.", for one who has played nothing that counts."""
        return f"{self._left_out}: not counted." if self._left_out else ""

    @property
    def _left_out(self) -> str:
        return ", ".join(words for _, words in self._reasons)

    @property
    def _reasons(self) -> list[tuple[int, str]]:
        """How many games do not count for each reason, as a number and in words."""
        reasons = []
        for why, (one, many) in OMITTED.items():
            count = sum(row.progress.left_out.get(why, 0) for row in self.games)
            reasons += [(count, f"{count:,} {one if count == 1 else many}")] if count else []
        return reasons


def board_title(game: Game, key: str) -> str:
    """What the board of a match is called."""
    if key not in game.setups:
        return "a board of your own"
    title, colon, _ = game.setups[key].partition(":")
    return title if colon and len(title) <= 24 else capitalized(key)


CURVE_LEAST: Final = 3
"""Ratings from which on they are drawn; fewer are told in numbers."""


def told_ratings(ratings: Sequence[float], room: int) -> str:
    """A few ratings and the start of all in numbers: "1,000 → 1,004 → 967"; "" where there is no room for them."""
    numbers = [f"{round(rating):,}" for rating in (START, *ratings)]
    return next((words for between in (" → ", "→") if len(words := between.join(numbers)) <= room), "")


def score_figures(score: HeadToHead) -> str:
    """A score in figures, won, drawn, lost: "12·1·1", "9·2" without a draw; "" where nothing is decided."""
    parts = [score.won, score.drawn, score.lost] if score.drawn else [score.won, score.lost]
    return "·".join(map(str, parts)) if score.won + score.drawn + score.lost else ""
