"""Terminals elsewhere: what they say of themselves and send, and what becomes of those that do not read."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from marbles_tui.host import terminal as module
from marbles_tui.host.guest import Keyboard
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.terminal import Size, Terminal
from marbles_tui.tui.textual_patches.driver import PASTE, PASTED
from tests.for_each import for_each
from tests.waiting import until

LIMITS = HostLimits(unread=256, patience=10)


class Line:
    """A way to a terminal that takes as much as it is let."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.unread = 0
        self.held = False

    def write(self, text: str) -> None:
        self.sent.append(text)
        self.unread += len(text)

    def hold(self, held: bool) -> None:
        self.held = held


class Arcade:
    def __init__(self) -> None:
        self.told: list[object] = []

    def typed(self, text: str) -> None:
        self.told.append(text)

    def resized(self, size: Size) -> None:
        self.told.append(size)

    def pause(self) -> None:
        self.told.append("pause")

    def resume(self) -> None:
        self.told.append("resume")


class Place:
    def __init__(self, limits: HostLimits = LIMITS, size: tuple[int, int] = (80, 24)) -> None:
        self.line, self.arcade = Line(), Arcade()
        self.cut: list[str] = []
        self.terminal = Terminal(self.line, limits, size, self.cut.append)
        self.terminal.listener = self.arcade


@pytest.mark.parametrize(
    ("said", "size"),
    [((0, 0), (1, 1)), ((100_000, 100_000), (300, 100)), ((4294967295, 1), (300, 1)), ((80, 24), (80, 24))],
)
async def test_sizes_stay_within_the_limits(said: tuple[int, int], size: tuple[int, int]) -> None:
    assert Place(size=said).terminal.size == size
    place = Place()
    place.terminal.resize(said)
    assert place.terminal.size == size


async def test_of_many_sizes_in_a_moment_the_last_one_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLED", 0.0)
    place = Place()
    for width in range(20, 200):
        place.terminal.resize((width, 30))
    await until(lambda: place.arcade.told)
    assert place.arcade.told == [(199, 30)]


async def test_what_is_written_in_a_moment_goes_together() -> None:
    place = Place()
    for part in "abc":
        place.terminal.write(part)
    assert place.line.sent == []
    await asyncio.sleep(0)
    assert place.line.sent == ["abc"]
    place.terminal.write("d")
    place.terminal.flush()
    await asyncio.sleep(0)
    assert place.line.sent == ["abc", "d"]


async def test_nothing_is_drawn_for_a_terminal_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK", 0.0)
    place = Place()
    place.terminal.write("x" * (64 << 10))
    place.terminal.flush()
    assert place.arcade.told == []
    place.terminal.write("x")
    place.terminal.flush()
    assert place.arcade.told == ["pause"]
    place.line.unread = 1000
    await until(lambda: "resume" in place.arcade.told)
    assert place.arcade.told == ["pause", "resume"]
    assert place.cut == []


async def test_who_reads_nothing_is_cut_and_who_reads_slowly_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(module, "LOOK", 0.0)
    monkeypatch.setattr(module, "monotonic", lambda: now)
    place = Place()
    place.terminal.write("x" * (200 << 10))
    place.terminal.flush()
    for _ in range(5):
        now += 9.0
        place.line.unread -= 10
        await asyncio.sleep(0.001)
        assert place.cut == []
    now += 11.0
    await until(lambda: place.cut)
    assert place.cut == [
        "Your terminal has not read anything for too long. If you have a key, your game is kept."
    ]


async def test_a_terminal_that_is_gone_gets_nothing() -> None:
    place = Place()
    place.terminal.write("x")
    place.terminal.resize((10, 10))
    place.terminal.close()
    place.terminal.write("y")
    place.terminal.flush()
    await asyncio.sleep(0)
    assert place.line.sent == []
    assert place.arcade.told == []


# What terminals send, whole, in pieces and in bad faith.


def heard(*texts: str, longest: int = 100) -> list[Message]:
    keyboard = Keyboard(longest)
    return [message for text in texts for message in keyboard.feed(text)]


