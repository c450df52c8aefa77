"""Joins pictures of the screen to a film."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import AsyncIterable
from pathlib import Path
from typing import Any, Final

from PIL import Image

from tests.web.browser import Tab

FRAME, STILL = 80, 1200
"""Milliseconds that a frame is shown, and the first and the last of a film."""

SHADE: Final = 8
"""Pixels a frame, on average, from which on a colour is a shade and not the soft edge of a letter."""


async def film(tab: Tab, frames: AsyncIterable[str], size: tuple[int, int], file: Path) -> None:
    """Draw frames, each an SVG of so many pixels, in a browser, and write them to a GIF that repeats itself."""
    await tab.page.set_viewport_size({"width": size[0], "height": size[1]})
    await tab.page.set_content("<style>body { margin: 0 } svg { width: 100vw }</style><main></main>")
    images: list[Image.Image] = []
    async for text in frames:
        await tab.page.evaluate("text => { document.querySelector('main').innerHTML = text }", text)
        images.append(Image.open(io.BytesIO(await tab.page.screenshot())).convert("RGB"))
    palette = _palette(images)
    first, *others = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images)
    duration = [STILL, *[FRAME] * (len(others) - 1), STILL]
    first.save(file, save_all=True, append_images=others, duration=duration, loop=0, optimize=True)


def _palette(images: list[Image.Image]) -> Image.Image:
    """256 colours for all frames. Each shade counts once: else the many greys of a board take all of them."""
    seen: Counter[Any] = Counter()
    for image in images:
        seen.update({colour: count for count, colour in image.getcolors(image.width * image.height) or ()})
    shades = [colour for colour, count in seen.items() if count >= SHADE * len(images)]
    every = Image.new("RGB", (len(shades), 1))
    every.putdata(shades)
    return every.quantize(256, Image.Quantize.MEDIANCUT, kmeans=8)
