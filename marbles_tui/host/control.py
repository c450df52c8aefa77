"""What whoever runs the host asks and orders, through a socket in its folder that nobody else can open."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any, Final

from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.host.reception import Reception
from marbles_tui.rooms.accounts import Account, Ban
from marbles_tui.rooms.remote import Mirror
from marbles_tui.rooms.room import Room

FILE: Final = "control.sock"
WORKER: Final = "control-{}.sock"

LONGEST: Final = 100
"""Bytes of the path of a socket that every system takes."""

PATIENCE: Final = 10.0
"""Seconds to wait for an answer."""

LARGEST: Final = 1 << 16
"""Bytes of a question."""

Answer = dict[str, Any]


def control_file(worker: int = 0) -> str:
    """The name of the socket of a host, or of one of the processes that share its port."""
    return WORKER.format(worker) if worker else FILE


class NotOpen(Exception):
    """No host answers."""


class Unknown(Exception):
    """What is asked about is not there; the message is one line."""


class ControlLine:
    """A socket in a folder that nobody else can open: answers questions, a line of JSON each."""

    def __init__(self, place: Path, do: Callable[[Any], Answer | Awaitable[Answer]]) -> None:
        """`do` answers; it raises Unknown where it cannot."""
        self._place, self._do = place, do
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen. Raises OSError."""
        if len(os.fsencode(self._place)) > LONGEST:
            raise OSError(f"the path of the folder is too long for the socket {self._place}")
        self._place.unlink(
            missing_ok=True
        )  # of a host that could not clean up: the database has one host at a time
        own = socket.socket(socket.AF_UNIX)
        before = os.umask(0o177)
        try:
            own.bind(os.fspath(self._place))
        finally:
            os.umask(before)
        self._server = await asyncio.start_unix_server(self._answer, sock=own, limit=LARGEST)

    async def close(self) -> None:
        """Listen no more."""
        if self._server:
            self._server.close()
            self._place.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            asked = json.loads(await asyncio.wait_for(reader.readline(), PATIENCE))
            answer = self._do(asked)
            if inspect.isawaitable(answer):
                answer = await answer
        except Unknown as error:
            answer = {"error": str(error)}
        except (ValueError, KeyError, TypeError, TimeoutError, OSError):
            answer = {"error": "expected a line of JSON that asks for something"}
        with suppress(OSError):
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        writer.close()


class Control:
    """Answers for one process."""

    def __init__(
        self, data: Path, reception: Reception, stop: Callable[[], object], file: str = FILE
    ) -> None:
        """`stop` closes the host; `file`: the name of the socket."""
        self._reception, self._stop = reception, stop
        self._line = ControlLine(data / file, self._do)

    async def open(self) -> None:
        """Begin to listen. Raises OSError."""
        if joined := self._reception.joined:
            joined.peers.answer = lambda _: self._reception.own_status()
        await self._line.open()

    async def close(self) -> None:
        """Listen no more."""
        await self._line.close()

    def _do(self, asked: Any) -> Answer | Awaitable[Answer]:
        match asked:
            case {"ask": "status"}:
                return self._whole_status()
            case {"ask": "people"}:
                return {"people": self._people()}
            case {"ask": "ban", "who": str(who), "banned": bool(banned)}:
                account = self._find(who)
                self._reception.events.tell(
                    "banned" if banned else "unbanned", account=account.id, name=account.name
                )
                self._reception.lobby.ban(account, Ban(time()) if banned else None)
                return {"account": account.id, "name": account.name, "banned": banned}
            case {"ask": "close", "game": None}:
                self._stop()
                return {"closing": True}
            case {"ask": "close", "game": str(game)}:
                if not self._reception.lobby.close_room(game):
                    raise Unknown(f"there is no game {sanitize_line(game, 40)!r}")
                return {"closed": game}
        raise Unknown("expected status, people, ban or close")

    def _status(self) -> Answer:
        reception = self._reception
        games = [
            {
                "id": room.id,
                "game": room.match.game.key,
                "names": list(room.names),
                **({"process": self._player(room)} if reception.joined else {}),
            }
            for room in reception.lobby.rooms.values()
            if not room.is_over
        ]
        return {
            "guests": len(reception.guests),
            "most": reception.limits.guests,
            "games": games,
            "offers": len(reception.lobby.challenges),
            "thinking": reception.pool.busy,
            "waiting": reception.pool.waiting,
            "minutes": int((time() - reception.began) // 60),
            "pid": os.getpid(),
        }

    def _player(self, room: Room | Mirror) -> str:
        """The id of the process that plays a game; "" where none does now."""
        joined = self._reception.joined
        return room.host if isinstance(room, Mirror) else joined.process if joined else ""

    async def _whole_status(self) -> Answer:
        """With what each process of the house says of itself, where there are several."""
        joined = self._reception.joined
        if not joined:
            return self._status()
        own = await joined.peers.ask_all({"ask": "own"})
        return {**self._status(), "processes": [{"process": id, **own[id]} for id in sorted(own)]}

    def _people(self) -> list[Answer]:
        doing = {person.account.id: person for person in self._reception.lobby.people("")}
        people = []
        for guest in self._reception.guests:
            account, person = guest.account, doing.get(guest.account.id)
            people.append(
                {
                    "account": account.id,
                    "name": account.name,
                    "keyed": account.keyed,
                    "owner": account.owner,
                    "address": guest.address,
                    "minutes": guest.minutes,
                    "doing": person.doing if person else "free",
                    "what": person.what if person else "",
                    "game": person.room if person else None,
                }
            )
        return people

    def _find(self, who: str) -> Account:
        accounts = self._reception.lobby.accounts
        if account := accounts.find(who) or accounts.named(who):
            return account
        raise Unknown(f"nobody is called {sanitize_line(who, 40)!r}")


def ask(data: Path, question: Answer, worker: int = 0) -> Answer:
    """What the host answers whose folder that is, or one of its workers. Raises NotOpen where none is open."""
    try:
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(os.fspath(data / control_file(worker)))
            line.sendall(json.dumps(question).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer = json.loads(answers.readline())
    except (OSError, ValueError) as error:
        raise NotOpen(f"no host is open with its data in {data}") from error
    return dict(answer)


def status_words(status: Answer) -> list[str]:
    """How the host stands, for a person."""
    guests = (
        f"{plural(status['guests'], 'guest')} of at most {status['most']}, open for {status['minutes']} min"
    )
    thinking = f"{status['thinking']} computers think, {status['waiting']} wait"
    processes = [
        f"  process {each['process']}: {plural(each['guests'], 'guest')}, {plural(each['playing'], 'game')},"
        f" {each['memory']} MiB, {each.get('lag', 0)} ms late, open for {each['minutes']} min"
        f"{', closing' if each['closing'] else ''}"
        for each in status.get("processes", ())
    ]
    games = [f"  {game['id']}  {game['game']}: {', '.join(game['names'])}" for game in status["games"]]
    return [
        guests,
        thinking,
        f"{plural(status['offers'], 'open offer')}, {plural(len(games), 'game')}",
        *games,
        *([plural(len(processes), "process"), *processes] if processes else []),
    ]


def people_words(people: list[Answer]) -> list[str]:
    """Who is here, for a person."""
    lines = []
    for each in people:
        key = "" if each["keyed"] else ", no key"
        owner = ", owner" if each["owner"] else ""
        what = f"{each['doing']} {each['what']}".strip()
        lines.append(f"{each['name']}: {what}, {each['minutes']} min, from {each['address']}{key}{owner}")
    return lines or ["Nobody is here."]
