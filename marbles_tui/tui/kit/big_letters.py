"""Words in big letters: the tall face with its shadow, the small one without, or the words as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final
from unicodedata import normalize

from marbles_tui.core.palette import luminance, mix
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.canvas import Canvas

TALL: Final = {
    "A": ".#####. ##...## ##...## ####### ##...## ##...## ##...##",
    "B": "######. ##...## ##...## ######. ##...## ##...## ######.",
    "C": ".###### ##..... ##..... ##..... ##..... ##..... .######",
    "D": "######. ##...## ##...## ##...## ##...## ##...## ######.",
    "E": "####### ##..... ##..... ######. ##..... ##..... #######",
    "F": "####### ##..... ##..... ######. ##..... ##..... ##.....",
    "G": ".###### ##..... ##..... ##.#### ##...## ##...## .######",
    "H": "##...## ##...## ##...## ####### ##...## ##...## ##...##",
    "I": "####### ..###.. ..###.. ..###.. ..###.. ..###.. #######",
    "J": "....### .....## .....## .....## ##...## ##...## .#####.",
    "K": "##...## ##..##. ##.##.. ####... ##.##.. ##..##. ##...##",
    "L": "##..... ##..... ##..... ##..... ##..... ##..... #######",
    "M": "##...## ###.### ####### ##.#.## ##...## ##...## ##...##",
    "N": "##...## ###..## ####.## ##.#### ##..### ##...## ##...##",
    "O": ".#####. ##...## ##...## ##...## ##...## ##...## .#####.",
    "P": "######. ##...## ##...## ######. ##..... ##..... ##.....",
    "Q": ".#####. ##...## ##...## ##...## ##.#.## ##..##. .###.##",
    "R": "######. ##...## ##...## ######. ##.##.. ##..##. ##...##",
    "S": ".###### ##..... ##..... .#####. .....## .....## ######.",
    "T": "####### ..###.. ..###.. ..###.. ..###.. ..###.. ..###..",
    "U": "##...## ##...## ##...## ##...## ##...## ##...## .#####.",
    "V": "##...## ##...## ##...## ##...## .##.##. ..###.. ...#...",
    "W": "##...## ##...## ##...## ##.#.## ####### ###.### ##...##",
    "X": "##...## .##.##. ..###.. ...#... ..###.. .##.##. ##...##",
    "Y": "##...## ##...## .##.##. ..###.. ..###.. ..###.. ..###..",
    "Z": "####### ....##. ...##.. ..##... .##.... ##..... #######",
    "Æ": ".###### ##.##.. ##.##.. ####### ##.##.. ##.##.. ##.####",
    "Ø": ".####.# ##..##. ##.#.## ##.#.## ##.#.## .##..## #.####.",
    "Ð": ".#####. .##..## .##..## ####.## .##..## .##..## .#####.",
    "Þ": "##..... ######. ##...## ##...## ######. ##..... ##.....",
    "0": ".#####. ##..### ##.#### ####.## ###..## ##...## .#####.",
    "1": "..###.. .####.. ..###.. ..###.. ..###.. ..###.. #######",
    "2": "######. .....## .....## .#####. ##..... ##..... #######",
    "3": "######. .....## .....## .#####. .....## .....## ######.",
    "4": "##..##. ##..##. ##..##. ####### ....##. ....##. ....##.",
    "5": "####### ##..... ##..... ######. .....## .....## ######.",
    "6": ".#####. ##..... ##..... ######. ##...## ##...## .#####.",
    "7": "####### .....## ....##. ...##.. ..##... ..##... ..##...",
    "8": ".#####. ##...## ##...## .#####. ##...## ##...## .#####.",
    "9": ".#####. ##...## ##...## .###### .....## .....## .#####.",
    "'": "## ## #. .. .. .. ..",
    "-": "..... ..... ..... ##### ..... ..... .....",
    "+": "..... ..#.. ..#.. ##### ..#.. ..#.. .....",
    "?": ".#####. ##...## .....## ...###. ..##... ....... ..##...",
    " ": "... ... ... ... ... ... ...",
}
"""Rows of pixels, from the top. Stems are two pixels wide."""

CEDILLA: Final = "\u0327"
MARKS: Final = {
    "\u0300": ".##.... .......",
    "\u0301": "....##. .......",
    "\u0302": "..###.. .......",
    "\u0303": ".##.#.. .......",
    "\u0308": ".##.##. .......",
    "\u030a": "...#... .......",
    "\u030c": "..#.#.. .......",
    CEDILLA: "...##.. ..##...",
}
"""Marks of tall letters, which are lower by so many rows."""

KEPT: Final = (0, 1, 3, 4, 6)
"""The rows of a tall letter that one with a mark still has."""

SMALL: Final = {
    "A": ".##. #..# #### #..# #..#",
    "B": "###. #..# ###. #..# ###.",
    "C": ".### #... #... #... .###",
    "D": "###. #..# #..# #..# ###.",
    "E": "#### #... ###. #... ####",
    "F": "#### #... ###. #... #...",
    "G": ".### #... #.## #..# .###",
    "H": "#..# #..# #### #..# #..#",
    "I": "### .#. .#. .#. ###",
    "J": "..## ...# ...# #..# .##.",
    "K": "#..# #.#. ##.. #.#. #..#",
    "L": "#... #... #... #... ####",
    "M": "#...# ##.## #.#.# #...# #...#",
    "N": "#...# ##..# #.#.# #..## #...#",
    "O": ".##. #..# #..# #..# .##.",
    "P": "###. #..# ###. #... #...",
    "Q": ".##. #..# #..# #.#. .#.#",
    "R": "###. #..# ###. #.#. #..#",
    "S": ".### #... .##. ...# ###.",
    "T": "##### ..#.. ..#.. ..#.. ..#..",
    "U": "#..# #..# #..# #..# .##.",
    "V": "#...# #...# #...# .#.#. ..#..",
    "W": "#...# #...# #.#.# ##.## #...#",
    "X": "#...# .#.#. ..#.. .#.#. #...#",
    "Y": "#...# .#.#. ..#.. ..#.. ..#..",
    "Z": "#### ...# .##. #... ####",
    "'": "# # . . .",
    " ": ".. .. .. .. ..",
    "0": ".##. #..# #..# #..# .##.",
    "1": ".#. ##. .#. .#. ###",
    "2": "###. ...# .##. #... ####",
    "3": "###. ...# .##. ...# ###.",
    "4": "#..# #..# #### ...# ...#",
    "5": "#### #... ###. ...# ###.",
    "6": ".### #... ###. #..# .##.",
    "7": "#### ...# ..#. .#.. .#..",
    "8": ".##. #..# .##. #..# .##.",
    "9": ".##. #..# .### ...# ###.",
    "-": "... ... ### ... ...",
}

GOLD: Final = (0xFFF6D2, 0xFFEAA8, 0xF7DB85, 0xE8C468, 0xDDB65A, 0xC9A24A, 0xC0963F)
"""The colours of a tall letter's rows."""

