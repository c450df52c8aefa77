"""The house keeps its floors apart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
HEADLESS = ("core", "games", "play", "ai", "store", "table", "rooms", "cluster", "text", "cli")

IMPORT_ALL = """
import importlib, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
    loaded = [module for module in ("textual", "rich") if module in sys.modules]
    if loaded:
        sys.exit(f"{name} loads {loaded}")
"""


def headless_modules() -> list[str]:
    package = ROOT / "marbles_tui"
    paths = [path for room in HEADLESS for path in sorted((package / room).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return ["marbles_tui.__main__", *(name.removesuffix(".__init__") for name in names)]


def test_no_headless_module_loads_textual() -> None:
    modules = headless_modules()
    assert len(modules) > 40
    ran = subprocess.run(
        [sys.executable, "-c", IMPORT_ALL, *modules], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr


def test_imports_go_one_way() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
