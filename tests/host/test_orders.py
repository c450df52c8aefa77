"""What whoever runs the host asks and orders, and what is answered and logged, as `orders.txt` says: a line `> ` is
typed after `marbles-tui host`, or a question as it comes through the socket, or lets guests `come`, `play`, or play
a `tournament` that is `called` off or, where the first of them resigns, is not. Behind `--json` stand the keys
of each kind of answer, once. `make playthroughs` takes it anew."""

from __future__ import annotations

import asyncio
import json
import re
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any, cast

import pytest

from marbles_tui.host.control import COMMANDS, ControlSocket, Desk
from marbles_tui.host.events import Events
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.reception import Reception
from marbles_tui.rooms.asking import Json, ask, control_file, objects
from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.tournaments import TournamentPlan
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.players import Act
from tests.golden import compare
from tests.rooms.open_house import Guest, guest, seated
from tests.waiting import until

FILE = Path(__file__).with_name("orders.txt")
WORKER = 1
CHANGING = {
    r"\d{4}-\d\d-\d\d \d\d:\d\d\+13:00": "DATE",
    r"\d+: (\d+ guests?, \d+ games?), \d+ MiB, \d+ ms late": r"PROCESS: \1, … MiB, … ms late",
    r"(?<=ssh )\w+|\w+(?=: \d+ new key)": "CODE",
}
"""What is another each time."""


def asked(line: str) -> dict[str, Any]:
    """The question that stands for a command line."""
    if line.startswith("{"):
        return cast("dict[str, Any]", json.loads(line))
    name, *words = shlex.split(line)
    arguments, question = COMMANDS[name].arguments, dict[str, Any]()
    places = iter([each for each in arguments if not each.option])
    while words:
        word = words.pop(0)
        option = next((each for each in arguments if each.option and f"--{each.name}" == word), None)
        if option:
            question[option.name] = option.flag or words.pop(0)
        else:
            question[next(places).name] = word
    return {"ask": name, **question}


def keys_of(answer: Json) -> str:
    """The keys of an answer, and of the first object in each of its lists."""
    return " ".join(
        f"{key}[{keys_of(values[0])}]" if (values := objects(value)) and isinstance(values[0], dict) else key
        for key, value in answer.items()
    )


class Orders:
    """An open house, and whoever runs it."""

    def __init__(self, folder: Path, socket: Path, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("INFO", "marbles_tui.host")
        self.socket, self.log = socket, caplog
        self.console: list[str] = []
        self.told: list[str] = []
        self.reception = Reception(folder, HostLimits(), Events(self.console.append, None))
        self.desk = Desk(folder, self.reception, lambda: self.reception.events.tell("closing"))
        self.tables: list[Guest] = []
        self.ids: dict[str, str] = {}
        self.answers: set[tuple[str, str]] = set()

    async def enter(self, line: str) -> list[str]:
        """What is answered, and what is logged of it."""
        lobby, before = self.reception.lobby, len(self.log.messages)
        word, *names = line.split()
        words: list[str] = []
        if word == "come":
            came = guest(lobby, names[0])
            came.listen_to_words(
                lambda told, alone: self.told.append(f"{came.account.name}: {told}") if alone else None
            )
        elif word == "play":
            self.tables += await seated(lobby, Terms("gobblet"), *(guest(lobby, name) for name in names))
            await until(lambda: "have begun" in self.log.messages[-1], "the game is begun and logged")
        elif word in {"tournament", "called"}:
            await self.tournament([guest(lobby, name) for name in names], off=word == "called")
        else:
            question = asked(self.named(line, back=True))
            answer = await asyncio.to_thread(ask, self.socket, question, WORKER)
            refused = answer.pop("error", None)
            words = [f"refused: {refused}"] if refused else cast("list[str]", answer.pop("words"))
            if answer and (word, keys := keys_of(answer)) not in self.answers:
                self.answers.add((word, keys))
                words.append(f"--json: {keys}")
        await asyncio.sleep(0)  # what somebody is told comes by the loop
        shown = [line.partition(" ")[2] for line in self.console]
        for told in self.log.messages[before:]:
            words.append(f"{'said' if any(map(told.startswith, shown)) else 'log'}: {told}")
        words += [f"tells {each}" for each in self.told]
        self.console.clear()
        self.told.clear()
        return [self.masked(each) for each in words]

    async def tournament(self, visits: list[Visit], *, off: bool) -> None:
        """Two join one, which is called off, or the first resigns."""
        first, house = visits[0], self.reception.lobby.house
        plan = TournamentPlan("Cup", "gobblet", "round-robin", begins_in=1)
        state = first.tournaments.announce(first.account, plan)
        self.ids[state.id] = "<tournament>"
        for visit in visits:
            visit.tournaments.join(visit.account, state.id)
        if off:
            first.tournaments.cancel(first.account, state.id)
            await until(lambda: "called off" in self.log.messages[-1], "it is logged")
            return
        known = self.reception.lobby.tournaments
        await until(lambda: [len(each.entrants) for each in known] == [len(visits)], "all have joined")
        house.wall, before = lambda: time() + 60, house.wall
        known.look()
        await until(lambda: first.called, "it begins")
        table = Guest(first, first.called[0].id)
        table.follower.do(Act.RESIGN, table.follower.seats[0])
        await until(lambda: "Cup has ended" in self.log.messages[-1], "it is logged")
        house.wall = before

    def named(self, text: str, *, back: bool = False) -> str:
        """A text with ids of accounts and games as <Ann> and <game>, or the other way round."""
        self.ids |= {each.account.id: f"<{each.account.name}>" for each in self.reception.lobby.accounts}
        self.ids |= dict.fromkeys(self.reception.lobby.rooms, "<game>")
        self.ids |= {code: "CODE" for code, _ in self.desk.notes.invitations()}
        for id, name in self.ids.items():
            text = text.replace(name, id) if back else text.replace(id, name)
        return text

    def masked(self, text: str) -> str:
        """A text without what is another each time."""
        text = self.named(text)
        for pattern, mask in CHANGING.items():
            text = re.sub(pattern, mask, text)
        return text


@pytest.mark.usefixtures("zone")
@pytest.mark.parametrize("zone", ["EAST-13"], indirect=True)
async def test_what_is_ordered_is_done_and_told(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    lines = list[str]()
    with TemporaryDirectory() as place:  # the path of a socket is short
        orders = Orders(tmp_path, Path(place), caplog)
        control = ControlSocket(Path(place, control_file(WORKER)), orders.desk.reply)
        await control.open()
        for line in FILE.read_text(encoding="utf-8").splitlines():
            if line.startswith("> "):
                lines += [line, *(f"    {told}" for told in await orders.enter(line.removeprefix("> ")))]
            elif not line.startswith("    "):
                lines.append(line)
        await control.close()
    await orders.reception.close()
    compare(FILE, lines)
