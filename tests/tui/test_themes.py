"""Our themes: pieces and marks that can be told apart, by all eyes, in 256 colours, in ASCII alone."""

from __future__ import annotations

import os
from itertools import product
from pathlib import Path

import pytest
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet
from textual.theme import BUILTIN_THEMES, Theme

from marbles_tui.ai.levels import opponents_of
from marbles_tui.core.scene import Frame, Room
from marbles_tui.games import GAMES
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.getaway.chooser import BoardChooser
from marbles_tui.tui.kit.board_view import BoardView
from marbles_tui.tui.kit.look import (
    BLOCKS,
    CHOSEN,
    GROUNDS,
    MARKS,
    STEPS,
    THEMES,
    Look,
    colours_of,
    nearest,
    show_in_256,
    word_colours,
)
from marbles_tui.tui.kit.shelf import SmallBoard
from marbles_tui.tui.line_filters import ascii_for
from scripts.screenshots import open_arcade, pose
from tests.for_each import for_each
from tests.tui.eyes import EYES, contrast, least_difference, seen
from tests.tui.screens import variants
from tests.tui.stage import Here, arcade, opened, opens

PALETTES = {key: view.game.scene(Frame(view.sample()), Room()).palette for key, view in VIEWS.items()}
PIECES = {key: view.pieces for key, view in VIEWS.items() if view.pieces}


@for_each("eyes", EYES)
@for_each("key", PIECES)
def test_the_clear_theme_keeps_all_pieces_apart(key: str, eyes: str) -> None:
    colours = PIECES[key].themes["clear"]
    assert least_difference(colours, eyes) >= (60 if len(colours) == 2 else 25)


@for_each("eyes", EYES)
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


@for_each("eyes", EYES)
@for_each("colours", SIDES)
def test_two_sides_differ_in_hue_and_lightness_in_every_theme(colours: tuple[int, ...], eyes: str) -> None:
    assert least_difference(colours, eyes) >= 35
    assert contrast(*colours) >= 2


@for_each("theme", ["", "felt", "parchment", "clear"])
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


@for_each("theme", ALL)
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
        "secondary",
    ):
        assert least(word) >= 4.5, word
    assert least("foreground") > least("text-muted") > least("text-disabled") >= 3


@for_each("theme", ALL)
def test_names_in_colours_of_their_own_can_be_read_in_every_theme(theme: Theme) -> None:
    look = Look.of(BLOCKS, theme)
    inks = [look.word_ink(level.colour) for game in GAMES for level in opponents_of(game) if level.colour]
    assert inks
    for ink, ground in product(inks, (look.ground, look.surface, look.panel)):
        assert contrast(int(ink[1:], 16), ground) >= 4.5


WOOD = {"abacus": ["slate"], "beadmaster": ["wood"], "gobblet": ["wood0", "wood1"]}
"""What marks lie on; the slots of Egg Carton are lit in the colour of a mark instead, against their own depth."""


@for_each("theme", [theme for theme in ALL if theme.name != "clear"])
def test_marks_stand_out_from_the_wood_they_are_on(theme: Theme) -> None:
    look = Look.of(BLOCKS, theme)
    for key, woods in WOOD.items():
        colours = colours_of(PALETTES[key], look)
        for wood, mark in product(woods, ("target", "flash", "trace", "threat", "cursor")):
            assert contrast(colours[mark], colours[wood]) >= 3, (key, mark, wood)


@for_each("eyes", EYES)
@for_each("key", WOOD)
def test_the_clear_theme_tells_marks_from_the_wood_for_all_eyes(key: str, eyes: str) -> None:
    look = Look.of(BLOCKS, next(theme for theme in THEMES if theme.name == "clear"))
    colours = colours_of(PALETTES[key], look)
    for mark in ("target", "flash", "threat", "cursor"):
        for wood in WOOD[key]:
            assert least_difference((colours[mark], colours[wood]), eyes) >= 24, (mark, wood)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["felt", "parchment", "clear", "nord", "solarized-light", "textual-light"])
@pytest.mark.parametrize("key", VIEWS)
async def test_letters_and_counts_on_a_board_can_be_read(key: str, theme: str) -> None:
    async with opened(arcade(f'[Game "{key}"]', theme=theme)) as here:
        board = here.screen.query_one(BoardView)
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
async def test_a_theme_of_ours_is_chosen_and_dyes_the_pieces(name: str) -> None:
    async with opened(arcade('[Game "gobblet"]', theme=name)) as here:
        assert here.arcade.theme == name
        assert PIECES["gobblet"].of(name) == PIECES["gobblet"].themes[name]
        assert tuple(here.screen.query_one("Seats").colours) == tuple(  # type: ignore[attr-defined]
            map(here.arcade.look.material_ink, PIECES["gobblet"].themes[name])
        )


@pytest.mark.parametrize(("theme", "key"), [("felt", "g"), ("ansi-dark", "ctrl+p")])
async def test_a_board_is_seen_below_what_asks_above_it(theme: str, key: str) -> None:
    async with opened(arcade('[Game "abacus"]', theme=theme)) as here:
        assert "instant" in here.arcade.export_screenshot()
        await here.press(key)
        assert here.screen.is_modal
        assert "instant" in here.arcade.export_screenshot()


