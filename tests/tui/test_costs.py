"""What is not done again: rules of style, texts of the help, drawing what is not seen or only moves."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from threading import get_ident
from typing import Any

import pyte
import pytest
from rich.color import ColorSystem
from rich.console import Console
from rich.segment import Segment
from rich.style import Style as RichStyle
from textual._compositor import ChopsUpdate, Compositor, CompositorUpdate, LayoutUpdate
from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.events import Resize
from textual.geometry import Region, Size
from textual.messages import Update
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from marbles_tui.games import GAMES
from marbles_tui.play import read_match
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.dialogs import AskFile
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.form import Line
from marbles_tui.tui.kit.lines import Row
from marbles_tui.tui.kit.look import nearest, show_in_256, style
from marbles_tui.tui.kit.shelf import Item, RowList
from marbles_tui.tui.line_filters import guarded
from marbles_tui.tui.pages.help import Inks, lines_of
from marbles_tui.tui.pages.menu import Menu
from marbles_tui.tui.pages.settings import SettingsPage
from marbles_tui.tui.table.beside import Seats
from marbles_tui.tui.textual_patches.rules_and_lines import share_rules_and_lines
from marbles_tui.tui.textual_patches.screens import SpansUpdate, render_what_is_seen
from marbles_tui.tui.textual_patches.shared_process import ColourSystem, tell_terminals_apart
from tests.tui.conftest import menu_of
from tests.tui.stage import PATIENCE, Here, arcade, opened, opens

pytestmark = pytest.mark.sent

render_what_is_seen()
share_rules_and_lines()


class Lines(Widget):
    """A widget that remembers which of its lines were asked for."""

    DEFAULT_CSS = "Lines { height: 1fr; color: $text; }  Lines.loud { color: $error; }"

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.asked: list[int] = []

    def render_line(self, y: int) -> Strip:
        """Its number."""
        self.asked.append(y)
        return Strip.blank(self.size.width)


class Around(Vertical):
    """A container that remembers how often it was drawn."""

    drawn = 0

    def render_lines(self, crop: Region) -> list[Strip]:
        """As any other."""
        self.drawn += 1
        return super().render_lines(crop)


class Two(App[None]):
    """One widget above another."""

    def compose(self) -> ComposeResult:
        """Both in a container that they cover."""
        with Around():
            yield Lines("above")
            yield Lines("below")


async def test_only_what_has_changed_is_drawn() -> None:
    app = Two()
    async with opened(app, (20, 8)) as pilot:
        await pilot.pause()
        above, below, around = (
            app.query_one("#above", Lines),
            app.query_one("#below", Lines),
            app.query_one(Around),
        )
        assert around.drawn == 0
        above.asked.clear()
        below.asked.clear()
        below.refresh(Region(3, 2, 4, 1))
        await pilot.pause()
        assert (above.asked, below.asked, around.drawn) == ([], [2], 0)


async def test_of_a_widget_that_gives_more_lines_than_were_asked_for_those_are_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def more(self: Lines, crop: Region) -> list[Strip]:
        return [*Widget.render_lines(self, crop), Strip([Segment("more")])]

    monkeypatch.setattr(Lines, "render_lines", more)
    app = Two()
    async with opened(app, (20, 8)) as here:
        app.query_one("#below").refresh(Region(3, 2, 4, 1))
        await here.rest()
        assert "more" not in here.text


async def test_a_line_is_sent_from_where_it_has_changed() -> None:
    app = Two()
    async with opened(app, (20, 8)) as pilot:
        await pilot.pause()
        compositor = app.screen._compositor
        compositor._dirty_regions.add(Region(3, 2, 4, 1))
        update = compositor.render_partial_update()
        assert isinstance(update, ChopsUpdate)
        assert update.render_segments(app.console) == "\x1b[3;4H" + " " * 4


def test_a_wide_sign_is_drawn_whole() -> None:
    before, after = Canvas(8, 1, 0), Canvas(8, 1, 0)
    before.text(2, 0, "馬", 0xFFFFFF)
    after.text(2, 0, "馬", 0xFFFFFF)
    after.fill(3, 0, 1, 2, 0x808080)
    assert after.differences(before) == [(0, 2, 4)]


async def test_apps_share_their_rules_and_themes_have_their_own() -> None:
    sheets: list[Stylesheet] = []
    for theme in ("textual-dark", "textual-dark", "textual-light"):
        app = Two()
        async with opened(app, (20, 8)) as pilot:
            app.theme = theme
            await pilot.pause()
            sheets.append(app.stylesheet)
    first, second, other = ([id(rule) for rule in sheet.rules] for sheet in sheets)
    assert first == second
    assert not set(first) & set(other)


def counted_drawings(monkeypatch: pytest.MonkeyPatch) -> list[LayoutUpdate]:
    """A list to which each drawing of a whole screen is added from now on."""
    drawn: list[LayoutUpdate] = []
    render = Compositor.render_full_update

    def counted(compositor: Compositor, simplify: bool = False) -> LayoutUpdate:
        drawn.append(render(compositor, simplify))
        return drawn[-1]

    monkeypatch.setattr(Compositor, "render_full_update", counted)
    return drawn


@opens()
async def test_a_screen_is_drawn_once_when_it_opens_and_the_menu_once_when_it_is_left(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = counted_drawings(monkeypatch)
    await here.press("s")
    await here.comes(SettingsPage)
    await here.rest()
    assert len(drawn) == 1
    await here.press("down")
    assert getattr(here.screen.query_one("#questions", RowList).picked, "key", "") == "skin"
    await here.press("right")
    await here.press("escape")
    assert len(drawn) == 1, "where the focus goes only two parts look different"
    await here.press("escape")
    assert len(drawn) == 2


class Mistaken(Widget):
    """A widget that cannot be drawn."""

    def render_line(self, y: int) -> Strip:
        """There is none."""
        raise KeyError("no such marble")


class Opened(ArcadeScreen[None]):
    """A screen with such a widget."""

    def compose(self) -> ComposeResult:
        """It alone."""
        yield Mistaken()


async def open_mistaken(app: Arcade) -> None:
    """Open such a screen, and see the end of it."""
    async with opened(app):
        app.push_screen(Opened())
        await asyncio.wait_for(app._exception_event.wait(), PATIENCE)


@pytest.mark.parametrize(("key", "most"), [("g", 2), ("question_mark", 1)])
async def test_what_a_screen_is_made_of_is_styled_once_when_it_opens_a_list_again_for_the_focus(
    key: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The classes for the window's size are there before; the screen itself gets them."""
    styled, apply = Counter[DOMNode](), Stylesheet.apply

    def counted(self: Stylesheet, node: DOMNode, **how: Any) -> None:
        styled[node] += 1
        apply(self, node, **how)

    async with opened(arcade('[Game "egg-carton"]')) as here:
        monkeypatch.setattr(Stylesheet, "apply", counted)
        await here.press(key)
        assert styled.pop(here.screen) == 2
        assert max(styled.values()) == most, styled.most_common(3)


