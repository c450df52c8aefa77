"""What the games that are kept tell: of everybody who has played, how often they won, what they achieved,
how strong they are; and of a position, the moves that were played from there, how they ended, and these games."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from threading import Lock
from typing import ClassVar, Final, NamedTuple

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from marbles_tui.ai.levels import known_levels, levels_of, ratings
from marbles_tui.core import Game
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.play import Match
from marbles_tui.play.openings import Continuation, OpeningLine, Openings
from marbles_tui.play.played import GIVEN, OMITTED, people_of
from marbles_tui.play.rating import START
from marbles_tui.play.reading import read_match
from marbles_tui.play.statistics import ALONE, PEOPLE, HeadToHead, Progress, Statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.library import Filter, Order
from marbles_tui.store.matches import Unread, entries_of, statistics_of
from marbles_tui.store.rows import MatchEntry
from marbles_tui.table import phrases
from marbles_tui.table.progress import achievements_of, count_words, next_level, score_words
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import CHOOSE, INKS, WHICH, Cell, Key, Row, bar, date_words
from marbles_tui.tui.kit.shelf import Curve, Figures, Item, RowList, SmallBoard, heading
from marbles_tui.tui.page import Shelf

OTHERS: Final = {PEOPLE: "People", ALONE: "Alone"}

ACHIEVEMENTS: Final = Content.from_markup("[@click=screen.achievements]Achievements (a)[/]")
"""A way to them where the key line has no room for it."""

HOW: Final = {1.0: "won", 0.5: "drawn", 0.0: "lost", None: "alone"}
"""How a game ended, by its score."""


class GameRow(NamedTuple):
    """A person in one game."""

    game: Game
    progress: Progress

    @property
    def left_out(self) -> int:
        """How many games do not count."""
        return sum(self.progress.left_out.values())

    @property
    def games(self) -> str:
        """ "42 games, 52% won"; "2 not counted" where none counts, "none yet"."""
        total = self.progress.total
        if not total.played:
            return f"{self.left_out:,} not counted" if self.left_out else "none yet"
        decided = total.won + total.drawn + total.lost
        return plural(total.played, "game") + (f", {100 * total.won / decided:.0f}% won" if decided else "")

    @property
    def runs(self) -> str:
        """ "last 2 won · best run 6"."""
        total, last = self.progress.total, self.progress.last
        many = abs(total.streak) if abs(total.streak) > 1 else "one"
        now = f"last {many} {HOW[last.score]}" if last else ""
        return " · ".join(filter(None, (now, f"best run {total.best_streak}" if total.best_streak else "")))

    def against(self, unmet: bool) -> list[tuple[str, HeadToHead]]:
        """The scores by opponents, weakest first, people and nobody last; `unmet`: those that were never met, too."""
        titles = {level.key: level.title for level in known_levels(self.game)}
        met = self.progress.against
        offered = {*met, *(level.key for level in levels_of(self.game) if unmet)}
        strange = {key: sanitize_line(key, 11).capitalize() for key in met if key not in (*titles, *OTHERS)}
        named = {**titles, **strange, **OTHERS}
        return [(title, self.progress.score(key)) for key, title in named.items() if key in offered]

    @property
    def records(self) -> list[tuple[str | Content, str]]:
        """What was reached, with its name, at last on each board where there are several: ("Most gold", "61")."""
        progress, game = self.progress, self.game
        found: list[tuple[str | Content, str]] = [
            (capitalized(what), f"{most:,}") for what, most in progress.records.items() if most
        ]
        if progress.total.shortest_win is not None:
            found.append(("Fastest win", plural(progress.total.shortest_win, "turn")))
        found.append((ACHIEVEMENTS, count_words(achievements_of(game, progress))))
        boards = {
            board_title(game, key): next(iter(most.values())) for key, most in progress.boards.items() if most
        }
        return found + [(board, f"{most:,}") for board, most in boards.items() if len(boards) > 1]

    @property
    def change(self) -> str:
        """What the last ten rated games did to the rating: "+62 in 10"."""
        ratings = (START, *self.progress.ratings)[-11:]
        count = len(ratings) - 1
        return f"{round(ratings[-1]) - round(ratings[0]):+,} in {count}" if count else ""

    @property
    def next(self) -> str:
        """ "Next: Adept, won 0 of 3"."""
        level = next_level(self.game, self.progress)
        if level and not self.progress.score(level.key).played:
            return f"Next: beat {level.title}{' (rated)' if self.game.rated else ''}"
        if level:
            return f"Next: {level.title}, {score_words(self.progress.score(level.key))}"
        return "All beaten" if levels_of(self.game) else ""


@dataclass(frozen=True, slots=True)
class Person:
    """A person in all games."""

    name: str
    games: tuple[GameRow, ...]
    days: frozenset[date]

    @classmethod
    def of(cls, statistics: Statistics, name: str, games: Sequence[Game]) -> Person:
        """A person of the statistics."""
        found = statistics.progress(name, [game.key for game in games])
        days = {day for one in statistics.of(name) for day in one.days}
        rows = tuple(GameRow(game, found[game.key]) for game in games)
        return cls(name, rows, frozenset(filter(None, map(_day, days))))

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
        scores = [(total.won, "won"), (total.lost, "lost"), (total.drawn, "drawn")] if decided else []
        alone = total.played - decided
        games = (total.played, "game" if total.played == 1 else "games")
        return [games, *scores, *([(alone, "alone")] if alone else [])]

    @property
    def longest_run(self) -> str:
        """ "6, in Egg Carton"; "" without a win."""
        best = max(self.games, key=lambda row: row.progress.total.best_streak)
        run = best.progress.total.best_streak
        return f"{run}, in {best.game.title}" if run else ""

    @property
    def left_out(self) -> str:
        """ "6 games with hints, 2 puzzles", which do not count; "" where everything counts."""
        counts = {why: sum(row.progress.left_out.get(why, 0) for row in self.games) for why in OMITTED}
        return ", ".join(f"{many:,} {OMITTED[why][many > 1]}" for why, many in counts.items() if many)


def _day(text: str) -> date | None:
    """A day as records write it, if it is one."""
    with suppress(ValueError):
        return date.fromisoformat(text.replace(".", "-"))
    return None


def board_title(game: Game, key: str) -> str:
    """What the board of a match is called."""
    if key not in game.setups:
        return "a board of your own"
    title, colon, _ = game.setups[key].partition(":")
    return title if colon and len(title) <= 24 else capitalized(key)


def score_figures(score: HeadToHead) -> str:
    """A score in figures, won, drawn, lost: "12·1·1", "9·2" without a draw; "" where nothing is decided."""
    parts = [score.won, score.drawn, score.lost] if score.drawn else [score.won, score.lost]
    return "·".join(map(str, parts)) if score.won + score.drawn + score.lost else ""


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


class StatisticsScreen(Shelf[None]):
    """The games of one person, all about the one that is pointed at; other people are left and right of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Previous player", show=False, id="statistics.left"),
        Binding("right", "turn(1)", "Next player", show=False, id="statistics.right"),
        Binding("a", "achievements", "Achievements", id="statistics.achievements"),
        Binding("escape,q", "back", "Back", id="statistics.back"),
    ]

    TITLE_LINE, help_page = "Statistics", "statistics"

    BESIDE = (Figures, "facts")
    LEFT = (partial(RowList, id="games"), "against", "rating", Curve, partial(RowList, id="feats"))
    STAGE = ("game", SmallBoard, "records")

    def __init__(self) -> None:
        super().__init__()
        self._found = Statistics()
        self._names: list[str] = []
        self._at = 0
        self._counting = "Counting..."
        self._best: dict[tuple[str, str], tuple[Match, MatchEntry] | None] = {}
        self.person: Person | None = None

    def body(self) -> ComposeResult:
        """Why there is nothing to show, or the games."""
        yield Static(id="empty", markup=False)
        yield from super().body()

    @property
    def _played(self) -> bool:
        return self.person is not None and self.person.total.played > 0

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        if self.person:
            self._show_person()
        else:
            self._show_note(self._counting)

    # Counting

    @work(exclusive=True)
    async def read(self) -> None:
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
        self.query_one(".body").display = self._played
        self.query_one("#empty").display = not self._played
        if not self._played:
            self.put("empty", f"{person.left_out}: not counted.\n{COUNTS}" if person.left_out else EMPTY)
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
            Cell(row.game.name),
            Cell(row.games.partition(",")[0], 14, "not bold $text-muted", since=80),
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
        self.put("facts", self._facts)
        self.put("against", self._against(row))
        told, curve = self._rating(row), self.query_one(Curve)
        self.put("rating", Row([Cell("RATING", 10, "bold $accent"), Cell(told)]))
        curve.values = row.progress.ratings if len(row.progress.ratings) >= CURVE_LEAST else ()
        aside = Cell(row.games, 0, "$text-muted")
        runs = Cell(row.runs, 0, "$text-muted")
        self.put("game", Row([Cell(row.game.name, 0, "bold")], [aside], [runs]))
        self.put("records", Row(*self._records(row)))
        self._show_feats(row)
        self._show_best(row)

    @property
    def _facts(self) -> str:
        person = self.person
        assert person
        since, dates = "", self.app.settings.dates
        if person.days:
            first = min(person.days)
            began = date_words(first, dates) + (f" {first.year}" if dates == "words" else "")
            since = f"Since {began}, on {plural(len(person.days), 'day')}"
        run = f"Longest run of wins: {person.longest_run}" if person.longest_run else ""
        left_out = f"Not counted: {person.left_out}" if person.left_out else ""
        return "\n".join(filter(None, (since, run, left_out)))

    def _against(self, row: GameRow) -> Row:
        """Opponents, each with a bar, all on one scale."""
        height, closer = self.app.size.height, self.has_class("-closer")
        room = (height - 11 if height < 23 else min(10, height - 17)) + (6 if closer else 0)
        rows = row.against(unmet=closer or height >= 32)[-room:]
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
        told = "" if len(found) >= CURVE_LEAST else " → ".join(f"{round(each):,}" for each in (START, *found))
        return f"{told}  {row.change}".strip()

    def _records(self, row: GameRow) -> list[list[Cell]]:
        lines = [
            [Cell(name, 0, "$text-muted"), Cell(value, len(value), "bold", True)]
            for name, value in row.records
        ]
        return [*lines, [Cell(row.next, 0, "$accent")]] if row.next else lines

    def _show_feats(self, row: GameRow) -> None:
        achieved = achievements_of(row.game, row.progress)
        items = [heading(f"{row.game.name}, achievements", count_words(achieved))]
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
        match, entry = best
        board.show(game, *(position.board for position in match.positions[-SHOWN:]))
        seat = people_of(match).index(name)
        others = [each for at, each in enumerate(match.names) if at != seat]
        told = f"against {sanitize_line(', '.join(others), 24)}" if others else "alone"
        when = self.day_told(match.date.replace(".", "-") or entry.changed)
        words = [Cell("Shortest win", 0, "bold")], [Cell(f"{told}, {when}", 0, "$text-muted")]
        self.put("records", Row(*words, [""], *self._records(row)))

    def _shortest(
        self, records: Sequence[tuple[MatchEntry, str]], name: str
    ) -> tuple[Match, MatchEntry] | None:
        """The first of some matches that somebody has won on the board."""
        for entry, record in records:
            match = read_match(record, self.app.games).match
            people = people_of(match) if match else ()
            if match is None or match.result is None or name not in people:
                continue
            if people.index(name) in match.result.winners and match.result.reason not in GIVEN:
                return match, entry
        return None

    # Keys

    def _tell_keys(self) -> None:
        feats, closer = self.has_class("-feats"), self.has_class("-closer")
        several = (Key(WHICH, "player"),) if len(self._names) > 1 else ()
        of_games = (
            Key(CHOOSE, "game"),
            Key("enter", "all games" if closer or feats else "details", "screen.look_closer"),
            Key("a", "back" if feats else "achievements", "screen.achievements"),
        )
        self.show_keys(*several, *(of_games if self._played else ()))

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
        if self._played:
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


