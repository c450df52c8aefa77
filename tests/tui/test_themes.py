"""Our themes: pieces and marks that can be told apart, by all eyes."""

from __future__ import annotations

from itertools import product

import pytest
from rich.color_triplet import ColorTriplet
from textual.theme import BUILTIN_THEMES, Theme

from marbles_tui.core.frame import Frame
from marbles_tui.core.scene import Room
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.colour import GROUNDS, word_colours
from marbles_tui.tui.kit.look import Look, colours_of
from marbles_tui.tui.kit.pictures import SmallBoard
from marbles_tui.tui.kit.skins import BLOCKS
from marbles_tui.tui.kit.themes import MARKS, THEMES
from tests.tui.conftest import MakeArcade
from tests.tui.eyes import EYES, contrast, least_difference, seen
from tests.tui.waiting import opened, press, settle

PALETTES = {key: view.game.scene(Frame(view.sample()), Room()).palette for key, view in VIEWS.items()}
PIECES = {key: view.pieces for key, view in VIEWS.items() if view.pieces}


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("key", PIECES)
def test_the_clear_theme_keeps_all_pieces_apart(key: str, eyes: str) -> None:
    colours = PIECES[key].themes["clear"]
    assert least_difference(colours, eyes) >= (60 if len(colours) == 2 else 25)


@pytest.mark.parametrize("eyes", EYES)
def test_the_clear_theme_keeps_beads_apart_from_slots_and_marks_from_each_other(eyes: str) -> None:
    beads = PIECES["beadmaster"].themes["clear"]
    slots = (PALETTES["beadmaster"].materials[slot] for slot in ("blue", "red"))
    assert least_difference((*beads, *slots), eyes) >= 25  # that they lie on
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
    assert contrast(look.muted, look.ground) >= 4.5
    assert all(
        contrast(mark, look.ground) >= 2.4 for mark in (look.target, look.flash, look.threat, look.cursor)
    )


ALL = [
    theme
    for theme in (*THEMES, *BUILTIN_THEMES.values())
    if theme.to_color_system().generate()["background"].startswith("#")
]


@pytest.mark.parametrize("theme", ALL, ids=lambda theme: theme.name)
def test_words_can_be_read_in_every_theme(theme: Theme) -> None:
    variables = theme.to_color_system().generate()
    words = word_colours(variables)
    grounds = [int(variables[ground][1:], 16) for ground in GROUNDS]

    def least(word: str) -> float:
        return min(contrast(int(words[word][1:], 16), ground) for ground in grounds)

    for word in (
        "foreground",
        "text-muted",
        "text-warning",
        "text-success",
        "text-error",
        "text-accent",
        "accent",
    ):
        assert least(word) >= 4.5, word
    assert least("foreground") > least("text-muted") > least("text-disabled") >= 3


WOOD = {"abacus": ["slate"], "beadmaster": ["wood"], "gobblet": ["wood0", "wood1"]}
"""What marks lie on; the slots of Egg Carton are lit in the colour of a mark instead, against their own depth."""


@pytest.mark.parametrize(
    "theme", [theme for theme in ALL if theme.name != "clear"], ids=lambda theme: theme.name
)
def test_marks_stand_out_from_the_wood_they_are_on(theme: Theme) -> None:
    look = Look.of(BLOCKS, theme)
    for key, woods in WOOD.items():
        colours = colours_of(PALETTES[key], look)
        for wood, mark in product(woods, ("target", "flash", "trace", "threat", "cursor")):
            assert contrast(colours[mark], colours[wood]) >= 3, (key, mark, wood)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("key", WOOD)
def test_the_clear_theme_tells_marks_from_the_wood_for_all_eyes(key: str, eyes: str) -> None:
    look = Look.of(BLOCKS, next(theme for theme in THEMES if theme.name == "clear"))
    colours = colours_of(PALETTES[key], look)
    for mark in ("target", "flash", "threat", "cursor"):
        for wood in WOOD[key]:
            assert least_difference((colours[mark], colours[wood]), eyes) >= 24, (mark, wood)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["felt", "parchment", "clear", "nord", "solarized-light", "textual-light"])
@pytest.mark.parametrize("key", VIEWS)
async def test_letters_and_counts_on_a_board_can_be_read(arcade: MakeArcade, key: str, theme: str) -> None:
    app = arcade(f'[Game "{key}"]', theme=theme)
    async with opened(app):
        board = app.screen.query_one(BoardView)
        written = 0
        for strip in board.render_lines(board.size.region):
            for text, style, _ in strip:
                if style and style.color and style.bgcolor and any(map(str.isalnum, text)):
                    ink, ground = style.color.get_truecolor(), style.bgcolor.get_truecolor()
                    assert contrast(packed(ink), packed(ground)) >= 4.5, text
                    written += 1
        assert written


def packed(colour: ColorTriplet) -> int:
    return colour.red << 16 | colour.green << 8 | colour.blue


def test_a_theme_that_leaves_colours_to_the_terminal_keeps_them() -> None:
    assert word_colours(BUILTIN_THEMES["ansi-dark"].to_color_system().generate()) == {}


def test_ours_come_with_their_colours() -> None:
    ours = {theme.name for theme in THEMES}
    assert {name for pieces in PIECES.values() for name in pieces.themes} <= ours
    assert set(MARKS) <= ours
    assert not ours & set(BUILTIN_THEMES)


@pytest.mark.parametrize("name", ["felt", "clear"])
async def test_a_theme_of_ours_is_chosen_and_dyes_the_pieces(arcade: MakeArcade, name: str) -> None:
    app = arcade('[Game "gobblet"]', theme=name)
    async with opened(app):
        assert app.theme == name
        assert PIECES["gobblet"].of(name) == PIECES["gobblet"].themes[name]
        assert tuple(app.screen.query_one("Seats").colours) == tuple(  # type: ignore[attr-defined]
            map(app.look.material_ink, PIECES["gobblet"].themes[name])
        )


@pytest.mark.parametrize(("theme", "key"), [("felt", "g"), ("ansi-dark", "ctrl+p")])
async def test_a_board_is_seen_below_what_asks_above_it(arcade: MakeArcade, theme: str, key: str) -> None:
    app = arcade('[Game "abacus"]', theme=theme)
    async with opened(app) as pilot:
        assert "instant" in app.export_screenshot()
        await press(pilot, key)
        assert app.screen.is_modal
        assert "instant" in app.export_screenshot()


async def test_apps_share_the_rules_of_style_that_they_have_in_common(arcade: MakeArcade) -> None:
    record = '[Game "abacus"]'  # whose styles are read when its table is opened
    async with arcade(record).run_test() as one, arcade(record).run_test() as other:
        await settle(one)
        await settle(other)
        rules, others = one.app.stylesheet.rules, other.app.stylesheet.rules
        assert len(rules) > 100
        assert all(mine is theirs for mine, theirs in zip(rules, others, strict=True))
        other.app.theme = "textual-light"
        await settle(other)
        assert any(mine is not theirs for mine, theirs in zip(rules, other.app.stylesheet.rules, strict=True))
        assert one.app.stylesheet.rules == rules


@pytest.mark.sent
async def test_a_board_beside_words_follows_the_theme(arcade: MakeArcade) -> None:
    app = arcade()
    async with opened(app, (120, 40)) as pilot:
        app.push_screen(BoardChooser())
        await settle(pilot)
        road = app.screen.query_one(SmallBoard)
        grounds = []
        for theme in ("felt", "textual-light"):
            app.theme = theme
            await settle(pilot)
            assert road._shown
            grounds.append(road._shown.ground)
        assert grounds[0] != grounds[1]
