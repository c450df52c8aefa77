"""The settings of the arcade."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Button, Input, Static

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.drawing.skins import AUTOMATIC, SKINS
from marbles_tui.tui.drawing.speed import SPEEDS
from marbles_tui.tui.drawing.themes import THEMES
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.widgets.board_view import BoardView
from marbles_tui.tui.widgets.choice import Choice
from marbles_tui.tui.widgets.field import Field
from marbles_tui.tui.widgets.panels import Key, KeyLine, TopLine

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade


def _ours_first(name: str) -> tuple[bool, str]:
    return name not in (theme.name for theme in THEMES), name


def _patience(chosen: int) -> list[tuple[str, str]]:
    """After how many seconds at the menu games are shown; what stands in the file is among them."""
    usual = {0: "never", 60: "after 1 minute", 300: "after 5 minutes"}
    usual.setdefault(chosen, f"after {plural(chosen, 'second')}")
    return [(str(seconds), title) for seconds, title in sorted(usual.items())]


class SettingsScreen(ArcadeScreen[None]):
    """Speed, skin, theme, sound, shows, name: each takes effect at once, and is saved when its row is left."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "app.focus_next", "Next row", show=False, id="form.down"),
        Binding("up", "app.focus_previous", "Previous row", show=False, id="form.up"),
        Binding("escape,q,enter", "app.pop_screen", "Back", id="settings.back"),
    ]

    CSS = """
    SettingsScreen #sample { height: 1fr; min-height: 11; max-height: 26; margin: 1 0 0 0; }
    SettingsScreen.-short #sample { display: none; }
    """

    app: Arcade

    help_page = "settings"

    def __init__(self) -> None:
        super().__init__(classes="form")
        self._name_before = ""
        self._typed = ""

    def compose(self) -> ComposeResult:
        """Top line, rows, keys."""
        settings = self.app.settings
        yield TopLine()
        with VerticalScroll(id="rows", can_focus=False):
            speeds = [
                (str(at), speed.title) for at, speed in reversed(list(enumerate(SPEEDS)))
            ]  # + is faster
            yield Choice("Speed", speeds, str(settings.speed), id="speed")
            skins = [(AUTOMATIC, "Automatic: what the terminal can show")]
            skins += [(skin.key, skin.title) for skin in SKINS]
            yield Choice("Skin", skins, settings.skin, id="skin")
            yield Choice(
                "Theme",
                [(name, name) for name in sorted(self.app.available_themes, key=_ours_first)],
                self.app.theme,
                id="theme",
            )
            yield Choice(
                "Sound",
                [("off", "off"), ("on", "the terminal's bell")],
                "on" if settings.sound else "off",
                id="sound",
            )
            yield Choice(
                "First games",
                [("on", "tips at the board"), ("off", "no tips")],
                "on" if settings.hints else "off",
                id="hints",
            )
            if self.app.visit:
                heard = [("on", "show what others say"), ("off", "show nothing of it")]
                yield Choice("Chat", heard, "on" if settings.chat else "off", id="chat")
            if self.app.face.lively:
                yield Choice("Demo", _patience(settings.idle), str(settings.idle), id="idle")
            own = self.app.visit.account.name if self.app.visit else settings.name
            yield Field("Your name", own, placeholder="You", id="name")
            if self.app.visit:
                yield Button("More SSH keys for this account", id="keys", compact=True)
            place = self.app.face.kept or str(self.app.face.settings_file)
            yield Static(f"Kept in {place}.", classes="note", markup=False)
            view = VIEWS[self.app.games[0].key]
            board = view.board()(view.sample(), id="sample")
            board.can_focus = False
            yield board
        yield KeyLine()

    def on_mount(self) -> None:
        """Title and keys."""
        self._name_before = self.app.settings.name
        self.dress()
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
        for board in self.query(BoardView):
            board.restyle()
        for choice in self.query(Choice):
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

    @on(Choice.Changed, "#speed")
    def _speed(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, speed=int(message.value))

    @on(Choice.Changed, "#skin")
    def _skin(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, skin=message.value)

    @on(Choice.Changed, "#theme")
    def _theme(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, theme=message.value)

    @on(Choice.Changed, "#sound")
    def _sound(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, sound=message.value == "on")

    @on(Choice.Changed, "#hints")
    def _hints(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, hints=message.value == "on")

    @on(Choice.Changed, "#chat")
    def _chat(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, chat=message.value == "on")

    @on(Choice.Changed, "#idle")
    def _idle(self, message: Choice.Changed) -> None:
        self.app.change_settings(later=True, idle=int(message.value))

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
