"""The set-up before a match: who plays, from which start, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from marbles_tui.ai.levels import levels_of
from marbles_tui.core import Game, Option
from marbles_tui.core.text import sanitize_line
from marbles_tui.play import Seat
from marbles_tui.play.match import HUMAN
from marbles_tui.play.series import arrange, named_by_place, told_apart
from marbles_tui.store import MatchStore
from marbles_tui.table.start import today
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.match.next_match import begin
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine, TooSmall, TopLine
from marbles_tui.tui.widgets.preview import Preview

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

TYPED: Final = "typed"
OWN: Final = "own"
MATCH, SERIES = "match", "series"
LOT: Final = "?"
PLAYERS: Final = "players"

MOST_CHOICES: Final = 30
"""A rule with more values than that is typed."""


class SetUp(ArcadeScreen[None]):
    """Rows of choices; Enter plays from any of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="form.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="form.up"),
        Binding("enter", "play", "Play", id="setup.play"),
        Binding("escape,q", "app.pop_screen", "Back", id="setup.back"),
    ]

    app: Arcade

    def __init__(self, game: Game) -> None:
        super().__init__(classes="form")
        self.game = game
        self._workshop = VIEWS[game.key].workshop()
        self._board: ChosenSetup | None = None

    # The rows

    def compose(self) -> ComposeResult:
        """Top line, rows, keys."""
        last = self.app.settings.seats.get(self.game.key, {})
        yield TopLine()
        with VerticalScroll(id="rows", can_focus=False):
            yield Choice("Play", self._modes(), _word(last, "mode"), id="mode")
            if self._counts:
                yield Choice("Players", self._counts, _word(last, PLAYERS) or self._usual_count, id=PLAYERS)
            for number in range(1, self.game.seats.stop):
                yield from self._seat(number, last)
            yield Choice("Begins", self._begins(self.game.seats.stop - 1), _word(last, "begins"), id="begins")
            yield Choice("Start", self._starts(), _word(last, "start"), id="start")
            if self._workshop:
                yield Button("Boards: see them all, open a file, make one", id="boards", compact=True)
            yield Field(
                "Position", _word(last, "position"), placeholder="a position text", most=400, id="position"
            )
            yield Static(id="start-note", classes="note", markup=False)
            for option in self._options:
                yield self._option(option, _word(last, f"option-{option.name}") or option.default)
            yield Button("Play", variant="primary", id="play", compact=True)
            yield Static(id="fault", classes="note", markup=False)
            yield Preview(id="preview")
        yield KeyLine()
        yield TooSmall()

    def _seat(self, number: int, last: Mapping[str, Any]) -> ComposeResult:
        players = [(HUMAN, "a person")]
        players += [(level.key, f"computer: {level.title}") for level in levels_of(self.game)]
        usual = HUMAN if number == 1 or len(players) == 1 else players[1][0]
        yield Choice(
            f"Player {number}", players, _word(last, f"player-{number}") or usual, id=f"player-{number}"
        )
        known = self.app.settings.name if number == 1 else _word(last, f"name-{number}")
        yield Field("  called", known, placeholder=f"Player {number}", id=f"name-{number}")
        yield Static(id=f"character-{number}", classes="note", markup=False)

    def _option(self, option: Option, value: str) -> Widget:
        """A row for a rule: a choice, or a line to type in where there are too many values to go through."""
        label, row = option.name.capitalize(), f"option-{option.name}"
        if len(option.values) > MOST_CHOICES:
            return Field(label, value, placeholder=option.choices, id=row)
        return Choice(label, [(str(value), str(value)) for value in option.values], value, id=row)

    @property
    def _options(self) -> list[Option]:
        """The rules that can be chosen; how many play has a row of its own."""
        return [option for option in self.game.options if option.name != PLAYERS]

    @property
    def _counts(self) -> list[tuple[str, str]]:
        """The numbers of players to choose from; none where there is but one."""
        return [(str(count), str(count)) for count in self.game.seats] if len(self.game.seats) > 1 else []

    @property
    def _usual_count(self) -> str:
        """How many play unless something else is chosen."""
        return next((option.default for option in self.game.options if option.name == PLAYERS), "")

    @property
    def _count(self) -> int:
        """How many play."""
        return int(self._value(PLAYERS)) if self._counts else self.game.seats.start

    @staticmethod
    def _begins(count: int) -> list[tuple[str, str]]:
        begins = [(str(number), f"player {number}") for number in range(1, count + 1)]
        return [*begins, (LOT, "drawn by lot")]

    def _chosen(self) -> dict[str, str]:
        """The rules as they are chosen; left out where a line is empty."""
        chosen = {PLAYERS: str(self._count)} if len(self._options) < len(self.game.options) else {}
        for option in self._options:
            row = self.query_one(f"#option-{option.name}")
            value = row.value if isinstance(row, Choice | Input) else ""
            chosen |= {option.name: value} if value else {}
        return chosen

    def _modes(self) -> list[tuple[str, str]]:
        modes = [(MATCH, "one game"), (SERIES, "a series: each begins once")]
        return [*modes, *((goal.key, goal.title) for goal in self.game.goals)]

    def _starts(self) -> list[tuple[str, str]]:
        starts = [(name, name) for name in self.game.setups]
        starts += [(OWN, f"{self._board.name} (a file)")] if self._board else []
        return [*starts, (TYPED, "a position you type")] if self.game.has_text else starts

    def on_mount(self) -> None:
        """Show what belongs to the choices, and stand ready to play."""
        top = self.query_one(TopLine)
        top.headline, top.note, top.skin = self.game.title, self.game.author, self.app.look.skin
        self.query_one(KeyLine).keys = (
            Key("enter", "play", "screen.play"),
            Key("arrows", "choose"),
            Key("tab", "next"),
            Key("?", "help", "app.help"),
            Key("esc", "back", "app.pop_screen"),
        )
        self._show_what_matters()
        self.query_one("#play").focus()
        self._offer_names()

    @work(group="names")
    async def _offer_names(self) -> None:
        """Complete names to those of the people in the latest matches."""
        known = await self.app.store.ask(MatchStore.names)
        for number in range(1, self.game.seats.stop):
            self.query_one(f"#name-{number}-field", Field).offer(known)

    @on(Choice.Changed)
    def _changed(self) -> None:
        self.query_one("#fault", Static).update("")
        self._show_what_matters()

    def _show_what_matters(self) -> None:
        mode, start = self._value("mode"), self._value("start")
        alone = mode not in (MATCH, SERIES)
        count = self._count
        for number in range(1, self.game.seats.stop):
            player = self._value(f"player-{number}")
            here = number == 1 or (not alone and number <= count)
            self.query_one(f"#player-{number}").display = here and not alone
            self.query_one(f"#name-{number}-field").display = here and (player == HUMAN or alone)
            level = next((level for level in levels_of(self.game) if level.key == player), None)
            note = self.query_one(f"#character-{number}", Static)
            note.display = here and level is not None and not alone
            note.update(level.character if level else "")
        begins = self.query_one("#begins", Choice)
        begins.offer(self._begins(count), begins.value)
        begins.display = not alone
        self.query_one("#position-field").display = start == TYPED
        self.query_one("#start-note", Static).update(self.game.setups.get(start, ""))
        self._preview()

    def _preview(self) -> None:
        """Show the start on the board; one left to chance as it might come out."""
        try:
            options = self.game.choose(self._chosen())
            setup = self.game.resolve_setup(self._setup(), self._count, options, Random(1))
            board = self.game.start(setup, self._count, options).board
        except ValueError:
            return  # half a position has been typed; what is wrong with it is said when it is to be played
        self.query_one(Preview).show_board(self.game.key, board)

    def _setup(self) -> str:
        """The start that is chosen. Raises ValueError where a position is to be typed and is not."""
        start = self._value("start")
        if start == OWN and self._board:
            return self._board.setup
        if start == TYPED and not self._typed("position"):
            raise ValueError("Type a position, or choose another start.")
        return self._typed("position") if start == TYPED else start

    def _value(self, row: str) -> str:
        return self.query_one(f"#{row}", Choice).value

    def _typed(self, row: str) -> str:
        return self.query_one(f"#{row}", Input).value.strip()

    @on(Input.Changed)
    def _retyped(self) -> None:
        self._preview()

    @on(Button.Pressed, "#boards")
    def action_boards(self) -> None:
        """Choose among all boards, or open a file."""

        def chosen(board: ChosenSetup | None) -> None:
            if board is None:
                return
            if board.setup not in self.game.setups:
                self._board = board
            start = board.setup if board.setup in self.game.setups else OWN
            self.query_one("#start", Choice).offer(self._starts(), start)
            self._show_what_matters()

        if self._workshop:
            self.app.push_screen(self._workshop(), chosen)

    # Play

    @on(Button.Pressed, "#play")
    @on(Input.Submitted)
    def action_play(self) -> None:
        """Begin the match, or say what is wrong."""
        mode = self._value("mode")
        try:
            match = arrange(
                self.game,
                setup=self._setup(),
                options=self._chosen(),
                seats=told_apart(self._seats(mode)),
                date=today(),
                random=self.app.random,
                series=mode == SERIES,
            )
            if match.result:
                raise ValueError("The game is over in that position: nobody has a move to make.")
        except ValueError as error:
            self.query_one("#fault", Static).update(sanitize_line(str(error), 300))
            return
        self._remember()
        begin(self.app, match, mode)

    def _seats(self, mode: str) -> list[Seat]:
        seats = []
        for number in range(1, self._count + 1):
            player, name = self._value(f"player-{number}"), sanitize_line(self._typed(f"name-{number}"), 40)
            if mode not in (MATCH, SERIES):
                seats.append(Seat(name if number == 1 else ""))
            elif player == HUMAN:
                seats.append(Seat(name))
            else:
                title = next(level.title for level in levels_of(self.game) if level.key == player)
                seats.append(Seat(title, f"computer {player}"))
        begins = self._value("begins")
        if mode not in (MATCH, SERIES):
            return seats
        first = self.app.random.randrange(len(seats)) if begins == LOT else (int(begins) - 1) % len(seats)
        told = named_by_place(seats) if first else seats
        return told[first:] + told[:first]

    def _remember(self) -> None:
        rows = {choice.id: choice.value for choice in self.query(Choice) if choice.id}
        typed = {line.id: line.value.strip() for line in self.query(Input) if line.id}
        own = typed.pop("name-1", "")
        if rows["start"] == OWN:
            del rows["start"]  # the file may be another one by then
        everything = {**self.app.settings.seats, self.game.key: {**rows, **typed}}
        sits = self.query_one("#name-1-field").display
        self.app.change_settings(seats=everything, name=own if sits else self.app.settings.name)


def _word(table: Mapping[str, Any], key: str) -> str:
    """A remembered value, "" if there is none or it is no text."""
    value = table.get(key, "")
    return value if isinstance(value, str) else ""