@pytest.mark.long
async def test_a_mistake_in_a_drawing_that_was_waited_for_ends_the_arcade() -> None:
    with pytest.raises(KeyError, match="no such marble"):
        await open_mistaken(arcade())


@opens()
async def test_the_menu_draws_only_what_has_changed(here: Here) -> None:
    drawn: list[str] = []
    cards = menu_of(here).cards
    for at, card in enumerate(cards):
        card.render = partial(_noted, card.render, drawn, str(at))  # type: ignore[method-assign]
    await here.press("down")
    assert set(drawn) == {"0", "1"}


def _noted(render: Callable[[], Any], drawn: list[str], name: str) -> Any:
    drawn.append(name)
    return render()


def inks(colour: str) -> Inks:
    """Every part in one colour."""
    return Inks(*[RichStyle.parse(colour)] * len(Inks._fields))


def test_a_text_of_the_help_is_laid_out_with_lists_and_tables() -> None:
    text = """
## A move

1. Pick **one**.
   * again;
   * or not, if it is
     longer.
2. Stop.

| key | does |
|---|---|
| `Esc` | back to where one came from |

End.
"""
    lines = [strip.text.rstrip() for strip in lines_of(text, 27, 6, inks("red"))]
    assert lines == [
        "A move",
        "",
        " 1. Pick one.",
        "    • again;",
        "    • or not, if it is",
        "      longer.",
        " 2. Stop.",
        "",
        "key     does",
        "Esc     back to where one",
        "        came from",
        "",
        "End.",
        "",
    ]


def terminal(system: ColourSystem) -> Console:
    """A terminal with so many colours."""
    return Console(file=StringIO(), force_terminal=True, color_system=system)


def test_apps_of_one_process_have_the_same_styles_whatever_becomes_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Stylesheet, "read", Stylesheet.read)
    tell_terminals_apart()
    file, sheets = tmp_path / "own.tcss", [Stylesheet(), Stylesheet()]
    for sheet, text in zip(
        sheets, ("Screen { color: red; }", "Screen { color: $of-another-version; }"), strict=True
    ):
        file.write_text(text)
        sheet.read(file)
    assert sheets[0].source == sheets[1].source
    assert [source.content for source in sheets[0].source.values()] == ["Screen { color: red; }"]


