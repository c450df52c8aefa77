"""What the marks of Abacus mean, beside the board."""

from __future__ import annotations

from typing import ClassVar

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.games.abacus.scene import PALETTE
from marbles_tui.tui.kit.colours import colours_of
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.sign_marbles import brackets


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
