"""Statistics of everybody who has played: how often they won, what they achieved, how strong they are."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from marbles_tui.ai.levels import ratings
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.statistics import Statistics
from marbles_tui.store import MatchStore
from marbles_tui.store.statistics_cache import Unread, entries_of, statistics_of
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.widgets.panels import Key, KeyLine, TopLine
from marbles_tui.tui.widgets.statistics.page import StatisticsPage
from marbles_tui.tui.widgets.statistics.person import Person

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


class StatisticsScreen(ArcadeScreen[None]):
    """The page of one person; the others are left and right of it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "Previous player", show=False, id="statistics.left"),
        Binding("right", "turn(1)", "Next player", show=False, id="statistics.right"),
        Binding("a", "achievements", "Achievements", id="statistics.achievements"),
        Binding("escape,q", "back", "Back", id="statistics.back"),
    ]

    app: Arcade
    help_page = "statistics"

    def __init__(self) -> None:
        super().__init__()
        self._found = Statistics()
        self._names: list[str] = []
        self._at = 0
        self._counting = ""

    def compose(self) -> ComposeResult:
        """Top line, page, keys."""
        yield TopLine()
        yield StatisticsPage()
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin to count."""
        self.dress()
        self.query_one(StatisticsPage).focus()
        self._count()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        top = self.query_one(TopLine)
        top.headline, top.skin = "Statistics", self.app.look.skin
        self.query_one(StatisticsPage).restyle()
        self._tell()

    @work(exclusive=True)
    async def _count(self) -> None:
        """Show what is in the cache, then work out what is not, some matches at a time; what is left is not lost."""
        ask, of_levels = self.app.store.ask, ratings(self.app.games)
        self._note("Counting...")
        missing, done = await ask(lambda store: store.statistics.missing()), 0
        page: list[Unread] = []
        while page := await ask(_next_page, page):
            entries = await asyncio.to_thread(entries_of, page, self.app.games)
            await ask(_enter, page, entries)
            done += len(page)
            self.call_later(self._note, f"Counting: {done:,} of {missing:,} games...")
        entries = await ask(lambda store: store.statistics.entries())
        found = await asyncio.to_thread(statistics_of, entries, of_levels)
        self.call_later(self._show, found)

    def _note(self, words: str) -> None:
        """Say how far the counting is."""
        self._counting = words
        self.query_one(StatisticsPage).words = words
        self._tell()

    def _show(self, found: Statistics) -> None:
        """Show the player of the settings, whatever they have played, or the one who is shown already."""
        before = self._who
        self._found, self._counting = found, ""
        own = self.app.settings.name
        known = sorted(found.names())  # YOU, who has no name, is first
        self._names = [*dict.fromkeys([own, *known])]
        self._at = self._names.index(before) if before in self._names else 0
        self._show_person()

    @property
    def _who(self) -> str | None:
        """Who is shown."""
        return self._names[self._at] if self._names else None

    def _show_person(self) -> None:
        page = self.query_one(StatisticsPage)
        page.words = ""
        if self._who is not None:
            page.person = Person.of(self._found, self._who, self.app.games)
        self._tell()

    @on(StatisticsPage.Turned)
    def _tell(self) -> None:
        """The players in the first line and the keys in the last."""
        skin, page = self.app.look.skin, self.query_one(StatisticsPage)
        told = [sanitize_line(name or "You", 24) for name in self._names]
        top = self.query_one(TopLine)
        if self._counting:
            top.note = self._counting
        elif len(told) > 1:
            others = told[self._at + 1 :] + told[: self._at]
            top.note = f"{skin.left} {told[self._at]} {skin.right}  {others[0]}"
        else:
            top.note = "".join(told)
        across, along = ("left right", "up down") if skin.plain else ("←→", "↑↓")
        several = (Key(across, "player"),) if len(told) > 1 else ()
        closer = Key("enter", "all games" if page.close or page.feats else "details", "screen.look_closer")
        feats = Key("a", "back" if page.feats else "achievements", "screen.achievements")
        self.query_one(KeyLine).keys = (
            *several,
            *((Key(along, "game"), closer) if page.shows_games else ()),
            *((feats,) if page.shows_games else ()),
            Key("?", "help", "app.help"),
            Key("esc", "back", "screen.back"),
        )

    def action_turn(self, step: int) -> None:
        """The next player, or the one before."""
        if len(self._names) > 1:
            self._at = (self._at + step) % len(self._names)
            self._show_person()

    def action_look_closer(self) -> None:
        """All about the game in focus, or all games again."""
        self.query_one(StatisticsPage).action_look_closer()

    def action_achievements(self) -> None:
        """What was achieved in the game in focus, or what was shown before."""
        self.query_one(StatisticsPage).action_achievements()

    def action_back(self) -> None:
        """From one game to all of them; from there away."""
        page = self.query_one(StatisticsPage)
        if page.feats:
            page.feats = False
        elif page.close:
            page.close = False
        else:
            self.app.pop_screen()


def _next_page(store: MatchStore, page: Sequence[Unread]) -> list[Unread]:
    return store.statistics.page(page[-1].id if page else 0)


def _enter(store: MatchStore, page: Sequence[Unread], entries: Sequence[str]) -> None:
    store.statistics.enter(page, entries)