def test_each_terminal_is_sent_its_own_colours() -> None:
    tell_terminals_apart()
    show_in_256()
    line = Strip([Segment("x", style(0x123456, 0x654321))])
    systems: tuple[ColourSystem, ...] = ("truecolor", "256", "truecolor", "standard")
    sent = [line.render(terminal(system)) for system in systems]
    assert sent[0] == sent[2] == "\x1b[38;2;18;52;86;48;2;101;67;33mx\x1b[0m"
    assert sent[1] == f"\x1b[38;5;{nearest(0x123456)};48;5;{nearest(0x654321)}mx\x1b[0m"
    assert len(sent[3]) < len(sent[1])


# What is drawn, and kept, of a screen: no more than is seen.


TABLE = '[Game "egg-carton"]'


async def test_a_hidden_screen_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    async with opened(arcade(TABLE)) as here:
        menu = next(screen for screen in here.arcade.screen_stack if isinstance(screen, Menu))
        assert not menu.is_current
        monkeypatch.setattr(here.arcade, "_display", lambda *given: drawn.append(given))
        for widget in menu.query("*"):
            widget.refresh()
        await here.rest()
        assert drawn == []


@pytest.mark.parametrize("sizes", [[(80, 12), (80, 24)], [(80, 24)]])
@opens(TABLE)
async def test_what_the_terminal_has_cut_off_is_drawn_again(
    here: Here, monkeypatch: pytest.MonkeyPatch, sizes: list[tuple[int, int]]
) -> None:
    """The window is as large as before when the arcade hears of it, once or twice."""
    drawn: list[Any] = []
    monkeypatch.setattr(here.arcade, "_display", lambda screen, update: drawn.append(update))
    for size in sizes:
        here.arcade.post_message(Resize(Size(*size), Size(*size)))
    await here.until(lambda: any(isinstance(update, LayoutUpdate) for update in drawn), "all of it")


class Signs(Widget):
    """One sign everywhere."""

    sign = "#"
    asked = 0
    """Lines that it was asked for."""

    def render_line(self, y: int) -> Strip:
        """The sign of now."""
        return Strip([Segment(self.sign * self.size.width)])

    def render_lines(self, crop: Region) -> list[Strip]:
        """Counts them."""
        self.asked += crop.height
        return super().render_lines(crop)


class Filled(ArcadeScreen[None]):
    """A screen full of them."""

    def compose(self) -> ComposeResult:
        """Nothing else."""
        yield Signs()


