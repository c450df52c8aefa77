"""The panel at the end of a match, in place of seats and record: big letters, a report, and what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain, repeat
from time import monotonic
from typing import ClassVar, Final

from rich.cells import cell_len, set_cell_size
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content
from textual.events import Click
from textual.geometry import Size
from textual.reactive import reactive
from textual.style import Style
from textual.timer import Timer
from textual.widget import Widget

from marbles_tui.core.palette import mix
from marbles_tui.core.scene import Tone, part, smooth
from marbles_tui.table.ending import EndAction, Report
from marbles_tui.tui.kit.big_letters import (
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
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look, packed

LABEL: Final = 9
NARROW_LABEL: Final = 8
"""Columns of labels, and in panels narrower than NARROW."""

NARROW: Final = 30
SLIM: Final = 20
"""Columns below which what is said follows its label in the same line."""

KEY: Final = 7
SLIM_KEY: Final = 6
"""Columns of keys in a list of actions, and in a very narrow one."""

COLUMNED: Final = 6
"""Rows from which on sign, story and actions stand side by side below a board."""

ROOMY: Final = 18
"""Rows from which on a panel beside a board has big letters and all actions."""

LEAST: Final = 3
"""How many actions a lower one has: to play again, to go on, to review."""

VAST: Final = 40
"""Rows of a panel beside the board from which on its letters are twice as high."""

SPREAD: Final = 30
"""Rows from which on its actions have room between them."""

TOUCHED: Final = 4
"""Rows of an action where fingers choose, and one less where what is told would have too little room."""

TOLD: Final = 4
"""Rows of what is told, at the least, where fingers choose."""

HALF: Final = "$primary 50%"
"""The band while keys do nothing yet."""

TELLS_AT: Final = 0.8
"""The phase at which the words of a win are all there."""

ROLL: Final = 4
"""Columns that a marble rolls through on its way into its brackets."""

STYLES: Final = {"strong": "bold", "best": "bold $text-accent", "up": "$text-success", "quiet": "$text-muted"}


class EndSign(CanvasWidget):
    """What the end is, in big letters."""

    DEFAULT_CSS = "EndSign { width: auto; height: auto; }"

    phase: reactive[float] = reactive(1.0, init=False, repaint=False)
    """How far the show has come, 0 to 1."""

    most: reactive[int] = reactive(9, layout=True)
    """The most rows it may take."""

    stretch: reactive[int] = reactive(1, layout=True)
    """How many times as high as wide the dots of tall letters may be."""

    widest: reactive[int] = reactive(0, layout=True)
    """The most columns it may take beside the words; 0 where it stands above them."""

    watch_phase = CanvasWidget.show_anew

    def __init__(self, report: Report, inks: tuple[int, ...]) -> None:
        """`inks` are the colours of both sides, for a draw."""
        super().__init__()
        self.report, self.inks = report, inks

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the words take in so many columns."""
        return self._set(width).rows(self.look.skin.plain)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """The columns that the words take, or all there are."""
        if not self.widest:
            return container.width
        face, lines, _ = self._set(self.widest)
        return max(face.width(line) if face else len(line) for line in lines)

    def _set(self, width: int) -> Setting:
        tall = self.report.tone is Tone.WON
        return set_words(self.report.words, width, self.most, tall, self.look.skin.plain, self.stretch)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The words on the panel's ground."""
        surface = packed(self.app.theme_variables["surface"])
        ground = look.ground if surface is None else surface  # a theme may leave it to the terminal
        canvas.fill(0, 0, canvas.width, 2 * canvas.height, ground)
        setting, tone = self._set(canvas.width), self.report.tone
        if not setting.face:
            ink = look.material_ink(GOLD[3]) if tone is Tone.WON else look.text
            canvas.text(0, 0, setting.lines[0][: canvas.width], ink, ground, bold=True)
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
                self._shade(setting, line, ground, look),
                plain=look.skin.plain,
                stretch=setting.stretch,
                shift=lambda number, before=before, line=line: self._shift(  # type: ignore[misc]
                    number, before + len(line[:number].replace(" ", "")), letters, len(line), canvas.width
                ),
            )
            top += setting.stretch * setting.face.rows + 2
            before += len(line.replace(" ", ""))

    def _shade(self, setting: Setting, line: str, ground: int, look: Look) -> Shade:
        assert setting.face
        if self.report.tone is Tone.DRAWN:
            half = setting.face.width(line) // 2
            left, right = self.inks[:2] if len(self.inks) > 1 else (look.primary, look.secondary)
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
        if self.phase >= 1:
            return (0, 0)
        if self.report.tone is Tone.DRAWN:
            away = round((1 - smooth(self.phase)) * width / 2)
            return (-away, 0) if number < length / 2 else (away, 0)
        if self.report.tone is Tone.WON:
            fallen = part(self.phase, 0.2 + 0.6 * order / max(1, letters), 0.2)
            return (0, dropped(fallen)) if fallen else None
        return (0, 0)


