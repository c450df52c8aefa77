"""Ask for a file's path."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import Any, ClassVar

from textual import on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.suggester import Suggester
from textual.widgets import Input, Static

from marbles_tui.core.text import sanitize_line, sentence
from marbles_tui.store.files import objection
from marbles_tui.store.paths import expanded
from marbles_tui.tui.arcade_screen import leave
from marbles_tui.tui.screens.game_menu import GameMenu
from marbles_tui.tui.widgets.dialog import Dialog


class FileSuggester(Suggester):
    """Completes a path to the first file or folder that begins so."""

    def __init__(self) -> None:
        super().__init__(use_cache=False, case_sensitive=True)

    async def get_suggestion(self, value: str) -> str | None:
        """The path with its last part completed, None if nothing begins so."""
        return await asyncio.to_thread(completed, value)


def completed(path: str) -> str | None:
    """A path with its last part completed to the first file or folder by name, None if nothing begins so."""
    folder, part = os.path.split(path)
    if not part:
        return None
    try:
        with os.scandir(expanded(folder) or ".") as entries:
            found = min(
                (entry for entry in entries if entry.name.startswith(part) and entry.name.isprintable()),
                key=lambda entry: entry.name,
                default=None,
            )
        return os.path.join(folder, found.name) + (os.sep if found.is_dir() else "") if found else None
    except (OSError, ValueError):
        return None


class AskFile(Dialog[str]):
    """A line to type a path in, completed by the right key; dismissed with the path, `~` expanded, or with ""."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Back", id="file.back")]

    DEFAULT_CSS = """
    AskFile Vertical {
        width: 72; max-width: 96%; height: auto; padding: 1 2; background: $panel; border: round $primary;
    }
    .-plain AskFile Vertical { border: ascii $primary; }
    AskFile Static { color: $text-muted; height: auto; }
    """

    def __init__(self, title: str, path: str = "") -> None:
        """Under a title, with a path to begin with."""
        super().__init__()
        self._heading = title
        self._path = path

    def compose(self) -> ComposeResult:
        """Title, line, keys."""
        with Vertical():
            yield Static(self._heading, markup=False)
            yield Input(self._path, suggester=FileSuggester(), max_length=1000, compact=True, id="path")
            yield Static("enter choose   right complete   esc back", markup=False)

    @on(Input.Submitted)
    def _submitted(self, message: Input.Submitted) -> None:
        try:
            path = expanded(message.value.strip())
        except ValueError as error:
            self.notify(sanitize_line(sentence(str(error)), 200), severity="warning", markup=False)
        else:
            leave(self, path)

    def action_leave(self) -> None:
        """No file."""
        leave(self, "")


def replace_or_leave(app: App[Any], path: str, write: Callable[[str], object]) -> None:
    """Have `write` called with a path; where there is such a file, or no such folder, only after a question."""
    app.run_worker(_replace_or_leave(app, path, write), group="file")


async def _replace_or_leave(app: App[Any], path: str, write: Callable[[str], object]) -> None:
    def chosen(action: str | None) -> None:
        if action:
            write(path)

    if why := await asyncio.to_thread(objection, path):
        if why.folder:
            title, action, place = "There is no such folder", "Make it", why.folder
        else:
            title, action, place = "That file exists already", "Overwrite it", path
        app.push_screen(GameMenu([("do", action), ("", "Cancel")], title, sanitize_line(place, 200)), chosen)
    else:
        write(path)
