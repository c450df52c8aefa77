"""The screen on which a puzzle is solved."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from marbles_tui.core import Event, Game, Move
from marbles_tui.core.frame import Highlights
from marbles_tui.play.puzzles.daily import Daily
from marbles_tui.play.puzzles.puzzle import Puzzle
from marbles_tui.play.puzzles.shipped import find_puzzle, shipped
from marbles_tui.play.puzzles.tries import next_puzzle
from marbles_tui.table import puzzle_words
from marbles_tui.table.players import Choice
from marbles_tui.table.solving import Answer, Solving
from marbles_tui.tui.arcade_screen import ArcadeScreen, leave
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.match.letters import bind_letters
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.match.question import QuestionDialog
from marbles_tui.tui.puzzles import telling
from marbles_tui.tui.puzzles.choosing import Choosing
from marbles_tui.tui.puzzles.head import PuzzleHead
from marbles_tui.tui.puzzles.keeping import Keeping
from marbles_tui.tui.puzzles.side import PuzzleSide
from marbles_tui.tui.puzzles.solution import play_solution
from marbles_tui.tui.puzzles.words import PuzzleWords
from marbles_tui.tui.widgets.panels import KeyLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

NEXT: Final = "n brings another puzzle, y plays the solution, Esc goes back."

LATER: Final = {"a": "due", "n": "another", "x": "copy"}
"""Keys that mean something else once the puzzle is over: a game may have them for its moves."""


class PuzzleScreen(ArcadeScreen[None]):
    """A position, a task, and the board to solve it on; a game with keys of its own has a subclass with them."""

    help_page = "puzzles"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "point(0,-1)", "Up", show=False, id="puzzle.up"),
        Binding("down", "point(0,1)", "Down", show=False, id="puzzle.down"),
        Binding("left", "point(-1,0)", "Left", show=False, id="puzzle.left"),
        Binding("right", "point(1,0)", "Right", show=False, id="puzzle.right"),
        Binding("enter,space", "go_on", "Choose", show=False, id="puzzle.go_on"),
        Binding("r", "again", "Start again", id="puzzle.again"),
        Binding("s", "hint", "Hint", id="puzzle.hint"),
        Binding("y", "solution", "Show the solution", id="puzzle.solution"),
        Binding("u", "room", "All puzzles", id="puzzle.room"),
        Binding("t", "due", "Due again", id="puzzle.due"),
        *(Binding(key, f"type('{key}')", show=False, id=f"puzzle.{action}") for key, action in LATER.items()),
        Binding("plus,equals_sign", "speed(1)", "Faster", id="puzzle.faster"),
        Binding("minus,underscore", "speed(-1)", "Slower", id="puzzle.slower"),
        Binding("escape", "back", "Back", id="puzzle.back"),
        Binding("q", "leave", "Leave", id="puzzle.leave"),
    ]

    app: Arcade

    def __init__(
        self, puzzle: Puzzle, daily: Daily | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        """A puzzle, or that of a day."""
        self.game_view = VIEWS[puzzle.game.key]
        self.view = self.game_view.match()
        super().__init__(classes="puzzle slim" if self.view.slim else "puzzle")
        self.puzzle = puzzle
        self.daily = daily
        self.solving = Solving(puzzle)
        self._clock = clock
        self._began = clock()
        self._scored = self._over = self._showing = False
        self.replayed: int | None = None
        """How many moves of the solution have been played to the solver; None while they are left to find."""
        self.took = 0.0
        """The seconds it took, once it is over."""

    # What it is made of

    def compose(self) -> ComposeResult:
        """Head, board and side, words, keys. Where the board needs all the rows, the words are beside it."""
        yield PuzzleHead()
        with Horizontal(id="stand"):
            yield self.game_view.board()(self.solving.start.board, id="board")
            if self.view.slim:
                with Vertical(id="beside"):
                    yield PuzzleSide()
                    yield PuzzleWords(beside=True)
            else:
                yield PuzzleSide()
        if not self.view.slim:
            yield PuzzleWords()
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the puzzle; then what is known of the player."""
        self.keeping = Keeping(self.app)
        self.animator = Animator(self.board, lambda: SPEEDS[self.app.settings.speed].tempo)
        self.choosing = Choosing(self, self._clock)
        bind_letters(self.board)
        self.board.focus()
        self.choosing.ask()
        self.show_facts()
        self._read()

    @work(group="recall")
    async def _read(self) -> None:
        await self.keeping.read()
        self._scored = self._scored or bool(self.daily and self.keeping.tried(self.daily))
        self.show_facts()

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one("#board", BoardView)

    @property
    def game_shown(self) -> Game | None:
        """The game of the puzzle."""
        return self.puzzle.game

    @property
    def over(self) -> bool:
        """Whether it is solved or given up."""
        return self._over

    @property
    def at_rest(self) -> bool:
        """Whether nothing is being shown or answered, so that a try may end or begin."""
        return not self._showing and (self.waiting or self.solving.verdict is not None)

    @property
    def practice(self) -> bool:
        """Whether the scored try has been had."""
        return self._scored

    @property
    def seconds(self) -> float:
        """How long it has been on the screen."""
        return self._clock() - self._began

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self.board.restyle()
        for part in (self.query_one(PuzzleHead), self.query_one(PuzzleSide), self.query_one(PuzzleWords)):
            part.restyle()
        self.show_facts()

    def on_resize(self) -> None:
        """There is more or less room."""
        self.call_after_refresh(self.dress)

    @property
    def names(self) -> tuple[str, ...]:
        """What the sides are called as they are seen."""
        return self.game_view.side_names(self.app.look)[:2]

    def show_facts(self) -> None:
        """Show what is known in head, side and key line."""
        head, side = self.query_one(PuzzleHead), self.query_one(PuzzleSide)
        head.heading = telling.heading(self.puzzle, self.daily, self.app.size.width, self.app.settings.dates)
        head.facts = side.facts = telling.facts(self)
        self.query_one(KeyLine).keys = telling.keys(self)

    def tell(self, said: str, prompt: str = "", *, wrong: bool = False) -> None:
        """Say what just happened, and what may be done."""
        words = self.query_one(PuzzleWords)
        words.wrong, words.said, words.prompt = wrong, said, prompt

    # Choosing

    @property
    def waiting(self) -> bool:
        """Whether a move is to be chosen."""
        return self.choosing.waiting

    @property
    def picking(self) -> Picking:
        """What has been picked of the move that is being chosen."""
        return self.choosing.picking

    def take(self, pick: Callable[[], Choice | None]) -> None:
        """Let something be picked: play what that completes, or say why it cannot be."""
        self.choosing.take(pick)

    @on(BoardView.Picked)
    def _picked(self, message: BoardView.Picked) -> None:
        message.stop()
        self.take(lambda: self.picking.pick(message.cell))

    @on(BoardView.Pointed)
    def _pointed(self, message: BoardView.Pointed) -> None:
        message.stop()
        if self.waiting:
            self.choosing.mark()

    @on(BoardView.Dragged)
    def _dragged(self, message: BoardView.Dragged) -> None:
        message.stop()
        self.take(lambda: self.picking.drag(message.start, message.end))

    def action_point(self, dx: int, dy: int) -> None:
        """Point at the next place in a direction."""
        if self.waiting and self.picking.takes_arrows:
            self.take(lambda: self.picking.push(dx, dy))
        elif self.waiting:
            self.board.move_cursor(dx, dy)

    def action_type(self, key: str) -> None:
        """A key of the game, or one that has a meaning once the puzzle is over."""
        if self._over and key in LATER:
            self.call_later(self.run_action, LATER[key])
        else:
            self.take(lambda: self.picking.type(key))

    def action_go_on(self) -> None:
        """Finish the show, pick, or go on to another try or puzzle."""
        self.choosing.go_on()

    def action_hint(self) -> None:
        """Mark where to begin; asked again, where that leads."""
        self.choosing.hint()

    def action_back(self) -> None:
        """Put back what is picked, or leave."""
        if not self.choosing.back():
            self.action_leave()

    def action_leave(self) -> None:
        """Back to where it was opened from."""
        self.animator.cancel()
        leave(self)

    def action_speed(self, change: int) -> None:
        """A step faster, or with -1 slower."""
        speed = max(0, min(len(SPEEDS) - 1, self.app.settings.speed - change))
        self.app.change_settings(speed=speed)

    def at_a_cost(self, what: str, do: Callable[[], object], key: str = "y") -> None:
        """Do what ends the scored try, named as "a hint", once the solver agrees, by a key; at once where it has been
        had."""
        if self._scored:
            do()
            return

        def answered(agrees: bool | None) -> None:
            if (
                agrees and self.is_mounted and self.at_rest
            ):  # a click from before the question may have come late
                do()
                self.score(solved=False)
                self.show_facts()

        text = f"{puzzle_words.costs(what, self.daily is not None)} Go on?"
        self.app.push_screen(QuestionDialog(text, "Go on", "Keep the try", key), answered)

    # Playing

    def play(self, move: Move) -> None:
        """Show a move, and what comes of it; nothing else can be chosen from now on until that is told."""
        self._showing = True
        self._rest_board(move)
        self._answer(move)

    @work(group="play")
    async def _answer(self, move: Move) -> None:
        solving, before = self.solving, self.solving.position
        answer, _ = await asyncio.gather(asyncio.to_thread(solving.try_, move), self.show(before, (move,)))
        after = before.play(move)
        await self.show(after, answer.replies)
        self._showing = False
        self.choosing.rest()
        self.choosing.ask(self.view.trace((move, *answer.replies)[-1]))
        self._judge(answer, after)

    def _rest_board(self, move: Move) -> None:
        if self.board.pointed is not None:
            self.board.carry_cursor(self.view.carried(move, self.board.pointed))
        self.board.hide_cursor()
        self.choosing.stop()
        self.board.highlights = Highlights()

    async def show(self, position: Any, moves: Sequence[Move]) -> None:
        """Show moves from a position on."""
        for move in moves:
            after, events = self.puzzle.game.tell(position, move)
            await self.animator.show(position.board, events, self.told)
            position = after

    def told(self, event: Event) -> None:
        """An event begins to be shown: say what it is."""
        if self.is_mounted and (sentence := self.puzzle.game.told(event, self.names)):
            self.tell(sentence)
        if event.kind in self.view.rings and self.animator.unhurried:
            self.app.ring()

    def _judge(self, answer: Answer, after: Any) -> None:
        if answer.verdict == "wrong":
            why = puzzle_words.wrong(self.puzzle, after, answer.replies, self.solving.solver, self.names)
            self.tell(why, "r starts again, y shows the solution.", wrong=True)
            self.score(solved=False)
        elif answer.verdict == "solved":
            self.score(solved=self.solving.clean)
            self.end()
        self.show_facts()

    def score(self, *, solved: bool) -> None:
        """Keep the scored try, once."""
        if not self._scored:
            self._scored = True
            self.keeping.add(self.puzzle, solved, self.solving.hints, self.seconds, self.daily)

    def end(self) -> None:
        """Show what came of it."""
        self._over = True
        self.took = self.took or self.seconds
        self.set_class(True, "over")
        self.board.turn = None
        self.choosing.mark()
        result = telling.result(self, self.took)
        self.query_one(PuzzleHead).result = self.query_one(PuzzleSide).result = result
        self.tell("Solved." if result.good else "That was the solution.", NEXT)
        self.call_after_refresh(self.dress)

    def action_again(self) -> None:
        """Another try, from the start."""
        if self.animator.finish() or self._over or not self.solving.moves:
            return
        if self.at_rest:
            self.at_a_cost("a second try", self._begin_again)

    def _begin_again(self) -> None:
        self.solving.again()
        self.board.rest(self.solving.start.board)
        self.tell("From the start.")
        self.choosing.ask()
        self.show_facts()

    def action_solution(self) -> None:
        """Play the solution, with words."""
        if not self.animator.finish() and self.at_rest:
            self.at_a_cost("the solution", self._play_solution, key="g")

    def _play_solution(self) -> None:
        self._showing = True
        self.choosing.stop()
        self._show_solution()

    @work(group="play")
    async def _show_solution(self) -> None:
        await play_solution(self)
        self._showing = False

    # What comes next

    def action_copy(self) -> None:
        """Copy the text to share."""
        copy(self.app, telling.shared(self), "text")

    def action_due(self) -> None:
        """A puzzle that was missed and comes back today."""
        found = next(
            (puzzle for name in self.keeping.due if (puzzle := find_puzzle(self.app.games, name))), None
        )
        if found and found.id != self.puzzle.id:
            self._open(found)

    def action_room(self) -> None:
        """All puzzles."""
        from marbles_tui.tui.pages.puzzles import PuzzlesScreen

        self.animator.cancel()
        below = self.app.screen_stack[-2]
        if isinstance(below, PuzzlesScreen):
            leave(self)
        else:
            self.app.switch_screen(PuzzlesScreen())

    def action_another(self) -> None:
        """Another puzzle of the game, about as hard as the player is good."""
        found = next_puzzle(shipped(self.puzzle.game), self.keeping.tries, but=self.puzzle.id)
        if found:
            self._open(found)

    def _open(self, puzzle: Puzzle) -> None:
        from marbles_tui.tui.puzzles.opening import puzzle_screen

        self.animator.cancel()
        self.app.switch_screen(puzzle_screen(self.app, puzzle))
