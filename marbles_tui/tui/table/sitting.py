"""Sitting down at a board: the screen of each game, what of the arcade a match is given, and the way to a record."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from marbles_tui.ai.review import Judgement, key_of, read_judgements
from marbles_tui.core import Game
from marbles_tui.core.text import capitalized, enumerated, sanitize_line
from marbles_tui.games.abacus import ABACUS
from marbles_tui.games.beadmaster import BEADMASTER
from marbles_tui.games.egg_carton import EGG_CARTON
from marbles_tui.games.getaway import GETAWAY
from marbles_tui.games.gobblet import GOBBLET
from marbles_tui.play import Match, Seat
from marbles_tui.play.match import narrate
from marbles_tui.play.post import POST
from marbles_tui.play.rating import Rating, is_rated, unrated
from marbles_tui.play.series import NEW_START, ROUND, SEASON, TOURNAMENT, play_on_from
from marbles_tui.play.statistics import Progress
from marbles_tui.table.ending import EndAction, TurningPoint, actions, person
from marbles_tui.table.live import LiveMatch
from marbles_tui.table.progress import progress_of
from marbles_tui.table.start import called_by_sides, today
from marbles_tui.table.tasks.play import Play
from marbles_tui.table.tasks.playing import OTHER, Occasion, Outside
from marbles_tui.table.tasks.task import Action, Task, Work
from marbles_tui.table.tasks.together import HELPS
from marbles_tui.table.tasks.watch import Watch
from marbles_tui.tui.arcade_screen import ArcadeScreen
from marbles_tui.tui.clipboard import copy, write
from marbles_tui.tui.dialogs import Say, Seating
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import SPEEDS
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.table.board_screen import BoardScreen
from marbles_tui.tui.table.film import LEAST, MOST, cast
from marbles_tui.tui.table.panels import Panels, PlayPanels, S, WatchPanels

if TYPE_CHECKING:
    from marbles_tui.rooms.backend import RoomCard
    from marbles_tui.rooms.view import GuestMatch
    from marbles_tui.rooms.visit import Visit


class EggCartonScreen(BoardScreen):
    """Egg Carton."""

    GAME = EGG_CARTON


class AbacusScreen(BoardScreen):
    """Abacus."""

    GAME = ABACUS


class GetawayScreen(BoardScreen):
    """Gary's Great Getaway."""

    GAME = GETAWAY


class BeadMasterScreen(BoardScreen):
    """BeadMaster."""

    GAME = BEADMASTER


class GobbletScreen(BoardScreen):
    """Gobblet."""

    GAME = GOBBLET


SCREENS: Final[Mapping[str, type[BoardScreen]]] = {
    screen.GAME.key: screen
    for screen in (EggCartonScreen, AbacusScreen, GetawayScreen, BeadMasterScreen, GobbletScreen)
}


def board_screen(task: Task[S], panels: Panels[S], recall: Work | None = None) -> BoardScreen:
    """The screen of the game of a task, which shows that task; a game without one has the usual one."""
    return SCREENS.get(task.game.key, BoardScreen)(task, panels, recall)


WIDE: Final = 100
"""Columns from which on there is room to say in which other game it is somebody's turn."""


UNRATED: Final = "With other players the game no longer counts for your rating."


def match_screen(app: Kit, live: LiveMatch, occasion: Occasion | None = None) -> BoardScreen:
    """The screen of a match, at this machine or elsewhere."""

    async def progress(match: Match) -> Progress | None:
        who = person(match)
        return None if who is None else (await app.store.ask(progress_of(who, app.games)))[match.game.key]

    async def judgements(match: Match) -> Sequence[Judgement | None]:
        written = await app.store.ask(lambda store: store.review(key_of(match)))
        return read_judgements(written) if written else ()

    def learn(game: Game, keys: Collection[str]) -> None:
        learned = app.settings.learned
        known = [*learned.get(game.key, "").split(), *sorted(keys)]
        app.change_settings(learned={**learned, game.key: " ".join(known)})

    def tips(game: Game) -> Collection[str] | None:
        return set(app.settings.learned.get(game.key, "").split()) if app.settings.hints else None

    def watch(match: Match, seeking: bool, watched: Callable[[], None]) -> None:
        ply = match.plies if seeking else 0
        app.open_replay(match, ply, not seeking, seeking=seeking, watched=watched)

    game, visit = live.state.match.game, app.visit
    turns = Turns(app, visit, lambda: play) if visit else None
    outside = Outside(
        advisor=app.engine,
        random=app.random,
        tempo=lambda: SPEEDS[app.settings.speed].tempo,
        name=lambda: app.settings.name,
        tips=tips,
        learn=learn,
        progress=progress,
        judgements=judgements,
        play=app.play_match,
        puzzle=app.solve_one_turn,
        boards=app.action_boards_again,
        watch=watch,
        leads_on=lambda where: _beside_match(app, play)[where](),
        opened=turns.begin if turns else lambda: None,
        closed=turns.end if turns else lambda: None,
        copy=partial(copy, app),
        ring=app.ring,
        notify=lambda sentence: app.notify(sentence, markup=False),
        leave=lambda: screen.action_leave(),
        enter=app.enter_room,
        other_game=lambda: turns is not None and turns.go(),
        chats=lambda: app.settings.chat,
        account=(visit.id, visit.account.name) if visit else ("", ""),
        rating=partial(visit.rating, game.key) if visit else Rating,
        mute=visit.mute if visit else lambda _: None,
    )
    view = VIEWS[game.key]
    words = view.match()
    play = Play(live, words, outside, occasion or Occasion())
    panels = PlayPanels(view, words, live.context is not None)
    screen = board_screen(play, panels)
    play.talk_is_seen = lambda: bool(panels.talk and panels.talk.display)
    play.end_has_room = lambda: screen.has_class("side")
    screen.tells_of_games = turns is not None
    return screen


