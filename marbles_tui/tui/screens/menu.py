"""The menu: the games, the board of the one pointed at, and what else there is to do."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.timer import Timer

from marbles_tui.core import Game
from marbles_tui.core.text import capitalized
from marbles_tui.tui.arcade_screen import ArcadeScreen, HelpTopic
from marbles_tui.tui.kit.dates import date_words
from marbles_tui.tui.menu.face import MenuFace, Stage
from marbles_tui.tui.menu.title import Title
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.table.demo import DemoMatch
    from marbles_tui.table.season import Seasons
    from marbles_tui.tui.kit_app import Kit
    from marbles_tui.tui.menu.doors import Door

BEAT: Final = 0.4
"""Seconds between two instants of the game on the stage: it is played softly."""

REST: Final = 3
"""Beats between two plies."""

INSTANTS: Final = 8
"""The most instants of a ply that are shown."""

OPENING: Final = 10
"""Plies that have been played when a board is first seen."""


class Menu(ArcadeScreen[None]):
    """Choose a game and play, or go on where you left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "Up", show=False, id="menu.up"),
        Binding("down", "choose(1)", "Down", show=False, id="menu.down"),
        Binding("left", "beside(-1)", "Left", show=False, id="menu.left"),
        Binding("right", "beside(1)", "Right", show=False, id="menu.right"),
        Binding("enter,space", "enter", "Play", show=False, id="menu.play"),
        *(Binding(str(at), f"play({at})", f"Play {at}", show=False, id=f"menu.{at}") for at in range(1, 10)),
        Binding("c", "resume", "Continue", id="menu.resume"),
        Binding("d", "daily", "Today's puzzle", id="menu.daily"),
        Binding("u", "puzzles", "Puzzles", id="menu.puzzles"),
        Binding("p", "together", "Play together", id="menu.together"),
        Binding("e", "season", "Season", id="menu.season"),
        Binding("f", "lessons", "First lessons", id="menu.lessons"),
        Binding("l", "app.library", "Library", id="menu.library"),
        Binding("t", "app.statistics", "Statistics", id="menu.statistics"),
        Binding("s", "app.settings", "Settings", id="menu.settings"),
        Binding("q", "app.quit", "Quit", id="menu.quit"),
    ]

    app: Kit

    def __init__(self) -> None:
        super().__init__(classes="menu")
        self._beat: Timer | None = None
        self._demos: dict[str, DemoMatch] = {}
        self._film: deque[Any] = deque()
        self._touched = monotonic()
        self._left: Door | None = None
        self._new_here: bool | None = None
        self._daily: Door | None = None
        self._seasons: Seasons | None = None
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """Title, face, keys."""
        yield Title(games=len(self.app.games))
        yield MenuFace(self.app.games)
        yield KeyLine()

    def on_mount(self) -> None:
        """Say who plays; after the first paint, let the stage live."""
        self._name_player()
        self._show_keys()
        self.call_after_refresh(self._light)
        if self.app.face.lively:
            self._beat = self.set_interval(BEAT, self._live)
        if self.app.visit:
            self._deaf = self.app.visit.listen(lambda: self.call_later(self._hear))

    def on_unmount(self) -> None:
        """Hear no more of others."""
        if self._deaf:
            self._deaf()

    @property
    def _face(self) -> MenuFace:
        return self.query_one(MenuFace)

    def _name_player(self) -> None:
        title, today = self.query_one(Title), self.app.today()
        wide = self.app.size.width >= 100
        day = date_words(today, self.app.settings.dates, brief=not wide, weekday=True)
        visit = self.app.visit
        words = (visit.account.name if visit else self.app.settings.name or "You", day)
        if words != title.words:
            title.words = words
            title.repaint()

    def _show_keys(self) -> None:
        games = len(self.app.games)
        choose = "arrows" if self.app.look.skin.plain else "↑↓"
        width = self.app.size.width
        self.query_one(KeyLine).keys = (
            *([Key(choose, "choose")] if width >= 100 else []),
            Key("Enter", "open" if self._face.door_picked else "play", "screen.enter"),
            *([Key(f"1-{games}", "pick a game")] if width >= 120 else []),
            *([Key("e", "season", "screen.season")] if self._plays_seasons else []),
            *([Key("u", "puzzles", "screen.puzzles")] if width >= 72 and self._has_puzzles else []),
            Key("l", "library", "app.library"),
            *([Key("t", "statistics", "app.statistics")] if width >= 100 else []),
            *([Key("s", "settings", "app.settings")] if width >= 72 else []),
            Key("q", "quit", "app.quit", kept=True),
            Key("?", "help" if width >= 72 else "all keys", "app.help"),
        )

    @property
    def _has_puzzles(self) -> bool:
        """Whether any game has some; so they are said to before that is looked up."""
        return self._daily is not None or self._seasons is None

    @property
    def _plays_seasons(self) -> bool:
        """The same of a season, which takes a game that a computer plays."""
        return self._seasons is None or bool(self._seasons.now.fixtures)

    def on_resize(self) -> None:
        """Name as many keys as there is room for."""
        self._show_keys()
        self._name_player()

    def on_screen_resume(self) -> None:
        """Say what can be gone on with and how far the player has come; be patient anew."""
        self._touch()
        if self._beat:
            self._beat.resume()
        self._name_player()
        self._look_up()

    @work(exclusive=True, group="doors")
    async def _look_up(self) -> None:
        from marbles_tui.table.season import seasons_of
        from marbles_tui.tui.menu.doors import continue_door, daily_door  # not for the first paint
        from marbles_tui.tui.menu.notes import NEVER, notes_of

        games = self.app.games
        self._left = await self.app.store.ask(lambda store: continue_door(store, games))
        today = self.app.utc_today()
        self._daily = await self.app.store.ask(lambda store: daily_door(store, games, today))
        self._seasons = await self.app.store.ask(seasons_of(games))
        self._show_doors()
        self._show_keys()
        notes = self._face.notes = await self.app.store.ask(notes_of(self.app.settings.name, games))
        if self._new_here is None:
            self._new_here = all(note.line == NEVER for note in notes.values())
            if self._new_here and self._face.doors[0].action == "lessons" and not self._face.picked:
                self._choose(len(games))

    def _doors(self) -> tuple[Door, ...]:
        """The doors there are now."""
        from marbles_tui.tui.menu.doors import lessons_door, season_door, together_door

        settings, seasons = self.app.settings, self._seasons
        first = lessons_door(settings.lessons, self.app.games) if settings.hints else None
        if seasons and self._plays_seasons and not (first and seasons.now.is_new):
            first = season_door(seasons)  # there is room for one of the two
        together = together_door(self.app.visit, self.app.face.place != "page")
        # What may come and go stands last, so that nothing else ever changes its place.
        return tuple(filter(None, (first, self._daily, together, self._left)))

    def _show_doors(self) -> None:
        """Show them; one that is picked stays picked as long as it is there."""
        face, games = self._face, len(self.app.games)
        before = face.door_picked
        face.doors = self._doors()
        same = (at for at, door in enumerate(face.doors) if before and door.key == before.key)
        last = games + len(face.doors) - 1
        self._choose(next((games + at for at in same), min(face.picked, last)))

    def _hear(self) -> None:
        """Something has changed among the others in the house; most of it is not seen here."""
        if self.is_current and self._face.doors:
            self._name_player()
            if self._doors() != self._face.doors:
                self._show_doors()

    def on_screen_suspend(self) -> None:
        """Stand still while another screen lies above."""
        if self._beat:
            self._beat.pause()
        self.query_one(Title).land()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self._show_keys()
        self._name_player()
        self.query_one(Title).restyle()
        self._face.dress()

    # The stage

    def _light(self) -> None:
        """Let the title drop in, and show a match that has begun, always the same one."""
        title = self.query_one(Title)
        if self.lively:
            title.drop()
        else:
            title.land()
        self._face.emblems = True
        self._choose(self._face.picked)

    def _demo(self, game: Game) -> DemoMatch:
        if game.key not in self._demos:
            from marbles_tui.table.demo import DemoMatch  # not for the first paint

            demo = self._demos[game.key] = DemoMatch(game, Random(f"menu {game.key}"))
            demo.stray(OPENING)
        return self._demos[game.key]

    async def _live(self) -> None:
        """A beat: the next instant of the ply that is shown, or the next ply."""
        if not self.lively:
            self._touch()
            return
        if self.app.settings.idle and monotonic() - self._touched >= self.app.settings.idle:
            self.show_games()
            return
        picked = self._face.picked
        if picked >= len(self.app.games):  # the board behind a door stands still
            return
        from marbles_tui.table.demo import instants  # not for the first paint

        game = self.app.games[picked]
        if not self._film:
            _, happened = await self._demo(game).ply()
            if self._face.picked != picked:
                return
            self._film.extend(instants(happened, INSTANTS))
            self._film.extend([None] * REST)
        board = self._film.popleft()
        if board is not None:
            self.query_one(Stage).show(game.key, board)

    def show_games(self) -> None:
        """Let computers play, on a screen of its own."""
        from marbles_tui.tui.screens.attract import Attract

        self.app.push_screen(Attract(min(self._face.picked, len(self.app.games) - 1)))

    def _touch(self) -> None:
        self._touched = monotonic()

    on_mouse_move = on_mouse_scroll_up = on_mouse_scroll_down = _touch

    def on_key(self) -> None:
        """Somebody is here, and need not wait for the title."""
        self._touch()
        self.query_one(Title).land()

    on_mouse_down = on_key

    @property
    def lively(self) -> bool:
        """Whether anything moves here: not without motion, not for guests, nor where nobody looks."""
        motion = self.app.face.lively and self.app.animation_level != "none"
        return motion and self.app.app_focus and self.is_current

    # What is picked

    @property
    def help_topic(self) -> HelpTopic:
        """The keys here, and what there is to know of the game or the door that is picked."""
        door, sections = self._face.door_picked, ("At the menu",)
        if door and door.page:
            return HelpTopic(None, sections, door.title, door.page)
        return HelpTopic(self._face.game_shown, sections, "Menu")

    def _choose(self, item: int) -> None:
        face = self._face
        before, face.picked = face.door_picked, item
        if bool(before) != bool(face.door_picked):
            self._show_keys()
        self._film.clear()
        game, door = face.game_shown, face.door_picked
        if door and game and door.board is not None:
            self.query_one(Stage).show(game.key, door.board)
        elif game:
            self.query_one(Stage).show(game.key, self._demo(game).match.position.board)

    def action_choose(self, step: int) -> None:
        """The next game or door, round the ends."""
        self._choose((self._face.picked + step) % (len(self.app.games) + len(self._face.doors)))

    def action_beside(self, step: int) -> None:
        """The door beside that which is picked; else the next game or door."""
        self._choose(self._face.layout_now.beside(self._face.picked, step))

    async def action_enter(self) -> None:
        """Set up the game that is picked, or go through the door."""
        door = self._face.door_picked
        if door:
            await self.run_action(door.action)
        else:
            self.action_play(self._face.picked + 1)

    def action_play(self, number: int) -> None:
        """Set up a game."""
        if number <= len(self.app.games):
            self._choose(number - 1)
            self.app.set_up(self.app.games[number - 1])

    @on(MenuFace.Entered)
    async def _entered(self, message: MenuFace.Entered) -> None:
        self._choose(message.item)
        await self.action_enter()

    @on(MenuFace.Pointed)
    def _pointed(self, message: MenuFace.Pointed) -> None:
        self._choose(message.item)

    def action_season(self) -> None:
        """To the table of the season."""
        from marbles_tui.tui.pages.season import SeasonScreen  # not for the first paint

        if self._plays_seasons:
            self.app.push_screen(SeasonScreen())

    def action_lessons(self) -> None:
        """Choose a first lesson."""
        from marbles_tui.tui.lesson.menu import LessonMenu  # not for the first paint

        self.app.push_screen(LessonMenu(self.app.games, self._face.game_shown))

    def action_daily(self) -> None:
        """Today's puzzle."""
        from marbles_tui.play.puzzles.daily import daily
        from marbles_tui.tui.puzzles.opening import daily_screen  # not for the first paint

        if self._daily:
            self.app.push_screen(daily_screen(self.app, daily(self.app.games, self.app.utc_today())))

    def action_puzzles(self) -> None:
        """All puzzles."""
        from marbles_tui.tui.pages.puzzles import PuzzlesScreen  # not for the first paint

        if self._daily:
            self.app.push_screen(PuzzlesScreen())

    def action_together(self) -> None:
        """To the other people in the house; without a house, to how one is found or opened."""
        if self.app.visit:
            from marbles_tui.tui.pages.lobby import LobbyScreen  # not for the first paint

            self.app.push_screen(LobbyScreen(self.app.visit))
        else:
            from marbles_tui.tui.pages.together import Together

            self.app.push_screen(Together())

    def on_paste(self, event: events.Paste) -> None:
        """Go on with a match from elsewhere."""
        event.stop()
        self._touch()
        from marbles_tui.tui.pasted import offer_pasted  # not for the first paint

        offer_pasted(self.app, event.text)

    @work(exclusive=True, group="resume")
    async def action_resume(self) -> None:
        """Go on with the last match, or say why that cannot be."""
        if trouble := await self.app.resume():
            self.notify(f"{capitalized(trouble)}.", timeout=5, markup=False)