BRONZE: Final = (0xC08A1C, 0xB27C16, 0xA36F12, 0x94620E, 0x85560B, 0x774B09, 0x6A4107)
"""The same on a light ground: gold with black in it would be grey."""

PEWTER: Final = (0xF2EEDF, 0xDCD9CA, 0xC5C3B4, 0xAEB19F, 0x98A090)
"""The colours of a small letter's rows where nobody who looks has won."""

DROP: Final = 6
"""Pixels that a letter falls into its place."""

SHADOW: Final = 0.42
"""How dark the shadow of a tall letter is on a dark ground, where it is only seen as an edge."""

PALE_SHADOW: Final = 0.14
"""And on a light one."""


class Typeface(NamedTuple):
    """An alphabet of pixels: how many rows it has, and whether letters throw a shadow."""

    letters: dict[str, str]
    rows: int
    shadow: bool

    def has(self, word: str) -> bool:
        """Whether it has all letters of a word."""
        return all(map(self.glyph, word))

    def glyph(self, letter: str) -> list[str]:
        """The rows of a letter; none if it has no such letter. Only tall ones have marks."""
        base, *marks = tuple(normalize("NFD", letter))
        rows = self.letters.get(base, "").split()
        if not marks:
            return rows
        if not self.shadow or not rows or len(marks) > 1 or marks[0] not in MARKS:
            return []
        mark, low = MARKS[marks[0]].split(), [rows[at] for at in KEPT]
        return low + mark if marks[0] == CEDILLA else mark + low

    def width(self, word: str) -> int:
        """The columns of pixels that a word takes, its shadow included."""
        return sum(len(self.glyph(letter)[0]) + 1 for letter in word) - 1 + self.shadow

    def height(self, lines: int = 1) -> int:
        """The pixels that so many lines of words take from top to bottom, the shadow included."""
        return lines * self.rows + (lines - 1) * 2 + self.shadow

    def pixels(self, word: str) -> Iterator[tuple[int, int, int]]:
        """Every pixel of a word: column, row, and the number of its letter."""
        left = 0
        for number, letter in enumerate(word):
            rows = self.glyph(letter)
            yield from (
                (left + x, y, number) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"
            )
            left += len(rows[0]) + 1


