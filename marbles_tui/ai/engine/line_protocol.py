"""The line protocol of docs/protocol.md, as both sides need it: words, limits, records in one line."""

from __future__ import annotations

import json
from typing import Final

from marbles_tui.ai.analysis import Analysis
from marbles_tui.ai.budget import Limit

LONGEST: Final = 1 << 20
"""Bytes of a line; a longer one is an error."""

CLAIM: Final = "="
"""The best move is to claim a draw, where the rules allow one."""

RESIGN: Final = "#"
"""The best move is to give up."""

NOTHING: Final = "none"
"""There is no move: the game is over, or chance is to draw."""


def one_line(record: str) -> str:
    """A record as `position` takes it: joined to one line, or, where line ends mean something, as a JSON string."""
    lines = record.splitlines()
    if any(line.lstrip().startswith("%") for line in lines):
        return json.dumps(record)
    return " ".join(filter(None, map(str.strip, lines)))


def many_lines(text: str) -> str:
    """The record that `one_line` has written. Raises ValueError for a JSON string that is none."""
    if not text.startswith('"'):
        return text
    record = json.loads(text)
    assert isinstance(record, str), "what begins with a quotation mark is a string"
    return record


def go(limit: Limit) -> str:
    """The command that asks for a move within a limit."""
    words = ["go"]
    if limit.seconds is not None:
        words += ["movetime", str(max(1, round(limit.seconds * 1000)))]
    if limit.depth is not None:
        words += ["depth", str(limit.depth)]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    return " ".join(words)


def info(thought: Analysis) -> str:
    """What has been found so far, as a line."""
    words = ["info", "depth", str(thought.depth), "nodes", str(thought.nodes)]
    words += ["time", str(round(thought.seconds * 1000)), "value", f"{thought.value:.2f}"]
    if thought.wins_in is not None:
        words += ["wins", str(thought.wins_in)]
    if thought.loses_in is not None:
        words += ["loses", str(thought.loses_in)]
    return " ".join([*words, "pv", *thought.pv]) if thought.pv else " ".join(words)
