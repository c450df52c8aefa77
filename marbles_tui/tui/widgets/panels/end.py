"""What stands where seats and record stood when a match is over: big letters, what is told, and what can be done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Container
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.tui.drawing.big_letters import (
    GOLD,
    PEWTER,
    TALL_FACE,
    Setting,
    Shade,
    darkened,
    down,
    dropped,
    paint_word,
    set_words,
)
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.colour import mix
from marbles_tui.tui.drawing.easing import part, smooth
from marbles_tui.tui.drawing.frame import Tone
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.match.end_words import Part
from marbles_tui.tui.match.ending import Action, Report
from marbles_tui.tui.widgets.canvas_widget import CanvasWidget

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

LABEL: Final = 9
NARROW_LABEL: Final = 8
"""Columns of labels, and in panels narrower than NARROW."""

NARROW: Final = 30
KEY: Final = 7
SLIM_KEY: Final = 6
"""Columns of keys in a list of actions, and in a very narrow one."""

COLUMNED: Final = 8
"""Rows from which on sign, story and actions stand side by side below a board."""

ROOMY: Final = 18
"""Rows from which on a panel beside a board has big letters and all actions."""

SPREAD: Final = 30
"""Rows from which on its actions have room between them."""

HALF: Final = "$primary 50%"
"""The band while keys do nothing yet."""

TELLS_AT: Final = 0.8
"""The phase at which the words of a win are all there."""

STYLES: Final = {"strong": "bold", "best": "bold $text-accent", "up": "$text-success", "quiet": "$text-muted"}


class EndSign(CanvasWidget):
    """What the end is, in big letters."""

    DEFAULT_CSS = "EndSign { width: auto; height: auto; }"

    report: reactive[Report | None] = reactive(None, layout=True)
    phase: reactive[float] = reactive(1.0, init=False)
    """How far the show has come, 0 to 1."""

    most: reactive[int] = reactive(9, layout=True)
    """The most rows it may take."""

    widest: reactive[int] = reactive(0, layout=True)
    """The most columns it may take beside the words; 0 where it stands above them."""

    inks: tuple[int, ...] = ()
    """The colours of both sides, for a draw."""

    def watch_phase(self) -> None:
        """Letters move."""
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the words take in so many columns."""
        del container, viewport
        return self._set(width).rows(self.look.skin.plain) if self.report else 0

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The columns that the words take, or all there are."""
        del viewport
        if not self.widest or not self.report:
            return container.width
        face, lines = self._set(self.widest)
        return max(face.width(line) if face else len(line) for line in lines)

    def _set(self, width: int) -> Setting:
        assert self.report
        tall = self.report.tone is Tone.WON
        return set_words(self.report.words, width, self.most, tall, self.look.skin.plain)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The words on the panel's ground."""
        if not self.report:
            return
        ground = Color.parse(self.app.theme_variables["surface"])
        packed = ground.r << 16 | ground.g << 8 | ground.b
        canvas.fill(0, 0, canvas.width, 2 * canvas.height, packed)
        setting, tone = self._set(canvas.width), self.report.tone
        if not setting.face:
            ink = look.material_ink(GOLD[3]) if tone is Tone.WON else look.text
            canvas.text(0, 0, setting.lines[0][: canvas.width], ink, packed, bold=True)
            return
        top = before = 0
        letters = len(self.report.words.replace(" ", ""))
        for line in setting.lines:
            paint_word(
                canvas,
                setting.face,
                line,
                0,
                top,
                self._shade(setting, line, packed, look),
                plain=look.skin.plain,
                shift=lambda number, before=before, line=line: self._shift(  # type: ignore[misc]
                    number, before + len(line[:number].replace(" ", "")), letters, len(line), canvas.width
                ),
            )
            top += setting.face.rows + 2
            before += len(line.replace(" ", ""))

    def _shade(self, setting: Setting, line: str, ground: int, look: Look) -> Shade:
        assert self.report
        assert setting.face
        if self.report.tone is Tone.DRAWN and len(self.inks) > 1:
            half = setting.face.width(line) // 2
            left, right = self.inks[:2]
            return lambda x, y: mix(left if x < half else right, 0xFFFFFF, 0.35 - 0.09 * min(y, 4))
        colours = GOLD if self.report.tone is Tone.WON else PEWTER
        shade = down(darkened(colours if setting.face is TALL_FACE else colours[:5], look.dark))
        if self.report.tone is Tone.WON:
            return shade
        come = self.phase
        return lambda x, y: mix(ground, shade(x, y), come)

    def _shift(
        self, number: int, order: int, letters: int, length: int, width: int
    ) -> tuple[int, int] | None:
        """How far a letter is from its place: letters of a win drop one after another, the halves of a draw slide
        together."""
        assert self.report
        if self.phase >= 1:
            return (0, 0)
        if self.report.tone is Tone.DRAWN:
            away = round((1 - smooth(self.phase)) * width / 2)
            return (-away, 0) if number < length / 2 else (away, 0)
        if self.report.tone is Tone.WON:
            fallen = part(self.phase, 0.2 + 0.6 * order / max(1, letters), 0.2)
            return (0, dropped(fallen)) if fallen else None
        return (0, 0)


