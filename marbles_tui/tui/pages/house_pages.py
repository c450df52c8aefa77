"""Pages of a house beside its lobby: a tournament, the games that are over, the ladders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar, Final

from textual import on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from marbles_tui.core.text import capitalized, plural, sanitize_line
from marbles_tui.play import Match, read_match
from marbles_tui.rooms.archive import Rung
from marbles_tui.rooms.backend import Archived, TournamentState
from marbles_tui.rooms.limits import Refused
from marbles_tui.rooms.tournaments import ARENA, Ranked, is_computer, table_of
from marbles_tui.rooms.visit import Visit
from marbles_tui.table.clock import MINUTE, TimeControl
from marbles_tui.table.tasks.task import YES
from marbles_tui.tui.dialogs import QuestionDialog
from marbles_tui.tui.games import game_name
from marbles_tui.tui.kit.form import Filters, Find, Group
from marbles_tui.tui.kit.lines import CHOOSE, WHICH, Cell, Key, Row
from marbles_tui.tui.kit.shelf import Item, RowList
from marbles_tui.tui.page import Shelf
from marbles_tui.tui.pages.lobby_list import (
    form_told,
    plain_name,
    players,
    sample_of,
    stakes,
    strength,
    system_told,
    when_told,
)

NAMED: Final = 42
"""Columns of a row from which on it has room for what somebody is beside the name."""


class HousePage(Shelf[None]):
    """A page of the house that is visited."""

    DEFAULT_CLASSES = "house"
    help_page = "lobby"

    @property
    def visit(self) -> Visit:
        """The visit."""
        assert self.app.visit, "a house is visited"
        return self.app.visit


class LivePage(HousePage):
    """One that is shown anew whenever something changes in the house, and left for a game that begins."""

    holds_tables = tells_of_games = True

    wanted = ""
    """The id of the offer, and so of the game, at which a seat was taken here."""

    def read(self) -> None:
        """Show what there is now; sit down at a game that has just begun, where it does not go on for days or was
        waited for."""
        if not self.is_current:
            return
        begun = [card.id for card in self.visit.called if card.id == self.wanted or not card.control.days]
        if begun:
            self.enter(self.wanted if self.wanted in begun else begun[0])
        else:
            self.show_all()

    heard = read

    def show_all(self) -> None:
        """Show what there is now."""
        raise NotImplementedError

    def enter(self, room: str) -> None:
        """To the table of a game."""
        self.attempt(lambda: self.app.enter_room(room))


class HouseTournament(LivePage):
    """The table, which lives, and one game of it."""

    TITLE_LINE = "Tournament"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "join", "Play in it", id="house_tournament.join"),
        Binding("l", "leave", "Play in it no more", id="house_tournament.leave"),
        Binding("x", "cancel", "Call it off", id="house_tournament.cancel"),
        Binding("escape,q", "back", "Back", id="house_tournament.back"),
    ]

    def __init__(self, id: str) -> None:
        super().__init__()
        self._key = id
        self._places: dict[str, Ranked] = {}

    LEFT = ("about", RowList)

    def on_mount(self) -> None:
        """Tell how time goes by."""
        self.tick(1.0, self._tell_time)

    @property
    def _state(self) -> TournamentState | None:
        return self.visit.tournaments.find(self._key)

    def show_all(self) -> None:
        """The standings."""
        state = self._state
        if state is None:
            self.action_back()
            return
        first, self._places = not self._places, {place.entrant.id: place for place in table_of(state)}
        self.rows.show(list(self._items(state)))
        if first:
            self.rows.pick(self.visit.id)
        self._tell_time()

    def _tell_time(self) -> None:
        """What goes by: how long until it begins or ends."""
        state = self._state
        if state is None:
            return
        now = self.visit.now
        left = state.begins - now
        soon = f"in {plural(max(1, round(left)), 'second')}" if 0 < left < MINUTE else when_told(state, now)
        time = TimeControl.read(state.control).words
        about = f"\n{game_name(state.game)}, {system_told(state)}, {time}, {stakes(state.rated)}"
        self.put("about", Content.assemble((sanitize_line(state.title, 30), "bold $accent"), about))
        self.note(f"{plural(len(state.entrants), 'player')}   {capitalized(soon)}")

    def _items(self, state: TournamentState) -> Iterator[Item]:
        arena = state.system == ARENA
        widths = (5, *([] if arena else [5]), 4, 4, 4)
        heads = ("PTS", *([] if arena else ["TB"]), "+", "=", "-")
        figures = [Cell(head, width, right=True) for head, width in zip(heads, widths, strict=True)]
        head = [Cell("", 4), Cell("NAME"), Cell("", 7, since=50), *figures, Cell("", 8, right=True, since=56)]
        if not state.entrants:
            nobody = "Nobody had joined." if state.ended else "Nobody has joined yet: j plays in it."
            yield Item(Row([nobody]), heading=True)
            return
        yield Item(Row(head), heading=True)
        for place in self._places.values():
            entrant, stands = place.entrant, place.standing
            ink = "$text-muted" if entrant.left else "bold $accent" if entrant.id == self.visit.id else "bold"
            counts = (*([] if arena else [stands.tie_break]), stands.won, stands.drawn, stands.lost)
            doing = "left" if entrant.left else "plays" if place.room else ""
            kind = ", computer" if is_computer(entrant.id) else ", you" if entrant.id == self.visit.id else ""
            name = plain_name(entrant.name)
            rating = "" if is_computer(entrant.id) else strength(self.visit.rating(state.game, entrant.id))
            yield Item(
                Row(
                    [
                        Cell(f"{stands.place}", 4, "$text-muted", right=True),
                        Cell(f"{name}{kind}", 0, ink, since=NAMED),
                        Cell(name if is_computer(entrant.id) else f"{name}{kind}", 0, ink, until=NAMED),
                        Cell(rating, 7, "$text-muted", since=50),
                        Cell(f"{stands.points:g}", 5, "bold", right=True),
                        *(
                            Cell(f"{count:g}", width, "$text-muted", right=True)
                            for count, width in zip(counts, widths[1:], strict=True)
                        ),
                        Cell(doing, 8, "$accent", right=True, since=56),
                    ]
                ),
                entrant.id,
            )

    def point(self, key: str | None) -> None:
        """The game of the person pointed at, and the keys."""
        place, state = self._places.get(str(key)), self._state
        if state is None:
            return
        cards = {card.id: card for card in (*self.visit.my_rooms(), *self.visit.rooms())}
        card = cards.get(place.room) if place else None
        shown = (card.match.game, card.match.position.board) if card else sample_of(state.game)
        self.show(*(shown or ()))
        lines: list[str | Content] = []
        if card:
            lines.append(f"plays: {players(card.names)}")
        elif place and state.bouts and not state.ended:
            lines.append("does not play now")
        if place and is_computer(place.entrant.id):
            lines.append(Content.styled("computer", "$text-muted"))
        elif place:
            form = self.visit.archive.form(place.entrant.id, state.game)
            lines += [Content.styled(told, "$text-muted") for told in form_told(form)]
        self.tell(plain_name(place.entrant.name) if place else "", *lines)
        me = next((each for each in state.entrants if each.id == self.visit.id), None)
        may_join = not state.ended and (me is None or me.left) and (state.system == ARENA or not state.bouts)
        may_cancel = self.visit.tournaments.cancellable(self.visit.account, state)
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
        self.attempt(lambda: self.visit.tournaments.join(self.visit.account, self._key))

    def action_leave(self) -> None:
        """Play in it no more; what was played counts."""
        self.attempt(lambda: self.visit.tournaments.leave(self.visit.account, self._key))

    def action_cancel(self) -> None:
        """Call it off, after asking where others have joined."""
        state, me = self._state, self.visit.account

        def cancel(answer: object = YES) -> None:
            if answer == YES:
                self.attempt(lambda: self.visit.tournaments.cancel(me, self._key))

        others = [
            each
            for each in (state.entrants if state else ())
            if not (each.left or each.id == me.id or is_computer(each.id))
        ]
        if state and others and self.visit.tournaments.cancellable(me, state):
            text = (
                f"Call off {sanitize_line(state.title, 30)}? {plural(len(others), 'other player')} joined it."
            )
            self.app.push_screen(QuestionDialog(text, "Call it off", "Keep it"), cancel)
        else:
            cancel()


MOST: Final = 500
"""Games that are listed; to find others, type more of a name."""


class ArchiveScreen(HousePage):
    """A line to find a name in, a list of games, and the one that is pointed at."""

    TITLE_LINE = "Games that are over"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "find", "Find", id="archive.find"),
        Binding("y,v", "review", "Review", id="archive.review"),
        Binding("escape,q", "back", "Back", id="archive.back"),
    ]

    LEFT = (
        partial(Find, placeholder="find a name, a game, computers", max_length=60, id="find"),
        partial(RowList, finds=False),
    )

    def __init__(self, words: str = "") -> None:
        """`words`: what is looked for at the start."""
        super().__init__()
        self._words = words
        self._games: dict[str, Archived] = {}
        self._match: tuple[str, Match] | None = None

    def on_mount(self) -> None:
        """List them."""
        self.query_one("#find", Input).value = self._words
        self._list()
        self.show_keys(
            Key("enter", "watch"),
            Key("y", "review", "screen.review"),
            Key(CHOOSE, "choose"),
            Key("/", "find a name", "screen.find"),
        )

    @on(Input.Changed, "#find")
    def _list(self) -> None:
        archive, words = self.visit.archive, self.query_one("#find", Input).value
        found = archive.find(words)
        hidden = 0 if words.strip() else len(archive) - len(found)
        self._games = {game.id: game for game in found[:MOST]}
        items = [Item(self._row(game), game.id) for game in self._games.values()]
        if not items:
            items = [Item(Row(["No game was found."]), heading=True)]
        self.rows.show(items, 0)
        more = f", the latest {MOST} shown" if len(found) > MOST else ""
        unseen = f", {hidden} between computers" if hidden else ""
        self.note(f"{plural(len(found), 'game')}{more}{unseen}")

    def _day(self, when: float) -> str:
        return self.day_told(datetime.fromtimestamp(when, UTC).isoformat())

    def _row(self, game: Archived) -> Row:
        return Row(
            [
                Cell(players(game.names), 0, "bold"),
                Cell(game_name(game.game), 11),
                Cell(_score(game), 5),
                Cell(self._day(game.when), 12, "$text-muted", since=56),
                Cell(stakes(game.rated), 9, "$text-muted", since=72),
            ]
        )

    def point(self, key: str | None) -> None:
        """What is told of a game; its board follows."""
        game = self._games.get(str(key))
        if not game:
            self.tell()
            self.show()
            return
        terms = f"{TimeControl.read(game.control).words}, {stakes(game.rated)}, {plural(game.plies, 'move')}"
        when = ", ".join(filter(None, (self._day(game.when), sanitize_line(game.event, 30))))
        muted = (Content.styled(line, "$text-muted") for line in (terms, when))
        self.tell(players(game.names), f"{game_name(game.game)}, {_told(game)}", *muted)
        self._fetch(game.id, lambda match: self.show(match.game, match.position.board))

    @work(group="record", exclusive=True)
    async def _fetch(self, id: str, then: Callable[[Match], object]) -> None:
        """Have the game of an id read, and do something with it."""
        if self._match and self._match[0] == id:
            then(self._match[1])
            return
        try:
            match = read_match(await self.visit.archived(id), self.app.games).match
        except Refused as error:
            self.notify(sanitize_line(str(error), 200), severity="warning", markup=False)
            return
        if match:
            self._match = id, match
            then(match)

    def take(self, key: str) -> None:
        """Watch it."""
        self._fetch(key, self.app.open_replay)

    def action_review(self) -> None:
        """Go to where it turned."""
        if self.pointed:
            replay = partial(self.app.open_replay, playing=False, seeking=True)
            self._fetch(str(self.pointed), replay)


class LadderScreen(HousePage):
    """Who is how strong: a game and a month to choose, and those who have played rated games."""

    LEFT, STAGE = (partial(Filters, id="filters", across=True), RowList), ()
    DEFAULT_CLASSES = "house ladder"
    TITLE_LINE = "Ladders"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "change('game', -1)", "Game before", show=False, id="ladder.before"),
        Binding("right", "change('game', 1)", "Next game", show=False, id="ladder.next"),
        Binding("m", "change('month', 1)", "Another month", id="ladder.month"),
        Binding("escape,q", "back", "Back", id="ladder.back"),
    ]

    def _groups(self, game: str) -> list[Group]:
        games = [(each.key, each.name) for each in self.app.games if each.rated]
        months = [("", "now"), *((month, _month(month)) for month in self.visit.archive.months(game)[:12])]
        return [Group("game", "Game", games), Group("month", "Month", months, folded=True)]

    def on_mount(self) -> None:
        """List them."""
        filters = self.query_one(Filters)
        filters.chosen = {"game": self.visit.archive.last_game(self.visit.id)}
        filters.groups = tuple(self._groups(self.app.games[0].key))
        self._list()
        self.show_keys(
            Key(WHICH, "game"),
            Key("m", "month", "screen.change('month', 1)"),
            Key("enter", "their games"),
            Key(CHOOSE, "choose"),
        )

    @on(Filters.Changed)
    def _list(self) -> None:
        filters = self.query_one(Filters)
        filters.groups = tuple(self._groups(filters.value("game")))
        game, month = filters.value("game"), filters.value("month")
        rungs = self.visit.archive.ladder(game, month)
        self.rows.show(list(_rungs(rungs, self.visit.id)), 0)
        self.note(plural(len(rungs), "player"))

    def take(self, key: str) -> None:
        """Their games."""
        self.app.push_screen(ArchiveScreen(key))


def _rungs(rungs: Sequence[Rung], own: str) -> Iterator[Item]:
    if not rungs:
        yield Item(Row(["Nobody has played a rated game here yet."]), heading=True)
        return
    head = [
        Cell("", 4), Cell("NAME"), Cell("RATING", 8, right=True), Cell("WON", 6, right=True, since=50),
        Cell("DRAWN", 7, right=True, since=50), Cell("LOST", 6, right=True, since=50),
        Cell("LAST GAMES", 18, since=70),
    ]  # fmt: skip
    yield Item(Row(head), heading=True)
    for at, rung in enumerate(rungs):
        name = plain_name(rung.name)
        last = " ".join({1.0: "won", 0.0: "lost"}.get(score, "drawn") for score in rung.last[:3])
        yield Item(
            Row(
                [
                    Cell(f"{at + 1}", 4, "$text-muted", right=True),
                    Cell(f"{name}, you", 0, "bold $accent") if rung.account == own else Cell(name, 0, "bold"),
                    Cell(f"{rung.rating:,.0f}{'' if rung.sure else '?'}", 8, right=True),
                    Cell(str(rung.won), 6, "$text-muted", right=True, since=50),
                    Cell(str(rung.drawn), 7, "$text-muted", right=True, since=50),
                    Cell(str(rung.lost), 6, "$text-muted", right=True, since=50),
                    Cell(last, 18, "$text-muted", since=70),
                ]
            ),
            rung.name,
        )


def _score(game: Archived) -> str:
    """ "1-0", "0-1", "draw"; of more than two whose seat has won."""
    if len(game.scores) == 2:
        return {1.0: "1-0", 0.0: "0-1"}.get(game.scores[0], "draw")
    return ",".join(str(seat + 1) for seat, score in enumerate(game.scores) if score == 1) or "draw"


def _told(game: Archived) -> str:
    winners = [plain_name(name) for name, score in zip(game.names, game.scores, strict=True) if score == 1]
    return f"{' and '.join(winners)} won" if winners else "drawn"


def _month(month: str) -> str:
    return f"{datetime.strptime(month, '%Y-%m').replace(tzinfo=UTC):%B %Y}"
