"""A terminal that goes away, and programs that have none."""

from __future__ import annotations

import io

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from marbles_tui.tui.terminal import take_terminal
from marbles_tui.tui.textual_fixes.driver import Lasting, lasting


class Hung(io.StringIO):
    """A stream whose other end is gone after its first word."""

    def write(self, text: str) -> int:
        if self.getvalue():
            raise OSError(5, "Input/output error")
        return super().write(text)


def test_what_is_written_to_a_terminal_that_is_gone_is_dropped() -> None:
    losses: list[str] = []
    hung = Hung()
    stream = Lasting(hung, lambda: losses.append("lost"))
    for word in ("one", "two", "three"):
        stream.write(word)
        stream.flush()
    assert (hung.getvalue(), losses) == ("one", ["lost"])


def test_a_lasting_driver_is_a_driver_of_its_kind() -> None:
    assert issubclass(lasting(HeadlessDriver), HeadlessDriver)


def test_without_a_screen_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.__stderr__", io.StringIO())
    assert not take_terminal()
