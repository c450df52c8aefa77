"""Who sits where, and whose turn it is."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.core.palette import luminance
from marbles_tui.core.text import capitalized, sanitize_line
from marbles_tui.play import Match
from marbles_tui.tui.kit.skins import BLOCKS, Skin

GAP: Final = 2
"""Columns between two seats side by side."""

SIDE: Final = 40
"""Columns below which seats always stand one below the other: those of a panel beside the board."""


class Seats(Widget):
    """Each seat with its name and level; the one to move stands out, the winner more so."""

    DEFAULT_CSS = """
    Seats { height: auto; width: 1fr; }
    """

    match: reactive[Match | None] = reactive(None, layout=True)
    """The match at this table."""

    acting: reactive[int | None] = reactive(None)
    """The seat whose move is being shown; None while nothing is."""

    skin: reactive[Skin] = reactive(BLOCKS)
    """The glyphs to draw with."""

    notes: reactive[tuple[str, ...]] = reactive(())
    """A word on each seat: what it holds or has lost."""

    words: reactive[tuple[str, ...]] = reactive((), layout=True)
    """What is said of each seat's player: that they are gone."""

    clocks: reactive[tuple[str, ...]] = reactive((), repaint=False)
    """What each seat has left; none where nobody counts the time."""

    trays: reactive[tuple[Content, ...]] = reactive((), layout=True)
    """What stands below each seat, if anything."""

    colours: reactive[tuple[int, ...]] = reactive(())
    """The colour of each seat's pieces, as a packed integer; none where pieces belong to nobody."""

    numbered: reactive[bool] = reactive(False)
    """Whether pieces bear the numbers of their seats instead of the skin's signs."""

    inks: reactive[tuple[str, ...]] = reactive(())
    """The colours of those words, where they have their own."""

    def watch_notes(self) -> None:
        """They may need another line."""
        self.call_after_refresh(self._make_room)

    def watch_trays(self) -> None:
        """They may need another line."""
        self.call_after_refresh(self._make_room)

    def _make_room(self) -> None:
        # Textual forgets to lay out anew what changes between a layout and the widget's next idle moment.
        width = self.content_size.width
        if width and len(self._written(width).wrap(width)) != self.content_size.height:
            self.refresh(layout=True)

    def watch_clocks(self, before: tuple[str, ...], after: tuple[str, ...]) -> None:
        """A second has gone by: nothing else on the screen moves for that, unless the seats need another line."""
        width = self.content_size.width
        if not (self.display and width):
            return
        old, new = (
            [line.plain for line in self._written(width, clocks).wrap(width)] for clocks in (before, after)
        )
        if len(new) != self.content_size.height:
            self.refresh(layout=True)
        elif len(old) != len(new):
            self.refresh()
        else:
            for row, (was, is_now) in enumerate(zip(old, new, strict=True)):
                if was != is_now:
                    self.refresh(_changed(was, is_now, row))

    def render(self) -> Content:
        """The seats side by side where there is room, else one below the other."""
        return self._written(self.content_size.width)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the seats take in so many columns, which need not be those of now."""
        return len(self._written(width).wrap(width)) if width else 0

    def _written(self, width: int, clocks: tuple[str, ...] | None = None) -> Content:
        match = self.match
        clocks = self.clocks if clocks is None else clocks
        if not match:
            return Content("")
        if match.goal:  # one person makes the moves of all seats
            return Content.assemble((f"{self.skin.turn} ", "bold"), (capitalized(match.goal.title), "bold"))
        count = len(match.seats)
        column = (width - GAP * (count - 1)) // count
        seats = [self._seat(match, number, width) for number in range(count)]
        abreast = width >= SIDE and len(self.trays) != count
        clock_room = max(map(cell_len, clocks), default=-1) + 1
        if abreast and all(seat.cell_length <= column - clock_room for seat in seats):
            timed = [self._timed(seat, number, column, clocks) for number, seat in enumerate(seats)]
            return Content(" " * GAP).join(
                seat.pad_right(max(0, column - seat.cell_length)) for seat in timed
            )
        seats = [self._timed(seat, number, width, clocks) for number, seat in enumerate(seats)]
        if len(self.trays) == count:
            pairs = zip(seats, self.trays, strict=True)
            gap = "\n\n" if any("\n" in tray.plain for tray in self.trays) else "\n"
            return Content(gap).join(Content("\n").join(filter(len, pair)) for pair in pairs)
        return Content("\n").join(seats)

    def _timed(self, seat: Content, number: int, width: int, clocks: tuple[str, ...]) -> Content:
        """A seat, with its clock at the right edge of its first line that has room for it, or below."""
        clock = clocks[number] if number < len(clocks) else ""
        match = self.match
        if not clock or not match:
            return seat
        runs = match.result is None and match.position.actor == number
        shown = Content.styled(clock, "bold" if runs else "$text-muted")
        lines = seat.split("\n")
        for at, line in enumerate(lines):
            room = width - line.cell_length - shown.cell_length
            if room > 0:
                lines[at] = Content.assemble(line, " " * room, shown)
                return Content("\n").join(lines)
        return Content.assemble(seat, "\n", " " * max(0, width - shown.cell_length), shown)

    def _chip(
        self, number: int, name: str, sign: tuple[str, str], note: str, word: str, width: int
    ) -> Content:
        """A seat by its number on its colour; the first line of the note stands at the right edge."""
        holds, _, more = note.partition("\n")
        colour = self.colours[number]
        ink = 0x101010 if luminance(colour) > 0.3 else 0xFFFFFF
        chip = Content.styled(f" {number + 1} ", f"bold #{ink:06x} on #{colour:06x}")
        if self.skin.plain:
            chip = Content.styled(f"<{number + 1}>", "bold")
        room = max(4, width - len(sign[0]) - 6 - cell_len(holds))
        shown = sanitize_line(name, room) if cell_len(name) > room else name
        gap = " " * max(1, width - len(sign[0]) - 5 - cell_len(shown) - cell_len(holds))
        style = "bold $accent" if "bold" in sign[1] else sign[1]
        line = Content.assemble((f"{sign[0]} ", style), chip, " ", (shown, sign[1]), gap, (holds, style))
        below = "  ".join(filter(None, (more, word)))
        if not below:
            return line
        return Content.assemble(line, "\n", " " * (len(sign[0]) + 5), (below, "$text-muted"))

    def _seat(self, match: Match, number: int, width: int) -> Content:
        seat = match.seats[number]
        name = sanitize_line(match.names[number], 24)
        result = match.result if self.acting is None else None
        actor = match.position.actor if self.acting is None else self.acting
        sign, style = " ", "$text-muted"
        word = self.words[number] if number < len(self.words) else ""
        if result and number in result.winners:
            sign, style, word = "*", "bold $success", "  ".join(filter(None, ("won", word)))
        elif not result and actor == number:
            sign, style = self.skin.turn, "bold"
        kind = ", computer" if seat.level else ""
        if seat.level and not name.lower().startswith(seat.level):
            kind += f" ({seat.level})"
        note = self.notes[number] if number < len(self.notes) else ""
        if self.numbered and width < SIDE and number < len(self.colours):
            return self._chip(number, name, (sign, style), note, word, width)
        piece = Content("")
        if number < len(self.colours):
            bears = str(number + 1) if self.numbered else self.skin.marbles[number]
            piece = Content.styled(f"{bears} ", f"bold #{self.colours[number]:06x}")
        who = Content.assemble((f"{sign} ", style), piece, (name, style))
        if who.cell_length + len(kind) <= width:
            who = Content.assemble(who, (kind, "$text-muted"))
        else:
            short = kind.removeprefix(", ")
            if len(short) + len(note) + 6 > width:
                short = short.removeprefix("computer").strip()  # the name or the level says that
            gap = "  " if len(short) + 2 + len(note) + 4 <= width else "\n    "
            note = gap.join(filter(None, (short, note)))
        if not (note or word):
            return who
        gap = "  " if note and word else ""
        fits = who.cell_length + 2 + len(note) + len(gap) + len(word) <= width
        own = self.inks[number] if number < len(self.inks) else style
        if not fits and gap and len(note) + len(gap) + len(word) + 4 > width:
            gap = "\n    "
        return Content.assemble(who, "  " if fits else "\n    ", (note, own), (f"{gap}{word}", style))


def _changed(before: str, after: str, row: int) -> Region:
    """Where a line has become another one."""
    first = _alike(before, after)
    was, is_now = before[first:], after[first:]
    same = _alike(was[::-1], is_now[::-1])
    width = max(cell_len(text[: len(text) - same]) for text in (was, is_now))
    return Region(cell_len(after[:first]), row, width, 1)


def _alike(one: str, other: str) -> int:
    """With how many characters in common two texts begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
