"""Changes the program at random and says which changes no test notices: `python -m scripts.mutants --count 400`.

First the tests run once on a copy of the checkout in which every function tells that it was reached. Then each
change, one of mutmut's, is made in a copy and met by the tests that reach the changed function, the most particular
ones first. Texts are left as they are: what is said is for people to judge.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final, NamedTuple

import libcst
from mutmut.mutation.file_mutation import Mutation, create_mutations

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = Path("marbles_tui")
LEFT_OUT: Final = ("research",)
"""Folders that are not changed: their tests need an extra."""

NOT_COPIED: Final = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis")
NOT_COPIED_FROM_ROOT: Final = ("build", "dist", "site", "screenshots")

FEWEST: Final = 10
"""Changes that each package has at least, if it has so many."""

MOST_TESTS, MOST_SECONDS = 150, 45.0
"""Tests that meet one change, and what these may take together when nothing is changed."""

PATIENCE: Final = 60.0
"""Seconds more than usual that tests may take; a change that keeps them longer is noticed, too."""

TELLING: Final = """
import atexit, builtins, json, os
if not hasattr(builtins, "_reached"):
    builtins._reached = set()
    def _tell(folder=os.environ.get("REACHED"), by=os.environ.get("PYTEST_CURRENT_TEST", ""), owner=os.getpid()):
        if folder and by and os.getpid() == owner:
            with open(os.path.join(folder, f"{owner}.json"), "a") as file:
                file.write(json.dumps([by.rpartition(" ")[0], 0, True, sorted(builtins._reached)]) + "\\n")
    atexit.register(_tell)
"""
"""What the package begins with in the copy: programs that a test starts tell by themselves what they reached."""

PLUGIN: Final = """
import builtins, json, os
import pytest
builtins._reached = set()

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    builtins._reached.clear()
    item.took, item.passed = 0.0, True
    result = yield
    with open(os.path.join(os.environ["REACHED"], f"{os.getpid()}.json"), "a") as file:
        file.write(json.dumps([item.nodeid, item.took, item.passed, sorted(builtins._reached)]) + "\\n")
    return result

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.took += report.duration
    item.passed = item.passed and report.passed
    return report
"""


class Test(NamedTuple):
    """A test by pytest's name, the seconds it takes, and the functions that it reaches, as `file:line`."""

    name: str
    seconds: float
    reached: frozenset[str]

    @property
    def file(self) -> str:
        """Where it stands."""
        return self.name.partition("::")[0]

    @property
    def is_there(self) -> bool:
        """Whether it still is, where it was run some time ago."""
        file, name = ROOT / self.file, self.name.partition("::")[2].partition("[")[0]
        return file.exists() and f"def {name}(" in file.read_text(encoding="utf-8")


