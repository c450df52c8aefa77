"""What is seen on the screen of the arcade, and how keys and the mouse reach it: all that these playthroughs know of
its widgets stands here."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import date
from enum import Enum
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, cast

import pytest
from rich.style import Style
from textual.command import CommandPalette
from textual.events import Paste
from textual.geometry import Region
from textual.notifications import Notification
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from marbles_tui.core import Cell, Game
from marbles_tui.core.scene import Piece, Scene
from marbles_tui.games import GAMES, find
from marbles_tui.games.abacus.position import NAMES as HEXAGON
from marbles_tui.games.beadmaster.position import ENDS, HOLE_NAMES
from marbles_tui.games.beadmaster.position import NAMES as BARS
from marbles_tui.games.egg_carton.position import LETTERS
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet.position import NAMES as GOBBLET
from marbles_tui.play import read_match
from marbles_tui.play.puzzles.puzzle import find_puzzle
from marbles_tui.play.puzzles.tries import daily, daily_match
from marbles_tui.store import Settings, StoreThread
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.face import guest
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.form import Filters
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import Last, SceneWidget
from marbles_tui.tui.kit.shelf import SmallBoard
from marbles_tui.tui.page import Shelf
from marbles_tui.tui.pages import menu
from marbles_tui.tui.pages.setup import SetUp
from marbles_tui.tui.pasted import AFTER_PASTE
from marbles_tui.tui.puzzles import daily_screen, open_lesson, puzzle_screen
from marbles_tui.tui.table.board_screen import BoardScreen
from tests.tui.stage import Here, Resting, middle_of, opened

SIZE: Final = (100, 30)
OTHER_SIZES: Final = ((60, 18), (120, 40))
ROOT: Final = Path(__file__).parents[2]

SAID: Final = {"Status": ("said", "prompt")}
"""Where the two sentences of the moment stand: what happened, and what may be done."""

CLOCK: Final = re.compile(r"\b\d:\d\d\b")

WAYS: Final = {
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab"),
    *("escape", "question_mark"),
}
"""Keys that lead around and back, and do nothing."""

MOVING: Final = "moving"
"""Stands for what changes from instant to instant while a move is shown."""

PANELS: Final = {
    **dict.fromkeys(("TopLine", "LessonHead", "PuzzleTask"), "head"),
    "Seats": "seats",
    "PuzzleFacts": "side",
    "MoveList": "moves",
    "Talk": "talk",
    **dict.fromkeys(("Story", "TollBox", "AnalysisPanel", "Remarks", "EndPanel"), "panel"),
}
"""What else stands around the board is taken as it is read on the screen."""

PLACES: Final[Mapping[str, Callable[[Cell], str]]] = {
    "abacus": lambda cell: HEXAGON[cell],
    "beadmaster": lambda cell: (
        HOLE_NAMES[cell]
        if cell < len(HOLE_NAMES)
        else BARS[ENDS[cell - len(HOLE_NAMES)].bar] + ("i" if ENDS[cell - len(HOLE_NAMES)].step < 0 else "o")
    ),
    "egg-carton": lambda cell: LETTERS[cell],
    "gobblet": lambda cell: GOBBLET[cell],
    "getaway": str,
}
"""What the places of each game are called."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What somebody sees at one moment, "" where nothing of that is there."""

    page: str = ""
    """The first words of a page without a board, or all those of a dialog."""
    notice: str = ""
    """What is said in a corner."""
    head: str = ""
    board: str = ""
    """The pieces of each seat, and where they are; with a size behind them where pieces have several."""
    marks: str = ""
    """What stands out, by its role."""
    said: str = ""
    prompt: str = ""
    keys: str = ""
    """The key line, whole."""
    seats: str = ""
    side: str = ""
    moves: str = ""
    talk: str = ""
    panel: str = ""
    at: str = ""
    """What has the focus, and what is picked there."""
    rows: tuple[str, ...] = ()
    """All rows of a page, where these are wanted."""

    def after(self, before: Seen) -> list[str]:
        """What is another than before, a line each."""
        was, is_now = asdict(replace(before, rows=())), asdict(replace(self, rows=()))
        told = [f"{name:<6}  {text or '-'}" for name, text in is_now.items() if text != was[name]]
        return told + [f"| {now}" for now, then in zip_longest(self.rows, before.rows) if now and now != then]

    def over(self, table: Seen) -> Seen:
        """What is seen where a dialog or another page lies over a table, which stands as it stood."""
        if self.rows or not self.page:
            return self
        return replace(table, page=self.page, notice=self.notice, at=self.at)


