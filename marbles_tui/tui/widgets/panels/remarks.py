"""What a review says of the move that comes next, where there is much room; elsewhere the status line says it."""

from __future__ import annotations

from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.ai.review import Mark
from marbles_tui.table.remarks import NAMES, Remark


class Remarks(Widget):
    """The move and its mark, the better one, and how it stood before and after."""

    DEFAULT_CSS = "Remarks { height: auto; width: 1fr; display: none; }"

    remark: reactive[Remark | None] = reactive(None, layout=True)

    def render(self) -> Content:
        """Who is to move, the two moves, the difference."""
        told = self.remark
        if told is None:
            return Content("")
        style = f"bold {'$text-success' if told.mark is Mark.FINE else '$text-error'}"
        which = f"{told.number} of {told.points}" if told.number else ""
        lines = [
            Content.assemble((told.mover, "bold"), f"  {which}"),
            Content(""),
            Content.assemble((f"{told.move} {told.mark}", style), f"  {NAMES[told.mark]}"),
            Content(told.purpose),
            Content(""),
        ]
        if told.best:
            lines += [
                Content.assemble((told.best, "bold $text-success"), "  best"),
                Content(told.best_purpose),
                Content(""),
            ]
        facts = (("Cost", told.cost), ("Before", told.before), ("After", told.after))
        lines += [Content.assemble((f"{name:<8}", "$text-muted"), fact) for name, fact in facts if fact]
        return Content("\n").join(lines)
