"""Hostile texts by themselves and at every entrance of the command line: arguments, files, records, the database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color

from marbles_tui.cli.output import put_json
from marbles_tui.core.text import sanitize_line, sanitize_text
from marbles_tui.tui.kit.fit import OCTANTS
from marbles_tui.tui.line_filters import SanitizeFilter, guarded
from tests.cli.conftest import Shell
from tests.for_each import for_each
from tests.hostile.kept import hostile_name, keep_hostile_matches
from tests.hostile.samples import ALL, BROKEN, FEW, SAMPLES, dangers


@for_each("name", ALL)
def test_harmless_is_one_short_line(name: str) -> None:
    shown = sanitize_line(ALL[name], 40)
    assert not dangers(shown, allowed="")
    assert 0 < len(shown) <= 40
    assert not shown.isspace()


@for_each("name", ALL)
def test_tame_keeps_the_lines(name: str) -> None:
    assert not dangers(sanitize_text(ALL[name]))
    assert sanitize_text(ALL[name]).count("\n") == ALL[name].count("\n")


@for_each("text", ["", "plain", "Žofie – 王", "e\u0301", "two\nlines", "न\u093f"])
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    assert sanitize_text(text) == text
    assert guarded(text.replace("\n", "")) == text.replace("\n", "")


@for_each("name", ALL)
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


# Hostile texts at every entrance of the command line: arguments, files, file names, records, the database.


ARGUMENTS = (
    "play *", "play getaway --setup *", "play egg-carton --setup *", "play egg-carton --option *",
    "play egg-carton --option start=*", "play egg-carton --seat *", "play egg-carton --seat 1=*",
    "play gobblet --text --setup *", "resume *", "resume --text *", "replay *", "replay --json *",
    "replay - --game *", "replay - --game egg-carton --setup *", "think *", "think egg-carton --position *",
    "think egg-carton --json --setup *", "think egg-carton --level *", "think egg-carton --record *",
    "perft egg-carton 1 --json --record *", "perft egg-carton *", "match *", "match egg-carton --seats * novice",
    "boards check *", "boards check --json *", "boards simulate --json *", "library list --game *",
    "library list --state *", "library list --json --words *", "library import *", "library import --json *",
    "library export /nowhere/*", "library export --game *", "boards *", "library *", "*", "--*",
)  # fmt: skip


@pytest.mark.parametrize("command", ARGUMENTS)
def test_an_argument_is_answered_harmlessly(shell: Shell, command: str) -> None:
    for name in (*FEW, "override", "broken"):
        ran = shell(*(word.replace("*", ALL[name]) for word in command.split()))
        assert "Traceback" not in ran.err
        assert ran.err.count("\n") <= 1
        assert len(ran.err) < 3000
        assert ran.status in (1, 2) or not ran.err
        assert {
            one for one in dangers(ran.out + ran.err) if "--json" not in command or one != "flood"
        } == set()


@pytest.mark.parametrize(
    "command", ["replay *", "replay --json *", "library import *", "boards check *", "boards check --json *",
                "boards simulate *", "think getaway --record *", "play getaway --setup *"]
)  # fmt: skip
@pytest.mark.parametrize(
    "text",
    [
        "*", '[Game "*"]\nA', '[Game "egg-carton"]\n[Player1 "*"]\n[Result "*"]\n[Note "*"]\nA *',
        '[Game "egg-carton"]\n[Setup "*"]\nA', "# *\n# *\n20 6 2\n* : S F 0\nB : *\n",
    ],
)  # fmt: skip
def test_a_file_is_answered_harmlessly(shell: Shell, command: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    for name in FEW:
        file.write_text(text.replace("*", SAMPLES[name].replace('"', "")), encoding="utf-8")
        ran = shell(*(word.replace("*", str(file)) for word in command.split()))
        assert ran.status in (0, 1, 2)
        assert {
            one for one in dangers(ran.out + ran.err) if "--json" not in command or one != "flood"
        } == set()
        assert max(map(len, ran.err.splitlines()), default=0) < 1200


@pytest.mark.parametrize("name", ALL)
def test_a_file_may_be_called_anything(shell: Shell, name: str, home: Path) -> None:
    boards = home / "boards"
    boards.mkdir()
    file = boards / f"{hostile_name(name)}.txt"
    file.write_text("20 6 2\nStart :\nCastle :\n")
    said = ""
    for command in (("boards", "list"), ("boards", "check", str(file)), ("library", "export", str(file)),
                    ("boards", "simulate", str(file), "--games", "2"), ("replay", str(file))):  # fmt: skip
        ran = shell(*command)
        assert "Traceback" not in ran.err
        said += ran.out + ran.err
    assert dangers(said) == set()


@pytest.mark.parametrize(
    "command",
    ["library list", "library stats", "library list --words a", "resume --text"],
)
def test_rows_are_listed_harmlessly(shell: Shell, command: str) -> None:
    keep_hostile_matches()
    ran = shell(*command.split())
    assert (ran.status, dangers(ran.out + ran.err)) in ((0, set()), (1, set()))
    assert max(map(len, ran.out.splitlines()), default=0) < 400


def test_rows_in_json_are_whole_and_escaped(shell: Shell) -> None:
    keep_hostile_matches()
    ran = shell("library", "list", "--json")
    assert {one["players"] for one in ran.object["matches"]} >= set(SAMPLES.values()) - {SAMPLES["flood"]}
    for out in (ran.out, shell("library", "export", "--json", "-").out):
        assert {one for one in dangers(out) if one != "flood"} == set()


@pytest.mark.parametrize("name", ALL)
def test_a_typed_line_is_answered_harmlessly(shell: Shell, name: str, tmp_path: Path) -> None:
    typed = ALL[name].encode("utf-8", "surrogateescape" if name != "broken" else "replace")
    lines = b"\n".join((typed, b"save " + typed, b"save ~nobody-at-all/" + typed, b"\xff\xfe", b"quit", b""))
    ran = shell("play", "egg-carton", "--text", "--seat", "1=human", "--seat", "2=human", stdin=lines)
    assert ran.status == 0
    assert dangers(ran.out + ran.err) == set()
    assert max(map(len, ran.out.splitlines())) < 2100


def test_a_home_may_be_called_anything(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MARBLES_TUI_HOME", str(tmp_path / f"\x1b[31m{BROKEN[:2]}\u202e"))
    for command in ("boards list", "boards list --json", "library list", "library export --json -"):
        ran = shell(*command.split())
        assert dangers(ran.out + ran.err) == set()
