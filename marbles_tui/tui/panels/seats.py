"""Who sits where, and whose turn it is."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.core.text import harmless
from marbles_tui.play import Match
from marbles_tui.tui.look import BLOCKS, Skin


class Seats(Widget):
    """Each seat with its name and level; the one to move stands out, the winner more so."""

    DEFAULT_CSS = """
    Seats { height: auto; width: 1fr; }
    """

    match: reactive[Match | None] = reactive(None, layout=True)
    """The match at this table."""

    thinking: reactive[bool] = reactive(False)
    """Whether a computer is at it."""

    acting: reactive[int | None] = reactive(None)
    """The seat whose move is being shown; None while nothing is."""

    skin: reactive[Skin] = reactive(BLOCKS)
    """The glyphs to draw with."""

    notes: reactive[tuple[str, ...]] = reactive(())
    """A word on each seat: what it holds or has lost."""

    inks: reactive[tuple[str, ...]] = reactive(())
    """The colours of those words, where they have their own."""

    def render(self) -> Content:
        """The seats side by side where there is room, else one below the other."""
        match = self.match
        if not match:
            return Content("")
        width = self.content_size.width
        seats = [self._seat(match, number) for number in range(len(match.seats))]
        column = width // len(seats)
        if any(seat.cell_length > column for seat in seats):
            return Content("\n").join(seats)
        return Content("").join(seat.pad_right(max(0, column - seat.cell_length)) for seat in seats)

    def _seat(self, match: Match, number: int) -> Content:
        seat = match.seats[number]
        name = harmless(match.names[number], 24)
        result = match.result if self.acting is None else None
        actor = match.position.actor if self.acting is None else self.acting
        sign, style, word = " ", "$text-muted", ""
        if result and number in result.winners:
            sign, style, word = self.skin.marbles[0], "bold $success", "won"
        elif not result and actor == number:
            sign, style = self.skin.turn, "bold"
            word = "thinks" if self.thinking else ""
        kind = ", computer" if seat.level else ""
        if seat.level and seat.level != name.lower():
            kind += f" ({seat.level})"
        note = self.notes[number] if number < len(self.notes) else ""
        # Where the words would not fit behind the name they stand below it.
        beside = cell_len(f"{sign} {name}{kind}  {note}  {word}")
        gap = "  " if beside <= self.content_size.width else "\n  "
        return Content.assemble(
            (f"{sign} {name}", style),
            (kind, "$text-muted"),
            (f"{gap}{note}" if note else "", self.inks[number] if number < len(self.inks) else style),
            (f"  {word}" if word else "", style),
        )