def _beside_match(app: Kit, play: Play) -> Mapping[str, Callable[[], object]]:
    """What lies beside a match, by where it leads."""
    match, files = play.match, app.face.files

    def offer_film() -> None:
        if files:
            app.notify("s again saves a film of it.", timeout=8, markup=False)

    return {
        "replay": lambda: app.open_replay(match),
        "openings": lambda: app.open_page("openings", match),
        "share": offer_film,
        "film": lambda: files and app.run_worker(_film(app, match), group="film", exclusive=True),
        "story": lambda: write(app, "\n".join((*narrate(match), "")), "story.txt", "story"),
        "say": lambda: _ask_what_to_say(app, play),
        "players": lambda: _ask_for_players(app, play),
    }


async def _film(app: Kit, match: Match) -> None:
    """Save a film of a match, as large as the window and as the settings have it."""
    size = "x".join(
        str(max(least, min(now, most))) for now, least, most in zip(app.size, LEAST, MOST, strict=True)
    )
    speed = SPEEDS[app.settings.speed or 3].title
    text = await asyncio.to_thread(cast, match, size, app.theme, app.look.skin.key, speed)
    write(app, text, f"{match.game.key}.cast", "film")


def _ask_for_players(app: Kit, play: Play) -> None:
    match, own = play.match, play.live.own
    assert own, "elsewhere players stay as they are"
    paused = own.hold()

    def seated(seats: tuple[Seat, ...] | None) -> None:
        if seats and play.match.seats == match.seats:
            play.reseat(seats)
        if paused:
            own.hold(False)

    note = UNRATED if is_rated(match) else ""
    app.push_screen(Seating(match.game, match.seats, "Who plays on?", note), seated)


def _ask_what_to_say(app: Kit, play: Play) -> None:
    now = play.situation
    context, talk = now.context, now.talk
    assert context
    assert talk
    unheard = context.rated_between_people and not context.seats and not now.state.stopped
    greetings = app.visit.greetings if app.visit else ()

    def chosen(text: str | None) -> None:
        if text:
            play.do("say", text)

    app.push_screen(Say(greetings, talk.lines, unheard), chosen)


def sit(app: Kit, table: GuestMatch) -> None:
    """Show a table above the menu, or above the screen that all tables are shown above, and leave the others."""
    while len(app.screen_stack) > 1:
        screen = app.screen
        if isinstance(screen, ArcadeScreen) and screen.holds_tables:
            break
        app.pop_screen()
    app.push_screen(match_screen(app, table))


class Turns:
    """Says in a corner when it becomes the guest's turn at another table, and leads there."""

    def __init__(self, app: Kit, visit: Visit, play: Callable[[], Play]) -> None:
        """`play`: the match that they are seen from."""
        self._app, self._visit, self._play = app, visit, play
        self._known: set[tuple[str, bool]] = set()  # and whether it was their turn
        self._told: tuple[Action | None, Rating | None] = (None, None)
        self._stop: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """Hear of them from now on; of those there are already nothing is said."""
        self._tell(self._waiting())
        self._stop = self._visit.listen(self._heard)

    def end(self) -> None:
        """Hear no more."""
        self._stop()
        self._stop = lambda: None

    def _waiting(self) -> list[RoomCard]:
        """The games that wait for the guest: those that have just begun, then those where it is their turn."""
        called, turns = self._visit.called, (card for card in self._visit.my_rooms() if card.my_turn)
        cards = {card.id: card for card in (*called, *turns)}
        now = self._play().live.context
        here = (now.room, now.next_room) if now else ()  # a rematch is entered by itself
        return [card for id, card in cards.items() if id not in here]

    def _heard(self) -> None:
        waiting = self._waiting()
        for card in waiting:
            if (card.id, card.my_turn) in self._known:
                continue
            others = (
                sanitize_line(name, 16) for seat, name in enumerate(card.names) if seat not in card.seats
            )
            begins = "your turn" if card.my_turn else "your game begins"
            told = f"{enumerated([*others])}: {begins} in {card.match.game.title}. Y goes there."
            self._app.notify(told, timeout=10, markup=False)
            self._app.ring()
        self._tell(waiting)

    def _tell(self, waiting: Sequence[RoomCard]) -> None:
        self._known = {(card.id, card.my_turn) for card in waiting}
        other = None
        if first := next(iter(waiting), None):
            whose = "your turn" if first.my_turn else "your game"
            told = f"{whose}: {first.match.game.title}"
            other = OTHER._replace(
                label=capitalized(told), short=told if self._app.size.width >= WIDE else whose
            )
        play = self._play()
        # The rating comes after the end.
        rating = self._visit.rating(play.match.game.key) if play.state.stopped else None
        if (other, rating) != self._told:
            self._told, play.elsewhere = (other, rating), other
            play.face.changed()

    def go(self) -> bool:
        """Sit down at the next of them; whether there is one."""
        card = next(iter(self._waiting()), None)
        if card:
            self._app.enter_room(card.id)
        return card is not None