NO_REPORT: Final = Report(Tone.NEUTRAL, "", "", (), ())


class EndStory(Widget):
    """How the match ended, and what is told of it."""

    DEFAULT_CSS = "EndStory { width: 1fr; height: 1fr; }"

    report: reactive[Report] = reactive(NO_REPORT)
    headed: reactive[bool] = reactive(False)
    """Whether the words of the end stand before the sentence, as nobody writes them in big letters."""

    rolled: reactive[float] = reactive(1.0)
    """How far what was caught in brackets has rolled into them, 0 to 1."""

    inks: tuple[int, ...] = ()
    """The colours of the seats' pieces."""

    def render(self) -> Content:
        """The sentence, then labels and their lines, as many groups as there is room for whole."""
        width, height = self.content_size
        for blank, paired in ((True, False), (False, False), (False, True)):
            blocks = self._blocks(width, blank, paired)
            if sum(map(len, blocks)) <= height:
                break
        shown = blocks[0][:height]
        for block in blocks[1:]:
            shown += block if len(shown) + len(block) <= height else []
        return Content("\n").join(shown)

    def _blocks(self, width: int, blank: bool, paired: bool) -> list[list[Content]]:
        """The rows of the sentence, and of each line with those that go on with it."""
        style = "bold $text-accent" if self.report.tone is Tone.WON else "bold"
        head = f"{self.report.words.upper()}  " if self.headed else ""
        found: list[list[Content]] = [
            [*Content.assemble((head, style), (self.report.how, style)).wrap(width)]
        ]
        group = None
        for line in self.report.lines:
            first = [Content("")] if blank and line.group != group else []
            group = line.group
            room = self._room(group, width)
            beside = max(8, width - room)
            tight = cell_len(line.text) > beside and all(style.startswith("seat") for _, style in line.parts)
            spare = beside - cell_len(line.text)
            parts = [
                Content.assemble(
                    (
                        text.replace(" ", "") if tight else rolling(text, self.rolled, spare),
                        self._style(style),
                    )
                )
                for text, style in line.parts
            ]
            said = Content("").join(parts)
            follows = Content.assemble("    ", (f"{line.label} ", "$text-muted"), said)
            if paired and found[-1][-1].cell_length + follows.cell_length <= width:
                found[-1][-1] += follows
                continue
            if not line.label and not line.parts:
                continue
            if width < SLIM:
                label = Content.styled(f"{line.label} ".lstrip(), "$text-muted")
                rows = fold((label, *parts), width, line.unbroken)
            else:
                labels = chain([fitted(line.label, room - 1)], repeat(""))
                rows = [
                    Content.assemble((set_cell_size(label, room), "$text-muted"), row)
                    for label, row in zip(labels, fold(parts, beside, line.unbroken), strict=False)
                ]
            if line.label:
                found.append([])
            found[-1] += first + rows
        return found

    def _room(self, group: str, width: int) -> int:
        """The columns of the labels of a group: as usual, or all they need where enough is left, or half."""
        lines = [line for line in self.report.lines if line.group == group]
        needed = max(cell_len(line.label) + 1 for line in lines)
        usual = LABEL if width >= NARROW else NARROW_LABEL
        free = width - max(cell_len(line.text) for line in lines)
        return max(usual, needed) if needed <= max(free, width // 2) else usual

    def _style(self, style: str) -> str:
        if style.startswith("seat"):
            seat = int(style.removeprefix("seat"))
            return f"#{self.inks[seat]:06x}" if seat < len(self.inks) else ""
        return STYLES.get(style, "")


def rolling(text: str, rolled: float, spare: int) -> str:
    """A text whose last sign stands in brackets, while that sign comes from the right through `spare` columns."""
    far = round(min(spare, ROLL) * (1 - rolled))
    if far <= 0 or not text.endswith("]") or text[-3:-2] != "[":
        return text
    return f"{text[:-2]} ]{' ' * (far - 1)}{text[-2]}"


def fitted(label: str, width: int) -> str:
    """A label cut to so many columns, between words if it can be."""
    if cell_len(label) <= width:
        return label
    first = label.split()[0]
    return first if 2 < cell_len(first) <= width else set_cell_size(label, width)


class EndActions(Widget):
    """What can be done after a match, the default on a band."""

    DEFAULT_CSS = "EndActions { width: 1fr; height: auto; }"

    actions: reactive[tuple[EndAction, ...]] = reactive((), layout=True)
    deaf: reactive[bool] = reactive(False)
    """Whether keys do nothing yet."""

    inline: reactive[bool] = reactive(False, layout=True)
    """Whether the actions stand side by side in one row."""

    spread: reactive[int] = reactive(1, layout=True)
    """Rows from one to the next."""

    high: reactive[int] = reactive(1, layout=True)
    """Rows of each of them."""

    across: reactive[int] = reactive(1, layout=True)
    """How many stand side by side in a list of them."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """A row for all, or those of each."""
        return 1 if self.inline else self.spread * ((len(self.actions) - 1) // self.across) + self.high

    def render(self) -> Content:
        """The actions."""
        width = self.content_size.width
        if self.inline:
            return self._row(width)
        rows: list[Content] = []
        for at in range(0, len(self.actions), self.across):
            beside = self.actions[at : at + self.across]
            for row in range(self.spread):
                told = row == (self.high - 1) // 2
                each = (self._entry(one, width // self.across, told) for one in beside if row < self.high)
                rows.append(Content("").join(each))
        return Content("\n").join(rows)

    def _entry(self, action: EndAction, width: int, told: bool) -> Content:
        if not told:
            return self._band(" " * width) if action is self.actions[0] else Content(" " * width)
        key = f" {action.key:<{KEY if width >= NARROW - 7 else SLIM_KEY}}"
        key = " " if self.app.has_class("-touch") else key
        names = (action.label, action.short, action.word)
        label = next((name for name in names if cell_len(key) + cell_len(name) < width), action.word)
        if cell_len(key) + cell_len(label) > width:
            key = f" {action.key} "
        if cell_len(key) + cell_len(label) > width:
            label = fitted(label, width - cell_len(key))
        if action is self.actions[0]:
            text = key + label
            return self._band(text + " " * max(0, width - cell_len(text)))
        if self.across > 1:
            label = set_cell_size(label, width - cell_len(key))
        return Content.assemble((key, "bold $text-accent"), label)

    def _row(self, width: int) -> Content:
        """As many actions side by side as there is room for, the first ones."""
        found: list[Content] = []
        for at, action in enumerate(self.actions):
            key = "" if self.app.has_class("-touch") else action.key
            if found:
                text = Content.assemble("  ", (key, "bold $text-accent"), f" {action.short}")
            else:
                text = self._band(f" {key} {action.short} " if key else f" {action.short} ")
            width -= text.cell_length
            if width < 0:
                break
            found.append(text.stylize(Style.from_meta({"offer": at})))
        return Content("").join(found)

    def _band(self, text: str) -> Content:
        if self.app.no_color:
            return Content.styled(text, "reverse bold")
        return Content.styled(
            text, f"bold $foreground on {HALF}" if self.deaf else "bold $background on $accent"
        )

    def on_click(self, event: Click) -> None:
        """The action that was clicked."""
        spot = event.get_content_offset(self)
        at = event.style.meta.get("offer") if self.inline else None
        if spot is not None and not self.inline:
            column = spot.x * self.across // self.content_size.width
            at = spot.y // self.spread * self.across + column
        if at is not None and at < len(self.actions):
            self.call_later(self.screen.run_action, f"screen.do('after', '{self.actions[at].action}')")


class EndPanel(Container):
    """The end of a match in the room of seats, status and record."""

    DEFAULT_CSS = """
    EndPanel { width: 1fr; height: 1fr; background: $surface; layout: vertical; }
    EndPanel #told { width: 1fr; height: 1fr; layout: vertical; }
    EndPanel EndSign { margin: 0 0 1 0; }
    EndPanel.across #told { layout: horizontal; }
    EndPanel.across EndSign { margin: 0 4 0 0; }
    EndPanel.roomy { padding: 0 0 2 0; }
    EndPanel.columns { layout: horizontal; padding: 1 2 0 2; }
    EndPanel.columns EndActions { width: 38; margin: 0 0 0 4; }
    """

    quiet: ClassVar[float] = 0.4
    """Seconds without a key, the last of the match among them, after which the keys of the end are heard."""

    def __init__(
        self, report: Report, inks: tuple[int, ...], side: bool, drawn: bool, moved: Callable[[], None]
    ) -> None:
        """`inks` are the colours of the seats' pieces; `side` says that it stands beside the board, not below;
        `drawn` that the board writes the big letters itself; `moved` hears of every moment of the show."""
        super().__init__()
        self._report, self._side, self._drawn, self._moved = report, side, drawn, moved
        self.sign, self.story, self.actions = EndSign(report, inks), EndStory(), EndActions()
        self.story.inks, self.story.report = inks, report
        self._timer: Timer | None = None
        self._wait: Timer | None = None
        self.phase = 1.0
        """How far the show has come, 0 to 1."""

        self.deaf = False
        """Whether keys do nothing yet: they were meant for the match."""

    # The show

    def begin(self, span: float, frames: float) -> None:
        """Show it for so many seconds, in so many frames a second."""
        self._began = self._pressed = monotonic()
        if span:
            self.deaf, self.phase, self._span = True, 0.0, span
            self._timer = self.set_interval(1 / frames, self._tick)
            self._show()
        else:
            self.finish()

    def _tick(self) -> None:
        self.phase = min(1.0, (monotonic() - self._began) / self._span)
        if self.phase >= 1:
            self.finish()
        else:
            self._show()

    def finish(self) -> bool:
        """Show the last frame now; whether the end was still being shown."""
        running = self.phase < 1
        self.phase, self.deaf = 1.0, True
        if self._timer:
            self._timer.stop()
        self._wait_for_quiet()
        return running

    def pressed(self) -> None:
        """A key was pressed that was meant for the match: keys are deaf until none has been for a moment."""
        self._pressed = monotonic()
        if self.phase == 1:
            self._wait_for_quiet()

    def _wait_for_quiet(self) -> None:
        if self._wait:
            self._wait.stop()
        left = self._pressed + self.quiet - monotonic()
        if left > 0:
            self._wait = self.set_timer(left, self._listen)
            self._show()
        else:
            self._listen()

    def _listen(self) -> None:
        self.deaf = False
        self._show()

    def _show(self) -> None:
        won, phase = self._report.tone is Tone.WON, self.phase
        waits = won and phase < TELLS_AT
        begun = TELLS_AT if won else 0.0
        self.sign.phase = phase
        self.story.rolled = min(1.0, max(0.0, (phase - begun) / (1 - begun)))
        self.story.visible = self.actions.visible = not waits
        self.actions.deaf = self.deaf
        self._moved()

    # What it is made of

    def compose(self) -> ComposeResult:
        """Sign, story, actions."""
        yield Container(self.sign, self.story, id="told")
        yield self.actions

    def tell(self, report: Report, side: bool) -> None:
        """Another report on the same match, or another place for it."""
        self._report, self._side = report, side
        self.story.report = report
        self.fit()
        self.call_after_refresh(self.fit)  # it may have had no room yet, or be given another one for this

    def on_mount(self) -> None:
        """The size may have come before the parts were there."""
        self.call_after_refresh(self.fit)
        self.call_after_refresh(self._show)

    def on_resize(self) -> None:
        """There is more or less room."""
        self.fit()

    def fit(self) -> None:
        """Lay out sign, story and actions in the room there is."""
        if not self.outer_size:
            return  # else it is laid out as for no room, and seen so for a moment
        (width, height), sign, actions = self.outer_size, self.sign, self.actions  # with what air it has
        columns = not self._side and height >= COLUMNED
        self.set_class(not self._side, "across")
        self.set_class(columns, "columns")
        self.set_class(self._side and height >= SPREAD, "roomy")
        actions.inline = not self._side and not columns
        touch = self.app.has_class("-touch")
        actions.across = 2 if touch and width >= 2 * SLIM else 1
        few = self._side and height < ROOMY and actions.across == 1
        actions.actions = self._report.actions[:LEAST] if few else self._report.actions
        roomy = height >= (SPREAD if self._side else 2 * len(actions.actions))
        actions.spread, actions.high = 1 + roomy, 1
        if self._side:
            sign.most = 0 if height < ROOMY or self._drawn else min(18 if height >= VAST else 9, height - 13)
            sign.stretch = 2 if height >= VAST else 1
        else:
            sign.most = 0 if self._drawn else height - 1 if columns else 3 if height > 3 else 0
            sign.widest = max(20, width * 2 // 5 if not columns else (width - 46) // 2)
        if touch:
            rows = TOUCHED * -(-len(actions.actions) // actions.across)
            above = TOLD + (sign.most if self._side else 0)
            actions.spread = actions.high = TOUCHED - (rows + above > height)
        sign.display = sign.most > 0
        self.story.headed = not sign.display and not self._drawn


def fold(parts: Sequence[Content], width: int, unbroken: bool) -> list[Content]:
    """What is said in rows so wide; of what is unbroken, each part that has room in a row stays in one."""
    flows = [Content("")]
    for each in parts:
        free = width - flows[-1].wrap(width)[-1].cell_length
        if unbroken and free < each.cell_length <= width:
            flows.append(each)
        else:
            flows[-1] += each
    return [row for flow in flows for row in flow.wrap(width)]
