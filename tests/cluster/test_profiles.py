"""What accounts have of their own, in NATS, and who has a key there."""

from __future__ import annotations

from random import Random

import pytest

from marbles_tui.cluster.joining import VERSION, Profiles, TooMuch
from marbles_tui.cluster.stream import Change, KeyValueStream, WrongLastSequence
from marbles_tui.cluster.wire import Newer
from marbles_tui.rooms.backend import Overtaken
from marbles_tui.store.profile import Profile
from tests.cluster.nats_server import connected, new_house


async def test_what_is_put_is_there_whole_and_only_over_what_was_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, buses = new_house(), [await connected() for _ in range(2)]
    streams = [KeyValueStream(bus, house, house, name) for name, bus in zip("ab", buses, strict=True)]
    await streams[0].open()
    here, there = map(Profiles, streams)
    assert await there.get("x") == (0, None)
    large = Profile(Random(1).randbytes(700_000).hex())
    seq = await here.put("x", large, 0)
    assert await there.get("x") == (seq, large)
    small = Profile("speed = 1")
    again = await there.put("x", small, seq)
    with pytest.raises(Overtaken):
        await here.put("x", large, seq)
    assert await here.get("x") == (again, small)
    assert await there.put("x", large, again) > again
    assert (await here.get("x")).profile == large
    with monkeypatch.context() as later:
        later.setattr("marbles_tui.cluster.joining.VERSION", VERSION + 1)
        await here.put("newer", small, 0)
    with pytest.raises(Newer):
        await there.get("newer")
    monkeypatch.setattr("marbles_tui.cluster.joining.MOST", 1)
    with pytest.raises(TooMuch):
        await here.put("y", large, 0)
    for bus in buses:
        await bus.close()


async def test_what_was_given_up_may_be_claimed_by_who_has_not_heard_of_it() -> None:
    house, bus = new_house(), await connected()
    here, there = (KeyValueStream(bus, house, house, name) for name in "ab")
    await here.open()
    await here.put(Change("name", b"ann", over=b"ann"))
    with pytest.raises(WrongLastSequence):
        await there.put(Change("name", b"ben", over=b"ben"))
    await here.put(Change("name", b"", over=b"ann"))
    elsewhere = KeyValueStream(bus, house, house, "c")
    await elsewhere.put(Change("name", b"ben", over=b"ben"))
    assert (await here.read("name")).data == b"ben"
    await bus.close()
