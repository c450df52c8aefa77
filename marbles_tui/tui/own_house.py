"""Houses as the arcade opens and visits them: where one is, and one of one's own, a process beside the arcade."""

from __future__ import annotations

import asyncio
import re
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple, Self

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.asking import NotOpen, ask, objects
from marbles_tui.store.files import data_folder
from marbles_tui.tui.kit_app import Kit

SSH_PORT: Final = 22
USUAL_PORT: Final = 2222

LONGEST: Final = 120
"""The most characters of an address."""

NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
HOST: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*")

ALIAS: Final = "own-house"
"""What its key is known as: its port is another one each time."""

PATIENCE: Final = 3.0
"""Seconds in which a house answers."""

SOON: Final = 0.1
"""Seconds to the next look at a house that is opening or closing."""

NAMED: Final = 24
"""Characters of a name."""

HERE, EVERYWHERE = "127.0.0.1", ("0.0.0.0", "::", "")
"""What a house listens at for this machine alone, and for all."""


class Address(NamedTuple):
    """Where a house is."""

    host: str
    port: int = USUAL_PORT
    user: str = ""
    known: str = ""
    """The file with the key of a house that this program has opened itself: it must be that, and nobody is asked."""

    near: str = ""
    """The name by which this machine reaches such a house, wherever it is in the network."""

    @classmethod
    def read(cls, text: str) -> Self:
        """From what people pass on: `ssh -p 2222 ann@attic.local`, `attic.local:2222`, `attic.local`. Raises
        ValueError with what was expected."""
        words = text.strip()[:LONGEST].split()
        port, rest = USUAL_PORT, words
        if words[:1] == ["ssh"]:
            port, rest = SSH_PORT, words[1:]
        if rest[:1] == ["-p"] and len(rest) > 1:
            port, rest = int(rest[1]) if rest[1].isdigit() else 0, rest[2:]
        if len(rest) != 1:
            raise ValueError("An address is a name, as attic.local:2222, or the line that they passed on.")
        user, _, place = rest[0].rpartition("@")
        host, _, number = place.partition(":") if place.count(":") == 1 else (place, "", "")
        port = int(number) if number.isascii() and number.isdigit() else 0 if number else port
        if not HOST.fullmatch(host) or (user and not NAME.fullmatch(user)) or not 0 < port < 65_536:
            shown = sanitize_line(rest[0], 40)
            raise ValueError(f"An address is a name, as attic.local:2222, not {shown}.")
        return cls(host, port, user)

    def __str__(self) -> str:
        place = f"{self.user}@{self.host}" if self.user else self.host
        return f"ssh -p {self.port} {place}" if self.port != SSH_PORT else f"ssh {place}"

    def command(self, code: str = "") -> list[str]:
        """What is run to go there, and with a code on to a private game."""
        user = ["-l", self.user] if self.user else []
        file = self.known.replace("%", "%%")
        options = (f"HostKeyAlias={ALIAS}", f'UserKnownHostsFile="{file}"', "StrictHostKeyChecking=yes")
        known = [word for option in options for word in ("-o", option)] if file else []
        there = ["-t", "--", self.host, "join", code] if code else ["--", self.host]
        return ["ssh", "-p", str(self.port), *user, *known, *there]

    async def answers(self) -> bool:
        """Whether something there speaks SSH."""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection(self.host, self.port)
                try:
                    return (await reader.readexactly(4)) == b"SSH-"
                finally:
                    writer.close()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            return False


def has_ssh() -> bool:
    """Whether there is a program to visit houses with."""
    return which("ssh") is not None


def own_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect(("192.0.2.1", 9))
        return str(asked.getsockname()[0])
    return socket.gethostname()


