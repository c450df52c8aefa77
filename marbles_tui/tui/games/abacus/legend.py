"""What the marks of Abacus mean, beside the board."""

from __future__ import annotations

from typing import ClassVar

from textual.content import Content
from textual.reactive import reactive

from marbles_tui.games.abacus.scene import PALETTE
from marbles_tui.tui.games.match_view import Legend
from marbles_tui.tui.games.picking import Picking
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.look import Look, colours_of
from marbles_tui.tui.kit.signs import brackets


class AbacusLegend(Legend):
    """A line for each mark that is on the board while a marble is marked."""

    DEFAULT_CSS = """
    AbacusLegend { height: auto; width: 1fr; margin: 0 0 1 0; color: $text-muted; display: none; }
    AbacusLegend.shown { display: block; }
    .-short AbacusLegend.shown, .analysing AbacusLegend.shown { display: none; }
    """

    SCOPED_CSS: ClassVar[bool] = False  # what hides it stands at the screen, above it

    look: reactive[Look | None] = reactive(None, layout=True)
    """The skin and the colours of the marks."""

    ends: reactive[bool] = reactive(False, layout=True)
    """Whether a row may be marked."""

    moved: reactive[bool] = reactive(False, layout=True)
    """Whether there is a last move."""

    def follow(self, picking: Picking, board: BoardView, look: Look) -> None:
        self.set_class(bool(picking.picks), "shown")
        self.look, self.ends, self.moved = look, bool(board.highlights.ends), bool(board.highlights.last)

    def render(self) -> Content:
        """The marks that are told apart."""
        look = self.look
        if not look:
            return Content("")
        colours = colours_of(PALETTE, look)
        target, marked, last = (f"bold #{colours[role]:06x}" for role in ("target", "flash", "trace"))
        lines = [Content.assemble((" w ", target), " push that way")]
        if self.ends:
            marble = look.skin.marbles[0]
            left, right = ("[", "]") if look.skin.shaded else tuple(brackets("flash", look.skin))
            lines.append(Content.assemble((left, marked), marble, (right, marked), " end of a row"))
        if self.moved:
            mark = "◯" if look.skin.shaded else brackets("trace", look.skin)
            lines.append(Content.assemble((mark, last), " last move"))
        return Content("\n").join(lines)
