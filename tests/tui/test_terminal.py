"""A terminal that goes away, and programs that have none."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from marbles_tui.store.log import log_file
from marbles_tui.tui import run
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.skins import skin_of
from marbles_tui.tui.terminal import RESTORE, has_ascii_alone, has_few_colours, lacking, take_terminal
from marbles_tui.tui.textual_patches.driver import Lasting, lasting
from tests.tui.conftest import MakeArcade


class Hung(io.StringIO):
    """A stream whose other end is gone after its first word."""

    def write(self, text: str) -> int:
        if self.getvalue():
            raise OSError(5, "Input/output error")
        return super().write(text)


def test_what_is_written_to_a_terminal_that_is_gone_is_dropped() -> None:
    losses: list[str] = []
    hung = Hung()
    stream = Lasting(hung, lambda: losses.append("lost"))
    for word in ("one", "two", "three"):
        stream.write(word)
        stream.flush()
    assert (hung.getvalue(), losses) == ("one", ["lost"])


def test_a_lasting_driver_is_a_driver_of_its_kind() -> None:
    assert issubclass(lasting(HeadlessDriver), HeadlessDriver)


def test_without_a_screen_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.__stderr__", io.StringIO())
    assert not take_terminal()


@pytest.mark.parametrize(
    ("term", "colorterm", "few"),
    [
        ("xterm-256color", "", False),
        ("xterm", "truecolor", False),
        ("xterm", "", True),
        ("linux", "", True),
        ("vt100", "", True),
        ("dumb", "", True),
    ],
)
def test_a_terminal_of_few_colours_is_known(
    monkeypatch: pytest.MonkeyPatch, term: str, colorterm: str, few: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    monkeypatch.delenv("TEXTUAL_DRIVER", raising=False)
    assert has_few_colours() == few


@pytest.mark.parametrize(
    ("locale", "encoding", "utf8_mode", "alone"),
    [
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", 1, True),  # Python itself has named the latter
        ({"LC_ALL": "C"}, "utf-8", 1, True),
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "utf-8", 1, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", 0, False),
        ({"LANG": "C.UTF-8"}, "utf-8", 0, False),
        ({"LANG": "de_DE.utf8@euro"}, "utf-8", 0, False),
        ({"LANG": "de_DE.ISO-8859-15@euro", "LC_CTYPE": "C.UTF-8"}, "utf-8", 1, True),
        ({"LANG": "ru_RU.KOI8-R"}, "koi8-r", 0, True),
        ({"LANG": "de_DE"}, "iso8859-1", 0, True),
        ({"LANG": "xx_XX.nothing"}, "utf-8", 0, False),
        ({}, "utf-8", 0, False),
        ({"LC_CTYPE": "C.UTF-8"}, "utf-8", 1, False),
    ],
)
def test_a_locale_that_shows_ascii_alone_is_known(
    monkeypatch: pytest.MonkeyPatch, locale: dict[str, str], encoding: str, utf8_mode: int, alone: bool
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG", "TEXTUAL_DRIVER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in locale.items():
        monkeypatch.setenv(name, value)
    python = SimpleNamespace(
        flags=SimpleNamespace(utf8_mode=utf8_mode), __stderr__=SimpleNamespace(encoding=encoding)
    )
    monkeypatch.setattr("marbles_tui.tui.terminal.sys", python)
    assert has_ascii_alone() == alone


@pytest.mark.parametrize(
    ("chosen", "drawn"), [("auto", "ascii"), ("unknown", "ascii"), ("blocks", "blocks"), ("glyphs", "glyphs")]
)
def test_ascii_stands_in_for_what_cannot_be_shown_unless_a_skin_is_chosen(chosen: str, drawn: str) -> None:
    assert skin_of(chosen, ascii_alone=True).key == drawn


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_dumb_terminal_is_none(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.__stderr__", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("sys.__stdin__", SimpleNamespace(isatty=lambda: True))
    assert not take_terminal()
    assert lacking() == f"a terminal with more than lines (TERM={term})"
    monkeypatch.setenv("TERM", "xterm")
    assert take_terminal()


@pytest.mark.parametrize(
    ("chosen", "few", "drawn"),
    [
        ("auto", False, "blocks"),
        ("auto", True, "glyphs"),
        ("blocks", True, "blocks"),
        ("ascii", True, "ascii"),
    ],
)
def test_glyphs_stand_in_for_shades_unless_a_skin_is_chosen(chosen: str, few: bool, drawn: str) -> None:
    assert skin_of(chosen, few).key == drawn


async def test_without_colours_boards_are_drawn_in_glyphs(
    arcade: MakeArcade, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = arcade()
    async with app.run_test(size=(80, 24)):
        assert app.look.skin.key == "glyphs"
        app.change_settings(skin="blocks")  # which are nothing but shades
        assert app.look.skin.key == "glyphs"
        app.change_settings(skin="ascii")
        assert app.look.skin.key == "ascii"


def test_a_mistake_that_ends_the_arcade_is_in_the_log(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def mistaken(app: Arcade) -> None:
        try:
            raise KeyError("no such marble")
        except KeyError as error:
            app._handle_exception(error)

    monkeypatch.setattr(run, "take_terminal", lambda: True)
    monkeypatch.setattr(Arcade, "run", mistaken)
    assert run.run() == 1
    assert "stopped by an error; your game is kept in" in capsys.readouterr().err
    told = log_file().read_text()
    assert "the arcade has ended by a mistake" in told
    assert "in mistaken" in told
    assert "KeyError: 'no such marble'" in told


LEADER = """
import os, subprocess, sys
os.login_tty(int(sys.argv[1]))
subprocess.run([sys.executable, "-c", sys.argv[2]])
subprocess.run(["sleep", "60"])
"""

ARCADE = """
import os, signal
from marbles_tui.tui.terminal import restore_if_killed
leave = restore_if_killed()
if {orderly}:
    leave()
    print("left in order", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(not hasattr(os, "login_tty"), reason="needs terminals of its own")
@pytest.mark.parametrize("orderly", [False, True])
def test_a_terminal_is_restored_when_the_arcade_is_killed(orderly: bool) -> None:
    ours, theirs = os.openpty()
    shell = subprocess.Popen(
        [sys.executable, "-c", LEADER, str(theirs), ARCADE.format(orderly=orderly)],
        pass_fds=(theirs,),
        start_new_session=True,
    )
    os.close(theirs)
    try:
        told = b""
        wanted = b"left in order" if orderly else RESTORE.encode()
        while wanted not in told:
            told += os.read(ours, 4096)
        assert (b"\x1b_G" in told) is not orderly
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()
        os.close(ours)
