"""What the computer shows: how a position stands and goes on, how a record went, what a review says of a move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from textual import events
from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.review import ReviewMark
from marbles_tui.core import Game
from marbles_tui.core.palette import mix
from marbles_tui.core.text import capitalized, plural, spoken
from marbles_tui.table.assessment import NAMES, Remark, assess, bar_share, lead, short
from marbles_tui.table.tasks.playing import Thought
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import BLOCKS, Look, Skin, clear
from marbles_tui.tui.table.beside import rows_of

FIRST: Final = 0xE8C468
SECOND: Final = 0x7FB08A
"""The colours of what is good for the first seat, and for the others, where their pieces have none; darker where the
ground is light."""

SEEN: Final = 3.0
"""The least contrast of the pieces' colours to the ground."""

BAD: Final = 0xE06A5A
GOOD: Final = 0x5BE37D

LEAST_SCALE: Final = 60
"""Columns from which a scale stands at the left."""

SCALE: Final = 15
"""Columns of the scale at least."""

SLIM_SCALE: Final = 7
"""The same in fewer columns: names alone."""

TICK: Final = 6
"""Columns of what stands beside a name there."""

LEAST_SLIM: Final = 20
"""Columns from which there is that."""

HINTS: Final = (
    "y reviews the game: who was ahead, and which moves turned it",
    "y reviews the game",
    "y: review",
)
"""What the graph would show, in as many words as fit."""


