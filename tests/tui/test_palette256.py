"""What is shown where there are 256 colours."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorSystem

from marbles_tui.tui.kit.look import THEMES
from marbles_tui.tui.kit.palette256 import CHOSEN, STEPS, nearest, show_in_256


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


@pytest.mark.parametrize(
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