class Sitting:
    """An arcade, and somebody in front of it."""

    def __init__(self, pilot: Here, whole: bool = False, known: set[type[Screen[Any]]] | None = None) -> None:
        """`whole`: all rows of pages are wanted; `known`: the pages that were seen in other windows already."""
        self._pilot = pilot
        self.app = cast("Arcade", pilot.app)
        self._whole = whole
        self._known = set() if known is None else known
        self._drawn: list[Strip] | None = None
        self._covered: dict[Screen[Any], list[Strip]] = {}
        """What was seen on the screens that lie below, as long as nobody does anything above them."""

    # What is entered

    async def enter(self, entry: str) -> None:
        """Do what a line of a playthrough says, and wait until nothing moves any more."""
        verb, _, rest = entry.partition(" ")
        stood, shown = self.app.screen, self._pilot.rows
        try:
            if doing := getattr(self, f"_{verb}", None):
                await doing(rest)
            else:
                await self._pilot.press(*entry.split())
        except Exception as error:
            error.add_note(f"at this entry: {entry}\n{self._pilot.text}")
            raise
        await self.rest()
        self.back_where_all_was(stood, shown, entry)

    async def rest(self) -> None:
        """Wait until nothing moves any more."""
        await self._pilot.rest()
        while (
            getattr(getattr(self.app.screen, "doing", None), "playing", False)
            and self.app.settings.speed == 0
        ):
            await self._pilot.pause(0.05)  # a replay that goes on by itself, to its end

    async def _set(self, rest: str) -> None:
        self.app.change_settings(**chosen(rest))

    async def _type(self, words: str) -> None:
        await self._pilot.press(*words)

    async def _paste(self, words: str) -> None:
        self.app.screen.post_message(Paste(words.replace(r"\n", "\n")))
        await self._pilot.rest()
        await self._pilot.passes(AFTER_PASTE)

    async def _size(self, rest: str) -> None:
        await self._pilot.resize_terminal(*size_of(rest))

    async def _focus(self, part: str) -> None:
        self.app.screen.query_one(f"#{part}").focus()

    async def _choose(self, rest: str) -> None:
        group, value = rest.split()
        for filters in self.app.screen.query(Filters):
            if group in {each.key for each in filters.groups}:
                filters.choose(group, value)

    async def _answer(self, rest: str) -> None:
        """A question of the set-up."""
        question, _, value = rest.partition(" ")
        cast("SetUp", self.app.screen).choose(question, value)

    async def _do(self, action: str) -> None:
        """What the game menu has."""
        with self.app._context():
            await self.app.run_action(f"screen.do('{action}')")

    async def _drag(self, what: str) -> None:
        start, _, end = what.partition(" ")
        await self._pilot.mouse_down(offset=self._spot(start))
        await self._pilot.mouse_up(offset=self._spot(end))

    async def _open(self, rest: str) -> None:
        app = self.app
        kind, _, what = rest.partition(" ")
        await self.in_other_windows()
        while len(app.screen_stack) > 1:
            await app.pop_screen()
        app.clear_notifications()
        if kind == "match":
            app.play_match(read_match(what.replace(r"\n", "\n"), GAMES).whole())
        elif kind == "saved":
            await app.resume()
        elif kind == "replay":
            app.open_replay(
                read_match((ROOT / what).read_text(encoding="utf-8"), GAMES).whole(), playing=False
            )
        elif kind == "puzzle":
            puzzle = find_puzzle(GAMES, what)
            assert puzzle, what
            app.push_screen(puzzle_screen(app, puzzle))
        elif kind == "lesson":
            open_lesson(app, find(what))
        elif kind == "daily":
            app.push_screen(daily_screen(app, daily(GAMES, date.fromisoformat(what))))
        else:
            app.push_screen(daily_screen(app, daily_match(GETAWAY, date.fromisoformat(what))))

    async def _click(self, what: str) -> None:
        await self._pilot.click(offset=self._spot(what))

    async def _point(self, what: str) -> None:
        await self._pilot.hover(offset=self._spot(what))

    def _spot(self, what: str) -> tuple[int, int]:
        """The middle of a place of the board, or where words in quotes stand on the screen."""
        if what.startswith('"'):
            rows = self._pilot.text.splitlines()
            found = [(line.index(what[1:-1]), row) for row, line in enumerate(rows) if what[1:-1] in line]
            assert found, f"{what} is not to be seen"
            return found[-1][0] + 1, found[-1][1]
        board = self.app.screen.query_one(BoardView)
        region = next(region for cell, region in board.places().items() if self._name(cell) == what)
        return middle_of(region.translate(board.content_region.offset))

    # What holds, whatever was entered

    def drawn_anew(self) -> None:
        """Nothing looks otherwise if all is drawn anew: no panel was forgotten when what it shows changed."""
        shown = self._pilot.rows
        if shown is self._drawn or isinstance(self.app.screen, CommandPalette):  # which is Textual's
            return
        self._drawn = shown
        for part in self.app.screen.walk_children(Widget, with_self=True):
            part.notify_style_update()
            part._layout_cache.clear()
            part._set_dirty()
        self._alike(shown, self._pilot.rendered(), "if all is drawn anew")

    async def in_other_windows(self) -> None:
        """In another window all is told as if it had been opened there, unless that is known of such a page."""
        screen = self.app.screen
        if type(screen) in self._known or not isinstance(screen, Shelf | BoardScreen):
            return
        self._known.add(type(screen))
        before = self.app.size
        for size in OTHER_SIZES:
            await self._pilot.size(*size)
            shown = self._pilot.rows
            with self.app._context():
                screen.dress()
                await self.rest()
            self._alike(shown, self._pilot.rows, f"at {size}, if all is told anew")
        await self._pilot.size(*before)

    def back_where_all_was(self, stood: Screen[Any], shown: list[Strip], entry: str) -> None:
        """Whoever only looks around on a page or at a question, and goes back, finds all as it was."""
        stack, top = self.app.screen_stack, self.app.screen
        if not WAYS.issuperset(entry.split()):
            self.forget()
        before = self._covered.pop(top, None)
        if top is not stood and before:
            self._alike(before, self._pilot.rows, f"after {entry}, though nothing was done above it")
        if top is not stood and stood in stack and ((entry.isalpha() and len(entry) == 1) or entry in WAYS):
            self._covered[stood] = shown  # what opens by Enter, a number or a click may have changed it

    def forget(self) -> None:
        """Something else has happened: what lies below may look otherwise."""
        self._covered.clear()

    def _alike(self, before: list[Strip], after: list[Strip], when: str) -> None:
        pairs = zip(before, after, strict=True)
        other = [f"{was.text}\n{now.text}" for was, now in pairs if was != now and _cells(was) != _cells(now)]
        assert not other, "\n".join((f"{type(self.app.screen).__name__} looks otherwise {when}:", *other))

    def at_peace(self) -> None:
        """Nothing goes on several times a second on a page that is hidden."""
        *below, top = self.app.screen_stack
        hidden = [] if top.is_modal else below
        parts = (part for screen in hidden for part in screen.walk_children(with_self=True))
        going = [part for part in parts if any(map(_goes, part._timers))]
        assert not going, f"below {top}, this goes on: {going}"

    # What is seen

    @property
    def at_menu(self) -> bool:
        """Whether it is the menu."""
        return self.app.screen is self.app.screen_stack[0]

    def look(self) -> Seen:
        """What there is to be seen now."""
        self.drawn_anew()
        self.at_peace()
        screen = self.app.screen
        home = os.environ["MARBLES_TUI_HOME"]
        notices = " / ".join(one.message for one in self.app._notifications).replace(home, "~")
        rows = self._pilot.text.replace(home, "~").splitlines()
        at = picked_in(screen.focused).replace(home, "~") if self._whole else ""
        boards = screen.query(BoardView)
        if not boards or not screen.query("Status"):
            # A dialog dims what is around it: only its own parts are its words.
            parts = [part.region for part in screen.children if part.display] if screen.is_modal else []
            title = _plain(next(filter(str.strip, map(_plain, rows)), "")).partition(" | ")[0]
            page = " / ".join(_read(rows, region) for region in parts) or title
            whole = self._whole and not screen.is_modal
            small = [each for each in screen.query(SmallBoard) if each.region and each.board is not None]
            return Seen(
                page,
                notice=notices,
                board=_pieces(small[0]._game, small[0]) if whole and small else "",
                at=at,
                rows=tuple(map(_plain, rows)) if whole else (),
            )
        moving = boards.first().frame.event is not None
        found: dict[str, Any] = {
            "notice": notices,
            "board": MOVING if moving else _pieces(boards.first().GAME, boards.first()),
            "marks": self._marks(boards.first()),
        }
        for part in screen.walk_children(Widget):
            kind = type(part).__name__
            if kind in SAID:
                found |= {name: getattr(part, name) for name in SAID[kind]}
            elif kind == "KeyLine":
                found["keys"] = " · ".join(f"{key.key} {key.does}" for key in cast("Any", part).keys)
            elif kind in PANELS and part.display and part.region:
                found[PANELS[kind]] = _read(rows, part.region)
        if moving:
            found["said"] = MOVING
        return Seen(**found)

    def _name(self, cell: Cell) -> str:
        game = self.app.game_shown
        assert game
        return PLACES[game.key](cell)

    def _marks(self, board: BoardView) -> str:
        shown, frame = board.highlights, board.frame
        told: dict[str, str] = {}
        for role in ("legal", "picked", "targets", "ends", "landing", "last", "hint", "threats", "winners"):
            cells: Any = getattr(shown, role)
            told[role] = " ".join(map(self._name, cells if isinstance(cells, tuple) else sorted(cells)))
        for role, signs in (("notes", shown.notes), ("letters", shown.letters)):
            told[role] = " ".join(
                f"{self._name(cell)}={sign}" for cell, sign in sorted(signs.items()) if sign
            )
        if told["targets"] == told["legal"]:
            del told["legal"]
        told["deed"] = shown.deed
        told["names"] = ", ".join(shown.names)
        if finale := shown.finale:
            told["finale"] = f"{cast('Enum', finale.tone).name.lower()}, {finale.words}"
        told["seen"] = " ".join(
            ["from the other side"] * board.turned + ["without names"] * (not board.named)
        )
        told["cursor"] = "" if frame.cursor is None else self._name(frame.cursor)
        told["turn"] = "" if frame.turn is None else str(frame.turn + 1)
        return " · ".join(f"{role} {what}" for role, what in told.items() if what)


