"""Readers take texts of any shape, and twice the text takes about twice as long.

How long is measured by `scripts/bench.py readers`. Here texts are read that took minutes when each unclosed brace,
each tag or each ply looked through all that came before it.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.costs import BARS, RECORDS, Shape, cost, records, records_of_bars

PATIENCE = 60.0

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="memory is read from /proc"),
    pytest.mark.long,
]


def shape(name: str) -> Shape:
    """A shape of a text, by its name."""
    return next(shape for shape in (*RECORDS, *BARS) if shape.name == name)


@pytest.mark.parametrize("name", ["open braces", "open braces after a game", "one value of escapes"])
def test_two_million_characters_of_a_record_are_read(name: str) -> None:
    text = shape(name).text(2_000_000)
    taken = cost(records, text, PATIENCE)
    assert taken.seconds < PATIENCE
    assert taken.memory < 40 * len(text)


def test_tags_above_a_line_of_tags_are_read() -> None:
    text = shape("tags above a line").text(1_000_000) + '[Other "y"]\n' * 50_000 + "1211100 2212020\n"
    assert cost(records_of_bars, text, PATIENCE).seconds < PATIENCE
