"""OpenSSH's client, as anybody uses it."""

from __future__ import annotations

import signal
import socket
from contextlib import suppress

import pytest

from tests.host.conftest import OpenHost, Ssh
from tests.host.house import Host
from tests.terminal.terminal import Terminal
from tests.web.conftest import free_port

MENU = "GOBBLET"
NAME = "What is your name?"


def to_menu(guest: Terminal, name: str = "") -> None:
    """Come to the menu, by a name or without one where it is asked for."""
    guest.until(lambda: any(words in guest.screen() for words in (MENU, NAME)), "the menu, or the question")
    if NAME in guest.screen():
        guest.type(f"{name}\r".encode() if name else b"\x1b")
        guest.until(lambda: NAME not in guest.screen(), "the menu without a question above it")
    guest.expect(MENU)


@pytest.mark.long
def test_a_guest_sees_the_menu_sets_up_a_game_and_leaves(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    assert at.wait_for("arrived")["keyed"] is True
    guest.type(b"1")
    guest.expect("You against Novice")
    guest.type(b"\x1b")
    to_menu(guest)
    guest.type(b"q")
    assert guest.wait() == 0
    assert b"Good-bye." in guest.output.rpartition(b"\x1b")[2]
    assert at.wait_for("left")["here"] == 0


@pytest.mark.long
def test_a_guest_at_rest_is_sent_nothing(house: Host, ssh: Ssh) -> None:
    guest = ssh(house, "rest")
    to_menu(guest)
    guest.drain(0.5)
    before = len(guest.output)
    guest.watch(2)
    assert len(guest.output) == before


@pytest.mark.long
def test_the_mouse_and_another_size(house: Host, ssh: Ssh) -> None:
    guest = ssh(house, "mouse", columns=120, rows=40)
    to_menu(guest)
    guest.drain(0.3)
    row = next(row for row, line in enumerate(guest.screen().splitlines()) if MENU in line)
    column = guest.screen().splitlines()[row].index(MENU)
    click = f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m"
    guest.type(click.encode())
    guest.expect("Misses what it uncovers and more")
    guest.resize(60, 18)
    guest.until(
        lambda: guest.screen().splitlines()[-1].strip().lower().startswith("enter play"),
        "keys in the last row",
    )
    guest.drain(0.5)
    assert max(len(line.rstrip()) for line in guest.screen().splitlines()) <= 60


@pytest.mark.long
def test_a_game_is_played_and_gone_on_with_from_anywhere(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    guest.type(b"1")
    guest.expect("You against Novice")
    guest.type(b"\r")
    guest.expect("press A to F")
    guest.type(b"c")
    guest.expect("1. C")
    guest.kill(signal.SIGKILL)
    at.wait_for("left")
    again = ssh(at)
    to_menu(again)
    again.expect("Continue")
    again.type(b"c")
    again.expect("1. C")


@pytest.mark.long
def test_without_a_key_nothing_is_kept(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at, "")
    to_menu(guest)
    assert at.wait_for("arrived")["keyed"] is False
    guest.type(b"q")
    guest.wait()
    at.wait_for("left")
    assert at.stop() == 0
    assert list((at.data / "visits").iterdir()) == []


def test_a_terminal_and_nothing_else(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    asked: list[tuple[tuple[str, ...], tuple[str, ...]]] = [
        (("-T",), ()),
        (("-T",), ("ls",)),
        (("-T", "-s"), ("sftp",)),
    ]
    for words, command in asked:
        guest = ssh(at, "mara", *words, command=command)
        assert guest.wait() != 0
        assert (b"needs a terminal" if command == ("ls",) else b"request failed") in guest.output
    assert at.stop() == 0
    assert "arrived" not in [told["event"] for told in at.events]


def test_a_command_is_what_is_opened_first(house: Host, ssh: Ssh) -> None:
    named = ssh(house, "names", "-tt", command=("abacus",))
    named.expect("What is your name?")
    named.type(b"Nora\r")
    named.expect("MORE OPTIONS")
    other = ssh(house, "others", "-tt", command=("ls",))
    other.expect("What is your name?")
    other.type(b"Olga\r")
    other.expect("To be named here: egg-carton")
    day = ssh(house, "days", "-tt", command=("today",))
    day.expect("What is your name?")
    day.type(b"Pia\r")
    day.expect("the next in")


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
        refused(guest, port, house.port)


def refused(guest: Terminal, port: int, target: int) -> None:
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


@pytest.mark.long
def test_guests_are_told_when_the_host_closes(host: OpenHost, ssh: Ssh) -> None:
    at = host()
    guest = ssh(at)
    to_menu(guest)
    at.ask()
    assert guest.wait() == 0  # reads meanwhile: a terminal that takes nothing is left after a second
    assert b"The host is closing" in guest.output
    assert at.wait() == 0


@pytest.mark.long
def test_the_house_has_room_for_so_many(host: OpenHost, ssh: Ssh) -> None:
    at = host("--max-guests", "1")
    to_menu(ssh(at))
    other = ssh(at, "ben")
    assert other.wait() == 0
    assert b"The house is full" in other.output
