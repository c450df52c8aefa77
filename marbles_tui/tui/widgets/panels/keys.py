"""The last line of a screen: the keys that matter now."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget


class Key(NamedTuple):
    """A key as it is shown, what it does, and the action a click on it runs ("" = none)."""

    key: str
    does: str
    action: str = ""


class KeyLine(Widget):
    """Keys and what they do, as many as fit; the first are the weightiest."""

    DEFAULT_CSS = """
    KeyLine { height: 1; width: 1fr; padding: 0 2; background: $panel; color: $text-muted; dock: bottom;
        link-color: $text-muted; link-style: none; link-background-hover: $primary; link-color-hover: $foreground; }
    """

    keys: reactive[tuple[Key, ...]] = reactive(())
    """What to show."""

    def render(self) -> Content:
        """The line."""
        parts: list[Content] = []
        room = self.content_size.width
        for key in self.keys:
            room -= cell_len(key.key) + cell_len(key.does) + 3
            if room < -2:
                break
            click = f"[@click={key.action}]" if key.action else "[not bold]"
            parts.append(
                Content.from_markup(f"{click}[b $foreground]$key[/] $does[/]", key=key.key, does=key.does)
            )
        return Content("  ").join(parts)
