"""Where everything lies in the lobby, from the smallest window to the largest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from textual.geometry import Region

from marbles_tui.tui.lobby.entries import Kind, shares, window

KINDS: Final = tuple(Kind)
TURN, WAITING, OPEN, PLAYED, PERSON = range(len(KINDS))

PEOPLE: Final = 35
"""Columns of the people beside cards, and of what can be done there."""

PANEL: Final = 15
"""Rows of what can be done there."""

LOWEST: Final = 14
"""Rows of a game that is watched, at least, for a whole hexagon: lists above it grow as long as it has so many."""

GAP: Final = 1
"""Columns between two cards."""


class Form(NamedTuple):
    """A form of the lobby with cards, for windows of at least `width` × `height` cells."""

    width: int
    height: int
    margin: int
    title: int
    """Pixels across a dot of its big letters."""
    top: int
    """The row below the title from which on there are entries."""
    turn: tuple[int, int]
    """Columns and rows of a game that waits for you."""
    card: tuple[int, int]
    """The fewest columns and the most rows of a game that is watched."""
    across: int
    """The fewest cards that share a row, for a single one does not grow across the window."""


FORMS: Final = (
    Form(200, 60, 5, 2, 8, (49, 13), (24, 25), 3),
    Form(120, 40, 3, 1, 6, (37, 9), (24, 15), 3),
)

STAGE: Final = (80, 24)
"""From this size on rows have the board of the one picked beside them; below it there are only rows."""

TOP: Final = 2
"""The row below the title from which on there are rows."""

NOTHING: Final = 4
"""Rows in which it is said that there is no game yet, and one below them."""

LIST: Final = 50
"""Columns of rows beside a board."""


class Placed(NamedTuple):
    """An entry, by its number among those of its kind, and where it is."""

    number: int
    region: Region


@dataclass(frozen=True, slots=True)
class Section:
    """Entries of a kind."""

    kind: Kind
    count: int
    heading: Region
    places: tuple[Placed, ...]
    more: Region | None = None
    """Where it is said how many are not shown; None if all are."""

    @property
    def hidden(self) -> int:
        """How many are not shown."""
        return self.count - len(self.places)


@dataclass(frozen=True, slots=True)
class LobbyLayout:
    """Regions in cells, from the upper left corner of the window."""

    form: Form | None
    """None where there are rows in place of cards."""
    margin: int
    width: int
    sections: tuple[Section, ...]
    stage: Region | None
    """The surface that is one with the row that is picked; None where there is none."""
    board: Region | None
    legend: Region | None
    """What the signs before people say."""
    doing: Region | None
    """What can be done here: a panel beside cards, a line below rows."""

    def placed(self, kind: Kind, number: int) -> Region | None:
        """Where an entry is, if it is shown."""
        return next(
            (
                placed.region
                for section in self.sections
                if section.kind is kind
                for placed in section.places
                if placed.number == number
            ),
            None,
        )

    def at(self, x: int, y: int) -> tuple[Kind, int] | None:
        """The entry at a cell."""
        for section in self.sections:
            for placed in section.places:
                if placed.region.contains(x, y):
                    return section.kind, placed.number
        return None


@lru_cache(maxsize=64)
def lay_out_lobby(
    width: int,
    height: int,
    counts: tuple[int, ...],
    picked: tuple[int, int] = (0, 0),
    columns: int = 9,
) -> LobbyLayout:
    """The lobby in a window of so many cells, its last row the key line. `counts`: how many entries there are of each
    kind; `picked`: the number of a kind and of an entry of it, which is shown; `columns` that a person takes in a
    list."""
    form = next((form for form in FORMS if width >= form.width and height >= form.height), None)
    at = [picked[1] if kind == picked[0] else 0 for kind in range(len(KINDS))]
    return _cards(form, width, height, counts, at) if form else _rows(width, height, counts, at, columns)


# Rows


def _rows(width: int, height: int, counts: tuple[int, ...], at: list[int], columns: int) -> LobbyLayout:
    staged = width >= STAGE[0] and height >= STAGE[1]
    margin = 2 if width >= STAGE[0] else 1
    right = margin + LIST if staged else width - margin
    bottom = height - (4 if staged else 2)
    across = max(1, (right - margin - 2) // columns)
    shelves = -(-counts[PERSON] // across)
    wanted = (*counts[:PERSON], shelves)
    headed = sum(map(bool, wanted))
    top = TOP if any(counts[:PERSON]) else TOP + NOTHING
    room = bottom - top - headed
    legend = staged and counts[PERSON] > 0
    spaced = room - legend - (headed - 1) >= min(sum(wanted), headed + 2)
    gap = 1 if spaced else 0
    rows = shares(wanted, max(headed, room - legend - gap * (headed - 1)))
    y, sections = top, []
    for kind, (count, shown) in enumerate(zip(wanted, rows, strict=True)):
        if not count:
            continue
        heading = Region(margin, y, right - margin, 1)
        if kind == PERSON:
            places = _shelved(
                Region(margin + 1, y + 1, right - margin - 1, shown), counts, at, columns, across
            )
            fewer = len(places) < counts[PERSON]
        else:
            first, last = window(count, shown, at[kind])
            fewer = last - first < count
            places = tuple(
                Placed(number, Region(margin, y + 1 + number - first, right - margin, 1))
                for number in range(first, last)
            )
        more = Region(right - 13, y, 12, 1) if fewer else None
        sections.append(Section(KINDS[kind], counts[kind], heading, places, more))
        y += 1 + shown + gap
    stage = Region(right, 2, width - right - margin, height - 5) if staged else None
    return LobbyLayout(
        None,
        margin,
        width,
        tuple(sections),
        stage,
        Region(stage.x + 1, stage.y + 1, stage.width - 2, stage.height - 7) if stage else None,
        Region(margin + 2, min(y - gap, bottom - 1), right - margin - 2, 1) if legend else None,
        Region(margin, height - 3, width - 2 * margin, 1) if staged else None,
    )


def _shelved(
    room: Region, counts: tuple[int, ...], at: list[int], columns: int, across: int
) -> tuple[Placed, ...]:
    """People in rows of several."""
    first, last = window(-(-counts[PERSON] // across), room.height, at[PERSON] // across)
    return tuple(
        Placed(
            number,
            Region(
                room.x + number % across * columns,
                room.y + number // across - first,
                columns,
                1,
            ),
        )
        for number in range(first * across, min(counts[PERSON], last * across))
    )


# Cards


def _cards(form: Form, width: int, height: int, counts: tuple[int, ...], at: list[int]) -> LobbyLayout:
    left, right, bottom = form.margin, width - form.margin, height - 2
    edge = right - PEOPLE - form.margin - 1
    y, sections = form.top, []
    turns, waiting, offers, games, people = counts
    if turns:
        wide, tall = form.turn
        across = max(1, (edge - left + GAP) // (wide + GAP))
        sections.append(_tiled(TURN, Region(left, y, edge - left, 1 + tall), counts, at, across, tall))
        y += tall + 2
    below = 2 + LOWEST if games else 0
    headed = [kind for kind in (WAITING, OPEN) if counts[kind]]
    free = bottom - y - below - 2 * len(headed) + 1
    rows = shares((waiting, offers), max(len(headed), free))
    for kind in headed:
        sections.append(_listed(kind, Region(left, y, edge - left, 1 + rows[kind - WAITING]), counts, at))
        y += rows[kind - WAITING] + 2
    if games:
        most = max(1, (edge - left + GAP) // (form.card[0] + GAP))
        across = max(form.across, min(most, games))
        room = Region(left, y, edge - left, bottom - y)
        sections.append(_tiled(PLAYED, room, counts, at, across, form.card[1]))
    panel = Region(right - PEOPLE, bottom - PANEL, PEOPLE, PANEL)
    legend = None
    if people:
        beside = Region(panel.x, form.top, PEOPLE, panel.y - 3 - form.top)
        sections.append(_listed(PERSON, beside, counts, at))
        legend = Region(panel.x, form.top + 2 + len(sections[-1].places), PEOPLE, 1)
    return LobbyLayout(form, form.margin, width, tuple(sections), None, None, legend, panel)


def _listed(kind: int, room: Region, counts: tuple[int, ...], at: list[int]) -> Section:
    """Entries of a kind below their heading, a row each, as many as there is room for."""
    first, last = window(counts[kind], room.height - 1, at[kind])
    places = tuple(
        Placed(number, Region(room.x, room.y + 1 + number - first, room.width, 1))
        for number in range(first, last)
    )
    more = Region(room.right - 12, room.y, 12, 1) if last - first < counts[kind] else None
    return Section(KINDS[kind], counts[kind], Region(room.x, room.y, room.width, 1), places, more)


def _tiled(
    kind: int, room: Region, counts: tuple[int, ...], at: list[int], across: int, tall: int
) -> Section:
    """Cards of a kind below their heading, so many across the whole room, and as many rows as are whole."""
    tiers = max(1, min(-(-counts[kind] // across), (room.height - 1 + GAP) // (tall + GAP)))
    tall = min(tall, (room.height - 1 + GAP) // tiers - GAP)
    first, last = window(counts[kind], across * tiers, at[kind])
    lefts = [room.x + column * (room.width + GAP) // across for column in range(across + 1)]
    places = tuple(
        Placed(
            first + at,
            Region(
                lefts[at % across],
                room.y + 1 + at // across * (tall + GAP),
                lefts[at % across + 1] - GAP - lefts[at % across],
                tall,
            ),
        )
        for at in range(last - first)
    )
    more = Region(room.right - 12, room.y, 12, 1) if last - first < counts[kind] else None
    return Section(KINDS[kind], counts[kind], Region(room.x, room.y, room.width, 1), places, more)