class OwnHouse:
    """The house whose data lie in this home, a process of its own. It is closed, opening, open by this arcade, which
    then has its process, or opened elsewhere. Either may be closed from here. When the arcade is left, its own one
    closes, even while it is opening, unless it is to stay; one from elsewhere stays, unless it is to close."""

    def __init__(self, app: Kit) -> None:
        """The screen of the app is told when it opens or closes."""
        self.address: Address | None = None
        """Where it is open; None while it is not."""
        self.people: dict[str, str] = {}
        """The names of those who are there, by their accounts."""
        self.trouble = ""
        """Why it could not be opened."""
        self.stays = False
        """Whether it stays open when the arcade ends; see `stay`."""
        self.opening = False
        self._changed = app.tell_screen
        self._process: asyncio.subprocess.Process | None = None
        self._running: asyncio.Task[None] | None = None
        self._known: TemporaryDirectory[str] | None = None

    def open(self, everywhere: bool) -> None:
        """Open it on a free port, to the network or to this machine alone."""
        if not (self.opening or self._process or self.address):
            self.opening, self.trouble = True, ""
            self._changed()
            self._running = asyncio.create_task(self._run(EVERYWHERE[0] if everywhere else HERE))

    async def _run(self, bind: str) -> None:
        """Have it open, unless it is, until it ends."""
        if await self.look():
            return
        try:
            told = await self._ended(bind)
        except OSError as error:
            told = str(error)
        self._process = self.address = None  # whatever answers from now on was opened elsewhere
        if not await self.look() and self.opening:
            told = sanitize_line(told.strip()[-300:], 300)
            self.trouble = told.rpartition("marbles-tui: ")[2] or "it ended at once"  # after warnings
        self.opening = False
        self._changed()

    async def _ended(self, bind: str) -> str:
        """Run its process; what that has told of trouble."""
        process = self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "marbles_tui", "host", "--attended", "--bind", bind, "--port", "0"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        self.stay(self.stays)
        while process.returncode is None and not await self.look():
            await asyncio.sleep(SOON)
        assert process.stderr
        told = await process.stderr.read()
        await process.wait()
        return told.decode(errors="replace")

    def stay(self, stays: bool) -> None:
        """Have it stay open, or close, when the arcade ends, be it killed where it has opened it."""
        self.stays = stays
        if self._process and self._process.stdin:
            self._process.stdin.write(bytes([stays]))

    async def look(self) -> bool:
        """Ask it how it stands; whether it is open."""
        before = self.address, {**self.people}
        try:
            there = await self._ask("people")
            if not self.address:
                self._found(await self._ask("status"))
            self.people = {
                str(each["account"]): sanitize_line(str(each["name"]), NAMED)
                for each in objects(there["people"])
            }
        except (NotOpen, LookupError, TypeError, ValueError):  # an older version does not say where it is
            if self.address and not self._process:
                self.stays = False  # as the house of another did
            self.address, self.people = None, {}
        if before != (self.address, self.people):
            self._changed()
        return self.address is not None

    async def _ask(self, what: str) -> dict[str, object]:
        data = (data_folder() / "host").resolve()
        return await asyncio.to_thread(ask, data, {"ask": what}, patience=PATIENCE)

    def _found(self, told: Mapping[str, object]) -> None:
        bound, port = str(told["address"]), int(str(told["port"]))
        known = ""  # where it cannot be written, people are asked
        with suppress(OSError):
            self._known = self._known or TemporaryDirectory(prefix="marbles-tui-")
            file = Path(self._known.name, "known_hosts")
            file.write_text(f"{ALIAS} {told['key']}\n", encoding="ascii")
            known = file.as_posix()
        near = "localhost" if bound in (HERE, *EVERYWHERE) else bound
        self.address = Address(own_address() if bound in EVERYWHERE else near, port, known=known, near=near)
        self.opening, self.trouble = False, ""
        self.stays = self.stays or not self._process

    async def close(self) -> None:
        """Close it; all games are kept."""
        with suppress(NotOpen, TimeoutError, ProcessLookupError):
            async with asyncio.timeout(PATIENCE):
                if self._process and self._running:
                    self._process.terminate()
                    await asyncio.shield(self._running)
                    return
                await self._ask("close")
                while await self.look():
                    await asyncio.sleep(SOON)

    async def leave(self) -> None:
        """The arcade is left."""
        if not self.stays and (self._process or self.address):
            await self.close()
        if self._running:
            self._running.cancel()
        if self._known:
            self._known.cleanup()
