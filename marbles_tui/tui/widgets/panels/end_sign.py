"""What the end of a match is, in big letters."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import reactive

from marbles_tui.core.frame import Tone
from marbles_tui.core.motion import part, smooth
from marbles_tui.core.palette import mix
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
from marbles_tui.tui.kit.colour import packed
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.match.ending import Report


class EndSign(CanvasWidget):
    """What the end is, in big letters."""

    DEFAULT_CSS = "EndSign { width: auto; height: auto; }"

    report: reactive[Report | None] = reactive(None, layout=True)
    phase: reactive[float] = reactive(1.0, init=False, repaint=False)
    """How far the show has come, 0 to 1."""

    most: reactive[int] = reactive(9, layout=True)
    """The most rows it may take."""

    stretch: reactive[int] = reactive(1, layout=True)
    """How many times as high as wide the dots of tall letters may be."""

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
        face, lines, _ = self._set(self.widest)
        return max(face.width(line) if face else len(line) for line in lines)

    def _set(self, width: int) -> Setting:
        assert self.report
        tall = self.report.tone is Tone.WON
        return set_words(self.report.words, width, self.most, tall, self.look.skin.plain, self.stretch)

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The words on the panel's ground."""
        if not self.report:
            return
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
        assert self.report
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
