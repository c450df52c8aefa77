"""A match told as a story."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rich.text import Text
from textual.events import Resize
from textual.widgets import RichLog

LONGEST = 5000
"""The most lines that are kept."""


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A line of a story: its words at the left, in a `short` form where there is no room, and what at the right
    edge; a `rule` fills what is between."""

    left: Text = field(default_factory=Text)
    right: Text = field(default_factory=Text)
    rule: bool = False
    short: Text = field(default_factory=Text)

    def across(self, width: int, rule: str) -> Text:
        """The line in so many columns."""
        room = width - self.left.cell_len - self.right.cell_len
        if room < (1 if self.right else 0) and self.short:
            return StoryLine(self.short, self.right).across(width, rule)
        if self.rule:
            before = Text(f"{rule * 2} ", self.left.style)
            return before + self.left + Text(rule * max(0, room - 3), self.left.style)
        if not self.right:
            return hanging(self.left, width)
        return self.left + Text(" " * max(1, room)) + self.right


def hanging(text: Text, width: int) -> Text:
    """A text in lines of so many columns, those after the first one as far to the right as the first one begins."""
    indent = len(text.plain) - len(text.plain.lstrip())
    lines = []
    while text.cell_len > width and (cut := text.plain.rfind(" ", indent + 1, width + 1)) > 0:
        lines.append(text[:cut])
        text = Text(" " * indent) + text[cut + 1 :]
    return Text("\n").join([*lines, text])


class Story(RichLog):
    """The sentences of a match, the last one in sight; it scrolls by wheel and, with the focus, by keys."""

    DEFAULT_CSS = """
    Story {
        height: 1fr; width: 1fr; background: transparent; padding: 0;
        overflow-y: auto; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
    }
    """

    def __init__(self) -> None:
        super().__init__(wrap=True, markup=False, min_width=10, max_lines=LONGEST)
        self.can_focus = False
        self._told: list[StoryLine] = []
        self._width = 0

    def add(self, told: StoryLine) -> None:
        """Tell one more line."""
        self._told.append(told)
        rule = "-" if self.app.has_class("-plain") else "─"
        self.write(told.across(self.scrollable_content_region.width or self.size.width, rule))

    def retell(self, story: Iterable[StoryLine]) -> None:
        """Write the whole story again, after steps back or forth."""
        self.clear()
        self._told.clear()
        for told in story:
            self.add(told)

    def on_resize(self, event: Resize) -> None:
        """Written text keeps the width that it was written for."""
        super().on_resize(event)
        event.prevent_default()  # or Textual would call its own once more
        self.on_show()

    def on_hide(self) -> None:
        """What is told meanwhile has no width."""
        self._width = 0

    def on_show(self) -> None:
        """Break the lines anew where the width is another one."""
        if self.size.width != self._width:
            self._width = self.size.width
            self.retell(tuple(self._told[-LONGEST:]))
