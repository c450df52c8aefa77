"""`marbles-tui serve`: what it warns of and refuses. What it serves is tried in tests/web."""

from __future__ import annotations

import socket
import sys

import pytest

from marbles_tui.web.server import ArcadeServer
from tests.cli.conftest import Shell


def test_another_address_is_warned_of(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[tuple[str, int]] = []
    monkeypatch.setattr(ArcadeServer, "serve", lambda server: served.append((server.host, server.port)))
    port = "8765"
    monkeypatch.setattr("marbles_tui.cli.serve.try_address", lambda host, port: None)
    assert shell("serve", "--port", port).err == ""
    warned = shell("serve", "--host", "0.0.0.0", "--port", port)
    assert warned.err.startswith(
        "marbles-tui: warning: anyone who opens the address below at 0.0.0.0 plays as you"
    )
    assert served == [("localhost", int(port)), ("0.0.0.0", int(port))]


def test_an_address_that_is_none_or_taken_is_named(shell: Shell) -> None:
    ran = shell("serve", "--host", "nowhere.invalid")
    assert ran.status == 1
    assert "cannot listen at nowhere.invalid, port 8000" in ran.err
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        taken = shell("serve", "--host", "127.0.0.1", "--port", str(port))
    assert (taken.status, taken.err.count("\n")) == (1, 1)
    assert f"cannot listen at 127.0.0.1, port {port}" in taken.err


def test_a_folder_in_the_home_of_nobody_is_refused(shell: Shell) -> None:
    ran = shell("serve", "--folder", "~nosuch/boards")
    assert ran.status == 2
    assert "there is no folder ~nosuch: no user is called so" in ran.err


def test_without_the_extra_it_says_what_to_install(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "marbles_tui.web.server", None)
    ran = shell("serve")
    assert ran.status == 1
    assert ran.err.endswith("pip install 'marbles-tui[web]'\n")
