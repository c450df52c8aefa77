"""What is kept between one start and the next: settings and matches."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

from marbles_tui.store.files import config_folder, data_folder, save_copy
from marbles_tui.store.settings import Problem, Settings, load, save, settings_file
from marbles_tui.store.thread import Saver, StoreThread

if TYPE_CHECKING:
    from marbles_tui.store.matches import MatchStore
    from marbles_tui.store.rows import Saved

__all__ = [
    "MatchStore",
    "Problem",
    "Saved",
    "Saver",
    "Settings",
    "StoreThread",
    "config_folder",
    "data_folder",
    "load",
    "save",
    "save_copy",
    "settings_file",
]

AT_NEED: Final = {"MatchStore": "matches", "Saved": "rows"}
"""What needs the database, which is opened after the first paint, and where it is."""


def __getattr__(name: str) -> object:
    if name in AT_NEED:
        return getattr(import_module(f"{__name__}.{AT_NEED[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
