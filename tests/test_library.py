"""`import marbles_tui` as a library: what the page about it shows is true, and nothing is loaded too early."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import marbles_tui
from marbles_tui import api
from marbles_tui.ai.analysis import Limit

PAGE = Path(__file__).parent.parent / "docs" / "library.md"
EAGER = """
import marbles_tui, sys
print([name for name in sys.modules if name.startswith("marbles_tui.")])
print(sorted(name for name in dir(marbles_tui) if not name.startswith("_") and name != "annotations"))
marbles_tui.perft
print("marbles_tui.ai.search" in sys.modules, "textual" in sys.modules)
"""


def test_what_the_page_shows_is_true() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried > 20
    assert not failed


def test_every_docstring_tells_the_truth() -> None:
    failed, tried = doctest.testmod(api)
    assert tried
    assert not failed


def test_the_page_names_all_that_is_offered_in_examples_of_ten_lines() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in marbles_tui.__all__ if name != "__version__")
    examples = [part.partition("```")[0] for part in text.split("```python\n")[1:]]
    assert max(example.count(">>> ") for example in examples) <= 10


def test_nothing_is_loaded_before_it_is_used() -> None:
    done = subprocess.run([sys.executable, "-c", EAGER], capture_output=True, text=True, timeout=60)
    loaded, names, searching = done.stdout.splitlines()
    assert loaded == "[]", done.stderr
    assert {"Match", "games", "perft", "read", "read_all", "think"} <= set(eval(names))
    assert searching == "False False"


def test_another_name_is_an_ordinary_mistake() -> None:
    anything: Any = marbles_tui
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = anything.chess
    with pytest.raises(LookupError, match="there is no game 'chess': expected egg-carton"):
        marbles_tui.games.find("chess")
    with pytest.raises(LookupError, match="there is no game 'chess'"):
        marbles_tui.read("e4", "chess")
    with pytest.raises(LookupError, match="there is no game 'chess': expected egg-carton"):
        marbles_tui.Match.new("chess")


def test_a_match_begins_with_the_key_of_its_game() -> None:
    match = marbles_tui.Match.new("Gobblet", options={"rules": "rogers"})
    assert (match.game, match.options["rules"]) == (marbles_tui.games.find("gobblet"), "rogers")


def test_of_what_is_over_nothing_follows() -> None:
    over = marbles_tui.Match.new("gobblet").resign(0)
    assert [marbles_tui.perft(over, depth) for depth in (0, 1)] == [1, 0]
    assert marbles_tui.perft(marbles_tui.Match.new("gobblet"), 0) == 1


def test_a_second_is_thought_where_nobody_says_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    match, limits = marbles_tui.Match.new("gobblet"), list[Any]()
    monkeypatch.setattr("marbles_tui.ai.levels.consider", lambda *given: limits.append(given[2]))
    marbles_tui.think(match)
    marbles_tui.think(match, level="novice")
    assert limits == [Limit(seconds=1.0), None]


def test_a_level_thinks_within_its_own_limit() -> None:
    match = marbles_tui.Match.new("gobblet")
    assert marbles_tui.think(match, level="beginner").nodes < marbles_tui.think(match, nodes=50_000).nodes
