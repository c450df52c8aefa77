"""What the solver of a puzzle picks, types and asks for, and what the board marks meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from marbles_tui.core import Cell, Move
from marbles_tui.core.frame import Highlights
from marbles_tui.table import puzzle_words
from marbles_tui.table.players import Act, Choice
from marbles_tui.tui.match.picking import Picking
from marbles_tui.tui.puzzles.words import PuzzleWords

if TYPE_CHECKING:
    from marbles_tui.tui.screens.puzzle import PuzzleScreen

PAUSE: Final = 0.5
"""Seconds after a show in which Enter and Space do nothing: they were meant for what was there before."""


class Choosing:
    """Hands a puzzle screen the moves that are chosen on it, from the first `ask` on."""

    picking: Picking
    """What has been picked of the move that is being chosen."""

    def __init__(self, screen: PuzzleScreen, clock: Callable[[], float]) -> None:
        """`clock` tells the time in seconds."""
        self._screen = screen
        self._clock = clock
        self._rested = float("-inf")
        self._hinted = 0
        self.last: frozenset[Cell] = frozenset()
        """The places of the last move, which are marked."""

    @property
    def waiting(self) -> bool:
        """Whether a move is to be chosen."""
        return self.picking.asked

    # When something can be chosen

    def ask(self, last: frozenset[Cell] = frozenset()) -> None:
        """Let a move be chosen if the try goes on, and mark the places of the `last` one."""
        screen = self._screen
        self.last, self._hinted = last, 0
        self._begin(screen.solving.moves, screen.solving.verdict is None and not screen.over)
        screen.board.turn = screen.solving.position.turn if self.waiting else None
        self.mark()

    def stop(self) -> None:
        """Let nothing be chosen while moves are shown."""
        self.picking = self._screen.view.picking(self.picking.match, False)

    def end(self, moves: Sequence[Move]) -> None:
        """Let nothing be chosen any more: the puzzle stands where these moves have led."""
        self._begin(moves, False)

    def rest(self) -> None:
        """A show is over: Enter and Space rest for a moment."""
        self._rested = self._clock()

    def _begin(self, moves: Sequence[Move], asked: bool) -> None:
        screen = self._screen
        self.picking = screen.view.picking(puzzle_words.match_of(screen.puzzle, moves, screen.names), asked)

    # What is chosen

    def take(self, pick: Callable[[], Choice | None]) -> None:
        """Let something be picked: play what that completes, or say why it cannot be."""
        screen = self._screen
        if screen.animator.finish() or not self.waiting:
            return
        words = screen.query_one(PuzzleWords)
        try:
            choice = pick()
        except ValueError as refusal:
            if str(refusal):
                screen.tell(str(refusal), words.prompt)
            return
        words.said = ""
        if choice is None or isinstance(choice, Act):
            self.mark()
        else:
            screen.play(choice)

    def go_on(self) -> None:
        """Finish the show, pick, or go on to another try or puzzle."""
        screen = self._screen
        if screen.animator.finish() or self._clock() < self._rested + PAUSE:
            return
        if screen.over:
            screen.action_another()
        elif screen.solving.verdict == "wrong":
            screen.action_again()
        elif self.waiting and (keys := self.picking.instead_of_enter):
            screen.tell(keys)
        elif self.waiting:
            screen.board.pick()

    def back(self) -> bool:
        """Put back what is picked, or else the cursor; whether there was anything."""
        screen = self._screen
        if not self.waiting or not (self.picking.begun or screen.board.cursor is not None):
            return False
        if not self.picking.back():
            screen.board.hide_cursor()
        screen.tell("")
        self.mark()
        return True

    def hint(self) -> None:
        """Mark where to begin; asked again, where that leads."""
        screen, solving = self._screen, self._screen.solving
        if not self.waiting:
            return
        if solving.hint:
            screen.at_a_cost("a hint", self._hint)
        else:
            screen.tell("There is no hint on this way: r starts again.")

    def _hint(self) -> None:
        screen, solving = self._screen, self._screen.solving
        if not (self.waiting and solving.hint):
            return
        self._hinted += 1
        if self._hinted == 1:
            solving.hints += 1
        game = screen.puzzle.game
        move: Move = game.find(solving.position, solving.hint)
        whole = not move.paths or self._hinted >= len(move.paths[0])
        told = puzzle_words.hint(game, solving.position, move, screen.names)
        screen.tell(told if whole else "Begin with what is marked; s shows more.")
        self.mark()
        screen.show_facts()

    # What is marked

    def mark(self) -> None:
        """Show what may be done now."""
        screen, picking = self._screen, self.picking
        board, game = screen.board, screen.puzzle.game
        if not picking.asked:
            result = picking.match.position.result
            winners = game.winning_cells(picking.match.position, result) if result else frozenset[Cell]()
            board.highlights = Highlights(last=self.last, winners=winners)
            return
        hint = self._hint_path()
        legal = frozenset(hint[:1]) if hint and not picking.picks else picking.next_cells
        board.highlights = Highlights(
            legal=legal,
            hint=hint,
            picked=picking.marked,
            targets=legal if picking.picks else frozenset(),
            ends=picking.ends(),
            landing=picking.landing(board.cursor),
            last=self.last,
            letters=picking.letters(),
        )
        pointed = "" if picking.typed else picking.foresee(board.cursor)
        name = screen.names[screen.solving.solver]
        screen.query_one(PuzzleWords).prompt = pointed or picking.invitation(name)

    def _hint_path(self) -> tuple[Cell, ...]:
        """The places of the next move of the solution, as many as were asked for."""
        solving = self._screen.solving
        if not (self._hinted and solving.hint):
            return ()
        move: Move = self._screen.puzzle.game.find(solving.position, solving.hint)
        return move.paths[0][: self._hinted] if move.paths else ()
