"""A film of a recorded game: what a table would show, worked out from the record, as an asciicast for terminals or
as an SVG that moves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby
from math import ceil
from typing import Final

from rich.cells import set_cell_size
from rich.color import ColorSystem
from textual.theme import BUILTIN_THEMES

from marbles_tui.core.scene import Frame, Highlights
from marbles_tui.play import Match
from marbles_tui.table import phrases
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.lines import SPEEDS
from marbles_tui.tui.kit.look import SKINS, THEMES, Look, skin_of
from marbles_tui.tui.kit.picture import Last, picture, room
from marbles_tui.tui.line_filters import guarded

FRAMES: Final = 20
"""Pictures a second while something moves."""

REST: Final = 0.9
"""Seconds that a board rests after a move, at a tempo of 1."""

STILL: Final = 1.5
"""Seconds for which the first board is seen before anything moves, and the last one afterwards."""

ACROSS, DOWN = 10, 20
"""The pixels of a cell in an SVG."""

LEAST, MOST = (40, 12), (400, 150)
"""The smallest and the largest size of a film, in columns and rows."""

ALL_THEMES: Final = {theme.name: theme for theme in (*THEMES, *BUILTIN_THEMES.values())}

Shot = tuple[float, Canvas]
"""A picture, and for how many seconds it is seen."""


def cast(
    match: Match,
    size: str = "80x24",
    theme: str = "felt",
    skin: str = "blocks",
    speed: str = "normal",
    first: int = 0,
    last: int | None = None,
    moving: bool = False,
) -> str:
    """A match from the board after `first` plies to the one after `last` as an asciicast of version 3, or `moving` as
    an SVG that repeats itself. Raises ValueError with the reason where it cannot be made so."""
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", size)
    columns, rows = map(int, found.groups()) if found else (0, 0)
    if not (LEAST[0] <= columns <= MOST[0] and LEAST[1] <= rows <= MOST[1]):
        raise ValueError(
            f"no size {size!r}: expected COLUMNSxROWS from {LEAST[0]}x{LEAST[1]} to {MOST[0]}x{MOST[1]}"
        )
    tempos = {step.title: step.tempo for step in SPEEDS}
    for what, given, known in (
        ("theme", theme, ALL_THEMES),
        ("skin", skin, [skin.key for skin in SKINS]),
        ("speed", speed, tempos),
    ):
        if given not in known:
            raise ValueError(f"no {what} {given!r}: expected {', '.join(known)}")
    end = match.plies if last is None else last
    if not 0 <= first <= end <= match.plies:
        raise ValueError(f"no film from move {first} to {end}: the game has moves 0 to {match.plies}")
    look = Look.of(skin_of(skin), ALL_THEMES[theme])
    shots = film(match, look, (columns, rows), tempos[speed], first, end)
    title = f"{match.game.title}: {' – '.join(match.names)}"
    lines = (svg if moving else asciicast)(title, (columns, rows), shots)
    return "".join(f"{line}\n" for line in lines)


def film(
    match: Match, look: Look, size: tuple[int, int], tempo: float, first: int, last: int
) -> Iterator[Shot]:
    """The pictures of a match from the board after `first` plies to the one after `last`; `tempo`: how long a beat of
    one second takes, in seconds; 0 shows boards at rest alone."""
    view = VIEWS[match.game.key]
    words, beats, kept = view.match(), view.board().BEATS, Last()
    names = view.named(match.names, look)
    said, tempo = "", max(tempo, 0.0)

    def shot(stands: Match, frame: Frame) -> Canvas:
        width, height = size
        canvas, rows = Canvas(width, height, look.ground, look.grid), height - 4
        canvas.lay(picture(match.game.scene(frame, room(width, rows)), width, rows, look, kept), 2)
        count = f"{stands.plies} of {match.plies}"
        canvas.text(
            1, 0, _fitting(f"{match.game.title}: {' – '.join(names)}", width - len(count) - 4), look.muted
        )
        canvas.text(width - len(count) - 1, 0, count, look.muted)
        canvas.text(1, height - 1, _fitting(said, width - 2), look.text)
        return canvas

    def rest(stands: Match) -> Canvas:
        last = words.trace(stands.moves[-1]) if stands.plies > first else frozenset()
        won = match.game.winning_cells(stands.position, stands.result) if stands.result else frozenset()
        marks = Highlights(last=last, winners=won, names=names)
        return shot(stands, Frame(stands.position.board, highlights=marks, turn=words.turn(stands)))

    stands = match.at(first)
    yield STILL, rest(stands)
    for ply in range(first, last):
        board: object = stands.position.board
        after, events = stands.play(match.moves[ply])
        for event in events:
            said = match.game.told(event, names) or said
            yield from (
                (seconds, shot(after, Frame(event.board, board, event, phase, Highlights(names=names))))
                for seconds, phase in _phases(beats.get(event.kind, 0.0) * tempo)
            )
            board = event.board
        stands = match.at(ply + 1)
        if stands.result:
            said = phrases.verdict(stands)
        yield (STILL if ply + 1 == last else max(REST * tempo, 0.1)), rest(stands)


def _phases(span: float) -> Iterable[tuple[float, float]]:
    count = ceil(span * FRAMES)
    return ((span / count, step / count) for step in range(count))


def asciicast(title: str, size: tuple[int, int], shots: Iterable[Shot]) -> Iterator[str]:
    """The lines of an asciicast of version 3: each picture is told by the cells that change."""
    header = {"version": 3, "term": {"cols": size[0], "rows": size[1]}, "title": title}
    yield json.dumps(header, ensure_ascii=False)
    shown: Canvas | None = None
    waited, begin = 0.0, "\x1b[?25l\x1b[2J"
    for seconds, canvas in shots:
        text = begin + "".join(
            f"\x1b[{y + 1};{start + 1}H{canvas.written(y, start, end, ColorSystem.TRUECOLOR, guarded)}"
            for y, start, end in canvas.differences(shown)
        )
        if text:
            yield json.dumps((round(waited, 3), "o", text), ensure_ascii=False)
            shown, waited, begin = canvas, 0.0, ""
        waited += seconds
    yield json.dumps((round(waited, 3), "o", "\x1b[?25h"))


def svg(title: str, size: tuple[int, int], shots: Iterable[Shot]) -> Iterator[str]:
    """The lines of an SVG that repeats itself: each picture lies over those before it from its moment on."""
    frames: list[tuple[float, str]] = []
    shown: Canvas | None = None
    length = 0.0
    for seconds, canvas in shots:
        if drawn := _drawn(canvas, shown):
            frames.append((length, drawn))
            shown = canvas
        length += seconds
    width, height = size[0] * ACROSS, size[1] * DOWN
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" shape-rendering="crispEdges"'
        f' font-family="monospace" font-size="{DOWN * 4 // 5}"><title>{escape(guarded(title))}</title>'
    )
    for begin, drawn in frames:
        moment = f'values="hidden;visible" keyTimes="0;{begin / length:.5f}" dur="{length:.2f}s"'
        shows = f'<animate attributeName="visibility" {moment} calcMode="discrete" repeatCount="indefinite"/>'
        yield f"<g>{shows if begin else ''}{drawn}</g>"
    yield "</svg>"


def _drawn(canvas: Canvas, before: Canvas | None) -> str:
    """What is painted of a picture: the cells that are others than before."""
    fills: dict[int, list[str]] = {}
    words: list[str] = []
    across, down = canvas.grid.across, canvas.grid.down
    wide, tall = ACROSS // across, DOWN / down
    for y, start, end in canvas.differences(before):
        rows = [row[start * across : end * across] for row in canvas.points[y * down : (y + 1) * down]]
        for x, (sign, (ink, ground, bold)) in enumerate(canvas.cells(y, start, end)):
            if start + x in canvas.letters[y]:
                for row in rows:
                    row[x * across : (x + 1) * across] = [ground] * across
                if sign.strip():
                    at = f'x="{(start + x) * ACROSS}" y="{y * DOWN + DOWN * 3 // 4}" fill="#{ink:06x}"'
                    weight = ' font-weight="bold"' if bold else ""
                    words.append(f"<text {at}{weight}>{escape(guarded(sign))}</text>")
        for number, row in enumerate(rows):
            left = start * ACROSS
            for colour, run in groupby(row):
                width = wide * len(list(run))
                top = y * DOWN + number * tall
                fills.setdefault(colour, []).append(f"M{left} {top:g}h{width}v{tall:g}h-{width}z")
                left += width
    paths = (f'<path fill="#{colour:06x}" d="{"".join(parts)}"/>' for colour, parts in fills.items())
    return "".join((*paths, *words))


def _fitting(text: str, width: int) -> str:
    shown = set_cell_size(guarded(text), width)
    return text if shown.rstrip() == text.rstrip() else f"{set_cell_size(text, width - 1)}…"
