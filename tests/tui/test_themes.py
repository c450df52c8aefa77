"""Our themes: pieces and marks that can be told apart, by all eyes.

Source of the simulation: Machado, Oliveira, Fernandes: A Physiologically-based Model for Simulation of Color
Vision Deficiency (2009), the matrices of full severity, for linear light. Differences are CIE76 in Lab: 2 can
just be seen side by side, 25 is another colour at a glance.
"""

from __future__ import annotations

from itertools import combinations

import pytest
from textual.theme import BUILTIN_THEMES

from marbles_tui.tui.drawing.look import Look
from marbles_tui.tui.drawing.skins import BLOCKS
from marbles_tui.tui.drawing.themes import MARKS, THEMES
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.beadmaster.board import COLOURS
from tests.tui.conftest import MakeArcade
from tests.tui.test_egg_carton import settle

PIECES = {key: view.pieces for key, view in VIEWS.items() if view.pieces}
Triple = tuple[float, float, float]

EYES: dict[str, tuple[Triple, Triple, Triple]] = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip


def light(colour: int) -> Triple:
    """Linear light, 0 to 1 each."""
    red, green, blue = ((colour >> shift & 255) / 255 for shift in (16, 8, 0))
    return _linear(red), _linear(green), _linear(blue)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: int, eyes: str) -> Triple:
    """What such eyes see, in Lab."""
    source = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(share * part for share, part in zip(row, source, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    fx, fy, fz = (at ** (1 / 3) if at > 0.008856 else 7.787 * at + 16 / 116 for at in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def least_difference(colours: tuple[int, ...], eyes: str) -> float:
    """Between the two colours that look most alike."""
    return min(
        sum((one - other) ** 2 for one, other in zip(seen(a, eyes), seen(b, eyes), strict=True)) ** 0.5
        for a, b in combinations(colours, 2)
    )


def contrast(one: int, other: int) -> float:
    """The contrast ratio of WCAG, 1 to 21."""
    both = sorted(
        sum(p * q for p, q in zip((0.2126, 0.7152, 0.0722), light(c), strict=True)) for c in (one, other)
    )
    return (both[1] + 0.05) / (both[0] + 0.05)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("key", PIECES)
def test_the_clear_theme_keeps_all_pieces_apart(key: str, eyes: str) -> None:
    colours = PIECES[key].themes["clear"]
    assert least_difference(colours, eyes) >= (60 if len(colours) == 2 else 25)


@pytest.mark.parametrize("eyes", EYES)
def test_the_clear_theme_keeps_beads_apart_from_slots_and_marks_from_each_other(eyes: str) -> None:
    beads = PIECES["beadmaster"].themes["clear"]
    assert least_difference((*beads, *COLOURS.values()), eyes) >= 25  # on the slots they lie on
    assert least_difference((*MARKS["clear"], 0xFFFFFF), eyes) >= 40


SIDES = [
    pytest.param(colours, id=f"{key}-{theme}")
    for key, pieces in PIECES.items()
    for theme, colours in {"usual": pieces.usual, **pieces.themes}.items()
    if len(colours) == 2
]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("colours", SIDES)
def test_two_sides_differ_in_hue_and_lightness_in_every_theme(colours: tuple[int, ...], eyes: str) -> None:
    assert least_difference(colours, eyes) >= 35
    assert contrast(*colours) >= 2


@pytest.mark.parametrize("theme", ["", "felt", "parchment", "clear"])
def test_what_records_call_black_is_the_darker_side(theme: str) -> None:
    def lightness(key: str, seat: int) -> float:
        return seen(PIECES[key].themes.get(theme, PIECES[key].usual)[seat], "usual")[0]

    assert lightness("abacus", 0) < lightness("abacus", 1)
    assert lightness("gobblet", 0) > lightness("gobblet", 1)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_texts_can_be_read(theme: object) -> None:
    look = Look.of(BLOCKS, theme)  # type: ignore[arg-type]
    assert contrast(look.text, look.ground) >= 7
    assert contrast(look.muted, look.ground) >= 3
    assert all(
        contrast(mark, look.ground) >= 2.4 for mark in (look.target, look.flash, look.threat, look.cursor)
    )


def test_ours_come_with_their_colours() -> None:
    ours = {theme.name for theme in THEMES}
    assert {name for pieces in PIECES.values() for name in pieces.themes} <= ours
    assert set(MARKS) <= ours
    assert not ours & set(BUILTIN_THEMES)


@pytest.mark.parametrize("name", [theme.name for theme in THEMES])
async def test_a_theme_of_ours_is_chosen_and_dyes_the_pieces(arcade: MakeArcade, name: str) -> None:
    app = arcade('[Game "gobblet"]', theme=name)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert app.theme == name
        assert app.look.pieces(PIECES["gobblet"]) == PIECES["gobblet"].themes[name]
        assert tuple(app.screen.query_one("Seats").colours) == tuple(  # type: ignore[attr-defined]
            map(app.look.material_ink, PIECES["gobblet"].themes[name])
        )


@pytest.mark.parametrize("theme", ["felt", "ansi-dark"])
@pytest.mark.parametrize("key", ["g", "ctrl+p"])
async def test_a_board_is_seen_below_what_asks_above_it(arcade: MakeArcade, theme: str, key: str) -> None:
    app = arcade('[Game "abacus"]', theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "standard" in app.export_screenshot()
        await pilot.press(key)
        await settle(pilot)
        assert app.screen.is_modal
        assert "standard" in app.export_screenshot()
