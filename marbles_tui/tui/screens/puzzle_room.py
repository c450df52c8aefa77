"""The puzzle room: the day's puzzles, what is due again, and all puzzles by game, difficulty and theme."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from marbles_tui.core import Game
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.play.puzzles.daily import daily
from marbles_tui.play.puzzles.puzzle import MARKS, Puzzle
from marbles_tui.play.puzzles.shipped import with_puzzles
from marbles_tui.play.puzzles.tries import calendar, next_puzzle
from marbles_tui.store.puzzles import own_puzzles
from marbles_tui.table import puzzle_words
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.menu.face import Stage
from marbles_tui.tui.puzzles.entries import Entry, Wanted, entries, listed, next_marks, next_theme
from marbles_tui.tui.puzzles.facts import signs
from marbles_tui.tui.puzzles.keeping import Keeping
from marbles_tui.tui.puzzles.made import open_one_turn
from marbles_tui.tui.puzzles.room_face import RoomFace, RoomWords, count
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

PAGE: Final = 10
WEEKS: Final = 4
"""Weeks of the calendar."""


class PuzzleRoom(ArcadeScreen[None]):
    """Choose a puzzle; Enter opens it."""

    help_page = "puzzles"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(-1)", "Up", show=False, id="puzzles.up"),
        Binding("down", "choose(1)", "Down", show=False, id="puzzles.down"),
        Binding("pageup", f"choose(-{PAGE})", "Page up", show=False, id="puzzles.page_up"),
        Binding("pagedown", f"choose({PAGE})", "Page down", show=False, id="puzzles.page_down"),
        Binding("left", "game(-1)", "Game before", show=False, id="puzzles.before"),
        Binding("right", "game(1)", "Next game", show=False, id="puzzles.next"),
        Binding("enter,space", "enter", "Open", show=False, id="puzzles.enter"),
        Binding("d", "difficulty", "Difficulty", id="puzzles.difficulty"),
        Binding("m", "theme", "Theme", id="puzzles.theme"),
        Binding("n", "suggest", "One that suits me", id="puzzles.suggest"),
        Binding("w", "draw", "A new one by chance", show=False, id="puzzles.draw"),
        Binding("escape,q", "app.pop_screen", "Back", id="puzzles.back"),
    ]

    CSS = "PuzzleRoom.-wide KeyLine { padding: 0 3; }"

    app: Arcade

    _own: list[Puzzle] = []  # noqa: RUF012  (never changed in place)

    def compose(self) -> ComposeResult:
        """Face and keys."""
        yield RoomFace()
        yield KeyLine()

    def on_mount(self) -> None:
        """Begin with the day's puzzle of the day's game."""
        self._keeping = Keeping(self.app)
        games = with_puzzles(self.app.games)
        self._wanted = Wanted(daily(games, self._keeping.today).puzzle.game)
        self._show()

    def on_screen_resume(self) -> None:
        """Something may have been solved."""
        self._read()

    @work(exclusive=True, group="recall")
    async def _read(self) -> None:
        await self._keeping.read()
        if self.app.face.transfers:
            self._own = await asyncio.to_thread(own_puzzles, self.app.games)
        self._show()

    @property
    def _face(self) -> RoomFace:
        return self.query_one(RoomFace)

    @property
    def entry(self) -> Entry | None:
        """What is picked."""
        face = self._face
        return face.shown[face.picked] if face.picked < len(face.shown) else None

    @property
    def game_shown(self) -> Game | None:
        """The game whose puzzles are listed."""
        return None

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self._show()
        self._face.restyle()

    def on_resize(self) -> None:
        """As many keys as there is room for."""
        self._show()

    # What is shown

    def _show(self) -> None:
        keeping, wanted = self._keeping, self._wanted
        face = self._face
        face.shown = tuple(entries(self.app.games, wanted, keeping.tries, keeping.today, self._own))
        self._choose(min(face.picked, len(face.shown) - 1))

    def _choose(self, number: int) -> None:
        face = self._face
        face.picked = number
        entry = self.entry
        if entry is None:
            return
        if entry.puzzle:
            puzzle = entry.puzzle
            start = puzzle.start()
            face.query_one(Stage).show(puzzle.game.key, start.board)
            names = VIEWS[puzzle.game.key].side_names(self.app.look)
            told = f"{puzzle_words.roles(puzzle, start.turn, names)} {puzzle_words.rules(puzzle)}"
            goal = f"{puzzle.game.title}: {puzzle.goal.sentence}\n{told}"
        else:
            goal = "Getaway: the journey of the day\nEverybody rolls the same; the tolls are yours to choose."
            face.query_one(Stage).show(GETAWAY.key, VIEWS[GETAWAY.key].sample())
        face.words = RoomWords(self._right(), self._filters(), self._calendar(), goal)
        self._show_keys()

    def _right(self) -> tuple[str, ...]:
        keeping, game = self._keeping, self._wanted.game
        listed_here = [entry for entry in self._face.shown if entry.section == game.title]
        solved, there = count(listed_here)
        streak = keeping.streak
        days = f"{streak.days} days running" if streak.days > 1 else ""
        lines = (
            f"your rating {keeping.rating(game.key):,}",
            f"{game.title}: {solved} of {there} solved",
            days,
        )
        return tuple(filter(None, lines))

    def _calendar(self) -> tuple[str, ...]:
        """The daily puzzles of four weeks: solved, not, and days to come."""
        keeping = self._keeping
        ahead = 6 - keeping.today.weekday()
        weeks = calendar(keeping.tries, keeping.today, WEEKS)
        lines = ["".join("●" if day else "○" if day is None else "×" for day in week) for week in weeks]
        lines[-1] = lines[-1][: 7 - ahead]
        return tuple(lines)

    def _filters(self) -> str:
        wanted, plain = self._wanted, self.app.look.skin.plain
        marks = signs("●" * wanted.marks + "○" * (MARKS - wanted.marks), plain=plain) if wanted.marks else ""
        return "  ".join(filter(None, (marks, wanted.theme)))

    def _show_keys(self) -> None:
        plain = self.app.look.skin.plain
        wide = self.app.size.width >= 100
        self.query_one(KeyLine).keys = (
            Key("up/down" if plain else "↑↓", "choose"),
            Key("Enter", "open", "screen.enter"),
            Key("left/right" if plain else "←→", "game", "screen.game(1)"),
            Key("d", "difficulty", "screen.difficulty"),
            Key("m", "theme", "screen.theme"),
            Key("n", "one that suits me" if wide else "suggest", "screen.suggest"),
            *((Key("w", "new by chance", "screen.draw"),) if self._wanted.game.goals else ()),
            Key("Esc", "menu", "app.pop_screen"),
            Key("?", "help", "app.help"),
        )

    # What is done

    def action_choose(self, step: int) -> None:
        """An entry further on or back."""
        self._choose(self._face.step(step))

    def action_game(self, step: int) -> None:
        """The puzzles of the next game."""
        games = with_puzzles(self.app.games)
        game = games[(games.index(self._wanted.game) + step) % len(games)]
        self._want(Wanted(game, self._wanted.marks))

    def action_difficulty(self) -> None:
        """Those of the next difficulty, then of any."""
        wanted = replace(self._wanted, marks=next_marks(self._wanted.marks))
        while wanted.marks and not listed(wanted):
            wanted = replace(wanted, marks=next_marks(wanted.marks))
        self._want(wanted)

    def action_theme(self) -> None:
        """Those of the next theme, then of any."""
        wanted = replace(self._wanted, theme=next_theme(self._wanted.game, self._wanted.theme))
        while wanted.theme and not listed(wanted):
            wanted = replace(wanted, theme=next_theme(wanted.game, wanted.theme))
        self._want(wanted)

    def _want(self, wanted: Wanted) -> None:
        """List other puzzles, and pick the first of them."""
        if not listed(wanted):
            wanted = Wanted(wanted.game)
        self._wanted = wanted
        self._show()
        sections = [entry.section for entry in self._face.shown]
        self._choose(sections.index(wanted.game.title))

    def action_enter(self) -> None:
        """Open what is picked."""
        from marbles_tui.tui.puzzles.opening import daily_screen, puzzle_screen

        entry = self.entry
        if entry and entry.daily:
            self.app.push_screen(daily_screen(self.app, entry.daily))
        elif entry and entry.puzzle:
            self.app.push_screen(puzzle_screen(self.app, entry.puzzle))

    @work(exclusive=True, group="draw")
    async def action_draw(self) -> None:
        """Open a new puzzle that chance draws, of a game that has such."""
        games = [game for game in (self._wanted.game, *with_puzzles(self.app.games)) if game.goals]
        if games:
            await open_one_turn(self.app, games[0])

    def action_suggest(self) -> None:
        """Open one about as hard as the player is good."""
        from marbles_tui.tui.puzzles.opening import puzzle_screen

        found = next_puzzle(listed(self._wanted), self._keeping.tries)
        if found:
            self.app.push_screen(puzzle_screen(self.app, found))

    @on(RoomFace.Pointed)
    def _pointed(self, message: RoomFace.Pointed) -> None:
        self._choose(message.entry)

    @on(RoomFace.Entered)
    def _entered(self, message: RoomFace.Entered) -> None:
        self._choose(message.entry)
        self.action_enter()
