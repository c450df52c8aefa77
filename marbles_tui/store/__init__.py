"""What is kept between one start and the next: settings and matches."""

from marbles_tui.store.files import save_copy
from marbles_tui.store.matches import MatchStore
from marbles_tui.store.paths import config_folder, data_folder
from marbles_tui.store.rows import Saved
from marbles_tui.store.settings import Problem, Settings, load, save, settings_file
from marbles_tui.store.thread import Saver, StoreThread

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
