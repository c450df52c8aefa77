"""What systems look for beside a program: manual pages, completions and an icon, made from the program's own help.

The build of a wheel puts them into it (hatch_build.py), to be installed in PREFIX/share.
"""

from __future__ import annotations

import re
from typing import Final

import click
from click.shell_completion import get_completion_class
from click_man.core import generate_man_page

from marbles_tui import __version__
from marbles_tui.cli import COMPLETE
from marbles_tui.cli.commands import COMMANDS
from marbles_tui.cli.completion import PROGRAM
from marbles_tui.core.svg import GROUND, Drawing, mix

COMPLETIONS: Final = {
    "bash": "bash-completion/completions/marbles-tui",
    "zsh": "zsh/site-functions/_marbles-tui",
    "fish": "fish/vendor_completions.d/marbles-tui.fish",
}
ICON: Final = "icons/hicolor/scalable/apps/marbles-tui.svg"
NO_DATE: Final = " "
"""Manual pages tell the version; a date would make them differ from build to build."""

AS_IT_IS: Final = re.compile(r"\x08\n(.*?)(?=\n\.|\Z)", re.DOTALL)
"""What click is told not to wrap."""


def shared() -> dict[str, str]:
    """The files by their paths below `share`."""
    files = {
        f"man/man1/{name}.1": page
        for name, page in _manuals(
            COMMANDS, click.Context(COMMANDS, None, PROGRAM, **COMMANDS.context_settings)
        )
    }
    for shell, path in COMPLETIONS.items():
        script = get_completion_class(shell)
        assert script, "click knows these shells"
        files[path] = script(click.Command(PROGRAM), {}, PROGRAM, COMPLETE).source().strip() + "\n"
    return {**files, ICON: icon()}


def _manuals(command: click.Command, context: click.Context) -> list[tuple[str, str]]:
    """A page for a command and for each of those below it."""
    page = generate_man_page(context, version=__version__, date=NO_DATE)
    page = AS_IT_IS.sub(lambda found: f".nf\n{found[1].rstrip()}\n.fi", page)
    pages = [(context.command_path.replace(" ", "-"), page)]
    for name, below in getattr(command, "commands", {}).items():
        if not below.hidden:
            pages += _manuals(below, click.Context(below, context, name))
    return pages


def icon() -> str:
    """Four marbles in a hollow."""
    drawing = Drawing(96, 96)
    drawing.rect(0, 0, 96, 96, 0x5B564E, round=26, rim=mix(0x5B564E, 0xFFFFFF, 0.2))
    drawing.bowl(48, 48, 42, mix(GROUND, 0x5B564E, 0.3))
    for x, y, colour in ((33, 34, 0xE0524A), (63, 34, 0x4A8FE8), (33, 64, 0xF0BE4A), (63, 64, 0x58BD62)):
        drawing.marble(x, y, 14.5, colour)
    return drawing.document("marbles-tui")
