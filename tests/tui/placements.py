"""A small terminal that keeps what it is told of images: those sent, and where they are placed."""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from dataclasses import dataclass, field
from typing import NamedTuple

PART = re.compile(r"\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\|\x1b\[(\d+);(\d+)H|\x1b\[\?1049([hl])|(\x1b\[2J)")


class Placement(NamedTuple):
    """An image on the screen: its corner in pixels, how high it lies, how much of it is seen, and from where on."""

    image: int
    x: int
    y: int
    z: int
    width: int
    height: int
    left: int
    top: int


@dataclass
class KittyTerminal:
    """Reads what is written to it. Two things must never happen: a placement of an image that was not sent, and an
    offset that leaves its cell."""

    cell: tuple[int, int] = (10, 20)
    name: str = "kitty(0.26.5)"
    """What it calls itself; "" for one that does not."""
    images: dict[int, tuple[int, int, bytes]] = field(default_factory=dict)
    """Width, height and RGBA of each."""
    placements: dict[tuple[int, int], Placement] = field(default_factory=dict)
    """By the numbers of image and placement."""
    _cursor: tuple[int, int] = (0, 0)
    _coming: tuple[dict[str, str], str] | None = None

    def write(self, text: str) -> None:
        """Take what is written."""
        for keys, data, row, column, screen, cleared in PART.findall(text):
            if row:
                self._cursor = int(column) - 1, int(row) - 1
            elif screen or cleared:  # another screen has images of its own
                self.placements.clear()
                if screen:
                    self.images.clear()
            else:
                self._obey(dict(part.split("=") for part in keys.split(",")), data)

    def replies(self, text: str) -> list[str]:
        """What it replies to the questions in a text."""
        width, height = self.cell
        replies = {
            "\x1b[>q": f"\x1bP>|{self.name}\x1b\\" * bool(self.name),
            "\x1b[14t": "",
            "\x1b[16t": f"\x1b[6;{height};{width}t",
            "a=q": "\x1b_Gi=31;OK\x1b\\",
            "\x1b[c": "\x1b[?62;c",
        }
        return [reply for question, reply in replies.items() if question in text and reply]

    def seen(self) -> dict[tuple[int, int], list[int]]:
        """The images that lie on each other, the lowest first, at some pixels of each of them."""
        dots = set()
        for _, x, y, _, width, height, _, _ in self.placements.values():
            dots |= {(x + width * dx // 4, y + height * dy // 4) for dx in (1, 2, 3) for dy in (1, 3)}
        return {dot: [placed.image for placed in self.at(*dot)] for dot in dots}

    def at(self, x: int, y: int) -> list[Placement]:
        """The placements that can be seen at a pixel, the lowest first."""
        found = []
        for placed in self.placements.values():
            width, _, dots = self.images[placed.image]
            dx, dy = x - placed.x, y - placed.y
            if (
                dx in range(placed.width)
                and dy in range(placed.height)
                and dots[4 * ((dy + placed.top) * width + dx + placed.left) + 3]
            ):
                found.append(placed)
        return sorted(found, key=lambda placed: placed.z)

    def _obey(self, keys: dict[str, str], data: str) -> None:
        assert keys.get("q", "2") == "2", "it would answer"
        if self._coming or keys.get("a") == "t":
            first, before = self._coming or (keys, "")
            assert len(data) <= 4096
            self._coming = (first, before + data) if keys["m"] == "1" else None
            if self._coming is None:
                self._keep(first, before + data)
        elif keys["a"] == "p":
            number, (width, height) = int(keys["i"]), self.cell
            dx, dy = int(keys["X"]), int(keys["Y"])
            assert number in self.images, "an image that was not sent"
            assert dx in range(width), "an offset that leaves the cell"
            assert dy in range(height), "an offset that leaves the cell"
            assert keys["C"] == "1", "it would move the cursor"
            x, y = self._cursor[0] * width + dx, self._cursor[1] * height + dy
            whole = self.images[number]
            size = int(keys.get("w", whole[0])), int(keys.get("h", whole[1]))
            left, top = int(keys.get("x", 0)), int(keys.get("y", 0))
            assert 0 < size[0] <= whole[0] - left, "a part that is not there"
            assert 0 < size[1] <= whole[1] - top, "a part that is not there"
            self.placements[number, int(keys["p"])] = Placement(
                number, x, y, int(keys["z"]), *size, left, top
            )
        elif keys["a"] == "d" and keys.get("d") == "i":
            self.placements.pop((int(keys["i"]), int(keys["p"])))
        elif keys["a"] == "d":
            self.placements.clear()
            if keys.get("d") == "A":
                self.images.clear()
        else:
            assert keys["a"] == "q", keys

    def _keep(self, keys: dict[str, str], data: str) -> None:
        dots, width, height = zlib.decompress(b64decode(data)), int(keys["s"]), int(keys["v"])
        assert len(dots) == 4 * width * height
        self.images[int(keys["i"])] = width, height, dots
