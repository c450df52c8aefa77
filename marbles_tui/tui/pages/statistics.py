"""Statistics of everybody who has played: how often they won, what they achieved, how strong they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final, NamedTuple

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content

from marbles_tui.ai.levels import ratings
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.played import GIVEN, people_of
from marbles_tui.play.reading import read_match
from marbles_tui.play.statistics import Statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.library import Filter, Order
from marbles_tui.store.rows import Entry
from marbles_tui.store.statistics_cache import Unread, entries_of, statistics_of
from marbles_tui.table.achievements import achievements_of, count_words
from marbles_tui.table.progress import score_words
from marbles_tui.tui.games import VIEWS, short_name
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.pictures import Curve, Figures, SmallBoard
from marbles_tui.tui.kit.row_list import Item, RowList, heading
from marbles_tui.tui.kit.rows import INKS, Cell, Row, bar
from marbles_tui.tui.page import CHOOSE, WHICH, Shelf
from marbles_tui.tui.pages.person import GameRow, Person, score_figures, told_ratings

EMPTY: Final = "Nothing here yet. Play a game: it counts from the first."
COUNTS: Final = "A game against a computer counts, from start to end without hints."

SHORTEST: Final = 8
"""Won matches, the shortest first, among which one that was won on the board is looked for."""

SHOWN: Final = 12
"""Plies of it that are played."""

CURVE_LEAST: Final = 3
"""Ratings from which on they are drawn; fewer are told in numbers."""

BAR: Final = 18
"""Columns of a bar."""


class Best(NamedTuple):
    """A match that was won, and when."""

    match: Match
    entry: Entry


class StatisticsScreen(Shelf[None]):
    """The games of one person, all about the one that is pointed at; other people are left and right of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Previous player", show=False, id="statistics.left"),
        Binding("right", "turn(1)", "Next player", show=False, id="statistics.right"),
        Binding("a", "achievements", "Achievements", id="statistics.achievements"),
        Binding("escape,q", "back", "Back", id="statistics.back"),
    ]

    TITLE_LINE, help_page = "Statistics", "statistics"

    BESIDE = ("empty", Figures, "facts")
    LEFT = (partial(RowList, id="games"), "against", "rating", Curve, partial(RowList, id="feats"))
    STAGE = ("game", SmallBoard, "records")

    def __init__(self) -> None:
        super().__init__()
        self._found = Statistics()
        self._names: list[str] = []
        self._at = 0
        self._counting = "Counting..."
        self._best: dict[tuple[str, str], Best | None] = {}
        self.person: Person | None = None

    def on_mount(self) -> None:
        """Begin to count."""
        self.add_class("-empty")
        self.dress()
        self._count()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        if self.person:
            self._show_person()
        else:
            self._show_note(self._counting)

    def on_resize(self) -> None:
        """There is more or less room."""
        self.dress()

    # Counting

    @work(exclusive=True)
    async def _count(self) -> None:
        """Show what is in the cache, then work out what is not, some matches at a time; what is left is not lost."""
        ask, of_levels = self.app.store.ask, ratings(self.app.games)
        missing, done = await ask(lambda store: store.statistics.missing()), 0
        page: list[Unread] = []
        while page := await ask(_next_page, page):
            entries = await asyncio.to_thread(entries_of, page, self.app.games)
            await ask(_enter, page, entries)
            done += len(page)
            self.call_later(self._show_note, f"Counting: {done:,} of {missing:,} games...")
        entries = await ask(lambda store: store.statistics.entries())
        found = await asyncio.to_thread(statistics_of, entries, of_levels)
        self.call_later(self._show, found)

    def _show_note(self, words: str) -> None:
        """Say how far the counting is, or why there is nobody to show."""
        self._counting = words
        self.note(words)
        self.put("empty", words)
        self._tell_keys()

    def _show(self, found: Statistics) -> None:
        """Show the player of the settings, whatever they have played, or the one who is shown already."""
        before = self.person.name if self.person else None
        self._found = found
        known = sorted(found.names())  # YOU, who has no name, is first
        self._names = [*dict.fromkeys([self.app.settings.name, *known])]
        self._at = self._names.index(before) if before in self._names else 0
        self._show_person()

    # Showing

    def _show_person(self) -> None:
        if not self._names:
            return
        person = self.person = Person.of(self._found, self._names[self._at], self.app.games)
        told = [sanitize_line(name or "You", 24) for name in self._names]
        others = told[self._at + 1 :] + told[: self._at]
        self.note(f"◀ {told[self._at]} ▶  {others[0]}" if others else told[0])
        played = person.total.played > 0
        self.set_class(not played, "-empty")
        if not played:
            self.put("empty", f"{person.none_counted}\n{COUNTS}" if person.not_counted else EMPTY)
            self._tell_keys()
            return
        roles = {"won": "accent", "drawn": "secondary", "lost": "muted"}
        self.query_one(Figures).counts = tuple(
            (count, word, roles.get(word, "text")) for count, word in person.counts
        )
        self.rows.show([self._game_item(row) for row in person.games])
        if self.focused is None:
            self.rows.focus()
        self._tell_keys()

    def _game_item(self, row: GameRow) -> Item:
        total, rating = row.progress.total, row.progress.rating
        counts = (total.won, total.drawn, total.lost)
        cells = [
            Cell(short_name(row.game)),
            Cell(row.count, 14, "not bold $text-muted", since=80),
            *(
                Cell(
                    bar(self.app.look, wide, counts) if any(counts) else "",
                    wide + 1,
                    since=since,
                    until=until,
                )
                for wide, since, until in ((12, 0, 64), (BAR, 64, 1000))
            ),
            Cell(score_figures(total), 8, "not bold"),
            Cell(f"{rating.number:,.0f}" if rating.games else "", 6, "$accent", True, 38),
            Cell(row.change, 11, "not bold $text-muted", True, 56),
        ]
        return Item(Row(cells), row)

    def point(self, key: GameRow | None) -> None:
        """All about the game that is pointed at."""
        row = key
        if row is None or self.person is None:
            return
        self.put("facts", Row(*([line] for line in self._facts(row))))
        self.put("against", self._against(row))
        told, curve = self._rating(row), self.query_one(Curve)
        self.put("rating", Row([Cell("RATING", 10, "bold $accent"), Cell(told)]))
        curve.values = row.progress.ratings if len(row.progress.ratings) >= CURVE_LEAST else ()
        aside = Cell(row.games, 0, "$text-muted")
        runs = " · ".join(filter(None, (row.run, row.best_run)))
        self.put(
            "game", Row([Cell(short_name(row.game), 0, "bold")], [aside], [Cell(runs, 0, "$text-muted")])
        )
        self.put("records", Row(*self._records(row)))
        self._show_feats(row)
        self._show_best(row)

    def _facts(self, row: GameRow) -> list[str]:
        person = self.person
        assert person
        room = self.query_one("#facts").size.width or 40
        run = f"Longest run of wins: {person.longest_run}" if person.longest_run else ""
        return list(filter(None, (person.since, run, row.next, person.not_counted_within(room))))

    def _against(self, row: GameRow) -> Row:
        """Opponents, each with a bar, all on one scale."""
        height, closer = self.app.size.height, self.has_class("-closer")
        room = (height - 11 if height < 23 else min(10, height - 17)) + (6 if closer else 0)
        rows = row.rows(room, unmet=closer or height >= 32)
        most = max((score.played for _, score in rows), default=1)
        names = Content.assemble(("won ", INKS[0]), ("drawn ", INKS[1]), ("lost", "not bold $text-muted"))
        lines = [[Cell("AGAINST", 15, "bold $accent"), Cell(names, 0, "bold")]]
        for title, score in rows:
            counts = (score.won, score.drawn, score.lost)
            shares = bar(self.app.look, BAR, counts, max(BAR, most)) if any(counts) else Content("")
            figures = score_figures(score) or (
                f"{score.played:,} played" if score.played else score_words(score, bool(row.left_out))
            )
            told = Content("  ").join([shares, Content(figures)]) if shares else Content(figures)
            lines.append([Cell(title, 15, "" if score.played else "$text-muted"), Cell(told)])
        return Row(*lines)

    def _rating(self, row: GameRow) -> str:
        found = row.progress.ratings
        if not row.game.rated:
            return "Not rated: dice decide."
        if not found:
            return "No rated game yet."
        return row.change if len(found) >= CURVE_LEAST else f"{told_ratings(found, 40)}  {row.change}"

    def _records(self, row: GameRow) -> list[list[Cell]]:
        facts = [(name, value) for name, value, _ in row.records]
        facts.append(("Achievements (a)", count_words(achievements_of(row.game, row.progress))))
        facts += row.on_boards if len(row.on_boards) > 1 else []
        lines = [
            [Cell(name, 0, "$text-muted"), Cell(value, len(value), "bold", True)] for name, value in facts
        ]
        return [*lines, [Cell(row.next_here, 0, "$accent")]] if row.next_here else lines

    def _show_feats(self, row: GameRow) -> None:
        achieved = achievements_of(row.game, row.progress)
        items = [heading(f"{short_name(row.game)}, achievements", count_words(achieved))]
        for each in achieved:
            ink = "" if each.earned else "$text-muted"
            cells = [
                Cell("●" if each.earned else "○", 2, "$accent" if each.earned else "$text-muted"),
                Cell(each.title, 19, ink or "bold"),
                Cell(each.about, 0, ink),
                Cell(each.date, 11, "$text-muted", True, 64),
            ]
            items.append(Item(Row(cells)))
        self.query_one("#feats", RowList).show(items)

    # The shortest win

    @work(exclusive=True, group="best")
    async def _show_best(self, row: GameRow) -> None:
        name, game = self._names[self._at], row.game
        board = self.query_one(SmallBoard)
        if (name, game.key) not in self._best:
            records = await self.app.store.ask(lambda store: _won(store, game, name))
            self._best[name, game.key] = await asyncio.to_thread(self._shortest, records, name)
        best = self._best[name, game.key]
        if not self.pointed or self.pointed.game is not game:
            return
        if best is None:
            board.show(game, VIEWS[game.key].sample())
            return
        board.show(game, *(position.board for position in best.match.positions[-SHOWN:]))
        seat = people_of(best.match).index(name)
        others = [each for at, each in enumerate(best.match.names) if at != seat]
        told = f"won against {sanitize_line(', '.join(others), 24)}" if others else "alone"
        when = self.day_told(best.match.date.replace(".", "-") or best.entry.changed)
        words = [Cell("Shortest win", 0, "bold")], [Cell(f"{told}, {when}", 0, "$text-muted")]
        self.put("records", Row(*words, [""], *self._records(row)))

    def _shortest(self, records: Sequence[tuple[Entry, str]], name: str) -> Best | None:
        """The first of some matches that somebody has won on the board."""
        for entry, record in records:
            match = read_match(record, self.app.games).match
            people = people_of(match) if match else ()
            if match is None or match.result is None or name not in people:
                continue
            if people.index(name) in match.result.winners and match.result.reason not in GIVEN:
                return Best(match, entry)
        return None

    # Keys

    @property
    def shows_games(self) -> bool:
        """Whether there are games to point at."""
        return self.person is not None and self.person.total.played > 0

    def _tell_keys(self) -> None:
        feats, closer = self.has_class("-feats"), self.has_class("-closer")
        several = (Key(WHICH, "player"),) if len(self._names) > 1 else ()
        of_games = (
            Key(CHOOSE, "game"),
            Key("enter", "all games" if closer or feats else "details", "screen.look_closer"),
            Key("a", "back" if feats else "achievements", "screen.achievements"),
        )
        self.show_keys(*several, *(of_games if self.shows_games else ()))

    def action_turn(self, step: int) -> None:
        """The next player, or the one before."""
        if len(self._names) > 1:
            self._at = (self._at + step) % len(self._names)
            self._show_person()

    @on(RowList.Taken)
    def action_look_closer(self) -> None:
        """All about the game in focus, or all games again."""
        self._see(closer=not (self.has_class("-closer") or self.has_class("-feats")))

    def action_achievements(self) -> None:
        """What was achieved in the game in focus, or what was shown before."""
        if self.shows_games:
            self._see(closer=self.has_class("-closer"), feats=not self.has_class("-feats"))

    def action_back(self) -> None:
        """From one game to all of them; from there away."""
        if self.has_class("-feats"):
            self.action_achievements()
        elif self.has_class("-closer"):
            self._see()
        else:
            super().action_back()

    def _see(self, *, closer: bool = False, feats: bool = False) -> None:
        self.set_class(closer, "-closer")
        self.set_class(feats, "-feats")
        self.query_one("#feats" if feats else "#games", RowList).focus()
        self.point(self.pointed)
        self._tell_keys()


def _won(store: MatchStore, game: Game, name: str) -> list[tuple[Entry, str]]:
    """The shortest finished matches of a game that somebody may have won."""
    entries = store.library.page(Filter(game.key, "finished", name), order=Order("length", turned=True))
    own = [entry for entry in entries if not entry.imported and entry.result not in ("draw", "*")]
    return [(entry, store.library.record(entry.id)) for entry in own[:SHORTEST]]


def _next_page(store: MatchStore, page: Sequence[Unread]) -> list[Unread]:
    return store.statistics.page(page[-1].id if page else 0)


def _enter(store: MatchStore, page: Sequence[Unread], entries: Sequence[str]) -> None:
    store.statistics.enter(page, entries)
