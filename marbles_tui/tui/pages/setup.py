"""The set-up before a match: what can be chosen on the left, its values and the board on the right."""

from __future__ import annotations

from copy import copy
from typing import ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.suggester import SuggestFromList
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from marbles_tui.core import BadSetup, Game
from marbles_tui.core.text import capitalized, sanitize_line
from marbles_tui.play.match import HUMAN
from marbles_tui.store import MatchStore
from marbles_tui.table.progress import progress_of
from marbles_tui.tui.arcade_screen import OWN_KEYS
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.view import ChosenSetup
from marbles_tui.tui.kit.form import Line
from marbles_tui.tui.kit.lines import CHOOSE, WHICH, Cell, Key, KeyLine, Row, TopLine
from marbles_tui.tui.kit.shelf import BLANK, Item, RowList, SmallBoard, heading
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.page import PageQuestion, QuestionsPage
from marbles_tui.tui.pages.setup_form import (
    BROWSE,
    MATCH,
    OWN,
    SOMEONE,
    TYPED,
    WITH_CODE,
    Plan,
)
from marbles_tui.tui.puzzles import OffersLesson, begin

LABEL: Final = 17
"""The most columns of the labels."""

LONGEST: Final = 40
LONGEST_POSITION: Final = 400
"""The most characters of a name, and of a position."""


