"""Every board is drawn: in every skin and size, at rest, in motion, and with the cursor on each place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from textual.geometry import Region, Size
from textual.theme import BUILTIN_THEMES

from marbles_tui.core import Cell, Event, Game
from marbles_tui.games import GAMES
from marbles_tui.play import Match
from marbles_tui.tui.drawing.canvas import Canvas
from marbles_tui.tui.drawing.frame import NO_HIGHLIGHTS, Highlights
from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.pictures import Box
from marbles_tui.tui.drawing.skins import SKINS
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.menu.layout import lay_out_menu
from marbles_tui.tui.menu.painting import paint_entry
from marbles_tui.tui.widgets.board_view import BoardView
from tests.conformance.random_games import IDS, begin

SIZES = [(60, 18), (80, 24), (120, 40)]
PREVIEW = (34, 12)
"""The room for a board beside the choices of a set-up."""

TINY = [(1, 1), (7, 3)]
"""Nothing is expected of these but that they do no harm."""

PHASES = (0.0, 0.5, 1.0)
MATCHES = 12
"""So many random matches, at most, in which to find every kind of event that a board gives its time."""

PLIES = 150

LOOKS = [
    pytest.param(Look.of(skin, BUILTIN_THEMES[theme], coloured), id=f"{skin.key}-{name}")
    for skin, theme in zip(SKINS, ("textual-dark", "textual-light", "textual-dark"), strict=True)
    for coloured, name in ((True, theme), (False, "grey"))
]

every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)
every_look = pytest.mark.parametrize("look", LOOKS)


@cache
def sample(game: Game) -> tuple[tuple[Match, ...], dict[str, tuple[Any, Event]]]:
    """Some positions of random matches, the first of all among them, and an event of each kind with the board before
    it."""
    random = Random(game.key)
    matches = [Match.new(game, random=random)]
    happened: dict[str, tuple[Any, Event]] = {}
    wanted = set(VIEWS[game.key].board().BEATS)
    for number in range(MATCHES):
        if number > 2 and wanted <= set(happened):
            break
        match = begin(game, random)
        for ply in range(PLIES):
            if match.result:
                break
            before = match.position.board
            match, events = match.play(random.choice(match.position.moves()))
            for event in events:
                happened.setdefault(event.kind, (before, event))
                before = event.board
            if number < 2 and ply in (3, 20, 60):
                matches.append(match)
        if number < 2:
            matches.append(match)
    return tuple(matches), happened


def shown(
    game: Game,
    board: Any,
    highlights: Highlights = NO_HIGHLIGHTS,
    cursor: Cell | None = None,
    turn: int | None = None,
) -> BoardView[Any]:
    """A board at rest."""
    view = VIEWS[game.key].board()(board)
    for name, value in (("highlights", highlights), ("cursor", cursor), ("turn", turn)):
        view.set_reactive(getattr(BoardView, name), value)
    return view


def draw(view: BoardView[Any], size: tuple[int, int], look: Look) -> Canvas:
    """What is to be seen of it; it keeps to its canvas."""
    width, height = size
    canvas = Canvas(width, height, look.ground)
    view.paint(canvas, view.lay_out(Size(width, height), look), view.frame, look)
    assert [len(row) for row in canvas.pixels] == [width] * (2 * height)
    assert len(canvas.letters) == height
    assert all(0 <= column < width for row in canvas.letters for column in row)
    return canvas


def seen(canvas: Canvas, region: Region | None = None) -> int:
    """How many cells of a region are not blank."""
    x, y, width, height = region or Region(0, 0, canvas.width, canvas.height)
    blank = {canvas.ground}
    return sum(
        canvas.letters[line].get(column, " ")[0] != " "
        or {canvas.pixels[2 * line][column], canvas.pixels[2 * line + 1][column]} != blank
        for line in range(max(0, y), min(canvas.height, y + height))
        for column in range(max(0, x), min(canvas.width, x + width))
    )


def differs(canvas: Canvas, other: Canvas) -> bool:
    """Whether two canvases look different anywhere."""
    return any(canvas.difference(other, line) for line in range(canvas.height))


def places(view: BoardView[Any], size: tuple[int, int], look: Look) -> dict[Cell, Region]:
    """The regions of its places."""
    return dict(view.lay_out(Size(*size), look).places)


def file_of(game: Game) -> str:
    """The file that draws it, for messages."""
    return VIEWS[game.key].board().__module__.replace(".", "/") + ".py"


@every_game
@every_look
def test_a_board_is_drawn_at_rest_in_every_size(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    for size, match in product((*SIZES, PREVIEW), matches):
        canvas = draw(shown(game, match.position.board, turn=match.position.turn), size, look)
        assert seen(canvas) > canvas.width * canvas.height // 20, (
            f"{file_of(game)} draws next to nothing at {size}"
        )


@every_game
@every_look
def test_a_board_does_no_harm_where_it_has_no_room(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    for size in TINY:
        draw(shown(game, matches[-1].position.board), size, look)


@every_game
@every_look
def test_positions_look_different(game: Game, look: Look) -> None:
    """A drawing that leaves out what the board holds would show all of them alike."""
    matches, _ = sample(game)
    different = {str(match.position.board): match.position.board for match in matches}
    first, *others = different.values()
    assert others
    for size in (*SIZES, PREVIEW):
        start = draw(shown(game, first), size, look)
        alike = [board for board in others if not differs(draw(shown(game, board), size, look), start)]
        assert alike == [], f"{file_of(game)} draws another board like the first one at {size}"


@every_game
@every_look
def test_the_places_of_a_board_lie_on_it_and_something_is_seen_there(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    for size in SIZES:
        view = shown(game, matches[0].position.board)
        canvas = draw(view, size, look)
        regions = places(view, size, look)
        assert regions, f"{file_of(game)} has no places"
        whole = Region(0, 0, *size)
        assert [cell for cell, region in regions.items() if not whole.contains_region(region)] == []
        drawn = [cell for cell, region in regions.items() if seen(canvas, region)]
        assert len(drawn) > len(regions) // 2, f"{file_of(game)} leaves most places blank at {size}"


@every_game
@every_look
def test_what_happens_is_drawn_from_its_beginning_to_its_end(game: Game, look: Look) -> None:
    _, happened = sample(game)
    beats = VIEWS[game.key].board().BEATS
    assert set(beats) & set(happened), f"BEATS in {file_of(game)} names no event of {game.key}"
    for size, (kind, (before, event)) in product((*SIZES, PREVIEW), happened.items()):
        for phase in PHASES:
            view = shown(game, before)
            view.act(before, event, phase)
            assert seen(draw(view, size, look)), f"{file_of(game)} draws nothing of {kind} at {phase}, {size}"


@every_game
@every_look
def test_what_changes_the_board_changes_the_picture(game: Game, look: Look) -> None:
    """Of what is given its time: a piece that was drawn nowhere would not be missed else."""
    _, happened = sample(game)
    size = SIZES[2]
    for kind in VIEWS[game.key].board().BEATS.keys() & happened.keys():
        before, event = happened[kind]
        if before == event.board:
            continue
        view = shown(game, before)
        frames = [draw(view, size, look)]
        for phase in PHASES:
            view.act(before, event, phase)
            frames.append(draw(view, size, look))
        view.rest(event.board)
        frames.append(draw(view, size, look))
        assert any(differs(frames[0], later) for later in frames[1:]), f"{file_of(game)} does not show {kind}"


@every_game
@every_look
def test_the_cursor_is_drawn_on_each_place(game: Game, look: Look) -> None:
    """And is seen where something may be picked. In the larger sizes on some places only: they are drawn alike."""
    matches, _ = sample(game)
    random = Random(1)
    position = matches[0].position
    legal = Highlights(legal=frozenset(path[0] for move in position.moves() for path in move.paths if path))
    for size in SIZES:
        bare = draw(shown(game, position.board, legal), size, look)
        cells = list(places(shown(game, position.board), size, look))
        for cell in cells if size == SIZES[0] else random.sample(cells, min(len(cells), 6)):
            pointed = draw(shown(game, position.board, legal, cell), size, look)
            visible = differs(pointed, bare)
            assert visible or cell not in legal.legal, f"{file_of(game)} hides the cursor on {cell} at {size}"


def marks(cells: list[Cell], random: Random) -> Iterator[Highlights]:
    """Marks of every kind, one after another and all at once."""
    some = frozenset(random.choices(cells, k=3))
    kinds: dict[str, Any] = {
        **dict.fromkeys(("legal", "targets", "last", "threats", "winners"), some),
        **dict.fromkeys(("picked", "landing", "hint"), tuple(sorted(some))),
    }
    yield from (Highlights(**{kind: cells_marked}) for kind, cells_marked in kinds.items())
    yield Highlights(**kinds)


@every_game
@every_look
def test_marks_of_every_kind_are_drawn(game: Game, look: Look) -> None:
    """Each game has its own; none of the others makes it fail."""
    matches, _ = sample(game)
    random = Random(1)
    for size, match in product(SIZES[:2], (matches[0], matches[-1])):
        cells = sorted(places(shown(game, match.position.board), size, look))
        for highlights in marks(cells, random):
            assert seen(draw(shown(game, match.position.board, highlights), size, look))


@every_game
@every_look
def test_the_menu_shows_its_board_and_its_emblem(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    view = VIEWS[game.key]
    for match, (width, height) in product(matches, ((20, 8), (39, 10), (47, 15), (72, 20), (104, 33))):
        bare, full = (Canvas(width, height, look.ground) for _ in range(2))
        view.picture(full, Box(1, 0, width - 2, 2 * height), match.position.board, look)
        assert differs(full, bare), f"the picture of {game.key} shows nothing in {width} by {height}"
    for width, height in ((10, 6), (14, 10), (19, 16)):
        around = Canvas(width + 4, height // 2 + 2, look.ground)
        view.emblem(around, Box(2, 2, width, height), look)
        painted = {
            (x, y)
            for y, row in enumerate(around.pixels)
            for x, pixel in enumerate(row)
            if pixel != look.ground
        } | {(x, 2 * y) for y, row in enumerate(around.letters) for x in row}
        assert painted, f"the emblem of {game.key} is empty"
        assert all(2 <= y < height + 2 for _, y in painted), (
            f"the emblem of {game.key} is higher than {height}"
        )
        assert all(1 <= x < width + 3 for x, _ in painted), f"the emblem of {game.key} is wider than {width}"


@every_game
@every_look
def test_the_menu_names_it(game: Game, look: Look) -> None:
    front = VIEWS[game.key].front()
    assert front.origin
    for width, height in ((60, 18), (80, 24), (120, 40), (200, 60)):
        layout = lay_out_menu(width, height, 1, 0, not look.coloured)
        canvas = Canvas(width, height, look.ground)
        paint_entry(canvas, layout, 0, game, None, False, not look.coloured, look)
        shown = "".join(
            row.get(x, (" ",))[0] for row in canvas.letters for x in range(layout.entries[0].right)
        )
        assert front.name in shown, f"{front.name!r} is too long for the menu"
