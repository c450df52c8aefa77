"""OpenSSH's client, as anybody uses it: what is entered and seen stands in `visits.txt`, a line each.

> host OPTIONS                somebody opens a house; `house`: one that is there for all stories
> come NAME WORDS | COMMAND   a guest, by a key of that name; WORDS: `keyless`, `size=120x40`, `user=CODE` (of the
                              last invitation) and options of ssh
> enter NAME CALLED WORDS     the same, on to the menu, under that name where one is asked for
> NAME sees, types, clicks TEXT; resizes COLUMNS ROWS; keys TEXT (how the last row begins); vanishes
> NAME ends STATUS TEXT; fails TEXT     how the client ends
> order WORDS => ANSWER       `refused`: one that cannot be done; `dismiss NAME`: one by which NAME has to go
> unopened STATUS FOLDER OPTIONS => ANSWER    a host that does not open, in that folder or in the one of the `house`
> event EVENT FACTS           what is told; `log`: in the log, with KEY for the last key in an answer; `no EVENT`
> ask; closed STATUS          it is asked to close, and has; `empty FOLDER`: nothing is kept there

`# quick` in a story: it is not only run among the long tests.
"""

from __future__ import annotations

import json
import re
import shlex
import signal
import socket
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tests.host.conftest import OpenHost, Ssh, ordered, refused, to_menu, told
from tests.host.house import Host
from tests.terminal.terminal import Terminal
from tests.web.conftest import free_port

STORIES = re.split(
    r"^== ", Path(__file__).with_name("visits.txt").read_text(encoding="utf-8"), flags=re.MULTILINE
)
QUICK = "# quick"


class Evening:
    """A house, and those who come to it."""

    def __init__(self, folder: Path, house: Host, open_host: OpenHost, ssh: Ssh) -> None:
        self._folder, self._ssh, self._at, self._open = folder, ssh, house, open_host
        self._guests: dict[str, Terminal] = {}
        self._code = self._key = ""
        self._read = 0  # lines of the log

    def enter(self, line: str) -> None:
        """Do what a line says, and see that it is so."""
        who, _, rest = line.replace(r"\e", "\x1b").replace(r"\r", "\r").partition(" ")
        if who in self._guests:
            deed, _, words = rest.partition(" ")
            self._does(self._guests[who], deed, words)
            return
        words, _, said = rest.partition(" => ")
        getattr(self, f"_{who}")(said, *shlex.split(words))

    def _does(self, guest: Terminal, deed: str, words: str) -> None:
        match deed:
            case "sees":
                guest.expect(words)
            case "types":
                guest.type(words.encode())
            case "vanishes":
                guest.kill(signal.SIGKILL)
            case "fails":
                assert guest.wait() != 0
                assert words.encode() in guest.output
            case "ends":
                status, _, text = words.partition(" ")
                assert (guest.wait() if guest.status is None else guest.status) == int(status)
                assert text.encode() in guest.output.rpartition(b"\x1b")[2]
            case "resizes":
                guest.resize(*map(int, words.split()))
            case "clicks":
                guest.drain(0.3)
                row, text = next(
                    found for found in enumerate(guest.screen().splitlines(), 1) if words in found[1]
                )
                at = f"{text.index(words) + 1};{row}"
                guest.type(f"\x1b[<0;{at}M\x1b[<0;{at}m".encode())
            case "keys":
                guest.until(lambda: guest.screen().splitlines()[-1].strip().lower().startswith(words), words)
            case _:
                raise AssertionError(deed)

    def _host(self, _: str, *options: str) -> None:
        self._at = self._open(*options)

    def _house(self, _: str) -> None:
        """The one of all stories is there from the beginning."""

    def _come(self, _: str, name: str, *words: str) -> None:
        own = [word for word in words if "=" not in word and word != "keyless"]
        named = dict(word.split("=") for word in words if "=" in word)
        at = own.index("|") if "|" in own else len(own)
        columns, rows = map(int, named.get("size", "80x24").split("x"))
        self._guests[name] = self._ssh(
            self._at, "" if "keyless" in words else name, *own[:at], columns=columns, rows=rows,
            command=tuple(own[at + 1 :]), user=self._code if "user" in named else "",
        )  # fmt: skip

    def _enter(self, _: str, name: str, *words: str) -> None:
        called = [word for word in words if "=" not in word and word != "keyless"]
        self._come("", name, *(word for word in words if word not in called))
        to_menu(self._guests[name], *called)

    def _order(self, said: str, *words: str) -> None:
        status, out, error = told(self._at.data, *words)
        assert (status, error) == (0, "")
        assert said in out
        self._code = (re.findall(r"ssh (\w+)@HOST", out) or [self._code])[0].lower()
        self._key = (re.findall(r"SHA256:[\w+/]+", out) or [self._key])[0]

    def _dismiss(self, said: str, name: str, *words: str) -> None:
        assert ordered(self._at, self._guests[name], *words).strip() == said

    def _refused(self, said: str, *words: str) -> None:
        status, out, error = told(self._at.data, *words, "--json")
        assert status == 1
        assert said in json.loads(out)["error"]
        assert said in error

    def _unopened(self, said: str, status: str, folder: str, *options: str) -> None:
        data = self._at.data if folder == "house" else self._folder / folder
        found, error = refused(data, *(str(self._at.port) if word == "PORT" else word for word in options))
        assert found == int(status)
        assert said in error

    def _event(self, _: str, event: str, *facts: str) -> None:
        _has(self._at.wait_for(event), facts)

    def _log(self, _: str, event: str, *facts: str) -> None:
        """The next line of the log that tells of such an event."""
        lines = [json.loads(line) for line in self._at.said().splitlines()]
        self._read = next(at for at in range(self._read, len(lines)) if lines[at].get("event") == event) + 1
        _has(lines[self._read - 1], [fact.replace("KEY", self._key) for fact in facts])

    def _no(self, _: str, event: str) -> None:
        assert not self._at.told(event)

    def _ask(self, _: str) -> None:
        self._at.ask()

    def _closed(self, _: str, status: str) -> None:
        assert self._at.wait() == int(status)

    def _empty(self, _: str, folder: str) -> None:
        assert not list((self._at.data / folder).iterdir())


