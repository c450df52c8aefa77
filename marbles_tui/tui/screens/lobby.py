"""The lobby: who is here, what waits for you, what is offered, what is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from marbles_tui.core.text import sanitize_line
from marbles_tui.rooms.cards import RoomCard
from marbles_tui.rooms.challenge import Challenge
from marbles_tui.rooms.refused import Refused
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.lobby.dialogs import FindPerson, PrivateGame, Say
from marbles_tui.tui.lobby.entries import Entry, Kind, Place
from marbles_tui.tui.lobby.face import LobbyFace
from marbles_tui.tui.lobby.offer import TO_ALL, WITH_CODE, OfferGame
from marbles_tui.tui.lobby.reading import LEAVE_SEAT, SIT, WATCH, WITHDRAW, Reader, name_of
from marbles_tui.tui.screens.game_menu import GameMenu
from marbles_tui.tui.widgets.panels import Key, KeyLine

if TYPE_CHECKING:
    from marbles_tui.rooms.visit import Visit
    from marbles_tui.tui.app import Arcade


class LobbyScreen(ArcadeScreen[None]):
    """Games and people to choose from; Enter does what is said of the one that is picked."""

    help_page = "lobby"
    holds_tables = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "choose(0, -1)", "Up", show=False, id="lobby.up"),
        Binding("down", "choose(0, 1)", "Down", show=False, id="lobby.down"),
        Binding("left", "choose(-1, 0)", "Left", show=False, id="lobby.left"),
        Binding("right", "choose(1, 0)", "Right", show=False, id="lobby.right"),
        Binding("enter,space", "enter", "Play", show=False, id="lobby.enter"),
        Binding("n", "offer", "Offer a game", id="lobby.offer"),
        Binding("v", "private", "Private game", id="lobby.private"),
        Binding("w", "watch", "Watch", id="lobby.watch"),
        Binding("m", "say", "Say something", id="lobby.say"),
        Binding("x", "withdraw", "Withdraw or decline an offer", id="lobby.withdraw"),
        Binding("slash", "find", "Find a person", id="lobby.find"),
        Binding("escape,q", "app.pop_screen", "Menu", id="lobby.back"),
    ]

    CSS = "LobbyScreen.-wide KeyLine { padding: 0 3; }"

    app: Arcade

    def __init__(self, visit: Visit, offered: Challenge | None = None) -> None:
        """`offered`: what has just been offered elsewhere, to be picked at the start."""
        super().__init__()
        self._offered_before = offered
        self._visit = visit
        self._reader: Reader | None = None
        self._deaf: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """Face and keys."""
        yield LobbyFace()
        yield KeyLine()

    def on_mount(self) -> None:
        """Read the lobby, and whenever something changes in it."""
        self._reader = Reader(self._visit, self.app.games)
        self._deaf = self._visit.listen(lambda: self.call_later(self._changed))
        self._read()
        self._offered(self._offered_before)

    def on_unmount(self) -> None:
        """Listen no more."""
        if self._deaf:
            self._deaf()

    def on_screen_resume(self) -> None:
        """Something may have happened meanwhile."""
        if self._reader:
            self._changed()

    def on_resize(self) -> None:
        """As many keys as there is room for."""
        self._show_keys()

    def dress(self) -> None:
        """Draw in the app's skin and theme."""
        self._show_keys()
        self._face.restyle()

    @property
    def _face(self) -> LobbyFace:
        return self.query_one(LobbyFace)

    def _changed(self) -> None:
        """Show what there is now; sit down at a game that has just begun, where it does not go on for days."""
        if not self.is_current:
            return
        begun = self._visit.called
        if begun and not begun.control.days:
            self._enter_room(begun.id)
        else:
            self._read()

    def _read(self) -> None:
        assert self._reader
        seen = self._reader.read()
        self._face.show(seen if self.app.settings.chat else replace(seen, said=()))
        self._show_keys()

    def _show_keys(self) -> None:
        wide = self.app.size.width >= 100
        entry = self._face.entry
        offered = entry is not None and entry.rating == "to you"
        plain = self.app.look.skin.plain
        arrows = ("arrows" if plain else "↑↓←→") if wide else "up/down" if plain else "↑↓"
        does = entry.does if entry and entry.kind is not Kind.PERSON else "choose" if entry else ""
        self.query_one(KeyLine).keys = (
            Key(arrows, "choose"),
            *([Key("Enter", does, "screen.enter")] if does else []),
            Key("n", "offer a game" if wide else "offer", "screen.offer"),
            *([Key("w", "watch", "screen.watch")] if does == WATCH else []),
            *([Key("x", "decline", "screen.withdraw")] if offered else []),
            Key("m", "say something" if wide else "message", "screen.say"),
            Key("/", "find a person" if wide else "find", "screen.find"),
            Key("Esc", "menu", "app.pop_screen"),
            Key("?", "help", "app.help"),
        )

    # What is picked

    def action_choose(self, across: int, down: int) -> None:
        """The next entry in a direction."""
        self._face.step(across, down)
        self._show_keys()

    @on(LobbyFace.Pointed)
    def _pointed(self, message: LobbyFace.Pointed) -> None:
        self._face.picked = message.place
        self._show_keys()

    @on(LobbyFace.Entered)
    def _entered(self, message: LobbyFace.Entered) -> None:
        self._face.picked = message.place
        self.action_enter()

    @on(LobbyFace.Wanted)
    async def _wanted(self, message: LobbyFace.Wanted) -> None:
        await self.run_action(f"screen.{message.action}")

    def action_enter(self) -> None:
        """Play, take a seat, watch, or say what can be done with a person."""
        entry = self._face.entry
        if entry is None:
            self.action_offer()
        elif entry.kind is Kind.PERSON:
            self._ask_about(entry)
        elif entry.kind is Kind.OPEN:
            self._take(str(entry.key), entry.does)
        else:
            self._enter_room(str(entry.key))

    def action_watch(self) -> None:
        """Watch the game that is picked, or that of the person who is."""
        entry = self._face.entry
        room = str(entry.key) if entry and entry.kind in (Kind.TURN, Kind.WAITING, Kind.PLAYED) else None
        if entry and entry.kind is Kind.PERSON:
            room = self._room_of(str(entry.key))
        if room:
            self._enter_room(room)

    def _room_of(self, account: str) -> str | None:
        return next((person.room for person in self._visit.people() if person.account.id == account), None)

    def _enter_room(self, room: str) -> None:
        try:
            self.app.enter_room(room)
        except Refused as error:
            self._say(error)

    def _take(self, challenge: str, does: str) -> None:
        if does in (WITHDRAW, LEAVE_SEAT):
            self._withdraw(challenge)
            return
        try:
            room = self._visit.accept(challenge)
        except Refused as error:
            self._say(error)
            return
        if room:
            self._enter_room(room.id)
            return
        me = self._visit.account
        if any(offer.id == challenge and me in offer.taken for offer in self._visit.challenges()):
            self.notify("You have the seat. The game begins when all seats are taken.", markup=False)
        self._read()

    def action_withdraw(self) -> None:
        """Take an offer of one's own back, give back a seat, or decline what was offered to oneself alone."""
        entry = self._face.entry
        if entry and entry.kind is Kind.OPEN:
            self._withdraw(str(entry.key))

    def _withdraw(self, challenge: str) -> None:
        self._visit.withdraw(challenge)
        self._read()

    def _say(self, error: Exception) -> None:
        self.notify(sanitize_line(str(error), 200), severity="warning", markup=False)

    # People

    def _ask_about(self, entry: Entry) -> None:
        """What is to be done with a person."""
        id = str(entry.key)
        games = {game.key: name_of(game) for game in self.app.games}
        entries = [(offer.id, f"Play {games[offer.terms.game]} with them") for offer in self._offers_of(id)]
        entries.append(("offer", "Offer a game"))
        if self._room_of(id):
            entries.append(("watch", "Watch their game"))
        muted = id in self._visit.muted
        entries.append(("mute", "Show what they say again" if muted else "Do not show what they say"))

        def chosen(action: str | None) -> None:
            if action in {offer.id for offer in self._offers_of(id)}:
                self._take(str(action), SIT)
            elif action == "offer":
                self._offer(id)
            elif action == "watch":
                self.action_watch()
            elif action == "mute":
                self._visit.mute(id, not muted)
                self._read()

        self.app.push_screen(
            GameMenu(entries, entry.who if entry.free else f"{entry.who} {entry.when}"), chosen
        )

    def _offers_of(self, account: str) -> list[Challenge]:
        """The games of theirs that have a seat for this guest."""
        return [
            offer
            for offer in self._visit.challenges()
            if offer.by.id == account and offer.seat_for(self._visit.account) is not None
        ]

    def action_find(self) -> None:
        """Find a person by name."""
        people = [(str(entry.key), entry.who, entry.when) for entry in self._face.seen.of(Kind.PERSON)]

        def found(id: str | None) -> None:
            entry = self._face.seen.at(Place(Kind.PERSON, id)) if id else None
            if entry:
                self._face.picked = entry.place
                self._show_keys()
                self._ask_about(entry)

        self.app.push_screen(FindPerson(people), found)

    # What can be done

    def action_offer(self) -> None:
        """Offer a game, to the person who is picked or to everybody."""
        entry = self._face.entry
        self._offer(str(entry.key) if entry and entry.kind is Kind.PERSON else TO_ALL)

    def _offer(self, to: str) -> None:
        self.app.push_screen(OfferGame(self._visit, to=to), self._offered)

    def _offered(self, challenge: Challenge | None) -> None:
        if challenge:
            self._read()
            self._face.picked = Place(Kind.OPEN, challenge.id)
            self._show_keys()
            if challenge.code:
                told = f"Tell the others this code: {challenge.code}. They type it under v."
                self.notify(told, timeout=20, markup=False)

    def action_private(self) -> None:
        """Join a private game by its code, or make one."""

        def told(answer: Challenge | RoomCard | str | None) -> None:
            if answer == PrivateGame.NEW:
                self._offer(WITH_CODE)
            elif isinstance(answer, Challenge):
                self._take(answer.id, SIT)
            elif isinstance(answer, RoomCard):
                self._enter_room(answer.id)

        self.app.push_screen(PrivateGame(self._visit), told)

    def action_say(self) -> None:
        """Say a line, or a greeting."""

        def told(text: str | None) -> None:
            if not text:
                return
            try:
                self._visit.say(text)
            except Refused as error:
                self._say(error)
            else:
                self._read()

        self.app.push_screen(Say(self._visit.greetings, self._face.seen.said), told)
