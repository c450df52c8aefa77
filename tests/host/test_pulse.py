"""How late the loop is, as it is felt."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from marbles_tui.host.resources import ANSWER, BEAT, EASE, SHARED, STRAIN, Pulse


class Loop:
    """A loop whose time a test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def time(self) -> float:
        """The time."""
        return self.now

    def call_at(self, when: float, call: Callable[[], None]) -> object:
        """Call something later."""
        self.waiting.append((when, call))
        return self

    def beat(self, late: float) -> None:
        """Call what waits, too late."""
        when, call = self.waiting.pop()
        self.now = when + late
        call()


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    """The loop that runs."""
    loop = Loop()
    monkeypatch.setattr(asyncio, "get_running_loop", lambda: loop)
    return loop


def test_a_delay_is_felt_and_forgotten(loop: Loop) -> None:
    pulse = Pulse(lambda: 0.0)
    assert pulse.late() == 0
    loop.beat(0.3)
    assert pulse.late() == pytest.approx(0.3)
    loop.beat(0)
    assert 0 < pulse.late() < 0.3


def test_it_rests_while_nobody_asks(loop: Loop) -> None:
    pulse = Pulse(lambda: 0.0)
    pulse.late()
    loop.beat(0.3)
    loop.beat(0)
    assert not loop.waiting
    assert pulse.late() == 0
    assert loop.waiting[0][0] == loop.now + BEAT


def test_who_takes_the_whole_core_counts_as_late_before_anybody_waits(loop: Loop) -> None:
    used = 0.0
    pulse = Pulse(lambda: used)
    pulse.late()
    for _ in range(20):
        used += BEAT
        loop.beat(0)
        pulse.late()
    assert 0.1 < pulse.late() <= STRAIN
    for _ in range(20):
        used += EASE * BEAT
        loop.beat(0)
        pulse.late()
    assert pulse.late() < 0.01


def test_where_many_are_a_key_goes_first(loop: Loop) -> None:
    used = 0.0
    pulse = Pulse(lambda: used)
    pulse.typed("a")
    assert pulse.late() == 0, "one who is alone with it sees all"
    for _ in range(20):
        used += 2 * SHARED * BEAT
        loop.beat(0)
        pulse.late()
    assert pulse.late() < 0.01
    pulse.typed("\x1b[<35;7;3M\x1b[<35;8;3M")
    assert pulse.late() < 0.01, "the mouse has only moved"
    pulse.typed("\x1b[<0;8;3M")
    assert pulse.late() == STRAIN
    loop.now += ANSWER
    assert pulse.late() < 0.01
