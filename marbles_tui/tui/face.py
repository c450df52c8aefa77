"""What an arcade may do to the machine that it runs on, by whom it is shown to: one object that every screen asks."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal, Protocol

from marbles_tui.core.tuples import NamedTuple
from marbles_tui.store.files import boards_folder
from marbles_tui.store.settings import FILE, settings_file

BOARDS: Final = "boards"
"""The folder of the boards of a guest's own, in the guest's folder."""


Place = Literal["terminal", "house", "page"]
"""The user is at their own terminal, a guest of a house, or at a web page."""


class PickedFile(NamedTuple):
    """A file that somebody has chosen."""

    name: str
    text: str


class Exchange(Protocol):
    """How a browser's files come and go: they are handed over, and no path is ever named."""

    def offer(self, name: str, text: str) -> None:
        """Hand over a text as a file of that name."""

    async def pick(self) -> PickedFile | None:
        """The file that is chosen; None if none is. Raises ValueError with the reason for one that cannot be read."""


class Face(NamedTuple):
    """What is allowed at a screen: everything, where the user sits at this machine."""

    files: bool = True
    """Whether files may be named, to be read or written: imports, exports, board files, pictures of the screen."""

    process: bool = True
    """Whether the process is this arcade's alone: its signals, its rest in a shell, its search for garbage."""

    lively: bool = True
    """Whether anything moves that nobody asked for: the board in the menu, shows, a cursor that blinks."""

    touch: bool = False
    """Whether fingers play here, which have no keys."""

    folder: Path | None = None
    """The folder in which settings and boards are kept; None for the usual places."""

    exchange: Exchange | None = None
    """How files come and go in a browser, which names none; None where there is no such way."""

    kept: str = ""
    """Where settings are kept, in words; "" where the file is named."""

    @property
    def transfers(self) -> bool:
        """Whether texts may come from files and go to files, by their names or handed over."""
        return self.files or self.exchange is not None

    @property
    def place(self) -> Place:
        """Where the arcade is, which tells what is said of it."""
        return "terminal" if self.files else "page" if self.exchange else "house"

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
    return Face(files=False, process=False, lively=False, folder=folder, kept="your account")


def page(folder: Path, exchange: Exchange, touch: bool = False) -> Face:
    """Somebody whose browser runs the arcade and keeps its folder, which is never named to them."""
    return Face(
        files=False, process=False, touch=touch, folder=folder, exchange=exchange, kept="this browser"
    )