def _pieces(game: Game | None, board: BoardView | SmallBoard) -> str:
    """The pieces of each seat on a board at rest, and where they are."""
    scene, shown = board.scene(), board.frame.board if isinstance(board, BoardView) else board.board
    if not (game and scene):
        return ""
    pieces = [item for item in scene.items if isinstance(item, Piece) and item.id != "die"]
    on: dict[int, dict[str, int]] = {}
    for piece in pieces:
        cell, size = _cell(scene, piece), f":{int(10 * piece.r)}" if piece.id.startswith("cup") else ""
        if cell is not None or isinstance(board, SmallBoard):  # which may have no places
            name = PLACES[game.key](cell) + size if cell is not None else "{:.0f},{:.0f}".format(*piece.at)
            of_seat = on.setdefault(piece.owner + 1, {})
            of_seat[name] = of_seat.get(name, 0) + 1
    told = {
        seat: " ".join(f"{name}×{count}" if count > 1 else name for name, count in places.items())
        for seat, places in sorted(on.items())
    }
    bars = "".join(map(str, getattr(shown, "bars", ())))
    seats = [f"{seat}: {places}" if len(told) > 1 else places for seat, places in told.items()]
    return " | ".join((*seats, *([f"bars {bars[:7]} {bars[7:]}"] if bars else [])))


