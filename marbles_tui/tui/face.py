"""What an arcade may do to the machine that it runs on, by whom it is shown to: one object that every screen asks."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from marbles_tui.store.boards import boards_folder
from marbles_tui.store.settings import FILE, settings_file

BOARDS: Final = "boards"
"""The folder of the boards of a guest's own, in the guest's folder."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is allowed at a screen. On the machine of whoever sits there that is everything."""

    files: bool = True
    """Whether files may be named, to be read or written: imports, exports, board files, pictures of the screen."""

    process: bool = True
    """Whether the process is this arcade's alone: its signals, its rest in a shell, its search for garbage."""

    lively: bool = True
    """Whether anything moves that nobody asked for: the board in the menu, shows, a cursor that blinks."""

    folder: Path | None = None
    """The folder in which settings and boards are kept; None for the usual places."""

    @property
    def settings_file(self) -> Path:
        """Where the settings are kept."""
        return self.folder / FILE if self.folder else settings_file()

    @property
    def boards(self) -> Path:
        """Where boards of one's own are kept."""
        return self.folder / BOARDS if self.folder else boards_folder()


DESKTOP: Final = Face()
"""Somebody at this machine."""


def guest(folder: Path) -> Face:
    """Somebody from elsewhere, who shares a process with others and has a folder that is never named to them."""
    return Face(files=False, process=False, lively=False, folder=folder)
