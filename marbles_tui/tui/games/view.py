"""What a game is on the screen, in one place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box, Spot, ring_of_marbles
from marbles_tui.tui.drawing.piece_colours import PieceColours

if TYPE_CHECKING:
    from marbles_tui.tui.arcade_screen import ArcadeScreen
    from marbles_tui.tui.match.view import MatchView
    from marbles_tui.tui.screens.match import MatchScreen
    from marbles_tui.tui.setup.words import SetupWords
    from marbles_tui.tui.widgets.board_view import BoardView

GREY: Final = 0x878D99


class Front(NamedTuple):
    """The front of a cabinet: what stands on its marquee (and where that is too long), where the game comes
    from, and the colour."""

    name: str
    short: str
    origin: str
    colour: int


class ChosenSetup(NamedTuple):
    """A setup to play from that was chosen among files: what it is called, what a match takes, where it came from,
    and whether it is to be played at once."""

    name: str
    setup: str
    source: str = ""
    play: bool = False


class GameView:
    """A game has one of its own: its board, and beside it what has a default here."""

    game: Game
    """The game that is shown."""

    pieces: PieceColours | None = None
    """The colours of its pieces; None where they belong to nobody."""

    keys: Sequence[tuple[str, str]] = ()
    """Its own keys and what they do, in Markdown, for the help."""

    def board(self) -> type[BoardView[Any]]:
        """The widget that draws it. To be imported here, not with the view: the menu is painted without it."""
        raise NotImplementedError

    def match(self) -> MatchView:
        """How a match of it is shown, imported here like the board."""
        from marbles_tui.tui.match.view import MatchView

        return MatchView()

    def screen(self) -> type[MatchScreen]:
        """The screen on which it is played, with its own keys, imported here like the board."""
        from marbles_tui.tui.screens.match import MatchScreen

        return MatchScreen

    def setup(self) -> SetupWords:
        """How the set-up speaks of it, imported here like the board."""
        from marbles_tui.tui.setup.words import SetupWords

        return SetupWords(self)

    def workshop(self) -> type[ArcadeScreen[ChosenSetup | None]] | None:
        """The screen on which setups of the user's own are made and chosen, imported here like the board; None if
        there are none."""
        return None

    def open_workshop(self, source: str) -> ArcadeScreen[ChosenSetup | None]:
        """The workshop, opened on the setup of a name or a file, where there is one."""
        del source
        raise NotImplementedError(f"{self.game.key} has no setups to choose among")

    def editor(self, source: str) -> ArcadeScreen[None]:
        """A screen to edit the setup in a file, "" for a new one, where there is a workshop. Raises ValueError if
        it cannot be edited."""
        raise NotImplementedError(f"{self.game.key} has no setups to edit")

    def sample(self) -> Any:
        """A board that shows well how skins and themes look."""
        options = self.game.choose({})
        seats = self.game.seats.start
        setup = self.game.resolve_setup(None, seats, options, Random(1))
        return self.game.start(setup, seats, options).board

    def front(self) -> Front:
        """The front of its cabinet in the menu."""
        title = self.game.title.upper()
        return Front(title, title[:9], self.game.author, GREY)

    def picture(self, board: Any, box: Box) -> Iterator[Spot]:
        """What is to be seen of a board in the cabinet, from the back to the front."""
        del board
        return ring_of_marbles(box)

    def seat_inks(self, look: Look) -> tuple[int, ...]:
        """The colours of the signs before the names of the seats; none where pieces belong to nobody."""
        return tuple(map(look.material_ink, look.pieces(self.pieces))) if self.pieces else ()
