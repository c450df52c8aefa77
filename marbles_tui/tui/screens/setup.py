"""The set-up before a match: the board, three choices in front of it, and everything else folded away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.widgets import Input, Static

from marbles_tui.ai.fairness import fair_start
from marbles_tui.ai.levels import opponents_of
from marbles_tui.core import Game
from marbles_tui.core.text import sanitize_line
from marbles_tui.play.match import HUMAN
from marbles_tui.play.progress import Progress
from marbles_tui.store import MatchStore
from marbles_tui.table.progress import adapted_to, progress_of
from marbles_tui.tui.arcade_screen import OWN_KEYS
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.lesson.offer import OffersLesson
from marbles_tui.tui.match.next_match import begin
from marbles_tui.tui.setup import choices, rows, values
from marbles_tui.tui.setup.answers import Answers
from marbles_tui.tui.setup.elsewhere import offer_from
from marbles_tui.tui.setup.keys import keys
from marbles_tui.tui.setup.more import MoreOptions
from marbles_tui.tui.setup.picker import Picker, Value
from marbles_tui.tui.setup.picture import Picture
from marbles_tui.tui.setup.plan import ADD, MATCH, REMOVE, Plan, reseated
from marbles_tui.tui.setup.play_button import PlayButton
from marbles_tui.tui.setup.rows import last_players, remembered
from marbles_tui.tui.setup.seats_picker import SeatsPicker
from marbles_tui.tui.setup.sheet import SHEET
from marbles_tui.tui.setup.values import BROWSE, OWN, TYPED
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import KeyLine, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

CARDS: Final = (110, 36)
"""From this size on choices are cards beside each other; below it, bands below each other."""

TIGHT: Final = 20
"""Below this height only the band with the focus tells of its value, so that the board has room."""


class SetUp(OffersLesson):
    """Three choices and a board; Enter plays from anywhere."""

    CSS = SHEET

    AUTO_FOCUS = ""  # the first choice takes it, not the first line of what is folded away

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="form.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="form.up"),
        Binding("enter", "play", "Play", id="setup.play"),
        Binding("o", "more", "More options", id="setup.more"),
        Binding("r", "reset", "Set all options back", show=False, id="setup.reset"),
        Binding("b", "boards", "Boards", show=False, id="setup.boards"),
        Binding("plus", f"seats('{ADD}')", "Add a player", show=False, id="setup.add"),
        Binding("minus", f"seats('{REMOVE}')", "Remove a player", show=False, id="setup.remove"),
        Binding("escape,q", "back", "Back", id="setup.back"),
    ]

    BESIDE_OFFER = "#said, #actions"

    app: Arcade

    def __init__(self, game: Game, board: ChosenSetup | None = None) -> None:
        """`board`: one that was chosen before, perhaps to be played on at once."""
        super().__init__()
        self.game = game
        self._view = VIEWS[game.key]
        self._words = self._view.setup()
        self._levels = opponents_of(game)
        self._workshop = self._view.workshop()
        self._board: ChosenSetup | None = None
        self._given = board
        self._start_wanted = False
        self._start_offered = next(iter(game.setups))
        self._answers = Answers(self, game, self._words)
        self._many = len(game.seats) > 1
        self._players = [HUMAN]
        self._fitted = Size(0, 0)
        self._progress: Progress | None = None

    @property
    def game_shown(self) -> Game | None:
        """The game that is set up."""
        return self.game

    @property
    def help_sections(self) -> tuple[str, ...]:
        return ("In the set-up", OWN_KEYS)

    # The parts

    def compose(self) -> ComposeResult:
        """Top line, picture or options, choices, what is to be said, play, keys."""
        self._fit(self.app.size)  # before there is anything that would have to be styled anew
        last = self.app.settings.seats.get(self.game.key, {})
        self._start_wanted = bool(remembered(last, "start"))
        self._players = last_players(self.game, self._levels, last)
        yield TopLine()
        with Container(id="stage"):
            yield Picture(self._words)
            yield self._more(last)
        with Container(id="foot"), Vertical(id="lower"):
            yield from self._lower(last)
        yield KeyLine()

    def _lower(self, last: Mapping[str, Any]) -> ComposeResult:
        """What stands below the picture."""
        with Container(id="choices"):
            yield from choices.in_front(
                self._words, self.game, self._players, self._opponents(), self._starts(), last
            )
        yield Static(id="said", markup=False)
        with Horizontal(id="actions"):
            yield Static(id="folded")
            yield PlayButton(id="play")
            yield Static(id="summary")

    def _more(self, last: Mapping[str, Any]) -> MoreOptions:
        """What is folded away."""
        game, words = self.game, self._words
        player = None if self._many or not self._levels else self._players[0]
        starts = self._starts() if words.front else ()
        return MoreOptions(
            [
                *rows.first_player(self._levels, player),
                *rows.names(game, words, self.app.settings.name, last),
            ],
            list(rows.rules(game, words, starts, last)),
            [rows.modes(game, last)],
        )

    def _opponents(self) -> list[Value]:
        return values.opponents(self._levels, self.app.look.skin, self._progress, bool(self.app.visit))

    def _starts(self) -> list[Value]:
        return values.starts(self._words, self._board, self._players, has_boards=self._workshop is not None)

    # What is shown

    def on_mount(self) -> None:
        """Show what belongs to the choices, and stand ready to play."""
        self._arrange()
        self._show()
        self.query_one("#choices").query(Picker).first().focus()
        self._remember_people()
        self._choose_board(self._given)

    @work(group="names")
    async def _remember_people(self) -> None:
        """Complete names to those of the people in the latest matches, and say what was done against each level."""
        known = await self.app.store.ask(MatchStore.names)
        for number in range(1, self.game.seats.stop):
            self.query_one(f"#name-{number}-field", Field).offer(known)
        asked = progress_of(self.app.settings.name, self.app.games)
        self._progress = (await self.app.store.ask(asked))[self.game.key]
        if not self._many:
            opponent = self.query_one("#player-2", Picker)
            opponent.offer_values(self._opponents(), opponent.value)
        self._show()

    def on_resize(self, event: events.Resize) -> None:
        """Cards or bands."""
        if event.size != self._fitted:
            self._fit(event.size)
            self.dress()

    def _fit(self, size: Size) -> None:
        self._fitted = size
        self.set_class(size.width >= CARDS[0] and size.height >= CARDS[1], "-cards")
        self.set_class(size.height >= 50, "-high")
        self.set_class(size.height < TIGHT, "-tight")

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self._arrange()
        self._show()

    @on(events.DescendantFocus)
    def _arrange(self) -> None:
        """The top line and the keys."""
        top = self.query_one(TopLine)
        top.headline, top.note, top.skin = self.game.title, self.game.author, self.app.look.skin
        self.query_one(KeyLine).keys = keys(
            top.skin,
            self.has_class("-cards"),
            self.has_class("-more"),
            self._words.seats_label.lower() if self._many else "",
            self._workshop is not None,
            isinstance(self.focused, Input),
            isinstance(self.focused, SeatsPicker),
        )

    @on(Choice.Changed)
    def _changed(self) -> None:
        self._show()

    @on(Input.Changed)
    def _retyped(self, message: Input.Changed) -> None:
        if message.input.id == "position" and message.input.value.strip():
            for start in self.query("#start").results(Choice):
                start.value = TYPED
        self._show()

    def _show(self) -> None:
        """Everything as it follows from what is chosen."""
        self.query_one("#said").remove_class("fault")
        plan = self._plan(self._begun_setup)
        alone = plan.goal is not None
        for seats in self.query(SeatsPicker):
            seats.offer_seats(values.seats(plan, self._view, self.app.look, self._levels))
        begins = self.query_one("#begins", Picker)
        begins.offer_values(
            values.beginners(plan.called, self.game.told_as_story), self._answers.begins(len(self._players))
        )
        begins.display = len(self._players) > 1 and not alone
        self.query_one("#choices").query(Picker).first().display = not alone
        more = self.query_one(MoreOptions)
        more.name_people(self._players[:1] if alone else self._players)
        self.query_one("#mode").display = len(self._players) > 1
        more.offer_rules(self._words, self._answers.options(len(self._players)))
        self._offer_starts()
        self._tell(plan)
        self._paint()
        more.mark()
        self.query_one("#folded", Static).update(values.folded(more.changed, self.has_class("-more")))

    def _offer_starts(self) -> None:
        """The starts, with what is unfair in them; a fair one is chosen until another one was asked for."""
        for picker in self.query("#start").results(Picker):
            self._start_wanted |= picker.value != self._start_offered
            fair = None if self._start_wanted else fair_start(self.game, self._players)
            value = picker.value if self._start_wanted else fair.setup if fair else ""
            picker.offer_values(self._starts(), value)
            self._start_offered = picker.value

    def _tell(self, plan: Plan) -> None:
        """The whole choice in a sentence, and who sits where."""
        asked = self._words.front
        start = None if asked else self._start_chosen
        parts = [values.say_start(self._words, start)] if start and not plan.goal else []
        if asked:
            front = self.query_one(f"#option-{asked.name}", Picker)
            parts.append(f"{front.chosen.title} {front.label.lower()}.")
        board = self._answers.board(self._board, len(self._players))
        warning = "" if board is None or plan.goal else self._words.warning(board, len(self._players))
        begins, rules, stakes = plan.who_begins(), " ".join(parts), plan.stakes(self._progress)
        whole = values.summary(plan.who(), f"{begins} {rules}", stakes)
        self.query_one("#summary", Static).update(warning or whole)
        cards, room = self.has_class("-cards"), min(self.app.size.width, 104) - 6
        said = warning or values.line(f"{plan.who()}.", begins, rules, stakes, room=room)
        self.query_one("#said", Static).update("" if cards or (plan.goal and not warning) else said)
        self.query_one(Picture).name_sides(*values.sides(plan, self.app.look.skin, self._words.sits))

    @property
    def _start_chosen(self) -> Value | None:
        """The start in words."""
        return next(
            (value for value in self._starts() if value.key == self._answers.start and value.key != BROWSE),
            None,
        )

    def _paint(self) -> None:
        """Show the start on the board."""
        board = self._answers.board(self._board, len(self._players))
        if board is not None:
            self.query_one(Picture).show_board(board, self.lively)

    @property
    def lively(self) -> bool:
        """Whether anything moves here."""
        return self.app.animation_level != "none" and bool(SPEEDS[self.app.settings.speed].tempo)

    def _say(self, fault: str) -> None:
        said = self.query_one("#said", Static)
        said.update(sanitize_line(fault, 300))
        said.add_class("fault")

    # What is chosen

    @property
    def _begun_setup(self) -> str:
        """The start as it is chosen so far, "" as long as a position is still to be typed."""
        try:
            return self._answers.setup(self._board)
        except ValueError:
            return ""

    def _plan(self, setup: str) -> Plan:
        if not self._many:
            first = [row.value for row in self.query("#player-1").results(Choice)] or [HUMAN]
            self._players = [*first, self.query_one("#player-2", Choice).value]
        return self._answers.plan(self._players, setup, adapted_to(self._progress))

    # Keys

    def action_more(self) -> None:
        """Unfold the options, or fold them again."""
        self.toggle_class("-more")
        more = self.query_one(MoreOptions)
        if self.has_class("-more"):
            more.focus_first()
            if self.lively:
                more.unfold(self.query_one("#stage").size.height)
        else:
            next(picker for picker in self.query_one("#choices").query(Picker) if picker.display).focus()
        self._arrange()
        self._show()

    def action_reset(self) -> None:
        """All options as usual."""
        self.query_one(MoreOptions).reset()

    def action_back(self) -> None:
        """Fold the options, or leave."""
        if self.has_class("-more"):
            self.action_more()
        else:
            self.app.pop_screen()

    def action_seats(self, what: str) -> None:
        """One more seat, one fewer, or somebody else on one."""
        self._players = reseated(self.game, self._players, what, bool(self.app.visit))
        self._show()

    @on(SeatsPicker.Wanted)
    def _seats_wanted(self, message: SeatsPicker.Wanted) -> None:
        self.action_seats(message.what)

    def action_boards(self) -> None:
        """Choose among all boards, or open a file."""
        if not self._workshop:
            return

        own = self._board if self._answers.start == OWN else None
        self.app.push_screen(
            self._view.open_workshop(own.source if own else self._answers.start), self._choose_board
        )

    def _choose_board(self, board: ChosenSetup | None) -> None:
        """A board was chosen, perhaps to be played on at once; none leaves the start as it is."""
        if board is None:
            return
        start = board.setup if board.setup in self.game.setups else OWN
        self._board = board if start == OWN else self._board
        self._start_wanted = True
        self.query_one("#start", Picker).offer_values(self._starts(), start)
        self._show()
        if board.play:
            self.action_play()

    @on(PlayButton.Pressed)
    @on(Input.Submitted)
    def action_play(self) -> None:
        """Begin the match, or say what is wrong."""
        if self._answers.start == BROWSE:
            self.action_boards()
            return
        try:
            plan = self._plan(self._answers.setup(self._board))
            if plan.elsewhere:
                offer_from(self, plan)
                return
            match = plan.match(self.app.random)
        except ValueError as error:
            self._say(str(error))
            if self._answers.start == TYPED and not self.has_class("-more"):
                self.action_more()
                self.query_one("#position").focus()
                self._say(str(error))
            return
        self._remember()
        begin(self.app, match, plan.goal.key if plan.goal else MATCH)

    def _remember(self) -> None:
        own, rows = self._answers.kept(self._players, chosen_start=self._start_wanted)
        sits = self.query_one("#name-1-field").display
        self.app.change_settings(
            seats={**self.app.settings.seats, self.game.key: rows},
            name=own if sits else self.app.settings.name,
        )
