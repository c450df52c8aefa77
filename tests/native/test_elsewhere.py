"""What is compiled here for other platforms finds there what it finds here, where this machine can run it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from platform import machine

import pytest

from marbles_tui.ai.native import library as library_module
from native.compile import LIBRARY, build, build_for, named
from tests.native.conftest import compile_native

pytestmark = [
    pytest.mark.skipif(find_spec("ziglang") is None, reason="there is no ziglang"),
    pytest.mark.long,
]
SOURCES = (*LIBRARY, "fuzz.c")
PLAY = ["600", "1", "timeless"]
CACHES = ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")


@pytest.fixture
def cached(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What zig compiles of its own serves all tests."""
    for name in CACHES:
        monkeypatch.setenv(name, str(tmp_path_factory.getbasetemp() / "zig"))


@pytest.mark.usefixtures("cached")
@pytest.mark.parametrize(
    ("target", "runner"),
    [("musl-aarch64", "qemu-aarch64"), ("windows-x86_64", "wine")],
    ids=["aarch64 in qemu", "windows in wine"],
)
def test_another_platform_finds_the_same(target: str, runner: str, tmp_path: Path) -> None:
    if not shutil.which(runner):
        pytest.skip(f"{runner} is not here to run what is compiled for {target}")
    here, there = tmp_path / "here", tmp_path / "there.exe"
    build(here, SOURCES)
    build_for(target, there, *SOURCES)
    ran = [
        subprocess.run(
            [*command, *PLAY], capture_output=True, text=True, timeout=300, check=True
        ).stdout.split()
        for command in ([here], [runner, there])
    ]
    assert ran[0] == ran[1]
    assert ran[0].count("found") == 6


@pytest.mark.usefixtures("cached")
@pytest.mark.skipif((sys.platform, machine()) != ("linux", "x86_64"), reason="it is for another machine")
def test_of_the_libraries_of_all_platforms_the_one_for_this_serves_and_has_the_same_bytes_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_module, "FILE", tmp_path / "marbles.so")
    (tmp_path / named("linux-aarch64")).write_bytes(b"no library")
    one = tmp_path / named("linux-x86_64")
    build_for("linux-x86_64", one)
    found, why = library_module._installed.__wrapped__()
    assert found
    assert (found.call("prepare"), why) == (1, "")
    for folder in ("mac", "again"):
        (tmp_path / folder).mkdir()
    mac = tmp_path / "mac" / "marbles.so"
    build_for("macos-aarch64", mac)
    for name in CACHES:
        monkeypatch.delenv(name)
    for target, first in (("linux-x86_64", one), ("macos-aarch64", mac)):
        again = tmp_path / "again" / first.name
        build_for(target, again)
        assert first.read_bytes() == again.read_bytes()


@pytest.fixture(scope="module")
def fuzzer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that plays."""
    return compile_native(tmp_path_factory.mktemp("fuzz") / "fuzz", "--sanitize")


@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_read_or_written_that_is_not_there(fuzzer: Path, seed: int) -> None:
    done = subprocess.run([fuzzer, "5000", str(seed)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("positions") == 6
