"""The arcade itself: what all screens share, which are settings, saved matches, chance and the engine, and the ways
from any screen to another."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import work
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.notifications import Notify
from textual.screen import Screen
from textual.theme import ThemeProvider

from marbles_tui.core import Game, Move
from marbles_tui.games import GAMES
from marbles_tui.store import Problem, Settings, StoreThread
from marbles_tui.store.files import Unsaved
from marbles_tui.table.utc import utc_day
from marbles_tui.tui.arcade_screen import AnyScreen, ArcadeScreen, HelpTopic, is_laid
from marbles_tui.tui.face import DESKTOP, Face
from marbles_tui.tui.kit import named
from marbles_tui.tui.kit.capabilities import MARBLES
from marbles_tui.tui.kit_app import Kit, T
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.terminal import has_shell, heed_signals
from marbles_tui.tui.textual_patches.driver import lasting
from marbles_tui.tui.textual_patches.screens import Notice, is_there

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.actions import ActionParseResult
    from textual.dom import DOMNode

    from marbles_tui.ai.engine.client import EngineClient
    from marbles_tui.play import Match
    from marbles_tui.rooms.view import GuestMatch
    from marbles_tui.rooms.visit import Visit
    from marbles_tui.table.start import Start
    from marbles_tui.tui.games.view import ChosenSetup
    from marbles_tui.tui.table.board_screen import BoardScreen


FOLDER: Final = Path(__file__).parent

PAGES: Final[Mapping[str, str]] = {
    "archive": "house_pages:ArchiveScreen", "ladders": "house_pages:LadderScreen",
    "lessons": "puzzles:LessonsPage", "library": "library:LibraryScreen", "lobby": "lobby:LobbyScreen",
    "openings": "statistics:OpeningsPage", "puzzles": "puzzles:PuzzlesScreen", "season": "tournament:SeasonScreen",
    "set-up": "setup:SetUp", "settings": "settings:SettingsPage", "statistics": "statistics:StatisticsScreen",
    "together": "together:Together", "tournament": "tournament:TournamentScreen",
}  # fmt: skip
"""The pages by name: each is loaded when it is first opened."""

KEPT_BY_HOST: Final = (
    "games cannot be saved at the moment; whoever runs this arcade finds the reason in its log"
)
"""What guests are told of trouble with files that are none of theirs."""


class Arcade(Kit, App[None]):
    """All games, one menu."""

    TITLE = "Marbles"
    ALLOW_SELECT = False  # dragging is for marbles; text is taken as the terminal does it
    CSS_PATH = [FOLDER / "arcade.tcss", FOLDER / "pages" / "menu.tcss"]
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (100, "-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-low"), (18, "-short"), (23, "-usual"), (32, "-tall")]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", id="app.help"),
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True, id="app.quit"),
        Binding("f2,alt+m", "marbles", "Marbles", show=False, id="app.marbles"),
        Binding("ctrl+z", "rest", "Suspend", show=False, id="app.rest"),
    ]

    today: Callable[[], date] = staticmethod(date.today)
    """The day that the menu shows."""

    utc_today: Callable[[], date] = staticmethod(utc_day)
    """The day whose puzzle is today's."""

    def __init__(
        self,
        games: Sequence[Game] = GAMES,
        *,
        settings: Settings | None = None,
        problems: Sequence[Problem] = (),
        store: StoreThread | None = None,
        opening: Start | None = None,
        above: Callable[[Arcade], AnyScreen] | None = None,
        greet: bool = False,
        engine: EngineClient | None = None,
        seed: int | None = None,
        few_colours: bool = False,
        ascii_alone: bool = False,
        face: Face = DESKTOP,
        visit: Visit | None = None,
    ) -> None:
        """An arcade of some games. `opening` or the screen that `above` makes is shown above the menu at first; where
        neither is and `greet` holds, a question who plays; `engine` thinks for the computers, in a process of its
        own unless another is given; `seed` makes chance repeatable. `few_colours`: too few for shades;
        `ascii_alone`: it shows no other signs. `face`: what is allowed here; `visit`: the way to other people, where
        there are any."""
        super().__init__(settings or Settings(), store or StoreThread(), few_colours, face, ascii_alone)
        self.visit = visit
        self.driver_class = lasting(self.driver_class)
        self.games = tuple(games)
        self.unsaved: Unsaved | None = None
        self.random = Random(seed)
        self.stopped_by = ""
        self._problems = tuple(problems)
        self._opening = opening
        self._above = above
        self._greet = greet and not (opening or above)
        self._engine = engine
        self._trouble = ""
        self._ones: dict[Callable[[Kit], Any], Any] = {}

    def one(self, kind: Callable[[Kit], T]) -> T:
        """The only one of its kind here."""
        if kind not in self._ones:
            self._ones[kind] = kind(self)
        found: T = self._ones[kind]
        return found

    @property
    def engine(self) -> EngineClient:
        """What thinks for the computers."""
        if self._engine is None:
            from marbles_tui.ai.engine.client import EngineClient  # not for the first paint

            self._engine = EngineClient()
        return self._engine

    async def _start_engine(self) -> None:
        await self.engine.start()

    def get_default_screen(self) -> AnyScreen:
        """The menu lies under everything."""
        played = self._opening.match.game.key if self._opening and not self._opening.script else ""
        return Menu(bool(self._opening or self._above), played)

    def on_mount(self) -> None:
        """Show what was asked for, then get ready for the rest."""
        self.follow_settings()
        if self._opening:
            self.push_screen(self._opened(self._opening))
        if self._above:
            self.push_screen(self._above(self))
        new_here = bool(self.visit and self.visit.account.keyed and not self.visit.account.named)
        if not self._sit_again() and (self._greet or new_here):
            from marbles_tui.tui.dialogs import ask_name  # not for other starts

            ask_name(self, self._follow_wish)
        else:
            self._follow_wish()
        if self._problems:
            told = "\n".join(map(str, self._problems))
            self.notify(told, title="Settings", severity="warning", timeout=12, markup=False)
        if self.visit:
            from marbles_tui.tui.pages.lobby_list import Offered  # not for those who play alone

            self.one(Offered)
        self.call_after_refresh(self._look_at_store)
        if self.face.process:
            heed_signals(self._stop)
        self.call_after_refresh(self._start_engine)

    def _follow_wish(self) -> None:
        """Open what a guest has named on the way in."""
        if self.visit and self.visit.wish:
            from marbles_tui.tui.pages.lobby import follow_wish  # not for those who play alone

            follow_wish(self, self.visit)

    def _sit_again(self) -> bool:
        """Sit down at the table where the guest's clock runs, if there is one: who comes back has no time to lose."""
        running = self.visit.running if self.visit else None
        if running:
            self.enter_room(running)
        return bool(running)

    @work(group="store")
    async def _look_at_store(self) -> None:
        """Hear of the store's trouble from now on, and offer what helps against damage."""
        if await self.store.ask(lambda store: store.damaged):
            self.offer_to_set_aside()
        self.store.on_trouble = lambda: self.say_from_thread(self.report_trouble)
        self.report_trouble()
        if notice := await self.store.ask(lambda store: store.take_notice()):
            notice = notice if self.face.files else notice.partition(" The file")[0]
            self.notify(notice, title="Saved games", timeout=20, markup=False)

    def offer_to_set_aside(self) -> bool:
        """Ask whether the damaged database shall make room for a new one; False where something else is asked."""
        from marbles_tui.tui.kept_games import offer_to_set_aside

        asked = offer_to_set_aside(self)
        if asked:
            self._trouble = self.store_trouble  # said there
        return asked

    @work(group="store")
    async def offer_to_adopt(self) -> None:
        """Ask whether the games played without a name shall count for the name that there is now."""
        from marbles_tui.tui.kept_games import offer_to_adopt

        await offer_to_adopt(self, self.settings.name)

    def _opened(self, opening: Start) -> AnyScreen:
        if opening.script:
            from marbles_tui.tui.table.sitting import replay_screen

            return replay_screen(self, opening.script, foreign=True)
        return self.match_screen(opening.match, opening.saved)

    def on_ready(self) -> None:
        """The first screen is shown: from now on there may be something to throw away."""
        self.ask_terminal()
        if self.face.process:
            gc.enable()

    async def on_unmount(self) -> None:
        """Let go of everything."""
        self.save_settings()
        self.restore_title()
        for each in self._ones.values():
            await each.leave()
        await self.engine.close()
        self.unsaved = await self.store.close()

    def _stop(self, name: str) -> None:
        self.stopped_by = name
        self.exit()

    def lose_terminal(self) -> None:
        """The terminal is gone: nobody sees or types anything here any more."""
        self._stop("a terminal that is gone")

    # What is said

    def say_flood(self) -> None:
        """Keys were dropped."""
        self.notify(
            "Too much was typed at once: the rest of it was dropped.", severity="warning", markup=False
        )

    def notify(self, message: str, **how: Any) -> None:
        """Say something in a corner for some seconds; see Textual's."""
        how["timeout"] = how.get("timeout") or self.NOTIFICATION_TIMEOUT
        self.post_message(Notify(Notice(message, **{"markup": True, **how})))

    def ring(self) -> None:
        """The terminal's bell, for those who want it: at a flash, and when a person is next after a computer."""
        if self.settings.sound:
            self.bell()

    # Matches

    def match_screen(self, match: Match, saved: int | None = None) -> BoardScreen:
        """The screen of a match, which is saved as it is played: under an id if it has one already."""
        from marbles_tui.play.post import POST  # not needed for the first paint
        from marbles_tui.table.session import session_for
        from marbles_tui.tui.table.sitting import match_screen, occasion_of

        saver = self.store.saver(saved)
        if saved is None and match.plies:  # pasted, or gone on with from a replay
            saver.save(match)
        session = None
        if match.tag(POST):
            from marbles_tui.tui.pasted import session_of

            session = session_of(self, match, saver.keep)
        session = session or session_for(match, self.engine, saver.keep)
        return match_screen(self, session, occasion_of(self, match))

    def open_replay(
        self,
        match: Match,
        ply: int = 0,
        playing: bool = True,
        *,
        seeking: bool = False,
        foreign: bool = False,
        watched: Callable[[], None] | None = None,
    ) -> None:
        """Watch a match again, above what is on the screen."""
        from marbles_tui.tui.table.sitting import replay_screen

        replay = replay_screen(self, match, ply, playing=playing, seeking=seeking, foreign=foreign)
        self.push_screen(replay, lambda _: watched() if watched else None)

    def open_page(self, name: str, *given: Any, alone: bool = False, instead: bool = False) -> None:
        """A page of PAGES, made of what is given; `alone` above the menu, or `instead` of the screen."""
        page: type[AnyScreen] = named(f"marbles_tui.tui.pages.{PAGES[name]}")
        while alone and len(self.screen_stack) > 1:
            self.pop_screen()
        if not isinstance(self.screen, page):
            (self.switch_screen if instead else self.push_screen)(page(*given))

    def action_page(self, name: str) -> None:
        """Open a page."""
        self.open_page(name)

    def solve_one_turn(self, game: Game) -> None:
        """A new puzzle of one turn, that chance draws."""
        from marbles_tui.tui.puzzles import open_one_turn

        self.call_later(open_one_turn, self, game)

    @work(group="puzzle", exclusive=True)
    async def solve_alike(self, match: Match, better: Move) -> None:
        """A puzzle that begins like the better move that was missed in a match."""
        from marbles_tui.tui.puzzles import solve_alike

        await solve_alike(self, match, better)

    @work(group="puzzle", exclusive=True)
    async def make_puzzle(self, match: Match) -> None:
        """A puzzle of the position of a match, if there is one in it."""
        from marbles_tui.tui.puzzles import make_puzzle

        await make_puzzle(self, match)

    def play_match(self, match: Match, saved: int | None = None) -> None:
        """Sit down to a match, leaving the table or the set-up that is on the screen."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if isinstance(self.screen, Menu):
            self.screen.played = match.game.key
        self.push_screen(self.match_screen(match, saved))

    @property
    def store_trouble(self) -> str:
        """What keeps matches from being saved, "" while nothing does; where files have no names none is named."""
        if self.face.exchange:
            return self.store.trouble.replace(f" ({self.store.place})", "")
        return self.store.trouble if self.face.files or not self.store.trouble else KEPT_BY_HOST

    def enter_room(self, room: str) -> None:
        """Sit down at a table of the house, or watch there. Raises Refused."""
        if self.visit:
            self.sit(self.visit.enter(room))

    def sit(self, table: GuestMatch) -> None:
        """Show a match of the house as this guest sees it; a table that is left keeps the seat."""
        from marbles_tui.tui.table.sitting import sit  # not for those who play alone

        sit(self, table)

    def report_trouble(self) -> None:
        """Say what keeps matches from being saved, once for each trouble."""
        trouble = self.store_trouble
        if trouble and trouble != self._trouble:
            self.notify(trouble, title="Saved games", severity="warning", timeout=12, markup=False)
        self._trouble = trouble

    async def resume(self, saved: int | None = None) -> str:
        """Sit down again to a saved match, the last unfinished one if none is named; why that cannot be, "" where it
        can or a question says it."""
        from marbles_tui.table.start import saved_match  # not for the menu

        number, name = "" if saved is None else str(saved), self.settings.name
        try:
            start = await self.store.ask(lambda store: saved_match(store, self.games, number, name))
        except ValueError as error:
            if self.store.damaged and self.offer_to_set_aside():
                return ""
            return self.store_trouble or str(error)
        self.play_match(start.match, start.saved)
        return ""

    # Keys of the whole arcade

    async def action_pop_screen(self) -> None:
        """Leave a screen above the menu; a key typed twice asks for more than there is."""
        if len(self.screen_stack) > 1:
            self.pop_screen()

    def action_help_quit(self) -> None:
        """Ctrl-C ends nothing: say what does."""
        self.notify("Ctrl-Q quits; all is kept.", markup=False)

    async def action_quit(self) -> None:
        """Leave the arcade; a screen that holds work which is not saved asks first."""
        ours = [screen for screen in self.screen_stack if isinstance(screen, ArcadeScreen)]
        holder = next((screen for screen in reversed(ours) if screen.unsaved), None)
        if holder is None:
            self.exit()
        elif holder is self.screen:
            holder.quit_arcade()

    def action_marbles(self) -> None:
        """Make marbles of something else, for a terminal that draws them wrong."""
        chosen = MARBLES[(MARBLES.index(self.settings.marbles) + 1) % len(MARBLES)]
        self.change_settings(marbles=chosen)
        self.notify(f"Marbles: {chosen.replace('auto', 'automatic')}", timeout=2, markup=False)

    def action_rest(self) -> None:
        """Rest until the shell says `fg`."""
        if self.face.process and has_shell():
            self.action_suspend_process()

    def action_command_palette(self) -> None:
        """Every command."""
        from marbles_tui.tui.textual_patches.palette import QuickPalette

        if isinstance(self.screen, ArcadeScreen) and self.screen.end_show():
            return
        if self.use_command_palette and not any(
            isinstance(screen, QuickPalette) for screen in self.screen_stack
        ):
            self.push_screen(QuickPalette(id="--command-palette"))

    def search_themes(self) -> None:
        """Themes to choose from."""
        from marbles_tui.tui.textual_patches.palette import QuickPalette

        self.push_screen(QuickPalette(providers=[ThemeProvider], placeholder="Search for themes..."))

    def action_help(self) -> None:
        """The keys of the screen; rules and an example, if it shows a game."""
        from marbles_tui.tui.pages.help import Help

        screen = self.screen
        if isinstance(screen, ArcadeScreen) and screen.help_page:
            self.push_screen(Help(self.games, HelpTopic(), screen.help_page))
        elif not isinstance(screen, Help):
            topic = screen.help_topic if isinstance(screen, ArcadeScreen) else HelpTopic()
            self.push_screen(Help(self.games, topic))

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key asks for. A key may have been typed before its screen was there, and waits for it; or it
        may come after the screen was left, and then asks for nothing."""
        screen = self.screen
        if default_namespace is not None and default_namespace is not self:
            around = default_namespace.ancestors_with_self
            screen = next((node for node in around if isinstance(node, Screen)), screen)
        if not await is_laid(screen):
            return False
        if (
            default_namespace is not self
            and isinstance(screen, ArcadeScreen)
            and not screen.heeds(str(action))
        ):
            return False
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except NoMatches:
            if is_there(screen):
                raise
            return False

    def action_setup_again(self) -> None:
        """The set-up of the game at this table."""
        if self.game_shown:
            self.set_up(self.game_shown)

    def action_boards_again(self) -> None:
        """All boards of the game at this table, above its set-up."""
        self.action_setup_again()
        self.call_after_refresh(self.run_action, "screen.boards")

    def set_up(self, game: Game, board: ChosenSetup | None = None) -> None:
        """The set-up of a game, with a board that was chosen before if one is given."""
        self.open_page("set-up", game, board, alone=True)

    def get_system_commands(self, screen: AnyScreen) -> Iterable[SystemCommand]:
        """The command palette."""
        from marbles_tui.tui.commands import commands

        others = ("Maximize", "Minimize", "Keys", "Screenshot", "Quit", "Theme")
        yield from (command for command in super().get_system_commands(screen) if command.title not in others)
        yield from commands(self, screen)
