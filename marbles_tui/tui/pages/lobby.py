"""The lobby of a house: games and people in one list, and the board of the one pointed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Static

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.backend import TournamentState
from marbles_tui.rooms.cards import Challenge, RoomCard
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.tasks.together import Said
from marbles_tui.tui.dialogs import GameMenu, Say
from marbles_tui.tui.games import game_name
from marbles_tui.tui.kit.edges import CHOOSE, Key
from marbles_tui.tui.kit.row_list import Item, RowList, heading
from marbles_tui.tui.kit.rows import Cell, Row
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.pages.house_dialogs import TO_ALL, WITH_CODE, Announce, OfferGame, PrivateGame
from marbles_tui.tui.pages.house_pages import HouseTournament, LivePage
from marbles_tui.tui.pages.lobby_list import (
    LONGEST,
    MINUTE,
    Deed,
    LobbyEntry,
    LobbyKind,
    Reader,
)
from marbles_tui.tui.pages.menu_links import others_here


class LobbyScreen(LivePage):
    """Games and people to choose from; Enter does what is said of the one that is picked."""

    TITLE_LINE = "Lobby"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "offer", "Offer a game", id="lobby.offer"),
        Binding("p", "play_now", "Play now", id="lobby.play_now"),
        Binding("v", "private", "Private game", id="lobby.private"),
        Binding("w", "watch", "Watch", id="lobby.watch"),
        Binding("m", "say", "Say something", id="lobby.say"),
        Binding("x", "withdraw", "Withdraw or decline an offer", id="lobby.withdraw"),
        Binding("t", "announce", "Announce a tournament", id="lobby.announce"),
        Binding("l", "app.page('ladders')", "Ladders", id="lobby.ladder"),
        Binding("a", "app.page('archive')", "Games that are over", id="lobby.archive"),
        Binding("escape,q", "back", "Menu", id="lobby.back"),
    ]

    LEFT = (RowList, "talk")
    entries: Sequence[LobbyEntry] = ()
    said: Sequence[Said] = ()

    def __init__(self, offered: Challenge | None = None) -> None:
        """`offered`: what has just been offered elsewhere, to be picked at the start."""
        super().__init__()
        self._offered_before = offered

    def on_mount(self) -> None:
        """Read the lobby."""
        self._reader = Reader(self.visit, self.app.games)
        self.show_all()
        self._offered(self._offered_before)
        self.set_interval(MINUTE / 2, self.read)  # times go by
        if not self.visit.account.keyed:
            self.notify(self.visit.unkept, title="You are a guest", timeout=12, markup=False)

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self.point(self.pointed)

    # What is shown

    def show_all(self) -> None:
        """Show what there is now; what was picked stays picked as long as it is there."""
        before = self.entries, self.said
        self.entries, self.said = self._reader.read(), self._reader.talk if self.app.settings.chat else []
        if before == (self.entries, self.said) and self.rows.items:
            return
        self.rows.show([*self._items()])
        said = [[Cell(line.name, LONGEST + 1, "bold"), Cell(line.words)] for line in self.said]
        height, talk = self.app.size.height, self.query_one("#talk", Static)
        lines = said[-8 if height >= 32 else -3 if height >= 23 else -1 :]
        talk.update(Row(*lines))
        talk.display = bool(lines)
        self.note(f"{others_here(len(self._of(LobbyKind.PERSON)))}   {self._reader.me}")

    def _of(self, kind: LobbyKind) -> list[LobbyEntry]:
        return [entry for entry in self.entries if entry.kind is kind]

    def _items(self) -> Iterator[Item]:
        if all(entry.kind is LobbyKind.PERSON for entry in self.entries):
            for told in ("No games yet. Offer one with n:", "whoever comes here can take the seat.", ""):
                yield Item(Row([Cell(told, 0, "not bold $foreground")]), heading=True)
        for at, kind in enumerate(kind for kind in LobbyKind if self._of(kind)):
            if at:
                yield Item(Row([""]), heading=True)
            yield heading(kind.value, "● free  ○ at a board" if kind is LobbyKind.PERSON else "")
            for entry in self._of(kind):
                yield Item(_row(entry), entry.place)

    @property
    def entry(self) -> LobbyEntry | None:
        """What is picked."""
        return next((entry for entry in self.entries if entry.place == self.pointed), None)

    def point(self, key: tuple[LobbyKind, str] | None) -> None:
        """Show what is picked, and its keys."""
        entry = self.entry
        if entry and entry.shown:
            self.show(*entry.shown)
        else:
            self.show(None)
        if entry:
            which = [", ".join(filter(None, (entry.game, entry.when)))] if entry.game else []
            self.tell(entry.who, *which, *(Content.styled(told, "$text-muted") for told in entry.about))
        else:
            self.tell()
        offered = entry is not None and entry.declinable
        self.show_keys(
            *([Key("enter", entry.does.value, "focused.take")] if entry else []),
            *([Key("x", "no, thanks", "screen.withdraw")] if offered else []),
            Key(CHOOSE, "choose"),
            Key("p", "play now", "screen.play_now"),
            Key("n", "offer a game", "screen.offer"),
            *([Key("w", "watch", "screen.watch")] if entry and entry.does is Deed.WATCH else []),
            Key("m", "say something", "screen.say"),
            Key("/", "find"),
            Key("t", "tournament", "screen.announce"),
            Key("l", "ladders", "app.page('ladders')"),
            Key("a", "games that are over", "app.page('archive')"),
            Key("v", "private game", "screen.private"),
        )

    # What is done

    def take(self, key: tuple[LobbyKind, str]) -> None:
        """Play, take a seat, watch, or say what can be done with a person."""
        entry = self.entry
        if entry is None:
            return
        if entry.kind is LobbyKind.PERSON:
            self._ask_about(entry)
        elif entry.kind is LobbyKind.OPEN:
            self._take(entry.key, entry.does)
        elif entry.kind is LobbyKind.TOURNAMENT:
            self.app.push_screen(HouseTournament(entry.key))
        else:
            self.enter(entry.key)

    def action_watch(self) -> None:
        """Watch the game that is picked, or that of the person who is."""
        entry = self.entry
        if entry and entry.kind in (LobbyKind.TURN, LobbyKind.WAITING, LobbyKind.PLAYED):
            self.enter(entry.key)
        elif entry and (room := self._room_of(entry.key)):
            self.enter(room)

    def _room_of(self, account: str) -> str | None:
        return next((person.room for person in self.visit.people() if person.account.id == account), None)

    def _take(self, challenge: str, does: Deed) -> None:
        if does in (Deed.WITHDRAW, Deed.LEAVE_SEAT):
            self._withdraw(challenge)
            return
        room, me = self.attempt(lambda: self.visit.accept(challenge)), self.visit.account
        if room:
            self.enter(room.id)
            return
        if any(offer.id == challenge and me in offer.taken for offer in self.visit.challenges()):
            self.notify("You have the seat. The game begins when all seats are taken.", markup=False)
        self.show_all()

    def action_withdraw(self) -> None:
        """Take an offer of one's own back, give back a seat, or decline what was offered to oneself alone."""
        entry = self.entry
        if entry and entry.kind is LobbyKind.OPEN:
            self._withdraw(entry.key)

    def _withdraw(self, challenge: str) -> None:
        self.visit.withdraw(challenge)
        self.show_all()

    # People

    def _ask_about(self, entry: LobbyEntry) -> None:
        """What is to be done with a person."""
        id = entry.key
        entries = [
            (offer.id, f"Play {game_name(offer.terms.game)} with them") for offer in self._offers_of(id)
        ]
        entries.append(("offer", "Offer a game"))
        if self._room_of(id):
            entries.append(("watch", "Watch their game"))
        muted = id in self.visit.muted
        entries.append(("mute", "Show what they say again" if muted else "Do not show what they say"))

        def chosen(action: str | None) -> None:
            if action in {offer.id for offer in self._offers_of(id)}:
                self._take(str(action), Deed.SIT)
            elif action == "offer":
                self._offer(id)
            elif action == "watch":
                self.action_watch()
            elif action == "mute":
                self.visit.mute(id, not muted)
                self.show_all()

        self.app.push_screen(
            GameMenu(entries, entry.who if entry.free else f"{entry.who} {entry.when}"), chosen
        )

    def _offers_of(self, account: str) -> list[Challenge]:
        """The games of theirs that have a seat for this guest."""
        return [
            offer
            for offer in self.visit.challenges()
            if offer.by.id == account and offer.seat_for(self.visit.account) is not None
        ]

    # What can be done

    def action_offer(self) -> None:
        """Offer a game, to the person who is picked or to everybody."""
        entry = self.entry
        self._offer(entry.key if entry and entry.kind is LobbyKind.PERSON else TO_ALL)

    def _offer(self, to: str) -> None:
        self.app.push_screen(OfferGame(self.visit, to=to), self._offered)

    def action_play_now(self) -> None:
        """Play with whoever waits."""
        self.app.push_screen(OfferGame(self.visit, now=True), self._offered)

    def action_announce(self) -> None:
        """Announce a tournament."""

        def announced(state: TournamentState | None) -> None:
            if state:
                self.app.push_screen(HouseTournament(state.id))

        self.app.push_screen(Announce(self.visit), announced)

    def _offered(self, challenge: Challenge | RoomCard | None) -> None:
        if isinstance(challenge, RoomCard):
            self.enter(challenge.id)
        elif challenge:
            self.show_all()
            self.rows.pick((LobbyKind.OPEN, challenge.id))
            if challenge.code:
                told = f"Tell the others this code: {challenge.code}. They type it under v."
                self.notify(told, timeout=20, markup=False)

    def action_private(self) -> None:
        """Join a private game by its code, or make one."""

        def told(answer: Challenge | RoomCard | str | None) -> None:
            if answer == PrivateGame.NEW:
                self._offer(WITH_CODE)
            elif isinstance(answer, Challenge):
                self._take(answer.id, Deed.SIT)
            elif isinstance(answer, RoomCard):
                self.enter(answer.id)

        self.app.push_screen(PrivateGame(self.visit), told)

    def action_say(self) -> None:
        """Say a line, or a greeting."""

        def told(text: str | None) -> None:
            if text:
                self.attempt(lambda: self.visit.say(text))
                self.show_all()

        self.app.push_screen(Say(self.visit.greetings, self.said), told)


