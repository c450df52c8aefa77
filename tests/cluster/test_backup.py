"""A backup of a house that is open, brought back into an empty NATS."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.cluster.backup import CONFIG, NotCopied, back_up, bring_back
from marbles_tui.cluster.server import NoServer, OwnServer
from marbles_tui.cluster.stream import Bus
from marbles_tui.rooms.backend import Terms
from marbles_tui.table.players import Act
from tests.cluster.houses import Guest, plays, process, same, seated, three_turns
from tests.cluster.nats_server import new_house
from tests.waiting import until

GOBBLET = Terms("gobblet", rated=True)


async def test_everything_is_there_again(tmp_path: Path) -> None:
    house, copy = new_house(), tmp_path / "copy"
    here, there = await process(house), await process(house)
    ann, ben = await here.guest("Ann"), await there.guest("Ben")
    one, other = await seated(ann, ben, GOBBLET)
    await three_turns(one, other)
    assert one.follower.do(Act.RESIGN, 0)
    await until(lambda: ann.rating("gobblet").games == ben.rating("gobblet").games == 1, "it is over")
    one, other = await seated(ann, ben, GOBBLET)
    await plays(one, "W1A1")
    await plays(other, "K1B2")
    await same([one, other])
    await here.joined.games.keep(ann.account, "a record")
    kept = await back_up(here.joined.bus, f"{house}-kept", copy)
    of_three = (copy / CONFIG).read_text().replace('"num_replicas": 1', '"num_replicas": 3')
    assert of_three != (copy / CONFIG).read_text()
    (copy / CONFIG).write_text(of_three)  # as of a cluster; it goes back into one server, too
    await plays(one, "W1B1")  # of which the copy knows nothing
    with pytest.raises(NotCopied, match="keeps a house already"):
        await bring_back(here.joined.bus, f"{house}-kept", copy)
    stats = await here.joined.games.since(ann.id, 0)
    rating = ann.rating("gobblet")
    for each in (here, there):
        await each.close()
    own = _own_server(tmp_path / "new")
    try:
        await _is_as_before(own, house, copy, kept, rating, stats[0][1], one.follower.context.room)
    finally:
        own.stop()
    assert all(file.stat().st_mode & 0o077 == 0 for file in copy.iterdir())


async def _is_as_before(
    own: OwnServer, house: str, copy: Path, kept: int, rating: object, seq: int, room: str
) -> None:
    bus = Bus([own.url], own.token)
    await bus.open()
    assert await bring_back(bus, f"{house}-kept", copy) == kept
    await bus.close()
    new = await process(house, server=own, lease=1)
    ann, ben = await new.guest("Ann"), await new.guest("Ben")
    assert (ann.account.name, ann.account.named) == ("Ann", True)
    assert ann.rating("gobblet") == rating
    assert await new.joined.games.since(ann.id, 0) == [("a record", seq)]
    await until(lambda: [card.id for card in ann.my_rooms()] == [room], "the game that went on")
    one, other = Guest(ann, room), Guest(ben, room)
    await until(lambda: one.follower.state.asked == 0, "it goes on")
    assert one.moves == "W1A1 K1B2"
    await plays(one, "W1C1")
    await same([one, other])
    await new.close()


def _own_server(folder: Path) -> OwnServer:
    own = OwnServer(folder, sync=False)
    try:
        own.start()
    except NoServer as error:
        pytest.skip(str(error))
    return own
