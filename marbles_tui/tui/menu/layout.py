"""Where everything lies on the menu, from the smallest window to the largest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region, Spacing


class Form(NamedTuple):
    """A form of the menu, for windows of at least `width` × `height` cells."""

    width: int
    height: int
    margin: int
    title: int
    """Rows of the title, with the empty ones around it."""
    marble: int
    """Pixels across a marble of the title; 0 for tiles one row high."""
    pitch: int
    """Columns from one letter of the title to the next."""
    list_width: int
    entry: int
    """Rows of an entry of the list."""
    emblem: tuple[int, int]
    """Its emblem in pixels."""
    name: tuple[int, int]
    """Column and row of the name in an entry."""
    letters: int
    """Pixels across a dot of the big letters above the board; 0 for none."""
    door: int
    """Rows of a door."""
    tiles: bool
    """Whether doors are tiles side by side."""
    gap: int
    """Columns between two tiles."""


FORMS: Final = (
    Form(200, 60, 5, 8, 11, 14, 50, 8, (19, 16), (24, 3), 2, 7, True, 3),
    Form(120, 40, 3, 6, 7, 9, 38, 5, (14, 10), (16, 1), 1, 5, True, 2),
    Form(80, 24, 2, 4, 5, 7, 27, 3, (10, 6), (13, 1), 0, 1, False, 0),
    Form(60, 18, 1, 2, 0, 4, 19, 2, (0, 0), (2, 0), 0, 1, False, 0),
)

LOW: Final = Form(80, 24, 2, 2, 0, 4, 27, 3, (10, 6), (13, 1), 0, 1, False, 0)
"""The third of them with a small title and no empty rows, where a longer list so keeps its emblems."""

LEAST_EMBLEM: Final = 6
"""The fewest rows of pixels in which an emblem is drawn."""

FEWEST_TILES: Final = 4
"""Tiles that share a row even where there are fewer: another one that comes moves none."""

BARE_LIST: Final = (18, 30)
"""Columns of a list without emblems: of names alone, and with what is told of each game."""


@dataclass(frozen=True, slots=True)
class MenuLayout:
    """Regions in cells, counted from the upper left corner of what lies below the title."""

    form: Form
    entries: tuple[Region, ...]
    stage: Region
    """What is pointed at: the big letters, the board, the sentence."""
    board: Region
    sentence: Region
    """One row."""
    letters: tuple[int, int]
    """Column and row of the big letters."""
    doors: tuple[Region, ...]
    bare: bool
    """Whether the list has no emblems."""

    def emblem(self, entry: Region) -> Region:
        """The room for the emblem of an entry."""
        wide, tall = self.form.emblem[0], min(self.form.emblem[1], 2 * entry.height)
        left = min(2, self.form.name[0] - wide - 1)
        tall = (tall + 1) // 2
        return Region(entry.x + left, entry.y + (entry.height - tall) // 2, wide, tall)

    def beside(self, item: int, step: int) -> int:
        """The door at the right (1) or left (-1) of an entry or door; else the next or previous item."""
        at, count = item - len(self.entries), len(self.doors)
        if at >= 0:
            row = [door for door in range(count) if self.doors[door].y == self.doors[at].y]
            there = row.index(at) + step
            if 0 <= there < len(row):
                return len(self.entries) + row[there]
        return (item + step) % (len(self.entries) + count)

    def item_at(self, x: int, y: int) -> int | None:
        """Which entry or door is at a cell: doors are counted on from the last entry."""
        places = (*self.entries, *self.doors)
        return next((number for number, region in enumerate(places) if region.contains(x, y)), None)


def form_of(width: int, height: int, games: int = 0) -> Form:
    """The largest form that fits a window, for a list of so many games."""
    form = next((form for form in FORMS if width >= form.width and height >= form.height), FORMS[-1])
    if form.width == LOW.width and _rows(form, height) < games * form.entry <= _rows(LOW, height):
        return LOW
    return form


def _rows(form: Form, height: int, tiers: int = 2) -> int:
    """Rows of the list, above so many rows of doors."""
    first_door = height - form.title - (1 if form is LOW else 2) - tiers * form.door  # below: the key line
    # Where there is no row to spare, none is empty between board and doors.
    tight = form is LOW or (height == form.height and not form.letters and form.marble)
    below = 0 if form.letters else 1  # the sentence has a row of its own, as wide as list and stage
    return max(1, first_door - (1 if tiers and not tight else 0) - below)


@lru_cache(maxsize=16)
def lay_out_menu(
    width: int, height: int, games: int, doors: int, outlined: bool, bare: bool = False
) -> MenuLayout:
    """The menu in a window of so many cells, its last row the key line. `outlined`: what is picked has a line round
    it, for there are no fills. `bare`: there are no emblems, as always where there are no fills."""
    form = form_of(width, height, games)
    tiers = 0 if not doors else 1 if form.tiles else max(min(doors, 2), -(-doors // 2))
    first_door = height - form.title - (1 if form is LOW else 2) - tiers * form.door
    left, right = form.margin, width - form.margin
    tall = _rows(form, height, tiers)
    rows = max(1, min(form.entry, tall // max(1, games)))
    bare = bare or outlined or 2 * rows < LEAST_EMBLEM
    list_width = BARE_LIST[bool(form.letters)] if bare and form.emblem[0] else form.list_width
    stage_x = left + list_width
    stage = Region(stage_x, 0, max(1, right - stage_x), tall)
    entries = tuple(Region(left, at * rows, list_width, rows) for at in range(games))
    inset = 4 if form.letters else 2
    letters = (stage.x + inset, 1)
    if form.letters:
        line = 2 + (5 * form.letters + 1) // 2
        sentence = Region(stage.x + inset, line - (form.letters == 1), stage.width - 2 * inset, 1)
        top = sentence.y + 2
        board = Region(stage.x + 2, top, stage.width - 4, max(1, stage.height - top - outlined))
    else:
        sentence = Region(left, stage.height, right - left, 1)
        board = stage.shrink(Spacing(0, 1, 0, 1))
        if outlined and form.emblem[0]:
            sentence = Region(stage.x + 2, 1, stage.width - 3, 1)
            stage = Region(stage.x, 0, stage.width, stage.height + 1)
            board = Region(stage.x + 1, 2, stage.width - 2, max(1, stage.height - 3))
        elif outlined:
            board = stage.shrink(Spacing(1, 1, 1, 1))
    return MenuLayout(
        form, entries, stage, board, sentence, letters, _doors(form, left, right, first_door, doors), bare
    )


def _doors(form: Form, left: int, right: int, top: int, count: int) -> tuple[Region, ...]:
    """Tiles side by side, or lines in two columns, each filled from above: one that comes last moves none."""
    if form.tiles:
        across = max(FEWEST_TILES, count)
        wide = (right - left - (across - 1) * form.gap) // across
        return tuple(Region(left + at * (wide + form.gap), top, wide, form.door) for at in range(count))
    rows = max(min(count, 2), -(-count // 2))
    step, wide = (right - left) // 2 + 1, (right - left) // 2 - 1
    return tuple(Region(left + at // rows * step, top + at % rows, wide, 1) for at in range(count))
