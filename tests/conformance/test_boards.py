"""Every board is drawn: in every skin and size, at rest, in motion, and with the cursor on each place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree
from zlib import crc32

import pytest
from textual.geometry import Region
from textual.theme import BUILTIN_THEMES

from marbles_tui.core import Cell, Event, Game
from marbles_tui.core.palette import lit
from marbles_tui.core.scene import (
    INK,
    NO_HIGHLIGHTS,
    Box,
    Drawing,
    Finale,
    Frame,
    Highlights,
    Item,
    Label,
    Piece,
    Room,
    Scene,
    Tone,
    drawn,
    lettered,
)
from marbles_tui.games import GAMES
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit import view as kit
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS
from marbles_tui.tui.kit.look import SKINS, Look
from marbles_tui.tui.kit.picture import Last, picture, room
from tests.conformance.random_games import IDS, begin, stroll
from tests.golden import compare

DRAWN = Path(__file__).parents[1] / "golden" / "drawn"

SIZES = [(60, 18), (80, 24), (120, 40)]
PREVIEW = (34, 12)
"""The room for a board beside the choices of a set-up."""

EVERY_SIZE = [(40, 12), (47, 17), (56, 20), *SIZES, (160, 30), (90, 50), (200, 60)]
"""Sizes of boards, in which each of their places can be clicked."""

TINY = [(1, 1), (7, 3)]
"""Nothing is expected of these but that they do no harm."""

PHASES = (0.0, 0.5, 1.0)
MOMENTS = [*product(SIZES[1:2], PHASES), (PREVIEW, 0.5)]
MATCHES = 12
"""So many random matches, at most, in which to find every kind of event that a board gives its time."""

PLIES = 150

LOOKS = [
    pytest.param(
        Look.of(skin, BUILTIN_THEMES[theme], coloured),
        id=f"{skin.key}-{name}",
        marks=() if coloured else pytest.mark.long,
    )
    for skin, theme in zip(SKINS, ("textual-dark", "textual-light", "textual-dark"), strict=True)
    for coloured, name in ((True, theme), (False, "grey"))
    if coloured or skin.shaded or skin is SKINS[-1]
]
"""Blocks and the plainest signs also without colours."""

every_game = pytest.mark.parametrize("game", GAMES, ids=IDS)
every_look = pytest.mark.parametrize("look", LOOKS)
every_skin = pytest.mark.parametrize("look", [LOOKS[0], *LOOKS[2:4]])


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
    size: tuple[int, int],
    highlights: Highlights = NO_HIGHLIGHTS,
    cursor: Cell | None = None,
    turn: int | None = None,
    small: bool = False,
) -> Scene:
    """A board at rest."""
    frame = Frame(board, highlights=highlights, cursor=cursor, turn=turn)
    return game.scene(frame, Room(size[0] / (2 * size[1]), small))


def moving(game: Game, before: Any, event: Event, phase: float, size: tuple[int, int]) -> Scene:
    """A board on its way."""
    return game.scene(Frame(event.board, before, event, phase), Room(size[0] / (2 * size[1])))


def draw(scene: Scene, size: tuple[int, int], look: Look) -> Canvas:
    """What is to be seen of it; it keeps to its canvas."""
    width, height = size
    canvas = picture(scene, width, height, look)
    across, down = canvas.grid.across, canvas.grid.down
    assert [len(row) for row in canvas.points] == [width * across] * (down * height)
    assert len(canvas.letters) == height
    assert all(0 <= column < width for row in canvas.letters for column in row)
    return canvas


def seen(canvas: Canvas, region: Region | None = None) -> int:
    """How many cells of a region are not blank."""
    x, y, width, height = region or Region(0, 0, canvas.width, canvas.height)
    across, down = canvas.grid.across, canvas.grid.down
    return sum(
        canvas.letters[line].get(column, " ")[0] != " "
        or any(
            point != canvas.ground
            for row in canvas.points[line * down : (line + 1) * down]
            for point in row[column * across : (column + 1) * across]
        )
        for line in range(max(0, y), min(canvas.height, y + height))
        for column in range(max(0, x), min(canvas.width, x + width))
    )


def differs(canvas: Canvas, other: Canvas) -> bool:
    """Whether two canvases look different anywhere."""
    return bool(canvas.differences(other))


def places(scene: Scene, size: tuple[int, int], look: Look) -> dict[Cell, Region]:
    """The regions of its places."""
    across, down = look.grid[:2] if look.skin.shaded else (1, 1)
    return kit.places(scene, kit.view(scene, *size, across, down))


def pieces(scene: Scene) -> dict[str, Piece]:
    """What moves, by its ids."""
    found = [item for item in scene.items if isinstance(item, Piece)]
    assert len({piece.id for piece in found}) == len(found), "two pieces have one id"
    return {piece.id: piece for piece in found}


def spots(scene: Scene) -> list[tuple[float, float]]:
    """Where pieces are."""
    return sorted((round(piece.at[0], 3), round(piece.at[1], 3)) for piece in pieces(scene).values())


@every_game
@every_look
def test_a_board_is_drawn_at_rest_in_every_size(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    for size, match in product((*SIZES, PREVIEW), (matches[0], matches[-1])):
        canvas = draw(shown(game, match.position.board, size, turn=match.position.turn), size, look)
        least = canvas.width * canvas.height // 40
        assert seen(canvas) > least, f"{game.drawing} draws next to nothing at {size}"


@every_game
@every_look
def test_a_board_does_no_harm_where_it_has_no_room(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    for size in TINY:
        draw(shown(game, matches[-1].position.board, size), size, look)


@every_game
@every_look
def test_positions_look_different(game: Game, look: Look) -> None:
    """A drawing that leaves out what the board holds would show all of them alike."""
    matches, _ = sample(game)
    different = {str(match.position.board): match.position.board for match in matches}
    first, *others = different.values()
    assert others
    for size in (SIZES[0], PREVIEW):
        start = draw(shown(game, first, size), size, look)
        alike = [board for board in others if not differs(draw(shown(game, board, size), size, look), start)]
        assert alike == [], f"{game.drawing} draws another board like the first one at {size}"


@every_game
@every_look
def test_the_places_of_a_board_lie_on_it_and_can_be_clicked(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    for size in EVERY_SIZE:
        scene = shown(game, matches[0].position.board, size)
        regions = places(scene, size, look)
        assert regions, f"{game.drawing} has no places"
        first: dict[tuple[int, int], Cell] = {}
        for cell, (x, y, width, height) in regions.items():
            for at in product(range(x, x + width), range(y, y + height)):
                if Region(0, 0, *size).contains(*at):
                    first.setdefault(at, cell)
        hidden = regions.keys() - first.values()
        assert hidden == set(), f"{game.drawing} has places that cannot be clicked at {size}"
    for size in SIZES:
        scene = shown(game, matches[0].position.board, size)
        canvas, regions = draw(scene, size, look), places(scene, size, look)
        drawn = [cell for cell, region in regions.items() if seen(canvas, region)]
        assert len(drawn) > len(regions) // 2, f"{game.drawing} leaves most places blank at {size}"


@every_game
def test_what_moves_keeps_its_id_and_does_not_jump(game: Game) -> None:
    """Pieces of one id are moved as one image; an event ends where the board is at rest."""
    _, happened = sample(game)
    size = SIZES[1]
    for kind, (before, event) in happened.items():
        left, top, right, bottom = moving(game, before, event, 0.0, size).bounds
        step = 0.2 * max(right - left, bottom - top)
        last: dict[str, Piece] = {}
        for at in range(41):
            now = pieces(moving(game, before, event, at / 40, size))
            for name in now.keys() & last.keys():
                (ax, ay), (bx, by) = now[name].at, last[name].at
                far = max(abs(ax - bx), abs(ay - by))
                assert far <= step, f"{game.drawing}: {name} jumps during {kind} at {at / 40}"
            last = now
        rest = shown(game, event.board, size)
        if "hand" not in last:  # what is held has no place on a board at rest
            assert spots(moving(game, before, event, 1.0, size)) == spots(rest), f"{kind} ends elsewhere"


@every_game
@every_skin
def test_what_happens_is_drawn_from_its_beginning_to_its_end(game: Game, look: Look) -> None:
    _, happened = sample(game)
    beats = VIEWS[game.key].board().BEATS
    assert set(beats) & set(happened), f"the board of {game.key} has beats for none of its events"
    for (size, phase), (kind, (before, event)) in product(MOMENTS, happened.items()):
        canvas = draw(moving(game, before, event, phase, size), size, look)
        assert seen(canvas), f"{game.drawing} draws nothing of {kind} at {phase}, {size}"


@every_game
@every_skin
def test_what_changes_the_board_changes_the_picture(game: Game, look: Look) -> None:
    """Of what is given its time: a piece that was drawn nowhere would not be missed else."""
    _, happened = sample(game)
    size = SIZES[2]
    for kind in VIEWS[game.key].board().BEATS.keys() & happened.keys():
        before, event = happened[kind]
        if before == event.board:
            continue
        frames = [draw(shown(game, before, size), size, look)]
        frames += [draw(moving(game, before, event, phase, size), size, look) for phase in PHASES]
        frames.append(draw(shown(game, event.board, size), size, look))
        assert any(differs(frames[0], later) for later in frames[1:]), f"{game.drawing} does not show {kind}"


@every_game
def test_what_is_painted_does_not_depend_on_what_was_painted_before(game: Game) -> None:
    matches, happened = sample(game)
    felt, size = LOOKS[0].values[0], SIZES[0]
    assert isinstance(felt, Look)
    frames = [shown(game, match.position.board, size) for match in matches]
    frames += [moving(game, before, event, 0.5, size) for before, event in happened.values()]
    frames += frames[::-4]
    painted = [felt._replace(grid=grid) for grid in (HALVES, QUADRANTS, OCTANTS)]
    for look in (*painted, *(felt._replace(skin=skin) for skin in SKINS if not skin.shaded)):
        last = Last()
        for scene in frames:
            canvas, alone = (picture(scene, *size, look, kept) for kept in (last, None))
            assert (canvas.points, canvas.letters) == (alone.points, alone.letters)


@every_game
@every_look
def test_labels_of_one_kind_have_one_colour(game: Game, look: Look) -> None:
    """Also where they are made readable on what lies below them."""
    matches, _ = sample(game)
    for size in SIZES[1:]:
        scene = shown(game, matches[0].position.board, size, turn=0)
        canvas = draw(scene, size, look)
        seen_at = kit.view(scene, *size, *(look.grid[:2] if look.skin.shaded else (1, 1)))
        labels: list[Item] = [*scene.still, *scene.items]
        kinds: dict[tuple[object, ...], set[int]] = {}
        for label in labels:
            if isinstance(label, Label) and (said := label.said(seen_at.kx)).isalnum():
                x, y = seen_at.cell(label.at)
                left = round(x - (label.align + 1) * len(said) / 2)
                row = min(canvas.height - 1, int(y + 1e-6))
                if left in canvas.letters[row]:
                    ((letter, (ink, *_)),) = canvas.cells(row, left, left + 1)
                    if letter == said[0]:
                        kinds.setdefault((label.colour, label.on), set()).add(ink)
        several = {kind: inks for kind, inks in kinds.items() if len(inks) > 1}
        assert several == {}, f"{game.drawing} has labels of several colours at {size}"


@every_game
@every_look
def test_the_cursor_is_drawn_on_each_place(game: Game, look: Look) -> None:
    """And is seen where something may be picked. In the larger sizes on some places only: they are drawn alike."""
    matches, _ = sample(game)
    random = Random(1)
    position = matches[0].position
    legal = Highlights(legal=frozenset(path[0] for move in position.moves() for path in move.paths if path))
    for size in SIZES[::2]:
        bare = draw(shown(game, position.board, size, legal), size, look)
        cells = list(shown(game, position.board, size).places)
        for cell in cells if size == SIZES[0] else random.sample(cells, min(len(cells), 6)):
            pointed = draw(shown(game, position.board, size, legal, cell), size, look)
            visible = differs(pointed, bare)
            assert visible or cell not in legal.legal, f"{game.drawing} hides the cursor on {cell} at {size}"


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
    board, size = matches[-1].position.board, SIZES[0]
    cells = sorted(shown(game, board, size).places)
    for highlights in marks(cells, random):
        assert seen(draw(shown(game, board, size, highlights), size, look))


@every_game
@every_look
def test_the_menu_shows_its_board_and_its_emblem(game: Game, look: Look) -> None:
    matches, _ = sample(game)
    view = VIEWS[game.key]
    for match, (width, height) in product(matches[:2], ((20, 8), (39, 10), (47, 15), (72, 20), (104, 33))):
        bare = Canvas(width, height, look.ground, look.grid)
        scene = game.scene(Frame(match.position.board), room(width, height, small=True))
        full = picture(scene, width, height, look)
        assert differs(full, bare), f"the picture of {game.key} shows nothing in {width} by {height}"
    for width, height in ((10, 3), (14, 5), (19, 8)):
        bare = Canvas(width, height, look.ground, look.grid)
        assert differs(view.emblem(width, height, look), bare), f"the emblem of {game.key} is empty"


SVG = "{http://www.w3.org/2000/svg}"
NAME = 'Ann <b>&"\x1b[31m\x07'


def read(picture: str) -> ElementTree.Element:
    """A picture as what a browser makes of it."""
    return ElementTree.fromstring(picture)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_any_position_is_a_picture_of_its_own(game: Game, seed: int) -> None:
    match = stroll(game, Random(seed))
    root = read(match.svg())
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == game.title
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for shape in root.iter(f"{SVG}circle"):
        assert -16 <= float(shape.attrib["cx"]) <= width, "a circle lies outside"
        assert -16 <= float(shape.attrib["cy"]) <= height, "a circle lies outside"
    assert match.svg() == match.svg()


def test_boxes_lie_in_a_picture_as_in_the_scene() -> None:
    wood, half = Box((2.0, 1.0), (0.5, 0.25), "text"), Box((0.25, 0.5), (0.25, 0.5), "text")
    shown = read(drawn(Scene((0.0, 0.0, 4.0, 2.0), (wood, Piece("die", (3.0, 1.0), (half,)))), "", width=400))
    boxes = [
        [float(box.attrib[key]) for key in ("x", "y", "width", "height")] for box in shown.iter(f"{SVG}rect")
    ]
    assert boxes[1:] == [[150, 75, 100, 50], [300, 100, 50, 100]]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_what_was_moved_last_is_marked(game: Game) -> None:
    match = Match.new(game, random=Random(2))
    move = next((move for move in match.position.moves() if move.paths), None)
    if move and game.drawing:  # chance picks no places, and a diagram marks none
        marked = [cell for path in move.paths for cell in path]
        after = match.play(move)[0].position
        assert game.svg(after, marked) != game.svg(after)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_name_stays_a_name(game: Game) -> None:
    match = Match.new(game, seats=[Seat(NAME), Seat("Ben")], random=Random(1))
    root = read(match.svg())
    assert any("Ann <b>&" in (text.text or "") for text in root.iter(f"{SVG}text"))
    assert not list(root.iter(f"{SVG}b"))


@pytest.mark.parametrize("key", [key for key, view in VIEWS.items() if view.pieces])
def test_pieces_have_the_colours_of_the_screens(key: str) -> None:
    view = VIEWS[key]
    match = stroll(view.game, Random(4), 6)
    assert view.pieces
    for colour in view.pieces.usual[: len(match.seats)]:
        drawn = match.svg()
        assert any(f"#{lit(colour, light):06x}" in drawn for light in (1.0, 0.92))


def test_what_must_be_remembered_is_not_shown() -> None:
    text = '[Game "gobblet"] [Memory "{}"] [Setup "K3W4,K4,-,-/-,-,-,-/-,-,-,-/-,-,-,- W443 K442 W"]'
    open_, hidden = (read_match(text.format(word), GAMES).whole().svg() for word in ("off", "on"))
    assert open_.count("<ellipse") > hidden.count("<ellipse")


@pytest.mark.parametrize("words", ["x" * 300, "名" * 300, "Ann – Ben. Ann to move."])
def test_a_line_of_words_stays_inside(words: str) -> None:
    (line,) = read(Drawing(300, 20).document("Nim", words)).iter(f"{SVG}text")
    assert line.text
    wide = sum(1.0 if char == "名" else 0.5 for char in line.text) * float(line.attrib["font-size"])
    assert wide < 332
    assert (line.text == words) == (len(words) < 300)


def test_a_game_that_draws_nothing_shows_its_diagram() -> None:
    root = read(lettered("  1 2\nA x .", "Nim", "Ann to move."))
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert words == ["  1 2", "A x .", "Ann to move."]
    assert {text.attrib["fill"] for text in root.iter(f"{SVG}text")} == {f"#{INK:06x}"}


WIDE = Room(1.6, holds=900.0)

ROLES = ("legal", "picked", "targets", "ends", "landing", "last", "hint", "threats", "winners")
"""What may be said of places of a board."""


def told(value: Any) -> str:
    """An item, or what it has, in words."""
    if isinstance(value, float):
        return f"{round(value, 2) + 0.0:g}"
    if hasattr(value, "_asdict"):
        usual = value._field_defaults
        has = {name: each for name, each in value._asdict().items() if each != usual.get(name, None)}
        return (
            f"({' '.join([type(value).__name__, *(f'{name}={told(each)}' for name, each in has.items())])})"
        )
    return ",".join(map(told, value)) if isinstance(value, tuple) else str(value).replace("\n", "/")


def looks(game: Game) -> Iterator[tuple[str, Frame, Room, Frame | None]]:
    """A board at rest, and what it may show then; each event at some phases; the frame against which each is told."""
    matches, happened = sample(game)
    match = matches[1]
    board, names = match.position.board, match.names
    cells = [*game.scene(Frame(board), WIDE).places]
    some = (cells[0], cells[len(cells) // 3], cells[-1])
    rest, later, end = (Frame(each.position.board) for each in (match, matches[3], matches[-1]))
    yield "at rest", rest, WIDE, None
    yield "in small", rest, Room(1.6, small=True), rest
    yield "upright", rest, Room(0.7, holds=900.0), rest
    yield "from the other side", rest, WIDE._replace(turned=True), rest
    yield "without names", rest, WIDE._replace(named=False), rest
    yield "at the end", end, WIDE, rest
    for turn in range(min(2, len(names))):
        yield f"turn {turn + 1}", Frame(board, turn=turn, highlights=Highlights(names=names)), WIDE, rest
    for role in ROLES:
        found: Any = {role: some if role in ("picked", "landing", "hint") else frozenset(some)}
        marked = Frame(board, highlights=Highlights(**found))
        yield role, marked, WIDE, rest
        yield f"{role}, pointed at", replace(marked, cursor=some[1]), WIDE, marked
    for one, other in combinations(ROLES, 2):
        found = {
            role: some[1:2] if role in ("picked", "landing", "hint") else frozenset(some[1:2])
            for role in (one, other)
        }
        yield f"{one} and {other}", Frame(board, highlights=Highlights(**found)), WIDE, rest
    yield "later", later, WIDE, rest
    for cell in cells[:: max(1, len(cells) // 8)]:
        yield f"{cell} pointed at", replace(later, cursor=cell), WIDE, later
    signs = dict(zip(some, "123", strict=True))
    yield "notes", Frame(board, highlights=Highlights(notes=signs)), WIDE, rest
    yield "letters", Frame(board, highlights=Highlights(letters=signs)), WIDE, rest
    guide = Highlights(names=names, guided=True, deed="does that", landing=some[:1])
    yield "a first game", Frame(board, highlights=guide, turn=0), WIDE, rest

    def over(tone: Tone, phase: float = 1.0) -> Frame:
        finale = Finale(tone, "So it ends", names, phase)
        marks = Highlights(last=frozenset(some[:2]), winners=frozenset(some[1:]), finale=finale)
        return replace(end, highlights=marks)

    won = over(Tone.WON)
    yield "won", won, WIDE, end
    yield "won, 0.3", over(Tone.WON, 0.3), WIDE, won
    for tone in (Tone.LOST, Tone.DRAWN, Tone.NEUTRAL):
        yield tone.name.lower(), over(tone), WIDE, won
    for kind, (before, event) in happened.items():
        half = Frame(event.board, before, event, 0.5)
        yield f"{kind}, 0.5", half, WIDE, Frame(before)
        for phase in (0.1, 0.9):
            yield f"{kind}, {phase}", replace(half, phase=phase), WIDE, half


def items(scene: Scene) -> list[str]:
    """A scene, item by item; what stays in it as one number."""
    still = [*map(told, scene.still)]
    return [
        f"from {told(scene.bounds)}",
        f"still: {len(still)}, {crc32('/'.join(still).encode()):08x}",
        *map(told, scene.items),
    ]


@every_game
def test_a_board_is_drawn_as_before(game: Game) -> None:
    lines: list[str] = []
    for what, frame, seen, against in looks(game):
        scene = game.scene(frame, seen)
        whole = items(scene)
        lines.append(f"== {what}")
        if against is None:
            lines += [*map(told, scene.still), *whole]
            continue
        differences = unified_diff(items(game.scene(against, WIDE)), whole, n=0, lineterm="")
        changes = [line for line in differences if line[:2] not in ("--", "++", "@@")]
        lines += changes if len(changes) <= len(whole) else whole
    compare(DRAWN / f"{game.key}.txt", lines)
