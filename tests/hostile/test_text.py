"""Hostile texts by themselves: cut short, tamed as a whole, guarded in a line, escaped in JSON."""

from __future__ import annotations

import json

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from marbles_tui.cli.output import put_json
from marbles_tui.core.text import sanitize_line, sanitize_text
from marbles_tui.tui.kit.fit import OCTANTS
from marbles_tui.tui.line_filters import SanitizeFilter, guarded
from tests.hostile.samples import ALL, dangers


@pytest.mark.parametrize("name", ALL)
def test_harmless_is_one_short_line(name: str) -> None:
    shown = sanitize_line(ALL[name], 40)
    assert not dangers(shown, allowed="")
    assert 0 < len(shown) <= 40
    assert not shown.isspace()


@pytest.mark.parametrize("name", ALL)
def test_tame_keeps_the_lines(name: str) -> None:
    assert not dangers(sanitize_text(ALL[name]))
    assert sanitize_text(ALL[name]).count("\n") == ALL[name].count("\n")


@pytest.mark.parametrize("text", ["", "plain", "Žofie – 王", "e\u0301", "two\nlines", "न\u093f"])
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert sanitize_text(text) == text
    assert guarded(text.replace("\n", "")) == text.replace("\n", "")


@pytest.mark.parametrize("name", ALL)
def test_a_guarded_line_keeps_its_columns(name: str) -> None:
    text = ALL[name]
    shown = guarded(text)
    assert not dangers(shown, allowed="")
    assert cell_len(shown) == cell_len(text)


def test_octants_are_shown_also_where_python_is_older_than_they() -> None:
    assert guarded(OCTANTS.signs) == OCTANTS.signs


def test_a_guarded_line_keeps_its_styles() -> None:
    (segment,) = SanitizeFilter().apply([Segment("\x1b[2Jx", None)], Color(0, 0, 0))
    assert segment.text == "[2Jx"


@pytest.mark.parametrize("name", ALL)
def test_json_escapes_what_a_terminal_must_not_get(
    name: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    put_json({"text": ALL[name]})
    line = capsysbinary.readouterr().out.decode()
    assert json.loads(line) == {"text": ALL[name]}
    assert {one for one in dangers(line) if one != "flood"} == set()
