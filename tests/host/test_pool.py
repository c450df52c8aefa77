"""Whose turn it is to have the computer think."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from marbles_tui.ai.engine.job import Job, Message, Priority
from marbles_tui.ai.engine.job_queue import LinkBrokenError, ThinkingFailedError
from marbles_tui.host.pool import Pool

TURN = 3.0


class Bench:
    """Processes that finish a job only when they are told to, and the order in which jobs were begun."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.running: dict[str, asyncio.Queue[Message | None]] = {}
        self.now, self.number, self.full = 0.0, 0, False

    def say(self, name: str, what: str, kind: str = "done") -> None:
        self.running[name].put_nowait((kind, 0, what))


class Worker:
    def __init__(self, bench: Bench) -> None:
        self._bench, self._name, self.alive = bench, "", False

    async def start(self) -> None:
        if self._bench.full:
            raise ThinkingFailedError("no room")
        self.alive = True

    async def ask(self, number: int, job: Job[Any]) -> None:
        assert number > self._bench.number, "a stop that was meant for an earlier one could hit it"
        self._bench.number, self._name = number, job.game
        self._bench.begun.append(job.game)
        self._bench.running[job.game] = asyncio.Queue()

    async def hear(self) -> Message:
        if message := await self._bench.running[self._name].get():
            return message
        self.alive = False
        raise LinkBrokenError

    def stop(self, number: int, wanted: bool) -> None:
        assert number == self._bench.number or len(self._bench.running) > 1
        if not wanted:
            self._bench.begun.append(f"-{self._name}")
            self._bench.say(self._name, "too late", "report")
        self._bench.say(self._name, f"{self._name} so far")

    async def close(self) -> None:
        self.alive = False


class Asked:
    """Accounts that ask, and what becomes of it, in the words of the table below."""

    def __init__(self, processes: int) -> None:
        self.bench = Bench()
        self.pool = Pool(TURN, [Worker(self.bench) for _ in range(processes)], clock=lambda: self.bench.now)
        self.jobs: dict[str, asyncio.Task[Any]] = {}

    async def enter(self, deed: str) -> None:
        """One deed: `ann:a` asks for a, `*a` reports, `!a` finishes it and `?a` fails, `~a` ends its process, `-a`
        cancels, `now:ann` hurries; `full` lets no process start."""
        account, asks, job = deed.partition(":")
        name, _, priority = job.partition("/")
        if account == "now":
            self.pool.seat(name).move_now()
        elif asks:
            asking: Job[str] = Job(name)
            urgency = Priority[(priority or "move").upper()]
            thinking = self.pool.seat(account).think(asking, urgency, self.bench.begun.append)
            self.jobs[name] = asyncio.create_task(thinking)
        elif deed[0] == "+":
            self.bench.now += float(deed)
            self.pool._share()
        elif deed[0] == "-":
            self.jobs[deed[1:]].cancel()
        elif deed[0] == "?":
            self.bench.say(deed[1:], "it died", "failed")
        elif deed[0] == "*":
            self.bench.say(deed[1:], f"({deed[1:]})", "report")
        elif deed[0] == "~":
            self.bench.running[deed[1:]].put_nowait(None)
        elif deed[0] == "!":
            self.bench.say(deed[1:], deed[1:])
        elif deed == "full":
            self.bench.full = True
        else:
            await self.pool.close()

    def told(self) -> str:
        """What was begun, and what became of each job that is over."""
        ended = [f"{name}={outcome(task)}" for name, task in self.jobs.items() if task.done()]
        return f"{' '.join(self.bench.begun)}; {', '.join(ended)}"


def outcome(task: asyncio.Task[Any]) -> str:
    if task.cancelled():
        return "cancelled"
    return "failed" if isinstance(task.exception(), ThinkingFailedError) else str(task.result())


@pytest.mark.parametrize(
    ("processes", "deeds", "told"),
    [
        (1, "ann:a1&ann:a2&ann:a3 ben:b1&ben:b2 !a1 !b1 !a2 !b2 !a3",
         "a1 b1 a2 b2 a3; a1=a1, a2=a2, a3=a3, b1=b1, b2=b2"),  # accounts take turns
        (2, "ann:a1&ann:a2&ann:a3 ben:b1 !a1", "a1 a2 b1; a1=a1"),  # one has not all processes
        (2, "ann:a1&ann:a2&ann:a3 ben:b1 !a1 !a2&!b1 !a3", "a1 a2 b1 a3; a1=a1, a2=a2, a3=a3, b1=b1"),
        (1, "ann:x/analysis ann:h/hint&ben:m !m !h !x", "x -x m h x; x=x, h=h, m=m"),  # moves go before the rest
        (1, "ann:x/analysis ben:m", "x -x m; "),  # which gives way
        (1, "ann:a +4 ben:b", "a b; a=a so far"),  # while others wait nobody takes more than a turn
        (1, "ann:a +4 ben:b +4", "a b; a=a so far"),  # and when nobody waits any more, all they want
        (2, "ann:a&ben:b now:ann", "a b; a=a so far"),  # one hurries one's own search alone
        (1, "ann:a&ben:b now:ben !a", "a b; a=a, b=b so far"),  # also one that waits
        (1, "ann:x/analysis *x ann:m1 !m1 ann:m2 !m2 ~x !x", "x (x) -x m1 x -x m2 x x; x=x, m1=m1, m2=m2"),
        (1, "ann:a ~a ~a ann:b !b", "a a b; a=failed, b=b"),  # a job over which two have died is given up
        (1, "full ann:a", "; a=failed"),
        (1, "ann:a&ann:a2&ben:b -a&-a2", "a -a b; a=cancelled, a2=cancelled"),  # who has left is not thought for
        (1, "ann:a&ben:b ?a !b", "a b; a=failed, b=b"),  # what fails fails alone
        (1, "ann:a&ben:b close", "a; a=cancelled, b=cancelled"),
    ],
)  # fmt: skip
async def test_whose_turn_it_is(processes: int, deeds: str, told: str) -> None:
    asked = Asked(processes)
    for together in deeds.split():
        for deed in together.split("&"):
            await asked.enter(deed)
        for _ in range(20):  # let everything happen that can
            await asyncio.sleep(0)
    assert asked.told() == told
    for task in asked.jobs.values():
        task.cancel()
    await asyncio.gather(*asked.jobs.values(), return_exceptions=True)
    await asked.pool.close()
    assert (asked.pool.busy, asked.pool.waiting) == (0, 0)
