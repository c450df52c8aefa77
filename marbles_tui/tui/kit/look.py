"""What everything on the screen is drawn with: the skin's glyphs, the theme's colours, what is clear on a ground."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final

from rich.color import Color, ColorSystem, ColorType
from rich.style import Style
from textual.theme import Theme

from marbles_tui.core.palette import MARBLES as LOOSE
from marbles_tui.core.palette import Colours, Palette, luminance, mix
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.fit import QUADRANTS, Grid

THEMES: Final = (
    Theme(
        "felt", dark=True, primary="#C9A24A", secondary="#7FB08A", accent="#E8C468", warning="#E8A33A",
        error="#E06A5A", success="#5E9F63", foreground="#EDE7D3", background="#0F2A20", surface="#15372A",
        panel="#1B4333",
    ),
    Theme(
        "parchment", dark=False, primary="#7A4A21", secondary="#52693F", accent="#8C2F1E", warning="#8A5A00",
        error="#A32D20", success="#4D7A34", foreground="#33271A", background="#F3E9D0", surface="#EADDBE",
        panel="#DFCFA8",
    ),
    Theme(
        "clear", dark=True, primary="#648FFF", secondary="#56B4E9", accent="#FFB000", warning="#FFB000",
        error="#DC267F", success="#2C6FBB", foreground="#F2F2F2", background="#101216", surface="#191C22",
        panel="#22262E",
    ),
)  # fmt: skip
"""Dark felt, light parchment, and one whose colours do not depend on telling red from green or blue from
yellow."""

MARKS: Final[Mapping[str, tuple[int, int, int]]] = {
    "parchment": (0x1C7A38, 0xB86E00, 0xB8241A),
    "clear": (0x648FFF, 0xFFB000, 0xDC267F),
}
"""Target, flash and threat in themes for which the usual colours of marks will not do."""


class Skin(NamedTuple):
    """How boards are drawn: `shaded` with half blocks, or with the glyphs here; and the frame's own signs."""

    key: str
    title: str
    shaded: bool
    marble: str
    marbles: tuple[str, ...]
    """Glyphs by which seats differ, one each."""
    empty: str
    box: str
    """Corners and sides of a box: upper left, across, upper right, down, lower left, lower right."""
    bright: str
    """The box of what is picked, pointed at or flashing."""
    traced: str
    """The box of where the last move was."""
    endangered: str
    """The box of a threat."""
    full: str
    hollow: str
    """A filled and an empty step of a gauge."""
    turn: str
    """Stands before the seat whose turn it is."""
    left: str
    right: str
    dot: str
    """Between words of a line."""
    plain: bool = False
    """Whether only ASCII may be drawn."""


BLOCKS: Final = Skin(
    key="blocks", title="Blocks: shaded marbles", shaded=True, marble="●", marbles=("●", "○", "◆", "◇", "■", "□"),
    empty="·", box="╭─╮│╰╯", bright="┏━┓┃┗┛", traced="•╌•╎••", endangered="×─×│××",
    full="▮", hollow="▯", turn="▶", left="◀", right="▶", dot="·",
)  # fmt: skip
GLYPHS: Final = BLOCKS._replace(key="glyphs", title="Glyphs: signs in colour", shaded=False)
ASCII: Final = Skin(
    key="ascii", title="ASCII: letters and digits", shaded=False, marble="o", marbles=("O", "X", "#", "%", "@", "&"),
    empty=".", box="+-+|++", bright="*=*|**", traced=".-.|''", endangered="x-x|xx",
    full="#", hollow=".", turn=">", left="<", right=">", dot="-",
    plain=True,
)  # fmt: skip

SKINS: Final = (BLOCKS, GLYPHS, ASCII)

AUTOMATIC: Final = "auto"
"""The setting that takes the skin that suits the terminal."""

SKIN_KEYS: Final = (AUTOMATIC, *(skin.key for skin in SKINS))
"""What can be chosen."""


def skin_of(key: str, few_colours: bool = False, colourless: bool = False, ascii_alone: bool = False) -> Skin:
    """The skin of a key; with `auto`, or one that is unknown, shaded marbles, or glyphs where there are too few
    colours for shades, or ASCII where nothing else can be shown. Where colours may not be used at all, nothing is
    shaded."""
    usual = ASCII if ascii_alone else GLYPHS if few_colours or colourless else BLOCKS
    chosen = next((skin for skin in SKINS if skin.key == key), usual)
    return GLYPHS if colourless and chosen.shaded else chosen


GROUNDS: Final = ("background", "surface", "panel")
"""The background of words."""

LEAST: Final[Mapping[str, float]] = {
    "foreground": 6.0,
    "text-muted": 4.5,
    "text-disabled": 3.0,
    "text-warning": 4.5,
    "text-success": 4.5,
    "text-error": 4.5,
    "text-accent": 4.5,
    "accent": 4.5,
    "secondary": 4.5,
}
"""The least contrast of words to each ground: 4.5 is what the Web Content Accessibility Guidelines ask for (AA).
Only what cannot be done now has less."""

QUIET: Final[Mapping[str, float]] = {"text-muted": 0.68, "text-disabled": 0.5}
"""How much of the text's colour is left to words that matter less, and to what cannot be done now. Textual's own are
`auto`, which shows a part of a line at full strength."""

STEP: Final = 0.02


