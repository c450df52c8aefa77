"""Files that hold what was seen: a test compares with them, and `make playthroughs` writes them anew."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import unified_diff
from pathlib import Path
from typing import Final

WRITES: Final = os.environ.get("PLAYTHROUGHS") == "write"


def compare(file: Path, lines: Sequence[str]) -> None:
    """Compare what is seen now with a file, or write the file anew."""
    if WRITES:
        file.write_text("\n".join((*lines, "")), encoding="utf-8", newline="\n")
    assert file.exists(), f"{file.name} is missing: make playthroughs writes it"
    before = file.read_text(encoding="utf-8").splitlines()
    assert lines == before, "\n".join(unified_diff(before, lines, lineterm=""))