def occasion_of(app: Kit, match: Match) -> Occasion:
    """What a match of one's own is part of. After one of a season or a tournament Enter leads to its table: it is not
    played again, and no level follows it. In a tournament nobody is helped."""
    number = match.tag(SEASON).partition("/")[2]
    if match.tag(TOURNAMENT):
        help_is_off = dict.fromkeys(HELPS - {"replay"} | {"players"}, "Help is off in a tournament.")
        return _part_of(
            "tournament",
            f"tournament, round {match.tag(ROUND)}",
            partial(app.open_page, "tournament", alone=True),
            help_is_off,
        )
    if match.tag(POST):
        fixed = dict.fromkeys(("undo", "redo", "draw", "players"), "In a game by post moves stand.")
        off = dict.fromkeys(HELPS - {"replay"}, "Help is off in a game by post.")
        return _part_of(
            "letters", "by post", partial(app.open_page, "together", "letter", alone=True), {**off, **fixed}
        )
    if match.tag(SEASON):
        return _part_of("season", f"season, match {number}", partial(app.open_page, "season", alone=True), {})
    return Occasion()


def _part_of(what: str, note: str, show: Callable[[], None], refused: Mapping[str, str]) -> Occasion:
    def offers(over: Match, turning: TurningPoint | None) -> tuple[EndAction, ...]:
        kept = (one for one in actions(over, turning) if one.action not in ("again", "further"))
        return (EndAction("enter", f"On with the {what}", f"The {what}", what.title(), "again"), *kept)

    return Occasion(
        notes=(note,), refused=refused, follows=f"the {what}", offers=offers, does={"again": lambda _: show()}
    )


def replay_screen(
    app: Kit,
    record: Match,
    ply: int = 0,
    *,
    playing: bool = True,
    seeking: bool = False,
    foreign: bool = False,
) -> BoardScreen:
    """A record, opened after so many plies. `playing`: it goes on by itself; `seeking`: to its turning point;
    `foreign`: it came from elsewhere, so nobody in it is called "you"."""
    view = VIEWS[record.game.key]
    words = view.match()

    async def judge(match: Match, deep: bool) -> Judgement | None:
        return await app.engine.review(match, deep)

    def keep(key: str, written: str) -> None:
        app.store.do(lambda store: store.save_review(key, written))

    async def recall() -> None:
        task.know(await app.store.ask(lambda store: store.review(task.key)))

    task = Watch(
        called_by_sides(record) if foreign else record,
        ply,
        playing=playing,
        seeking=seeking,
        judge=judge,
        keep=keep,
        leads_on=lambda where: _beside_record(app, task, record)[where](),
        dot=lambda: app.look.skin.dot,
    )
    return board_screen(task, WatchPanels(task.record, view, words), recall)


def _beside_record(app: Kit, task: Watch, record: Match) -> Mapping[str, Callable[[], object]]:
    """A match or a puzzle from what is shown, or copies of it, by where it leads."""
    now, game = task.situation, task.game
    match, better = now.match, now.better

    def seated(seats: tuple[Seat, ...] | None) -> None:
        if seats:
            begun = play_on_from(match, seats, date=today(), random=app.random)
            app.play_match(unrated(begun, NEW_START) if begun.plies else begun)

    def position() -> str:
        return game.write(match.position) if game.has_text else game.diagram(match.position)

    return {
        "play_on": lambda: app.push_screen(Seating(game, record.seats), seated),
        "puzzle": lambda: app.make_puzzle(match),
        "alike": lambda: better and app.solve_alike(match, better),
        "openings": lambda: app.open_page("openings", match),
        "record": lambda: copy(app, str(record.without_undone()), "record"),
        "position": lambda: copy(app, position(), "position"),
    }
