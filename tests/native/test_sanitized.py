"""Random games through every door of the library, under the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.native.conftest import compile_native

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that plays."""
    return compile_native(tmp_path_factory.mktemp("fuzz") / "fuzz", "--sanitize")


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_read_or_written_that_is_not_there(fuzzer: Path, seed: int) -> None:
    done = subprocess.run([fuzzer, "5000", str(seed)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("positions") == 6