def _won(store: MatchStore, game: Game, name: str) -> list[tuple[MatchEntry, str]]:
    """The shortest finished matches of a game that somebody may have won."""
    entries = store.library.page(Filter(game.key, "finished", name), order=Order("length", turned=True))
    own = [entry for entry in entries if not entry.imported and entry.result not in ("draw", "*")]
    return [(entry, store.library.record(entry.id)) for entry in own[:SHORTEST]]


def _next_page(store: MatchStore, page: Sequence[Unread]) -> list[Unread]:
    return store.statistics.page(page[-1].id if page else 0)


def _enter(store: MatchStore, page: Sequence[Unread], entries: Sequence[str]) -> None:
    store.statistics.enter(page, entries)


BATCH: Final = 400
"""Games that are read before what is known is shown."""

MOST: Final = 200
"""Games that are listed."""


class OpeningsPage(Shelf[None]):
    """Moves and games; Enter goes on along a move, or watches a game from here."""

    TITLE_LINE, help_page = "What was played here", "library"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "back", "Back", id="openings.back"),
        Binding("right", "focused.take", "On along the move", show=False, id="openings.on"),
        Binding("left,backspace", "off", "A move back", show=False, id="openings.off"),
    ]

    CSS = """
    OpeningsPage .body { layout: vertical; }
    OpeningsPage #beside { height: 2; padding: 0 2; }
    OpeningsPage .stage { width: 40%; margin: 0 0 0 2; }
    OpeningsPage.-slim .stage, OpeningsPage.-tiny .stage { display: none; }
    OpeningsPage #ends { height: 4; }
    """

    BESIDE, STAGE = ("way",), (SmallBoard, "ends")

    def __init__(self, match: Match) -> None:
        """Where a match stands; what comes of it can be gone through from there."""
        super().__init__()
        self._match = match
        self._openings = Openings(match.game)
        self._whole: int | None = None
        self._lock = Lock()

    def on_mount(self) -> None:
        """Read the games; what is known of them is shown as soon as it is."""
        self._read()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self._list(self._at(self._match))

    def _at(self, match: Match) -> Sequence[Continuation]:
        with self._lock:  # games are played on as far as is asked
            return self._openings.at(match)

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        which = Filter(self._match.game.key)
        texts = await self.app.store.ask(lambda store: [*store.library.records(which)])
        self._whole = len(texts)
        for start in range(0, max(1, len(texts)), BATCH):
            await asyncio.to_thread(self._openings.add, texts[start : start + BATCH])
            match, moves = self._match, await asyncio.to_thread(self._at, self._match)
            if match is self._match:
                self._list(moves)

    @work(exclusive=True, group="look")
    async def _look(self, match: Match, at: int | None = None) -> None:
        moves = await asyncio.to_thread(self._at, match)
        self._match = match  # only now: until then the list is of the position before
        self._list(moves, at)

    def _list(self, moves: Sequence[Continuation], at: int | None = None) -> None:
        match, known = self._match, len(self._openings)
        of = "" if self._whole in (None, known) else f"{known:,} of "
        whole = plural(self._whole or known, "game")
        self.note(f"{match.game.name}: {of}{whole} looked through")
        told = phrases.last_move(match) or "The start."
        first, *others = self._names
        shares = zip(
            (first, "drawn", others[0] if len(others) == 1 else "others"),
            ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
            strict=False,
        )
        legend = Content("  ").join(self._bar(1, one) + Content(f" {name}") for name, one in shares)
        self.put("way", Content(f"After {plural(match.plies, 'move')}. {told}\n") + legend)
        self.rows.show([*self._items(moves)], at)
        self.show_keys(
            *((Key("enter", "on along it"), Key(CHOOSE, "choose")) if moves else ()),
            *((Key("←", "a move back", "screen.off"),) if match.plies else ()),
        )

    @property
    def _names(self) -> Sequence[str]:
        """What the sides are called."""
        return VIEWS[self._match.game.key].side_names(self.app.look)[: len(self._match.seats)]

    def _bar(self, width: int, counts: Sequence[int], whole: int = 0) -> Content:
        """Won by each of two in the colours of their pieces."""
        look = self.app.look
        own = [f"#{ink:06x}" for ink in VIEWS[self._match.game.key].seat_inks(look)]
        return bar(look, width, counts, whole, (own[0], INKS[1], own[1]) if len(own) == 2 else INKS)

    def _items(self, moves: Sequence[Continuation]) -> Iterator[Item]:
        if not moves:
            yield heading("nothing was played from here" if self._whole is not None else "reading the games")
            return
        yield heading("moves", plural(sum(len(move.lines) for move in moves), "game"))
        for move in moves:
            count = len(move.lines)
            ended = [move.ended("1"), move.ended("draw"), count - sum(map(move.ended, ("1", "draw", "*")))]
            share = Cell(f"{100 * move.ended('1') / count:.0f} %", 7, "$text-muted", True)
            known = Cell(self._bar(BAR, ended, count), BAR + 1, until=1000, since=34)
            yield Item(
                Row([Cell(move.move, 0, "bold"), Cell(f"{count:,}", 7, right=True), share, known]), move
            )
        yield heading("games")
        for line in [line for move in moves for line in move.lines][:MOST]:
            yield Item(
                Row(
                    [line.title or "nobody is named", Cell(line.ended(self._names), 16, "$text-muted", True)]
                ),
                line,
            )

    def point(self, key: Continuation | OpeningLine | None) -> None:
        """What a move leads to, or how a game ended."""
        boards = [self._match.position.board]
        if isinstance(key, Continuation):
            after, _ = self._match.play(self._match.game.find(self._match.position, key.move))
            boards.append(after.position.board)
            ends = ", ".join(f"{number} {how}" for how, number in key.ends(self._names).items() if number)
            self.put("ends", f"{key.move}: {plural(len(key.lines), 'game')}\n{ends}")
        elif key:
            ended = f"{plural(len(key.words), 'move')}: {key.ended(self._names)}"
            self.put("ends", Row([key.title or "nobody is named"], [ended]))
        self.show(self._match.game, *boards)

    def take(self, key: Continuation | OpeningLine) -> None:
        """Go on along the move, or watch the game."""
        if isinstance(key, Continuation):
            self._look(self._match.read(key.move), 0)
        else:
            self.app.open_replay(key.match, self._match.plies, playing=False)

    def action_off(self) -> None:
        """The position a move before."""
        if self._match.plies:
            self._look(self._match.at(self._match.plies - 1), 0)
