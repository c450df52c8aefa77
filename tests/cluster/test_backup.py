"""A backup of a house that is open, brought back into an empty NATS."""

from __future__ import annotations

from pathlib import Path

import pytest

from marbles_tui.cluster.backup import CONFIG, NotCopied, copied
from marbles_tui.cluster.joining import HOUSE
from marbles_tui.cluster.server import NoServer, OwnServer
from marbles_tui.rooms.backend import Terms
from marbles_tui.table.players import Act
from tests.cluster.houses import Guest, plays, process, same, seated, three_turns
from tests.waiting import until

GOBBLET = Terms("gobblet", rated=True)


async def test_everything_is_there_again(tmp_path: Path) -> None:
    old, copy = _own_server(tmp_path / "old"), tmp_path / "copy"
    here, there = await process(HOUSE, server=old), await process(HOUSE, server=old)
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
    kept = await copied([old.url], old.token, copy, back=False)
    of_three = (copy / CONFIG).read_text().replace('"num_replicas": 1', '"num_replicas": 3')
    assert of_three != (copy / CONFIG).read_text()
    (copy / CONFIG).write_text(of_three)  # as of a cluster; it goes back into one server, too
    await plays(one, "W1B1")  # of which the copy knows nothing
    with pytest.raises(NotCopied, match="keeps a house already"):
        await copied([old.url], old.token, copy, back=True)
    stats = await here.joined.games.since(ann.id, 0)
    rating = ann.rating("gobblet")
    for each in (here, there):
        await each.close()
    old.stop()
    own = _own_server(tmp_path / "new")
    try:
        await _is_as_before(own, copy, kept, rating, stats[0][1], one.follower.context.room)
    finally:
        own.stop()
    assert all(file.stat().st_mode & 0o077 == 0 for file in copy.iterdir())


async def _is_as_before(own: OwnServer, copy: Path, kept: int, rating: object, seq: int, room: str) -> None:
    assert await copied([own.url], own.token, copy, back=True) == kept
    new = await process(HOUSE, server=own, lease=1)
    ann, ben = await new.guest("Ann"), await new.guest("Ben")
    assert (ann.account.name, ann.account.named) == ("Ann", True)
    assert ann.rating("gobblet") == rating
    assert await new.joined.games.since(ann.id, 0) == [("a record", seq)]
    assert await new.joined.games.since(ann.id, seq) == []
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