class Mutant(NamedTuple):
    """A file with a change in it."""

    path: Path
    original: str
    changed: str

    def difference(self) -> str:
        """What is changed."""
        lines = unified_diff(self.original.splitlines(), self.changed.splitlines(), n=1, lineterm="")
        return "\n".join(list(lines)[2:])

    @property
    def function(self) -> str:
        """The innermost function that is changed, as `file:line`."""
        pairs = zip_longest(self.original.splitlines(), self.changed.splitlines())
        line = next(number for number, (one, other) in enumerate(pairs, 1) if one != other)
        every = sorted(functions(ast.parse(self.original)), key=first_line)
        above = [node for node in every if first_line(node) <= line] or every[:1]
        around = [node for node in above if line <= last_line(node)] or above
        return f"{self.path}:{around[-1].lineno}"


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST) -> Iterator[Function]:
    """All functions of a module, at any depth."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def first_line(node: Function) -> int:
    """Where a function begins, with its decorators."""
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def last_line(node: Function) -> int:
    """Where a function ends."""
    return node.end_lineno or node.lineno


def package_of(path: Path) -> str:
    """The folder that a file counts for; `top` for those that lie in none."""
    return path.parts[1] if len(path.parts) > 2 else "top"


def mutants_of(path: Path) -> list[Callable[[], Mutant]]:
    """Every change to the functions of a file, to be made when it is asked for."""
    source = (ROOT / path).read_text(encoding="utf-8")
    module, mutations, _, _ = create_mutations(str(path), source)

    def make(mutation: Mutation) -> Mutant:
        changed = module.deep_replace(mutation.original_node, mutation.mutated_node)
        assert isinstance(changed, libcst.Module)
        return Mutant(path, source, changed.code)

    return [
        partial(make, mutation)
        for mutation in mutations
        if mutation.contained_by_top_level_function
        and not isinstance(mutation.original_node, libcst.BaseString)
        and "strict=" not in module.code_for_node(mutation.original_node)  # what cannot be anyway
    ]


def shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """How many changes of each package are tried: as many as it is large, and FEWEST at least."""
    whole = sum(sizes.values()) or 1
    return {name: min(size, max(FEWEST, round(count * size / whole))) for name, size in sizes.items()}


def sample(only: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Some of all changes, of each package its share."""
    files = [file.relative_to(ROOT) for file in sorted((ROOT / PACKAGE).rglob("*.py"))]
    every: dict[str, list[Callable[[], Mutant]]] = {}
    for file in files:
        package = package_of(file)
        if package not in LEFT_OUT and (not only or package in only):
            every.setdefault(package, []).extend(mutants_of(file))
    share = shares({package: len(of) for package, of in every.items()}, count)
    chosen = [make() for package, of in every.items() for make in Random(seed).sample(of, share[package])]
    print(f"{sum(map(len, every.values())):,} changes are possible; {len(chosen)} are tried", flush=True)
    return chosen


def checkout(folder: Path) -> Path:
    """A copy of what the tests need."""

    def left_out(parent: str, names: list[str]) -> set[str]:
        more = NOT_COPIED_FROM_ROOT if Path(parent) == ROOT else ()
        return shutil.ignore_patterns(*NOT_COPIED, *more)(parent, names)

    return Path(shutil.copytree(ROOT, folder, ignore=left_out, symlinks=True))


def let_tell(copy: Path) -> None:
    """Let every function of a copy tell that it was reached."""
    for file in (copy / PACKAGE).rglob("*.py"):
        path, tree = file.relative_to(copy), ast.parse(file.read_text(encoding="utf-8"))
        for node in functions(tree):
            told = ast.parse(f"_reached.add({f'{path}:{node.lineno}'!r})").body
            node.body[bool(ast.get_docstring(node)) : 0] = told
        if path == PACKAGE / "__init__.py":
            after = 1 + next(
                (
                    at
                    for at, node in enumerate(tree.body)
                    if isinstance(node, ast.ImportFrom) and node.module == "__future__"
                ),
                0,
            )
            tree.body[after:after] = ast.parse(TELLING).body
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")


def reach(folder: Path, asked: Sequence[str]) -> list[Test]:
    """Run the tests once, and learn what each of them reaches."""
    copy, told = checkout(folder / "reach"), folder / "reached"
    let_tell(copy)
    told.mkdir()
    (copy / "telling.py").write_text(PLUGIN)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "telling", "--hypothesis-seed=0", *asked]
    environment = {**os.environ, "PYTHONPATH": str(copy), "REACHED": str(told)}
    with (folder / "said.txt").open("w") as said:
        subprocess.run(command, cwd=copy, env=environment, stdout=said, stderr=said, check=False)
    print((folder / "said.txt").read_text(encoding="utf-8").rstrip().rpartition("\n")[2], flush=True)
    seconds, reached, failed = Counter[str](), dict[str, set[str]](), set[str]()
    for file in told.iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            name, took, passed, at = json.loads(line)
            seconds[name] += took
            reached.setdefault(name, set()).update(at)
            if not passed:
                failed.add(name)
    if not reached:
        raise SystemExit("no test has run: nothing can be said of any change")
    return [Test(name, seconds[name], frozenset(at)) for name, at in reached.items() if name not in failed]


