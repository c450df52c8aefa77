"""What terminals send, whole, in pieces and in bad faith."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.message import Message

from marbles_tui.host.guest import PASTE, PASTED, Keyboard, TooLong


def heard(*texts: str, longest: int = 100) -> list[Message]:
    keyboard = Keyboard(longest)
    return [message for text in texts for message in keyboard.feed(text)]


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages if isinstance(message, events.Key)]


def pastes(messages: list[Message]) -> list[str]:
    return [message.text for message in messages if isinstance(message, events.Paste)]


def test_keys() -> None:
    assert keys(heard("aé\r\x1b[A")) == ["a", "é", "enter", "up"]


def test_a_click() -> None:
    (down, up) = heard("\x1b[<0;5;3M\x1b[<0;5;3m")
    assert isinstance(down, events.MouseDown)
    assert isinstance(up, events.MouseUp)
    assert (down.x, down.y) == (4, 2)


@pytest.mark.parametrize("at", range(1, len(PASTE) + 8 + len(PASTED)))
def test_a_paste_cut_anywhere(at: int) -> None:
    text = f"{PASTE}[a\x1b[b\x00c{PASTED}x"
    found = heard(text[:at], text[at:])
    assert pastes(found) == ["[a\x1b[bc"]
    assert keys(found)[-1:] == ["x"]
    assert "[" not in keys(found)


def test_letter_by_letter() -> None:
    found = heard(*f"{PASTE}abc{PASTED}\x1b[Bq")
    assert pastes(found) == ["abc"]
    assert keys(found) == ["down", "q"]


def test_a_paste_that_is_too_long_is_dropped_and_said() -> None:
    found = heard(PASTE, *(["x" * 60] * 3), PASTED, "y")
    assert [type(message) for message in found] == [TooLong, events.Key]


def test_a_paste_that_never_ends_is_not_kept() -> None:
    keyboard = Keyboard(100)
    for _ in range(1000):
        assert list(keyboard.feed((PASTE if not keyboard.pasting else "") + "x" * 1000)) == []
    assert sum(map(len, keyboard._paste or ())) <= 100


def test_an_escape_alone_is_a_key_when_its_time_is_up() -> None:
    keyboard = Keyboard(100)
    assert list(keyboard.tick()) == []
    assert list(keyboard.feed("\x1b")) == []
    assert keys(list(keyboard.tick())) == ["escape"]
    assert keys(list(keyboard.feed("[200~"))) == ["[", "2", "0", "0", "~"] or not keyboard.pasting


@pytest.mark.parametrize(
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
