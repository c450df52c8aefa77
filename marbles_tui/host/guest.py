"""A guest's arcade: the same as at home, in a process that many share."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, Final

from rich.color import ColorSystem

from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.host.driver import GuestDriver
from marbles_tui.host.limits import Limits
from marbles_tui.host.resources import Pulse
from marbles_tui.host.terminal import Terminal
from marbles_tui.store import StoreThread, load
from marbles_tui.store.matches import FILE as MATCHES
from marbles_tui.store.settings import FILE as SETTINGS
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.face import guest
from marbles_tui.tui.styled_app import NAMES
from marbles_tui.tui.textual_patches.shared_process import ColourSystem, SharedProcess

TRUE_COLOUR: Final = (
    "kitty",
    "ghostty",
    "alacritty",
    "foot",
    "wezterm",
    "contour",
    "direct",
    "truecolor",
    "iterm",
    "tmux",  # which knows what is below it
)
"""Parts of the names of terminals that show any colour."""

PLAIN: Final = ("dumb", "vt", "linux", "ansi", "cons", "sun")
"""How the names of terminals begin that show few colours."""


def colours_of(term: str, all_colours: bool = False) -> ColourSystem:
    """How many colours a terminal shows, as far as the name of its kind tells; all where its environment says so
    (COLORTERM). Others may say more when they are asked who they are."""
    name = term.lower()
    if all_colours or any(part in name for part in TRUE_COLOUR):
        return "truecolor"
    if "256" not in name and name.startswith(PLAIN):
        return "standard"
    return "256"


class GuestArcade(SharedProcess, Arcade):
    """An arcade at a terminal elsewhere."""

    frames: ClassVar[int] = 10
    smooth: ClassVar[int] = 20

    def __init__(
        self,
        terminal: Terminal,
        limits: Limits,
        colours: ColourSystem,
        *,
        term: str = "",
        pulse: Pulse | None = None,
        **named: Any,
    ) -> None:
        """`term`: what the terminal is called; `pulse`: that of the process; `named`: as for an Arcade."""
        self._term = term
        self._pulse = pulse
        self.colour_system = colours
        self.terminal, self.limits = terminal, limits
        self.shown = asyncio.Event()
        """Set when the first screen is there."""
        super().__init__(few_colours=colours == "standard", **named)
        self.driver_class = GuestDriver

    def on_ready(self) -> None:
        """The first screen is there."""
        super().on_ready()
        self.shown.set()

    def learned(self) -> None:
        """Show all colours where the terminal is one that does."""
        if self.ability.all_colours and self.colour_system == "256":
            self.colour_system = "truecolor"
            self.take_colours(ColorSystem.TRUECOLOR)
        super().learned()

    @property
    def late(self) -> float:
        """Seconds by which the guests are kept waiting."""
        return self._pulse.late() if self._pulse else 0.0

    @property
    def terminal_environ(self) -> Mapping[str, str]:
        """What is known of the guest's: its name alone."""
        return {"TERM": self._term}

    def typed(self, text: str) -> None:
        """The guest's terminal has sent something."""
        if self._pulse:
            self._pulse.typed(text)

    def deliver_screenshot(self, *args: Any, **named: Any) -> None:
        """No picture is made: it would be a file of the host's."""

    def say_paste_too_long(self) -> None:
        """A paste was dropped."""
        self.notify(
            f"What you pasted is longer than {self.limits.paste:,} characters, the most allowed here.",
            severity="warning",
            markup=False,
        )

    def say_farewell(self, sentence: str) -> None:
        """Leave the arcade, whatever is on the screen; the sentence is left on the terminal."""
        self.farewell = sentence
        self.exit()

    farewell = ""
    """What the terminal says in the end, besides good-bye."""


def arcade_for(
    terminal: Terminal, limits: Limits, term: str, folder: Path, engine: EngineClient, name: str, **named: Any
) -> GuestArcade:
    """The arcade of somebody whose settings, games and boards lie in a folder, and who is called `name`, "" where
    they have chosen no name yet."""
    settings, _ = load(NAMES, folder / SETTINGS)
    settings = replace(settings, name=name)
    return GuestArcade(
        terminal,
        limits,
        colours_of(term, terminal.all_colours),
        term=term,
        settings=settings,
        store=StoreThread(folder / MATCHES),
        engine=engine,
        face=guest(folder),
        **named,
    )


async def play(arcade: GuestArcade, starts: asyncio.Semaphore) -> None:
    """Run an arcade until it is left; only as many as `starts` allows begin at the same time."""
    async with starts:
        running = asyncio.create_task(arcade.run_async(size=arcade.terminal.size), name="guest")
        shown = asyncio.create_task(arcade.shown.wait())
        await asyncio.wait((running, shown), return_when=asyncio.FIRST_COMPLETED)
        shown.cancel()
        with suppress(asyncio.CancelledError):
            await shown
    await running