def word(message: Message) -> str:
    """A message as tables have it."""
    match message:
        case events.Key():
            return message.key
        case events.Paste():
            return repr(message.text)
        case events.MouseEvent():
            return f"{type(message).__name__}({message.x},{message.y})"
    return type(message).__name__


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def pastes(messages: list[Message]) -> list[str]:
    return [message.text for message in messages if isinstance(message, events.Paste)]


HEARD = (
    (("aé\r\x1b[A",), "a é enter up"),
    (tuple(f"{PASTE}abc{PASTED}\x1b[Bq"), "'abc' down q"),  # letter by letter
    ((PASTE, *(["x" * 60] * 3), PASTED, "y"), "TooLong y"),
    (("\x1b[<0;5;3M\x1b[<0;5;3m",), "MouseDown(4,2) MouseUp(4,2)"),
    ((f"p\x1b[99999999999u{PASTE}ab", f"cq{PASTED}r"), "p 'abcq' r"),  # a letter that does not exist
    (("\x1b[99999999999uab\x1b[A",), "a b up"),
    (("\x1b[\x1b[6;20;10t200~q",), "left_square_bracket TerminalReply 2 0 0 tilde q"),  # no paste begins
)


@for_each(("before", "texts", "told"), [(before, *row) for before in (((), ""), *HEARD) for row in HEARD])
def test_what_is_heard_whatever_was_before(
    before: tuple[tuple[str, ...], str], texts: tuple[str, ...], told: str
) -> None:
    assert " ".join(map(word, heard(*before[0], *texts))) == f"{before[1]} {told}".lstrip()


@for_each("at", range(1, len(PASTE) + 8 + len(PASTED)))
def test_a_paste_cut_anywhere(at: int) -> None:
    text = f"{PASTE}[a\x1b[b\x00c{PASTED}x"
    found = heard(text[:at], text[at:])
    assert pastes(found) == ["[a\x1b[bc"]
    assert keys(found)[-1:] == ["x"]
    assert "[" not in keys(found)


def test_a_paste_that_never_ends_is_not_kept() -> None:
    keyboard = Keyboard(100)
    for _ in range(1000):
        assert list(keyboard.feed((PASTE if not keyboard.pasting else "") + "x" * 1000)) == []
    assert sum(map(len, keyboard._parser._paste or ())) <= 100


def test_an_escape_alone_is_a_key_when_its_time_is_up() -> None:
    keyboard = Keyboard(100)
    assert list(keyboard.tick()) == []
    assert list(keyboard.feed("\x1b")) == []
    assert keys(list(keyboard.tick())) == ["escape"]
    assert keys(list(keyboard.feed("[200~"))) == ["[", "2", "0", "0", "~"] or not keyboard.pasting


@for_each(
    "text",
    [
        "\x1b[48;100000;100000;1;1t",  # a size
        "\x1b[48;0;0;0;0t\x1b[<0;5;3M",
        "\x1b[99999999999999999;1u",  # a letter that does not exist
        "\x1b[1;99999999999999999999u",
        "\x1b[?2048;1$y",
        "\x1b[?1049h\x1b]52;c;YQ==\x07",
        "\x1b[<999999999;999999999;999999999M",
    ],
)
def test_what_no_terminal_sends_changes_no_size_and_stops_nothing(text: str) -> None:
    keyboard = Keyboard(100)
    found = list(keyboard.feed(text))
    assert not [message for message in found if isinstance(message, events.Resize)]
    later = list(keyboard.feed("\x1b[A"))
    assert keys(later)[-1:] == ["up"]


@given(st.lists(st.text(alphabet="\x1b[]<>?0129;~MmtuO\x00aé\r", max_size=40), max_size=8))
def test_anything(texts: list[str]) -> None:
    keyboard = Keyboard(100)
    for text in texts:
        assert all(not isinstance(message, events.Resize) for message in keyboard.feed(text))
        list(keyboard.tick())