def follow_wish(app: Kit, visit: Visit) -> None:
    """Open what a guest has named on the way in, or say why that cannot be."""
    try:
        found = visit.wished()
        if isinstance(found, Challenge):
            room = visit.accept(found.id)
            if room:
                app.enter_room(room.id)
            else:
                app.push_screen(LobbyScreen())
        elif isinstance(found, RoomCard):
            app.enter_room(found.id)
        elif isinstance(found, str):
            app.open_page("puzzles")
        elif found:
            app.set_up(found)
    except Refused as refused:
        app.notify(sanitize_line(str(refused), 200), severity="warning", timeout=12, markup=False)


def _row(entry: LobbyEntry) -> Row:
    """An entry in columns."""
    if entry.kind is LobbyKind.PERSON:
        mark = Cell("●" if entry.free else "○", 2, "$accent" if entry.free else "$text-muted")
        ink = "" if entry.free else "$text-muted"
        return Row(
            [
                mark,
                Cell(entry.who, LONGEST + 1, "bold" if entry.free else ink),
                Cell(entry.strength, 6, ink),
                Cell(entry.when, 0, ink),
            ]
        )
    when = "bold $text-warning" if entry.pressing else "$text-muted"
    return Row(
        [
            Cell("", 2),
            Cell(entry.who, 0, "bold"),
            *([Cell(entry.strength, 5, since=40)] if entry.strength else []),
            Cell(entry.game, 11),
            Cell(entry.brief or entry.when, 6 if entry.brief else 14, when, since=40, until=56),
            Cell(entry.when, 14, when, since=56),
            Cell(entry.stakes, 11, "$text-muted", since=56),
            Cell(entry.rating, 14, "$text-muted", since=72),
        ]
    )
