"""Play together: at this keyboard, by letter, in a house of one's own, in somebody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from operator import itemgetter
from typing import ClassVar, Final, TypeAlias

from textual import events, on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Input, Static

from marbles_tui.ai.level import Level
from marbles_tui.ai.levels import ladder_of, opponents_of
from marbles_tui.core.text import plural, sanitize_line
from marbles_tui.play import Match, Seat, read_match
from marbles_tui.play.match import HUMAN
from marbles_tui.play.post import POST, BadLetter, text_of, writer
from marbles_tui.play.tournament import Schedule
from marbles_tui.table.clock import CONTROLS
from marbles_tui.table.post import Own, kept
from marbles_tui.table.tournament import FEWEST, FORMS, IN_TURN, Stand, Tournament, games_for, levels_for
from marbles_tui.table.tournament import MOST as MOST_ENTRANTS
from marbles_tui.tui.clipboard import copy
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.form import Filters, Form, Group
from marbles_tui.tui.kit.lines import CHOOSE, WHICH, Cell, Key, Row
from marbles_tui.tui.kit.shelf import BLANK, Item, RowList, SmallBoard, heading
from marbles_tui.tui.own_house import Address, OwnHouse, has_ssh
from marbles_tui.tui.page import Shelf, day_words
from marbles_tui.tui.pages.setup_form import CHANCE_BEGINS, Plan
from marbles_tui.tui.pages.tournament import KEPT, TournamentScreen, stands
from marbles_tui.tui.pasted import offer_pasted, propose
from marbles_tui.tui.terminal import run_program

MOST: Final = 4
"""People at one keyboard."""

KEYBOARD, CUP, LETTER, HOUSE, VISIT = "keyboard", "cup", "letter", "house", "visit"

TIMES: Final = [(str(control), control.words) for control in CONTROLS if not control.days]
"""How much time there can be."""

ASKED: Final = ("game", "cup-game", "letter-game")
"""What the forms call the game."""

HOUSES: Final = (
    Group("open", "open to", (("network", "this network"), ("machine", "this machine"))),
    Group("stay", "closes", (("", "with the arcade"), ("stays", "not"))),
)
PLACE: Final = (
    Group("address", "address", hint="ssh -p 2222 attic.local", most=120),
    Group("code", "code", hint="no code", most=12),
)
"""What is asked of a house of one's own, and of one that is visited."""

WORDS: Final = {
    CUP: "People, with commas between them:",
    LETTER: "A game by letters, in mail or chat: paste what came here, play, and send the next one.",
    VISIT: "The line that they passed on, or a name; for a private game its code, too:",
}
"""What stands above a form."""

LISTS: Final = {CUP: "computers", LETTER: "letters", HOUSE: "guests", VISIT: "houses"}
"""What is listed below it."""

Does: TypeAlias = dict[str, tuple[str, Callable[[], object]]]
"""What keys do by their names: a word on it, "" where another key does the same, and what is done."""

NO_SSH: Final = "There is no program ssh here to visit with."

REMEMBERED: Final = 8
"""Houses that are kept."""

SSH_FAILED: Final = 255

LOOKS: Final = 2.0
"""Seconds between two looks at the house of one's own."""


