"""People who do anything at any instant, in one process or in several that come and go: whatever happens, everybody
sees the same game, and it is kept."""

from __future__ import annotations

import logging
from random import Random

import pytest

from tests.rooms.stage import Stage

pytestmark = pytest.mark.long

NAMES = ("Ann", "Ben", "Uma")
TERMS = (
    "abacus 5+3 rated",
    "getaway seats=me,anyone,computer_careful",
    "gobblet 3d",
    "beadmaster seats=computer_beginner,me,anyone",
    "gobblet memory=on",
)
DEEDS = (
    "undo", "redo", "answer 0 yes", "answer 1 yes", "answer 0 no", "answer 1 no", "sees", "say Hello!",
    "goes", *["any"] * 15,
)  # fmt: skip


async def act(stage: Stage, random: Random) -> None:
    """One thing that somebody might do; who is gone comes back."""
    name = random.choice(NAMES)
    if stage.over:
        return
    if stage.is_gone(name):
        await stage.enter(f"come {name}")
        await stage.enter(f"sit {name} back {random.choice(('', 'slowly'))}")
    elif random.random() < 0.1:
        await stage.enter(f"wait {random.random() * 5:.2f}")
    else:
        await stage.enter(f"{name}: {random.choice(DEEDS)}")
    if random.random() < 0.7:
        await stage.rests()


async def agree(stage: Stage) -> bool:
    """All have seen the same, as it is kept; whether it goes on."""
    for name in NAMES if not stage.over else ():
        if stage.is_gone(name):
            await stage.enter(f"come {name}")
            await stage.enter(f"sit {name} back")

    def same() -> bool:
        for seat in stage.seats.values():
            if seat.table:
                seat.table.heard.catch_up()
        seen = [
            (each["moves"], each["result"])
            for name, each in stage.look().items()
            if name in NAMES and not stage.is_gone(name)
        ]
        return len(set(seen)) == 1

    await stage.settled(same)
    kept, moves = await stage.record(), next(iter(stage.look().values()))["moves"]
    assert stage.over or (kept and (moves in kept or kept in moves)), "a computer may have gone on"
    return not stage.over


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("processes", [1, 3])
async def test_whatever_people_and_processes_do_all_see_the_same(
    processes: int, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING if processes == 1 else logging.ERROR)
    stage, random = Stage(processes, lease=1), Random(seed)
    await stage.begin()
    await stage.enter(f"play Ann Ben {TERMS[seed]}")
    for _ in range(3):
        for _ in range(100):
            await act(stage, random)
        if not await agree(stage):
            break
        await stage.enter(
            "house" if processes == 1 else f"end {random.choice(('die', 'close'))} {random.randrange(3)}"
        )
    else:
        await agree(stage)
    await stage.close()
    assert [record.message for record in caplog.records] == []
