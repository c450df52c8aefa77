"""A short time with the monkey; `python scripts/monkey.py --minutes 30` is a long one."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.monkey import Monkey

pytestmark = pytest.mark.terminal


def test_the_monkey_finds_nothing(home: Path) -> None:
    monkey = Monkey(3, home)
    try:
        for _ in range(3):
            monkey.burst(20)
    finally:
        monkey.close()
    assert monkey.bursts == 3
