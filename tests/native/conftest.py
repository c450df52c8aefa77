"""The library of these sources: the one that is installed, where it is newer than all of them, else compiled anew."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from marbles_tui.ai.native.library import FILE, NativeLibrary
from native.compile import NoCompiler, compiler

COMPILE = Path(__file__).parents[2] / "native" / "compile.py"


def compile_native(target: Path, *flags: str) -> Path:
    """Compile the sources into a file; skips the test where there is no compiler, and fails it on a warning."""
    try:
        compiler()
    except NoCompiler as error:
        pytest.skip(str(error))
    done = subprocess.run(
        [sys.executable, str(COMPILE), str(target), "--strict", *flags],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return target


@pytest.fixture(scope="session")
def library_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The compiled library, or the one that the environment names."""
    if "MARBLES_TUI_LIBRARY" in os.environ:
        return Path(os.environ["MARBLES_TUI_LIBRARY"])
    if FILE.exists() and FILE.stat().st_mtime > max(
        file.stat().st_mtime for file in COMPILE.parent.glob("*.[ch]")
    ):
        return FILE
    from fcntl import LOCK_EX, flock  # which a page has not

    base = tmp_path_factory.getbasetemp()
    # One compilation serves all processes of a run.
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    target = folder / "marbles.so"
    with (folder / "marbles.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        return target if target.exists() else compile_native(target)


@pytest.fixture(scope="session")
def library(library_file: Path) -> NativeLibrary:
    """The library, loaded."""
    return NativeLibrary(library_file)