def _has(told: dict[str, object], facts: Sequence[str]) -> None:
    for name, value in (fact.split("=") for fact in facts):
        assert str(told[name]) == {"true": "True", "false": "False"}.get(value, value)


@pytest.mark.parametrize(
    "story",
    [
        pytest.param(story, id=story.partition("\n")[0], marks=() if QUICK in story else pytest.mark.long)
        for story in STORIES[1:]
    ],
)
def test_who_comes_and_what_they_see(
    story: str, house: Host, host: OpenHost, ssh: Ssh, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, house, host, ssh)
    for line in story.splitlines():
        if line.startswith("> "):
            try:
                evening.enter(line.removeprefix("> "))
            except Exception as fault:
                fault.add_note(line)
                raise


@pytest.mark.long
def test_a_guest_at_rest_is_sent_nothing(house: Host, ssh: Ssh) -> None:
    guest = ssh(house, "rest")
    to_menu(guest)
    guest.drain(0.5)
    before = len(guest.output)
    guest.watch(2)
    assert len(guest.output) == before


def test_nothing_is_forwarded(house: Host, ssh: Ssh) -> None:
    here, there, anywhere = free_port(), free_port(), free_port()
    elsewhere = f"127.0.0.1:{house.port}"
    guest = ssh(
        house, "forwards", "-R", f"{here}:{elsewhere}", "-L", f"{there}:{elsewhere}", "-D", str(anywhere)
    )
    to_menu(guest)
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", here), 10)
    for port in (there, anywhere):
        unreached(guest, port, house.port)


def unreached(guest: Terminal, port: int, target: int) -> None:
    """Try to reach another port through one that the client listens on."""
    with socket.create_connection(("127.0.0.1", port), 10) as through:
        through.sendall(b"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01" + target.to_bytes(2, "big"))
        through.setblocking(False)
        got = b""

        def closed() -> bool:
            nonlocal got
            with suppress(BlockingIOError):
                try:
                    part = through.recv(100)
                except ConnectionResetError:
                    return True
                got += part
                return not part
            return False

        guest.until(closed, "the end of the connection")
        assert b"SSH" not in got
