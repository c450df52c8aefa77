"""Terminals elsewhere: what they say of themselves, and what becomes of those that do not read."""

from __future__ import annotations

import asyncio

import pytest

from marbles_tui.host import terminal as module
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.terminal import Size, Terminal
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
    assert place.cut == ["Your terminal has not read anything for too long; your game is kept."]


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
