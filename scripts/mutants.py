"""Changes the rules at random and says which changes no test notices: `python scripts/mutants.py --count 300`.

The changes are mutmut's; they are made in copies of the checkout, one after another, and each is met by the tests of
what it changed alone. Texts are left as they are: what is said is for people to judge.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Final, NamedTuple

import libcst
from mutmut.mutation.file_mutation import Mutation, create_mutations

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = Path("marbles_tui")
SCOPES: Final = ("core", "games", "play", "table")

COPIED: Final = (
    "marbles_tui",
    "assets",
    "scripts",
    "tests",
    "docs",
    "pyproject.toml",
    "README.md",
    "Makefile",
)

TESTS: Final = {
    "core": ("tests/games", "tests/conformance", "tests/play", "tests/table"),
    "play": ("tests/play", "tests/conformance", "tests/table", "tests/store"),
    "table": ("tests/table", "tests/cli/test_text.py", "tests/tui/test_analysis.py"),
}
"""The tests that a change in a package is met by; a game's are those that have its name in theirs."""

SLOW: Final = ("--ignore=tests/table/test_cluster.py", "--ignore=tests/play/test_readers.py")
"""Tests of what takes long, which notice little that others do not."""

PATIENCE: Final = 60.0
"""Seconds more than usual that tests may take; a change that keeps them longer is noticed, too."""


class Mutant(NamedTuple):
    """A file with a change in it."""

    path: Path
    original: str
    changed: str

    def difference(self) -> str:
        """What is changed."""
        lines = unified_diff(self.original.splitlines(), self.changed.splitlines(), n=1, lineterm="")
        return "\n".join(list(lines)[2:])


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
    ]


def sample(scopes: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Some of all changes."""
    files = sorted(file for scope in scopes for file in (ROOT / PACKAGE / scope).rglob("*.py"))
    every = [make for file in files for make in mutants_of(file.relative_to(ROOT))]
    chosen = Random(seed).sample(every, min(count, len(every)))
    print(f"{len(every):,} changes in {len(files)} files; {len(chosen)} are tried", flush=True)
    return [make() for make in chosen]


def tests_of(path: Path) -> tuple[str, ...]:
    """What pytest is asked for a changed file."""
    scope, rest = path.parts[1], path.parts[2:]
    if scope != "games" or len(rest) < 2:
        return TESTS.get(scope, TESTS["core"])
    game = rest[0]
    return (
        "tests/games", "tests/conformance", "tests/play", "tests/table",
        "-k", f"{game} or {game.replace('_', '-')}",
    )  # fmt: skip


def checkout(folder: Path) -> Path:
    """A copy of what the tests need."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif (ROOT / name).exists():
            shutil.copy2(ROOT / name, folder / name)
    return folder


def passes(copy: Path, asked: Sequence[str], patience: float | None = None) -> bool:
    """Whether the tests pass in a copy, in good time. What they say is left in `said.txt` there."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "--hypothesis-seed=0", *SLOW, *asked]
    environment = {**os.environ, "PYTHONPATH": str(copy)}
    with (copy / "said.txt").open("w") as said:
        run = subprocess.Popen(
            command, cwd=copy, env=environment, stdout=said, stderr=said, start_new_session=True
        )
    try:
        return run.wait(patience) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if run.poll() is None:
            os.killpg(run.pid, 9)
            run.wait()


def main() -> None:
    """Try a sample; exit status 1 if less of it is noticed than wanted."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="*", default=SCOPES, help="folders in the package")
    parser.add_argument("--wanted", type=float, default=90.0, help="share that is to be noticed, in percent")
    options = parser.parse_args()
    chosen = sample(options.only, options.count, options.seed)
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for job in range(options.jobs):
            copies.put(checkout(Path(folder, str(job))))

        def measure(asked: tuple[str, ...]) -> float:
            copy, began = copies.get(), time.monotonic()
            if not passes(copy, asked):
                print((copy / "said.txt").read_text(encoding="utf-8"))
                raise SystemExit(f"without any change these fail: pytest {' '.join(asked)}")
            copies.put(copy)
            return time.monotonic() - began

        groups = sorted({tests_of(mutant.path) for mutant in chosen})
        with ThreadPoolExecutor(options.jobs) as pool:
            usual = dict(zip(groups, pool.map(measure, groups), strict=True))

        def survives(numbered: tuple[int, Mutant]) -> bool:
            number, mutant = numbered
            copy, asked = copies.get(), tests_of(mutant.path)
            file = copy / mutant.path
            try:
                file.write_text(mutant.changed, encoding="utf-8")
                os.utime(file, (number, number))  # no byte code of another time fits
                return passes(copy, asked, PATIENCE + 3 * usual[asked])
            finally:
                file.write_text(mutant.original, encoding="utf-8")
                copies.put(copy)

        survivors = 0
        with ThreadPoolExecutor(options.jobs) as pool:
            for mutant, survived in zip(chosen, pool.map(survives, enumerate(chosen)), strict=True):
                if survived:
                    survivors += 1
                    print(f"\nnot noticed in {mutant.path}:\n{mutant.difference()}", flush=True)
    share = 100 * (1 - survivors / len(chosen)) if chosen else 100.0
    print(f"\n{len(chosen) - survivors} of {len(chosen)} changes were noticed: {share:.1f} %")
    sys.exit(share < options.wanted)


if __name__ == "__main__":
    main()
