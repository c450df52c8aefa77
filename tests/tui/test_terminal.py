"""Terminals: what they can, what they reply and type, what is copied to them, and that they go away."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.events import Key, MouseMove, Paste
from textual.message import Message
from textual.widgets import Input, OptionList

from marbles_tui.store.log import log_file
from marbles_tui.tui import run, terminal
from marbles_tui.tui.app import Arcade
from marbles_tui.tui.kit.capabilities import IMAGES, MARBLES, USUAL, Ability, heard, may_be_asked
from marbles_tui.tui.kit.fit import HALVES, OCTANTS, QUADRANTS
from marbles_tui.tui.kit.look import skin_of
from marbles_tui.tui.terminal import RESTORE, has_ascii_alone, has_few_colours, lacking, take_terminal
from marbles_tui.tui.textual_patches import driver
from marbles_tui.tui.textual_patches.driver import (
    MOST,
    PASTE,
    PASTED,
    QUIT,
    AnsweringParser,
    Lasting,
    TerminalReply,
    TypeAhead,
)
from tests.for_each import for_each
from tests.tui.records import TOLL
from tests.tui.stage import Here, arcade, opened, opens


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


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_dumb_terminal_is_none(monkeypatch: pytest.MonkeyPatch, term: str) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.__stderr__", SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("sys.__stdin__", SimpleNamespace(isatty=lambda: True))
    assert not take_terminal()
    assert lacking() == f"a terminal with more than lines (TERM={term})"
    monkeypatch.setenv("TERM", "xterm")
    assert take_terminal()


@for_each(
    ("chosen", "few", "ascii_alone", "drawn"),
    [
        ("auto", False, False, "blocks"),
        ("auto", True, False, "glyphs"),
        ("blocks", True, False, "blocks"),
        ("ascii", True, False, "ascii"),
        ("auto", False, True, "ascii"),
        ("unknown", False, True, "ascii"),
        ("blocks", False, True, "blocks"),
        ("glyphs", False, True, "glyphs"),
    ],
)
def test_another_skin_stands_in_for_what_cannot_be_shown_unless_one_is_chosen(
    chosen: str, few: bool, ascii_alone: bool, drawn: str
) -> None:
    assert skin_of(chosen, few, ascii_alone=ascii_alone).key == drawn


async def test_without_colours_boards_are_drawn_in_glyphs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(arcade()) as here:
        assert here.arcade.look.skin.key == "glyphs"
        here.arcade.change_settings(skin="blocks")  # which are nothing but shades
        assert here.arcade.look.skin.key == "glyphs"
        here.arcade.change_settings(skin="ascii")
        assert here.arcade.look.skin.key == "ascii"


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


@pytest.mark.parametrize("asked", [True, False])
def test_a_program_that_will_not_go_is_killed(
    asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, began = tmp_path / "started", time.monotonic()

    def look(_: float) -> None:
        if started.exists() and asked:
            signal.raise_signal(signal.SIGTERM)
        elif started.exists():
            raise KeyboardInterrupt

    monkeypatch.setattr(terminal, "sleep", look)
    monkeypatch.setattr(terminal, "GRACE", 0.1)
    with suppress(KeyboardInterrupt):
        command = ("sh", "-c", "trap '' TERM; >\"$0\"; exec sleep 30", str(started))
        assert terminal.run_program(command) == -signal.SIGKILL
    assert time.monotonic() - began < 20


# What a terminal is taken to be able to, by what it says of itself.


DONE = "\x1b[?62;22;52c"
OK = "\x1b_Gi=31;OK\x1b\\"


def told(*replies: str) -> tuple[Ability, list[str]]:
    """What is known after these replies, and what was asked after them."""
    known, asked = Ability(), []
    for reply in replies:
        known, question = heard(known, reply, (80, 24))
        asked += [question] * bool(question)
    return known, asked


@for_each(
    ("name", "octants", "images"),
    [
        ("kitty(0.26.5)", False, True),
        ("kitty(0.40.0)", True, True),
        ("ghostty 1.0.1", False, False),
        ("ghostty 1.2.3", True, True),
        ("foot(1.19.0)", False, False),
        ("foot(1.20.2)", True, False),
        ("VTE(7600)", False, False),
        ("VTE(7803)", True, False),
        ("WezTerm 20240203-110809-5046fc22", False, False),
        ("Konsole 24.12.1", False, False),
        ("iTerm2 3.5.10", False, False),
        ("tmux 3.5a", False, False),
        ("Zellij(4201)", False, False),
        ("XTerm(390)", False, True),  # or any other that answers that it can
        ("Brand New 7", False, True),
    ],
)
def test_octants_and_images_by_name_and_version(name: str, octants: bool, images: bool) -> None:
    known, asked = told(f"\x1bP>|{name}\x1b\\", DONE)
    assert known.octants is octants
    assert asked in ([], [IMAGES])
    if asked:
        known, again = heard(known, OK, (80, 24))
        assert again == ""
    assert known.images is images


def test_whoever_tells_no_name_is_not_asked_for_images() -> None:
    assert told(DONE)[1] == []


def test_images_are_asked_for_once() -> None:
    assert told("\x1bP>|kitty(0.26.5)\x1b\\", DONE, DONE, OK, DONE)[1] == [IMAGES]


@for_each(
    ("replies", "cell"),
    [
        ((), None),
        ((DONE,), USUAL),
        (("\x1b[4;540;800t", DONE), (10, 22)),
        (("\x1b[4;540;800t", "\x1b[6;21;9t", DONE), (9, 21)),
        (("\x1b[6;21;9t", "\x1b[4;540;800t", DONE), (9, 21)),
        (("\x1b[6;0;0t", "\x1b[4;99999;99999t", DONE), USUAL),
    ],
)
def test_the_size_of_a_cell(replies: tuple[str, ...], cell: tuple[int, int] | None) -> None:
    assert told(*replies)[0].cell == cell


@for_each(
    "reply",
    [
        "",
        "\x1b",
        "\x1bP>|\x1b\\",
        "\x1bP>|kitty\x1b\\",
        "\x1bP>|kitty(99999999999)\x1b\\",
        "\x1b_Gi=31;ENOENT\x1b\\",
    ],
)
def test_what_is_no_answer_tells_nothing(reply: str) -> None:
    known, question = heard(Ability(), reply, (0, 0))
    assert (known.name, known.images, question) == ("", False, "")


@for_each(
    ("environ", "asked"),
    [
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, True),
        ({"TERM": "tmux-256color"}, False),
        ({"TERM": "screen.xterm-256color"}, False),
        ({"TERM": "xterm-256color", "TMUX": "/tmp/tmux-0/default,1,0"}, False),
        ({"TERM": "xterm-kitty", "STY": "1.pts"}, False),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ],
)
def test_who_may_be_asked(environ: dict[str, str], asked: bool) -> None:
    assert may_be_asked(environ) is asked


def test_the_setting_is_heeded_and_auto_takes_the_best_that_is_certain() -> None:
    plain, old, new = (
        Ability(cell=USUAL),
        Ability("kitty", (0, 26), True, USUAL),
        Ability("kitty", (0, 40), True, USUAL),
    )
    assert [one.grid("auto") for one in (plain, old, new)] == [QUADRANTS, QUADRANTS, OCTANTS]
    assert [one.shows_images("auto") for one in (plain, old, new)] == [False, True, True]
    assert plain.shows_images("pixels")
    assert [plain.grid(one) for one in MARBLES] == [QUADRANTS, HALVES, QUADRANTS, OCTANTS, QUADRANTS]
    assert not any(new.shows_images(one) for one in MARBLES[1:4])
    assert not Ability("kitty", (0, 40), True).shows_images("auto"), "the size of a cell is being asked"


# Replies of a terminal are heard, however they are cut, and never taken for keys.


REPLIES = (
    "\x1bP>|kitty(0.26.5)\x1b\\",
    "\x1bP>|WezTerm 20240203-110809-5046fc22\x1b\\",  # longer than any key
    "\x1b[4;540;800t",
    "\x1b[6;20;10t",
    "\x1b[?62;22;52c",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b_Gi=31;ENOTSUP:unknown action\x1b\\",
)


def sent(*texts: str) -> list[str]:
    """What a terminal has sent, as the parser tells it; no time goes by, however busy the machine is."""
    parser, found = AnsweringParser(), list[Message]()
    with pytest.MonkeyPatch.context() as still:
        for clock in ("marbles_tui.tui.textual_patches.driver.monotonic", "textual._parser.get_time"):
            still.setattr(clock, lambda: 0.0)
        for text in texts:
            found += parser.feed(text)
            found += parser.tick()
    told = {TerminalReply: "text", events.Key: "key"}
    return [str(getattr(one, told[type(one)])) for one in found if type(one) in told]


@for_each("reply", REPLIES)
def test_a_reply_among_keys_cut_anywhere(reply: str) -> None:
    whole = f"a\x1b[A{reply}b"
    for at in range(1, len(whole)):
        found = sent(whole[:at], whole[at:])
        assert sorted(found) == sorted(["a", "up", reply, "b"]), whole[:at]


def test_all_replies_letter_by_letter() -> None:
    assert sent(*"".join(REPLIES)) == list(REPLIES)


@for_each(
    ("text", "keys"),
    [
        ("\x1b[4~", ["end"]),
        ("\x1b[6~", ["pagedown"]),
        ("\x1bOP", ["f1"]),
        ("\x1b[122;5u", ["ctrl+z"]),
        ("\x1b[1;5D", ["ctrl+left"]),
    ],
)
def test_keys_that_begin_alike_are_keys(text: str, keys: list[str]) -> None:
    for at in range(1, len(text) + 1):
        assert sent(text[:at], *([text[at:]] if text[at:] else [])) == keys


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("\x1b", ["escape"]),
        ("\x1bP", ["alt+shift+p"]),
        ("\x1bx", ["alt+x"]),
        ("a\x1b", ["a", "escape"]),
        ("\x1b\x1b", ["escape", "escape"]),
    ],
)
def test_what_only_looked_like_a_reply_is_a_key_when_its_time_is_up(
    text: str, keys: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr("marbles_tui.tui.textual_patches.driver.monotonic", lambda: now)
    monkeypatch.setattr("textual._parser.get_time", lambda: now)
    parser, found = AnsweringParser(), list[Message]()
    found += parser.feed(text)
    for _ in range(3):
        found += parser.tick()
        now += driver.PATIENCE
    assert [one.key for one in found if isinstance(one, events.Key)] == keys
    assert not parser.waits


@for_each(
    "text",
    [
        "two\nlines",
        "colours \x1b[31mred\x1b[0m",
        "\x1b",
        "q\x1b[2",
        "\x1b[24~q",
        "\x1b\x1b]0;title\x07" + "q" * 40,
        "".join(REPLIES),
    ],
)
def test_no_part_of_a_paste_is_a_key_or_a_reply_wherever_it_is_cut(text: str) -> None:
    whole = f"a{PASTE}{text}{PASTED}b"
    for at in range(1, len(whole)):
        parser, found = AnsweringParser(), list[Message]()
        for part in (whole[:at], whole[at:]):
            found += parser.feed(part)
            found += parser.tick()
        told = [
            one.key if isinstance(one, events.Key) else one.text
            for one in found
            if isinstance(one, (events.Paste, events.Key, TerminalReply))
        ]
        assert told == ["a", text, "b"], whole[:at]


def test_nothing_grows_that_never_ends() -> None:
    parser = AnsweringParser()
    for _ in range(50):
        list(parser.feed("\x1b_G" + "x" * 100))
    assert len(parser._held) < 200


# Records, positions and stories that leave the arcade.


@opens(TOLL)
async def test_where_no_file_can_be_written(here: Here, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("MARBLES_TUI_HOME", str(home / "file"))
    await here.press("w")
    await here.screen.run_action("do('copy')")
    await here.rest()
    assert here.notices == [
        "The story cannot be saved: the folder of your games cannot be written to.",
        "The record is on the clipboard.",
    ]
    assert "*2" in here.arcade.clipboard


# Keys that wait for the app, and those that are dropped.


class Listener:
    """An app that takes messages when it is told to."""

    screen_stack: tuple[()] = ()

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.message_queue_size = 0

    def post_message(self, message: Message) -> None:
        self.heard.append(message)

    @property
    def keys(self) -> list[str]:
        return [message.key for message in self.heard if isinstance(message, Key)]


def pressed(key: str) -> Key:
    return Key(key, None)


def moved(x: int, button: int = 0) -> MouseMove:
    return MouseMove(None, x, 0, 0, 0, button, False, False, False)


def begun() -> tuple[TypeAhead, Any]:
    app: Any = Listener()
    return TypeAhead(app, asyncio.get_running_loop()), app


async def test_what_is_typed_comes_in_its_turn() -> None:
    ahead, app = begun()
    for message in (pressed("a"), Paste("b"), pressed("c")):
        assert not ahead.add(message)
    assert app.heard == []
    await asyncio.sleep(0)
    assert [type(message) for message in app.heard] == [Key, Paste, Key]
    assert app.keys == ["a", "c"]


async def test_a_busy_app_is_waited_for() -> None:
    ahead, app = begun()
    app.message_queue_size = 99
    ahead.add(pressed("a"))
    await asyncio.sleep(0)
    assert app.heard == []
    app.message_queue_size = 0
    while not app.heard:
        await asyncio.sleep(driver.MOMENT)
    assert app.keys == ["a"]


async def test_a_flood_is_dropped_until_nobody_types_and_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(driver, "monotonic", lambda: clock.now)
    ahead, app = begun()
    assert [ahead.add(pressed(str(number))) for number in range(MOST + 3)] == [False] * MOST + [
        True,
        False,
        False,
    ]
    ahead.add(Paste("no key"))
    await asyncio.sleep(0)
    assert app.keys == [str(number) for number in range(MOST)]
    assert isinstance(app.heard[-1], Paste)
    assert not ahead.add(pressed("still the flood"))
    clock.now += driver.QUIET
    assert not ahead.add(pressed("a"))
    await asyncio.sleep(0)
    assert app.keys[-1] == "a"
    assert len(app.keys) == MOST + 1


async def test_the_key_that_quits_goes_before_a_flood() -> None:
    ahead, app = begun()
    for number in range(MOST + 9):
        ahead.add(pressed(str(number)))
    ahead.add(pressed(QUIT))
    await asyncio.sleep(0)
    assert app.keys == [QUIT]


async def test_of_a_moving_mouse_the_last_place_counts() -> None:
    ahead, app = begun()
    for message in (moved(1), moved(2), moved(3, button=1), pressed("a"), moved(4), moved(5)):
        ahead.add(message)
    await asyncio.sleep(0)
    assert [message.x for message in app.heard if isinstance(message, MouseMove)] == [2, 3, 5]


class Searched(App[None]):
    """A list, deep within others, and a line that `/` leads to."""

    AUTO_FOCUS = "OptionList"

    BINDINGS = [Binding("slash", "search", "Search")]

    def compose(self) -> ComposeResult:
        """The list has the focus."""
        yield Vertical(Vertical(Vertical(OptionList("one", "two"))))
        yield Input()

    def action_search(self) -> None:
        """To the line."""
        self.query_one(Input).focus()


async def test_what_a_key_does_decides_who_hears_the_next_one() -> None:
    async with opened(Searched()) as pilot:
        ahead, line = TypeAhead(pilot.app, asyncio.get_running_loop()), pilot.app.query_one(Input)
        for key, character in (("slash", "/"), ("a", "a"), ("b", "b"), ("left", None), ("c", "c")):
            ahead.add(Key(key, character))
        await pilot.until(lambda: line.value == "acb", "all letters in the line")
