"""What just happened, and what may be done now."""

from __future__ import annotations

from textual.content import Content
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

    def render(self) -> Content:
        """Two lines; with only one, what just happened gives way."""
        said = Content.styled(self.said, "bold $warning" if self.warning else "bold")
        prompt = Content.styled(self.prompt, "$text-muted")
        if self.content_size.height < 2:
            return said if self.said and self.warning else prompt if self.prompt else said
        return Content("\n").join((said, prompt))
