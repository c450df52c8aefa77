"""What is imported before the menu is first painted: nothing that can wait."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

PAINT: Final = """
import sys

{made}

def painted(app, screen, renderable, display=App._display):
    if renderable is not None:
        print("PAINTED", file=sys.stderr, flush=True)
        app.exit()
    display(app, screen, renderable)

App._display = painted
App().run(headless=True)
"""
OURS: Final = (
    "import marbles_tui.__main__, marbles_tui.cli.arcade\nfrom marbles_tui.tui.app import Arcade as App"
)
BARE: Final = """
from textual.app import App as Plain
from textual.widgets import Footer, Header

class App(Plain):
    def compose(self):
        yield Header()
        yield Footer()
"""

BORROWED: Final = {"gc", "tempfile"}
"""What the arcade needs beside what every Textual app does, by the first part of the name. Textual itself imports
`tempfile` in the newest versions."""

MOST: Final = 63
"""Modules of ours that are read before the first paint. Each takes half a millisecond or more: one that comes to them
takes the place of another one, which waits until it is needed."""

OWN: Final = (
    r"__main__|cli(\.arcade|\.streams)?|core(\.\w+)?|games(\.\w+(\.(board|game|journey|position|text))?)?"
    r"|store(\.(codec|files|log|settings|thread))?|table(\.utc)?"
    r"|tui(\.\w+|\.kit\.\w+|\.pages\.menu|\.textual_patches\.\w+)?"
)
"""What a menu is made of: no search, no match, nothing kept, no scene, no page but the menu."""


def imported(made: str, home: Path) -> set[str]:
    """The modules that Python names, by `-X importtime`, before the first paint."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", PAINT.format(made=made)],
        env={**os.environ, "MARBLES_TUI_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    before, painted, _ = done.stderr.partition("PAINTED")
    assert painted, done.stderr[-2000:]
    return {
        line.rpartition("|")[2].strip() for line in before.splitlines() if line.startswith("import time:")
    }


def test_the_menu_is_painted_before_anything_that_can_wait_is_imported(tmp_path: Path) -> None:
    more = imported(OURS, tmp_path) - imported(BARE, tmp_path)
    ours = {name.removeprefix("marbles_tui.") for name in more if name.startswith("marbles_tui.")}
    others = {name.partition(".")[0] for name in more if name.partition(".")[0] != "marbles_tui"}
    assert others <= BORROWED
    assert sorted(name for name in ours if not re.fullmatch(OWN, name)) == []
    assert len(ours) <= MOST, sorted(ours)
