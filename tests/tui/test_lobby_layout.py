"""Where everything lies in the lobby, and what stays picked when something changes."""

from __future__ import annotations

from itertools import product

import pytest
from textual.geometry import Region

from marbles_tui.tui.lobby.entries import Entry, Kind, LobbyView, Place, shares, window
from marbles_tui.tui.lobby.layout import KINDS, lay_out_lobby

SIZES = [(60, 18), (79, 23), (80, 24), (100, 30), (120, 40), (119, 60), (200, 60), (300, 90)]
CROWD = [*product((0, 2), repeat=len(KINDS)), *product((0, 40), repeat=len(KINDS))]


@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_above_anything_else_and_what_is_picked_is_shown(size: tuple[int, int]) -> None:
    width, height = size
    inside = Region(0, 1, width, height - 2)
    for counts in CROWD:
        for kind, count in enumerate(counts):
            if not count:
                continue
            layout = lay_out_lobby(width, height, counts, (kind, count - 1), 12)
            parts = [placed.region for section in layout.sections for placed in section.places]
            parts += [section.heading for section in layout.sections]
            parts += [region for region in (layout.stage, layout.legend, layout.doing) if region]
            assert layout.placed(KINDS[kind], count - 1), (counts, kind)
            assert [section.kind for section in layout.sections] == [
                KINDS[at] for at, there in enumerate(counts) if there
            ]
            for at, region in enumerate(parts):
                assert inside.contains_region(region), (counts, kind, region)
                assert region.width > 0
                assert region.height > 0
                assert not any(region.overlaps(other) for other in parts[at + 1 :]), (counts, kind, region)


def test_the_sketch_of_120_by_40_is_kept() -> None:
    layout = lay_out_lobby(120, 40, (2, 0, 3, 3, 9))
    turn, offers, played, people = layout.sections
    assert [placed.region for placed in turn.places] == [Region(3, 7, 37, 9), Region(41, 7, 37, 9)]
    assert [placed.region.y for placed in offers.places] == [18, 19, 20]
    assert [placed.region for placed in played.places] == [
        Region(3, 23, 24, 15), Region(28, 23, 24, 15), Region(53, 23, 25, 15),
    ]  # fmt: skip
    assert people.places[0].region == Region(82, 7, 35, 1)
    assert layout.doing == Region(82, 23, 35, 15)


def test_the_sketch_of_80_by_24_is_kept() -> None:
    layout = lay_out_lobby(80, 24, (2, 0, 3, 3, 9), (0, 0), 9)
    assert layout.stage == Region(52, 2, 26, 19)
    assert [section.heading.y for section in layout.sections] == [2, 6, 11, 16]
    assert layout.doing
    assert layout.doing.y == 21


def test_lists_that_are_too_long_share_the_rows() -> None:
    assert shares((2, 9, 1), 9) == [2, 6, 1]
    assert shares((5, 5, 5), 3) == [1, 1, 1]
    assert shares((1, 0, 2), 9) == [1, 0, 2]


def test_a_page_is_turned_at_its_end() -> None:
    assert [window(7, 3, picked) for picked in range(7)] == [
        (0, 3), (0, 3), (0, 3), (3, 6), (3, 6), (3, 6), (4, 7),
    ]  # fmt: skip


def view(*keys: str) -> LobbyView:
    """Offers of these keys."""
    return LobbyView(entries=tuple(Entry(Kind.OPEN, key, key) for key in keys))


def test_what_is_picked_stays_or_gives_way_to_what_moves_up() -> None:
    before = view("a", "b", "c")
    b = Place(Kind.OPEN, "b")
    assert view("x", "a", "b").beside(b, before) == b
    assert view("a", "c").beside(b, before) == Place(Kind.OPEN, "c")
    assert view().beside(b, before) is None
    assert before.beside(None, view()) == Place(Kind.OPEN, "a")
