"""The settings: what there is to choose, a word on each, and a live sample of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import date
from random import Random
from typing import Any, ClassVar, Final

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from marbles_tui.ai.native.library import why_not_native
from marbles_tui.core.text import sanitize_line
from marbles_tui.store.files import shown
from marbles_tui.store.settings import Settings, entries
from marbles_tui.table.demo import DemoMatch
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.animator import Animator
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.canvas import reduced
from marbles_tui.tui.kit.form import Line
from marbles_tui.tui.kit.lines import CHOOSE, DATES, SPEEDS, Cell, Key, Row, date_words
from marbles_tui.tui.kit.look import AUTOMATIC, THEMES
from marbles_tui.tui.kit.shelf import BLANK, Item, RowList, heading
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.page import PageQuestion, QuestionsPage, Value

Choice = tuple[bool | int | str, str, str]
"""A value, what it is called, and a word on it."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "Look": ("theme", "skin", "marbles", "colours", "dates"),
    "Motion and sound": ("speed", "reduced_motion", "sound", "turns", "idle"),
    "You": ("name", "keys", "hints", "chat"),
}
"""The settings in their order; `keys` are those of a guest's account."""

KEYS: Final = "keys"

THEME_WORDS: Final[Mapping[str, str]] = {
    "felt": "green cloth", "parchment": "light, paper", "clear": "colour-blind", "atom-one-dark": "blue-grey",
    "atom-one-light": "white", "catppuccin-frappe": "soft, dusk", "catppuccin-latte": "soft",
    "catppuccin-macchiato": "soft, deep", "catppuccin-mocha": "soft", "dracula": "violet", "flexoki": "ink",
    "gruvbox": "warm brown", "monokai": "lively", "nord": "cool, quiet", "rose-pine": "rose",
    "rose-pine-moon": "rose, dusk", "rose-pine-dawn": "rose", "solarized-dark": "muted", "solarized-light": "muted",
    "textual-dark": "plain", "textual-light": "plain", "tokyo-night": "blue night", "ansi-dark": "terminal's",
    "ansi-light": "terminal's",
}  # fmt: skip

SPEED_WORDS: Final = (
    "straight to the end", "for old hands", "brisk", "a beat a marble", "easy to follow", "one thing at a time",
    "to study each step",
)  # fmt: skip

FEW: Final[Mapping[str, tuple[Choice, ...]]] = {
    "skin": (
        (AUTOMATIC, "automatic", "what the terminal can show"),
        ("blocks", "blocks", "shaded marbles"),
        ("glyphs", "glyphs", "signs in colour"),
        ("ascii", "ascii", "letters and digits"),
    ),
    "colours": (
        ("auto", "automatic", "what the terminal can"),
        ("all", "all", "16 million"),
        ("256", "256", "for older terminals"),
        ("16", "16", "the terminal's own"),
        ("none", "none", "greys, signs for sides"),
    ),
    "reduced_motion": (
        (False, "full", "marbles roll and fall"),
        (True, "reduced", "they are simply there"),
    ),
    "sound": ((False, "off", "silent"), (True, "on", "the bell: an end, your turn")),
    "turns": (
        (True, "on", "window's title, and a notice"),
        (False, "off", "only in the arcade"),
    ),
    "hints": ((True, "on", "tips in your first games"), (False, "off", "no tips")),
    "chat": ((True, "on", "show what others say"), (False, "off", "show nothing of it")),
}  # fmt: skip
"""The settings with few values that are always the same."""

PLY: Final = 0.7
"""Seconds between two moves of the sample."""


def _themes(app: Kit) -> list[Choice]:
    ours = [theme.name for theme in THEMES]
    found: list[Choice] = []
    others = sorted(set(app.available_themes) - {*ours}, key=lambda name: (name.startswith("ansi"), name))
    for name in (*ours, *others):
        tone = "" if name in ours else "dark, " if app.available_themes[name].dark else "light, "
        found.append((name, name, (tone + THEME_WORDS.get(name, "")).rstrip(", ")))
    return found


