"""What a terminal can do: it is asked for its name, for images, and for the size of a cell.

The questions end with one that every terminal answers (DA1), so nobody waits for answers that never come. They are
put once the first screen is there, and what they tell is applied when it comes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS, Grid

NAME: Final = "Marbles"
YOURS: Final = "● "
"""Begins a title where it is the user's move."""

SAVE: Final = "\x1b[22;2t"
RESTORE: Final = "\x1b[23;2t"
"""Keep the title that there was, and bring it back (XTWINOPS)."""

NOTICES: Final[Mapping[str, str]] = {
    "kitty": "\x1b]99;i=marbles:o=unfocused;{}\x1b\\",
    **dict.fromkeys(("foot", "ghostty", "vte"), f"\x1b]777;notify;{NAME};{{}}\x1b\\"),
    **dict.fromkeys(("wezterm", "iterm2", "konsole", "windows terminal"), "\x1b]9;{}\x1b\\"),
}
"""How terminals are told to notify, by the names they give themselves; others have no such way."""

POINTERS: Final = ("kitty", "foot", "ghostty")
"""Terminals that take shapes of the pointer."""

TITLES: Final = (*NOTICES, "xterm", "contour", "mintty", "alacritty", "mlterm", "rio", "xterm.js")
"""Terminals that are known to take a title, and to show nothing of what sets it."""


def titled(words: str) -> str:
    """Sets the title, to words of our own alone."""
    return f"\x1b]2;{words}\x1b\\"


def notice(terminal: str, words: str) -> str:
    """Notifies, "" where the terminal has no way."""
    return NOTICES.get(terminal, "").format(words)


Version = tuple[int, ...]

NEVER: Final[Version] = (10**9,)
"""Later than any version."""


class Known(NamedTuple):
    """From which version on a terminal draws octants whatever its font, and images as it says that it does."""

    octants: Version = NEVER
    images: Version = NEVER


TERMINALS: Final[Mapping[str, Known]] = {
    "kitty": Known((0, 40), (0, 20)),
    "ghostty": Known((1, 2), (1, 1)),  # before that images lay in any order: ghostty-org/ghostty#2921
    "foot": Known((1, 20)),
    "vte": Known((7800,)),  # 0.78: all terminals made of it, as that of GNOME
    # These answer that they draw images, and then do so otherwise than they were told:
    "wezterm": Known(),  # not above letters, with remains of what was moved: wezterm/wezterm#7222, #5892
    "konsole": Known(),  # not above letters
    "iterm2": Known(),  # a part of the protocol
    "rio": Known(),  # whole cells only, until June 2026: raphamorim/rio#1646
    "xterm.js": Known(),  # nothing that is placed again, until March 2026: xtermjs/xterm.js#5707
    # Several screens on one:
    "tmux": Known(),
    "screen": Known(),
    "zellij": Known(),  # zellij-org/zellij#5573
}
"""Terminals by the names they give themselves. Others draw images if they answer so, and no octants."""

ALL_COLOURS: Final = (
    "kitty", "ghostty", "foot", "vte", "wezterm", "konsole", "iterm2", "rio", "xterm.js", "contour", "mintty",
    "xterm", "mlterm", "alacritty", "windows terminal", "tmux", "zellij",
)  # fmt: skip
"""Terminals that show any colour, among those that tell their names."""

MARBLES: Final = ("auto", "blocks", "quadrants", "octants", "pixels")
"""What marbles may be made of."""

USUAL: Final = (10, 20)
"""The pixels of a cell where the terminal does not tell."""

END, REPLIED = "\x1b[c", "\x1b[?"
"""The last question, and how its answer begins."""

SIZES: Final = f"\x1b[14t\x1b[16t{END}"
"""How large are the window and a cell?"""

FIRST: Final = f"\x1b[>q{SIZES}"
"""And who are you?"""

IMAGES: Final = f"\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\{END}"
"""Could you show this? Asked only where a name was told: some terminals write the question itself."""

NAMED: Final = r"\x1bP>\|([A-Za-z][\w .-]*?)[ (]+v?(\d{1,9}(?:\.\d{1,9}){0,3})(?!\d)"
PIXELS: Final = r"\x1b\[([46]);(\d{1,5});(\d{1,5})t"


class Ability(NamedTuple):
    """What is known of a terminal by now."""

    name: str = ""
    version: Version = ()
    answers: bool = False
    """Whether it says that it draws images."""
    cell: tuple[int, int] | None = None
    """The pixels of a cell; None while that is asked."""
    asked: bool = False
    """Whether it was asked for images."""

    @property
    def octants(self) -> bool:
        """Whether it draws octants."""
        return bool(self.name) and self.version >= TERMINALS.get(self.name, Known()).octants

    @property
    def all_colours(self) -> bool:
        """Whether it is known to show any colour."""
        return self.name in ALL_COLOURS

    @property
    def images(self) -> bool:
        """Whether it draws images, and where it is told to."""
        return self.answers and self.version >= TERMINALS.get(self.name, Known(images=())).images

    def grid(self, marbles: str) -> Grid:
        """The points that a board in cells is painted in, by the setting of the marbles."""
        if marbles in ("auto", "pixels"):
            return OCTANTS if self.octants else QUADRANTS
        return {"blocks": HALVES, "quadrants": QUADRANTS, "octants": OCTANTS}[marbles]

    def shows_images(self, marbles: str) -> bool:
        """Whether pieces are images, by the setting of the marbles; `pixels` is taken at its word."""
        return self.cell is not None and (marbles == "pixels" or (marbles == "auto" and self.images))


def may_be_asked(environ: Mapping[str, str]) -> bool:
    """Whether a terminal can be asked: not behind another one, nor where a question would be seen."""
    term = environ.get("TERM", "")
    if any(environ.get(name) for name in ("TMUX", "STY", "ZELLIJ")) or term.startswith(("tmux", "screen")):
        return False
    return term not in ("", "dumb", "linux") and environ.get("TERM_PROGRAM") != "Apple_Terminal"


def heard(known: Ability, reply: str, size: tuple[int, int]) -> tuple[Ability, str]:
    """What is known after a reply of a terminal of so many columns and rows, and what to ask next, "" for nothing."""
    if found := re.match(NAMED, reply, re.ASCII):
        version = tuple(int(part) for part in found[2].split("."))
        return known._replace(name=found[1].lower(), version=version), ""
    if found := re.match(PIXELS, reply):
        kind, tall, wide = (int(part) for part in found.groups())
        columns, rows = size if kind == 4 else (1, 1)
        cell = wide // max(1, columns), tall // max(1, rows)
        fine = 3 <= cell[0] <= 100 and 6 <= cell[1] <= 200 and (kind == 6 or known.cell is None)
        return (known._replace(cell=cell) if fine else known), ""
    if reply.startswith("\x1b_G"):
        return known._replace(answers=reply.startswith("\x1b_Gi=31;OK")), ""
    if not reply.startswith(REPLIED):
        return known, ""
    known = known._replace(cell=known.cell or USUAL)
    if known.asked or not known.name or TERMINALS.get(known.name, Known(images=())).images == NEVER:
        return known, ""
    return known._replace(asked=True), IMAGES
