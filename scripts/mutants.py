"""Change the program at random, and say which changes no test notices.

First the tests run once, part by part, on a copy of the checkout in which every function tells that it was reached.
Then each change, one of mutmut's, is made in a copy and met by the tests that reach the changed function: quick ones
first, nearest by name or reaching little else. Texts are left as they are: what is said is for people.

What was learned is kept in build/mutants: after a stop, or when the minutes are over, the same command goes on. A
part of the tests that has changed since is run anew; what no test noticed is tried again with --again.

  python -m scripts.mutants --minutes 30             as many of 400 as half an hour allows
  python -m scripts.mutants --only store --count 20  some of one package
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Final, NamedTuple
from zlib import crc32

import libcst
from mutmut.mutation.file_mutation import create_mutations

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = Path("marbles_tui")
LEFT_OUT: Final = ("research",)
"""Folders that are not changed: their tests need an extra."""

NOT_COPIED: Final = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis")
NOT_COPIED_FROM_ROOT: Final = ("build", "dist", "site", "screenshots")

MOST_TESTS, MOST_SECONDS, QUICK = 100, 25.0, 1.5
"""Tests that meet one change, what all may take of a processor when nothing is changed, and what a quick one does."""

PATIENCE: Final = 20.0
"""Seconds more than usual that tests, or one of them, may take; a change that keeps them longer is noticed, too."""

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
    item.passed, before = True, sum(os.times()[:4])
    result = yield
    took = sum(os.times()[:4]) - before
    with open(os.path.join(os.environ["REACHED"], f"{os.getpid()}.json"), "a") as file:
        file.write(json.dumps([item.nodeid, took, item.passed, sorted(builtins._reached)]) + "\\n")
    return result

@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    item.passed = item.passed and report.passed
    return report
"""


class Test(NamedTuple):
    """A test by pytest's name, what it takes of a processor, and the functions that it reaches, as `file:name`."""

    name: str
    seconds: float
    reached: frozenset[str]

    @property
    def file(self) -> str:
        """Where it stands."""
        return self.name.partition("::")[0]


class Mutant(NamedTuple):
    """A file with a change in it."""

    path: Path
    original: str
    changed: str

    def difference(self) -> str:
        """What is changed, and in which file."""
        lines = unified_diff(self.original.splitlines(), self.changed.splitlines(), n=1, lineterm="")
        return "\n".join([f"{self.path}:", *list(lines)[2:]])

    def function(self) -> str:
        """The innermost function that is changed, as `file:name`."""
        pairs = zip_longest(self.original.splitlines(), self.changed.splitlines())
        line = next(number for number, (one, other) in enumerate(pairs, 1) if one != other)
        name = ""
        for function, node in functions(ast.parse(self.original)):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= line <= (node.end_lineno or first):
                name = function  # what stands inside comes after what is around it
        return f"{self.path}:{name}"


Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, Function]]:
    """All functions of a module, at any depth, by the names of what they stand in."""
    for node in ast.iter_child_nodes(tree):
        name = f"{inside}.{node.name}" if isinstance(node, Function | ast.ClassDef) else inside
        if isinstance(node, Function):
            yield name, node
        yield from functions(node, name)


def package_of(path: Path) -> str:
    """The folder of the package that a file lies in; `top` where there is none."""
    return path.parts[1] if len(path.parts) > 2 else "top"


def mutant_of(path: Path, seed: str) -> Mutant | None:
    """A change to some function of a file; None where there is nothing to change."""
    source = (ROOT / path).read_text(encoding="utf-8")
    module, mutations, _, _ = create_mutations(str(path), source)
    every = [
        mutation
        for mutation in mutations
        if mutation.contained_by_top_level_function
        and not isinstance(mutation.original_node, libcst.BaseString)
        and "strict=" not in module.code_for_node(mutation.original_node)  # what cannot be anyway
    ]
    if not every:
        return None
    mutation = Random(seed).choice(every)
    tree = module.deep_replace(mutation.original_node, mutation.mutated_node)
    assert isinstance(tree, libcst.Module)
    return Mutant(path, source, tree.code)


