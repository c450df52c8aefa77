"""What the rows of the set-up say."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from textual.css.query import NoMatches
from textual.widget import Widget
from textual.widgets import Input

from marbles_tui.core import Game
from marbles_tui.play.adaptive import Adapted
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.setup.plan import CHANCE_BEGINS, SERIES, Plan
from marbles_tui.tui.setup.rows import PLAYERS, remembered, usual
from marbles_tui.tui.setup.values import OWN, TYPED, goal_of, setup_of
from marbles_tui.tui.setup.words import SetupWords
from marbles_tui.tui.widgets.choice import Choice

if TYPE_CHECKING:
    from marbles_tui.tui.screens.setup import SetUp


class Answers:
    """Reads the rows of a screen by their ids."""

    def __init__(self, screen: SetUp, game: Game, words: SetupWords) -> None:
        self._screen = screen
        self._game = game
        self._words = words

    def last(self, row: str) -> str:
        """What a row said in the last set-up of the game."""
        return remembered(self._screen.app.settings.seats.get(self._game.key, {}), row)

    def _row(self, id: str) -> Widget | None:
        """A row by its id, None where there is none: found once as long as no row comes or goes."""
        try:
            return self._screen.query_one(f"#{id}")
        except NoMatches:
            return None

    def typed(self, row: str) -> str:
        """What was typed in a row, "" where there is none."""
        line = self._row(row)
        return line.value.strip() if isinstance(line, Input) else ""

    @property
    def start(self) -> str:
        """The key of the start; the first one where there is nothing to choose."""
        row = self._row("start")
        return row.value if isinstance(row, Choice) else next(iter(self._game.setups))

    def begins(self, count: int) -> str:
        """Which of so many players begins: as last time while nothing is offered yet."""
        row = self._screen.query_one("#begins", Choice).value
        known = [CHANCE_BEGINS, *(str(number) for number in range(1, count + 1))]
        return next((value for value in (row, self.last("begins")) if value in known), "1")

    @property
    def mode(self) -> str:
        """One game, a series, or a goal."""
        return self._screen.query_one("#mode", Choice).value

    def options(self, count: int) -> dict[str, str]:
        """The rules as they are chosen for so many players; a line left empty means what is usual."""
        chosen: dict[str, str] = {}
        for option in self._game.options:
            row = self._row(f"option-{option.name}")
            value = row.value.strip() if isinstance(row, Choice | Input) else str(count)
            chosen[option.name] = value or usual(self._game, option)
        return {
            option.name: chosen[option.name] if self._words.offers(option, chosen) else option.default
            for option in self._game.options
        }

    def setup(self, own: ChosenSetup | None) -> str:
        """The start that is chosen. Raises ValueError where a position is to be typed and is not."""
        start, position = self.start, self.typed("position")
        if start == OWN and own:
            return own.setup
        if start == TYPED and not position:
            raise ValueError("Type a position, or choose another start.")
        return position if start == TYPED else setup_of(self._game, start)

    def plan(self, players: Sequence[str], setup: str, adapted: Adapted) -> Plan:
        """What these players are to play, from this start; a computer that adapts plays by `adapted`."""
        count = len(players)
        return Plan(
            game=self._game,
            players=tuple(players),
            names=tuple(self.typed(f"name-{number}") for number in range(1, count + 1)),
            begins=self.begins(count),
            setup=setup,
            options=self.options(count),
            series=self.mode == SERIES,
            goal=goal_of(self._game, self.start) or goal_of(self._game, self.mode),
            adapted=adapted,
        )

    def kept(self, players: Sequence[str], *, chosen_start: bool) -> tuple[str, dict[str, str]]:
        """The first player's name, and what the next set-up proposes, by row; the start only if it was chosen."""
        screen = self._screen
        rows = {row.id: row.value for row in screen.query(Choice) if row.id and row.id != PLAYERS}
        rows |= {f"player-{number}": player for number, player in enumerate(players, 1)}
        if len(self._game.seats) > 1:
            rows[PLAYERS] = str(len(players))
        typed = {line.id: line.value.strip() for line in screen.query(Input) if line.id}
        own = typed.pop("name-1", "")
        if rows.get("start") == OWN or not chosen_start:  # a file may be another one by then
            rows.pop("start", None)
        return own, {**rows, **typed}

    def board(self, own: ChosenSetup | None, count: int) -> Any:
        """The start on the board, one left to chance as it might come out; None where half a position has been typed:
        what is wrong with it is said when it is to be played."""
        game = self._game
        try:
            options = game.choose(self.options(count))
            setup = game.resolve_setup(self.setup(own), count, options, Random(1))
            return game.start(setup, count, options).board
        except ValueError:
            return None
