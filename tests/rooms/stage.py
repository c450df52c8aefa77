"""A house for stories: does what a line says, and tells what each of those who are there sees then.

What is entered stands in the text files of `stories/`, and below it what has changed for each guest. A house may be
one process or two: guests then come in by turns here and there.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from enum import Enum
from random import Random
from typing import Any, Final, NamedTuple, cast

from marbles_tui.core import IllegalMove
from marbles_tui.games import GAMES
from marbles_tui.play import Match, read_match
from marbles_tui.play.rating import Rating
from marbles_tui.rooms.accounts import Account, Ban
from marbles_tui.rooms.backend import (
    Archived,
    ArchivedRecord,
    Challenge,
    Note,
    PersonCard,
    RoomCard,
    RoomState,
    Terms,
    TournamentState,
)
from marbles_tui.rooms.house import House
from marbles_tui.rooms.limits import Limits, Refused
from marbles_tui.rooms.lobby import Lobby
from marbles_tui.rooms.notes import BAN, INVITATION, INVITED, OF_DAY, RACE, Invitation
from marbles_tui.rooms.offers import waits
from marbles_tui.rooms.ratings import pair
from marbles_tui.rooms.tournaments import TournamentPlan, Tournaments, round_now, table_of
from marbles_tui.rooms.visit import Visit
from marbles_tui.store.codec import encoded
from marbles_tui.store.rows import text_of
from marbles_tui.table.clock import TimeControl
from marbles_tui.table.live import ChatLine, Offer, Saying, Tag, Wanted, Weight
from marbles_tui.table.players import Act
from tests.cluster.houses import Process, process
from tests.cluster.nats_server import new_house
from tests.rooms.memory import Memory
from tests.rooms.open_house import THREE_TURNS, Guest, Wall
from tests.table.controlled import FakeTime, all_quiet
from tests.waiting import PATIENCE

AT_TABLE: Final = (
    "match.result", "state.asked", "state.awaited", "state.thinking", "state.showing", "state.unsaved", "state.offer",
    "state.spent", "clock.left", "context.presence", "context.waiting_for", "context.spectators", "context.lines",
    "context.claim_in", "context.rematch_wanted", "context.weight", "context.show_within",
    "closed",
)  # fmt: skip
"""What is told of a table, besides its moves."""

USUAL: Final = ("nothing", "no", "no moves")
"""What goes without saying, where nothing was seen before."""

NOTES: Final = tuple(map(str.strip, (INVITATION, BAN, OF_DAY, RACE)))
"""The kinds of notes of which there are several."""

IN_LOBBY: Final = ("people", "challenges", "my_rooms", "rooms", "called", "said", "tournaments")
"""What is told of the lobby."""


def unescaped(words: Sequence[str]) -> str:
    """A text as it was written in a story."""
    return " ".join(words).encode().decode("unicode_escape")


def wanted_of(do: str, words: Sequence[str]) -> Wanted | None:
    """What is wanted at a table by that word."""
    acts = {act.value: act for act in Act}
    match do, *words:
        case "say", *_:
            return Saying(unescaped(words))
        case "add_tag", name, value:
            return Tag(name, value)
        case "answer", _, "yes" | "no" as agrees:
            return Act.ACCEPT if agrees == "yes" else Act.REFUSE
    return acts.get(do)


class Seat(NamedTuple):
    """Somebody in the house, at a table or not, and what they were told."""

    visit: Visit
    words: list[str]
    table: Guest | None = None


def words_of(value: object) -> str:
    """A value as it stands in a story."""
    match value:
        case None | () | []:
            return "nothing"
        case True | False:
            return "yes" if value else "no"
        case Enum():
            return value.name.lower()
        case float():
            return f"{value:.6g}"
        case ChatLine():
            return f"{value.name}: {value.text}"
        case Offer():
            return f"{value.kind.name.lower()} by {value.by}, waits for {words_of(value.waits)}"
        case PersonCard():
            return f"{value.account.name} {value.doing} {value.what}".strip()
        case Challenge():
            taken = words_of(
                [
                    account.name if account else "somebody" if who.isalnum() and len(who) >= 12 else who
                    for account, who in zip(value.taken, value.terms.seats, strict=True)
                ]
            )
            return f"{value.by.name}'s {value.terms.game} {value.terms.control} ({taken})"
        case RoomCard():
            return f"{' - '.join(value.names)}{' (my turn)' if value.my_turn else ''}"
        case Tournaments():
            return words_of(value.listed())
        case TournamentState():
            how = "called off" if value.called_off else "over" if value.ended else f"round {round_now(value)}"
            stand = [
                f"{entrant.name} {standing.points:g}{' plays' * bool(room)}{' left' * entrant.left}"
                for entrant, room, standing in table_of(value)
            ]
            return f"{value.title} {how} ({words_of(stand)})"
        case Archived():
            return f"{' - '.join(value.names)} {value.reason}"
        case Account():
            return value.name
        case Weight():
            return f"{value.share:g} {value.why}" if value.why else "nothing"
        case frozenset() | set():
            return words_of(sorted(map(words_of, value)))
        case tuple() | list():
            return ", ".join(map(words_of, value))
        case Match():
            return " ".join(map(str, value.moves)) or "no moves"
    return str(value)


def plan_of(game: str, *words: str) -> TournamentPlan:
    """A tournament: `egg-carton system=swiss rounds=3 computers=novice,novice`."""
    named: dict[str, Any] = {name: int(told) if told.isdigit() else told for name, told in map(_named, words)}
    named["computers"] = tuple(named.get("computers", "").split(",")) if "computers" in named else ()
    return TournamentPlan("Cup", game, **{"begins_in": 1, "minutes": 5, **named})


def _named(word: str) -> tuple[str, str]:
    name, _, told = word.partition("=")
    return name, told


def terms_of(words: Sequence[str]) -> Terms:
    """A game, and what is said of it: `gobblet rated private 5+3 seats=me,computer_novice memory=on`."""
    game, *rest = words
    named = dict(_named(word) for word in rest if "=" in word)
    seats = tuple(named.pop("seats", "me,anyone").replace("_", " ").split(","))
    control = next((word for word in rest if word[0].isdigit()), "none")
    setup = next((word.partition(":")[2] for word in rest if ":" in word), None)
    return Terms(
        game, setup, options=tuple(named.items()), seats=seats, rated="rated" in rest, private="private" in rest,
        control=TimeControl.read(control),
    )  # fmt: skip


def known(lobby: Lobby) -> dict[str, object]:
    """All that a process knows of what is kept: the same after the house was closed and opened again, and in all its
    processes."""
    house, accounts = lobby.house, lobby.accounts
    return {
        "accounts": {each.account.id: encoded(each) for each in accounts if accounts.is_kept(each.account)},
        "keys": {
            key: (found := accounts.of_key(key)) and found.id
            for each in accounts
            if accounts.is_kept(each.account)
            for key in each.keys
        },
        "ratings": dict(house.ratings),
        "notes": {name: text for name, text in house.notes._texts.items() if not name.startswith(RACE)},
        "archive": dict(lobby.archive._games),
        "tournaments": {state.id: state for state in lobby.tournaments},
        "offers": {id: offer for id, offer in lobby.offers.open.items() if waits(offer)},
        "rooms": {
            room.id: (text_of(room.match), room.holders, room.control, room.rated, room.code, room.talk.lines)
            for room in lobby.running
        },
    }


def shared(lobby: Lobby) -> dict[str, object]:
    """What a process knows besides, as long as somebody is there."""
    house, accounts = lobby.house, lobby.accounts
    return {
        **known(lobby),
        "codes": dict(lobby.codes._given),
        "offers": dict(lobby.offers.open),
        "here": {each.account.id: each.account.name for each in accounts if lobby.is_here(each.account.id)},
        "at tables": {room.id: (room.present, room.again, room.successor) for room in lobby.rooms.values()},
        "said": tuple(lobby.talk.lines),
        "origins": dict(house.origins),
    }


def same_known(one: dict[str, object], other: dict[str, object]) -> None:
    """Fails where something is known to one alone."""
    assert one == other, [
        f"{name}: {one[name]}, not {other[name]}" for name in one if one[name] != other[name]
    ]


class Stage:
    """One house, or two processes of one."""

    def __init__(self, processes: int = 1, lease: float = 6) -> None:
        """`lease`: seconds after which a process of which nothing is heard counts as gone."""
        self._count, self._lease = processes, lease
        self._open = AsyncExitStack()
        self._offered = self._key = self._invitation = ""
        self._lobbies: list[Lobby] = []
        self._processes: list[Process] = []
        self._room = ""
        self._random = Random(7)
        self.seats: dict[str, Seat] = {}
        self.seen: dict[str, dict[str, str]] = {}
        """What each guest has seen after the last entry, by what it is."""

    def at(self, lobby: Lobby, visits: Sequence[Visit]) -> None:
        """A house that is open, and who is in it."""
        self._lobbies, self._wall = [lobby], cast("Wall", lobby.house.wall)
        self.seats = {visit.account.name: Seat(visit, []) for visit in visits}

    async def begin(self) -> None:
        """Another story: nobody is there, and nothing is kept."""
        await self.close()
        self._given: list[tuple[str, str]] = []
        self._memory, self._name, self._wall, self._time = Memory(), new_house(), Wall(), FakeTime()
        await self._opens({})

    async def _opens(self, limits: dict[str, Any]) -> None:
        given: dict[str, Any] = {
            "limits": Limits(**{"pace": 0, **limits}),
            "wall": self._wall,
            "time": self._time,
            "random": Random(7),
            "keep_for": lambda account, record: self._given.append((account.id, record)),
        }
        if self._count == 1:
            self._lobbies = [Lobby(House(backend=self._memory, **given))]
            await self._lobbies[0].bring_back()
            self._open.push_async_callback(self._lobbies[0].close)
            return
        self._processes = [await process(self._name, lease=self._lease, **given) for _ in range(self._count)]
        self._lobbies = [each.lobby for each in self._processes]
        for each in self._processes:
            self._open.push_async_callback(each.close)

    async def close(self) -> None:
        """Everybody leaves. What was known then is known in all processes, and when the house is opened again."""
        lobbies, known_of = self._lobbies, [known(each) for each in self._lobbies]
        if self._count > 1 and lobbies:
            new = await process(self._name, lease=self._lease, wall=self._wall, time=self._time)
            self._open.push_async_callback(new.close)
            for each in (new.lobby, *lobbies[1:]):
                until = asyncio.get_running_loop().time() + PATIENCE
                while shared(each) != shared(lobbies[0]) and asyncio.get_running_loop().time() < until:
                    await asyncio.sleep(0.05)
                same_known(shared(each), shared(lobbies[0]))
        await self._open.aclose()
        if self._count == 1 and lobbies:
            await all_quiet()
            left = asyncio.all_tasks() - {cast("asyncio.Task[Any]", asyncio.current_task())}
            assert not left, f"nothing goes on in a house that is closed: {left}"
            again = Lobby(House(backend=self._memory, wall=self._wall, time=self._time))
            await again.bring_back()
            await all_quiet()
            same_known(known(again), known_of[0])
            await again.close()
        self._open, self._lobbies, self.seats, self.seen = AsyncExitStack(), [], {}, {}

    async def enter(self, entry: str) -> list[str]:
        """Do what a line says; what came of it at once."""
        verb, *rest = entry.split()
        try:
            if verb.endswith(":"):
                return [words_of(await self._does(verb[:-1], *rest))]
            await getattr(self, f"_{verb}")(*rest)
        except (Refused, IllegalMove) as refused:
            return [f"refused: {refused}"]
        return []

    # What can be entered

    async def _come(self, name: str, *how: str) -> None:
        said = dict(_named(word) for word in how if "=" in word)
        code = self._invitation if said.get("code") == "CODE" else said.get("code", "")
        key = None if "keyless" in how else f"SHA256:{said.get('key', name)}"
        origin = said.get("from", "")
        lobby = self._lobbies[len(self.seats) % self._count]
        account = await lobby.arrive(key, "owner" in how, origin, code)
        visit, words = Visit(lobby, account, key, origin), list[str]()
        visit.listen_to_words(lambda told, refused: words.append(told))
        words += [told for told in visit.missed if told != visit.unkept]
        if not visit.account.named and "nameless" not in how:
            visit.rename(name)
        self.seats[name] = Seat(visit, words)
        await self.settled(
            lambda: (
                all(each.accounts.find(visit.id) == visit.account for each in self._lobbies)
                and len({each.house.times(f"from {origin}", "name", 3600) for each in self._lobbies}) == 1
            )
        )

    async def _play(self, *words: str) -> None:
        """Some come, agree to play, and sit down: `play Ann Ben gobblet rated`."""
        names = [word.removesuffix("*") for word in words if word[0].isupper()]
        slow = next((word.removeprefix("slow=") for word in words if word.startswith("slow=")), "")
        terms = terms_of([word for word in words if not word[0].isupper() and not word.startswith("slow=")])
        for name in names:
            if name not in self.seats:
                await self._come(name, *(["keyless"] if f"{name}*" in words else []))
        first, *others = visits = [self.seats[name].visit for name in names]
        before = [len(visit.my_rooms()) for visit in visits]
        offer = first.offer(terms)
        for other in others:
            await self.settled(lambda: any(each.id == offer.id for each in other.challenges()))  # noqa: B023
            other.accept(offer.id)
        await self.settled(lambda: [len(visit.my_rooms()) - 1 for visit in visits] == before)
        for name in names:
            await self._sit(name, *(["slowly"] if name == slow else []))

    async def _match(self, *names: str) -> None:
        """Two play as many moves as make a rated match of Gobblet count."""
        for at, word in enumerate(THREE_TURNS):
            await self._does(names[at % 2], "plays", word)

    async def _times(self, first: str, second: str, game: str, times: str) -> None:
        """Two have played so many rated matches today."""
        for lobby in self._lobbies:
            for _ in range(int(times)):
                people = pair([self.seats[first].visit.id, self.seats[second].visit.id])
                lobby.house.note(people, game, self._wall.now)

    async def _sit(self, name: str, *how: str) -> None:
        visit = self.seats[name].visit
        if self._count > 1:
            rooms = visit._lobby.rooms
            await self.settled(
                lambda: (
                    self._room in rooms
                    if "back" in how
                    else visit.called or visit.my_rooms() or visit.rooms()
                )
            )
        lately = max([*visit.my_rooms(), *visit.rooms()], key=lambda card: card.since, default=None)
        card = None if "back" in how else next(iter(visit.called), lately)
        self._room = room = card.id if card else self._room
        self.seats[name] = self.seats[name]._replace(table=Guest(visit, room, slow="slowly" in how))

    async def _house(self, *limits: str) -> None:
        """It closes, and opens again, with other limits: `house rooms=2`."""
        await self.close()
        await self._opens(
            {name: float(value) if "." in value else int(value) for name, value in map(_named, limits)}
        )

    async def _away(self, seconds: str) -> None:
        """It closes, and opens again so much later."""
        await self.close()
        self._wall.now += float(seconds)
        await self._opens({})
        await self._time.passes(0)

    async def _end(self, how: str, at: str) -> None:
        """A process dies, or closes in good order, and another opens in its place."""
        gone = self._processes[int(at)]
        await getattr(gone, how)()
        self.seats = {name: seat for name, seat in self.seats.items() if seat.visit._lobby is not gone.lobby}
        new = await process(
            self._name, lease=self._lease, limits=Limits(pace=0), wall=self._wall, time=self._time
        )
        self._processes[int(at)], self._lobbies[int(at)] = new, new.lobby
        self._open.push_async_callback(new.close)

    async def _wait(self, seconds: str) -> None:
        """Time passes, for clocks and for the hour."""
        self._wall.now += float(seconds)
        await self._time.passes(float(seconds))

    async def _later(self, seconds: str) -> None:
        """It is so much later, while nothing is played."""
        self._wall.now += float(seconds)
        await self._time.passes(1)

    async def _ban(self, whom: str, *how: str) -> None:
        """Ban somebody, or an address or network: `ban Ann for=60 Shouts.`"""
        seconds = dict(map(_named, how)).get("for")
        until = self._wall.now + float(seconds) if seconds else None
        reason = " ".join(word for word in how if not word.startswith("for="))
        await self._bans(whom, Ban(self._wall.now if until else 0.0, until, reason))

    async def _lift(self, whom: str) -> None:
        await self._bans(whom, None)

    async def _bans(self, whom: str, ban: Ban | None) -> None:
        first, *_ = self._lobbies
        if whom in self.seats:
            first.ban(first.accounts.known(self.seats[whom].visit.id).account, ban)
        else:
            first.house.notes.ban(whom, ban)
        banned = [*first.house.notes.bans()]
        await self.settled(lambda: all([*each.house.notes.bans()] == banned for each in self._lobbies))

    async def _invited(self) -> None:
        """Only those come in from now on who are known or invited."""
        self._lobbies[0].house.notes[INVITED] = "yes"

    async def _invite(self, uses: str, seconds: str) -> None:
        """The code is CODE."""
        until = self._wall.now + float(seconds)
        self._invitation = self._lobbies[0].house.notes.invite(Invitation(int(uses), until))

    async def _silence(self, name: str) -> None:
        self._lobbies[0].silence(self.seats[name].visit.account, True)

    async def _delete(self, name: str) -> None:
        await self._lobbies[0].delete(self.seats[name].visit.account)

    async def _break_off(self) -> None:
        for room in tuple(self._lobbies[0].rooms):
            self._lobbies[0].close_room(room)

    async def _rated(self, name: str, game: str, number: str, games: str) -> None:
        """Somebody has that rating after so many games."""
        rating = {(self.seats[name].visit.id, game): Rating(float(number), games=int(games))}
        for lobby in self._lobbies:
            lobby.house.ratings |= rating
        await self._lobbies[0].house.backend.keep_document(ArchivedRecord(name, ""), rating)

    async def _does(self, name: str, do: str, *words: str) -> object:
        """What somebody does at their table, or in the lobby."""
        visit, _, table = self.seats[name]
        match do:
            case "plays":
                assert table
                for word in words:
                    await self.settled(lambda: table.follower.state.asked is not None)
                    await table.plays(word)
                return True
            case "tries" if table:
                match = table.match
                move = (
                    Act[words[1].upper()]
                    if words[1].isalpha() and words[1].isupper()
                    else match.game.find(match.position, words[1])
                )
                return table.follower.do(move, int(words[0]))
            case "goes":
                visit.close()
                return True
            case "up" if table:
                table.leaves()
                return True
            case "any" if table:
                table.play_any(self._random)
                return True
            case "wish":
                visit.wish = " ".join(words).replace("CODE", self._code())
                return visit.wish
            case "tag" if table:
                return table.match.tag(words[0]) or getattr(table.match, words[0].lower(), None)
            case "sees" if table:
                table.heard.catch_up()
                return True
            case "offer" | "play_now":
                to = {word: self.seats[word].visit.id for word in words if word in self.seats}
                terms = terms_of([word for word in words if word not in to and word != "computer"])
                terms = replace(terms, seats=tuple(map(self._id, terms.seats)))
                if do == "offer":
                    return visit.offer(terms, next(iter(to.values()), None))
                return visit.play_now(terms, computer="computer" in words)
            case "accept" | "withdraw" if not words[0].isdigit():
                offers = [each for each in visit.challenges() if each.by.name == words[0].replace("_", " ")]
                found = offers[-1].id if offers else self._offered
                self._offered = found
                return getattr(visit, do)(found)
            case "tournament" if words[0] == "announce":
                return visit.tournaments.announce(visit.account, plan_of(*words[1:]))
            case "tournament":
                return getattr(visit.tournaments, words[0])(visit.account, visit.tournaments.listed()[0].id)
            case "watchable":
                cards = visit.rooms()
                return [(card, card.match, f"{card.spectators} watching") for card in cards]
            case "find":
                found_games = visit.archive.find(" ".join(words))
                records = [await visit.archived(game.id) for game in found_games]
                return [
                    (game, " - ".join(read_match(record, GAMES).whole().names))
                    for game, record in zip(found_games, records, strict=True)
                ]
            case "key_code":
                self._key = visit.key_code().code
                await self.settled(lambda: all(each.codes.knows(self._key) for each in self._lobbies))
                return True
        if table and (wanted := wanted_of(do, words)) is not None:
            return table.follower.do(wanted, *(int(words[0]) for word in words[:1] if word.isdigit()))
        on = table.follower if table and do != "mute" and hasattr(table.follower, do) else visit
        known = {"yes": True, "no": False, "CODE": self._code(), "KEY": self._key}
        args: list[Any] = [known.get(word, int(word) if word.isdigit() else self._id(word)) for word in words]
        if do in ("say", "rename"):
            args = [unescaped(words)]
        value = getattr(on, do)
        value = value(*args) if callable(value) else value
        self._offered = value.id if isinstance(value, Challenge) else self._offered
        return value

    def _id(self, word: str) -> str:
        return self.seats[word].visit.id if word in self.seats else word

    def _code(self) -> str:
        things = [
            thing for lobby in self._lobbies for thing in (*lobby.offers.open.values(), *lobby.rooms.values())
        ]
        return next((thing.code for thing in things if thing.code), "")

    # What is seen

    async def settled(self, there: Callable[[], object]) -> None:
        """Let everything go on until something is so."""
        end = asyncio.get_running_loop().time() + PATIENCE
        while asyncio.get_running_loop().time() < end:
            await all_quiet()
            if there():
                return
            await asyncio.sleep(0.002 * (self._count > 1))
        raise AssertionError("waited in vain")

    def look(self) -> dict[str, dict[str, str]]:
        """What each guest sees, by what it is."""
        seen = {name: dict(self._of(seat)) for name, seat in self.seats.items()}
        return seen if self._count > 1 else {**seen, "kept": self._kept()}

    def _of(self, seat: Seat) -> Iterator[tuple[str, str]]:
        visit, words, table = seat
        if visit.closed:
            yield "gone", "yes"
        for name in IN_LOBBY if not visit.closed else ():
            value = getattr(visit, name)
            yield name, words_of(value() if callable(value) else value)
        yield "told", words_of(words)
        ratings = sorted(visit._lobby.house.ratings.items())
        told = [
            f"{game} {each.number:.1f} after {each.games}" for (id, game), each in ratings if id == visit.id
        ]
        yield "rating", words_of(told)
        yield (
            "library",
            words_of(
                [
                    " ".join(record.rpartition("\n\n")[2].split())
                    for id, record in self._given
                    if id == visit.id
                ]
            ),
        )
        if not table or visit.closed:
            return
        yield "moves", words_of(table.match)
        for path in AT_TABLE:
            at: object = table if path.startswith("match") else table.follower
            for part in path.split("."):
                at = getattr(at, part, None)
            yield path.rpartition(".")[2] if "." in path else "up", words_of(at)
        hears = [
            told if isinstance(told, str) else " ".join(map(words_of, told)) for told in table.heard.told
        ]
        yield "hears", " ".join(hears)

    def _kept(self) -> dict[str, str]:
        """What the house keeps, by its kind."""
        documents, house = self._memory.documents, self._lobbies[0]
        kinds = Counter(kind for kind, _ in documents)
        notes = Counter(f"note {id.split()[0]}" for kind, id in documents if kind == Note.kind)
        names = sorted(known.account.name for known in self._memory.accounts.values())
        return {
            "accounts": words_of(names),
            **{kind: str(kinds[kind] or "nothing") for kind in ("room", "offer", "archive", "tournament")},
            **{f"note {kind}": str(notes[f"note {kind}"] or "nothing") for kind in NOTES},
            "code": str(len(house.codes._given) or "nothing"),
        }

    def is_gone(self, name: str) -> bool:
        """Whether somebody has to come in again."""
        return name not in self.seats or self.seats[name].visit.closed

    @property
    def over(self) -> bool:
        """Whether somebody has seen an end."""
        return any(seat.table is not None and seat.table.match.stopped for seat in self.seats.values())

    async def record(self) -> str:
        """The moves of the game as it is kept; "" where it is kept no more."""
        state = await self._lobbies[0].house.backend.read_document(RoomState, self._room)
        return words_of(read_match(state.record, GAMES).whole()) if state else ""

    async def rests(self) -> list[str]:
        """What has changed when all is quiet, a line each."""
        await all_quiet()
        before, self.seen = self.seen, self.look()
        return self.since(before)

    def since(self, before: dict[str, dict[str, str]]) -> list[str]:
        """What has changed, a line for each guest."""
        lines = []
        for name, seen in self.seen.items():
            was, changes = before.get(name, {}), list[str]()
            for what, told in seen.items():
                old = was.get(what)
                new = told.removeprefix(old).strip() if old and what == "hears" else told
                if new and told != old and (old or told not in USUAL):
                    changes.append(f"{what} {new}")
            if changes:
                lines.append(f"{name}: {'; '.join(changes)}")
        return lines
