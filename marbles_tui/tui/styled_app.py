"""An app that looks as its settings say, on every screen and at once when they change."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from rich.color import ColorSystem
from textual.app import App
from textual.filter import LineFilter, Monochrome
from textual.theme import BUILTIN_THEMES, Theme

from marbles_tui.store import Settings, StoreThread, save
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.face import DESKTOP, Face
from marbles_tui.tui.kit import capabilities
from marbles_tui.tui.kit.capabilities import MARBLES, may_be_asked
from marbles_tui.tui.kit.fit import Grid
from marbles_tui.tui.kit.lines import DATES
from marbles_tui.tui.kit.look import SKIN_KEYS, THEMES, Look, Skin, show_in_256, skin_of, word_colours
from marbles_tui.tui.kit.terminal_images import CanvasApp
from marbles_tui.tui.line_filters import AsciiFilter, Chain, SanitizeFilter
from marbles_tui.tui.terminal import in_browser, restore_if_killed
from marbles_tui.tui.textual_patches.rules_and_lines import share_rules_and_lines
from marbles_tui.tui.textual_patches.screens import Redraw, mount_without_tasks, render_what_is_seen
from marbles_tui.tui.textual_patches.shared_process import tell_terminals_apart

if TYPE_CHECKING:
    from marbles_tui.store import MatchStore

DEPTHS: Final = {"all": ColorSystem.TRUECOLOR, "256": ColorSystem.EIGHT_BIT, "16": ColorSystem.STANDARD}
"""The colours that a terminal is sent where so many are chosen."""

LOOKS: Final = ("skin", "marbles", "colours", "reduced_motion", "dates")
"""Settings beside the theme that are seen everywhere."""

NAMES: Final = {
    "skin": SKIN_KEYS,
    "marbles": MARBLES,
    "colours": ("auto", *DEPTHS, "none"),
    "dates": tuple(DATES),
    "theme": (*(theme.name for theme in THEMES), *BUILTIN_THEMES),
}
"""The names that a setting may be, where it is one of several."""


class StyledApp(Redraw, CanvasApp):
    """Holds the settings, and draws in their theme and skin."""

    def __init__(
        self,
        settings: Settings,
        store: StoreThread,
        few_colours: bool,
        face: Face = DESKTOP,
        ascii_alone: bool = False,
    ) -> None:
        """The settings are saved by the thread of `store`, where `face` keeps them. `few_colours`: the terminal has
        too few for shades; `ascii_alone`: it shows no other signs."""
        share_rules_and_lines()
        render_what_is_seen()
        mount_without_tasks()
        show_in_256()
        super().__init__()
        for theme in THEMES:
            self.register_theme(theme)
        if settings.theme in self.available_themes:  # before any style is read in other colours
            self.set_reactive(App.theme, settings.theme)
        self.settings = self._written = settings
        self.stylesheet.set_variables(self.get_css_variables())
        self.store = store
        self.face = face
        self._few_colours, self._ascii_alone = few_colours, ascii_alone
        self._worn: tuple[tuple[Skin, Theme, bool, Grid], Look] | None = None
        self._found_colours: tuple[bool, ColorSystem | None] | None = None
        self._found_motion = self.animation_level
        self._sanitize_filter, self._ascii_filter = SanitizeFilter(), AsciiFilter()
        self._grey_filter = Monochrome()
        self._chain = Chain(())
        self._turn_told, self._titled = "", False

    async def _process_messages(self, *args: Any, **named: Any) -> None:
        asyncio.get_running_loop().set_task_factory(None)  # see textual_patches/shared_process.py
        await super()._process_messages(*args, **named)

    def follow_settings(self) -> None:
        """Take on the theme and the skin of the settings, and follow them from now on."""
        self._event_loop = asyncio.get_running_loop()
        self._found_motion = self.animation_level
        self._take_colours_and_motion()
        if self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
        self.theme_changed_signal.subscribe(self, lambda _: self._restyle())
        self.set_class(self.face.touch, "-touch")
        self.set_class(self.look.skin.plain, "-plain")
        self.set_class(not self.look.filled, "-lined")

    @property
    def lively(self) -> bool:
        """Whether pictures move while nobody plays with them."""
        return self.face.lively

    # The look

    @property
    def look(self) -> Look:
        """The skin and the theme's colours."""
        skin = self._skin_of(self.settings)
        worn = (skin, self.current_theme, not self.no_color, self.ability.grid(self.marbles))
        if self._worn is None or self._worn[0] != worn:
            self._worn = (worn, Look.of(*worn[:3])._replace(grid=worn[3]))
        return self._worn[1]

    def look_of(self, settings: Settings) -> Look:
        """What boards would look like with these settings."""
        theme = self.available_themes.get(settings.theme, self.current_theme)
        colourless = self._is_colourless(settings)
        depth = {"256": 256, "16": 16, "none": 1}.get(settings.colours, 1 if colourless else 0)
        look = Look.of(self._skin_of(settings), theme, not colourless)
        return look._replace(grid=self.ability.grid(self.drawn_as(settings.marbles)), depth=depth)

    def _skin_of(self, settings: Settings) -> Skin:
        few = settings.colours == "16" or (settings.colours == "auto" and self._few_colours)
        return skin_of(settings.skin, few, self._is_colourless(settings), self._ascii_alone)

    def _is_colourless(self, settings: Settings) -> bool:
        asked = self._found_colours[0] if self._found_colours else self.no_color
        return settings.colours == "none" or (settings.colours == "auto" and asked)

    def _take_colours_and_motion(self) -> None:
        """Show as many colours, and as much motion, as is chosen."""
        self.animation_level = "none" if self.settings.reduced_motion else self._found_motion
        chosen = self.settings.colours
        if self._found_colours is None:
            if chosen == "auto":
                return
            self._found_colours = self.no_color, self.console._color_system
            tell_terminals_apart()  # codes are kept with styles otherwise
        self.console._color_system = DEPTHS.get(chosen, self._found_colours[1])
        self.no_color = self._is_colourless(self.settings)

    def take_colours(self, system: ColorSystem) -> None:
        """Show so many colours from now on, where the settings leave that to the terminal."""
        if self._found_colours:
            self._found_colours = self._found_colours[0], system
        if self.settings.colours == "auto":
            self.console._color_system = system

    @property
    def marbles(self) -> str:
        """What marbles are made of."""
        return self.drawn_as(self.settings.marbles)

    def drawn_as(self, chosen: str) -> str:
        """A choice of what marbles are made of; where colours are few, or not seen, they are never images."""
        images = chosen == "pixels" or (chosen == "auto" and self.ability.images)
        return "quadrants" if images and (self._few_colours or self.no_color) else chosen

    @property
    def terminal_environ(self) -> Mapping[str, str]:
        """What the environment tells of the terminal; a browser and Windows are not asked."""
        ours = self.face.process and self.face.files and not in_browser() and sys.platform != "win32"
        return os.environ if ours else {}

    def guard_terminal(self) -> Callable[[], object]:
        """Have images go also where this process is killed."""
        return restore_if_killed() if self.face.process else super().guard_terminal()

    # Around the arcade

    @property
    def _around(self) -> str:
        """The name of a terminal that may be told something beside what it shows; "" for one that might write it."""
        told = self.settings.turns and self._driver is not None and not self.is_headless
        return self.ability.name if told and may_be_asked(self.terminal_environ) else ""

    def tell_turn(self, words: str) -> None:
        """Say in the window's title whose turn it is, and in a notice where nobody looks: fixed words, and the title
        of a game; "" says nothing of that."""
        before, self._turn_told = self._turn_told, words
        name = self._around
        if words == before or name not in capabilities.TITLES or not self._driver:
            return
        shown = words.replace("●", "*") if self._ascii_alone else words
        save, self._titled = "" if self._titled else capabilities.SAVE, True
        news = words.startswith(capabilities.YOURS) and not self.app_focus
        self._driver.write(save + capabilities.titled(shown or capabilities.NAME))
        if news:
            self._driver.write(capabilities.notice(name, shown.removeprefix(shown[:2])))

    def restore_title(self) -> None:
        """Bring the title back that there was."""
        if self._titled and self._driver:
            self._driver.write(capabilities.RESTORE)

    def _set_pointer_shape(self, shape: str) -> None:
        """Only where the terminal takes shapes."""
        if self._around in capabilities.POINTERS:
            super()._set_pointer_shape(shape)

    def learned(self) -> None:
        """Draw as the terminal can, and tell it what it has not been told before it had a name."""
        self._restyle()
        if self._turn_told and not self._titled:
            words, self._turn_told = self._turn_told, ""
            self.tell_turn(words)

    def get_css_variables(self) -> dict[str, str]:
        """The theme's colours, those of words so that they can be read."""
        if not hasattr(self, "settings"):  # asked by Textual before the theme is known
            return {}
        variables = super().get_css_variables()
        self.theme_variables = variables | word_colours(variables)
        return self.theme_variables

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line goes through on its way to the terminal."""
        found = [each for each in super().get_line_filters() if not isinstance(each, Monochrome)]
        grey = (self._grey_filter,) if self.no_color else ()
        filters = (*found, *grey, self._sanitize_filter)
        if self.look.skin.plain:
            filters = (*filters, self._ascii_filter)
        if self._chain.filters != filters:
            self._chain = Chain(filters)
        return (self._chain,)

    @property
    def shows_colours_as_they_are(self) -> bool:
        """Whether nothing becomes of a clean line in colours of its own on its way to the terminal."""
        self.get_line_filters()
        return self._chain.guards_only

    def change_settings(self, **changes: Any) -> None:
        """Change settings, show them, and save them for the next start."""
        old, self.settings = self.settings, self.settings._replace(**changes)
        self.save_settings()
        if self.settings.theme != old.theme and self.settings.theme in self.available_themes:
            self.theme = self.settings.theme
        elif any(getattr(self.settings, name) != getattr(old, name) for name in LOOKS):
            self._take_colours_and_motion()
            self.refresh_css(animate=False)
            self._restyle()

    def save_settings(self) -> None:
        """Write the settings to their file if they have changed, after what is being saved already."""
        if self.settings == self._written:
            return
        settings = self._written = self.settings

        def write(_: MatchStore) -> None:
            if trouble := save(settings, NAMES, self.face.settings_file):
                if self.face.kept:  # no file is named
                    trouble = f"Settings cannot be kept in {self.face.kept} at the moment."
                self.say_from_thread(lambda: self.notify(trouble, severity="warning", markup=False))

        self.store.do(write)

    def _restyle(self) -> None:
        if self.theme != self.settings.theme:
            self.settings = self.settings._replace(theme=self.theme)
            self.save_settings()
        self.set_class(self.look.skin.plain, "-plain")
        self.set_class(not self.look.filled, "-lined")
        for screen in self.screen_stack:
            if isinstance(screen, ArcadeScreen) and screen.is_mounted:
                screen.dress()
                screen.draw_together()
            screen.refresh(layout=True, repaint=True)
            for widget in screen.query("*"):
                getattr(widget, "restyle", widget.refresh)()  # of what is painted: that is not imported here

    def say_from_thread(self, say: Callable[[], object]) -> None:
        """Have something said by the arcade, if it is not closed by now."""
        with suppress(RuntimeError):
            self._event_loop.call_soon_threadsafe(say)
