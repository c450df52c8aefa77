"""What one guest takes of the loop, and what becomes of whoever takes more than is theirs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marbles_tui.host.asyncssh_fixes import READ, read_fairly
from marbles_tui.host.resources import AT_ONCE, FAIR, REST, Share
from tests.waiting import until


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_who_takes_little_never_waits() -> None:
    clock = Clock()
    share = Share(asyncio.Lock(), clock)
    for _ in range(1000):
        clock.now += 1.0
        assert share.take(FAIR) == pytest.approx(0)


def test_what_is_taken_at_once_is_given_back_by_time() -> None:
    clock = Clock()
    share = Share(asyncio.Lock(), clock)
    assert share.take(AT_ONCE) == 0
    assert share.spent
    assert share.take(0.02) == pytest.approx(0.02)
    assert share.take(0.02) == pytest.approx(0.02), "what was waited for is not owed any more"
    clock.now += 1.0
    assert not share.spent
    assert share.take(FAIR + 0.01) == pytest.approx(0.01)
    clock.now += 1000.0
    assert share.take(AT_ONCE + 0.01) == pytest.approx(0.01), "no more than that is saved up"


async def test_however_many_take_too_much_they_wait_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = most = 0
    sleep = asyncio.sleep

    async def rest(seconds: float) -> None:
        nonlocal waiting, most
        waiting += 1
        most = max(most, waiting)
        rests.append(seconds)
        await sleep(0)
        waiting -= 1

    rests: list[float] = []
    monkeypatch.setattr("marbles_tui.host.resources.asyncio.sleep", rest)
    turns = asyncio.Lock()
    shares = [Share(turns, Clock()) for _ in range(5)]
    await asyncio.gather(*(share.wait(0.1) for share in shares), shares[0].wait(0.0))
    assert most == 1
    assert rests == pytest.approx([REST * 0.1] * 5)


class Transport:
    max_size = 1 << 18
    reading = True
    closing = False

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing


class Connection:
    def __init__(self) -> None:
        self._transport = Transport()
        self.came: list[bytes] = []

    def data_received(self, data: bytes, datatype: object = None) -> None:
        del datatype
        self.came.append(data)


@pytest.mark.parametrize("closing", [False, True])
async def test_a_connection_that_keeps_the_loop_busy_is_not_read_for_a_while(
    closing: bool,
) -> None:
    taken = iter([0.0, AT_ONCE, 0.0, 0.01])
    connection: Any = Connection()
    transport = connection._transport
    read_fairly(connection, Share(asyncio.Lock(), Clock(), lambda: next(taken)))
    assert transport.max_size == READ
    connection.data_received(b"a")
    assert transport.reading
    connection.data_received(b"b")
    assert connection.came == [b"a", b"b"]
    assert not transport.reading
    transport.closing = closing
    before = len(asyncio.all_tasks())
    await until(lambda: len(asyncio.all_tasks()) < before)
    assert transport.reading is not closing