def _marbles(app: Kit) -> list[Choice]:
    images, octants = app.ability.shows_images(app.drawn_as("auto")), app.ability.octants
    best = "pixels" if images else "octants" if octants else "quadrants"
    seen = images or (app.ability.shows_images("pixels") and app.ability.answers)
    return [
        ("auto", "automatic", f"{best} here"),
        ("blocks", "blocks", "two to a cell"),
        ("quadrants", "quadrants", "four to a cell"),
        ("octants", "octants", "eight to a cell" if octants else "eight; perhaps not here"),
        ("pixels", "pixels", "images" if seen else "images, perhaps not here"),
    ]


def _patience(app: Kit) -> list[Choice]:
    """After how many seconds at the menu games are shown, the value of the file among them."""
    known = {0: "never", 60: "after 1 min", 300: "after 5 min"}
    known.setdefault(app.settings.idle, f"after {app.settings.idle} s")
    return [(seconds, title, "then a game is shown") for seconds, title in sorted(known.items())]


def _speeds(app: Kit) -> list[Choice]:
    del app
    steps: list[Choice] = [
        (at, speed.title, words) for (at, speed), words in zip(enumerate(SPEEDS), SPEED_WORDS, strict=True)
    ]
    return steps[::-1]


def _dates(app: Kit) -> list[Choice]:
    day, names = app.today(), {"words": "in words", "iso": "sorts well"}
    return [(form, date_words(day, form), names.get(form, form.replace("-", " "))) for form in DATES]


MANY: Final[Mapping[str, Callable[[Kit], list[Choice]]]] = {
    "theme": _themes,
    "marbles": _marbles,
    "speed": _speeds,
    "idle": _patience,
    "dates": _dates,
}


def values_of(app: Kit, name: str) -> list[Choice]:
    """What can be chosen for a setting."""
    return MANY[name](app) if name in MANY else list(FEW.get(name, ()))


def _search() -> str:
    """Which search the computers use, and why no faster one."""
    why = why_not_native()
    if not why:
        return "Computers think with the native search."
    return f"Computers think in plain Python, some hundred times slower than the native search: {why}."