def contrast(colour: int, other: int) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it, 1 to 21."""
    low, high = sorted((_light(colour), _light(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=1024)
def _light(colour: int) -> float:
    """Relative luminance, 0 to 1."""
    parts = ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def packed(colour: str | None) -> int | None:
    """A colour written as `#rrggbb`; None if it is written in another way, as the terminal's own are."""
    if not colour or len(colour) != 7 or not colour.startswith("#"):
        return None
    return int(colour[1:], 16)


@lru_cache(maxsize=4096)
def rich_colour(colour: int) -> Color:
    """The colour for a terminal."""
    return Color.from_rgb(colour >> 16, colour >> 8 & 255, colour & 255)


@lru_cache(maxsize=16384)
def style(ink: int, ground: int, bold: bool = False) -> Style:
    """The style of a cell: ink on ground."""
    return Style(color=rich_colour(ink), bgcolor=rich_colour(ground), bold=bold or None)


def word_colours(variables: Mapping[str, str]) -> dict[str, str]:
    """The colours of words that go with a theme's CSS variables; none if the theme leaves colours to the
    terminal."""
    grounds = [packed(variables.get(ground)) for ground in GROUNDS]
    text = packed(variables.get("foreground"))
    known = [ground for ground in grounds if ground is not None]
    if text is None or len(known) < len(grounds):
        return {}
    text = clear(text, known, LEAST["foreground"])
    colours = {"foreground": text}
    for word, share in QUIET.items():
        colours[word] = mix(known[0], text, share)
    for word in LEAST:
        own = packed(variables.get(word))
        if word not in colours and own is not None:
            colours[word] = own
    return {word: f"#{clear(colour, known, LEAST[word]):06x}" for word, colour in colours.items()}


def clear(colour: int, grounds: list[int], least: float) -> int:
    """The colour, lighter or darker where its contrast to one of the grounds is below `least`: towards white or
    black, whichever goes further."""
    pole = max((0xFFFFFF, 0), key=lambda pole: min(contrast(pole, ground) for ground in grounds))
    share = 0.0
    clearer = colour
    while share < 1 and min(contrast(clearer, ground) for ground in grounds) < least:
        share += STEP
        clearer = mix(colour, pole, share)
    return clearer


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
        grounds = [ground, surface, panel]
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
            secondary=clear(_or(packed(theme.secondary), 0x7FB08A), grounds, LEAST["secondary"]),
            coloured=coloured,
            surface=surface,
            panel=panel,
            accent=clear(_or(packed(theme.accent), text), grounds, LEAST["accent"]),
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

    def word_ink(self, colour: int) -> str:
        """The same for words anywhere on a page."""
        grounds = [self.ground, self.surface, self.panel]
        return f"#{clear(self.material_ink(colour), grounds, LEAST['accent']):06x}"


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


Lab = tuple[float, float, float]

STEPS: Final = (0, 95, 135, 175, 215, 255)
CUBE: Final = 16
"""The number at which the cube begins, and behind it the greys; those before are whatever the user has set."""

CHROMA: Final = 2.0
"""How much more a difference of hue or strength counts than one of light: gold stays gold."""

CHOSEN: Final[Mapping[int, int]] = {
    # Grounds of the themes, on which words must be read: the greens of the cube are too light for that.
    0x0F2A20: 234, 0x15372A: 235, 0x1B4333: 236,
    0xF3E9D0: 230, 0xEADDBE: 223, 0xDFCFA8: 187,
    0x101216: 233, 0x191C22: 234, 0x22262E: 236,
    0x000000: 16,
    # Grass, and what must be seen on a road: the nearest is grey, or the road's own.
    0x1B4731: 22, 0x163B2A: 22, 0x2C6B45: 28, 0x3C8557: 65, 0xB8743C: 166,
}  # fmt: skip
"""What was chosen by hand, by looking at it. Woods are left to what is nearest, which is grey: they are shaded, and
one of their colours in brown is a patch."""


def show_in_256() -> None:
    """Have Rich find the nearest of 256 colours so."""
    Color.downgrade = _downgrade  # type: ignore[method-assign]


def nearest(colour: int) -> int:
    """The nearest of the 256 colours, as its number."""
    chosen = CHOSEN.get(colour)
    return _nearest(colour & 0xFCFCFC | 0x020202) if chosen is None else chosen


@cache
def _nearest(colour: int) -> int:
    light, a, b = _lab(colour)
    return min(
        _labs(),
        key=lambda each: (light - each[0]) ** 2 + CHROMA * ((a - each[1]) ** 2 + (b - each[2]) ** 2),
    )[3]


@cache
def _labs() -> tuple[tuple[float, float, float, int], ...]:
    cube = [red << 16 | green << 8 | blue for red in STEPS for green in STEPS for blue in STEPS]
    greys = [0x010101 * (8 + 10 * at) for at in range(24)]
    return tuple((*_lab(colour), CUBE + at) for at, colour in enumerate((*cube, *greys)))


def _lab(colour: int) -> Lab:
    """A colour in OKLab, where what looks alike lies together. Source: Björn Ottosson, "A perceptual color space for
    image processing"."""
    red, green, blue = (
        ((part + 0.055) / 1.055) ** 2.4 if part > 0.04045 else part / 12.92
        for part in ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


_before = Color.downgrade


@cache
def _downgrade(self: Color, system: ColorSystem) -> Color:
    triplet = self.triplet
    if system is not ColorSystem.EIGHT_BIT or self.type is not ColorType.TRUECOLOR or triplet is None:
        return _before(self, system)
    return Color(
        self.name, ColorType.EIGHT_BIT, number=nearest(triplet.red << 16 | triplet.green << 8 | triplet.blue)
    )
