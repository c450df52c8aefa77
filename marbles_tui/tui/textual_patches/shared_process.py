"""Several apps in one process.

Textual 8.2.8, app.py:

- `_process_messages` redirects `sys.stdout` and `sys.stderr` for as long as an app runs: what anything in the process
  prints would go to the app that was started last, and the streams of an app that has ended may come back.
- `_fatal_error` prints a traceback, with the values of all variables, on the process's terminal.
- `StylesCache.get_inner_outer` (_styles_cache.py) keeps the caches of the last 1,024 widgets, with
  all the lines in them, long after their apps have ended: a megabyte of every guest.
- `XTermParser._parse_extended_key` (_xterm_parser.py) keeps the parsers of the last 1,024 keys, each with its last
  key, which holds the app that it was for: whole apps of guests who are gone.
- The colours of the terminal, and whether there are any, are read from the environment of the process.
- `Strip.render_style` (strip.py) keeps the codes of a colour in the style, which all apps share: those for the first
  terminal that has shown it. `Strip.render` keeps them in the line, and empty lines are shared, too.
- `Stylesheet.read` (css/stylesheet.py) reads the file for each app anew: after an update of the program those are
  styles of another version than the one that runs.
- `run_async` has every task of its loop begin where it is made, from Python 3.12 on (issue 6271). asyncssh does not
  stand that: a house let one guest in and no other. And `push_screen` composes a screen before its styles are read.
  `StyledApp` has them begin in their turn.

To be filed: docs/upstream/shared-process.md.
"""

from __future__ import annotations

import logging
import os
import sys
from functools import cache
from pathlib import Path, PurePath
from typing import Any, Literal

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.css.stylesheet import Stylesheet
from textual.filter import Monochrome
from textual.strip import Strip

from marbles_tui.tui.textual_patches.screens import AppBase

ColourSystem = Literal["standard", "256", "truecolor"]

log = logging.getLogger(__name__)


def forget_lines() -> None:
    """Let go of the lines and the keys of apps that have ended."""
    getattr(StylesCache.get_inner_outer, "cache_clear")()  # noqa: B009  (not in the types)
    XTermParser._parse_extended_key.cache_clear()


def _render_style(cls: type[Strip], style: Style, text: str, color_system: ColorSystem) -> str:
    style._ansi = cls.render_ansi(style, color_system)
    return _render(style, text, color_system)


def _render_strip(self: Strip, console: Console) -> str:
    system = console._color_system or ColorSystem.TRUECOLOR
    styled = self.render_style
    return "".join(
        [text if style is None else styled(style, text, system) for text, style, _ in self._segments]
    )


_render = Strip.render_style


@cache
def styles_in(path: str) -> str:
    """The text of a file of styles, as it was when it was read first."""
    return Path(path).read_text("utf-8")


def _read_styles(self: Stylesheet, filename: str | PurePath) -> None:
    path = os.path.abspath(filename)
    self.add_source(styles_in(path), (path, ""))


def tell_terminals_apart() -> None:
    """Draw each line in the colours of the terminal that it is for; read styles once for all."""
    Stylesheet.read = _read_styles  # type: ignore[method-assign]
    Strip.render_style = classmethod(_render_style)  # type: ignore
    Strip.render = _render_strip  # type: ignore[method-assign]


class SharedProcess(AppBase):
    """An app that leaves the streams of the process alone, logs what ends it, and knows its own terminal."""

    colour_system: ColourSystem = "truecolor"

    def __init__(self, *args: Any, **named: Any) -> None:
        tell_terminals_apart()
        super().__init__(*args, **named)
        self._capture_stdout: Any = sys.stdout
        self._capture_stderr: Any = sys.stderr
        self.no_color = False
        self._filters = [each for each in self._filters if not isinstance(each, Monochrome)]
        self.console = Console(
            color_system=self.colour_system,
            file=self.console.file,
            markup=True,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            _environ={},
            force_terminal=True,
            safe_box=False,
            soft_wrap=False,
        )

    def _fatal_error(self) -> None:
        log.exception("an app has ended by a mistake")
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()