class Choices(RowList):
    """A list in which Enter plays, and left and right, or Space, choose another value."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "screen.play", "Play", show=False, id="choices.play"),
        Binding("left", "screen.change(-1)", "Value before", show=False, id="choices.left"),
        Binding("right,space", "screen.change(1)", "Next value", show=False, id="choices.right"),
    ]


class SetUp(OffersLesson, QuestionsPage[None]):
    """Questions with their answers, the values of the one pointed at, and the board that comes of it; Enter plays
    from anywhere."""

    AUTO_FOCUS = "#questions"
    BESIDE_OFFER = "#questions"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "play", "Play", id="setup.play"),
        Binding("o", "more", "More options", id="setup.more"),
        Binding("r", "reset", "Set all options back", show=False, id="setup.reset"),
        Binding("b", "boards", "Boards", show=False, id="setup.boards"),
        Binding("h", "swap", "Human or computer", show=False, id="setup.swap"),
        Binding("plus", "seats(1)", "Add a player", show=False, id="setup.add"),
        Binding("minus", "seats(-1)", "Remove a player", show=False, id="setup.remove"),
        Binding("escape,q", "back", "Back", id="setup.back"),
    ]

    CSS = """
    SetUp #left { width: 34; }
    SetUp.-slim #left { width: 32; }
    SetUp.-wide #left { width: 44; }
    SetUp.-vast #left { width: 56; }
    SetUp #questions { width: 100%; }
    SetUp #said { height: auto; max-height: 4; padding: 0 2; color: $text-muted; }
    SetUp.-short #said { padding: 0 1; }
    SetUp #said.fault { color: $foreground; text-style: bold; max-height: 8; }
    SetUp #play { width: 1fr; height: 1; min-width: 10; margin: 1 2 0 2; border: none; background: $accent;
        color: auto; text-style: bold; &:hover { background: $accent-lighten-1; } }
    SetUp.-short #play { margin: 0 1; }
    SetUp.-tall #play { height: 3; border-top: tall $accent-lighten-2; border-bottom: tall $accent-darken-2; }
    SetUp SmallBoard { margin: 0 0 1 0; }
    SetUp.-tall SmallBoard { margin: 1 0; }
    SetUp.-short SmallBoard { margin: 0; }
    SetUp #above, SetUp #below { display: none; height: 1; text-align: center; color: $text-muted; }
    SetUp #below { color: $foreground; text-style: bold; }
    SetUp.-tall #above, SetUp.-tall #below { display: block; }
    SetUp #values { height: 6; }
    SetUp.-short #values { height: 4; }
    SetUp.-tall #values { height: 9; margin: 1 0 0 0; }
    SetUp #line { display: none; margin: 1 0 0 0; }
    SetUp #about { height: 2; color: $text-muted; padding: 0 2; }
    SetUp.-short #about { height: 3; padding: 0; }
    SetUp.-tall #about { margin: 1 0 0 0; }
    SetUp.typed #values { display: none; }
    SetUp.typed #line { display: block; }
    """

    app: Kit

    def __init__(self, game: Game, board: ChosenSetup | None = None, opponent: str = "") -> None:
        """`board`: one that was chosen before, perhaps to be played on at once; `opponent`: in place of the last."""
        super().__init__()
        self.game = game
        self._view = VIEWS[game.key]
        self._words = self._view.setup()
        self._workshop = self._view.workshop_class
        self._given, self._opponent = board, opponent
        self._known: list[str] = []
        self._stood: dict[str, str] = {}
        """The answers before the line was typed in."""
        self._entered_last: Widget | None = None

    @property
    def game_shown(self) -> Game | None:
        """The game that is set up."""
        return self.game

    @property
    def help_sections(self) -> tuple[str, ...]:
        return ("In the set-up", OWN_KEYS)

    def body(self) -> ComposeResult:
        """Questions, what comes of the answers, the button; the board, and the values of a question."""
        app = self.app
        last = app.settings.seats.get(self.game.key, {})
        self.form = Plan(
            self._words,
            last,
            app.settings.name,
            visiting=app.visit is not None,
            has_boards=bool(self._workshop),
            counted=app.visit is None or app.visit.account.keyed,
        )
        if self._opponent:
            self.form.players[1:2] = [self._opponent]
        with Horizontal(classes="body"):
            with Vertical(id="left"):
                yield Choices(self.items(), id="questions")
                yield Static(id="said", markup=False)
                button = Button(Content.assemble("Play", ("  enter", "not bold")), id="play")
                button.can_focus = False
                yield button
            with Container(classes="stage"):
                yield Static(id="above", markup=False)
                yield SmallBoard(small=self._words.small)
                yield Static(id="below", markup=False)
                yield Choices(id="values")
                yield Line(id="line")
                yield Static(id="about", markup=False)

    def on_mount(self) -> None:
        """Show what belongs to the answers."""
        top = self.query_one(TopLine)
        top.headline, top.note = self.game.title, self.game.author
        self.dress()
        self._remember_people()
        self._choose_board(self._given)

    @work(group="names")
    async def _remember_people(self) -> None:
        """Complete names to those of the people in the latest matches, and say what was done against each level."""
        self._known = await self.app.store.ask(MatchStore.names)
        asked = progress_of(self.app.settings.name, self.app.games)
        self.form.progress = (await self.app.store.ask(asked))[self.game.key]
        self.dress()

    # What is shown

    def choose(self, question: str, value: str) -> None:
        """Answer a question."""
        self.form.answer(question, value)
        self.dress()

    def dress(self) -> None:
        """Everything as it follows from the answers."""
        form, look = self.form, self.app.look
        super().dress()
        board = form.start_board()
        warning = "" if board is None or form.goal else self._words.warning(board, len(form.players))
        said = self.query_one("#said", Static)
        said.remove_class("fault")
        who, begins, rules, stakes = form.summary()
        rest = " ".join(filter(None, (begins, rules, stakes)))
        said.update(warning or Content.assemble((f"{who}\n", "bold $foreground"), rest))
        above, below = form.sides(look.skin)
        self.query_one("#above", Static).update(above)
        self.query_one("#below", Static).update(below)
        if board is not None:
            self.query_one(SmallBoard).show(self.game, board)

    def questions(self) -> list[PageQuestion]:
        """All that is asked now."""
        return self.form.questions(self.app.look)

    def value(self, question: PageQuestion) -> str:
        """The answer to a question."""
        return self.form.value(question)

    def items(self) -> list[Item]:
        """The questions with their answers; those that most people leave as they are below a heading that tells how
        many are changed."""
        form, look = self.form, self.app.look
        changed, questions = form.changed(look), self.questions()
        wide = min(LABEL, max(len(question.label) for question in questions) + 1)
        items: list[Item] = []
        more = False
        for question in questions:
            if question.more and not more:
                more = True
                told = f"{len(changed)} changed" if changed else ""
                items += [BLANK, heading("more options", told)]
            mark = Cell("•" if question in changed else "", 2, "$accent")
            label = Cell(question.label, wide, "$text-muted")
            ink = f"bold {question.ink or ''}".strip()
            items.append(Item(Row([mark, label, Cell(self.answered(question), 0, ink)]), question.id))
        return items

    def answered(self, question: PageQuestion) -> str:
        """The answer to a question, in words."""
        form, chosen = self.form, self.form.value(question)
        if not question.values:
            return chosen or question.empty
        value = next((value for value in question.values if value.key == chosen), question.values[0])
        if form.many and question.id.startswith("player-"):
            name = form.called[int(question.id.removeprefix("player-")) - 1]
            return name if name.startswith(value.title) or value.key == HUMAN else f"{name}, {value.title}"
        return value.title

    def open(self, id: str) -> None:
        """Show the values of a question, or the line in which it is typed."""
        before, line = self.opened.id, self.query_one("#line", Input)
        super().open(id)
        question = self.opened
        self.query_one("#questions", RowList).finds = bool(question.values)
        if question.values:
            about = next((each.about for each in question.values if each.key == self.value(question)), "")
        else:
            about, chosen = "Type it, or Tab to change it.", self.value(question)
            if line.value != chosen and (before != question.id or not line.has_focus):
                line.value = chosen
            line.placeholder = question.placeholder or question.empty
            line.max_length = LONGEST_POSITION if question.id == "position" else LONGEST
            names = question.id.startswith("name-") and self._known
            line.suggester = SuggestFromList(self._known, case_sensitive=False) if names else None
        self.query_one("#about", Static).update(about)
        self._say_keys()

    @on(events.DescendantFocus)
    def _entered(self, event: events.DescendantFocus) -> None:
        if event.widget is not self._entered_last:  # else the terminal has come back to the front
            self._stood, self._entered_last = dict(self.form.answers), event.widget
        self._say_keys()

    def _say_keys(self) -> None:
        typing, many = isinstance(self.focused, Input), self.form.many
        seat = self.opened.id.startswith("player-") and many
        if typing:
            self.query_one(KeyLine).keys = (
                Key("enter", "play", "screen.play"),
                Key("tab", "take it"),
                Key("F1", "help", "app.help", kept=True),  # a question mark is typed
                Key("esc", "leave as it was", "screen.back", kept=True),
            )
            return
        letters = (
            *([Key("+ -", self._words.seats_label.lower())] if many else []),
            Key("o", "more", "screen.more"),
            *([Key("r", "reset", "screen.reset")] if self.form.changed(self.app.look) else []),
            *([Key("b", "boards", "screen.boards")] if self._workshop else []),
        )
        self.show_keys(
            Key("enter", "play", "screen.play"),
            Key(CHOOSE, "choice"),
            Key(WHICH, "change"),
            *([Key("h", "human/computer", "screen.swap")] if seat else []),
            *(letters if self.opened.values else ()),  # else they are typed
        )

    def action_back(self) -> None:
        """From the line back to the choices, with all as it was; from there away."""
        if isinstance(self.focused, Input):
            self.form.answers = self._stood
            self.focused.value = self.value(self.opened)
            self.dress()
        super().action_back()

    @on(RowList.Pointed, "#values")
    def _chosen(self, message: RowList.Pointed) -> None:
        if message.item and message.item.key[0] == self.opened.id:
            value = message.item.key[1]
            if value != self.form.value(self.opened):
                self.choose(self.opened.id, value)

    @on(RowList.Taken, "#questions")
    def _clicked(self) -> None:
        self.action_change(1)

    def on_key(self, event: events.Key) -> None:
        """What is typed at a question for a text goes into its line, and so does what is pasted."""
        if event.is_printable and event.key != "question_mark":
            self._type(event)

    def on_paste(self, event: events.Paste) -> None:
        """The same."""
        self._type(event)

    def _type(self, event: events.Key | events.Paste) -> None:
        line = self.query_one("#line")
        if not self.opened.values and self.focused is not line:
            event.stop()
            self.set_focus(line)
            line.post_message(copy(event))  # after its focus, by which what it holds is selected

    @on(Input.Changed)
    def _typed(self, message: Input.Changed) -> None:
        if not self.opened.values and message.value != self.form.value(self.opened):
            self.choose(self.opened.id, message.value)

    # Keys

    def action_change(self, step: int) -> None:
        """Another value of the question pointed at; a line is typed in."""
        if not self.opened.values:
            self.query_one("#line").focus()
            return
        keys = [value.key for value in self.opened.values]
        self.choose(self.opened.id, keys[(keys.index(self.form.value(self.opened)) + step) % len(keys)])

    def action_more(self) -> None:
        """To the first of the options that most people leave as they are, or back to the first question."""
        found = self.questions()
        more = [question for question in found if question.more]
        inside = self.opened.more
        self.query_one("#questions", RowList).focus()
        if more:
            self.query_one("#questions", RowList).pick((found if inside else more)[0].id)

    def action_reset(self) -> None:
        """All options as usual."""
        self.form.reset(self.app.look)
        self.dress()

    def action_seats(self, step: int) -> None:
        """One more seat, or one fewer."""
        self.form.reseat(step)
        self.dress()

    def action_swap(self) -> None:
        """A person in place of a computer on the seat pointed at, or a computer in place of a person."""
        if self.opened.id.startswith("player-"):
            others = [value.key for value in self.opened.values if value.key != HUMAN]
            human = self.value(self.opened) == HUMAN
            self.choose(self.opened.id, others[0] if human and others else HUMAN)

    def action_boards(self) -> None:
        """Choose among all boards, or open a file."""
        if self._workshop:
            own = self.form.board if self.form.start == OWN else None
            source = own.source if own else self.form.start
            self.app.push_screen(self._view.open_workshop(source), self._choose_board)

    def _choose_board(self, board: ChosenSetup | None) -> None:
        """A board was chosen, perhaps to be played on at once; none leaves the start as it is."""
        if board is not None:
            self.form.choose_board(board)
            self.dress()
            if board.play:
                self.action_play()

    @on(RowList.Taken, "#values")
    @on(Button.Pressed, "#play")
    @on(Input.Submitted)
    def action_play(self) -> None:
        """Begin the match, or say what is wrong."""
        form, settings = self.form, self.app.settings
        if form.start == BROWSE:
            self.action_boards()
            return
        try:
            if form.start == TYPED and not form.setup():
                raise ValueError("Type a position, or choose another start.")
            if form.elsewhere:
                self._offer_game(form)
                return
            match = form.match(self.app.random)
        except ValueError as error:
            if form.start == TYPED:
                self.query_one("#questions", RowList).pick("position")
                self.open("position")
                self.query_one("#line").focus()
            unknown = isinstance(error, BadSetup) and form.start == TYPED
            told = f"This is not a position in {self.game.title}: {form.setup()}" if unknown else str(error)
            said = self.query_one("#said", Static)
            said.update(capitalized(sanitize_line(told, 200)))
            said.add_class("fault")
            return
        own = form.answers["name-1"].strip() if form.players[0] == HUMAN or form.goal else settings.name
        self.app.change_settings(seats={**settings.seats, self.game.key: form.kept()}, name=own)
        begin(self.app, match, form.goal.key if form.goal else MATCH)

    def _offer_game(self, plan: Plan) -> None:
        """Ask to whom in the house the game is offered, with how much time and whether it counts; then to the lobby.
        Raises ValueError where it cannot be offered."""
        from marbles_tui.rooms.backend import Challenge, Terms  # not needed by those who play alone
        from marbles_tui.tui.pages import lobby as ask

        app, visit = self.app, self.app.visit
        assert visit, "others are offered in a house"
        if plan.goal:
            raise ValueError("Puzzles are played alone.")
        people = [person.account.id for person in visit.people()]
        if plan.elsewhere == SOMEONE and not people:
            raise ValueError("Nobody else is in the lobby. Offer the game to anyone: it waits there.")
        to = {SOMEONE: people[0] if people else "", WITH_CODE: ask.WITH_CODE}.get(plan.elsewhere, ask.TO_ALL)
        rules, seats = tuple(sorted(plan.options().items())), tuple(plan.offered_seats(app.random))
        terms = Terms(self.game.key, plan.setup() or None, rules, seats)

        def offered(challenge: Challenge | None) -> None:
            if challenge:
                app.open_page("lobby", challenge, alone=True)

        app.push_screen(ask.OfferGame(visit, to=to, terms=terms), offered)
