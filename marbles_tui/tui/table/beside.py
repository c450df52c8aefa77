"""The words beside a board: who sits where, what happened, the moves, what is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from marbles_tui.core.palette import luminance
from marbles_tui.core.text import alike, capitalized, sanitize_line
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.table.tasks.playing import TableTalk
from marbles_tui.tui.kit.look import BLOCKS, Skin

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
    """The line below each seat, "" for none."""

    colours: reactive[tuple[int, ...]] = reactive(())
    """The colour of each seat's pieces, as a packed integer; none where pieces belong to nobody."""

    numbered: reactive[bool] = reactive(False)
    """Whether pieces bear the numbers of their seats instead of the skin's signs."""

    inks: reactive[tuple[str, ...]] = reactive(())
    """The colours of those words, where they have their own."""

    _kept: tuple[tuple[object, ...], Content, list[str]] = ((0,), Content(""), [])

    class Resized(Message):
        """They have another size: only now is it known what has room."""

    def on_resize(self) -> None:
        """More may be said of each; and what was said while they were not seen may need another line."""
        self.post_message(self.Resized())
        self.call_after_refresh(self._make_room)

    def watch_match(self) -> None:
        """Seats may need another line, and so may all that stands beside them."""
        self.call_after_refresh(self._make_room)

    watch_notes = watch_words = watch_trays = watch_colours = watch_match

    def _make_room(self) -> None:
        # Textual forgets to lay out anew what changes between a layout and the widget's next idle moment.
        width = self.content_size.width
        if width and len(self._written(width)[1]) != self.content_size.height:
            self.refresh(layout=True)

    def watch_clocks(self) -> None:
        """A second has gone by: nothing else on the screen moves for that, unless the seats need another line."""
        width = self.content_size.width
        if not (self.display and width):
            return
        (before, *_), _, old = self._kept
        _, new = self._written(width)
        if len(new) != self.content_size.height:
            self.refresh(layout=True)
        elif before != width or len(old) != len(new):
            self.refresh()
        else:
            for row, (was, is_now) in enumerate(zip(old, new, strict=True)):
                if was != is_now:
                    self.refresh(_changed(was, is_now, row))

    def render(self) -> Content:
        """The seats side by side where there is room, else one below the other."""
        return self._written(self.content_size.width)[0]

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The lines that the seats take in so many columns, which need not be those of now."""
        return len(self._written(width)[1]) if width else 0

    def _written(self, width: int) -> tuple[Content, list[str]]:
        """What stands in so many columns, and its lines."""
        said = self.clocks, self.match, self.acting, self.skin, self.notes, self.words, self.trays
        inked = [tray.spans for tray in self.trays]  # the same words in other colours count as equal
        state = (width, *said, inked, self.colours, self.numbered, self.inks)
        if self._kept[0] != state:
            content = self._write(width)
            self._kept = state, content, [line.plain for line in content.wrap(width)]
        return self._kept[1:]

    def _write(self, width: int) -> Content:
        match, clocks = self.match, self.clocks
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
        name = phrases.name(match, number)
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
    """Where a line has become another one: of what is longer or shorter, up to its end."""
    first = alike(before, after)
    was, is_now = before[first:], after[first:]
    same = alike(was[::-1], is_now[::-1]) if cell_len(was) == cell_len(is_now) else 0
    width = max(cell_len(text[: len(text) - same]) for text in (was, is_now))
    return Region(cell_len(after[:first]), row, width, 1)


class Status(Widget):
    """One sentence on each."""

    DEFAULT_CSS = """
    Status { height: 2; width: 1fr; }
    """

    said: reactive[str] = reactive("")
    """What just happened."""

    prompt: reactive[str] = reactive("")
    """What may be done now."""

    warning: reactive[bool] = reactive(False)
    """Whether `said` tells of something that could not be done."""

    guiding: reactive[bool] = reactive(False)
    """Whether the prompt is a hint of the first game."""

    hiding: reactive[str] = reactive("")
    """Which key hides that hint: said after it where there is room."""

    most: reactive[int] = reactive(0, layout=True)
    """The most lines that are taken, unless by a warning; 0 for as many as are needed."""

    _latest = ""

    def watch_said(self, said: str) -> None:
        """Something happened, or something else may be done."""
        self._latest = said or self._latest
        self._make_room()

    watch_prompt = watch_said

    def _make_room(self) -> None:
        """Take more lines or fewer where the panel's height is left to its words."""
        width = self.content_size.width
        if width and self.styles.is_auto_height and self._lines(width) != self.content_size.height:
            self.refresh(layout=True)

    watch_hiding = watch_warning = _make_room

    def _lines(self, width: int) -> int:
        told = self._told(width)
        return max(1, rows_of(filter(None, told) if self.most else told, width))

    def _told(self, width: int) -> tuple[str, str]:
        """What is said of both sentences, with the key that hides the hint where it has room: where there is little
        of it, a warning or else what fits."""
        said, most, whole = self.said, self.most, f"{self.prompt} {self.hiding}".rstrip()
        room = most or self.content_size.height
        alone = not said and (most or room < 2)  # else a line is left for what will happen
        fits = rows_of((whole,) if alone else (said, whole), width) <= room
        grows = self.styles.is_auto_height and not most
        asked = whole if fits or grows else self.prompt
        if self.warning and said:
            fits = grows or room < 2 or (not most and rows_of((said, asked), width) <= room)
            return said, asked if fits else ""
        if not most:
            return said, asked
        shorter = ((said, asked), (said, ""), ("", asked))
        fitting = (told for told in shorter if any(told) and rows_of(filter(None, told), width) <= most)
        return next(fitting, ("", ""))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as both sentences take."""
        return self._lines(max(1, width))

    def render(self) -> Content:
        """Both, what happened cut short if need be, though not a warning; on a single line both if they fit,
        else the newer."""
        width, height = self.content_size
        told, asked = self._told(max(1, width))
        said = Content.styled(told, "bold $warning" if self.warning else "bold")
        prompt = Content.styled(asked, "$text-accent" if self.guiding else "$text-muted")
        parts = [part for part in (said, prompt) if part.plain]
        if self.most:
            return Content("\n").join(parts)
        if height < 2:
            both, newer = Content("  ").join(parts), said if self._latest == self.said else prompt
            return both if both.cell_length <= width else newer.truncate(width, ellipsis=True)
        lines, room = said.wrap(width), height - len(prompt.wrap(width))
        if 0 < room < len(lines) and not self.warning:  # what may be done is always said
            lines[room - 1] = lines[room - 1].truncate(width - 3).rstrip() + "..."
            said = Content("\n").join(lines[:room])
        return Content("\n").join((said, prompt))


def rows_of(parts: Iterable[str | Content], width: int) -> int:
    """The rows that some lines take in so many columns."""
    lines = (Content(part) if isinstance(part, str) else part for part in parts)
    return sum(len(line.wrap(max(1, width))) for line in lines)


class MoveList(Widget):
    """As many moves around the one that is shown as there is room for: in a tall panel a round to a line, else no
    line broken within a round that fits it."""

    DEFAULT_CSS = """
    MoveList { height: 1; width: 1fr; color: $text-muted;
        link-color: $text-muted; link-style: none; link-background-hover: $primary; link-color-hover: $foreground; }
    """

    match: reactive[Match | None] = reactive(None)
    """What was played."""

    ply: reactive[int] = reactive(0)
    """How many plies lie before what is shown."""

    signs: reactive[Mapping[int, str]] = reactive({})
    """The marks of moves, by the plies before them."""

    def __init__(self, leads: bool = False) -> None:
        """`leads`: a click goes to a move."""
        super().__init__()
        self._leads = leads
        self._known: Match | None = None
        self._words: list[tuple[str, str]] = []
        self._rounds: list[list[int]] = []

    def render(self) -> Content:
        """The lines around the move that is shown; of all moves in a single one as many of the last as fit."""
        match, (width, height) = self.match, self.content_size
        if match is None or not match.moves:
            return Content("")
        if self._known is not match:
            self._known, self._words = match, list(moves_told(match))
            starts = [at for at, (before, _) in enumerate(self._words) if before[:1].isdigit()]
            self._rounds = [[*range(*ends)] for ends in pairwise([*starts, match.plies])]
        if height == 1 and self.ply == match.plies:
            return self._tail(width)
        lines = self._lines(max(8, width), height > LOW)
        here = next((row for row, line in enumerate(lines) if self.ply - 1 in line), 0)
        first = max(0, min(here - height // 2, len(lines) - height))
        return Content("\n").join(self._line(line, height > LOW) for line in lines[first : first + height])

    def _lines(self, width: int, tall: bool) -> list[list[int]]:
        """The plies of each line."""
        lines: list[list[int]] = [[]]
        room = width
        for plies in self._rounds:
            whole = sum(map(self._columns, plies)) <= width + 1
            for part in [plies] if whole else [[at] for at in plies]:
                needed, begins = sum(map(self._columns, part)), part[0] == plies[0]
                if lines[-1] and (needed > room + 1 or (tall and begins)):
                    lines.append([])
                    room = width - (0 if begins or not tall else len(SET_IN))
                lines[-1] += part
                room -= needed
        return lines

    def _tail(self, width: int) -> Content:
        """As many of the last moves as fit, after an ellipsis if some are left out."""
        count = len(self._words)
        needed = accumulate(self._columns(at) for at in reversed(range(count)))
        first = count - sum(columns + 3 <= width for columns in needed)
        return Content(" ").join([*[Content("...")][: bool(first)], *map(self._word, range(first, count))])

    def _line(self, plies: Sequence[int], tall: bool) -> Content:
        words = Content(" ").join(map(self._word, plies))
        return SET_IN + words if tall and not self._words[plies[0]][0][:1].isdigit() else words

    def _columns(self, at: int) -> int:
        """Those of a move, with a blank behind it."""
        return sum(map(cell_len, self._words[at])) + len(self.signs.get(at, "")) + 1

    def _word(self, at: int) -> Content:
        (before, move), sign = self._words[at], self.signs.get(at, "")
        style = "" if not sign else "$text-success" if sign == "!" else "$text-error"
        if at + 1 == self.ply:
            style = "b reverse" if self._leads else "bold $foreground"
        word = Content.assemble(before, (move + sign, style))
        return (
            word.stylize(Style.from_meta({"@click": f"screen.do('go', '{at + 1}')"})) if self._leads else word
        )


LOW: Final = 3
"""Rows up to which lines are filled."""

SET_IN: Final = Content("   ")
"""Before what goes on of a round in another line."""


def moves_told(match: Match) -> Iterator[tuple[str, str]]:
    """What stands before each move, and the move: the number of a round before its first one; where a seat may move
    several times in a row, a stroke where the turn changes within a round."""
    actors = [position.actor for position in match.positions][: match.plies]
    runs = any(one == other for one, other in pairwise(actors)) and len(match.seats) > 1
    for at, (word, move) in enumerate(zip(match.numbered(), map(str, match.moves), strict=True)):
        passes = runs and word == move and actors[at] != actors[at - 1]
        yield ("/ " if passes else word[: len(word) - len(move)], move)


MOST_TALK: Final = 6
"""The most lines of talk."""


class Talk(Widget):
    """Who watches, and the last lines that were said, as many as there is room for."""

    DEFAULT_CSS = """
    Talk { height: auto; width: 1fr; display: none; }
    """

    talk: reactive[TableTalk] = reactive(TableTalk(), layout=True)
    """What it says: who watches, the lines, oldest first, and the words shown while there are none."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it has to say, up to MOST_TALK."""
        return len(self._written(width, MOST_TALK)) if width else 0

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._written(*self.content_size))

    def _written(self, width: int, height: int) -> list[Content]:
        watching, said, invitation = self.talk
        watch = sanitize_line(f"Watching: {', '.join(watching)}", max(4, width))
        head = [Content.styled(watch, "$text-muted")] if watching else []
        lines = (Content.assemble((name, "bold"), "  ", words) for name, words in said[-height:])
        body = [row for line in lines for row in line.wrap(width)] if width else []
        if not body and invitation:
            body = Content.styled(invitation, "$text-muted").wrap(width)
        room = max(0, height - len(head))
        return [*head, *body[len(body) - min(room, len(body)) :]]
