"""Colours as packed integers, 0xRRGGBB, and the materials of a board by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from marbles_tui.core.tuples import NamedTuple


def mix(under: int, over: int, share: float) -> int:
    """`under` covered by `over` to a share of 0 (not at all) to 1 (wholly)."""
    if share <= 0:
        return under
    if share >= 1:
        return over
    keep = 1 - share
    return (
        int((under >> 16) * keep + (over >> 16) * share + 0.5) << 16
        | int((under >> 8 & 255) * keep + (over >> 8 & 255) * share + 0.5) << 8
        | int((under & 255) * keep + (over & 255) * share + 0.5)
    )


def lit(colour: int, light: float) -> int:
    """A colour in more (above 1) or less light (below 1)."""
    return mix(0, colour, light) if light <= 1 else mix(colour, 0xFFFFFF, light - 1)


def luminance(colour: int) -> float:
    """How light a colour looks, 0 to 1."""
    return (0.299 * (colour >> 16) + 0.587 * (colour >> 8 & 255) + 0.114 * (colour & 255)) / 255


def ink_on(colour: int) -> int:
    """In what a picture on a tile of a colour is drawn: nearly white, or a deeper tone of its own."""
    if luminance(colour) < 0.55:
        return mix(colour, 0xFFFFFF, 0.9)
    return sum(int((colour >> shift & 255) ** 2 / 255 * 0.36) << shift for shift in (16, 8, 0))


class PieceColours(NamedTuple):
    """The colours of what must be told apart, one a seat: the usual ones, and others by the keys of themes."""

    usual: tuple[int, ...]
    themes: Mapping[str, tuple[int, ...]] = {}

    names: tuple[str, ...] = ()
    """What the usual ones are called, one a seat; none where nobody needs to say it."""

    theme_names: Mapping[str, tuple[str, ...]] = {}
    """The same in themes of our own."""

    def called(self, theme: str) -> tuple[str, ...]:
        """What the colours of a theme are called."""
        return self.theme_names.get(theme, self.names)

    def of(self, theme: str) -> tuple[int, ...]:
        """The colours in a theme."""
        return self.themes.get(theme, self.usual)


class Palette:
    """The materials of a board: by name, and those that are others on light themes. The pieces of seat 0 are of the
    material `seat0`, and so on."""

    def __init__(
        self,
        materials: Mapping[str, int],
        light: Mapping[str, int] = MappingProxyType({}),
        seats: PieceColours | None = None,
    ) -> None:
        self.materials, self.light, self.seats = materials, light, seats

    def colours(self, roles: Mapping[str, int], theme: str, dark: bool) -> Colours:
        """All colours in a theme, whose own are the `roles`: those of ground, words and marks."""
        seats = self.seats.of(theme) if self.seats else ()
        pieces = {f"seat{seat}": colour for seat, colour in enumerate(seats)}
        return Colours({**roles, **MARBLES, **self.materials, **({} if dark else self.light), **pieces})


class Colours(dict[str, int]):
    """Colours by name; a name with `:1.2` or `:0.6` behind it is that colour in more or less light."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __missing__(self, name: str) -> int:
        base, _, light = name.rpartition(":")
        if not base:
            raise KeyError(name)
        colour = self[name] = lit(self[base], float(light))
        return colour


MARBLES = {
    "red": 0xE8483F, "blue": 0x3F8FE8, "yellow": 0xEBC23B, "green": 0x54BE5C, "violet": 0xB465E0, "orange": 0xE88A3C,
    "teal": 0x35C3C3,
}  # fmt: skip
"""Loose marbles, that belong to nobody."""

NO_PALETTE = Palette({})
