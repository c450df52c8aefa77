"""No circle of imports is larger than three modules, those for type checkers and inside functions included."""

from __future__ import annotations

import grimp
import pytest

LARGEST = 3


@pytest.mark.parametrize("package", ["tui", "table", "text", "browser", "play", "core"])
def test_no_more_than_three_modules_know_each_other(package: str) -> None:
    graph = grimp.build_graph("marbles_tui", cache_dir=None)
    modules = [name for name in graph.modules if f"{name}.".startswith(f"marbles_tui.{package}.")]
    known = {name: graph.find_upstream_modules(name) for name in modules}
    for name in modules:
        circle = {other for other in modules if other in known[name] and name in known[other]}
        assert len(circle | {name}) <= LARGEST, sorted(circle)
