"""The house keeps its floors apart, and no circle of imports is larger than three modules."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from textwrap import dedent

import grimp
import pytest

from marbles_tui.core import Game
from marbles_tui.table.ending import EndWords
from marbles_tui.table.game_words import GameWords
from marbles_tui.table.tasks.learn import Learn
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import Occasion, Outside
from marbles_tui.table.tasks.solve import Solve
from marbles_tui.table.tasks.task import Face, Situation, Task
from marbles_tui.table.tasks.watch import Watch
from marbles_tui.text.faces import MatchText
from marbles_tui.text.line_face import LineFace
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.games.picking import MatchView, Picking
from marbles_tui.tui.games.view import GameView, SetupWords
from marbles_tui.tui.kit.board_view import BoardView

ROOT = Path(__file__).parent.parent.parent
HEADLESS = ("core", "games", "play", "ai", "store", "table", "rooms", "cluster", "text", "cli")

IMPORT_ALL = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    loaded = [module for module in ("textual", "rich") if module in sys.modules]
    if loaded:
        sys.exit(f"{name} loads {loaded}")
"""


def headless_modules() -> list[str]:
    package = ROOT / "marbles_tui"
    paths = [path for room in HEADLESS for path in sorted((package / room).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return ["marbles_tui.__main__", *(name.removesuffix(".__init__") for name in names)]


def test_no_headless_module_loads_textual() -> None:
    modules = headless_modules()
    assert len(modules) > 40
    ran = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *modules], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr


def test_imports_go_one_way() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr


# No circle of imports is larger than three modules, those for type checkers and inside functions included.


LARGEST = 3


@pytest.mark.parametrize("package", ["tui", "table", "text", "browser", "play", "core"])
def test_no_more_than_three_modules_know_each_other(package: str) -> None:
    graph = grimp.build_graph("marbles_tui", cache_dir=None)
    modules = [name for name in graph.modules if f"{name}.".startswith(f"marbles_tui.{package}.")]
    known = {name: graph.find_upstream_modules(name) for name in modules}
    for name in modules:
        circle = {other for other in modules if other in known[name] and name in known[other]}
        assert len(circle | {name}) <= LARGEST, sorted(circle)


# What is shown decides nothing: it may be said otherwise tomorrow, and in another face.

SHOWN = {"said", "prompt", "label", "short", "title", "told", "notice", "sentence", "how", "words", "rating"}
SENTENCE = re.compile(r"[a-z]{2}[,.:]? [a-z]", re.IGNORECASE)


def asked(tree: ast.AST) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What is compared with what, and what is asked how it begins or ends."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare():
                yield from pairwise((node.left, *node.comparators))
            case ast.Call(ast.Attribute(held, "startswith" | "endswith"), [begins]):
                yield held, begins
            case ast.Match():
                yield from ((node.subject, each) for case in node.cases for each in values(case.pattern))


def values(pattern: ast.AST) -> list[ast.expr]:
    return [node.value for node in ast.walk(pattern) if isinstance(node, ast.MatchValue)]


def test_nothing_is_decided_by_what_is_shown() -> None:
    for file in (ROOT / "marbles_tui").rglob("*.py"):
        for pair in asked(ast.parse(file.read_text(encoding="utf-8"))):
            texts = [
                each.value
                for side in pair
                for each in getattr(side, "elts", [side])
                if isinstance(each, ast.Constant) and isinstance(each.value, str) and each.value
            ]
            shown = [side for side in pair if isinstance(side, ast.Attribute) and side.attr in SHOWN]
            where = f"{file}:{pair[0].lineno}: {', '.join(texts)}"
            assert not (shown and texts), f"decided by what is shown: {where}"
            assert not any(SENTENCE.search(text) for text in texts), f"decided by a sentence: {where}"


# A hook is there for somebody who answers it.


def unanswered(base: type[object]) -> Iterator[str]:
    """What a class leaves to those that are made of it, and none of them does."""
    made = base.__subclasses__()
    while more := [each for one in made for each in one.__subclasses__() if each not in made]:
        made += more
    ours = [Face, *(one for one in made if one.__module__.startswith("marbles_tui."))]
    tree = ast.parse(dedent(inspect.getsource(base))).body[0]
    assert isinstance(tree, ast.ClassDef)
    for left in tree.body:
        if isinstance(left, ast.FunctionDef | ast.AsyncFunctionDef):
            does = [each for each in left.body if not (isinstance(each, ast.Expr) and is_plain(each.value))]
            nothing = not does or (isinstance(does[0], ast.Return) and is_plain(does[0].value))
            if nothing and not any(left.name in vars(one) for one in ours):
                yield f"{base.__name__}.{left.name}"


def is_plain(value: ast.expr | None) -> bool:
    return value is None or isinstance(value, ast.Constant) or ast.unparse(value) in ("()", "[]", "{}")


HOOKS = [
    Game,
    Task,
    Situation,
    LineFace,
    EndWords,
    GameWords,
    GameView,
    SetupWords,
    MatchView,
    Picking,
    BoardView,
]

TASKS = (Learn, Play, Solve, Watch)


def all_loaded() -> bool:
    """Whether what is made of HOOKS is imported, without which it is not found: a view imports its own when asked."""
    views = all(
        issubclass(view.board(), BoardView) and isinstance(view.match(), MatchView) for view in VIEWS.values()
    )
    return views and issubclass(MatchText, LineFace) and all(issubclass(each, Task) for each in TASKS)


def test_each_hook_is_answered() -> None:
    assert all_loaded()
    assert [each for base in HOOKS for each in unanswered(base)] == []


def test_what_a_match_asks_of_its_place_is_given_and_asked() -> None:
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "marbles_tui").rglob("*.py")]
    given, taken = set[str | None](), set[str]()
    for node in (node for tree in trees for node in ast.walk(tree)):
        match node:
            case ast.Call(ast.Name("Outside" | "Occasion")):
                given |= {keyword.arg for keyword in node.keywords}
            case ast.Attribute(
                ast.Name("outside" | "occasion") | ast.Attribute(_, "outside" | "occasion"), name
            ):
                taken.add(name)
    for each in (*fields(Outside), *fields(Occasion)):
        assert each.name in given, f"{each.name} is given by nobody"
        assert each.name in taken, f"{each.name} is asked by nobody"