def chosen(words: str) -> dict[str, Any]:
    """Settings, as `speed=6 skin=ascii 'houses={"attic": "2026-11-20"}'` has them."""
    found: dict[str, Any] = {}
    for each in shlex.split(words):
        name, _, value = each.partition("=")
        is_word = not (value[:1].isdigit() or value[:1] == "{")
        found[name] = {"on": True, "off": False}.get(value, value) if is_word else json.loads(value)
    return found


def size_of(words: str) -> tuple[int, int]:
    """The size of a window, as `80x24` has it."""
    width, _, height = words.partition("x")
    return int(width), int(height)


def picked_in(part: Widget | None) -> str:
    """A widget, and what is picked or written in it."""
    if part is None:
        return ""
    values = (getattr(part, name, None) for name in ("at", "picked", "highlighted", "value", "chosen"))
    what = next((value for value in values if isinstance(value, int | str | dict)), "")
    return f"{part.id or type(part).__name__} {what}".strip()


def _cells(row: Strip) -> list[tuple[str, Style | None]]:
    """A row in its colours, clocks left out."""
    return [(CLOCK.sub("0:00", part.text), part.style) for part in row.simplify()]


def _goes(timer: Timer) -> bool:
    """Whether it calls something several times a second. A screen looks once more whether it is to be drawn."""
    often = timer._interval < 1 and timer.name != "screen_update"
    return often and timer._task is not None and timer._active.is_set()