def sample(only: Sequence[str], count: int, seed: int) -> list[tuple[Path, str]]:
    """The files to change, each with a seed for what: large ones more often, of each package at least the fortieth
    part."""
    of: dict[str, dict[Path, int]] = {}
    for file in sorted((ROOT / PACKAGE).rglob("*.py")):
        path = file.relative_to(ROOT)
        if package_of(path) not in LEFT_OUT and (not only or package_of(path) in only):
            of.setdefault(package_of(path), {})[path] = file.stat().st_size
    whole, random, chosen = sum(sum(sizes.values()) for sizes in of.values()), Random(seed), list[Path]()
    for sizes in of.values():
        share = max(count // 40, round(count * sum(sizes.values()) / whole))
        chosen += random.choices(list(sizes), list(sizes.values()), k=share)
    random.shuffle(chosen)
    return [(path, f"{seed}/{at}") for at, path in enumerate(chosen)]


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
        for name, node in functions(tree):
            node.body[bool(ast.get_docstring(node)) : 0] = ast.parse(
                f"_reached.add({f'{path}:{name}'!r})"
            ).body
        if path == PACKAGE / "__init__.py":
            future = [isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body]
            after = future.index(True) + 1 if True in future else 0
            tree.body[after:after] = ast.parse(TELLING).body
        file.write_text(ast.unparse(ast.fix_missing_locations(tree)), encoding="utf-8")
    (copy / "telling.py").write_text(PLUGIN)


def parts() -> list[Path]:
    """The folders of the tests, and the files beside them."""
    beside = [*(ROOT / "tests").glob("*/test_*.py"), *(ROOT / "tests").glob("*/*/test_*.py")]
    folders = {ROOT / "tests" / file.relative_to(ROOT / "tests").parts[0] for file in beside}
    return [path.relative_to(ROOT) for path in sorted([*folders, *(ROOT / "tests").glob("test_*.py")])]


def changed(part: Path) -> float:
    """When a part of the tests was changed last."""
    return max(file.stat().st_mtime for file in [ROOT / part, *(ROOT / part).rglob("*.*")])


def reach(part: Path, copy: Path) -> list[Test]:
    """Run a part of the tests, and learn what each of them reaches."""
    shutil.rmtree(told := copy / "reached", ignore_errors=True)
    told.mkdir()
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n1",
        "-p",
        "telling",
        "--hypothesis-seed=0",
        "-m",
        "",
        str(part),
    ]
    environment = {**os.environ, "PYTHONPATH": str(copy), "REACHED": str(told)}
    run = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    print(f"{part}: {run.stdout.rstrip().rpartition(chr(10))[2].strip('= ')}", flush=True)
    seconds, reached, failed = Counter[str](), dict[str, set[str]](), set[str]()
    for file in told.iterdir():
        for line in file.read_text(encoding="utf-8").splitlines():
            name, took, passed, at = json.loads(line)
            seconds[name] += took
            reached.setdefault(name, set()).update(at)
            if not passed:
                failed.add(name)
    return [Test(name, seconds[name], frozenset(at)) for name, at in reached.items() if name not in failed]


def reached_by(chosen: Sequence[Path], kept: Path, folder: Path) -> list[Test]:
    """What each of the tests reaches, of which what is known already is read."""
    tests, copy = list[Test](), folder / "reach"
    for part in chosen:
        file = kept / f"{part.name}.json"
        if not file.exists() or file.stat().st_mtime < changed(part):
            if not copy.exists():
                let_tell(checkout(copy))
            told = json.dumps([[*test[:2], sorted(test.reached)] for test in reach(part, copy)])
            file.write_text(told, encoding="utf-8")
        every = json.loads(file.read_text(encoding="utf-8"))
        tests += [Test(test, took, frozenset(at)) for test, took, at in every]
    if not tests:
        raise SystemExit("no test has run: nothing can be said of any change")
    return tests


def words(name: str) -> set[str]:
    """The words that a path or a name is made of."""
    return set(re.findall("[a-z]+", name.lower()))


def is_around(place: str, reached: Iterable[str]) -> bool:
    """Whether a place outside functions is in the file of one of these."""
    return place.endswith(":") and any(function.startswith(place) for function in reached)


