"""What systems look for beside a program: manual pages, completions and an icon, made from the program's own help.

The build of a wheel puts them into it (hatch_build.py), to be installed in PREFIX/share.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import click
from click.shell_completion import get_completion_class
from click_man.core import generate_man_page

from marbles_tui import __version__
from marbles_tui.ai.native.library import SWITCH
from marbles_tui.cli import COMPLETE
from marbles_tui.cli.completion import PROGRAM
from marbles_tui.cli.run import COMMANDS
from marbles_tui.core.palette import Palette, mix
from marbles_tui.core.scene import GROUND, Ball, Hollow, Scene, drawn
from marbles_tui.store import files, log, matches, puzzles, settings

COMPLETIONS: Final = {
    "bash": "bash-completion/completions/marbles-tui",
    "zsh": "zsh/site-functions/_marbles-tui",
    "fish": "fish/vendor_completions.d/marbles-tui.fish",
}
ICON: Final = "icons/hicolor/scalable/apps/marbles-tui.svg"
NO_DATE: Final = " "
"""Manual pages tell the version; a date would make them differ from build to build."""

CHECKOUT: Final = Path(__file__).parent.parent
PAGES: Final = ("README.md", "docs/playing.md", "docs/command-line.md", "docs/together.md")
EXAMPLE: Final = re.compile(r"^    (marbles-tui .*?)(?:\s+# (.*))?$", re.MULTILINE)
"""A line of these pages that can be typed, and what it is for."""

EXAMPLES: Final = {
    "marbles-tui season --list": "the table, and what comes next",
    "marbles-tui puzzles show gobblet-657637": "a puzzle, without its solution",
    "marbles-tui puzzles solve gobblet-657637 --text": "the same, to be solved line by line",
    "marbles-tui puzzles next": "one that is due again, or that suits you",
    "marbles-tui diagram game.txt --ply 12 --svg position.svg": "a picture of the position after twelve moves",
    "marbles-tui perft abacus 3 --divide": "98,912 sequences, told apart by the first move",
    "marbles-tui engine": "lines from standard input, answers on standard output",
    "marbles-tui library show 7": "a game by its number, as `library list` tells it",
    "marbles-tui library delete 7": "for a day it can be restored",
    "marbles-tui library restore": "the game that was deleted last",
    "marbles-tui completion fish > ~/.config/fish/completions/marbles-tui.fish": "",
    "marbles-tui host status": "all processes of the house",
    "marbles-tui host bans": "who is kept out, why, and until when",
    "marbles-tui host open-to invited": "let in those alone who are known or invited",
    "marbles-tui host invite --for 7d --note Ann": "a code that lets in one more",
    "marbles-tui host invitations": "those that nobody has used yet",
    "marbles-tui host accounts": "all accounts, with their keys",
    "marbles-tui host rename Ann Anna": "another name for an account",
    "marbles-tui host mute Ann": "nobody hears what Ann says",
    "marbles-tui host delete Ann": "an account with all that is kept of it",
    "marbles-tui host message 'Chess club at eight'": "what guests are told when they come",
    "marbles-tui host rules 'Be kind.'": "what the help of the lobby shows as the rules of the house",
    "marbles-tui host restore FOLDER": "what `host backup` has copied",
}
"""Lines for commands of which those pages have none."""

FILES: Final = {
    f"~/.config/marbles-tui/{settings.FILE}": "The settings; comments in it are kept.",
    f"~/.local/share/marbles-tui/{matches.FILE}": "All games, and tries at puzzles.",
    "~/.local/share/marbles-tui/boards/*.txt": "Boards of your own for Gary's Great Getaway.",
    f"~/.local/share/marbles-tui/{puzzles.FILE}": "Puzzles of your own.",
    "~/.local/share/marbles-tui/unsaved.matches-*.txt": "Records of games that could not be saved: library "
    "import --mine brings them in.",
    f"~/.local/state/marbles-tui/{log.FILE}": "What went wrong.",
}
ENVIRONMENT: Final = {
    files.HOME: "One folder for all of the files above.",
    "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME": "The folders that stand for ~/.config, ~/.local/share and "
    "~/.local/state.",
    SWITCH: "0 has the computers search in plain Python.",
    "NO_COLOR": "Anything: no colours.",
    "MARBLES_TUI_NATS_TOKEN": "What lets host into the NATS that --nats names.",
}

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
    path = context.command_path
    page = "\n".join((page.rstrip(), *_examples(path), *(_places() if path == PROGRAM else _see_also()), ""))
    pages = [(path.replace(" ", "-"), page)]
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below and not below.hidden:
                pages += _manuals(below, click.Context(below, context, name))
    return pages


def examples() -> dict[str, str]:
    """What can be typed, and what it is for: the lines of the pages for users, then those for the other commands."""
    found = [
        found for page in PAGES for found in EXAMPLE.findall((CHECKOUT / page).read_text(encoding="utf-8"))
    ]
    return {line: note[:1].upper() + note[1:] for line, note in (*found, *EXAMPLES.items())}


def _examples(path: str) -> Iterator[str]:
    """Those of a command; of the program itself all."""
    lines = {line: note for line, note in examples().items() if f"{line} ".startswith(f"{path} ")}
    if lines:
        yield ".SH EXAMPLES"
    for line, note in lines.items():
        yield f".TP\n\\fB{_plain(line)}\\fP\n{_plain(note)}".rstrip()


def _places() -> Iterator[str]:
    """Files and variables."""
    for title, entries in (("FILES", FILES), ("ENVIRONMENT", ENVIRONMENT)):
        yield f".SH {title}"
        for name, note in entries.items():
            yield f".TP\n\\fI{_plain(name)}\\fP\n{_plain(note)}"


def _see_also() -> Iterator[str]:
    yield f".SH SEE ALSO\n\\fB{_plain(PROGRAM)}\\fP(1): all examples, files and variables."


def _plain(text: str) -> str:
    """A text that the formatter shows as it is."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("'", "\\(aq")
    return f"\\&{text}" if text.startswith(".") else text


def icon() -> str:
    """Four marbles in a hollow."""
    palette = Palette({"slate": 0x5B564E, "rim": 0x7C7871, "well": mix(GROUND, 0x5B564E, 0.3)})
    spots = ((-0.32, -0.3), (0.32, -0.3), (-0.32, 0.34), (0.32, 0.34))
    marbles = (
        Ball(at, 0.3, colour) for at, colour in zip(spots, ("red", "blue", "yellow", "green"), strict=True)
    )
    slate = Hollow((0.0, 0.0), (1.0, 0.999), "slate", 0.54, "rim")
    scene = Scene(
        (-1, -1, 1, 1), (slate, Hollow((0.0, 0.0), (0.88, 0.88), "well"), *marbles), palette=palette
    )
    return drawn(scene, "marbles-tui", width=96)