class Timeline(CanvasWidget):
    """A column stands for one or more plies; a click or a drag goes to one."""

    DEFAULT_CSS = """
    Timeline { height: 1; width: 1fr; }
    Timeline.graph { height: 4; }
    .-wide.-tall Timeline.graph { height: 11; }
    .side Timeline.graph { height: 6; }
    """

    ply: reactive[int] = reactive(0, init=False, repaint=False)
    """Where the match is looked at."""

    shares: reactive[tuple[float | None, ...]] = reactive((), init=False, repaint=False)
    """After each ply, how far up for the first seat its column goes, from -1 to 1; None where it is not known."""

    marks: reactive[Mapping[int, str]] = reactive({}, init=False, repaint=False)
    """The signs of moves, by the plies before them."""

    def __init__(self, plies: int, names: tuple[str, str] = ("", ""), top: str = "") -> None:
        """`names` stand at the upper and the lower edge, `top` is what the edges stand for: "10", or "" where
        no number tells it."""
        super().__init__()
        self._plies = plies
        self._names = names
        self._top = top
        self.pieces: Callable[[Look], Sequence[int]] = lambda _: ()
        """The colours of the seats' pieces."""

    def show(self, plies: int, names: tuple[str, str], shares: tuple[float | None, ...], ply: int) -> None:
        """Show another match, looked at after so many plies."""
        self._plies, self._names = plies, names
        self.set_reactive(Timeline.ply, ply)
        self.set_reactive(Timeline.shares, shares)
        self.restyle()

    watch_ply = watch_shares = watch_marks = CanvasWidget.show_anew

    def _inks(self, look: Look) -> Sequence[int]:
        """The colour of the first seat, and of the others."""
        inks = tuple(clear(ink, [look.ground], SEEN) for ink in self.pieces(look))
        return inks if len(inks) == 2 else (look.material_ink(FIRST), look.material_ink(SECOND))

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The track, with the graph above it where there is room."""
        left = self._left(canvas.width)
        rows = canvas.height - 1
        if rows > 0:
            if self.shares:
                self._scale(canvas, look, left, rows)
                self._plot(canvas, look, left, rows)
            else:
                room = canvas.width - left
                hint = next((words for words in HINTS if len(words) <= room), "")
                canvas.text(left, rows // 2, hint, look.muted)
        self._track(canvas, look, left, rows)

    def _track(self, canvas: Canvas, look: Look, left: int, row: int) -> None:
        skin = look.skin
        here = self._column(self.ply, canvas.width)
        line = "-" if skin.plain else "─"
        canvas.text(left, row, line * (canvas.width - left), look.muted)
        for ply, sign in self.marks.items():
            x = min(self._column(ply, canvas.width), canvas.width - len(sign))
            canvas.text(x, row, sign, look.material_ink(GOOD if sign == "!" else BAD), bold=True)
        sign = self.marks.get(self.ply, skin.marble)
        canvas.text(min(here, canvas.width - len(sign)), row, sign, look.ground, look.bright, bold=True)

    def _scale(self, canvas: Canvas, look: Look, left: int, rows: int) -> None:
        """Who is ahead above and below the middle, and by how much at the edges."""
        middle = rows // 2
        if left and rows >= 3:
            wide = canvas.width >= LEAST_SCALE
            room = left - (TICK if wide else 1)
            first, second = self._inks(look)
            up, down = (name if len(name) <= room else f"{name[: room - 1]}…" for name in self._names)
            canvas.text(0, 0, up, first, bold=True)
            canvas.text(0, middle, "even", look.text)
            canvas.text(0, rows - 1, down, second, bold=True)
            for row in (0, rows - 1) if wide else ():
                tick = f"+{self._top}" if self._top else "wins"
                canvas.text(left - 1 - len(tick), row, tick, look.muted)
        line = "-" if look.skin.plain else "─"
        for row in {0, middle, rows - 1}:
            canvas.text(left, row, line * (canvas.width - left), mix(look.ground, look.text, 0.2))

    def _plot(self, canvas: Canvas, look: Look, left: int, rows: int) -> None:
        """Above the middle it stands better for the first seat, below it for the others."""
        pixels = look.skin.shaded and look.coloured
        steps = rows * 2 if pixels else rows
        here, inks = self._column(self.ply, canvas.width), self._inks(look)
        for x in range(left, canvas.width):
            share = self._share(x, canvas.width)
            if share is None:
                continue
            middle = steps / 2
            low, high = sorted((round(middle), round(middle - share * middle)))
            colour = inks[0 if share > 0 else 1]
            if pixels:
                canvas.fill(
                    x, low, 1, max(1, high - low), colour if x == here else mix(look.ground, colour, 0.45)
                )
                canvas.fill(x, low if share > 0 else max(low, high - 1), 1, 1, colour)
                continue
            sign = ("#" if share > 0 else "o") if look.skin.plain else ("█" if share > 0 else "▒")
            for y in range(low, max(high, low + 1)):
                canvas.text(x, min(y, rows - 1), sign if high > low else "-", colour)
        if pixels:
            canvas.fill(here, 0, 1, steps, look.bright, 0.35)

    # Columns and plies

    def _left(self, width: int) -> int:
        """Columns of the scale: names have at most half of them all."""
        name = max(map(len, self._names))
        if width >= LEAST_SCALE:
            return min(max(SCALE, name + TICK), width // 2)
        return min(max(SLIM_SCALE, name + 1), width // 2) if width >= LEAST_SLIM else 0

    def _share(self, x: int, width: int) -> float | None:
        ply = self._ply(x, width)
        return self.shares[ply] if 0 <= ply < len(self.shares) else None

    def _column(self, ply: int, width: int) -> int:
        left = self._left(width)
        return left + (round(ply * (width - left - 1) / self._plies) if self._plies else 0)

    def _ply(self, x: int, width: int) -> int:
        left = self._left(width)
        return max(0, round((x - left) * self._plies / max(1, width - left - 1)))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go there, and follow the mouse while it is held."""
        self.capture_mouse()
        self._go(event)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow."""
        if event.button:
            self._go(event)

    def on_mouse_up(self) -> None:
        """Let go."""
        self.release_mouse()

    def _go(self, event: events.MouseEvent) -> None:
        x = max(0, min(self.content_size.width - 1, event.x))
        self.call_later(self.run_action, f"screen.do('go', '{self._ply(x, self.content_size.width)}')")


class Remarks(Widget):
    """The move and its mark, the better one, and how it stood before and after."""

    DEFAULT_CSS = "Remarks { height: auto; width: 1fr; display: none; }"

    remark: reactive[Remark | None] = reactive(None, layout=True)

    def render(self) -> Content:
        """Who is to move, the two moves, the difference."""
        told = self.remark
        if told is None:
            return Content("")
        style = f"bold {'$text-success' if told.mark is ReviewMark.FINE else '$text-error'}"
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
        if told.missed:
            lines += [Content(told.missed), Content("")]
        facts = (("Cost", told.cost), ("Before", told.before), ("After", told.after))
        lines += [Content.assemble((f"{name:<8}", "$text-muted"), fact) for name, fact in facts if fact]
        return Content("\n").join(lines)


LOOKING: Final = "Looking..."

LEAST_BAR: Final = 8
"""Columns below which a bar tells nothing."""


class AnalysisView(NamedTuple):
    """What the computer sees in the position on the table, who is to move there, and what the seats are called."""

    thought: Analysis
    mover: int
    names: tuple[str, ...]
    shown: Thought
    """Which line of it is shown, and how far it is on the board."""

    @property
    def best(self) -> tuple[Analysis, ...]:
        """The best moves."""
        return self.shown.lines if self.thought.move else ()

    @property
    def line(self) -> tuple[str, ...]:
        """The line that is shown."""
        return self.best[self.shown.chosen].pv if self.shown.chosen < len(self.best) else ()


FLAT: Final = 40
"""Columns from which on things stand side by side in a low panel."""

LONGER: Final = 9
"""Rows from which on the line has two of them."""

ROOMY: Final = 11
"""Rows from which it is said how far the computer has looked; in fewer the moves matter more."""


class AnalysisPanel(Widget):
    """How the game stands, the best moves and how it would go on, while the computer looks deeper and deeper.

    A click on a move of a line puts it on the board.
    """

    DEFAULT_CSS = """
    AnalysisPanel {
        height: 3; width: 1fr; display: none;
        link-style: none; link-color: $foreground; link-background: transparent;
    }
    .side AnalysisPanel { height: 1fr; }
    """

    view: reactive[AnalysisView | None] = reactive(None)
    """The latest view."""

    excuse: reactive[str] = reactive("")
    """Why there is none; "" while it is being looked for."""

    skin: reactive[Skin] = reactive(BLOCKS)
    """The glyphs to draw with."""

    colours: reactive[tuple[int, ...]] = reactive(())
    """The colour of each seat's pieces, as a packed integer; none where pieces belong to nobody."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def render(self) -> Content:
        """All of it in a tall panel, else what there is room for; in a low and wide one the same in three lines."""
        view, (width, height) = self.view, self.content_size
        if view is None:
            return Content.styled(self.excuse or LOOKING, "$text-muted")
        if height < 6 and width >= FLAT:
            return self._flat(view, width)
        stands = Content.styled(self._stands(view), "bold")
        choices = [self._choice(view, number, width) for number in range(len(view.best))]
        kept = 0 if not view.line else 1 if height < LONGER else 2
        free = height - rows_of((stands, *choices), width) - kept
        more = []
        for words in (
            self._bar(view, width),
            Content.styled(self._lead(view), "$text-muted"),
            *((Content.styled(_looked(view.thought), "$text-muted"),) if height >= ROOMY else ()),
        ):
            needed = rows_of((words,), width) if len(words) else 0
            if 0 < needed <= free:
                more.append(words)
                free -= needed
        gap = [Content("")] if height >= ROOMY and free else []
        line = self._line(view, width, kept + free - len(gap)) if view.line else Content("")
        return Content("\n").join((stands, *more, *choices, *gap, line))

    def _flat(self, view: AnalysisView, width: int) -> Content:
        """Three or four lines: how it stands, the best moves side by side, the line."""
        words = ": ".join(filter(None, (self._stands(view), self._lead(view))))
        head = Content.styled(words, "bold")
        tall = self.content_size.height > 3
        between = "\n" if tall else "  "
        for effort in (f"  {_looked(view.thought)}", ""):
            gauge = width - len(effort) - (0 if tall else len(words) + 2)
            if gauge >= LEAST_BAR:
                bar = self._bar(view, min(gauge, 40))
                head = Content.assemble(head, between, bar, (effort, "$text-muted"))
                break
        choices = Content("   ").join(self._choice(view, number, 0) for number in range(len(view.best)))
        return Content("\n").join((head, choices, self._line(view, width, 1)))

    def _stands(self, view: AnalysisView) -> str:
        told = assess(view.thought, view.mover, view.names, self.game.clear)
        return capitalized(spoken(told, view.names))

    def _lead(self, view: AnalysisView) -> str:
        told = lead(view.thought, view.mover, view.names, self.game.clear, self.game.valued_in)
        return spoken(told, view.names)

    def _bar(self, view: AnalysisView, width: int) -> Content:
        """How it stands as a bar, the first seat on the left."""
        seats = len(view.names)
        full = round(width * bar_share(view.thought, view.mover, seats, self.game.clear))
        first, second = (0, 1) if seats == 2 else (view.mover, -1)
        return Content.assemble(
            (self.skin.full * full, self._ink(first, "$primary")),
            (self.skin.hollow * (width - full), self._ink(second, "$text-muted")),
        )

    def _ink(self, seat: int, otherwise: str) -> str:
        return f"#{self.colours[seat]:06x}" if 0 <= seat < len(self.colours) else otherwise

    def _choice(self, view: AnalysisView, number: int, width: int) -> Content:
        """One of the best moves and its value, at the right end of `width` columns; 0: beside it."""
        analysis = view.best[number]
        move, value = analysis.move or "", short(analysis)
        gap = " " * max(1, width - len(move) - len(value) - 2)
        style = "bold" if number == view.shown.chosen else ""
        said = Content.assemble((f"{number + 1} {move}", style), gap, (value, "$text-muted"))
        return said.stylize(_click(number, 1))

    def _line(self, view: AnalysisView, width: int, rows: int) -> Content:
        """The line, what is on the board of it standing out; as many moves of it as fit into so many rows."""
        words = []
        for number, word in enumerate(view.line, 1):
            style = "reverse" if number == view.shown.at else "bold" if number < view.shown.at else ""
            words.append(Content.styled(word, style).stylize(_click(view.shown.chosen, number)))
        cut = len(words)
        while cut > 1:
            said = Content(" ").join([*words[:cut], *([Content("...")] if cut < len(words) else [])])
            if rows_of((said,), width) <= rows:
                return said
            cut -= 1
        return Content(" ").join(words[:1])


def _click(chosen: int, at: int) -> Style:
    """Makes text lead along a line."""
    return Style.from_meta({"@click": f"screen.do('look_along', '{chosen}', '{at}')"})


def _looked(thought: Analysis) -> str:
    return f"looked {plural(thought.depth, 'move')} ahead"
