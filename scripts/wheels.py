"""Build the wheels of all platforms into dist/wheels/, from this machine alone: `python -m scripts.wheels [--once]`.

The package ziglang compiles the native search for each of them; a pure wheel beside these has the libraries of all,
for installers on any other and for the one-file build. Each is built twice and must have the same bytes.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from native.compile import TARGETS
from scripts.packages import CHECKOUT, DIST, differences, environment

WHEELS: Final = DIST / "wheels"
ALL: Final = "all"


def build(target: str, folder: Path, caches: str) -> dict[str, str]:
    """Build the wheel of a platform, or the pure one, into a folder; its name and digest."""
    zig = {"ZIG_GLOBAL_CACHE_DIR": caches, "ZIG_LOCAL_CACHE_DIR": caches}
    with tempfile.TemporaryDirectory() as made:
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", made]
        variables = {**environment(), **zig, "MARBLES_TUI_NATIVE": target}
        subprocess.run(command, cwd=CHECKOUT, env=variables, check=True, stdout=subprocess.DEVNULL)
        (wheel,) = Path(made).glob("*.whl")
        shutil.move(wheel, folder / wheel.name)
    return {wheel.name: hashlib.sha256((folder / wheel.name).read_bytes()).hexdigest()}


def main() -> int:
    """Build all, compare and check; the exit status."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        for target in (*TARGETS, ALL):
            built = build(target, WHEELS, first)
            for name, digest in built.items():
                print(f"{digest}  {name}", flush=True)
            if "--once" in sys.argv:
                continue
            with tempfile.TemporaryDirectory() as folder:
                if different := differences(built, build(target, Path(folder), second)):
                    print(f"built again, these differ: {', '.join(different)}", file=sys.stderr)
                    return 1
    program = shutil.which(
        "check-wheel-contents", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )
    if program is None:
        print("check-wheel-contents is not installed: not checked", file=sys.stderr)
        return 0
    return subprocess.run([program, str(WHEELS)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
