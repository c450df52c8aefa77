"""What drawing costs: `python -m scripts.bench paint`."""

from __future__ import annotations

import re
import statistics
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

from rich.color import ColorSystem
from textual.geometry import Offset, Size

from marbles_tui.core import Event, Game
from marbles_tui.core.frame import Frame
from marbles_tui.core.scene import Room
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.capabilities import USUAL
from marbles_tui.tui.kit.colours import colours_of
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import Last, picture
from marbles_tui.tui.kit.placements import Placements
from marbles_tui.tui.kit.skins import BLOCKS, GLYPHS
from marbles_tui.tui.kit.themes import THEMES
from marbles_tui.tui.kit.view import view

WIDTH, HEIGHT = 96, 36
"""The room of a board beside a panel, in a window of 120 × 40."""

MOTIONS: Final = ("drop", "push", "walk", "slide", "put")
"""An event of each game in which something moves."""

FRAMES: Final = 24
"""Of a motion."""

IMAGE_DATA: Final = re.compile(r"\x1b_G(?:a=t|m=)[^\x1b]*\x1b\\")

FELT: Final = Look.of(BLOCKS, THEMES[0])
LOOKS: Final = {
    "halves": replace(FELT, grid=HALVES),
    "quadrants": replace(FELT, grid=QUADRANTS),
    "octants": replace(FELT, grid=OCTANTS),
    "signs": Look.of(GLYPHS, THEMES[0]),
}


def paint() -> None:
    """A whole board for the first time in a size, and again; a frame of a motion; the bytes of each."""
    for game in GAMES:
        for name, look in LOOKS.items():
            _paint(game, name, look)
        _images(game)


def _paint(game: Game, name: str, look: Look) -> None:
    before, event = _motion(game)

    def whole(last: Last) -> int:
        return _bytes(made(Frame(event.board), last), [(y, 0, WIDTH) for y in range(HEIGHT)])

    def made(frame: Frame, last: Last) -> Canvas:
        canvas = picture(game.scene(frame, Room(WIDTH / HEIGHT / 2)), WIDTH, HEIGHT, look, last)
        canvas.clear_words()
        return canvas

    def step(phase: float, old: Canvas, last: Last) -> tuple[Canvas, int]:
        canvas = made(Frame(event.board, before, event, phase), last)
        spans = ((y, canvas.difference(old, y)) for y in range(HEIGHT))
        return canvas, _bytes(canvas, [(y, *span) for y, span in spans if span])

    first, _ = _timed(whole, Last())
    again, size = _timed(whole, last := Last())
    shown = made(Frame(event.board, before, event, 0.0), last)
    spent, sent = [], []
    for number in range(3 * FRAMES):
        seconds, (shown, written) = _timed(step, (number % FRAMES + 1) / (FRAMES + 1), shown, last)
        spent.append(seconds)
        sent.append(written)
    print(
        f"paint {game.key}, {name}: first {first * 1000:.1f} ms, again {again * 1000:.1f} ms, {size:,} bytes; "
        f"a frame {statistics.median(spent) * 1000:.2f} ms, {statistics.median(sent):,.0f} bytes"
    )


def _images(game: Game) -> None:
    """The same as images, in the usual cells: what is sent once, what a motion adds to it, and a frame then."""
    before, event = _motion(game)
    images, last, size = Placements(), Last(), Size(WIDTH, HEIGHT)

    def shown(frame: Frame) -> tuple[str, Canvas]:
        scene = game.scene(frame, Room(WIDTH / HEIGHT / 2))
        colours = colours_of(scene.palette, FELT)
        seen = view(scene, WIDTH, HEIGHT, *FELT.grid[:2])
        left = images.split(scene, seen, size, USUAL, colours)
        canvas = picture(left, WIDTH, HEIGHT, FELT, last)
        return images.show(Offset(0, 0)), canvas

    def once() -> int:
        text = shown(Frame(event.board))[0]
        while images.unfinished:
            text += shown(Frame(event.board))[0]
        return len(text)

    first, size_once = _timed(once)
    spent, sent, cells, turns = [], [], [], 0
    _, old = shown(Frame(event.board, before, event, 0.0))
    for number in range(6 * FRAMES):
        phase = (number % FRAMES + 1) / (FRAMES + 1)
        seconds, (text, canvas) = _timed(shown, Frame(event.board, before, event, phase))
        if number < 3 * FRAMES or "a=t" in text:  # its turns are still to be painted
            turns += sum(len(part) for part in IMAGE_DATA.findall(text))
        else:
            spent.append(seconds)
            sent.append(len(text))
            spans = [(y, *span) for y in range(HEIGHT) if (span := canvas.difference(old, y))]
            cells.append(_bytes(canvas, spans))
        old = canvas
    print(
        f"paint {game.key}, pixels: first {first * 1000:.1f} ms, {size_once:,} bytes, {turns:,} more for turns; "
        f"a frame {statistics.median(spent) * 1000:.2f} ms, {statistics.median(sent):,.0f} bytes "
        f"and {statistics.median(cells):,.0f} of cells"
    )


def _timed(what: Callable[..., Any], *given: Any) -> tuple[float, Any]:
    began = time.process_time()
    made = what(*given)
    return time.process_time() - began, made


def _bytes(canvas: Canvas, spans: list[tuple[int, int, int]]) -> int:
    return sum(len(canvas.written(*span, ColorSystem.TRUECOLOR, str).encode()) for span in spans)


def _motion(game: Game) -> tuple[Any, Event]:
    """The board before an event in which something moves, and the event, in the middle of a game at random."""
    rng, found = Random(5), None
    match = Match.new(game)
    for _ in range(60):
        if match.result:
            break
        board = match.position.board
        match, events = match.play(rng.choice(match.position.moves()))
        for event in events:
            if event.kind in MOTIONS:
                found = board, event
            board = event.board
    assert found, f"nothing has moved in {game.key}"
    return found
