"""The season: its table, and the way to its next match."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from marbles_tui.table.season import Season, Seasons, begin, seasons_of
from marbles_tui.table.start import today
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.screens.game_menu import GameMenu
from marbles_tui.tui.season.table import SeasonTable
from marbles_tui.tui.widgets.panels import Key, KeyLine, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


class SeasonScreen(ArcadeScreen[None]):
    """Five rounds of one match in each game, from the weakest opponents to the strongest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "Play", id="season.play"),
        Binding("n", "new", "New season", id="season.new"),
        Binding("escape,q", "leave", "Leave", id="season.leave"),
    ]

    help_page = "season"

    app: Arcade

    def __init__(self) -> None:
        super().__init__(classes="season")
        self._seasons: Seasons | None = None

    def compose(self) -> ComposeResult:
        """Top line, table, keys."""
        yield TopLine()
        yield SeasonTable()
        yield KeyLine()

    def on_mount(self) -> None:
        """Look up what has been played."""
        self.dress()

    def on_screen_resume(self) -> None:
        """A match may have ended meanwhile."""
        self._look_up()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        top = self.query_one(TopLine)
        top.headline, top.skin = "Season", self.app.look.skin
        self.query_one(SeasonTable).restyle()

    @work(exclusive=True, group="season")
    async def _look_up(self) -> None:
        self._show(await self.app.store.ask(seasons_of(self.app.games)))

    def _show(self, seasons: Seasons) -> None:
        self._seasons = seasons
        table = self.query_one(SeasonTable)
        table.seasons = seasons
        now = seasons.now
        goes_on = now.next is not None and now.next.number in now.begun
        self.query_one(KeyLine).keys = (
            Key("enter", "continue" if goes_on else "play", "screen.play"),
            *(() if now.is_new else (Key("n", "new season", "screen.new"),)),
            Key("?", "help", "app.help"),
            Key("esc", "back", "screen.leave"),
        )

    @work(exclusive=True, group="play")
    async def action_play(self) -> None:
        """The next match, or back to the one that was left."""
        season = self._seasons.now if self._seasons else None
        fixture = season.next if season else None
        if season is None or fixture is None:
            return
        left = season.begun.get(fixture.number)
        if left is not None:
            if trouble := await self.app.resume(left):
                self.notify(trouble, markup=False)
            return
        self._begin(season)

    def _begin(self, season: Season) -> None:
        if fixture := season.next:
            name = self.app.settings.name
            self.app.play_match(begin(season, fixture, name=name, date=today(), random=self.app.random))

    def action_new(self) -> None:
        """Begin another season, after a question."""
        seasons = self._seasons
        if seasons is None or seasons.now.is_new:
            return
        other = Season(seasons.now.number + 1, seasons.now.fixtures)
        entries = [("on", "Go on with this season"), ("new", "End it and begin a new one")]

        def chosen(what: str | None) -> None:
            if what == "new":
                self._begin(other)

        self.app.push_screen(GameMenu(entries, "New season"), chosen)

    def action_leave(self) -> None:
        """Back to the menu."""
        leave(self)
