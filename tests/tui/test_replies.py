"""Replies of a terminal are heard, however they are cut, and never taken for keys."""

from __future__ import annotations

import pytest
from textual import events
from textual.message import Message

from marbles_tui.tui.textual_patches import replies
from marbles_tui.tui.textual_patches.replies import AnsweringParser, TerminalReply

REPLIES = (
    "\x1bP>|kitty(0.26.5)\x1b\\",
    "\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\",  # longer than any key
    "\x1b[4;540;800t",
    "\x1b[6;20;10t",
    "\x1b[?62;22;52c",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b_Gi=31;ENOTSUP:unknown action\x1b\\",
)


def sent(*texts: str) -> list[str]:
    """What a terminal has sent, as the parser tells it."""
    parser, found = AnsweringParser(), list[Message]()
    for text in texts:
        found += parser.feed(text)
        found += parser.tick()
    told = {TerminalReply: "text", events.Key: "key"}
    return [str(getattr(one, told[type(one)])) for one in found if type(one) in told]


@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_among_keys_cut_anywhere(reply: str) -> None:
    whole = f"a\x1b[A{reply}b"
    for at in range(1, len(whole)):
        found = sent(whole[:at], whole[at:])
        assert sorted(found) == sorted(["a", "up", reply, "b"]), whole[:at]


def test_all_replies_letter_by_letter() -> None:
    assert sent(*"".join(REPLIES)) == list(REPLIES)


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("\x1b[4~", ["end"]),
        ("\x1b[6~", ["pagedown"]),
        ("\x1bOP", ["f1"]),
        ("\x1b[122;5u", ["ctrl+z"]),
        ("\x1b[1;5D", ["ctrl+left"]),
    ],
)
def test_keys_that_begin_alike_are_keys(text: str, keys: list[str]) -> None:
    for at in range(1, len(text) + 1):
        assert sent(text[:at], *([text[at:]] if text[at:] else [])) == keys


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("\x1b", ["escape"]),
        ("\x1bP", ["alt+shift+p"]),
        ("\x1bx", ["alt+x"]),
        ("a\x1b", ["a", "escape"]),
        ("\x1b\x1b", ["escape", "escape"]),
    ],
)
def test_what_only_looked_like_a_reply_is_a_key_when_its_time_is_up(
    text: str, keys: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("marbles_tui.tui.textual_patches.replies.monotonic", lambda: now)
    monkeypatch.setattr("textual._parser.get_time", lambda: now)
    parser, found = AnsweringParser(), list[Message]()
    found += parser.feed(text)
    for _ in range(3):
        found += parser.tick()
        now += replies.PATIENCE
    assert [one.key for one in found if isinstance(one, events.Key)] == keys
    assert not parser.waits


def test_nothing_grows_that_never_ends() -> None:
    parser = AnsweringParser()
    for _ in range(50):
        list(parser.feed("\x1b_G" + "x" * 100))
    assert len(parser.replies._held) < 200