class SettingsPage(QuestionsPage[None]):
    """Settings on the left, their values on the right, and a sample that alone wears what is pointed at. Enter takes
    it and keeps it, Esc leaves all as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "values", "Values", show=False, id="settings.values"),
        Binding("left", "settings", "Settings", show=False, id="settings.settings"),
        Binding("escape", "back", "Back", id="settings.back"),
        Binding("q", "app.pop_screen", "Menu", show=False, id="settings.leave"),
    ]

    CSS = """
    SettingsPage.page.-usual .body { padding: 1 2 0 2; }
    SettingsPage.page.-wide .body { padding: 1 3 0 3; }
    SettingsPage.page.-vast .body { padding: 2 5 0 5; }
    SettingsPage #questions { width: 27; }
    SettingsPage.-slim #questions { width: 29; }
    SettingsPage.-wide #questions, SettingsPage.-vast #questions { width: 38; }
    SettingsPage #values { height: 7; }
    SettingsPage.-short #values { height: 6; }
    SettingsPage.-tall #values { height: 8; }
    SettingsPage Input { display: none; }
    SettingsPage #about { height: auto; display: none; }
    SettingsPage #sample { height: 1fr; margin: 1 0 0 0; }
    SettingsPage.-short #sample { margin: 0; }
    SettingsPage #words { height: 1; text-align: center; }
    SettingsPage.-tall #words { height: 3; padding: 1 0; }
    SettingsPage.-vast .stage { layout: horizontal; }
    SettingsPage.-vast #values { width: 60; height: 1fr; margin: 0 2 0 0; }
    SettingsPage.-vast #sample { margin: 0; }
    SettingsPage.typed #values, SettingsPage.typed #sample { display: none; }
    SettingsPage.typed #about, SettingsPage.named Input { display: block; }
    SettingsPage.named #about { margin: 1 0 0 0; width: 1fr; }
    SettingsPage #notes { height: auto; padding: 0 4; color: $text-muted; }
    SettingsPage.-short #notes { height: 1; padding: 0 2; }
    SettingsPage.-wide #notes { padding: 1 5; }
    SettingsPage.-vast #notes { padding: 1 7; }
    """

    TITLE_LINE = "Settings"
    help_page = "settings"

    def __init__(self) -> None:
        super().__init__()
        self._tried: Settings | None = None
        self._began = ""
        self._sounds = False

    def body(self) -> ComposeResult:
        """Settings, values with the sample, where all is kept."""
        with Horizontal(classes="body"):
            yield RowList(self.items(), id="questions")
            with Container(classes="stage"):
                yield RowList(id="values")
                yield Line(placeholder="You", max_length=40, id="line")
                yield Static(id="about", markup=False)
                with Vertical(id="sample"):
                    game = next(
                        (game for game in self.app.games if VIEWS[game.key].pieces), self.app.games[0]
                    )
                    board = VIEWS[game.key].board()(VIEWS[game.key].sample())
                    board.can_focus = False
                    yield board
                    yield Static(id="words", markup=False)
        kept = f"Kept in {self.app.face.kept or shown(self.app.face.settings_file)}."
        yield Static(
            "\n".join([kept, *([_search()] if self.app.face.process else [])]), id="notes", markup=False
        )

    def _concerns(self, name: str) -> bool:
        """Whether a setting makes a difference where the arcade is shown."""
        house = self.app.visit is not None
        return {"chat": house, KEYS: house, "idle": self.app.face.lively}.get(name, True)

    def questions(self) -> list[PageQuestion]:
        """The settings."""
        return [
            PageQuestion(
                name,
                "SSH keys" if name == KEYS else entries()[name].label,
                [Value(key, title, note=words) for key, title, words in values_of(self.app, name)],
            )
            for name in filter(self._concerns, (name for names in GROUPS.values() for name in names))
        ]

    def items(self) -> list[Item]:
        """Their groups, and what is chosen of each."""
        found, firsts = list[Item](), {names[0]: group for group, names in GROUPS.items()}
        for question in self.questions():
            if group := firsts.get(question.id):
                found += [*[BLANK] * bool(found), heading(group)]
            told = "more keys for you" if question.id == KEYS else str(self.value(question)) or "You"
            chosen = (each.title for each in question.values if each.key == self.value(question))
            cells = Cell(question.label, 12), Cell(next(chosen, told), 0, "$text-muted")
            found.append(Item(Row(cells), question.id))
        return found

    def value(self, question: PageQuestion) -> Any:
        """What is chosen."""
        name, visit = question.id, self.app.visit
        if name == "name" and visit:
            return visit.account.name
        return self.app.theme if name == "theme" else getattr(self.app.settings, name, "")

    # What is shown

    def on_mount(self) -> None:
        """Stand at the theme."""
        self._began = self.app.settings.name
        self._animator = Animator(self.query_one(BoardView), self._tempo)
        self.dress()
        self.query_one("#questions").focus()

    def dress(self) -> None:
        """All as it is now; a value that is being tried stays pointed at."""
        values = self.query_one("#values", RowList)
        tried = values.picked if self.focused is values else None
        super().dress()
        if tried:
            values.pick(tried.key)

    def open(self, id: str) -> None:
        """The values of a setting, or the line of the name."""
        super().open(id)
        self._sounds, name = False, self.opened.id
        self.set_class(name == "name", "named")
        told = "Your games count for it in statistics and ratings. Enter takes it."
        keys = "One account for several machines: Enter shows a code for another key."
        self.query_one("#about", Static).update(keys if name == KEYS else told)
        if name == "name":
            self.query_one(Input).value = self.value(self.opened)
        self._say_keys()

    @on(RowList.Pointed, "#values")
    def _try_on(self, message: RowList.Pointed) -> None:
        """Show the sample with the value that is pointed at."""
        if not message.item:
            return
        app, tried = (
            self.app,
            self.app.settings._replace(**{"theme": self.app.theme, self.opened.id: message.item.key[1]}),
        )
        board, words = self.query_one(BoardView), self.query_one("#words", Static)
        self._tried = tried
        look = app.look_of(tried)
        worn, made_of = None if look == app.look else look, app.drawn_as(tried.marbles)
        made_of = "" if made_of == app.marbles else made_of
        if (board.worn, board.made_of) != (worn, made_of):
            board.worn, board.made_of = worn, made_of
            board.restyle()
        ground, text, accent = (
            f"#{reduced(ink, look.depth) if look.depth else ink:06x}"
            for ink in (look.ground, look.text, look.accent)
        )
        words.styles.background, words.styles.color = ground, text
        day: date = app.today()
        words.update(Content.assemble(("u", f"bold {accent}"), f" undo   {date_words(day, tried.dates)}"))
        board.still = tried.reduced_motion or None
        if self.opened.id in ("speed", "reduced_motion"):
            self._play()
        else:
            self.workers.cancel_group(self, "sample")
            self._animator.cancel()
        if self.opened.id == "sound" and tried.sound and self._sounds:
            app.bell()
        self._sounds = True

    def _tempo(self) -> float:
        return SPEEDS[(self._tried or self.app.settings).speed].tempo

    @work(group="sample", exclusive=True)
    async def _play(self) -> None:
        """Play a game on the sample, as fast as is tried."""
        self._animator.cancel()
        board = self.query_one(BoardView)
        demo = DemoMatch(board.GAME, Random(1))
        while True:
            before, events = demo.ply()
            await self._animator.show(before, events, lambda _: None)
            board.rest(demo.match.position.board)
            await asyncio.sleep(PLY)

    # What is chosen

    @on(RowList.Taken, "#values")
    def _taken(self, message: RowList.Taken) -> None:
        """Take what is pointed at, and go back to the settings."""
        if message.item:
            self.app.change_settings(**{self.opened.id: message.item.key[1]})
            self.query_one("#questions").focus()
            self.dress()

    @on(RowList.Taken, "#questions")
    def action_values(self) -> None:
        """To the values of the setting that is pointed at."""
        if self.opened.id == KEYS and self.app.visit:
            from marbles_tui.tui.pages.lobby import MoreKeys  # not for those who play alone

            self.app.push_screen(MoreKeys(self.app.visit))
        elif self.opened.id != KEYS:
            self.query_one("#line" if self.opened.id == "name" else "#values").focus()

    def action_settings(self) -> None:
        """Back to the settings, with all as it was."""
        if not self.query_one("#questions").has_focus:
            self.query_one("#questions").focus()
            self.open(self.opened.id)

    def action_back(self) -> None:
        """From the values to the settings, from there away."""
        if self.query_one("#questions").has_focus:
            super().action_back()
        else:
            self.action_settings()

    @on(Input.Submitted, "#line")
    def _named(self, message: Input.Submitted) -> None:
        """Take the name that was typed, if the house allows it."""
        typed, visit = sanitize_line(message.value.strip(), 40), self.app.visit
        if visit and typed not in ("", visit.account.name):
            self.attempt(lambda: visit.rename(message.value.strip()))
        self.app.change_settings(name=visit.account.name if visit else typed)
        self.query_one("#questions").focus()
        self.dress()

    def on_unmount(self) -> None:
        """Who has a name now may want the games played without one."""
        if self.app.settings.name and not self._began and self.app.is_running:
            self.app.offer_to_adopt()

    @on(events.DescendantFocus)
    def _say_keys(self) -> None:
        inside = not self.query_one("#questions").has_focus
        self.show_keys(
            Key(CHOOSE, "choose"),
            Key("enter", "take it" if inside else "change"),
            *(
                [Key("←", "leave as it was", "screen.settings")]
                if inside
                else [Key("→", "values", "screen.values")]
            ),
        )
