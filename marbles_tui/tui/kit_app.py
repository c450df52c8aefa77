"""What screens may ask of the app, whichever it is: all they know of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from random import Random
from typing import TYPE_CHECKING, TypeVar

from marbles_tui.core import Game, Move
from marbles_tui.tui.arcade_screen import AnyScreen, ArcadeScreen
from marbles_tui.tui.styled_app import StyledApp

if TYPE_CHECKING:
    from marbles_tui.ai.engine.client import EngineClient
    from marbles_tui.play import Match
    from marbles_tui.rooms.view import GuestMatch
    from marbles_tui.rooms.visit import Visit
    from marbles_tui.tui.games.view import ChosenSetup


T = TypeVar("T")


class Kit(StyledApp):
    """Besides settings and look: games, computers, chance, other people, and the ways from screen to screen. The
    arcade answers it."""

    games: tuple[Game, ...]
    random: Random
    visit: Visit | None
    """The way to other people, where there are any."""

    today: Callable[[], date]
    utc_today: Callable[[], date]
    """The day whose puzzle is today's."""

    @property
    def engine(self) -> EngineClient:
        """What thinks for the computers."""
        raise NotImplementedError

    @property
    def game_shown(self) -> Game | None:
        """The game that the screen is about; None for all."""
        return self.screen.game_shown if isinstance(self.screen, ArcadeScreen) else None

    def game(self, key: str) -> Game:
        """The game of a key; the first of them where there is none."""
        return next((game for game in self.games if game.key == key), self.games[0])

    def one(self, kind: Callable[[Kit], T]) -> T:
        """The only one of its kind in this arcade, made when it is first asked for. At the end it is left."""
        raise NotImplementedError

    def tell_screen(self) -> None:
        """Something has changed behind what is shown: among others in a house, or in what is played meanwhile."""
        screen = self.screen_stack[-1] if self.screen_stack else None  # none is left at the end
        if isinstance(screen, ArcadeScreen):
            screen.call_later(screen.heard)

    @property
    def store_trouble(self) -> str:
        """What keeps matches from being saved, "" while nothing does; where files have no names none is named."""
        raise NotImplementedError

    def report_trouble(self) -> None:
        """Say what keeps matches from being saved, once for each trouble."""

    def ring(self) -> None:
        """The terminal's bell, for those who want it."""

    # From screen to screen

    def match_screen(self, match: Match, saved: int | None = None) -> AnyScreen:
        """The screen of a match, which is saved as it is played: under an id if it has one already."""
        raise NotImplementedError

    def play_match(self, match: Match, saved: int | None = None) -> None:
        """Sit down to a match, leaving the table or the set-up that is on the screen."""

    async def resume(self, saved: int | None = None) -> str:
        """Sit down again to a saved match, the last unfinished one if none is named; why that cannot be, "" where it
        can or a question says it."""
        raise NotImplementedError

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
        """Watch a match again, above what is on the screen; `watched` is called when that is left. `seeking` goes to
        its turning point; `foreign` came from elsewhere."""

    def enter_room(self, room: str) -> None:
        """Sit down at a table of the house, or watch there. Raises Refused."""

    def sit(self, table: GuestMatch) -> None:
        """Show a match of the house as this guest sees it."""

    def set_up(self, game: Game, board: ChosenSetup | None = None) -> None:
        """The set-up of a game, with a board that was chosen before if one is given."""

    def open_page(self, name: str, *given: object, alone: bool = False, instead: bool = False) -> None:
        """A page by its name, made of what is given; `alone` above the menu, or `instead` of the screen."""

    def solve_one_turn(self, game: Game) -> None:
        """A new puzzle of one turn, that chance draws."""

    def solve_alike(self, match: Match, better: Move) -> object:
        """A puzzle that begins like the better move that was missed in a match."""

    def make_puzzle(self, match: Match) -> object:
        """A puzzle of the position of a match, if there is one in it."""

    def offer_to_adopt(self) -> object:
        """Ask whether the games played without a name shall count for the name that there is now."""

    def action_boards_again(self) -> None:
        """All boards of the game at this table, above its set-up."""

    def lists_puzzles(self, screen: AnyScreen) -> bool:
        """Whether a screen is that of all puzzles."""
        return isinstance(screen, ArcadeScreen) and screen.lists_puzzles
