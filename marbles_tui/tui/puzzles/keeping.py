"""The tries at puzzles as a screen knows them: read once, added to, and what follows from them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from marbles_tui.play.puzzles import tries
from marbles_tui.play.puzzles.shipped import find_puzzle
from marbles_tui.play.puzzles.tries import Streak, Try

if TYPE_CHECKING:
    from marbles_tui.tui.kit_app import Kit


class Keeping:
    """All tries so far. What is added is saved by the store's thread."""

    def __init__(self, app: Kit) -> None:
        self._app = app
        self.tries: list[Try] = []

    async def read(self) -> None:
        """Read what is kept."""
        self.tries = await self._app.store.ask(lambda store: store.tries.all())

    @property
    def today(self) -> date:
        """The day it is in UTC."""
        return self._app.utc_today()

    def rating(self, game: str) -> int:
        """The player's rating at a game's puzzles."""
        return round(tries.rate(self.tries).of(game).number)

    @property
    def streak(self) -> Streak:
        """The streak of daily puzzles."""
        return tries.streak(self.tries, self.today)

    @property
    def due(self) -> list[str]:
        """The puzzles that come back today, as far as they are still among those that ship."""
        games = self._app.games
        return [name for name in tries.due(self.tries, self.today) if find_puzzle(games, name)]

    def put(self, made: Try) -> None:
        """Keep a try."""
        self.tries.append(made)
        self._app.store.do(lambda store: store.tries.add(made))
