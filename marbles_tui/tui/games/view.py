"""What a game is on the screen, in one place."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from marbles_tui.core import Game
from marbles_tui.core.palette import PieceColours
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.look import Look

if TYPE_CHECKING:
    from marbles_tui.tui.arcade_screen import ArcadeScreen
    from marbles_tui.tui.games.match_view import MatchView
    from marbles_tui.tui.games.setup_words import SetupWords
    from marbles_tui.tui.kit.board_view import BoardView


LEAST_APART: Final = 3
"""Rows above which an emblem leaves a little air around it."""


class Front(NamedTuple):
    """What the menu says of a game beside its title: its name in capitals, and when it was made and by whom."""

    name: str
    origin: str


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

    keys: Sequence[tuple[str, str]] = ()
    """Its own keys and what they do, in Markdown, for the help."""

    @property
    def pieces(self) -> PieceColours | None:
        """The colours of its pieces; None where they belong to nobody."""
        return None

    def board(self) -> type[BoardView]:
        """The widget that draws it. To be imported here, not with the view: the menu is painted without it."""
        raise NotImplementedError

    def match(self) -> MatchView:
        """How a match of it is shown, imported here like the board."""
        from marbles_tui.tui.games.match_view import MatchView

        return MatchView()

    def setup(self) -> SetupWords:
        """How the set-up speaks of it, imported here like the board."""
        from marbles_tui.tui.games.setup_words import SetupWords

        return SetupWords(self)

    def workshop(self) -> type[ArcadeScreen[ChosenSetup | None]] | None:
        """The screen on which setups of the user's own are made and chosen, imported here like the board; None if
        there are none."""
        return None

    def open_workshop(self, source: str) -> ArcadeScreen[ChosenSetup | None]:
        """The workshop, opened on the setup of a name or a file, where there is one."""
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
        """Its name and origin in the menu."""
        return Front(self.game.title.upper(), self.game.author)

    def emblem(self, width: int, height: int, look: Look) -> Canvas:
        """What the game is known by, in so many cells."""
        from dataclasses import replace  # not for the first paint

        from marbles_tui.tui.kit.picture import picture

        scene = self.game.emblem()
        if height > LEAST_APART:  # away from that of the next entry
            left, top, right, bottom = scene.bounds
            air = (bottom - top) / height / 2
            scene = replace(scene, bounds=(left - air, top - air, right + air, bottom + air))
        return picture(scene, width, height, look)

    def side_names(self, look: Look) -> tuple[str, ...]:
        """What sides are called by those who see them: by their colours; else as records call them."""
        return (self.pieces.called(look.theme) if self.pieces and look.coloured else ()) or self.game.sides

    def named(self, names: Sequence[str], look: Look) -> tuple[str, ...]:
        """Names of seats, sides that stand for a person called as they are seen."""
        seen = dict(zip(self.game.sides, self.side_names(look), strict=False))
        return tuple(seen.get(name, name) for name in names)

    def seat_inks(self, look: Look) -> tuple[int, ...]:
        """The colours of the signs before the names of the seats; none where pieces belong to nobody."""
        return tuple(map(look.material_ink, look.pieces(self.pieces))) if self.pieces else ()
