"""Names that look the same are the same."""

from __future__ import annotations

import pytest

from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.names import checked, is_reserved, skeleton


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mara", "mara"),
        ("Mara", "MARA"),
        ("Mara", "M\u0430ra"),  # Cyrillic a
        ("Mara", "\uff2dara"),  # a wide M
        ("Mara", "\U0001d40cara"),  # a mathematical M
        ("Mara", "Rnara"),
        ("Bill", "BiII"),
        ("Bill", "8ill".replace("8", "B").replace("l", "1")),
        ("Olaf", "0laf"),
        ("Ann", "\u0391nn"),  # Greek Alpha
        ("\u0410\u043d\u043d\u0430", "\u0430\u043d\u043d\u0430"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("Jo", "J o"),
        ("Jo", "J.o"),
        ("Mara", "M\u1d00ra"),  # a small capital
        ("Mara", "Ma\u034fra"),  # a mark that shows nothing
        ("Mara", "Mara\u3164"),  # a letter that does not, either
        ("Mara", "Mara\ufe0f"),  # a selector of variants
    ],
)
def test_the_eye_takes_them_for_the_same(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Mara", "Maria"), ("Ann", "Anna"), ("Tom", "Tim"), ("Zoe", "Zo\u00eb"), ("Ben", "Ken")],
)
def test_the_eye_tells_them_apart(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    "name",
    [
        "Ann",
        "J\u00f6rg",
        "O'Neil",
        "Mary-Ann 2",
        "\u674e\u96f7",
        "\u5c71\u7530 Taro",  # Japanese is written in four scripts
        "\u0410\u043d\u043d\u0430",
        "\u0396\u03c9\u03ae",
        "x" * 16,
    ],
)
def test_these_are_names(name: str) -> None:
    assert checked(f"  {name} ") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 17,
        "\u674e" * 9,
        "123",
        "-Ann",
        "An\x1bn",
        "An\u202en",
        "An\u200bn",
        "An\u034fn",
        "An\u115fn",
        "An\u180bn",
        "An\u3164",
        "An\ufe0f",
        "An\U000e0100",
        "A[red]",
        "\u2588\u2588",
        "a\u0301\u0301\u0301\u0301",
        "\u0301a",
        "Ann\U0001f600",
        "a" * 100_000,
        "M\u0430ra",  # Latin and Cyrillic
        "Ann \u0391",  # and Greek
        "\u05e9\u05dc\u05d5\u05dd",  # from right to left
        "\u0645\u062d\u0645\u062f",
    ],
)
def test_these_are_none(name: str) -> None:
    with pytest.raises(Refused):
        checked(name)


def test_an_unseen_sign_is_named() -> None:
    with pytest.raises(Refused, match=r"an unseen sign in it, U\+200B"):
        checked("An\u200bn")


def test_names_of_things_and_of_computers_are_nobodys() -> None:
    assert is_reserved("Host")
    assert is_reserved("h0st")
    assert is_reserved("Guest 7")
    assert is_reserved("Player 1")
    assert is_reserved("Novice", ("Novice",))
    assert is_reserved("N\u043evice 2", ("Novice",))
    assert not is_reserved("Nora", ("Novice",))
