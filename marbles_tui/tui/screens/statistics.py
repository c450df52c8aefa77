"""Statistics of everybody who has played: how often they won, what they achieved, how strong they are."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.reactive import reactive
from textual.widgets import Static

from marbles_tui.ai.levels import known_levels, ratings
from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.play.statistics import PEOPLE, Career, Statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.statistics_cache import StatisticsCache, Unread, entries_of, statistics_of
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.skins import Skin
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.panels import Key, KeyLine, TooSmall, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

HEAD = f"{'against':<16}{'played':>7}{'won':>6}{'lost':>6}{'drawn':>6}{'streak':>8}{'best':>6}{'shortest win':>14}"


LEFT: Final = 6
"""Columns left of the curve."""

WIDEST: Final = 4
"""Columns that a match has at most."""

STEPS: Final = "▁▂▃▄▅▆▇█"
ASCII_STEPS: Final = ".#"
"""How a cell fills up."""

SHARE: Final = 16
"""Columns of the bar of what was won."""


class Curve(CanvasWidget):
    """The course of a rating."""

    DEFAULT_CSS = """
    Curve { height: 1fr; min-height: 5; max-height: 12; width: 1fr; max-width: 112; margin: 1 0 0 0; }
    """

    ratings: reactive[tuple[float, ...]] = reactive((), init=False)
    """After each match, oldest first; the latest are shown where there are more than columns."""

    def watch_ratings(self) -> None:
        """Another course."""
        self.restyle()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """A column for each match, wider where there is room; the highest and the lowest rating stand at the
        left."""
        ratings = self.ratings[-(canvas.width - LEFT) :]
        if not ratings or canvas.height < 1:
            return
        low, high = min(ratings), max(ratings)
        canvas.text(0, 0, f"{high:.0f}", look.muted)
        if round(low) != round(high):
            canvas.text(0, canvas.height - 1, f"{low:.0f}", look.muted)
        wide = max(1, min(WIDEST, (canvas.width - LEFT) // len(ratings)))
        steps = ASCII_STEPS if look.skin.plain else STEPS
        body = mix(look.ground, look.target, 0.55)
        for at, rating in enumerate(ratings):
            part = (rating - low) / (high - low) if high > low else 1.0
            height = 1 + round(part * (canvas.height * len(steps) - 1))
            full, rest = divmod(height, len(steps))
            x, ink = LEFT + at * wide, look.target if at == len(ratings) - 1 else body
            for row in range(full):
                canvas.text(x, canvas.height - 1 - row, steps[-1] * wide, ink)
            if rest:
                canvas.text(x, canvas.height - 1 - full, steps[rest - 1] * wide, ink)


class StatisticsScreen(ArcadeScreen[None]):
    """A name and a game are chosen; the table follows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="form.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="form.up"),
        Binding("escape,q", "app.pop_screen", "Back", id="statistics.back"),
    ]

    app: Arcade
    help_page = "statistics"

    def __init__(self) -> None:
        super().__init__(classes="form")
        self._found = Statistics()

    def compose(self) -> ComposeResult:
        """Top line, choices, table, curve, keys."""
        yield TopLine()
        with VerticalScroll(id="rows", can_focus=False):
            yield Choice("Player", [("", "...")], id="who")
            yield Choice("Game", [("", "...")], id="game")
            yield Static("Going through the finished matches ...", id="table", markup=False)
            yield Curve()
        yield KeyLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Begin to count."""
        top = self.query_one(TopLine)
        top.headline, top.skin = "Statistics", self.app.look.skin
        self.query_one(KeyLine).keys = (
            Key("arrows", "choose"),
            Key("?", "help", "app.help"),
            Key("esc", "back", "app.pop_screen"),
        )
        self.query_one("#who").focus()
        self._count()

    @work(exclusive=True)
    async def _count(self) -> None:
        """Work out what is not in the cache yet, some matches at a time; what is left is not lost."""
        ask = self.app.store.ask
        cache = await ask(lambda store: StatisticsCache(store.database))
        missing, done = await ask(lambda _: cache.missing()), 0
        page: list[Unread] = []
        while page := await ask(partial(_next_page, cache, page)):
            entries = await asyncio.to_thread(entries_of, page, self.app.games)
            await ask(partial(_enter, cache, page, entries))
            done += len(page)
            self.call_later(self._write, f"Going through the finished matches: {done:,} of {missing:,} ...")
        entries = await ask(lambda _: cache.entries())
        of_levels = ratings(self.app.games)
        self.call_later(self._show, await asyncio.to_thread(statistics_of, entries, of_levels))

    def _write(self, text: str | Content) -> None:
        self.query_one("#table", Static).update(text)

    def _show(self, found: Statistics) -> None:
        self._found = found
        names = found.names()
        if not names:
            self._write("Nothing here yet. Play a game: it counts from the first.")
            return
        own = self.app.settings.name
        self.query_one("#who", Choice).offer(
            [(name, sanitize_line(name or "You", 30)) for name in names], own
        )
        self._offer_games()

    def _offer_games(self) -> None:
        careers = self._found.of(self.query_one("#who", Choice).value)
        titles = {game.key: game.title for game in self.app.games}
        choice = self.query_one("#game", Choice)
        choice.offer([(career.game, titles[career.game]) for career in careers], choice.value)
        self._show_career()

    @on(Choice.Changed, "#who")
    def _other_name(self) -> None:
        if self._found.careers:
            self._offer_games()

    def on_resize(self) -> None:
        """There may be more or less room for bars."""
        self.call_after_refresh(self._show_career)

    @on(Choice.Changed, "#game")
    def _show_career(self) -> None:
        who, game = self.query_one("#who", Choice).value, self.query_one("#game", Choice).value
        career = next((career for career in self._found.of(who) if career.game == game), None)
        if career:
            width = self.query_one("#rows").content_size.width
            self._write(table(career, self._titles(career.game), self.app.look.skin, width))
            self.query_one(Curve).ratings = tuple(career.ratings)

    def _titles(self, key: str) -> dict[str, str]:
        """The titles of a game's levels by their keys."""
        games = (game for game in self.app.games if game.key == key)
        return {level.key: level.title for game in games for level in known_levels(game)}


