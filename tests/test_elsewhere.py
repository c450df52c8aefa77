"""What Windows and macOS do not have is taken away, and the arcade goes on. Nobody has tried it on Windows itself."""

from __future__ import annotations

import asyncio
import errno
import io
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from marbles_tui.ai.engine.job import apart
from marbles_tui.cli import streams
from marbles_tui.cli.host import host
from marbles_tui.cli.match import workers_for
from marbles_tui.cli.output import Failure
from marbles_tui.tui.terminal import has_shell, heed_signals
from marbles_tui.web.server import limit_memory

pytestmark = pytest.mark.long

TAKEN: Final = """
import asyncio, importlib, os, pkgutil, signal, sys

for name in ("fcntl", "termios", "tty", "pty", "resource", "grp", "pwd", "readline", "syslog"):
    sys.modules[name] = None
for module, names in {
    os: ("nice", "killpg", "getsid", "getpgrp", "ctermid", "sched_getaffinity", "mkfifo", "O_CLOEXEC", "fork"),
    signal: ("SIGHUP", "SIGTSTP", "SIGCONT", "SIGWINCH", "SIGUSR1"),
}.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)

def refuse(*arguments):
    raise NotImplementedError

asyncio.SelectorEventLoop.add_signal_handler = refuse
os.environ["TEXTUAL_DRIVER"] = "textual.drivers.headless_driver:HeadlessDriver"  # that of Linux needs termios

import marbles_tui
"""

IMPORT: Final = """
for module in pkgutil.walk_packages(marbles_tui.__path__, "marbles_tui."):
    layer = module.name.split(".")[1]  # two are servers, one needs an extra of its own
    if layer not in ("host", "web", "research") and not module.name.endswith("native.marbles"):
        importlib.import_module(module.name)
print("imported")
"""

PLAY: Final = """
from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue
from marbles_tui.ai.engine.process import ProcessLink
from marbles_tui.store import Settings, StoreThread
from marbles_tui.tui.app import Arcade

async def main():
    match = marbles_tui.Match.new(marbles_tui.games.find("gobblet"))
    process = ProcessLink()
    client = EngineClient(JobQueue(process))
    thought = await client.think(match, limit=Limit(nodes=100))
    print(process.pid is not None, match.read(thought.move).plies)
    await client.close()
    app = Arcade(settings=Settings(), store=StoreThread(), greet=False)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        print(type(app.screen).__name__)

asyncio.run(main())
"""


def without(what: str, home: Path) -> str:
    """What a program prints where all that has been taken away."""
    environment = {**os.environ, "MARBLES_TUI_HOME": str(home), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", TAKEN + what]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_every_part_but_the_servers_can_be_imported(tmp_path: Path) -> None:
    assert without(IMPORT, tmp_path) == "imported\n"


def test_the_engine_thinks_and_the_menu_is_shown(tmp_path: Path) -> None:
    assert without(PLAY, tmp_path).split() == ["True", "1", "Menu"]


async def test_an_event_loop_without_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise NotImplementedError

    monkeypatch.setattr(asyncio.get_running_loop(), "add_signal_handler", refuse)
    monkeypatch.delattr(signal, "SIGHUP")
    heed_signals(lambda name: None)
    monkeypatch.delattr(os, "getsid")
    assert not has_shell()


def test_processes_are_started_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    assert apart() == {"start_new_session": True}
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 512, raising=False)
    assert apart() == {"creationflags": 512}


def test_a_pool_is_no_larger_than_windows_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marbles_tui.cli.match.os", _Windows)
    with workers_for(200, None) as (_, workers):
        assert workers == 61
    monkeypatch.undo()
    with workers_for(64, None) as (_, workers):
        assert workers == 64


def test_nobody_is_host_without_unix_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "AF_UNIX")
    with pytest.raises(Failure, match="a host needs Linux, macOS, BSD, or on Windows the Linux of WSL"):
        host.main([], standalone_mode=False)


class _Windows:
    name = "nt"


@pytest.mark.parametrize(
    ("number", "raised"), [(errno.EINVAL, BrokenPipeError), (errno.ENOSPC, streams.OutputFailed)]
)
def test_a_reader_who_has_gone_is_one_on_windows_too(
    number: int, raised: type[OSError], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Refusing(io.FileIO):
        def write(self, data: bytes, /) -> int:  # type: ignore[override]
            raise OSError(number, os.strerror(number))

    class Output(streams._Output, Refusing):  # what `super` finds behind our own
        pass

    output = Output(os.devnull, "w")
    monkeypatch.setattr(streams, "os", _Windows)
    with pytest.raises(raised):
        output.write(b"x")
    output.close()


def test_a_console_that_translates_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Console(io.RawIOBase):
        def writable(self) -> bool:
            return True

    console = io.TextIOWrapper(io.BufferedWriter(Console()), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", console)
    monkeypatch.setattr(sys, "__stdout__", console)
    streams.open_streams()
    assert sys.stdout is console


def test_memory_is_not_limited_where_it_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    limit_memory(os.getpid(), 1)