def _cell(scene: Scene, piece: Piece) -> Cell | None:
    """The place that a piece stands on."""
    x, y = piece.at
    inside = (
        cell
        for cell, (left, top, right, bottom) in scene.places.items()
        if left <= x <= right and top <= y <= bottom
    )
    return next(inside, None)


def _read(rows: list[str], region: Region) -> str:
    """The words in a region, its rows apart."""
    lines = (_plain(row[region.x : region.right].strip()) for row in rows[region.y : region.bottom])
    return " / ".join(filter(None, lines))


def _plain(words: str) -> str:
    """Words without what is drawn around them, columns apart; how long something took is as if it took no time."""
    bare = re.sub(r"[\u2500-\u259f\u2800-\u28ff\U0001fb00-\U0001fbff]", " ", words).strip()
    apart = re.sub(r" {3,}", " | ", CLOCK.sub("0:00", bare))
    return " ".join(apart.split())


def _unpainted(last: Last, scene: Scene, width: int, height: int, look: Look) -> Canvas:
    """No picture: what a board shows is read from its scene, which saves half of the time."""
    del last, scene, look
    return Canvas(width, height, 0)


def _blank(self: SceneWidget, crop: Region) -> list[Strip]:
    return [Strip.blank(crop.width)] * crop.height


@contextmanager
def at_rest(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No key rests after a show, and no board is painted."""
    for name in (
        "table.board_screen.BoardScreen.pause",
        "table.board_screen.BoardScreen.burst",
        "table.end.EndPanel.quiet",
        "kit.lines.KeyLine.settling",
    ):
        monkeypatch.setattr(f"marbles_tui.tui.{name}", 0.0)
    monkeypatch.setattr("marbles_tui.tui.pages.library.HELD", 0.0)
    monkeypatch.setattr(Notification, "time_left", 1e6)
    monkeypatch.setattr(Arcade, "_refresh_notifications", lambda _: None)  # they are told as notices
    monkeypatch.setattr(SceneWidget, "render_lines", _blank)
    monkeypatch.setattr(Last, "drawn", _unpainted)  # whoever has `picture` by name draws so, too
    menu.emblem.cache_clear()  # another test may have painted them
    try:
        yield
    finally:
        menu.emblem.cache_clear()  # others want them painted


@asynccontextmanager
async def sitting(
    size: tuple[int, int] = SIZE,
    *,
    whole: bool = False,
    known: set[type[Screen[Any]]] | None = None,
    folder: Path | None = None,
    **more: Any,
) -> AsyncIterator[Sitting]:
    """Somebody at an arcade of their own, at whose tables nothing takes time and computers play the first legal
    move; with a folder a guest from elsewhere, for whom all is kept there."""
    settings = Settings(**{"speed": 0, "hints": False, "name": "Ann", **more})
    away: dict[str, Any] = (
        {"face": guest(folder), "store": StoreThread(folder / "matches.sqlite3")} if folder else {}
    )
    async with opened(Arcade(settings=settings, engine=Resting(), seed=1, **away), size) as pilot:
        yield Sitting(pilot, whole, known)


def nothing_left() -> None:
    """Nothing goes on once all arcades are closed."""
    left = {task.get_name() for task in asyncio.all_tasks() - {asyncio.current_task()}}
    assert not left, left
