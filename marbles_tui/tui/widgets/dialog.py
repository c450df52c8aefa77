"""What asks above a screen."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import ModalScreen

from marbles_tui.tui.arcade_screen import ArcadeScreen

R = TypeVar("R")


class Dialog(ArcadeScreen[R], ModalScreen[R]):
    """A screen above another, which is seen dimmed all around it; as it is where a theme leaves colours to the
    terminal, which cannot be mixed."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle; background: $background 50%;
        &:ansi { background: transparent; }
    }
    """