class EndStory(Widget):
    """How the match ended, and what is told of it."""

    DEFAULT_CSS = "EndStory { width: 1fr; height: 1fr; }"

    report: reactive[Report | None] = reactive(None)
    headed: reactive[bool] = reactive(False)
    """Whether the words of the end stand before the sentence, as nobody writes them in big letters."""

    inks: tuple[int, ...] = ()
    """The colours of the seats' pieces."""

    def render(self) -> Content:
        """The sentence, then labels and what stands under them, group by group, as much as there is room for."""
        if not self.report:
            return Content("")
        width, height = self.content_size
        for blank, paired in ((True, False), (False, False), (False, True)):
            lines = self._lines(width, blank, paired)
            if len(lines) <= height:
                break
        return Content("\n").join(lines[:height])

    def _lines(self, width: int, blank: bool, paired: bool) -> list[Content]:
        assert self.report
        style = "bold $text-accent" if self.report.tone is Tone.WON else "bold"
        head = f"{self.report.words.upper()}  " if self.headed else ""
        found = [*Content.assemble((head, style), (self.report.how, style)).wrap(width)]
        group = None
        room = max(
            [LABEL if width >= NARROW else NARROW_LABEL, *(len(line.label) + 1 for line in self.report.lines)]
        )
        if room > width // 2:
            room = NARROW_LABEL
        for line in self.report.lines:
            if blank and line.group != group:
                found.append(Content(""))
            group = line.group
            said = self._said(line.parts)
            beside = Content.assemble("    ", (f"{line.label} ", "$text-muted"), said)
            if paired and found and found[-1].cell_length + beside.cell_length <= width:
                found[-1] += beside
                continue
            if not line.label and not line.parts:
                continue
            wrapped = said.wrap(max(8, width - room))
            for number, row in enumerate(wrapped):
                label = (line.label if not number else "")[: room - 1].ljust(room)
                found.append(Content.assemble((label, "$text-muted"), row))
        return found

    def _said(self, parts: Iterable[Part]) -> Content:
        return Content.assemble(*((text, self._style(style)) for text, style in parts))

    def _style(self, style: str) -> str:
        if style.startswith("seat"):
            seat = int(style.removeprefix("seat"))
            return f"#{self.inks[seat]:06x}" if seat < len(self.inks) else ""
        return STYLES.get(style, "")