def concerned(function: str, tests: Sequence[Test]) -> list[str]:
    """The tests that a change of a function is met by: first those of its package, then others; of each file in turn,
    and those that reach little else before those that reach much."""
    own = f"tests/{package_of(Path(function))}/"
    chosen, seconds = list[str](), 0.0
    for near in (True, False):
        of: dict[str, list[Test]] = {}
        for test in sorted(tests, key=lambda test: (len(test.reached), test.seconds, test.name)):
            if function in test.reached and test.name.startswith(own) is near:
                of.setdefault(test.file, []).append(test)
        for test in filter(None, chain.from_iterable(zip_longest(*of.values()))):
            if len(chosen) < MOST_TESTS and (not chosen or seconds + test.seconds < MOST_SECONDS):
                chosen.append(test.name)
                seconds += test.seconds
    return chosen


def passes(copy: Path, asked: Sequence[str]) -> bool:
    """Whether the tests pass in a copy, in good time."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "--hypothesis-seed=0", *asked]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    run = subprocess.Popen(
        command,
        cwd=copy,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return run.wait(PATIENCE + 4 * MOST_SECONDS) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if run.poll() is None:
            os.killpg(run.pid, 9)
            run.wait()


def main() -> None:
    """Try a sample; exit status 1 if less of it is noticed than wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=400, help="changes to try (400)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="at the same time (one a core)")
    parser.add_argument("--only", nargs="*", default=(), help="packages, as `tui store`; all but research")
    parser.add_argument("--tests", nargs="*", default=(), help="what pytest is asked to run at first; all")
    parser.add_argument(
        "--reached", type=Path, help="a file that keeps what the tests reach, for the next time"
    )
    parser.add_argument("--wanted", type=float, default=90.0, help="percent to be noticed of all (90)")
    parser.add_argument("--each", type=float, default=80.0, help="percent to be noticed of each package (80)")
    options = parser.parse_args()
    chosen = sample(options.only, options.count, options.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.reached and options.reached.exists():
            tests = [
                Test(test, took, frozenset(at)) for test, took, at in json.loads(options.reached.read_text())
            ]
        else:
            tests = reach(folder, options.tests)
            if options.reached:
                options.reached.write_text(json.dumps([[*test[:2], sorted(test.reached)] for test in tests]))
        copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(options.jobs):
            copies.put(checkout(folder / str(job)))

        def survives(numbered: tuple[int, Mutant]) -> str:
            number, mutant = numbered
            asked = concerned(mutant.function, tests)
            if not asked:
                return "reached by no test"
            copy = copies.get()
            file = copy / mutant.path
            try:
                file.write_text(mutant.changed, encoding="utf-8")
                os.utime(file, (number, number))  # no byte code of another time fits
                return f"not noticed by {len(asked)} tests" if passes(copy, asked) else ""
            finally:
                file.write_text(mutant.original, encoding="utf-8")
                copies.put(copy)

        tried, noticed = Counter[str](), Counter[str]()
        with ThreadPoolExecutor(options.jobs) as pool:
            for mutant, why in zip(chosen, pool.map(survives, enumerate(chosen, 1)), strict=True):
                package = package_of(mutant.path)
                tried[package] += 1
                noticed[package] += not why
                if why:
                    print(f"\n{why}, in {mutant.path}:\n{mutant.difference()}", flush=True)
    print()
    few = [package for package, count in tried.items() if 100 * noticed[package] < options.each * count]
    for package, count in sorted(tried.items()):
        print(f"{package:10} {noticed[package]:4} of {count:4}{'  too few' if package in few else ''}")
    share = 100 * noticed.total() / max(1, tried.total())
    print(f"{noticed.total()} of {tried.total()} changes were noticed: {share:.1f} %")
    sys.exit(bool(few) or share < options.wanted)


if __name__ == "__main__":
    main()
