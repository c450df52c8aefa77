"""Guests who behave badly, and a host that is killed: `python -m tests.host.storm [--rounds N] [--kills N]`.

Two guests play Egg Carton by the lobby. In the rounds others come and vanish, send rubbish, ask for what there is not
and connect by the hundred, while the two go on: every move must reach the other's screen, and in the end the host
may hold no more memory, files or guests than before. Then the host is killed -9 in the middle of that game, again and
again: what the screens had shown must be kept, each move once, and each finished game once in both libraries.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

import asyncssh

from tests.host.bad_guests import CROWD, DEEDS, Broken, crowd
from tests.host.host_table import Table, all_handed, back, kept
from tests.host.house import PATIENCE, UNLIMITED, Host, moves_of
from tests.processes import reported

GROWTH: Final = 40.0
"""Megabytes by which the host may grow in the last two thirds: what guests leave until the next look for garbage."""


async def rounds(number: int, seed: int, folder: Path, crowded: int = CROWD) -> str:
    """So many bad guests beside a quiet game, and once a crowd; what came of them. Raises Broken."""
    random = Random(seed)
    limits = [word for limit in ("guests=60", *UNLIMITED[:-1]) for word in ("--limit", limit)]
    async with Host(folder, *limits) as host:
        table = Table(host, random)
        await table.begin()
        # What is loaded once is loaded before it is measured.
        await asyncio.gather(*(deed(host, random) for deed in dict.fromkeys(DEEDS)))
        await table.play()
        before = host.memory(), host.descriptors()
        longest, early = 0.0, before[0]
        for at in range(number):
            if at == number // 3:
                early = host.memory()
            doing = [asyncio.create_task(random.choice(DEEDS)(host, random)) for _ in range(3)]
            if at == number // 2:
                doing.append(asyncio.create_task(crowd(host, random, crowded)))
            began = time.monotonic()
            try:
                await table.play()
            except AssertionError as error:
                raise Broken(f"round {at}: the quiet game was disturbed: {error}") from error
            longest = max(longest, time.monotonic() - began)
            for task in doing:
                with suppress(OSError, asyncssh.Error):
                    await task
        await _gone(host)
        after = host.memory(), host.descriptors()
        if host.told("failed"):
            raise Broken("an arcade has ended by a mistake")
        if after[0] - early > GROWTH or after[1] > before[1] + 10:
            raise Broken(f"MB and descriptors before {before}, {early:.0f} MB on the way, after {after}")
        return (
            f"{3 * number} bad guests and {crowded} connections at once: {table.played} moves beside them, each seen"
            f" by both, after {longest:.1f} s at the latest; memory {before[0]:.0f} MB, {early:.0f}"
            f" after a third of them, {after[0]:.0f} in the end,"
            f" descriptors {before[1]} to {after[1]}"
        )


async def _gone(host: Host) -> None:
    end = time.monotonic() + PATIENCE
    while host.told("arrived") - host.told("left") > 2:
        if time.monotonic() > end:
            raise Broken("guests are still counted who are gone")
        await asyncio.sleep(0.2)
    await asyncio.sleep(1)


async def kills(number: int, seed: int, folder: Path) -> str:
    """Kill the host so often in the middle of a game; what came of that. Raises Broken."""
    random = Random(seed)
    host = Host(folder, *(word for limit in UNLIMITED for word in ("--limit", limit)))
    await host.open()
    table, hidden = Table(host, random), 0
    try:
        await table.begin()
        for _ in range(number):
            for _ in range(random.randrange(3)):
                await table.play()
            mover = await table.ready()
            move = table.choose()
            mover.type(move.lower())
            await asyncio.sleep(random.random() * 0.3)
            await host.end(9)
            if standing(folder, table, move):
                table.take(move)
            else:
                hidden += 1
            await host.open()
            await table.come()
            if table.match.turn is None:
                await table.leave()
                await all_handed(folder, table.finished)
                await table.begin()
            else:
                for guest in table.seats:
                    await back(guest, "goes on when", "begins when", "Waiting for", "pick")
        await all_handed(folder, table.finished)
    except Broken as broken:
        raise Broken(f"after {table.played} moves: {broken}") from broken
    finally:
        await host.end(9)
    return (
        f"{number} kills, {table.played} moves seen, others cut short ({number - hidden} kept, {hidden} not),"
        f" {len(table.finished)} games finished: none lost, none doubled"
    )


def standing(folder: Path, table: Table, move: str) -> bool:
    """Whether the move that was typed last is kept, where a host was killed. Raises Broken where anything else is
    lost, or anything is there twice."""
    found = kept(folder)
    after, _ = table.match.play(table.match.game.find(table.match.position, move))
    before, wanted = table.moves, moves_of(after)
    going = [moves for moves in found.rooms if moves not in table.finished]
    if all(moves in found.rooms or found.handed(moves) for moves in table.finished):
        if going == [wanted] or (not going and after.turn is None and found.handed(wanted)):
            return True
        if going == [before]:
            return False
    raise Broken(f"finished {table.finished}, seen {before}, then typed {move}; kept {found}")


def main() -> None:
    """Storm as long as asked; exit status 1 with what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.rounds:
        reported(lambda folder: asyncio.run(rounds(given.rounds, given.seed, folder)), Broken)
    if given.kills:
        reported(lambda folder: asyncio.run(kills(given.kills, given.seed, folder)), Broken)


if __name__ == "__main__":
    main()