@opens()
async def test_a_page_waits_for_its_widgets_and_not_for_the_timer(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("textual.screen.UPDATE_PERIOD", 3600.0)
    shown = Shown(here.arcade)
    monkeypatch.setattr(here.arcade, "_display", shown.display)
    here.arcade.push_screen(Filled())
    for _ in range(300):  # whoever waits has it drawn
        await asyncio.sleep(0 if "#" in shown.text else 0.01)
    assert "#" in shown.text


@opens()
async def test_what_another_thread_asks_of_a_page_is_noted_in_the_arcade_s_own(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []

    async def noted(self: Screen[Any], message: Update) -> None:
        threads.append(get_ident())

    monkeypatch.setattr(Screen, "_on_update", noted)
    await asyncio.to_thread(here.screen.post_message, Update(here.screen))
    await here.until(lambda: threads, "a note of it")
    assert {*threads} == {get_ident()}


@opens()
async def test_a_dialog_is_not_drawn_again_when_the_screen_around_it_changes(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, dialog, drawn, shown = Filled(), AskFile("Where?"), list[str](), Shown(here.arcade)
    here.arcade.push_screen(page)
    await here.rest()
    signs = page.query_one(Signs)
    monkeypatch.setattr(here.arcade, "_display", shown.display)
    here.arcade.push_screen(dialog)
    await here.until(lambda: shown.has(["#", "Where?"]), "the dialog")
    await here.rest()
    for widget in dialog.query("*"):
        widget.render_lines = partial(_noted_lines, widget, drawn)  # type: ignore[method-assign]
    shown.sent, signs.sign = "", "%"
    signs.refresh()
    await here.until(lambda: "#" not in shown.text, "the other sign")
    await here.rest()
    assert drawn == []
    assert shown.has(["%", "Where?"])
    sent, shown.sent, signs.asked = len(shown.sent), "", 0
    signs.refresh(Region(0, 0, 1, 1))
    await here.until(lambda: shown.sent, "what has changed")
    assert len(shown.sent) < sent / 20, "no more than that"
    assert signs.asked == 1
    signs.sign = "+"
    signs.refresh(dialog.query_one("#box").region)
    await here.rest()
    assert "+" not in shown.text
    dialog.query_one(Line).display = False
    await here.until(lambda: "+" in shown.text, "what the box has hidden")


@opens()
async def test_a_page_below_a_dialog_is_drawn_though_one_of_its_widgets_takes_long(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, drawn, heard = Filled(), list[Any](), asyncio.Event()
    here.arcade.push_screen(page)
    here.arcade.push_screen(AskFile("Where?"))
    await here.rest()
    monkeypatch.setattr(here.arcade, "_display", lambda *given: drawn.append(given))
    for _ in range(3):  # it is in the first of them, has looked at the next, and has not heard the last
        page.query_one(Signs).call_later(heard.wait)
    page.draw_together()
    page.refresh()
    try:
        await here.until(lambda: drawn, "the page")
    finally:
        heard.set()


@opens()
async def test_a_dialog_is_drawn_over_a_screen_that_is_not_laid_out_yet(here: Here) -> None:
    page, dialog = Filled(), AskFile("Where?")
    here.arcade.push_screen(page)
    here.arcade.push_screen(dialog)
    await here.rest()
    page._compositor = Compositor()
    assert len(dialog.render_lines(dialog.size.region)) == dialog.size.height


def _noted_lines(widget: Widget, drawn: list[str], crop: Region) -> list[Strip]:
    drawn.append(repr(widget))
    return Widget.render_lines(widget, crop)


# What moves is drawn as it would be with the whole screen, and costs no more than what changes.


BEGUN = '[Game "egg-carton"]\n\nB K D D M A\n'

PHASES = (0.0, 0.2, 0.5, 0.7, 0.9)


class Shown:
    """A terminal that gets what an app draws."""

    def __init__(self, app: Any) -> None:
        self.screen = pyte.Screen(*app.size)
        self.stream = pyte.Stream(self.screen)
        self.spans = 0
        """How many drawings were parts of lines only."""
        self.sent = ""
        """What it was sent."""
        self._app = app

    def display(self, screen: Any, update: Any) -> None:
        """What the app calls with each drawing."""
        del screen
        if isinstance(update, CompositorUpdate):
            self.spans += isinstance(update, SpansUpdate) and bool(update.written)
            text = update.render_segments(self._app.console)
            self.sent += text
            self.stream.feed(text)

    @property
    def text(self) -> str:
        """What stands there."""
        return "\n".join(self.screen.display)

    def has(self, words: Sequence[str]) -> bool:
        """Whether all of these stand there."""
        return all(word in self.text for word in words)

    @property
    def cells(self) -> list[list[tuple[str, str, str, bool]]]:
        """What stands everywhere, and how it looks."""
        width, height = self._app.size
        return [[_looks(self.screen.buffer[y][x]) for x in range(width)] for y in range(height)]


def _looks(cell: pyte.screens.Char) -> tuple[str, str, str, bool]:
    """A sign, its ink, its ground, whether bold; of a blank only the ground is seen."""
    return (cell.data, "", cell.bg, False) if cell.data == " " else (cell.data, cell.fg, cell.bg, cell.bold)


@pytest.mark.long
@opens(BEGUN, size=(100, 30))
async def test_marbles_are_drawn_as_with_the_whole_screen(here: Here) -> None:
    table = here.table
    shown = Shown(here.arcade)
    here.arcade._display = shown.display  # type: ignore[method-assign,assignment]
    table.refresh()
    await here.rest()
    match = read_match(BEGUN, GAMES).whole()
    before = match.position.board
    _, events = match.play(match.position.moves()[0])
    for event in events:
        for phase in PHASES:
            with here.arcade._context():
                table.board.act(before, event, phase)
        await here.rest()
        before = event.board
        whole = Shown(here.arcade)
        whole.display(table, table._compositor.render_full_update())
        assert shown.cells == whole.cells, event
    assert shown.spans > len(events)


@opens(BEGUN)
async def test_a_second_changes_only_the_clock(here: Here) -> None:
    table, seats = here.screen, here.screen.query_one(Seats)
    shown = Shown(here.arcade)
    here.arcade._display = shown.display  # type: ignore[method-assign,assignment]
    table.refresh()
    await here.until(lambda: "to clear" in shown.text, "the seats")
    await here.rest()
    seats.clocks = ("9:59", "10:04")
    await here.until(lambda: "10:04" in shown.text, "the clocks")
    for clocks in (("9:58", "10:04"), ("9:58", "10:03"), ("9:50", "10:03")):
        shown.sent = ""
        seats.clocks = clocks
        await here.until(partial(shown.has, clocks), "the clocks")
        assert len(shown.sent) < 100
        whole = Shown(here.arcade)
        whole.display(table, table._compositor.render_full_update())
        assert shown.cells == whole.cells


class Listed(App[None]):
    """A list of rows."""

    CSS = "RowList { background: $surface; }"

    def compose(self) -> ComposeResult:
        """The list."""
        yield RowList()


async def test_a_list_draws_the_rows_that_are_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(*told: str | Content, picked: str = "") -> list[Item | None]:
        return [Item(Row([each]), at, heading=str(each) == picked) for at, each in enumerate(told)]

    app = Listed()
    async with opened(app, (20, 8)) as pilot:
        drawn: list[int] = []
        listed, line = app.query_one(RowList), RowList.render_line

        def noted(self: RowList, y: int) -> Strip:
            drawn.append(y)
            return line(self, y)

        monkeypatch.setattr(RowList, "render_line", noted)
        for now, expected in (
            (rows("Ann", "Mara", "Tom"), {*range(8)}),
            (rows("Ann", "Mara", "Tom"), set()),
            (rows("Ann", "Maria", "Tom"), {1}),
            (rows("Ann", "Maria", Content.styled("Tom", "bold")), {2}),
            (rows("Ann", "Maria", Content.styled("Tom", "bold"), picked="Ann"), {0, 1}),
            (rows("Ann", "Maria"), {*range(8)}),
        ):
            drawn.clear()
            listed.show(now)
            await pilot.rest()
            assert {*drawn} == expected, now


async def test_a_list_that_becomes_shorter_is_looked_through_from_its_top() -> None:
    app = Listed()
    async with opened(app, (20, 8)) as pilot:
        listed = app.query_one(RowList)
        listed.finds = True
        listed.show([Item(Row([name]), name) for name in ("Ann", "Mara", "Tom")])
        listed.focus()
        await pilot.rest()
        await pilot.press("end", "x")
        assert (listed.finding, listed.at) == ("x", 2)
        listed.show([Item(Row([name]), name) for name in ("Mia",)])
        await pilot.rest()
        assert (listed.finding, listed.picked and listed.picked.key) == ("x", "Mia")


def test_a_part_of_a_row_sends_signs_only() -> None:
    canvas = Canvas(6, 1, 0x102030)
    canvas.text(0, 0, "a\x1b\u202eb", 0xFFFFFF, bold=True)
    assert canvas.letters[0][1][0] == "\x1b\u202e"
    text = canvas.written(0, 0, 3, ColorSystem.TRUECOLOR, guarded)
    assert "mab\x1b[0m" in text
    assert text.replace("\x1b[", "").isprintable()


def test_a_part_of_a_row_looks_as_in_the_row() -> None:
    canvas = Canvas(8, 1, 0x102030)
    canvas.fill(2, 1, 3, 1, 0xFF0000)
    canvas.block(11, 0, 12, 2, 0x00FF00)
    canvas.text(3, 0, "x", 0xFFFFFF, bold=True)
    looks = []
    for pieces in (((0, 8),), ((0, 3), (3, 4), (4, 8))):
        screen = pyte.Screen(8, 1)
        stream = pyte.Stream(screen)
        for start, end in pieces:
            stream.feed(f"\x1b[1;{start + 1}H{canvas.written(0, start, end, ColorSystem.TRUECOLOR, guarded)}")
        looks.append([screen.buffer[0][x] for x in range(8)])
    assert looks[0] == looks[1]
    assert looks[0][3].bold
    assert not looks[0][4].bold


def test_a_part_of_a_row_names_a_colour_where_it_changes() -> None:
    canvas = Canvas(6, 1, 0x102030)
    canvas.text(0, 0, "a", 0xFFFFFF)
    canvas.text(2, 0, "b", 0xFFFFFF)
    canvas.text(4, 0, "c", 0xFF8080)
    text = canvas.written(0, 0, 6, ColorSystem.TRUECOLOR, guarded)
    assert text == "\x1b[38;2;255;255;255;48;2;16;32;48ma b \x1b[38;2;255;128;128mc \x1b[0m"


def test_a_canvas_is_laid_over_the_rows_of_another() -> None:
    below, above = Canvas(2, 3, 1), Canvas(2, 1, 2)
    below.text(0, 0, "a", 0)
    below.text(0, 1, "b", 0)
    above.text(1, 0, "c", 0)
    below.lay(above, 1)
    assert below.points == [[1] * 4] * 2 + [[2] * 4] * 2 + [[1] * 4] * 2
    assert ["".join(below.letter(x, y) for x in (0, 1)) for y in range(3)] == ["a ", " c", "  "]
