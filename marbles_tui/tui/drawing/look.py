"""What everything on the screen is drawn with: the skin's glyphs and the theme's colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from textual.theme import Theme

from marbles_tui.tui.drawing.colour import contrast, luminance, mix
from marbles_tui.tui.drawing.piece_colours import PieceColours
from marbles_tui.tui.drawing.skins import BLOCKS, Skin
from marbles_tui.tui.drawing.themes import MARKS

MARBLES: Final = (0xE8483F, 0x3F8FE8, 0xEBC23B, 0x54BE5C, 0xB465E0, 0xE88A3C, 0x35C3C3)
"""The colours of loose marbles."""


QUIET: Final = {"text-muted": (0.68, 3.6), "text-disabled": (0.5, 2.6)}
"""How much of the text's colour is left to words that matter less, and to those that matter least; more, where their
contrast to the ground would be below the second number."""


@dataclass(frozen=True, slots=True)
class Look:
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
    coloured: bool = True
    """Whether colours can be seen; where not, what only they would tell is told by signs."""

    @classmethod
    def of(cls, skin: Skin, theme: Theme, coloured: bool = True) -> Look:
        """The look that goes with a theme of Textual's or our own."""
        ground = _packed(theme.background, 0x121212 if theme.dark else 0xEFEFEF)
        text = _packed(theme.foreground, 0xE0E0E0 if theme.dark else 0x202020)
        dark = luminance(ground) < 0.5
        usual = (0x5BE37D, 0xFFF0A0, 0xFF5A4F) if dark else (0x1C8A3A, 0xD98E00, 0xC4281C)
        target, flash, threat = MARKS.get(theme.name, usual)
        return cls(
            skin=skin,
            dark=dark,
            ground=ground,
            text=text,
            muted=mix(ground, text, 0.55),
            bright=0xFFFFFF if dark else 0x000000,
            cursor=0xFFFFFF if dark else 0x101010,
            target=target,
            flash=flash,
            threat=threat,
            theme=theme.name,
            trace=mix(ground, 0xE0B050 if dark else 0x9A6B10, 0.6),
            coloured=coloured,
        )

    def frame(self, colour: int) -> str:
        """The box that goes with the colour of a mark: the shape alone tells one from another."""
        signs = {self.target: self.skin.box, self.threat: self.skin.endangered, self.trace: self.skin.traced}
        return signs.get(colour, self.skin.bright)

    def material(self, colour: int) -> int:
        """A board's material: as it is on dark themes, lighter on light ones."""
        return colour if self.dark else mix(colour, 0xFFFFFF, 0.55)

    def material_ink(self, colour: int) -> int:
        """A piece's colour where it is drawn as a letter: dark enough to be read on light themes."""
        return mix(colour, 0xFFFFFF, 0.15) if self.dark else mix(colour, 0, 0.3)

    def pieces(self, colours: PieceColours) -> tuple[int, ...]:
        """The colours of a game's pieces in this theme."""
        return colours.themes.get(self.theme, colours.usual)


def quiet(theme: Theme) -> dict[str, str]:
    """The colours of words that matter less, mixed from those of the theme: where Textual's own are `auto`, it
    shows a part of a line at full strength. None for a theme that leaves colours to the terminal."""
    if not (theme.background or "#").startswith("#"):
        return {}
    look = Look.of(BLOCKS, theme)
    return {name: f"#{_quieter(look, *wanted):06x}" for name, wanted in QUIET.items()}


def _quieter(look: Look, share: float, least: float) -> int:
    colour = mix(look.ground, look.text, share)
    while contrast(colour, look.ground) < least and share < 1:
        share += 0.02
        colour = mix(look.ground, look.text, share)
    return colour


def _packed(colour: str | None, otherwise: int) -> int:
    if colour and len(colour) == 7 and colour.startswith("#"):
        return int(colour[1:], 16)
    return otherwise
