"""A tournament of the house: how all stand, and the game of whoever is pointed at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.rooms.backend import TournamentState
from marbles_tui.rooms.tournaments import ARENA, Ranked, is_computer, table_of
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import TimeControl
from marbles_tui.tui.kit.edges import Key
from marbles_tui.tui.kit.row_list import Item, RowList
from marbles_tui.tui.kit.rows import Cell, Row
from marbles_tui.tui.page import CHOOSE, Shelf
from marbles_tui.tui.pages.lobby_list import form_told, name_of, stakes, strength, system_told, when_told


class HousePage(Shelf[None]):
    """A page that is shown anew whenever something changes in the house, and left for a game that begins."""

    help_page = "lobby"
    holds_tables = tells_of_games = True

    def __init__(self, visit: Visit) -> None:
        super().__init__(classes="house")
        self._visit = visit
        self._deaf: Callable[[], None] | None = None

    def on_mount(self) -> None:
        """Show it, and hear of changes."""
        self._deaf = self._visit.listen(lambda: self.call_later(self._changed))
        self.read()

    def on_unmount(self) -> None:
        """Hear no more."""
        if self._deaf:
            self._deaf()

    def on_screen_resume(self) -> None:
        """Something may have happened meanwhile."""
        if self._deaf:
            self._changed()

    def _changed(self) -> None:
        """Show what there is now; sit down at a game that has just begun, where it does not go on for days."""
        begun = self._visit.called
        if not self.is_current:
            return
        if begun and not begun.control.days:
            self.enter(begun.id)
        else:
            self.read()

    def read(self) -> None:
        """Show what there is now."""
        raise NotImplementedError

    def enter(self, room: str) -> None:
        """To the table of a game."""
        self.attempt(lambda: self.app.enter_room(room))


class HouseTournament(HousePage):
    """The table, which lives, and one game of it."""

    TITLE_LINE = "Tournament"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "join", "Play in it", id="house_tournament.join"),
        Binding("l", "leave", "Play in it no more", id="house_tournament.leave"),
        Binding("x", "cancel", "Call it off", id="house_tournament.cancel"),
        Binding("escape,q", "back", "Back", id="house_tournament.back"),
    ]

    def __init__(self, visit: Visit, id: str) -> None:
        super().__init__(visit)
        self._key = id
        self._places: dict[str, Ranked] = {}

    LEFT = ("about", RowList)

    def on_mount(self) -> None:
        """Tell how time goes by."""
        self.set_interval(1.0, self._tell_time)

    @property
    def _state(self) -> TournamentState | None:
        return self._visit.tournaments.find(self._key)

    def read(self) -> None:
        """How all stand."""
        state = self._state
        if state is None:
            self.action_back()
            return
        self._places = {place.entrant.id: place for place in table_of(state)}
        picked = self.pointed
        items = list(self._items(state))
        at = next((at for at, item in enumerate(items) if item.key == (picked or self._visit.id)), None)
        self.rows.show(items, 0 if at is None else at)
        self._tell_time()
        self.point(self.pointed)

    def _tell_time(self) -> None:
        """What goes by: how long until it begins or ends."""
        state = self._state
        if state is None or not self.is_current:
            return
        game = next((name_of(each) for each in self.app.games if each.key == state.game), state.game)
        now = self._visit.now
        left = state.begins - now
        soon = f"in {left:.0f} seconds" if 0 < left < 60 else when_told(state, now)
        lines = [
            Content.styled(sanitize_line(state.title, 30), "bold $accent"),
            Content(
                f"{game}, {system_told(state)}, {TimeControl.read(state.control).words}, {stakes(state.rated)}"
            ),
        ]
        self.put("about", Content("\n").join(lines))
        self.note(f"{plural(len(state.entrants), 'player')}   {capitalized(soon)}")

    def _items(self, state: TournamentState) -> Iterator[Item]:
        arena = state.system == ARENA
        head = [Cell("", 4), Cell("NAME"), Cell("", 6, since=40), Cell("PTS", 5, right=True),
                Cell("TB", 5, right=True, since=50), Cell("+", 4, right=True), Cell("=", 4, right=True),
                Cell("-", 4, right=True), Cell("", 8, since=56)]  # fmt: skip
        if not state.entrants:
            yield Item(Row(["Nobody has joined yet: j plays in it."]), heading=True)
            return
        yield Item(Row(head), heading=True)
        for place in self._places.values():
            entrant, stands = place.entrant, place.standing
            ink = (
                "$text-muted" if entrant.left else "bold $accent" if entrant.id == self._visit.id else "bold"
            )
            rating = "" if is_computer(entrant.id) else strength(self._visit.rating(state.game, entrant.id))
            yield Item(
                Row(
                    [
                        Cell(f"{stands.place}", 4, "$text-muted", right=True),
                        Cell(sanitize_line(entrant.name, 24), 0, ink),
                        Cell(rating, 6, "$text-muted", since=40),
                        Cell(f"{stands.points:g}", 5, "bold", right=True),
                        Cell(
                            "" if arena else f"{stands.tie_break:g}", 5, "$text-muted", right=True, since=50
                        ),
                        *(
                            Cell(str(count), 4, "$text-muted", right=True)
                            for count in (stands.won, stands.drawn, stands.lost)
                        ),
                        Cell(
                            "left" if entrant.left else "plays" if place.room else "", 8, "$accent", since=56
                        ),
                    ]
                ),
                entrant.id,
            )

    def point(self, key: str | None) -> None:
        """The game of whoever is pointed at, and the keys."""
        place, state = self._places.get(str(key)), self._state
        if state is None:
            return
        cards = {card.id: card for card in (*self._visit.my_rooms(), *self._visit.rooms())}
        card = cards.get(place.room) if place else None
        if card:
            self.show(card.match.game, card.match.position.board)
        else:
            self.show(None)
        lines: list[str | Content] = []
        if card:
            lines.append(f"plays: {' – '.join(sanitize_line(name, 24) for name in card.names)}")
        elif place and state.bouts and not state.ended:
            lines.append("does not play now")
        if place and not is_computer(place.entrant.id):
            form = self._visit.archive.form(place.entrant.id, state.game)
            lines += [Content.styled(told, "$text-muted") for told in form_told(form)]
        self.tell(sanitize_line(place.entrant.name, 24) if place else "", *lines)
        me = next((each for each in state.entrants if each.id == self._visit.id), None)
        may_join = not state.ended and (me is None or me.left) and (state.system == ARENA or not state.bouts)
        may_cancel = not state.ended and (
            self._visit.account.owner or (state.by == self._visit.id and not state.bouts)
        )
        self.show_keys(
            *([Key("j", "play in it", "screen.join")] if may_join else []),
            *([Key("enter", "watch")] if card else []),
            Key(CHOOSE, "choose"),
            *([Key("l", "play no more", "screen.leave")] if me and not me.left and not state.ended else []),
            *([Key("x", "call it off", "screen.cancel")] if may_cancel else []),
        )

    # What is done

    def take(self, key: str) -> None:
        """Watch the game."""
        if (place := self._places.get(key)) and place.room:
            self.enter(place.room)

    def action_join(self) -> None:
        """Play in it."""
        self.attempt(lambda: self._visit.tournaments.join(self._visit.account, self._key))

    def action_leave(self) -> None:
        """Play in it no more; what was played counts."""
        self.attempt(lambda: self._visit.tournaments.leave(self._visit.account, self._key))

    def action_cancel(self) -> None:
        """Call it off."""
        self.attempt(lambda: self._visit.tournaments.cancel(self._visit.account, self._key))
