"""What is compiled here for other platforms finds there what it finds here, where this machine can run it."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import pytest

from native.compile import LIBRARY, TARGETS, build, build_for, named

pytestmark = pytest.mark.skipif(find_spec("ziglang") is None, reason="there is no ziglang")
SOURCES = (*LIBRARY, "fuzz.c")
PLAY = ["600", "1", "timeless"]


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


def test_a_library_has_the_same_bytes_each_time(tmp_path: Path) -> None:
    target = "windows-x86_64"
    made = [tmp_path / str(number) / named(target) for number in range(2)]
    for file in made:
        file.parent.mkdir()
        build_for(target, file)
    assert made[0].read_bytes() == made[1].read_bytes()
    assert named("linux-x86_64") == "marbles-linux-x86_64.so"
    assert TARGETS[target].tag == "win_amd64"
