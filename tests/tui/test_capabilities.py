"""What a terminal is taken to be able to, by what it says of itself."""

from __future__ import annotations

import pytest

from marbles_tui.tui.kit.capabilities import IMAGES, MARBLES, USUAL, Ability, heard, may_be_asked
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS

DONE = "\x1b[?62;22;52c"
OK = "\x1b_Gi=31;OK\x1b\\"


def told(*replies: str) -> tuple[Ability, list[str]]:
    """What is known after these replies, and what was asked after them."""
    known, asked = Ability(), []
    for reply in replies:
        known, question = heard(known, reply, (80, 24))
        asked += [question] * bool(question)
    return known, asked


@pytest.mark.parametrize(
    ("name", "octants", "images"),
    [
        ("kitty(0.26.5)", False, True),
        ("kitty(0.40.0)", True, True),
        ("ghostty 1.0.1", False, False),
        ("ghostty 1.2.3", True, True),
        ("foot(1.19.0)", False, False),
        ("foot(1.20.2)", True, False),
        ("VTE(7600)", False, False),
        ("VTE(7803)", True, False),
        ("WezTerm 20240203-110809-5046fc22", False, False),
        ("Konsole 24.12.1", False, False),
        ("iTerm2 3.5.10", False, False),
        ("tmux 3.5a", False, False),
        ("Zellij(4201)", False, False),
        ("XTerm(390)", False, True),  # or any other that answers that it can
        ("Brand New 7", False, True),
    ],
)
def test_octants_and_images_by_name_and_version(name: str, octants: bool, images: bool) -> None:
    known, asked = told(f"\x1bP>|{name}\x1b\\", DONE)
    assert known.octants is octants
    assert asked in ([], [IMAGES])
    if asked:
        known, again = heard(known, OK, (80, 24))
        assert again == ""
    assert known.images is images


def test_whoever_tells_no_name_is_not_asked_for_images() -> None:
    assert told(DONE)[1] == []


def test_images_are_asked_for_once() -> None:
    assert told("\x1bP>|kitty(0.26.5)\x1b\\", DONE, DONE, OK, DONE)[1] == [IMAGES]


@pytest.mark.parametrize(
    ("replies", "cell"),
    [
        ((), None),
        ((DONE,), USUAL),
        (("\x1b[4;540;800t", DONE), (10, 22)),
        (("\x1b[4;540;800t", "\x1b[6;21;9t", DONE), (9, 21)),
        (("\x1b[6;21;9t", "\x1b[4;540;800t", DONE), (9, 21)),
        (("\x1b[6;0;0t", "\x1b[4;99999;99999t", DONE), USUAL),
    ],
)
def test_the_size_of_a_cell(replies: tuple[str, ...], cell: tuple[int, int] | None) -> None:
    assert told(*replies)[0].cell == cell


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "\x1b",
        "\x1bP>|\x1b\\",
        "\x1bP>|kitty\x1b\\",
        "\x1bP>|kitty(99999999999)\x1b\\",
        "\x1b_Gi=31;ENOENT\x1b\\",
    ],
)
def test_what_is_no_answer_tells_nothing(reply: str) -> None:
    known, question = heard(Ability(), reply, (0, 0))
    assert (known.name, known.images, question) == ("", False, "")


@pytest.mark.parametrize(
    ("environ", "asked"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, True),
        ({"TERM": "tmux-256color"}, False),
        ({"TERM": "screen.xterm-256color"}, False),
        ({"TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"}, False),
        ({"TERM": "xterm-kitty", "STY": "1.pts"}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_who_may_be_asked(environ: dict[str, str], asked: bool) -> None:
    assert may_be_asked(environ) is asked


def test_the_setting_is_heeded_and_auto_takes_the_best_that_is_certain() -> None:
    plain, old, new = (
        Ability(cell=USUAL),
        Ability("kitty", (0, 26), True, USUAL),
        Ability("kitty", (0, 40), True, USUAL),
    )
    assert [one.grid("auto") for one in (plain, old, new)] == [QUADRANTS, QUADRANTS, OCTANTS]
    assert [one.shows_images("auto") for one in (plain, old, new)] == [False, True, True]
    assert plain.shows_images("pixels")
    assert [plain.grid(one) for one in MARBLES] == [QUADRANTS, HALVES, QUADRANTS, OCTANTS, QUADRANTS]
    assert not any(new.shows_images(one) for one in MARBLES[1:4])
    assert not Ability("kitty", (0, 40), True).shows_images("auto"), "the size of a cell is being asked"