async def test_apps_share_the_rules_of_style_that_they_have_in_common() -> None:
    record = '[Game "abacus"]'  # whose styles are read when its table is opened
    async with opened(arcade(record)) as one, opened(arcade(record)) as other:
        await one.rest()
        await other.rest()
        rules, others = one.app.stylesheet.rules, other.app.stylesheet.rules
        assert len(rules) > 100
        assert all(mine is theirs for mine, theirs in zip(rules, others, strict=True))
        other.app.theme = "textual-light"
        await other.rest()
        assert any(mine is not theirs for mine, theirs in zip(rules, other.app.stylesheet.rules, strict=True))
        assert one.app.stylesheet.rules == rules


@pytest.mark.sent
@opens(size=(120, 40))
async def test_a_board_beside_words_follows_the_theme(here: Here) -> None:
    here.arcade.push_screen(BoardChooser())
    await here.rest()
    road = here.screen.query_one(SmallBoard)
    grounds = []
    for theme in ("felt", "textual-light"):
        here.arcade.theme = theme
        await here.rest()
        assert road._shown
        grounds.append(road._shown.ground)
    assert grounds[0] != grounds[1]


# What is shown where there are 256 colours.


def shown(number: int) -> tuple[int, int, int]:
    """The red, green and blue of a number, by what all terminals have agreed on."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    number -= 16
    return STEPS[number // 36], STEPS[number // 6 % 6], STEPS[number % 6]


def test_a_colour_that_is_there_is_itself() -> None:
    for number in range(16, 256):
        red, green, blue = shown(number)
        assert shown(nearest(red << 16 | green << 8 | blue)) == (red, green, blue)


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_the_grounds_of_a_theme_are_told_apart_and_no_ground_turns_another_colour(theme: object) -> None:
    grounds = [int(getattr(theme, name)[1:], 16) for name in ("background", "surface", "panel")]
    numbers = [nearest(ground) for ground in grounds]
    assert len(set(numbers)) == 3
    for ground, number in zip(grounds, numbers, strict=True):
        before = (ground >> 16, ground >> 8 & 255, ground & 255)
        assert all(abs(one - other) <= 32 for one, other in zip(before, shown(number), strict=True))


@for_each(("colour", "number"), [(0x2D5781, 24), (0x3C74AC, 31), (0x69CC2D, 76), (0xC47B2F, 172)])
def test_the_nearest_colour_is_what_eyes_take_for_it(colour: int, number: int) -> None:
    assert nearest(colour) == number


@for_each(
    ("colour", "like"),
    [(0xE8C468, "gold"), (0xC9A24A, "gold"), (0x54BE5C, "green"), (0x3F8FE8, "blue"), (0xE8483F, "red")],
)
def test_what_has_a_colour_keeps_it(colour: int, like: str) -> None:
    red, green, blue = shown(nearest(colour))
    assert {
        "gold": red > green > blue,
        "green": green > red and green > blue,
        "blue": blue > green > red,
        "red": red > green and red > blue,
    }[like]


def test_rich_shows_it_so() -> None:
    show_in_256()
    assert Color.parse("#0F2A20").downgrade(ColorSystem.EIGHT_BIT).number == CHOSEN[0x0F2A20]
    assert Color.parse("#0F2A20").downgrade(ColorSystem.TRUECOLOR).triplet == (0x0F, 0x2A, 0x20)
    assert Color.parse("red").downgrade(ColorSystem.EIGHT_BIT).number == 1
    assert Color.parse("#FF0000").downgrade(ColorSystem.STANDARD).number is not None


# The ASCII skin is ASCII everywhere: on every screen, in every size, to the last border and scroll bar.


PICTURES = variants(((60, 18),), ("ascii",))


@pytest.mark.long
@pytest.mark.parametrize("name", PICTURES)
async def test_every_screen_is_ascii(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Path.cwd()
    monkeypatch.setenv("MARBLES_TUI_HOME", os.environ["MARBLES_TUI_HOME"])
    try:
        app = open_arcade(PICTURES[name])
        async with opened(app, PICTURES[name].size) as pilot:
            await pose(pilot, PICTURES[name])
            rows = pilot.text.splitlines()
    finally:
        os.chdir(here)
    assert any(row.strip() for row in rows)
    assert not [row for row in rows if not row.isascii()]


@opens('[Game "egg-carton"]\n[Player1 "Žofie 王"]', skin="ascii")
async def test_names_are_ascii_too_and_the_screen_follows_the_skin(here: Here) -> None:
    assert "Zofie ?" in here.text
    here.arcade.change_settings(skin="glyphs")
    await here.rest()
    assert "Žofie 王" in here.text
    assert "╭" in here.text


@for_each(("character", "shown"), [("é", "e"), ("王", "? "), ("•", "*"), ("\u0301", ""), ("a", "a")])
def test_a_character_keeps_its_columns(character: str, shown: str) -> None:
    assert ascii_for(character) == shown
