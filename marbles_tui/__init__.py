"""A terminal arcade of marble and board games; and the games as a library, documented in docs/library.md.

Nothing is imported before it is asked for: the arcade starts from here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marbles_tui import games
    from marbles_tui.api import Match, perft, read, read_all, think

__version__ = "1.0.0"

__all__ = ["Match", "__version__", "games", "perft", "read", "read_all", "think"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "games":
        return import_module("marbles_tui.games")
    found = getattr(import_module("marbles_tui.api"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
