"""An app whose boards show their pieces as images, on terminals that can, and only where nothing lies over them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

from textual.app import ScreenStackError
from textual.geometry import Region

from marbles_tui.core.palette import Colours
from marbles_tui.tui.kit.capabilities import FIRST, REPLIED, SIZES, Ability, heard, may_be_asked
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.textual_patches.driver import TerminalReply
from marbles_tui.tui.textual_patches.screens import AppBase

if TYPE_CHECKING:
    from textual.widget import Widget

    from marbles_tui.core.scene import Scene
    from marbles_tui.tui.kit.placements import Placements
    from marbles_tui.tui.kit.view import View
else:
    Widget = object

ImagesFor = tuple[tuple[int, int] | None, tuple[Region, ...]]
"""The size of a cell, and what images must not cover."""

SOON = 0.03
"""Seconds until more images are painted."""


class ImageBoard(Widget):
    """A widget whose pieces may be images."""

    app: CanvasApp

    painted_for: ImagesFor | None = None
    """What its images depended on besides its scene when it was painted last."""

    @property
    def marbles(self) -> str:
        """What its marbles are made of."""
        return self.app.marbles

    def repaint(self, *, at_once: bool = False) -> None:
        """Paint again. `at_once`: not together with what else changes in the same moment."""
        raise NotImplementedError


class CanvasApp(AppBase):
    """What boards and pictures need of the app they are in, and the images of its terminal.

    A board asks for `images_for` whenever it is drawn, and again where that has changed; it draws in cells what
    `in_cells` leaves, and calls `show_images` where no cell of it has changed."""

    frames: ClassVar[int] = 24
    """How many pictures a second are shown in cells."""

    smooth: ClassVar[int] = 60
    """And in images."""

    ability = Ability()
    """What the terminal can."""

    _replied = ability
    """The same while it replies."""

    _learned = ability
    """What was drawn for."""

    _board: ImageBoard | None = None
    _split: tuple[Scene, View, Colours] | None = None
    _painting = False
    _unguard: Callable[[], object] | None = None

    @cached_property
    def _placements(self) -> Placements:
        from marbles_tui.tui.kit.placements import Placements  # not for the first paint

        return Placements()

    @property
    def _has_shown(self) -> bool:
        """Whether there may be images."""
        return "_placements" in self.__dict__

    # What the drawing code has to know

    @property
    def look(self) -> Look:
        """The skin and the theme's colours."""
        raise NotImplementedError

    @property
    def shows_colours_as_they_are(self) -> bool:
        """Whether nothing becomes of a clean line in colours of its own on its way to the terminal."""
        return False

    @property
    def late(self) -> float:
        """Seconds by which others who share this process are kept waiting: fewer frames are shown then."""
        return 0.0

    @property
    def lively(self) -> bool:
        """Whether pictures that nobody plays with move."""
        return True

    def pace(self, board: ImageBoard) -> int:
        """How many pictures a second a board shows."""
        return self.smooth if self.images_for(board) else self.frames

    # What is asked of the terminal

    @property
    def terminal_environ(self) -> Mapping[str, str]:
        """What the environment tells of the terminal; empty for one that is not asked."""
        return {}

    @property
    def marbles(self) -> str:
        """What the settings say of them."""
        return "auto"

    def ask_terminal(self) -> None:
        """Ask what it can, if it is one to be asked."""
        if self._driver and not self.is_headless and may_be_asked(self.terminal_environ):
            self._driver.write(FIRST)
            self._driver.flush()

    def on_terminal_reply(self, message: TerminalReply) -> None:
        """Once it has replied to all that it was asked, take what it can for granted: all is drawn anew but once."""
        self._replied, question = heard(self._replied, message.text, (self.size.width, self.size.height))
        if question and self._driver:
            self._driver.write(question)
            self._driver.flush()
        elif message.text.startswith(REPLIED):
            before, self._learned, self.ability = self._learned, self._replied, self._replied
            if any(
                getattr(self.ability, what) != getattr(before, what)
                for what in ("octants", "images", "cell", "all_colours")
            ):
                self.learned()
            elif self._board and self._board.is_attached:
                self._board.repaint()

    def learned(self) -> None:
        """More is known of the terminal: draw as it can."""

    def on_resize(self) -> None:
        """Images lie elsewhere now, and a cell may be of another size."""
        if self._driver and (self.ability.cell or self._replied.cell):
            self.ability, self._replied = self.ability._replace(cell=None), self._replied._replace(cell=None)
            self._driver.write((self._placements.hide() if self._has_shown else "") + SIZES)

    # What is shown

    def images_for(self, board: ImageBoard) -> ImagesFor | None:
        """What the images of a board depend on besides its scene; None where it has none."""
        return (self.ability.cell, self._covers_of(board)) if self._shows(board) else None

    def in_cells(self, board: ImageBoard, scene: Scene, seen: View, colours: Colours) -> Scene:
        """A scene without what will be images over it."""
        known = board.painted_for = self.images_for(board)
        if self._board is not board and self.wants_images(self._board):
            return scene
        self._board, self._split = board, None
        cell, covers = known or (None, ())
        if not cell:
            return scene
        self._split = scene, seen, colours
        return self._placements.split(scene, seen, board.content_size, cell, colours, covers)

    def no_images(self, board: ImageBoard) -> None:
        """A board is drawn in cells alone."""
        board.painted_for = self.images_for(board)
        if self._board is board:
            self._split = None

    def show_images(self) -> None:
        """Show the images as they are now."""
        if self._driver and self._running and not self._closed and not self._batch_count:
            text = self._images_now()
            if text:
                self._begin_update()
                self._driver.write(text)
                super()._end_update()
                self._driver.flush()

    def _end_update(self) -> None:
        if self._driver and (text := self._images_now()):
            self._driver.write(text)
        super()._end_update()

    def _images_now(self) -> str:
        board = self._board
        if board is None:
            return self._placements.hide() if self._has_shown else ""
        if board.painted_for != self.images_for(board):
            self.call_later(board.repaint)
            if self._split:
                self.in_cells(board, *self._split)
        if self._split is None:
            return self._placements.hide() if self._has_shown else ""
        if self._placements.unfinished and not self._painting:
            self._painting = True
            self.set_timer(SOON, self._go_on)
        if not self._unguard:
            self._unguard = self.guard_terminal()
        return self._placements.show(board.content_region.offset)

    def _go_on(self) -> None:
        """Paint the images that are still missing."""
        self._painting = False
        if self._board and self._board.is_attached:
            self._board.repaint()

    def _shows(self, board: ImageBoard) -> bool:
        """Whether the pieces of a board are images: of one on the screen, where that lies on top."""
        return self.wants_images(board) and (
            self._board in (None, board) or not self.wants_images(self._board)
        )

    def wants_images(self, board: ImageBoard | None) -> bool:
        """Whether a board would have images, if no other one had."""
        return board is not None and self._is_seen(board) and self.ability.shows_images(board.marbles)

    def _is_seen(self, board: ImageBoard | None) -> bool:
        if not board or not board.is_attached:
            return False
        try:
            return board.screen is self.screen and board in board.screen._compositor.visible_widgets
        except ScreenStackError:
            return False

    def _covers_of(self, board: ImageBoard) -> tuple[Region, ...]:
        """What lies over a board, in its cells: toasts, tips, whatever is drawn after it."""
        found, around = [], board.content_region
        for widget, (region, clip) in board.screen._compositor.visible_widgets.items():  # the uppermost first
            if widget is board:
                outer = region.intersection(clip)
                break
            shown = region.intersection(clip)
            if shown.overlaps(around):
                found.append(shown.translate(-around.offset))
        else:
            outer = around
        if not outer.contains_region(around):
            return (Region(0, 0, *around.size),)  # it is cut off somewhere
        return tuple(found)

    # The end

    def guard_terminal(self) -> Callable[[], object]:
        """Have images go also where this process is killed; what is returned is called when they are gone."""
        return lambda: None

    def free_images(self) -> str:
        """What the terminal has to be told before it is left to others."""
        if self._unguard:
            self._unguard()
            self._unguard = None
        return self._placements.forget() if self._has_shown else ""
