"""Screens that keys, clicks, sizes and results may reach too early or too late."""

from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable
from functools import partial
from inspect import isawaitable
from time import monotonic
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

from textual import events, on
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import MountError
from textual.worker import Worker, WorkerState, WorkType

from marbles_tui.core import Game
from marbles_tui.core.tuples import NamedTuple
from marbles_tui.tui.kit.lines import ROOMY, TooSmall
from marbles_tui.tui.textual_patches.screens import DrawnOnce, LateMessages, is_there

R = TypeVar("R")
T = TypeVar("T")

SMALLEST: Final = (60, 18)
"""Columns and rows a table needs."""

PATIENCE: Final = 2.0
"""Seconds that a key waits for its screen."""


OWN_KEYS: Final = ""
"""Stands for a game's own keys where sections of the help are named."""


class HelpTopic(NamedTuple):
    """What the help of a screen is about."""

    game: Game | None = None
    sections: tuple[str, ...] = ()
    """The headings in `keys.md` of the keys it begins with, or OWN_KEYS; the others follow."""
    title: str = ""
    """What it is called where it is about no game."""
    page: str = ""
    """The page that tells of that, `table/help/<page>.md`."""


PORTRAIT: Final = 1.15
"""How many times as high as wide a portrait is at least; a cell is about twice as high as wide."""

AnyScreen: TypeAlias = "Screen[Any]"
"""A screen, whatever it answers."""


class ArcadeScreen(DrawnOnce[R], LateMessages[R], Screen[R]):
    """A screen that can be left at any time: what it hears when parts of it are gone already is dropped, and
    work that misses them ends. It is as large as the window is now, whatever size it is told late.

    What the arcade asks of any screen is written here, with answers that do for most.
    """

    help_page: str = ""
    """The help page of its own, `table/help/<name>.md`; "" where the help of games is asked for."""

    lists_puzzles: ClassVar[bool] = False
    """Whether it is the page of all puzzles."""

    tells_of_games: bool = False
    """Whether it says itself that a game of somebody who visits a house begins, or leads there."""

    holds_tables: ClassVar[bool] = False
    """Whether tables at which people elsewhere sit are shown above it, and left for it."""

    _beat: Timer | None = None

    _reading: object = None
    """The worker that reads what is shown: it is waited for for a moment."""

    @property
    def _has_heard_all(self) -> bool:
        reads = isinstance(self._reading, Worker) and not self._reading.is_finished
        return not reads and super()._has_heard_all

    @property
    def game_shown(self) -> Game | None:
        """The game that help and set-up are about; None for all."""
        return None

    @property
    def help_topic(self) -> HelpTopic:
        """What help is about here, where there is no `help_page`."""
        return HelpTopic(self.game_shown, self.help_sections)

    @property
    def help_sections(self) -> tuple[str, ...]:
        """The sections of `keys.md` that tell of its keys."""
        return (OWN_KEYS,)

    @property
    def unsaved(self) -> bool:
        """Whether it holds work that would be lost if the arcade were left."""
        return False

    def quit_arcade(self) -> None:
        """Leave the arcade, after asking what is to become of unsaved work."""
        self.app.exit()

    def rescue(self) -> None:
        """Keep unsaved work as well as can be: the arcade is about to end, and nobody can be asked."""

    def end_show(self) -> bool:
        """End a show that any key ends; whether this is one."""
        return False

    @on(events.Resize)
    def ask_for_room(self, event: events.Resize) -> None:
        """A window may be too small."""
        width, height = SMALLEST
        if (event.size.width < width or event.size.height < height) and not self.query("TooSmall"):
            self.mount(TooSmall(width, height))
        self._class_for_shape()

    @property
    def is_portrait(self) -> bool:
        """Whether the window is so much higher than wide that things stand below each other."""
        width, height = self.app.size
        return 2 * height >= PORTRAIT * width

    def _take_classes_for_size(self) -> None:
        super()._take_classes_for_size()
        self._class_for_shape()

    def _class_for_shape(self) -> None:
        self.set_class(self.is_portrait, "-portrait")
        self.set_class(self.app.size.height >= ROOMY, "-roomy")

    def heard(self) -> object:
        """Something has changed elsewhere while this screen is shown: among the others in a house, in what is played
        meanwhile."""

    def heeds(self, action: str) -> bool:
        """Whether an action that a key or a click asks for is done now."""
        return True

    def dress(self) -> None:
        """Draw in the skin, the theme and the settings as they are now."""

    def tick(self, seconds: float, callback: Callable[[], object]) -> None:
        """Call something again and again, but not while another screen lies above. A screen has one such clock."""
        self._beat = self.set_interval(seconds, callback)

    @on(events.ScreenSuspend)
    def _pause_beat(self) -> None:
        if self._beat:
            self._beat.pause()

    @on(events.ScreenResume)
    def _resume_beat(self) -> None:
        if self._beat:
            self._beat.resume()

    def run_worker(
        self,
        work: WorkType[T],
        name: str | None = "",
        group: str = "default",
        description: str = "",
        exit_on_error: bool = False,
        start: bool = True,
        exclusive: bool = False,
        thread: bool = False,
    ) -> Worker[T]:
        """Do work at the same time; what it raises is raised here."""
        return super().run_worker(work, name, group, description, False, start, exclusive, thread)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Work may have failed."""
        if event.state is WorkerState.ERROR and event.worker.error:
            raise event.worker.error

    def call_after_refresh(self, callback: Callable[..., object], *args: object, **named: object) -> bool:
        """Call something when all is shown, which another screen may do in this one's stead."""
        return super().call_after_refresh(self.if_there, partial(callback, *args, **named))

    async def if_there(self, callback: Callable[..., object]) -> None:
        """Call something; what it misses is no mistake if this screen has been left."""
        try:
            done = callback()
            if isawaitable(done):
                await done
        except (NoMatches, MountError):
            if is_there(self):
                raise


async def is_laid(screen: AnyScreen) -> bool:
    """Whether a screen is laid out, which it is in a moment after it was opened; False if it never is, or was left
    meanwhile."""
    end = monotonic() + PATIENCE
    while not screen.is_mounted:
        if monotonic() > end:
            return False
        await sleep(0.005)
    return is_there(screen)


def leave(screen: Screen[R], result: R | None = None) -> None:
    """Dismiss a screen with a result; nothing if it was left already, which a key typed twice would ask for."""
    if screen.is_active:
        screen.dismiss(result)