def _next_page(cache: StatisticsCache, page: Sequence[Unread], _: MatchStore) -> list[Unread]:
    return cache.page(page[-1].id if page else 0)


def _enter(cache: StatisticsCache, page: Sequence[Unread], entries: Sequence[str], _: MatchStore) -> None:
    cache.enter(page, entries)


def table(career: Career, titles: Mapping[str, str], skin: Skin, width: int) -> Content:
    """A career as lines of at most 69 columns; where there are more, how much was won also as bars. `titles` of
    the game's levels by their keys."""
    barred = width >= len(HEAD) + SHARE + 8
    lines = [Content(""), Content.styled(HEAD, "bold $text-muted")]
    for level, score in career.against.items():
        title = "other people" if level == PEOPLE else titles.get(level, sanitize_line(level, 15))
        shortest = "" if score.shortest_win is None else plural(score.shortest_win, "move")
        streak = f"{score.streak:+}" if score.streak else "0"
        line = Content(
            f"{title:<16}{score.played:>7}{score.won:>6}{score.lost:>6}{score.drawn:>6}"
            f"{streak:>8}{score.best_streak:>6}{shortest:>14}"
        )
        if barred and score.played:
            won = round(SHARE * score.won / score.played)
            line += Content.assemble(
                "   ",
                (skin.full * won, "$text-success"),
                (skin.hollow * (SHARE - won), "$text-disabled"),
                f"{100 * score.won / score.played:>4.0f} %",
            )
        lines.append(line)
    records = [f"{capitalized(name)}: {most}" for name, most in career.records.items()]
    if career.rating is not None:
        records.append(
            f"Rating: {career.rating:.0f} (Elo), after {plural(len(career.ratings), 'rated match')}"
        )
    return Content("\n").join([*lines, Content(""), *map(Content, records)])
