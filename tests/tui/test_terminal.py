"""A terminal that goes away, and programs that have none."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from textual.drivers.headless_driver import HeadlessDriver

from marbles_tui.store.log import log_file
from marbles_tui.tui import run
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.drawing.skins import skin_of
from marbles_tui.tui.terminal import has_few_colours, take_terminal
from marbles_tui.tui.textual_fixes.driver import Lasting, lasting
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
