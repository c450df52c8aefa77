"""The host's own key."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from marbles_tui.host.server import host_key


def test_the_key_is_made_once_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    first = host_key(tmp_path)
    assert first.get_fingerprint() == host_key(tmp_path).get_fingerprint()
    assert stat.S_IMODE((tmp_path / "host_key").stat().st_mode) == 0o600


def test_a_key_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    host_key(tmp_path)
    (tmp_path / "host_key").chmod(0o644)
    with pytest.raises(ValueError, match="can be read by others"):
        host_key(tmp_path)


def test_what_is_no_key_is_said(tmp_path: Path) -> None:
    (tmp_path / "host_key").write_text("hello")
    (tmp_path / "host_key").chmod(0o600)
    with pytest.raises(ValueError, match="holds no key"):
        host_key(tmp_path)