TALL_FACE: Final = Typeface(TALL, 7, True)
SMALL_FACE: Final = Typeface(SMALL, 5, False)


class Setting(NamedTuple):
    """Words as they are set: in a face or, with none, as they are, line by line."""

    face: Typeface | None
    lines: tuple[str, ...]
    stretch: int = 1
    """Rows of pixels to each row of a letter."""

    def rows(self, plain: bool) -> int:
        """The rows of cells that they take; in plain signs each row of pixels takes one."""
        if not self.face:
            return len(self.lines)
        pixels = self.face.height(len(self.lines)) + (self.stretch - 1) * len(self.lines) * self.face.rows
        return pixels if plain else (pixels + 1) // 2


def set_words(
    words: str, width: int, rows: int, tall: bool, plain: bool = False, stretch: int = 1
) -> Setting:
    """The largest setting that fits into so many cells: in one line or a line a word, tall where that is wanted and
    shadows can be drawn, and then stretched where there is room; else the words as they are."""
    words = words.upper()
    apart = tuple(words.split())
    faces = (
        ((TALL_FACE, stretch), (TALL_FACE, 1), (SMALL_FACE, 1)) if tall and not plain else ((SMALL_FACE, 1),)
    )
    for face, stretched in faces:
        for lines in ((words,), apart):
            setting = Setting(face, lines, stretched)
            fits = all(face.has(line) and face.width(line) <= width for line in lines)
            if fits and setting.rows(plain) <= rows:
                return setting
    return Setting(None, (words,))


Shade = Callable[[int, int], int]
"""shade(x, y): the colour of a pixel of a line, from its upper left corner."""


def down(colours: Sequence[int]) -> Shade:
    """A colour for each row, from the top."""
    return lambda _, y: colours[min(y, len(colours) - 1)]


def paint_word(
    canvas: Canvas,
    face: Typeface,
    word: str,
    x: int,
    y: int,
    shade: Shade,
    *,
    plain: bool = False,
    shift: Callable[[int], tuple[int, int] | None] = lambda _: (0, 0),
    stretch: int = 1,
    across: int = 1,
) -> None:
    """A word with its upper left corner at pixel (x, y), or at cell (x, y) in plain signs. `shift` says for each
    letter how far from its place it is, None where it is not to be seen yet; each dot takes `stretch` rows and
    `across` columns."""
    dots = [(dx, dy, moved) for dx, dy, number in face.pixels(word) if (moved := shift(number)) is not None]
    if plain:
        for dx, dy, moved in dots:
            canvas.text(x + dx + moved[0], y + dy + moved[1], "#", shade(dx, dy), bold=True)
        return
    pale = luminance(canvas.ground) > 0.5
    for dx, dy, moved in dots if face.shadow else ():
        left, top = x + across * dx + moved[0], y + stretch * dy + moved[1]
        canvas.fill(left + 1, top + 1, across, stretch, 0, PALE_SHADOW if pale else SHADOW)
    for dx, dy, moved in dots:
        left, top = x + across * dx + moved[0], y + stretch * dy + moved[1]
        canvas.fill(left, top, across, stretch, shade(dx, dy))


def darkened(colours: Sequence[int], dark: bool) -> tuple[int, ...]:
    """The colours of a face on a dark ground as they are, on a light one dark enough to be seen."""
    if not dark and tuple(colours) == GOLD[: len(colours)]:
        return BRONZE[: len(colours)]
    return tuple(colours) if dark else tuple(mix(colour, 0, 0.45) for colour in colours)


def bounced(share: float) -> float:
    """How far something has fallen that bounces twice, by the share of its time."""
    share = max(0.0, min(1.0, share))
    if share < 0.45:
        return (share / 0.45) ** 2
    if share < 0.8:
        return 1 - 0.25 * (1 - ((share - 0.625) / 0.175) ** 2)
    return 1 - 0.06 * (1 - ((share - 0.9) / 0.1) ** 2)


def dropped(share: float) -> int:
    """How many pixels above its place (below 0) a letter is then."""
    return -round(DROP * (1 - bounced(share)))
