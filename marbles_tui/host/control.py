"""What the owner of a host asks and orders: one table of commands, of which the command line, its help and the host
are made. The host answers through a socket in its folder that nobody else can open."""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address, ip_network
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Final, TypeAlias

from marbles_tui.core.text import plural, sanitize_line, sanitize_text
from marbles_tui.host.addresses import network_of
from marbles_tui.host.resources import ProcessStanding
from marbles_tui.rooms.accounts import Account, Ban, KnownAccount
from marbles_tui.rooms.asking import PATIENCE, SOCKET, Json, objects
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.notes import INVITED, MESSAGE, RULES, Invitation
from marbles_tui.rooms.room import LiveRoom, Mirror
from marbles_tui.store.codec import encoded, value_of
from marbles_tui.table.clock import DAY, HOUR, MINUTE

if TYPE_CHECKING:
    from marbles_tui.host.reception import Reception

LONGEST: Final = 100
"""Bytes of the path of a socket that every system takes."""

KEEPING: Final = 5.0
"""Seconds to wait until what was ordered is on the disk."""

LARGEST: Final = 1 << 16
"""Bytes of a question."""

LONGEST_TEXT: Final = 8000
"""Characters of the house's rules."""

UNITS: Final = {"m": MINUTE, "h": HOUR, "d": DAY, "w": 7 * DAY}
"""Seconds of what a time is counted in."""

WEEK: Final = "7d"


@dataclass(frozen=True, slots=True)
class Reply:
    """What is answered: an object for a program, and lines for a person."""

    told: Json
    words: Sequence[str] = ()


class Unknown(Exception):
    """What is asked cannot be done, or is about nobody and nothing; the message is one line."""


# The socket


