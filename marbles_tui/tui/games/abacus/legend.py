"""What the marks of Abacus mean, beside the board."""

from __future__ import annotations

from typing import ClassVar

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.games.abacus import colours
from marbles_tui.tui.games.abacus.signs import GLYPHS, PLAIN


class Legend(Widget):
    """A line for each mark that is on the board while a marble is marked."""

    DEFAULT_CSS = """
    Legend { height: auto; width: 1fr; margin: 0 0 1 0; color: $text-muted; display: none; }
    Legend.shown { display: block; }
    .-short Legend.shown, .analysing Legend.shown { display: none; }
    """

    SCOPED_CSS: ClassVar[bool] = False  # what hides it stands at the screen, above it

    look: reactive[Look | None] = reactive(None, layout=True)
    """The skin and the colours of the marks."""

    ends: reactive[bool] = reactive(False, layout=True)
    """Whether a row may be marked."""

    moved: reactive[bool] = reactive(False, layout=True)
    """Whether there is a last move."""

    def render(self) -> Content:
        """The marks that are told apart."""
        look = self.look
        if not look:
            return Content("")
        signs = PLAIN if look.skin.plain else GLYPHS
        pair = "()" if look.skin.shaded else signs.ends
        target, marked, last = (f"bold {ink}" for ink in _inks(look))
        lines = [Content.assemble((" w ", target), " push that way")]
        if self.ends:
            marble = look.skin.marbles[0]
            lines.append(Content.assemble((pair[0], marked), marble, (pair[1], marked), " end of a row"))
        if self.moved:
            lines.append(Content.assemble((f"{signs.left}{signs.way * 2}", last), " last move"))
        return Content("\n").join(lines)


def _inks(look: Look) -> tuple[str, ...]:
    """Of a target, of what is marked and of the last move: as on the board, where the page is as dark as that."""
    marks = colours.marks(look)
    return tuple(f"#{ink:06x}" for ink in (marks.target, marks.marked, marks.last))
