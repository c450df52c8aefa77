"""What everything on the screen is drawn with: the skin's glyphs and the theme's colours."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from textual.theme import Theme

from marbles_tui.core.palette import MARBLES as LOOSE
from marbles_tui.core.palette import Colours, Palette, luminance, mix
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.colour import LEAST, clear, packed
from marbles_tui.tui.kit.fit import QUADRANTS, Grid
from marbles_tui.tui.kit.skins import Skin
from marbles_tui.tui.kit.themes import MARKS

MARBLES: Final = tuple(LOOSE.values())
"""The colours of loose marbles."""


class Look(NamedTuple):
    """A skin in the colours of a theme. All colours are packed integers."""

    skin: Skin
    dark: bool
    ground: int
    text: int
    muted: int
    bright: int
    cursor: int
    target: int
    flash: int
    threat: int
    trace: int
    theme: str = ""
    """The key of the theme, by which pieces have their colours."""
    primary: int = 0xC9A24A
    """The theme's first colour: that of a win."""
    secondary: int = 0x7FB08A
    """Its second: that of the other side's win."""
    coloured: bool = True
    """Whether colours can be seen; where not, what only they would tell is told by signs."""
    surface: int = 0
    panel: int = 0
    """The grounds of tiles, and of what is picked."""
    grid: Grid = QUADRANTS
    """The points of a cell that the terminal can show."""
    depth: int = 0
    """The colours that a sample is reduced to: 256, 16, or 1 for greys; 0 for none less than there are."""
    accent: int = 0
    """Keys, titles, and the bar beside what is picked."""

    @classmethod
    def of(cls, skin: Skin, theme: Theme, coloured: bool = True) -> Look:
        """The look that goes with a theme of Textual's or our own."""
        ground = _or(packed(theme.background), 0x121212 if theme.dark else 0xEFEFEF)
        text = clear(
            _or(packed(theme.foreground), 0xE0E0E0 if theme.dark else 0x202020), [ground], LEAST["foreground"]
        )
        dark = luminance(ground) < 0.5
        surface = _or(packed(theme.surface), mix(ground, text, 0.06))
        panel = _or(packed(theme.panel), mix(ground, text, 0.13))
        usual = (0x5BE37D, 0xFFF0A0, 0xFF5A4F) if dark else (0x1C8A3A, 0xD98E00, 0xC4281C)
        target, flash, threat = MARKS.get(theme.name, usual)
        return cls(
            skin=skin,
            dark=dark,
            ground=ground,
            text=text,
            muted=clear(mix(ground, text, 0.55), [ground], LEAST["text-muted"]),
            bright=0xFFFFFF if dark else 0x000000,
            cursor=0xFFFFFF if dark else 0x101010,
            target=target,
            flash=flash,
            threat=threat,
            theme=theme.name,
            trace=mix(ground, 0xE0B050 if dark else 0x9A6B10, 0.6),
            primary=_or(packed(theme.primary), 0xC9A24A),
            secondary=_or(packed(theme.secondary), 0x7FB08A),
            coloured=coloured,
            surface=surface,
            panel=panel,
            accent=clear(_or(packed(theme.accent), text), [ground, surface, panel], LEAST["accent"]),
        )

    @property
    def filled(self) -> bool:
        """Whether surfaces are told apart by their colours; where not, by lines."""
        return self.coloured and not self.skin.plain

    def on(self, ground: int) -> Look:
        """The same on another ground."""
        text = clear(self.text, [ground], LEAST["foreground"])
        muted = clear(mix(ground, text, 0.68), [ground], LEAST["text-muted"])
        return self._replace(ground=ground, text=text, muted=muted)

    def material_ink(self, colour: int) -> int:
        """A piece's colour where it is drawn as a letter: dark enough to be read on light themes."""
        return mix(colour, 0xFFFFFF, 0.15) if self.dark else mix(colour, 0, 0.3)


def _or(colour: int | None, otherwise: int) -> int:
    return otherwise if colour is None else colour


ROLES: Final = (
    "ground",
    "surface",
    "text",
    "muted",
    "bright",
    "accent",
    "primary",
    "secondary",
    "target",
    "flash",
)


@lru_cache(maxsize=64)
def colours_of(palette: Palette, look: Look) -> Colours:
    """The materials of a board, and marks chosen against its own wood or card, not against the page it lies on.
    Themes with marks that all eyes tell apart keep them."""
    roles = {name: getattr(look, name) for name in ROLES}
    if look.dark:
        marks = {
            "cursor": look.cursor,
            "trace": 0xE0A030,
            "threat": mix(look.threat, 0xFFFFFF, 0.4) if look.theme in MARKS else 0xFF5FA0,
        }
    else:
        marks = {
            "target": 0x085226,
            "flash": 0x7A1660,
            "trace": 0x8A2A00,
            "threat": 0x9A0A2E,
            "cursor": 0x101010,
        }
    return palette.colours({**roles, **marks}, look.theme, look.dark)