class Together(Shelf[None]):
    """Ways to play with others on the left, and what each needs on the right."""

    TITLE_LINE, help_page = "Play together", "together"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "do('enter')", "Go", show=False, id="together.go"),
        Binding("y", "do('y')", "Copy the line or the letter", show=False, id="together.copy"),
        Binding("x", "do('x')", "Close the house", show=False, id="together.close"),
        Binding("n", "do('n')", "New tournament", show=False, id="together.new"),
        Binding("escape,q", "back", "Menu", id="together.back"),
    ]

    CSS = """
    Together #ways { width: 26; }
    Together.-wide #ways, Together.-vast #ways { width: 34; }
    Together .way { height: 1fr; }
    Together #keyboard { height: auto; }
    Together SmallBoard { margin: 0 0 1 0; display: none; }
    Together.keyboard SmallBoard, Together.-tall SmallBoard { display: block; }
    Together.-short SmallBoard { margin: 0; }
    Together #line { height: auto; background: $background; padding: 0 1; margin: 1 0; color: $accent;
        text-style: bold; }
    Together.-tall #line { padding: 1 2; }
    Together Form { margin: 1 0 0 0; }
    Together #keyboard Form { margin: 0; }
    Together .told { height: auto; max-height: 4; color: $text-muted; margin: 1 0 0 0; }
    Together .stage RowList { margin: 1 0 0 0; }
    """

    _under_way: Stand | None = None
    """The tournament to be gone on with."""

    _letters: Sequence[tuple[Match, str, bool]] = ()
    """Games that are not over, with the other one, those last that wait for a letter from here."""

    def __init__(self, way: str = KEYBOARD) -> None:
        """`way`: the one that is shown first."""
        super().__init__(classes=KEYBOARD if way == KEYBOARD else None)
        self.way = way
        self._answering: dict[str, bool] = {}

    def body(self) -> ComposeResult:
        """The ways, and what the one pointed at needs; that of others is made when they are first turned to."""
        way = Vertical(*self._parts(), id=self.way, classes="way")
        stage = Vertical(SmallBoard(), way, classes="stage")
        yield Horizontal(RowList(self._ways(), id="ways"), stage, classes="body")

    def _parts(self) -> Iterator[Widget]:
        """What a way needs."""
        if self.way == HOUSE:
            yield from (Static(id=part, markup=False) for part in ("state", "line"))
        elif words := WORDS.get(self.way):
            yield Static(words)
        name = self.app.settings.name
        last = {"name-1": name, "people": name, "me": name, **self.app.settings.together}
        yield Form([*self._asks(last)], last)
        told = Static(id=f"{self.way}-told", classes="told", markup=False)
        told.display = False
        listed = [RowList(id=LISTS[self.way])] if self.way in LISTS else []
        yield from (*listed, told) if self.way == CUP else (told, *listed)

    @property
    def house(self) -> OwnHouse:
        """The house that is opened from here."""
        return self.app.one(OwnHouse)

    def _ways(self) -> list[Item]:
        """The ways, each with a line below it about how it stands."""
        house, known = self.house, len(self.app.settings.houses)
        stands = f"open, {plural(len(house.people), 'guest')}" if house.address else "others come to you"
        how_far = self._under_way.told.rpartition(", ")[2] if self._under_way else ""
        mine = next((other for _, other, waits in reversed(self._letters) if waits), "")
        ways = [(KEYBOARD, "At this keyboard", "two to four in turn")]
        ways += [(CUP, "A tournament", how_far or "people and computers")]
        ways += [(LETTER, "By letter", f"{mine}: your move" if mine else "in mail or chat")]
        if self.app.face.place == "terminal":
            ways += [(HOUSE, "A house of your own", stands)]
            ways += [(VISIT, "Visit a house", f"{known} known, or by code" if known else "ssh, or by code")]
        found = []
        for key, title, note in ways:
            found += [
                Item(Row([Cell(title, 0, "bold")]), key),
                Item(Row([Cell(note, 0, "not bold $text-muted")]), heading=True),
                BLANK,
            ]
        return found

    def on_mount(self) -> None:
        """Stand at the first way."""
        self.point(self.way)
        self.rows.pick(self.way)
        self.rows.focus()
        if self.app.face.place == "terminal":
            self._look()
            self.tick(LOOKS, self._look)

    @work(group="look", exclusive=True)
    async def _look(self) -> None:
        """The house may have been opened elsewhere, or have stayed; or others come and go."""
        if not self.house.opening:
            await self.house.look()

    def point(self, key: str | None) -> None:
        """Show what a way needs."""
        self.way = key or self.way
        if not self.query(f"#{self.way}"):
            made = Vertical(id=self.way, classes="way")
            self.query_one(".stage").mount(made)
            made.mount(*self._parts())
        for each in self.query(".way"):
            each.display = each.id == self.way
        self.set_class(self.way == KEYBOARD, KEYBOARD)
        self._tell_usual()
        self.dress()
        if self.way == VISIT:
            self._try_houses()

    def dress(self) -> None:
        """The way as it stands, and the keys of now."""
        shows = {CUP: self._show_computers, LETTER: self._show_letters}
        shows |= {HOUSE: self._show_house, VISIT: self._show_houses}
        if show := shows.get(self.way):
            show()
        given = self._given
        game = self.app.game(next((given[name] for name in ASKED if name in given), ""))
        self.show(game, VIEWS[game.key].sample())
        self.tell_keys()

    @on(events.DescendantFocus)
    def tell_keys(self) -> None:
        """Say the keys of now."""
        does = [Key(key, words, f"screen.do('{key}')") for key, (words, _) in self._does.items() if words]
        change = [Key(WHICH, "change")] if isinstance(self.focused, Filters) else []
        self.show_keys(*does, *change, Key(CHOOSE, "choose"), Key("tab", "next"))

    @property
    def _does(self) -> Does:
        """What keys do now."""
        listed = self._list.picked if self.way in LISTS else None
        match self.way:
            case "keyboard":
                return {"enter": ("play", self._play)}
            case "cup":
                words = "begin a new one" if self._under_way else "begin"
                if self._list.has_focus:
                    enter = ("take in or out", self._list.action_take)
                elif self._under_way:
                    enter = ("go on", self._go_on)
                else:
                    return {"enter": (words, self._begin_tournament), "n": ("", self._begin_tournament)}
                return {"enter": enter, "n": (words, self._begin_tournament)}
            case "letter":
                copies: Does = {"y": ("copy the letter", self._copy)} if listed else {}
                return {"enter": ("begin", self._write_to), **copies}
            case "house" if address := self.house.address:
                go_in = partial(self._go_to, address._replace(host=address.near))
                line, close = ("copy the line", self._copy), ("close it", self._close_house)
                return {"enter": ("go in", go_in), "y": line, "x": close}
            case "house" if self.house.opening:
                return {}
            case "house":
                return {"enter": ("open it", self._open_house)}
            case _:
                return {"enter": ("visit", self._visit_typed)}

    def action_do(self, key: str) -> None:
        """What a key does now, if it does anything."""
        if does := self._does.get(key):
            does[1]()

    def take(self, key: str) -> None:
        """Go the way that is shown."""
        self.action_do("enter")

    @on(Input.Submitted)
    def _go(self) -> None:
        self.action_do("enter")

    # What is asked

    def _asks(self, given: Mapping[str, str]) -> Iterable[Group]:
        match self.way:
            case "keyboard":
                return self._ask_players(given)
            case "cup":
                return self._ask_entrants(given)
            case "letter":
                return self._ask_for_letter(given)
            case "house":
                closed = not (self.house.address or self.house.opening)
                return [HOUSES[0]._replace(asked=closed), *HOUSES[1:]]
            case _:
                return PLACE

    @property
    def _form(self) -> Form:
        return self.query_one(f"#{self.way} Form", Form)

    @property
    def _given(self) -> dict[str, str]:
        return self._form.answers

    @property
    def _list(self) -> RowList:
        """What is listed below the form."""
        return self.query_one(f"#{LISTS[self.way]}", RowList)

    def _tell(self, words: str) -> None:
        self.put(f"{self.way}-told", words)
        self.query_one(f"#{self.way}-told").display = bool(words)

    def _tell_usual(self) -> None:
        """Say how the way stands; what was in the way is no longer said."""
        if self.way == CUP and self._under_way:
            self._tell(f"Under way: {self._under_way.told}. Enter goes on with it.")
        else:
            self._tell(NO_SSH if self.way == VISIT and not has_ssh() else "")

    @on(Form.Changed)
    def _answered(self) -> None:
        self._tell_usual()
        self._form.ask([*self._asks(self._given)])
        if self.way == HOUSE:
            self.house.stay(self._given["stay"] == "stays")
        self.dress()

    def _remember(self, chosen: Mapping[str, str]) -> None:
        """Propose the same the next time."""
        kept = {**self.app.settings.together, **chosen}
        self.app.change_settings(together={name: value for name, value in kept.items() if value})

    def _games(self) -> list[tuple[str, str]]:
        return [(each.key, each.name) for each in self.app.games if 2 in each.seats]

    # At this keyboard

    def _ask_players(self, given: Mapping[str, str]) -> Iterator[Group]:
        game, players = self.app.game(given.get("game", "")), given.get("players", "")
        counts = [str(count) for count in range(2, MOST + 1) if count in game.seats]
        count = int(players) if players in counts else int(counts[0])
        names = []
        for at in range(1, MOST + 1):
            names.append((str(at), _short(given.get(f"name-{at}", "")) or f"Player {at}"))
            yield Group(f"name-{at}", f"player {at}", hint=f"Player {at}", asked=at <= count)
        yield Group("game", "game", self._games())
        yield Group("players", "players", [(each, each) for each in counts], asked=len(counts) > 1)
        yield Group("clock", "clock", TIMES)
        several = [("3", "best of 3"), ("5", "5"), ("7", "7")] if count == 2 else []
        yield Group("best", "games", [("", "one game"), *several], asked=bool(several))
        yield Group("begins", "begins", [(CHANCE_BEGINS, "a coin decides"), *names[:count]])

    def _play(self) -> None:
        given = self._given
        people = {f"player-{at}": HUMAN for at in range(1, MOST + 1)}
        plan = Plan(
            VIEWS[given["game"]].setup(),
            {**given, **people, "mode": f"best-{given.get('best', '')}"},
            given["name-1"],
        )
        self._remember(given)
        self.app.play_match(plan.match(self.app.random))

    # A tournament

    @work(exclusive=True, group="stands")
    async def read(self) -> None:
        """A tournament may have been played, or a letter written."""
        found = await stands(self.app)
        self._under_way = found[0] if found and found[0].round else None
        letters = await self.app.store.ask(kept)
        under_way = self._open_letters(read_match(one.record, self.app.games).match for one in letters)
        self._letters = sorted(under_way, key=itemgetter(2))
        self._tell_usual()
        self.heard()

    def _open_letters(self, games: Iterable[Match | None]) -> Iterator[tuple[Match, str, bool]]:
        for match in games:
            with suppress(BadLetter):
                if match and not match.result:
                    seat = Own.of(self.app.settings.letters, match).seat
                    yield match, match.names[1 - seat], writer(match) == seat

    def _ask_entrants(self, given: Mapping[str, str]) -> Iterator[Group]:
        yield Group("people", "people", hint="Ann, Bea, Cleo", most=200)
        yield Group(
            "form", "form", [(form.value, FORMS[form]) for form in (Schedule.ROUND_ROBIN, Schedule.KNOCKOUT)]
        )
        games = [game for game in self.app.games if 2 in game.seats and ladder_of(game)]
        named = [(IN_TURN, "in turn"), *((game.key, game.name) for game in games)]
        yield Group("cup-game", "game", named)
        several = ("3", "best of 3") if given.get("form") == Schedule.KNOCKOUT else ("2", "two games")
        yield Group("meeting", "meeting", [("1", "one game"), several])
        yield Group("cup-clock", "clock", TIMES)

    def _show_computers(self) -> None:
        chosen = self._computers()
        rows = [
            Item(Row([Cell("●" if each.key in chosen else "○", 2, "$accent"), each.title]), each.key)
            for each in self._levels()
        ]
        self._list.show([heading("computers", "Enter: in or out"), *rows])

    def _levels(self) -> list[Level]:
        games = games_for(self._given["cup-game"], self.app.games)
        keys = levels_for(games)
        return [level for level in opponents_of(games[0]) if level.key in keys]

    def _computers(self) -> list[str]:
        """The keys of those that take part."""
        return self.app.settings.together.get("computers", "").split()

    @on(RowList.Taken, "#computers")
    def _take_in(self, message: RowList.Taken) -> None:
        if message.item:
            key, chosen = message.item.key, self._computers()
            taken = [each for each in chosen if each != key] if key in chosen else [*chosen, key]
            self._remember({"computers": " ".join(taken)})
            self._tell_usual()
            self._show_computers()

    def _begin_tournament(self) -> None:
        """Begin a tournament of those who are named and the computers that are taken in."""
        given, chosen = self._given, self._computers()
        people = [Seat(name.strip()) for name in given["people"].split(",") if name.strip()]
        computers = [
            Seat(level.title, f"computer {level.key}") for level in self._levels() if level.key in chosen
        ]
        count = len(people) + len(computers)
        if not FEWEST <= count <= MOST_ENTRANTS:
            self._tell(f"A tournament has {FEWEST} to {MOST_ENTRANTS} players; chosen so far: {count}.")
            return
        tournament = Tournament.of(
            [*people, *reversed(computers)],
            id=f"{self.app.random.randrange(1 << 32):08x}",
            form=Schedule(given["form"]),
            game=given["cup-game"],
            games=int(given["meeting"]),
            clock=given["cup-clock"],
        )
        self._remember({**given, KEPT: str(tournament)})
        self._go_on()

    def _go_on(self) -> None:
        self.app.push_screen(TournamentScreen())

    # By letter

    def _ask_for_letter(self, given: Mapping[str, str]) -> Iterator[Group]:
        yield Group("me", "your name", most=24)
        yield Group("friend", "to whom", most=24)
        yield Group("letter-game", "game", self._games())

    def _show_letters(self) -> None:
        rows = list[Item]()
        for match, other, mine in reversed(self._letters):
            told = "your move" if mine else "a letter is awaited"
            mark = Cell("●" if mine else "○", 2, "$accent")
            cells = [mark, Cell(other, 0, "bold"), Cell(match.game.name, 12), Cell(told, 20)]
            rows.append(Item(Row(cells), match))
        self._list.display = bool(rows)
        self._list.show([heading("letters", "Enter opens the game"), *rows] if rows else [])

    @on(RowList.Taken, "#letters")
    @work(group="letters")
    async def _open_letter(self, message: RowList.Taken) -> None:
        for saved in await self.app.store.ask(kept):
            if message.item and f'[{POST} "{message.item.key.tag(POST)}"]' in saved.record:
                await self.app.resume(saved.id)

    def _write_to(self) -> None:
        given = self._given
        me, friend = _short(given["me"]), _short(given["friend"])
        if not (me and friend) or me == friend:
            self._tell("Type your name and that of the other one.")
            self.query_one("#friend" if me else "#me").focus()
            return
        self._tell_usual()
        self._remember(given)
        propose(self.app, self.app.game(given["letter-game"]), (me, friend))

    def on_paste(self, event: events.Paste) -> None:
        """A letter, or another game, is gone on with."""
        event.stop()
        offer_pasted(self.app, event.text)

    # A house of one's own

    def heard(self) -> None:
        """Somebody has come to the house or gone, or it has; or a game is played meanwhile."""
        with self.prevent(RowList.Pointed):  # the way is the same: no house is to be tried anew
            self.rows.show(self._ways())
        self.dress()

    def _show_house(self) -> None:
        """How the house stands: the line to pass on, and who is there."""
        self._form.ask([*self._asks({})])
        house, line = self.house, self.query_one("#line", Static)
        (rows,) = self._form.rows
        assert isinstance(rows, Filters)
        rows.chosen = {**rows.chosen, "stay": "stays" if house.stays else ""}
        if house.trouble:
            told = f"It could not be opened: {house.trouble}"
        elif house.address:
            told = "Your house is open. Pass this line on:"
        elif house.opening:
            told = "It is being opened."
        else:
            told = (
                "Enter opens a house on this machine: others come by ssh, with nothing to install, "
                "and play in terminals of their own."
            )
        line.update(str(house.address or ""))
        line.display = house.address is not None
        people = [
            Item(Row([Cell("●", 2, "$accent"), Cell(name, 0, "bold")]), id)
            for id, name in house.people.items()
        ]
        self._list.display = bool(people)
        self._list.show(people)
        if house.address and not people:
            told += "\nNobody is there yet."
        self.put("state", told)

    def _open_house(self) -> None:
        self._form.ask([*self._asks({})])  # it may have closed since the form was asked
        self.house.open(self._given["open"] == "network")

    def _close_house(self) -> None:
        self.run_worker(self.house.close(), group="house")

    def _copy(self) -> None:
        """Copy the last letter of the game that is pointed at, or the line that others type."""
        if self.way == LETTER and self._list.picked:
            copy(self.app, text_of(self._list.picked.key), "letter")
        elif self.way == HOUSE:
            self.app.copy_to_clipboard(str(self.house.address))
            self.notify("Copied, if this terminal allows it.", timeout=4, markup=False)

    # Somebody else's

    def _show_houses(self) -> None:
        today = self.app.today()
        rows = []
        for address, visited in sorted(
            self.app.settings.houses.items(), key=lambda each: each[1], reverse=True
        ):
            there = self._answering.get(address)
            told = "" if there is None else "answers" if there else "does not answer"
            when = day_words(visited, today, self.app.settings.dates)
            mark = Cell("●" if there else "○", 2, "$accent" if there else "$text-muted")
            cells = [mark, Cell(address, 0, "bold"), Cell(told, 16, since=36)]
            rows.append(Item(Row([*cells, Cell(when, 11, "$text-muted", True, 48)]), address))
        self._list.show(rows)

    @work(group="houses", exclusive=True)
    async def _try_houses(self) -> None:
        for address in self.app.settings.houses:
            self._answering[address] = await Address.read(address).answers()
            self.heard()

    @on(RowList.Taken, "#houses")
    def _known(self, message: RowList.Taken) -> None:
        if message.item:
            self._visit(message.item.key)

    def _visit_typed(self) -> None:
        if address := self._given["address"]:
            self._visit(address)
        else:
            self.query_one("#address").focus()

    def _visit(self, text: str) -> None:
        code = self._given["code"]
        try:
            address = Address.read(text)
            if code and not (code.isascii() and code.isalnum()):
                raise ValueError("A code is made of letters and digits.")
        except ValueError as error:
            self._tell(str(error))
            return
        if self._go_to(address, code):
            houses = {**self.app.settings.houses, str(address): date.today().isoformat()}
            latest = sorted(houses, key=lambda each: houses[each])[-REMEMBERED:]
            self.app.change_settings(houses={each: houses[each] for each in latest})
            self._tell_usual()
            self._show_houses()

    def _go_to(self, address: Address, code: str = "") -> bool:
        """Leave the terminal to ssh until it comes back; whether it was there. A code leads to a private game."""
        if not has_ssh():
            self.notify(NO_SSH, severity="warning", markup=False)
            return False
        try:
            with self.app.suspend():
                status = run_program(address.command(code))
        except (SuspendNotSupported, OSError) as error:
            self.notify(f"{sanitize_line(str(error), 200)}", severity="warning", markup=False)
            return False
        if status == SSH_FAILED:
            self._tell(f"{address.host} could not be reached, or did not let you in.")
        return status != SSH_FAILED


def _short(name: str) -> str:
    return sanitize_line(name, 24)
