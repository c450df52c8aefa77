"""The settings of the arcade."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from marbles_tui.ai.native.library import why_not_native
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.store.settings import ENTRIES, Entry, Settings
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.skins import AUTOMATIC, SKINS
from marbles_tui.tui.kit.speed import SPEEDS
from marbles_tui.tui.kit.themes import THEMES
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.marble_samples import MarbleSamples
from marbles_tui.tui.widgets.panels import Key, KeyLine, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


Value: TypeAlias = bool | int | str


def _speeds(app: Arcade) -> list[tuple[Value, str]]:
    del app
    return [(step, speed.title) for step, speed in reversed(list(enumerate(SPEEDS)))]  # + is faster


def _skins(app: Arcade) -> list[tuple[Value, str]]:
    del app
    return [(AUTOMATIC, "Automatic: what the terminal can show"), *((skin.key, skin.title) for skin in SKINS)]


def _marbles(app: Arcade) -> list[tuple[Value, str]]:
    images = app.ability.shows_images(app.drawn_as("auto"))
    best = "pixels" if images else "octants" if app.ability.octants else "quadrants"
    return [
        ("auto", f"Automatic: {best} here"),
        ("blocks", "blocks: two to a cell"),
        ("quadrants", "quadrants: four to a cell"),
        ("octants", "octants: eight to a cell"),
        ("pixels", "pixels: images"),
    ]


def _themes(app: Arcade) -> list[tuple[Value, str]]:
    ours = [theme.name for theme in THEMES]
    return [(name, name) for name in sorted(app.available_themes, key=lambda name: (name not in ours, name))]


def _patience(app: Arcade) -> list[tuple[Value, str]]:
    """After how many seconds at the menu games are shown; what stands in the file is among them."""
    usual = {0: "never", 60: "after 1 minute", 300: "after 5 minutes"}
    chosen = app.settings.idle
    usual.setdefault(chosen, f"after {plural(chosen, 'second')}")
    return sorted(usual.items())


VALUES: Final[Mapping[str, Callable[[Arcade], list[tuple[Value, str]]]]] = {
    "speed": _speeds,
    "skin": _skins,
    "marbles": _marbles,
    "theme": _themes,
    "idle": _patience,
}
"""What can be chosen in rows that are not for yes or no, and what it is called."""


def _search() -> str:
    """Which search the computers use, and why no faster one."""
    why = why_not_native()
    if not why:
        return "Computers think with the native search."
    return f"Computers think in plain Python, 10 to 100 times slower than the native search: {why}."


class Rows(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The rows: arrows lead from one to the next, also where not all of them are seen at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", "Page up", show=False),
        Binding("pagedown", "page_down", "Page down", show=False),
    ]


class SettingsScreen(ArcadeScreen[None]):
    """Speed, skin, theme, sound, shows, name: each takes effect at once, and is saved when its row is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="form.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="form.up"),
        Binding("escape,q,enter", "app.pop_screen", "Back", id="settings.back"),
    ]

    CSS = """
    SettingsScreen #sample { height: 1fr; min-height: 11; max-height: 26; margin: 1 0 0 0; }
    SettingsScreen.-short #sample, SettingsScreen.-usual.-painted #sample { display: none; }
    """

    app: Arcade

    help_page = "settings"

    def __init__(self) -> None:
        super().__init__(classes="form")
        self._name_before = ""
        self._typed = ""
        self._values: dict[str, dict[str, Value]] = {}
        """What the values of a row stand for, by the setting's name."""

    def compose(self) -> ComposeResult:
        """Top line, rows, keys."""
        yield TopLine()
        with Rows(id="rows"):
            for name, entry in ENTRIES.items():
                if entry.label and self._concerns(name):
                    yield self._row(name, entry)
                    if name == "marbles":
                        yield MarbleSamples()
            if self.app.visit:
                yield Button("More SSH keys for this account", id="keys", compact=True)
            place = self.app.face.kept or str(self.app.face.settings_file)
            notes = [f"Kept in {place}.", *([_search()] if self.app.face.process else [])]
            yield Static("\n".join(notes), classes="note", markup=False)
            view = VIEWS[self.app.games[0].key]
            board = view.board()(view.sample(), id="sample")
            board.can_focus = False
            yield board
        yield KeyLine()

    def _concerns(self, name: str) -> bool:
        """Whether a setting makes a difference where the arcade is shown."""
        return {"chat": self.app.visit is not None, "idle": self.app.face.lively}.get(name, True)

    def _row(self, name: str, entry: Entry) -> Widget:
        value = getattr(self.app.settings, name)
        if name == "name":
            own = self.app.visit.account.name if self.app.visit else value
            return Field(entry.label, own, placeholder="You", id=name)
        if name in VALUES:
            of_row = VALUES[name](self.app)
        else:
            usual = bool(getattr(Settings(), name))
            of_row = [(one, entry.titles[one]) for one in (usual, not usual)]
        self._values[name] = {str(one): one for one, _ in of_row}
        if name == "theme":
            value = self.app.theme  # which the palette of commands may have changed
        return Choice(entry.label, [(str(one), title) for one, title in of_row], str(value), id=name)

    def on_mount(self) -> None:
        """Title and keys."""
        self._name_before = self.app.settings.name
        self.dress()
        self.query_one(MarbleSamples).below = self.query_one("#sample", BoardView)
        self.query_one("#speed").focus()
        self.query_one(KeyLine).keys = (
            Key("arrows", "choose"),
            Key("tab", "next"),
            Key("esc", "back", "app.pop_screen"),
            Key("?", "help", "app.help"),
        )

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        top = self.query_one(TopLine)
        top.headline, top.skin = "Settings", self.app.look.skin
        for picture in self.query(CanvasWidget):
            picture.restyle()
        painted = self.app.look.skin.shaded
        self.query_one(MarbleSamples).display = painted
        self.set_class(painted, "-painted")
        for choice in self.query(Choice):  # keys and the palette of commands change settings, too
            value = getattr(self.app.settings, choice.id or "")
            if str(value) in self._values[choice.id or ""]:
                choice.value = str(value)
            choice.refresh()

    def on_descendant_blur(self) -> None:
        """A row is left: save what was chosen in it."""
        self._take_name()
        self.app.save_settings()

    def on_unmount(self) -> None:
        """Save what was chosen in the last row; who has a name now may want the games played without one."""
        if self.app.is_running:
            self._take_name()
        self.app.save_settings()
        if self.app.settings.name and not self._name_before and self.app.is_running:
            self.app.offer_to_adopt()

    @on(Choice.Changed)
    def _chosen(self, message: Choice.Changed) -> None:
        name = message.choice.id or ""
        self.app.change_settings(later=True, **{name: self._values[name][message.value]})

    @on(Input.Changed, "#name")
    def _named(self, message: Input.Changed) -> None:
        self._typed = message.value.strip()
        if not self.app.visit:  # in a house it is asked for when it is whole
            self.app.change_settings(later=True, name=sanitize_line(message.value.strip(), 40))

    @on(Input.Submitted, "#name")
    def _take_name(self) -> None:
        """Take the name that was typed, if the house allows it."""
        visit = self.app.visit
        if not visit or self._typed in ("", visit.account.name):
            return
        from marbles_tui.rooms.refused import Refused  # not for those who play alone

        try:
            visit.rename(self._typed)
        except Refused as error:
            self.app.notify(sanitize_line(str(error), 200), severity="warning", markup=False)
            for line in self.query("#name").results(Input):
                line.value = visit.account.name
        else:
            self.app.change_settings(later=True, name=visit.account.name)

    @on(Button.Pressed, "#keys")
    def _more_keys(self) -> None:
        if self.app.visit:
            from marbles_tui.tui.lobby.keys import MoreKeys

            self.app.push_screen(MoreKeys(self.app.visit))