class EndActions(Widget, can_focus=True):
    """What can be done after a match, the default on a band. Its keys are its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("p,alt+p", "screen.end('further')", "On from here", show=False, id="end.further"),
        Binding("t,alt+t", "screen.end('watch')", "Watch", show=False, id="end.watch"),
        Binding("s,alt+s", "screen.end('share')", "Share", show=False, id="end.share"),
    ]

    DEFAULT_CSS = "EndActions { width: 1fr; height: auto; }"

    actions: reactive[tuple[Action, ...]] = reactive((), layout=True)
    deaf: reactive[bool] = reactive(False)
    """Whether keys do nothing yet."""

    inline: reactive[bool] = reactive(False, layout=True)
    """Whether the actions stand side by side in one row."""

    spread: reactive[bool] = reactive(False, layout=True)
    """Whether there is an empty row between two of them."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for all, or for each."""
        del container, viewport, width
        count = len(self.actions)
        return 1 if self.inline else 2 * count - 1 if self.spread else count

    def render(self) -> Content:
        """The actions."""
        width = self.content_size.width
        if self.inline:
            return Content("").join(text for text, _ in self._row(width))
        gap = "\n\n" if self.spread else "\n"
        return Content(gap).join(self._entry(action, width) for action in self.actions)

    def _entry(self, action: Action, width: int) -> Content:
        key = f" {action.key:<{KEY if width >= NARROW - 8 else SLIM_KEY}}"
        names = (action.label, action.short, action.word)
        label = next((name for name in names if cell_len(key) + cell_len(name) < width), action.word)
        if action is self.actions[0]:
            text = key + label
            return self._band(text + " " * max(0, width - cell_len(text)))
        return Content.assemble((key, "bold $text-accent"), label)

    def _row(self, width: int) -> list[tuple[Content, Action]]:
        """As many actions side by side as there is room for, the first ones."""
        found: list[tuple[Content, Action]] = []
        for action in self.actions:
            if found:
                text = Content.assemble("  ", (action.key, "bold $text-accent"), f" {action.short}")
            else:
                text = self._band(f" {action.key} {action.short} ")
            width -= text.cell_length
            if width < 0:
                break
            found.append((text, action))
        return found

    def _band(self, text: str) -> Content:
        if self.app.no_color:
            return Content.styled(text, "reverse bold")
        return Content.styled(
            text, f"bold $foreground on {HALF}" if self.deaf else "bold $background on $accent"
        )

    def on_click(self, event: Click) -> None:
        """The action that was clicked."""
        spot = event.get_content_offset(self)
        if not spot:
            return
        if self.inline:
            right = 0
            for text, action in self._row(self.content_size.width):
                right += text.cell_length
                if spot.x < right:
                    self._run(action)
                    return
            return
        row, between = divmod(spot.y, 2 if self.spread else 1)
        if not between and row < len(self.actions):
            self._run(self.actions[row])

    def _run(self, action: Action) -> None:
        self.call_later(self.screen.run_action, f"screen.end('{action.action}')")


class EndPanel(Container):
    """The end of a match in the room of seats, status and record."""

    DEFAULT_CSS = """
    EndPanel { width: 1fr; height: 1fr; background: $surface; layout: vertical; }
    EndPanel #told { width: 1fr; height: 1fr; layout: vertical; }
    EndPanel EndSign { margin: 0 0 1 0; }
    EndPanel.across #told { layout: horizontal; }
    EndPanel.across EndSign { margin: 0 4 0 0; }
    EndPanel.columns { layout: horizontal; padding: 1 2 0 2; }
    EndPanel.columns EndActions { width: 38; margin: 0 0 0 4; }
    """

    app: Arcade

    def __init__(self, report: Report, inks: tuple[int, ...], side: bool, drawn: bool) -> None:
        """`inks` are the colours of the seats' pieces; `side` says that it stands beside the board, not below;
        `drawn` that the board writes the big letters itself."""
        super().__init__()
        self._report, self._inks, self._side, self._drawn = report, inks, side, drawn

    def compose(self) -> ComposeResult:
        """Sign, story, actions."""
        sign, story, actions = EndSign(), EndStory(), EndActions()
        sign.inks = story.inks = self._inks
        sign.report = story.report = self._report
        actions.actions = self._report.actions
        with Container(id="told"):
            yield sign
            yield story
        yield actions

    def tell(self, report: Report) -> None:
        """Another report on the same match."""
        self._report = report
        for story in self.query(EndStory):
            story.report = report
        self.fit()

    def show(self, phase: float, deaf: bool) -> None:
        """A moment of the show."""
        waits = self._report.tone is Tone.WON and phase < TELLS_AT
        for sign in self.query(EndSign):
            sign.phase = phase
        for story in self.query(EndStory):
            story.visible = not waits
        for actions in self.query(EndActions):
            actions.visible, actions.deaf = not waits, deaf

    def on_resize(self) -> None:
        """There is more or less room."""
        self.fit()

    def fit(self) -> None:
        """Decide what stands where in the room there is."""
        if not self.query(EndSign):
            return  # not there yet
        width, height = self.size
        sign, story, actions = self.query_one(EndSign), self.query_one(EndStory), self.query_one(EndActions)
        columns = not self._side and height >= COLUMNED
        self.set_class(not self._side, "across")
        self.set_class(columns, "columns")
        actions.inline = not self._side and not columns
        actions.actions = self._report.actions[:2] if self._side and height < ROOMY else self._report.actions
        actions.spread = height >= (SPREAD if self._side else 2 * len(actions.actions))
        if self._side:
            sign.most = 0 if height < ROOMY else min(9, height - 13)
        else:
            sign.most = 0 if self._drawn else height - 2 if columns else 3 if height > 3 else 0
            sign.widest = max(20, width * 2 // 5 if not columns else (width - 46) // 2)
        sign.display = sign.most > 0
        story.headed = not sign.display and not self._drawn
