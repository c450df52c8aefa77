"""The arcade and the command line, as their own tests have them, in a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import shell

__all__ = ["shell"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where files of any name may be written."""
    monkeypatch.chdir(tmp_path)