class ControlSocket:
    """A socket in a folder that nobody else can open: answers questions, a line of JSON each."""

    def __init__(self, place: Path, answer: Callable[[Json], Awaitable[Json]]) -> None:
        """`answer` raises Unknown where it cannot."""
        self._place, self._answered = place, answer
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Begin to listen. Raises OSError."""
        if len(os.fsencode(self._place)) > LONGEST:
            raise OSError(f"the path of the folder is too long for the socket {self._place}")
        # One of a host that could not clean up may be there: the database has one host at a time.
        self._place.unlink(missing_ok=True)
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
        answer: Json
        try:
            answer = await self._answered(json.loads(await asyncio.wait_for(reader.readline(), PATIENCE)))
        except (Unknown, Refused) as error:
            answer = {"error": str(error)}
        except (ValueError, KeyError, TypeError, TimeoutError, OSError):
            answer = {"error": "expected a line of JSON that asks for something"}
        with suppress(OSError):
            writer.write(json.dumps(answer).encode() + b"\n")
            await writer.drain()
        writer.close()


# The table of commands


@dataclass(frozen=True, slots=True)
class Argument:
    """What a command is given: by its place or, as an option, by its name; a flag where the default is False."""

    name: str
    about: str
    default: str | bool | None
    """None where it must be given."""

    parameter: str
    """As the function calls it."""

    option: bool

    @property
    def flag(self) -> bool:
        """Whether it is given or not, without a value."""
        return self.default is False


Do: TypeAlias = "Callable[..., Reply | Awaitable[Reply]]"


@dataclass(frozen=True, slots=True)
class Command:
    """A question or an order of the owner."""

    name: str
    about: str
    arguments: Sequence[Argument]
    do: Do

    @property
    def more(self) -> str:
        """All that its help says."""
        return inspect.getdoc(self.do) or self.about

    def given(self, asked: Json) -> dict[str, str | bool]:
        """What was given of its arguments. Raises Unknown."""
        given: dict[str, str | bool] = {}
        for each in self.arguments:
            value = asked.get(each.name, each.default)
            if not isinstance(value, bool if each.flag else str):
                raise Unknown(
                    f"{self.name}: expected {each.name} as {'true or false' if each.flag else 'a text'}"
                )
            assert isinstance(value, (str, bool))
            given[each.parameter] = value
        return given


COMMANDS: Final[dict[str, Command]] = {}
"""By their names, in the order of the help."""


def command(about: str, name: str = "", /, **abouts: str) -> Callable[[Do], Do]:
    """Add a function to the table. Its arguments are those of the command, keyword-only ones its options; `abouts`
    says what each of them is."""

    def add(do: Do) -> Do:
        _, *parameters = inspect.signature(do).parameters.values()
        arguments = [
            Argument(
                each.name.rstrip("_"),
                abouts.get(each.name, ""),
                None if each.default is each.empty else each.default,
                each.name,
                each.kind is each.KEYWORD_ONLY,
            )
            for each in parameters
        ]
        key = name or do.__name__
        COMMANDS[key] = Command(key, about, arguments, do)
        return do

    return add


class Desk(ControlSocket):
    """Where the commands are carried out, in one process of the house."""

    def __init__(
        self, data: Path, reception: Reception, stop: Callable[[], object], file: str = SOCKET
    ) -> None:
        """`stop` closes the host; `file`: the name of the socket."""
        self.reception, self.stop = reception, stop
        self.lobby, self.notes = reception.lobby, reception.lobby.house.notes
        super().__init__(data / file, self.reply)

    async def reply(self, asked: Json) -> Json:
        """Carry a command out. Raises Unknown."""
        found = COMMANDS.get(str(asked["ask"]))
        if not found:
            raise Unknown(f"expected one of {', '.join(COMMANDS)}")
        given = found.given(asked)
        tasks = self.lobby.house.tasks
        before = set(tasks)
        answer = found.do(self, **given)
        if inspect.isawaitable(answer):
            answer = await answer
        elif begun := tasks - before:  # what is to be kept of it
            _, late = await asyncio.wait(begun, timeout=KEEPING)
            if late:
                raise Unknown("that holds from now on, but it is not kept yet: the log says why")
        assert isinstance(answer, Reply)
        return {**answer.told, "words": list(answer.words)}

    async def ask_all(self, question: Json) -> dict[str, Json]:
        """What each process of the house answers to a question, by its id; see `Reception.answer`."""
        joined = self.reception.joined
        if not joined:
            return {"": self.reception.answer(question)}
        answers: dict[str, Json] = {**await joined.peers.ask_all(dict(question))}
        return answers or {joined.process: self.reception.answer(question)}

    def known(self, who: str) -> KnownAccount:
        """All that is kept of somebody, by name, account or the fingerprint of a key. Raises Unknown."""
        accounts = self.lobby.accounts
        account = accounts.find(who) or accounts.of_key(who) or accounts.named(who)
        if not account:
            raise Unknown(f"nobody is called {sanitize_line(who, 40)!r}")
        return accounts.known(account)

    def player(self, room: LiveRoom | Mirror) -> str:
        """The id of the process that plays a game; "" where none does now, or there is one alone."""
        joined = self.reception.joined
        return room.kept.host if isinstance(room, Mirror) else joined.process if joined else ""

    def tell(self, event: str, about: Account | None = None, **facts: object) -> None:
        """Have it in the log, with the account that it is about."""
        who = {"account": about.id, "name": about.name} if about else {}
        self.reception.events.tell(event, **who, **facts)


def seconds_in(text: str) -> float:
    """How long a time is. Raises Unknown."""
    number, unit = text[:-1], UNITS.get(text[-1:])
    if not (number.isascii() and number.isdigit() and len(number) < 6 and unit):
        raise Unknown(f"expected a time such as 30m, 12h, 7d or 4w, not {sanitize_line(text, 40)!r}")
    return int(number) * unit


def moment(seconds: float | None) -> str:
    """A moment as a person reads it."""
    return datetime.fromtimestamp(seconds).astimezone().isoformat(" ", "minutes") if seconds else ""


def network_in(text: str) -> str:
    """The network that an address or a network stands for, of an IPv6 address 64 bits; "" where it is neither."""
    try:
        return str(ip_network(text, strict=False)) if "/" in text else network_of(str(ip_address(text)))
    except ValueError:
        return ""


# Who is there


@command("Say how the host stands.")
async def status(desk: Desk) -> Reply:
    """Say how many guests and games there are, and how each process stands: its memory, and by how much its loop was
    late at the worst within the last minute."""
    reception, lobby = desk.reception, desk.lobby
    answers = await desk.ask_all({"ask": "own"})
    own = {process: value_of(ProcessStanding, answers[process]) for process in sorted(answers)}
    guests, thinking = sum(each.guests for each in own.values()), sum(each.thinking for each in own.values())
    waiting, minutes = sum(each.waiting for each in own.values()), max(each.minutes for each in own.values())
    games = lobby.running
    told = {
        **reception.events.open_at,
        "guests": guests,
        "most": reception.limits.guests,
        "games": [
            {
                "id": room.id,
                "game": room.match.game.key,
                "names": list(room.match.names),
                "process": desk.player(room),
            }
            for room in games
        ],
        "offers": len(lobby.offers.open),
        "thinking": thinking,
        "waiting": waiting,
        "minutes": minutes,
        "processes": [{"process": process, **encoded(each)} for process, each in own.items()],
    }
    words = [
        f"{plural(guests, 'guest')} of at most {reception.limits.guests}, open for {minutes} min",
        f"computers: {thinking} thinking, {waiting} waiting",
        f"{plural(len(lobby.offers.open), 'open offer')}, {plural(len(games), 'game')}",
        *(f"  {room.id}  {room.match.game.key}: {', '.join(room.match.names)}" for room in games),
        plural(len(own), "process"),
        *(
            f"  {process or each.pid}: {plural(each.guests, 'guest')}, {plural(each.playing, 'game')},"
            f" {each.memory} MiB, {each.lag} ms late, open for {each.minutes} min"
            f"{', closing' if each.closing else ''}"
            for process, each in own.items()
        ),
    ]
    return Reply(told, words)


@command("Say who is there.")
async def people(desk: Desk) -> Reply:
    """Say who is there, from where, by which key, and what they do."""
    answers = await desk.ask_all({"ask": "people"})
    found = [
        {**person, "process": process}
        for process, answer in answers.items()
        for person in objects(answer.get("people"))
    ]
    words = [
        f"{each['name']}: {each['doing']}{' ' if each['what'] else ''}{each['what']}, {each['minutes']} min,"
        f" from {each['address']}, {each['key'] or 'no key'}{', owner' if each['owner'] else ''}"
        for each in found
    ]
    return Reply({"people": found}, words or ["Nobody is here."])


@command("Tell everybody something.", text="what to say; - reads it from the input")
async def say(desk: Desk, text: str) -> Reply:
    """Tell everybody who is here something, on whatever page they are."""
    line = sanitize_line(" ".join(text.split()), 200)
    if not line:
        raise Unknown("there is nothing to say")
    answers = await desk.ask_all({"ask": "say", "text": line})
    heard = sum(int(str(answer.get("heard", 0))) for answer in answers.values())
    desk.tell("said", text=line)
    return Reply({"heard": heard}, [f"{plural(heard, 'guest')} {'has' if heard == 1 else 'have'} been told."])


# Who may come in


@command(
    "Ban somebody, or an address.",
    who="name, account, key, address or network (of an IPv6 address its 64 bits)",
    reason="what they are told",
    for_="how long: 30m, 12h, 7d; for good without it",
    lift="let them in again",
)
def ban(desk: Desk, who: str, *, reason: str = "", for_: str = "", lift: bool = False) -> Reply:
    """Send WHO home and let them in no more: the keys of an account, or whoever comes from an address or a
    network. Owners come in from everywhere."""
    now = time()
    new = None if lift else Ban(now, now + seconds_in(for_) if for_ else None, sanitize_line(reason, 200))
    network = network_in(who)
    if network:
        desk.notes.ban(network, new)
        desk.tell("opened" if lift else "barred", network=network, reason=reason)
        return Reply({"network": network, "banned": not lift}, [_banned(network, new)])
    account = desk.known(who).account
    desk.tell("unbanned" if lift else "banned", account, reason=reason)
    desk.lobby.ban(account, new)
    return Reply(
        {"account": account.id, "name": account.name, "banned": not lift}, [_banned(account.name, new)]
    )


def _banned(who: str, ban: Ban | None) -> str:
    if not ban:
        return f"{who} may come in again."
    return f"{who} is banned{f' until {moment(ban.until)}' if ban.until else ''}."


@command("List who is banned.")
def bans(desk: Desk) -> Reply:
    """List bans: of whom, since when, until when, and why."""
    now = time()
    found = [
        *((known.account.name, known.account.id, known.ban) for known in desk.lobby.accounts if known.ban),
        *((network, "", ban) for network, ban in desk.notes.bans()),
    ]
    held = [(who, id, ban) for who, id, ban in found if ban.holds(now)]
    told = [{"who": who, "account": id, **encoded(ban)} for who, id, ban in held]
    words = [
        f"{who}: since {moment(ban.since) or 'long ago'}, {f'until {moment(ban.until)}' if ban.until else 'for good'}"
        + (f": {ban.reason}" if ban.reason else "")
        for who, _, ban in held
    ]
    return Reply({"bans": told}, words or ["Nobody is banned."])


@command(
    "Say who may come in, or change it.",
    "open-to",
    whom="everybody, or invited: who is known or has an invitation",
)
def open_to(desk: Desk, whom: str = "") -> Reply:
    """Say who may come in: everybody, or only those who have an account already or bring an invitation."""
    if whom not in ("", "everybody", "invited"):
        raise Unknown(f"expected everybody or invited, not {sanitize_line(whom, 40)!r}")
    if whom:
        desk.notes[INVITED] = "yes" if whom == "invited" else ""
        desk.tell("open_to", whom=whom)
    invited = bool(desk.notes[INVITED])
    whose = "Those who are known or invited" if invited else "Everybody"
    return Reply({"invited": invited}, [f"{whose} may come in."])


@command(
    "Invite somebody.",
    uses="how many new keys it lets in",
    for_="how long it is good",
    note="for whom it is, for your own list",
)
def invite(desk: Desk, *, uses: str = "1", for_: str = WEEK, note: str = "") -> Reply:
    """Make a code that lets a new key in where only those may come in who are invited: ssh CODE@HOST, once."""
    if not (uses.isascii() and uses.isdigit() and 0 < int(uses[:6]) <= 10_000):
        raise Unknown(f"expected a number of uses from 1 to 10000, not {sanitize_line(uses, 40)!r}")
    invitation = Invitation(int(uses), time() + seconds_in(for_), sanitize_line(note, 80))
    code = desk.notes.invite(invitation)
    return Reply(
        {"code": code, "uses": invitation.uses, "until": invitation.until},
        [f"ssh {code}@HOST lets {plural(invitation.uses, 'new key')} in until {moment(invitation.until)}."],
    )


@command("List invitations, or withdraw one.", withdraw="the code of one that is good no more")
def invitations(desk: Desk, *, withdraw: str = "") -> Reply:
    """List the invitations that are good, with what is left of each."""
    if withdraw and not desk.notes.withdraw(withdraw.upper()):
        raise Unknown(f"there is no invitation {sanitize_line(withdraw, 40)!r}")
    found = [(code, each) for code, each in desk.notes.invitations() if time() < each.until]
    told = [{"code": code, "uses": each.uses, "until": each.until, "note": each.note} for code, each in found]
    words = [
        f"{code}: {plural(each.uses, 'new key')} until {moment(each.until)}{f', {each.note}' if each.note else ''}"
        for code, each in found
    ]
    return Reply({"invitations": told}, words or ["There are no invitations."])


# Accounts


@command("List accounts.", text="only those whose name, account or key has this in it")
def accounts(desk: Desk, text: str = "") -> Reply:
    """List the accounts of the house: name, account, keys, games that count, and what holds for them."""
    games: dict[str, int] = {}
    for (account, _), rating in desk.lobby.house.ratings.items():
        games[account] = games.get(account, 0) + rating.games
    wanted, now = text.casefold(), time()
    found = [
        known
        for known in sorted(desk.lobby.accounts, key=lambda known: known.account.name.casefold())
        if any(wanted in each.casefold() for each in (known.account.name, known.account.id, *known.keys))
    ]
    told = [
        {
            "account": known.account.id,
            "name": known.account.name,
            "keys": list(known.keys),
            "rated": games.get(known.account.id, 0),
            "owner": known.account.owner,
            "muted": known.muted,
            "banned": bool(known.ban and known.ban.holds(now)),
            "here": desk.lobby.is_here(known.account.id),
        }
        for known in found
    ]
    words = [
        f"{each['name']}: account {each['account']}, {' '.join(known.keys) or 'no key'},"
        f" {plural(games.get(known.account.id, 0), 'rated game')}"
        + "".join(f", {word}" for word in ("owner", "muted", "banned", "here") if each[word])
        for each, known in zip(told, found, strict=True)
    ]
    return Reply({"accounts": told}, [*words, plural(len(told), "account")])


@command("Give an account another name.", who="name, account or key", name="the new name")
def rename(desk: Desk, who: str, name: str) -> Reply:
    """Give an account another name, which nobody else may have."""
    before = desk.known(who).account
    account = desk.lobby.rename(before, name)
    desk.lobby.tell(account.id, f"You are called {account.name} here now.")
    desk.tell("named", account, before=before.name)
    return Reply(
        {"account": account.id, "name": account.name}, [f"{before.name} is called {account.name} now."]
    )


@command("Let nobody hear somebody.", who="name, account or key", lift="let them be heard again")
def mute(desk: Desk, who: str, *, lift: bool = False) -> Reply:
    """Let nobody hear WHO any more, in the lobby and at tables."""
    account = desk.known(who).account
    desk.lobby.silence(account, not lift)
    desk.tell("unmuted" if lift else "muted", account)
    return Reply(
        {"account": account.id, "name": account.name, "muted": not lift},
        [f"{account.name} is heard {'again' if lift else 'by nobody any more'}."],
    )


@command("Delete an account, and all that is kept of it.", who="name, account or key", yes="do not ask")
async def delete(desk: Desk, who: str, *, yes: bool = False) -> Reply:
    """Delete the account of WHO for good: name, keys, ratings, games, settings, boards. Unfinished games are broken
    off. The games of others keep the name. Who comes again by the same key is new."""
    if not yes:
        raise Unknown("nothing is deleted without --yes: it cannot be undone")
    known = desk.known(who)
    account = known.account
    if known.ban and known.ban.holds(time()):
        raise Unknown(f"{account.name} is banned: lift that first, or the same key comes in again")
    desk.tell("deleted", account)
    await desk.ask_all({"ask": "delete", "account": account.id})
    await desk.reception.delete(account)
    return Reply(
        {"account": account.id, "name": account.name}, [f"Nothing is kept of {account.name} any more."]
    )


# What guests are told


@command(
    "Say or set the message of the day.", text="what is told; - reads it from the input", clear="have none"
)
def message(desk: Desk, text: str = "", *, clear: bool = False) -> Reply:
    """Say, or set, what everybody is told who comes in."""
    return _note(desk, MESSAGE, sanitize_line(" ".join(text.split()), 200), clear)


@command("Say or set the rules of the house.", text="Markdown; - reads it from the input", clear="have none")
def rules(desk: Desk, text: str = "", *, clear: bool = False) -> Reply:
    """Say, or set, the rules that guests read in the help of the lobby."""
    if len(text) > LONGEST_TEXT:
        raise Unknown(f"the rules have at most {LONGEST_TEXT:,} characters")
    return _note(desk, RULES, sanitize_text(text).strip(), clear)


def _note(desk: Desk, name: str, text: str, clear: bool) -> Reply:
    if text or clear:
        desk.notes[name] = "" if clear else text
        desk.tell("noted", note=name)
    return Reply({name: desk.notes[name]}, [desk.notes[name] or "There is none."])


@command("Close the host, or a game.", game="its id, as `host status` lists it")
def close(desk: Desk, game: str = "") -> Reply:
    """Close the host when all is saved; or break off the one GAME with that id, of which nothing is kept."""
    if not game:
        desk.stop()
        return Reply({"closing": True}, ["The host is closing."])
    if not desk.lobby.close_room(game):
        raise Unknown(f"there is no game {sanitize_line(game, 40)!r}")
    desk.tell("broken", room=game)
    return Reply({"closed": game}, [f"The game {sanitize_line(game, 40)} is closed."])
