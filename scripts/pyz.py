"""Build dist/*.pyz, one file that needs only a Python, and start it: `python -m scripts.pyz [build] [check]`.

It runs on any Python from 3.11 up, without an install. It has the native search of all platforms, by ziglang. Beside
it comes an .exe for Windows: the same file behind distlib's launcher, which looks for python.exe. `check` starts the
former with every such Python that the machine has.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Final

from scripts.packages import CHECKOUT, DIST, environment
from scripts.wheels import ALL

FILE: Final = DIST / "marbles-tui.pyz"
FOR_WINDOWS: Final = FILE.with_suffix(".exe")
LAUNCHER: Final = "t64.exe"
SHEBANG: Final = re.compile(rb"#![^\n]*\n")
OLDEST: Final = (3, 11)
NAMED: Final = re.compile(r"python3\.(\d+)")
THINK: Final = ["think", "gobblet", "--nodes", "300", "--json"]
WORKER: Final = """
import asyncio, sys
from marbles_tui.ai.budget import Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui import Match, games
async def ask():
    client = EngineClient()
    process = await client.process()
    await client.think(Match.new(games.find("gobblet")), limit=Limit(nodes=100))
    print(process.pid is not None)
    await client.close()
asyncio.run(ask())
"""
"""Thinks in the process of its own that the arcade thinks in: it must find the package inside the file, too."""


def build() -> None:
    """Build the file."""
    DIST.mkdir(exist_ok=True)
    shiv = [
        sys.executable,
        "-m",
        "shiv",
        "--console-script",
        "marbles-tui",
        "--extend-pythonpath",
        "--compressed",
    ]
    where = ["--reproducible", "--python", "/usr/bin/env python3", "--output-file", str(FILE)]
    constraints = {"PIP_CONSTRAINT": str(CHECKOUT / "constraints.txt")}
    command = [*shiv, *where, "--quiet", "--no-build-isolation", str(CHECKOUT)]
    variables = {**environment(), **constraints, "MARBLES_TUI_NATIVE": ALL}
    subprocess.run(command, env=variables, cwd=tempfile.gettempdir(), check=True)
    packed = SHEBANG.sub(b"", FILE.read_bytes(), count=1)
    FOR_WINDOWS.write_bytes((files("distlib") / LAUNCHER).read_bytes() + b"#!python.exe\r\n" + packed)
    for file in (FILE, FOR_WINDOWS):
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")


def pythons() -> Iterator[Path]:
    """One Python of each version that is new enough: those in the path, and those of pyenv."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    folders += sorted(folder / "bin" for folder in kept.iterdir()) if kept.is_dir() else []
    found: dict[int, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("python3.*")) if folder.is_dir() else []:
            named = NAMED.fullmatch(file.name)
            if named and (3, int(named[1])) >= OLDEST and "shims" not in file.parts:
                found.setdefault(int(named[1]), file)
    yield from (found[minor] for minor in sorted(found))


def check(python: Path, file: Path = FILE) -> str:
    """Start the file with a Python that knows nothing else; what it says of itself. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as home:
        bare = {"PATH": os.defpath, "HOME": home, "SHIV_ROOT": f"{home}/shiv", "LC_ALL": "C.UTF-8"}

        def run(*words: str, **more: str) -> str:
            command = [str(python), str(file), *words]
            done = subprocess.run(
                command, env={**bare, **more}, capture_output=True, text=True, check=True, cwd=home
            )
            return done.stdout

        version = run("--version").strip()
        assert version.endswith("(native search)"), version
        assert json.loads(run(*THINK))["move"]
        assert run("-c", WORKER, SHIV_INTERPRETER="1").strip() == "True"
    return version


def main() -> int:
    """Do what the command line says; the exit status."""
    wanted = sys.argv[1:] or ["build", "check"]
    if "build" in wanted:
        build()
    for python in pythons() if "check" in wanted else ():
        try:
            print(f"{python}: {check(python)}")
        except subprocess.CalledProcessError as error:
            print(f"{python}: {error}\n{error.stderr}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
