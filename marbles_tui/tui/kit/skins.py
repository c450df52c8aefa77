"""The skins: the ways in which boards are drawn, and the frame's signs in each of them."""

from __future__ import annotations

from typing import Final

from marbles_tui.core.tuples import NamedTuple


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
GLYPHS: Final = Skin(
    key="glyphs", title="Glyphs: signs in colour", shaded=False, marble="●", marbles=("●", "○", "◆", "◇", "■", "□"),
    empty="·", box="╭─╮│╰╯", bright="┏━┓┃┗┛", traced="•╌•╎••", endangered="×─×│××",
    full="▮", hollow="▯", turn="▶", left="◀", right="▶", dot="·",
)  # fmt: skip
ASCII: Final = Skin(
    key="ascii", title="ASCII: letters and digits", shaded=False, marble="o", marbles=("O", "X", "#", "%", "@", "&"),
    empty=".", box="+-+|++", bright="*=*|**", traced=".-.|''", endangered="x-x|xx",
    full="#", hollow=".", turn=">", left="<", right=">", dot="-",
    plain=True,
)  # fmt: skip

SKINS: Final = (BLOCKS, GLYPHS, ASCII)

AUTOMATIC: Final = "auto"
"""What stands for the skin that suits the terminal."""

SKIN_KEYS: Final = (AUTOMATIC, *(skin.key for skin in SKINS))
"""What can be chosen."""


def skin_of(key: str, few_colours: bool = False, colourless: bool = False, ascii_alone: bool = False) -> Skin:
    """The skin of a key; with `auto`, or one that is unknown, shaded marbles, or glyphs where there are too few
    colours for shades, or ASCII where nothing else can be shown. Where colours may not be used at all, nothing is
    shaded."""
    usual = ASCII if ascii_alone else GLYPHS if few_colours or colourless else BLOCKS
    chosen = next((skin for skin in SKINS if skin.key == key), usual)
    return GLYPHS if colourless and chosen.shaded else chosen
