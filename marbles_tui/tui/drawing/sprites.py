"""Small shaded pictures, rendered once for each size and colour and kept."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import ceil, hypot, sqrt
from typing import Final, NamedTuple

from marbles_tui.tui.drawing.colour import lit, mix

SAMPLES: Final = 3
"""Each pixel is sampled SAMPLES × SAMPLES times."""

RIM: Final = 1.1
"""The width of a hollow's rim in pixels."""

LIGHT: Final = (-0.48, -0.60, 0.64)
"""Where the light comes from: the upper left, in front."""


class Dot(NamedTuple):
    """A pixel of a sprite: its place from the upper left corner, its colour, and how much it covers."""

    x: int
    y: int
    colour: int
    share: float


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture of `width` × `height` pixels that may be seen through."""

    width: int
    height: int
    dots: tuple[Dot, ...]


@lru_cache(maxsize=1024)
def marble(diameter: int, colour: int) -> Sprite:
    """A shaded sphere, `diameter` pixels across: bright at the upper left with a small highlight, darker
    towards the lower right; at the rim it covers as much of a pixel as the sphere does."""
    radius = diameter / 2
    dots = []
    for y in range(diameter):
        for x in range(diameter):
            shades = _shades(x, y, radius)
            if shades:
                light = sum(shade for shade, _ in shades) / len(shades)
                gloss = sum(gloss for _, gloss in shades) / len(shades)
                pixel = mix(lit(colour, light), 0xFFFFFF, gloss)
                dots.append(Dot(x, y, pixel, len(shades) / SAMPLES**2))
    return Sprite(diameter, diameter, tuple(dots))


@lru_cache(maxsize=64)
def shadow(diameter: int) -> Sprite:
    """The soft dark that a marble of that many pixels throws on what lies beneath."""
    return Sprite(
        diameter, diameter, tuple(Dot(x, y, 0, 0.55 * share) for x, y, _, share in marble(diameter, 0).dots)
    )


@lru_cache(maxsize=64)
def ring(diameter: int) -> Sprite:
    """A thin ring, `diameter` pixels across; its colour is its painter's."""
    radius = diameter / 2
    dots = []
    for y in range(diameter):
        for x in range(diameter):
            within = 0
            for sub in range(SAMPLES**2):
                across = x + (sub % SAMPLES + 0.5) / SAMPLES - radius
                down = y + (sub // SAMPLES + 0.5) / SAMPLES - radius
                within += radius - RIM <= hypot(across, down) <= radius
            if within:
                dots.append(Dot(x, y, 0, within / SAMPLES**2))
    return Sprite(diameter, diameter, tuple(dots))


def _shades(x: int, y: int, radius: float) -> list[tuple[float, float]]:
    """Light and gloss at each sample of a pixel that lies within the sphere."""
    found = []
    for sub in range(SAMPLES**2):
        across = (x + (sub % SAMPLES + 0.5) / SAMPLES - radius) / radius
        down = (y + (sub // SAMPLES + 0.5) / SAMPLES - radius) / radius
        square = across * across + down * down
        if square <= 1:
            towards = sqrt(1 - square)
            diffuse = across * LIGHT[0] + down * LIGHT[1] + towards * LIGHT[2]
            light = 0.34 + 0.86 * max(0.0, diffuse)
            gloss = max(0.0, (diffuse - 0.90) / 0.10) ** 2 * 0.85
            found.append((light, gloss))
    return found


class Cavity(NamedTuple):
    """A pixel of a hollow: how much of it lies inside and on the rim, and the light on it, 0 to 1."""

    x: int
    y: int
    inside: float
    rim: float
    light: float


@lru_cache(maxsize=64)
def hollow(width: int, height: int) -> tuple[Cavity, ...]:
    """A rounded hollow of `width` × `height` pixels, its rim included: round where it is as wide as high."""
    half_x, half_y = width / 2, height / 2
    radius = (1.0 if width == height else 0.9) * min(half_x, half_y)
    pixels = []
    for y in range(height):
        for x in range(width):
            inside = ring = 0
            for sub in range(SAMPLES**2):
                across = abs(x + (sub % SAMPLES + 0.5) / SAMPLES - half_x) - (half_x - radius)
                down = abs(y + (sub // SAMPLES + 0.5) / SAMPLES - half_y) - (half_y - radius)
                within = radius - hypot(max(across, 0), max(down, 0))
                inside += within >= RIM
                ring += 0 <= within < RIM
            if inside or ring:
                slope = ((x + 0.5 - half_x) / half_x * 0.5 + (y + 0.5 - half_y) / half_y) / 1.5
                count = SAMPLES**2
                pixels.append(Cavity(x, y, inside / count, ring / count, 0.5 + slope / 2))
    return tuple(pixels)


def pile(count: int, width: int, height: int, diameter: int) -> list[tuple[int, int]]:
    """Upper left corners for `count` marbles in a box of `width` × `height` pixels, top row first.

    Rows are centred; where there is not room for all side by side, marbles overlap.
    """
    if count <= 0:
        return []
    best: tuple[float, float, int] | None = None
    for columns in range(1, min(count, 6) + 1):
        rows = ceil(count / columns)
        across = _pitch(columns, width, diameter)
        down = _pitch(rows, height, diameter)
        shape = -abs(columns * across / width - rows * down / height)
        score = (round(min(across, down), 1), shape, columns)
        best = max(best, score) if best else score
    assert best
    columns = best[2]
    rows = ceil(count / columns)
    across, down = _pitch(columns, width, diameter), _pitch(rows, height, diameter)
    corners = []
    top = (height - (rows - 1) * down - diameter) / 2
    for row in range(rows):
        here = min(columns, count - row * columns)
        left = (width - (here - 1) * across - diameter) / 2
        corners += [(int(left + across * at + 0.5), int(top + down * row + 0.5)) for at in range(here)]
    return corners


def _pitch(count: int, room: int, diameter: int) -> float:
    """How far apart `count` marbles in a row may lie, at most a diameter."""
    return diameter if count == 1 else min(diameter, max(0.5, (room - diameter) / (count - 1)))
