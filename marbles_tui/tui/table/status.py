"""What just happened, and what may be done now."""

from __future__ import annotations

from textual.content import Content
from textual.geometry import Size
from textual.reactive import reactive
from textual.widget import Widget


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
        """Something happened."""
        self._latest = said or self._latest
        self._make_room()

    def watch_prompt(self, prompt: str) -> None:
        """Something else may be done."""
        self._latest = prompt or self._latest
        self._make_room()

    def watch_hiding(self) -> None:
        """There is more or less to say."""
        self._make_room()

    def watch_warning(self) -> None:
        """A warning is said whole."""
        self._make_room()

    def _make_room(self) -> None:
        """Take more lines or fewer where the panel's height is left to its words."""
        width = self.content_size.width
        if width and self.styles.is_auto_height and self._lines(width) != self.content_size.height:
            self.refresh(layout=True)

    def _lines(self, width: int) -> int:
        return max(1, _rows(self._told(width), width))

    def _told(self, width: int) -> tuple[str, ...]:
        """What is said of both sentences: where there is little room, a warning or else what fits."""
        both = self.said, self._asked(width)
        if not self.most:
            return both
        if self.warning and self.said:
            return (self.said,)
        for told in (both, both[:1], both[1:]):
            if any(told) and _rows(shown := tuple(filter(None, told)), width) <= self.most:
                return shown
        return ()

    def _asked(self, width: int) -> str:
        """What may be done, and which key hides that."""
        whole = f"{self.prompt} {self.hiding}".rstrip()
        room = self.most or (
            _rows((self.said, whole), width) if self.styles.is_auto_height else self.content_size.height
        )
        fits = _rows(tuple(filter(None, (self.said, whole))), width) <= room
        return whole if fits else self.prompt

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as both sentences take."""
        return self._lines(max(1, width))

    def render(self) -> Content:
        """Both, what happened cut short if need be, though not a warning; on a single line both if they fit,
        else the newer."""
        said = Content.styled(self.said, "bold $warning" if self.warning else "bold")
        asked = self._asked(max(1, self.content_size.width))
        prompt = Content.styled(asked, "$text-accent" if self.guiding else "$text-muted")
        if self.most:
            told = self._told(max(1, self.content_size.width))
            return Content("\n").join(part for part in (said, prompt) if part.plain in told)
        if self.content_size.height < 2:
            both = Content("  ").join(part for part in (said, prompt) if part.plain)
            width = self.content_size.width
            newer = said if self._latest == self.said else prompt
            return both if both.cell_length <= width else newer.truncate(width, ellipsis=True)
        width = self.content_size.width
        lines, room = said.wrap(width), self.content_size.height - len(prompt.wrap(width))
        if 0 < room < len(lines) and not self.warning:  # what may be done is always said
            lines[room - 1] = lines[room - 1].truncate(width - 3).rstrip() + "..."
            said = Content("\n").join(lines[:room])
        return Content("\n").join((said, prompt))


def _rows(sentences: tuple[str, ...], width: int) -> int:
    """The rows that some sentences take."""
    return sum(len(Content(words).wrap(width)) for words in sentences)
