"""What is said at a table, and who watches."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget

from marbles_tui.core.text import sanitize_line

NAME = 16
"""The most columns of a name."""

LONGEST = 200
"""The most characters of a line."""


class Talk(Widget):
    """Who watches, and the last lines that were said, as many as there is room for."""

    DEFAULT_CSS = """
    Talk { height: auto; width: 1fr; display: none; }
    """

    watching: reactive[tuple[str, ...]] = reactive((), layout=True)
    """The names of those who watch."""

    lines: reactive[tuple[tuple[str, str], ...]] = reactive((), layout=True)
    """Who has said what, oldest first."""

    invitation: reactive[str] = reactive("", layout=True)
    """What stands there while nobody has said anything."""

    most: reactive[int] = reactive(6, layout=True)
    """The most lines that it takes."""

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it has to say, up to `most`."""
        return len(self._written(width, self.most)) if width else 0

    def render(self) -> Content:
        """The lines."""
        return Content("\n").join(self._written(*self.content_size))

    def _written(self, width: int, height: int) -> list[Content]:
        head: list[Content] = []
        if self.watching:
            watch = "Watching: " + ", ".join(sanitize_line(name, NAME) for name in self.watching)
            head = [Content.styled(sanitize_line(watch, max(4, width)), "$text-muted")]
        body = [line for said in self.lines[-height:] for line in self._line(said, width)] if width else []
        if not body and self.invitation:
            body = Content.styled(self.invitation, "$text-muted").wrap(width)
        room = max(0, height - len(head))
        return [*head, *body[len(body) - min(room, len(body)) :]]

    @staticmethod
    def _line(said: tuple[str, str], width: int) -> list[Content]:
        name, text = sanitize_line(said[0], NAME), sanitize_line(said[1], LONGEST)
        line = Content.assemble((name, "bold"), "  ", text)
        wrapped = line.wrap(width) if cell_len(line.plain) > width else [line]
        return list(wrapped)
