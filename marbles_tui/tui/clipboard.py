"""Texts that leave the arcade: to the clipboard and to files. Where they are is said in a corner: a path is longer
than what is said beside most boards."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

from marbles_tui.store import save_copy
from marbles_tui.store.files import data_folder, shown
from marbles_tui.tui.kit_app import Kit

PICTURE: Final = "marbles.svg"
"""The file of a picture that a page hands over."""


def copy(app: Kit, text: str, what: str, then: str = "") -> None:
    """Put a text, a record or a position, on the clipboard, and in a file for terminals that have none; `then`: what
    is to be done with it."""
    app.copy_to_clipboard(text)
    if not app.face.files:
        where = "the clipboard" if app.face.exchange else "your clipboard, if your terminal allows that"
        _tell(app, f"The {what} is on {where}.", then)
        return
    app.run_worker(_copy_to_file(app, text, what, then), group="copy")


async def _copy_to_file(app: Kit, text: str, what: str, then: str) -> None:
    file = await asyncio.to_thread(save_copy, text)
    where = f", and in {shown(file)}" if file else ""
    _tell(app, f"The {what} is on the clipboard{where}.", then)


def _tell(app: Kit, where: str, then: str) -> None:
    app.notify(f"{where} {then}".rstrip(), timeout=12 if then else 8, markup=False)


def write(app: Kit, text: str, name: str, what: str) -> None:
    """Write a text to a file of a name beside the matches; a browser is handed it, for guests it goes to the
    clipboard."""
    if app.face.exchange:
        app.face.exchange.offer(name, text)
        app.notify(f"The {what} goes to your downloads as {name}.", timeout=8, markup=False)
    elif not app.face.files:
        copy(app, text, what)
    else:
        app.run_worker(_write(app, text, name, what), group="copy")


async def _write(app: Kit, text: str, name: str, what: str) -> None:
    file = await asyncio.to_thread(save_copy, text, name)
    if file:
        app.notify(f"The {what} is saved in {shown(file)}.", timeout=8, markup=False)
    else:
        trouble = f"The {what} cannot be saved: the folder of your games cannot be written to."
        app.notify(trouble, severity="warning", timeout=8, markup=False)


def take_picture(app: Kit) -> None:
    """Keep the screen, when the list it was chosen from is gone, as a picture beside the matches; in a browser it
    is handed over."""
    if exchange := app.face.exchange:
        app.set_timer(0.1, lambda: exchange.offer(PICTURE, app.export_screenshot()))
        return
    folder = data_folder()
    with suppress(OSError):  # what is wrong is said where the picture cannot be written
        folder.mkdir(parents=True, exist_ok=True)
    app.set_timer(0.1, lambda: app.deliver_screenshot(path=str(folder)))
