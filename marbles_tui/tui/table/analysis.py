"""The computer's view of a position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from textual.content import Content
from textual.reactive import reactive
from textual.style import Style
from textual.widget import Widget

from marbles_tui.core.text import capitalized, plural
from marbles_tui.table.assessment import assess, bar_share, lead, short
from marbles_tui.tui.kit.skins import BLOCKS, Skin

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis

LOOKING: Final = "Looking..."

LEAST_BAR: Final = 8
"""Columns below which a bar tells nothing."""


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """What the computer sees in the position on the table, and what is needed to say it."""

    thought: Analysis
    mover: int
    names: tuple[str, ...]
    clear: float
    """What a clear advantage is worth in the game's unit."""

    unit: str
    """What is counted to the end of a game."""

    worth: str = ""
    """What the value is counted in."""

    chosen: int = 0
    """Which of the best moves' lines is shown, from 0."""

    at: int = 0
    """How many moves of it are on the board."""

    @property
    def best(self) -> tuple[Analysis, ...]:
        """The best moves."""
        return self.thought.pvs or ((self.thought,) if self.thought.move else ())

    @property
    def line(self) -> tuple[str, ...]:
        """The line that is shown."""
        return self.best[self.chosen].pv if self.chosen < len(self.best) else ()


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
        free = height - _rows((stands, *choices), width) - kept
        more = []
        for words in (
            self._bar(view, width),
            Content.styled(self._lead(view), "$text-muted"),
            *((Content.styled(_looked(view.thought), "$text-muted"),) if height >= ROOMY else ()),
        ):
            needed = _rows((words,), width) if len(words) else 0
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
        return capitalized(assess(view.thought, view.mover, view.names, view.clear, view.unit))

    def _lead(self, view: AnalysisView) -> str:
        return lead(view.thought, view.mover, view.names, view.clear, view.worth)

    def _bar(self, view: AnalysisView, width: int) -> Content:
        """How it stands as a bar, the first seat on the left."""
        seats = len(view.names)
        full = round(width * bar_share(view.thought, view.mover, seats, view.clear))
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
        style = "bold" if number == view.chosen else ""
        said = Content.assemble((f"{number + 1} {move}", style), gap, (value, "$text-muted"))
        return said.stylize(_click(number, 1))

    def _line(self, view: AnalysisView, width: int, rows: int) -> Content:
        """The line, what is on the board of it standing out; as many moves of it as fit into so many rows."""
        words = []
        for number, word in enumerate(view.line, 1):
            style = "reverse" if number == view.at else "bold" if number < view.at else ""
            words.append(Content.styled(word, style).stylize(_click(view.chosen, number)))
        cut = len(words)
        while cut > 1:
            said = Content(" ").join([*words[:cut], *([Content("...")] if cut < len(words) else [])])
            if _rows((said,), width) <= rows:
                return said
            cut -= 1
        return Content(" ").join(words[:1])


def _rows(parts: Sequence[Content], width: int) -> int:
    """The rows that some lines take in so many columns."""
    return sum(len(part.wrap(max(1, width))) for part in parts)


def _click(chosen: int, at: int) -> Style:
    """Makes text lead along a line."""
    return Style.from_meta({"@click": f"screen.do('look_along', '{chosen}', '{at}')"})


def _looked(thought: Analysis) -> str:
    return f"looked {plural(thought.depth, 'move')} ahead"
