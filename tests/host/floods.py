"""Guests who take what belongs to all: `python -m tests.host.floods [door] [keys] [--seconds S]`.

`door`: two addresses with ten sockets each that say nothing, while somebody from a third one tries to come in, again
and again. `keys`: three guests who send 9,400 keys a second each, in a process of their own, while somebody walks
about the menu: how long each key of theirs takes to the screen, with nobody else there, and beside the three. All of
it is on this machine, by addresses that only it reaches; the keys take as long as they are told to, the door as long
as the tries.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import asyncssh

from scripts.bench_house import percentile, waits
from tests.host.bad_guests import Broken, hold_keys, sit_at_the_door
from tests.host.house import MENU, PATIENCE, Host, SshGuest, be_elsewhere

TRIES: Final = 20
ENOUGH: Final = 19

BAD: Final = ("127.0.0.2", "127.0.0.3")
SOCKETS: Final = 10
HONEST: Final = "127.0.1.1"

SEATED: Final = 2.0
"""Seconds after which all sockets are open that will be."""

RATE: Final = 9400.0
CROWD: Final = ("Baf", "Dug", "Moz")
BOUND: Final = 0.150
"""Seconds in which an honest key is answered at the slowest of a hundred."""

KEYS: Final = {
    "arrows": ("\x1b[B", "\x1b[A"),
    "letters": ("x",),
    "pages": ("?", "\x1b[B", "\x1b"),
    "mouse": ("\x1b[<35;7;3M", "\x1b[<35;30;9M"),
}
WALK: Final = ("\x1b[B", "\x1b[A", "?", "\x1b")
"""What the honest one types in the menu."""

PAUSE: Final = 0.15
"""Seconds in which nothing is drawn before the next key."""

LONGEST: Final = 600.0
"""Seconds after which the bad ones go by themselves, whatever becomes of whoever has sent them."""


async def door(folder: Path, tries: int = TRIES) -> str:
    """How many tries came in while others sat at the door. Raises Broken if they were too few."""
    async with Host(folder) as host:
        sitting = asyncio.create_task(sit_at_the_door(host, BAD, SOCKETS, LONGEST))
        await asyncio.sleep(SEATED)
        came = 0
        for _ in range(tries):
            guest = SshGuest(host, "Honest")
            with suppress(OSError, asyncssh.Error):
                await guest.come(local_addr=(HONEST, 0))
                await guest.expect(MENU, "your name")
                came += 1
                await guest.leave()
        sitting.cancel()
        with suppress(asyncio.CancelledError):
            await sitting
    told = f"{came} of {tries} came in beside {len(BAD)} addresses with {SOCKETS} sockets each"
    if came * TRIES < tries * ENOUGH:
        raise Broken(told)
    return told


@dataclass(slots=True)
class Waits:
    """What somebody has waited for."""

    seconds: list[float]
    unanswered: int = 0
    core: float = 0.0
    """The share of a core that the host has taken meanwhile."""


async def walked(host: Host, guest: SshGuest, seconds: float) -> Waits:
    """Walk about the menu for so long, at a person's speed."""
    began, before, taken = time.monotonic(), host.cpu(), Waits([])
    while time.monotonic() < began + seconds:
        for keys in WALK:
            await guest.rest(PAUSE, 5)
            wait = await guest.answer(keys)
            if wait is None:
                taken.unanswered += 1
            else:
                taken.seconds.append(wait)
    taken.core = (host.cpu() - before) / (time.monotonic() - began)
    return taken


async def keys(
    folder: Path, seconds: float = 15.0, kinds: Collection[str] = tuple(KEYS)
) -> list[tuple[str, Waits, Waits]]:
    """For kinds of keys: how long an honest guest's took with nobody else there, and beside a flood."""
    found = []
    async with Host(folder, "--limit", "new_names=100") as host:
        host.goes_first()
        guest = SshGuest(host, "Honest")
        await guest.enter()
        be_elsewhere()
        for kind in kinds:
            quiet = await walked(host, guest, seconds)
            flood = await asyncio.create_subprocess_exec(
                *("nice", "-n19", sys.executable, __file__, "--flood", str(host.port), "--kind", kind),
                stdout=asyncio.subprocess.PIPE,
            )
            try:
                assert flood.stdout
                if not await asyncio.wait_for(flood.stdout.readline(), PATIENCE):
                    raise Broken("those who send keys did not come in")
                left = host.told("left")
                beside = await walked(host, guest, seconds)
                if host.told("left") > left:
                    raise Broken("those who send keys are gone")
            finally:
                with suppress(ProcessLookupError):
                    flood.send_signal(signal.SIGKILL)
                await flood.wait()
            while host.told("left") < host.told("arrived") - 1:
                await asyncio.sleep(0.1)
            found.append((kind, quiet, beside))
        if host.told("failed"):
            raise Broken("an arcade has ended by a mistake")
    return found


@dataclass(slots=True)
class Port:
    """A way in, of which no more is known."""

    port: int


async def flood(port: int, kind: str) -> None:
    """What the process of the bad guests does; it says so when all have come in."""
    guests = [SshGuest(Port(port), f"{name} {kind}") for name in CROWD]
    await asyncio.gather(*(guest.enter() for guest in guests))
    print("here", flush=True)
    await asyncio.gather(*(hold_keys(guest, KEYS[kind], RATE, LONGEST) for guest in guests))


def main() -> None:
    """Both floods, or the one that is named; exit status 1 with what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("what", nargs="*", metavar="door|keys")
    parser.add_argument("--seconds", type=float, default=15.0, help="of each flood of keys")
    parser.add_argument("--flood", type=int, metavar="PORT", help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=sorted(KEYS), default="arrows", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.flood:
        asyncio.run(flood(given.flood, given.kind))
        return
    wrong = []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        if "door" in (given.what or ("door",)):
            try:
                print(asyncio.run(door(Path(folder, "door"))))
            except Broken as broken:
                wrong.append(str(broken))
        if "keys" in (given.what or ("keys",)):
            for kind, quiet, beside in asyncio.run(keys(Path(folder, "keys"), given.seconds)):
                print(
                    f"{kind}: key to screen {waits(quiet.seconds)} with nobody else there; beside {len(CROWD)} guests"
                    f" with {RATE:,.0f} keys a second each {waits(beside.seconds)}, {beside.unanswered} without an"
                    f" answer; the host took {quiet.core:.0%} and {beside.core:.0%} of a core; load"
                    f" {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
                )
                if beside.unanswered or float(percentile(beside.seconds, 0.99)) > 1000 * BOUND:
                    wrong.append(f"{kind}: an honest guest's keys have waited")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