def concerned(mutant: Mutant, tests: Sequence[Test]) -> list[Test]:
    """The tests that meet a change, quick ones first: by turns one whose name shares most words with the place of the
    change, and of each file one that reaches little else."""
    function, of = mutant.function(), dict[str, list[Test]]()
    every = [test for test in tests if function in test.reached or is_around(function, test.reached)]
    every.sort(key=lambda test: (len(test.reached), test.seconds, test.name))
    for test in every:
        of.setdefault(test.file, []).append(test)
    place = words(function)
    near = sorted(every, key=lambda test: -len(place & words(test.name)))
    particular = filter(None, chain.from_iterable(zip_longest(*of.values())))
    chosen, seconds = list[Test](), 0.0
    for test in dict.fromkeys(chain.from_iterable(zip(near, particular, strict=True))):
        if len(chosen) < MOST_TESTS and (not chosen or seconds + test.seconds < MOST_SECONDS):
            chosen.append(test)
            seconds += test.seconds
    return sorted(chosen, key=lambda test: test.seconds > QUICK)


def passes(copy: Path, asked: Sequence[Test]) -> bool:
    """Whether the tests pass in a copy, in good time: of the processor's, and ten times as much by the clock."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "--hypothesis-seed=0", "-m", "", "-o"]
    command += [f"faulthandler_timeout={PATIENCE + 10 * max(test.seconds for test in asked)}"]
    patience = int(PATIENCE + 3 * sum(test.seconds for test in asked))
    run = subprocess.Popen(
        [*command, *(test.name for test in asked)],
        cwd=copy,
        env={**os.environ, "PYTHONPATH": str(copy)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    resource.prlimit(run.pid, resource.RLIMIT_CPU, (patience, patience))
    try:
        return run.wait(10 * patience) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if run.poll() is None:
            os.killpg(run.pid, 9)
            run.wait()


def put(file: Path, text: str) -> None:
    """Give a file of a copy another text. What was compiled of it may bear the same second and size."""
    file.write_text(text, encoding="utf-8")
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def unnoticed(mutant: Mutant, tests: Sequence[Test], copy: Path) -> str:
    """Why a change was not noticed; nothing if it was."""
    asked = concerned(mutant, tests)
    if not asked:
        return "reached by no test"
    try:
        put(copy / mutant.path, mutant.changed)
        return f"not noticed by {len(asked)} tests" if passes(copy, asked) else ""
    finally:
        put(copy / mutant.path, mutant.original)


def main() -> None:
    """Try a sample; exit status 1 if less of it is noticed than wanted."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--count", type=int, default=400, help="changes to try (400)")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after so many")
    parser.add_argument("--only", nargs="*", default=(), help="packages, as `tui store`; all but research")
    parser.add_argument("--tests", nargs="*", type=Path, help="parts of the tests, as `tests/store`; all")
    parser.add_argument("--again", action="store_true", help="try what was not noticed once more")
    parser.add_argument("--kept", type=Path, default=ROOT / "build/mutants", help="folder (build/mutants)")
    parser.add_argument("--wanted", type=float, default=90.0, help="percent to be noticed of all (90)")
    parser.add_argument("--each", type=float, default=80.0, help="percent to be noticed of each package (80)")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    options.kept.mkdir(parents=True, exist_ok=True)
    known_file = options.kept / "tried.json"
    known: dict[str, tuple[str, str]] = (
        json.loads(known_file.read_text("utf-8")) if known_file.exists() else {}
    )
    chosen = sample(options.only, options.count, options.seed)
    tried, noticed = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        tests = reached_by(options.tests or parts(), options.kept, Path(name))
        copy = checkout(Path(name) / "changed")
        for path, seed in chosen:
            key = f"{path} {seed} {crc32((ROOT / path).read_bytes()):x}"
            if key not in known or (options.again and known[key][0]):
                if time.monotonic() > end or not (mutant := mutant_of(path, seed)):
                    continue
                known[key] = unnoticed(mutant, tests, copy), mutant.difference()
                known_file.write_text(json.dumps(known, indent=1), encoding="utf-8")
            why, change = known[key]
            tried[package_of(path)] += 1
            noticed[package_of(path)] += not why
            if why:
                print(f"\n{why}, in {change}", flush=True)
    print()
    few = [package for package, count in tried.items() if 100 * noticed[package] < options.each * count]
    for package, count in sorted(tried.items()):
        print(f"{package:10} {noticed[package]:4} of {count:4}{'  too few' if package in few else ''}")
    share = 100 * noticed.total() / max(1, tried.total())
    left = f"; {len(chosen) - tried.total()} are left to try" if tried.total() < len(chosen) else ""
    print(f"{noticed.total()} of {tried.total()} changes were noticed: {share:.1f} %{left}")
    sys.exit(bool(few) or share < options.wanted)


if __name__ == "__main__":
    main()
