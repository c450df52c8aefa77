"""What one guest takes of the loop, of the computer and of memory, and how late the loop is felt to be."""

from __future__ import annotations

import asyncio
import platform
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from marbles_tui.ai.engine.job import Job, Message, Priority
from marbles_tui.ai.engine.job_queue import LinkBrokenError, ThinkingFailedError
from marbles_tui.host.asyncssh_fixes import READ, read_fairly
from marbles_tui.host.guest import MOST_WAITING, GuestDriver
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.pool import Pool
from marbles_tui.host.resources import (
    ANSWER,
    AT_ONCE,
    BEAT,
    EASE,
    FAIR,
    REST,
    SHARED,
    STRAIN,
    Pulse,
    Share,
    give_back,
    resident,
    share_one_arena,
)
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


async def test_who_types_faster_than_it_is_passed_on_waits_at_the_other_end() -> None:
    held: list[bool] = []
    terminal = SimpleNamespace(share=None, hold=held.append)
    app: Any = SimpleNamespace(terminal=terminal, limits=HostLimits(), typed=lambda text: None)
    driver = GuestDriver(app)
    driver.typed("a" * MOST_WAITING)
    assert not held
    driver.typed("a")
    assert held == [True]


async def test_whoever_leaves_has_the_cursor_and_the_screen_of_before() -> None:
    sent: list[str] = []
    terminal = SimpleNamespace(share=None, listener=None, write=sent.append, flush=lambda: None)
    app: Any = SimpleNamespace(terminal=terminal, limits=HostLimits(), free_images=lambda: "")
    GuestDriver(app).stop_application_mode()
    assert all(mode in "".join(sent) for mode in ("\x1b[?1049l", "\x1b[?25h"))


# How late the loop is, as it is felt.


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
    pulse.typed("\x1b[<35;8;3M\x1b[<0;8;3M")
    assert pulse.late() == STRAIN
    loop.now += ANSWER
    assert pulse.late() < 0.01


# Whose turn it is to have the computer think.


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
            self.pool.move_now(name)
        elif asks:
            asking: Job[str] = Job(name)
            urgency = Priority[(priority or "move").upper()]
            thinking = self.pool.think(asking, urgency, self.bench.begun.append, account)
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


# Memory goes back to the system when nobody needs it.


MEGABYTES = 40


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="other C libraries do so by themselves, or not at all"
)
def test_what_lies_free_between_what_is_needed_goes_back() -> None:
    share_one_arena()
    blocks = [bytes(10_000) for _ in range(100 * MEGABYTES)]
    kept = blocks[::50]
    full = resident()
    del blocks
    give_back()
    assert full - resident() > MEGABYTES / 2
    assert kept
