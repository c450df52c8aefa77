"""Build what is released into dist/, twice, and check it: `python -m scripts.packages [--once]`.

The wheel and the source distribution of one commit have the same bytes wherever they are built; metadata and contents
are checked by twine and check-wheel-contents, where they are installed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).parent.parent
DIST: Final = CHECKOUT / "dist"
WHEN: Final = "SOURCE_DATE_EPOCH"


def environment() -> dict[str, str]:
    """The environment to build in: the time of all files is that of the commit, unless it is given."""
    if WHEN in os.environ:
        return dict(os.environ)
    command = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return {**os.environ, WHEN: done.stdout.strip() or "1700000000"}


def build(source: Path, target: Path) -> dict[str, str]:
    """Build both from a folder into another; the digest of each file by its name."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=source, env=environment(), check=True, stdout=subprocess.DEVNULL)
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(target.iterdir())}


def unpack(archive: Path, folder: Path) -> Path:
    """The folder that a source distribution makes in another."""
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    (made,) = folder.iterdir()
    return made


def differences(first: Mapping[str, str], second: Mapping[str, str]) -> list[str]:
    """The names of the files that are not the same."""
    return sorted(name for name in {*first, *second} if first.get(name) != second.get(name))


def main() -> int:
    """Build, build again from what was built, compare and check; the exit status."""
    shutil.rmtree(DIST, ignore_errors=True)
    built = build(CHECKOUT, DIST)
    for name, digest in built.items():
        print(f"{digest}  {name}")
    if "--once" not in sys.argv:
        with tempfile.TemporaryDirectory() as folder:
            source = unpack(next(DIST.glob("*.tar.gz")), Path(folder, "source"))
            different = differences(built, build(source, Path(folder, "again")))
        if different:
            print(f"built again, these differ: {', '.join(different)}", file=sys.stderr)
            return 1
        print("built again from the source distribution: the same bytes")
    files = [str(DIST / name) for name in built]
    wheels = [name for name in files if name.endswith(".whl")]
    for check in (["twine", "check", "--strict", *files], ["check-wheel-contents", *wheels]):
        program = shutil.which(
            check[0], path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        )
        if program is None:
            print(f"{check[0]} is not installed: not checked", file=sys.stderr)
        elif subprocess.run([program, *check[1:]], check=False).returncode:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
