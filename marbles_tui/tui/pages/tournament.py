"""A tournament: who stands how, its rounds, and the game that is pointed at; and the season, and the way on in it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from marbles_tui.ai.engine.job import Priority
from marbles_tui.core.text import enumerated, plural
from marbles_tui.play import Match, read_match
from marbles_tui.play.played import turn_numbers
from marbles_tui.play.tournament import BYE, Meeting, Schedule
from marbles_tui.store import MatchStore
from marbles_tui.store.thread import Saver
from marbles_tui.table.clock import clock_of
from marbles_tui.table.season import (
    ROUNDS,
    Fixture,
    Season,
    Seasons,
    begin,
    seasons_of,
    told,
)
from marbles_tui.table.start import saved_match, today
from marbles_tui.table.tasks.together import time_left
from marbles_tui.table.tournament import Stand, Tournament, game_of, next_game, play_out, stands_of
from marbles_tui.tui.dialogs import Entry, offer
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.lines import CHOOSE, WHICH, Cell, Key, Row
from marbles_tui.tui.kit.shelf import BLANK, Item, RowList, SmallBoard, heading
from marbles_tui.tui.kit_app import Kit
from marbles_tui.tui.page import Shelf

KEPT: Final = "tournament"
"""The entry of the setting `together` that holds one of which nothing has been played yet."""

MOST_ACROSS: Final = 6
"""Entrants up to which the table shows each game, in few columns."""


class Background:
    """Games of computers, played one after the other while nobody watches; what somebody waits for goes before."""

    def __init__(self, app: Kit) -> None:
        self._app = app
        self.think = partial(app.engine.think, priority=Priority.REVIEW)
        self._task: asyncio.Task[None] | None = None
        self.meeting: Meeting | None = None
        """Which one is being played."""
        self.match: Match | None = None

    def move_now(self) -> None:
        """Nobody asks."""

    @property
    def plays(self) -> bool:
        """Whether anything is played."""
        return self._task is not None and not self._task.done()

    def begin(self, id: str) -> None:
        """Play what computers can play of the tournament of that id, round after round."""
        if not self.plays:
            self._task = asyncio.create_task(self._play(id), name="tournament")

    async def leave(self) -> None:
        """Leave it at the last move."""
        if self._task:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _play(self, id: str) -> None:
        try:
            while waiting := await self._next(id):
                stand, self.meeting = waiting
                match, saved = await sat_down(self._app, stand, self.meeting)
                saver = self._app.store.saver(saved)
                await play_out(match, self, partial(self._keep, saver))
        except (ValueError, LookupError) as error:
            self._app.notify(str(error), severity="warning", markup=False)
        finally:
            self.meeting = self.match = None
            self._app.tell_screen()

    async def _next(self, id: str) -> tuple[Stand, Meeting] | None:
        stand = next((each for each in await stands(self._app) if each.tournament.id == id), None)
        if stand is None:
            return None
        free = (one for one in stand.meetings if not (one.over or stand.people(one)))
        meeting = next(free, None)
        return (stand, meeting) if meeting else None

    async def _keep(self, saver: Saver, match: Match) -> None:
        self.match = match
        self._app.tell_screen()
        await saver.keep(match)


async def stands(app: Kit) -> tuple[Stand, ...]:
    """All tournaments, the latest first, one of which nothing has been played yet before them."""
    found = await app.store.ask(stands_of)
    try:
        new = Tournament.read(app.settings.together.get(KEPT, ""))
    except ValueError:
        return found
    known = any(stand.tournament.id == new.id for stand in found)
    return found if known else (Stand(new), *found)


async def sat_down(app: Kit, stand: Stand, meeting: Meeting) -> tuple[Match, int | None]:
    """The game of a meeting, as it was left or before its first move, and its id. Raises ValueError or LookupError
    where it cannot be played here."""
    left = stand.left(meeting)
    if left is None:
        return next_game(stand, meeting, app.games, date=today(), random=app.random), None

    def read(store: MatchStore) -> tuple[Match, int | None]:
        start = saved_match(store, app.games, str(left.id))
        return start.match, start.saved

    return await app.store.ask(read)


class TournamentScreen(Shelf[None]):
    """The table and all rounds on the left, the game that is pointed at on the right."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("b", "background", "Play computers' games", id="tournament.background"),
        Binding("left", "step(1)", "Earlier", show=False, id="tournament.earlier"),
        Binding("right", "step(-1)", "Later", show=False, id="tournament.later"),
        Binding("escape,q", "back", "Leave", id="tournament.leave"),
    ]

    TITLE_LINE, help_page = "Tournament", "tournament"

    LEFT, STAGE = ("table", RowList), ("above", SmallBoard, "below")

    def __init__(self) -> None:
        super().__init__()
        self._all: tuple[Stand, ...] = ()
        self._at = 0
        self._shown: tuple[str, int, int] | None = None

    @property
    def background(self) -> Background:
        """Games that are played meanwhile."""
        return self.app.one(Background)

    @work(exclusive=True, group="stands")
    async def read(self) -> None:
        """Look up what has been played."""
        self._all = await stands(self.app)
        self.dress()

    def heard(self) -> None:
        """A move was played in the background, or a game is over there."""
        if self.background.match is None or self.background.match.result:
            self.read()
        else:
            self.dress()

    @property
    def stand(self) -> Stand | None:
        """The tournament that is shown."""
        return self._all[self._at] if self._at < len(self._all) else None

    # What is shown

    def dress(self) -> None:
        """The table and the rounds."""
        stand = self.stand
        if stand is None:
            self.put("table", "No tournament has been played here.")
            self.show_keys()
            return
        self.note(stand.told)
        self.put("table", _table(stand, self.app.size.width >= 110))
        rounds, items = self.rows, list[Item]()
        number = 0
        for meeting in stand.meetings:
            if meeting.round != number:
                number = meeting.round
                items += [BLANK] if items else []
                items.append(heading(f"Round {number}", "now" if number == stand.round else ""))
            items.append(self._item(stand, meeting))
        played = sum(meeting.over and bool(stand.people(meeting)) for meeting in stand.meetings)
        now = (stand.tournament.id, stand.round, played)
        if self._shown != now:  # after a round, or a game of somebody here, on to the next one
            self._shown = now
            waiting = [at for at, item in enumerate(items) if item.key and not item.key.over]
            first = [at for at in waiting if stand.people(items[at].key)]
            rounds.show(items, (first or waiting or [len(items) - 1])[0])
        else:
            rounds.show(items, rounds.at)

    def _item(self, stand: Stand, meeting: Meeting) -> Item:
        """A meeting in a row."""
        if meeting.second == BYE:
            return Item(Row([Cell(f"{meeting.first} has a bye", 0, "not bold $text-muted")]), heading=True)
        game = game_of(stand, meeting, self.app.games).name
        people = bool(stand.people(meeting))
        live = self._live(meeting)
        if meeting.over:
            told, ink = meeting.score, "$accent"
        elif live:
            told, ink = f"▶ turn {turn_numbers(live)[-1]}", "$accent"
        elif left := stand.left(meeting):
            told, ink = plural(left.plies, "move"), "$text-muted"
        elif meeting.games:
            told, ink = f"{meeting.score} ...", "$text-muted"
        else:
            told, ink = "to play" if people and meeting.round == stand.round else "", "$accent"
        style = "bold" if people else ""
        cells = [
            Cell(f"{meeting.first} - {meeting.second}", 0, style),
            Cell(game, 11, "not bold $text-muted", since=36),
            Cell(told, 9, f"not bold {ink}", True),
        ]
        return Item(Row(cells), meeting)

    def _live(self, meeting: Meeting) -> Match | None:
        playing = self.background.meeting
        same = playing and playing.round == meeting.round and playing[1:3] == meeting[1:3]
        return self.background.match if same else None

    def point(self, key: Meeting | None) -> None:
        """The game between those who play it."""
        stand, meeting = self.stand, key
        if stand is None or meeting is None:
            return
        self._keys(stand, meeting)
        match = self._match(stand, meeting)
        names = [meeting.second, meeting.first]
        times, mover = ["", ""], None
        if match is None:
            game = game_of(stand, meeting, self.app.games)
            self.show(game, VIEWS[game.key].sample())
        else:
            self.show(match.game, match.position.board)
            names = [seat.name for seat in match.seats][::-1]
            clock = clock_of(match)
            times = [time_left(left, False) for left in clock.left][::-1] if clock else times
            mover = None if match.result else 1 - match.position.actor
        for name, at in (("above", 0), ("below", 1)):
            here = "$accent" if mover == at else ""
            mark = Cell("▶" if mover == at else "", 2, "$accent")
            self.put(name, Row([mark, Cell(names[at], 0, "bold"), Cell(times[at], 8, here, True)]))

    def _match(self, stand: Stand, meeting: Meeting) -> Match | None:
        """The game of a meeting that is being played, was left, or was the last one."""
        if live := self._live(meeting):
            return live
        ended = stand.games(meeting)
        saved = stand.left(meeting) or (ended[-1].saved if ended else None)
        return read_match(saved.record, self.app.games).match if saved else None

    def _keys(self, stand: Stand, meeting: Meeting) -> None:
        does = "watch"
        if not meeting.over and stand.people(meeting):
            does = "go on" if stand.left(meeting) else "play"
        computers = any(not (one.over or stand.people(one)) for one in stand.meetings)
        plays = self.background.plays
        self.show_keys(
            Key("enter", does, "focused.take"),
            *[Key("b", "stop it" if plays else "play computers' games", "screen.background")] * computers,
            *[Key(WHICH, "another one", "screen.step(1)")] * (len(self._all) > 1),
            Key(CHOOSE, "choose"),
        )

    # What is done

    @work(exclusive=True, group="play")
    async def take(self, key: Meeting) -> None:
        """Play it, or watch it."""
        stand = self.stand
        if stand is None:
            return
        if key.over:
            if stand.games(key) and (ended := self._match(stand, key)):
                self.app.open_replay(ended)
            return
        if self._live(key):
            await self.background.leave()
            self._all = await stands(self.app)
        try:
            match, saved = await sat_down(self.app, self.stand or stand, key)
        except (ValueError, LookupError) as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        self.app.push_screen(self.app.match_screen(match, saved))

    @work(exclusive=True, group="background")
    async def action_background(self) -> None:
        """Play the computers' games while something else is shown, or leave them at the last move."""
        if self.background.plays:
            await self.background.leave()
        elif self.stand:
            self.background.begin(self.stand.tournament.id)
        self.read()

    def action_step(self, step: int) -> None:
        """An earlier tournament, or a later one."""
        self._at = max(0, min(self._at + step, len(self._all) - 1))
        self.dress()


def _table(stand: Stand, wide: bool) -> Row:
    """Who stands how; what each has scored against each where all meet once, and there is room."""
    rows, names = stand.table, [row.entrant for row in stand.table]
    across = stand.tournament.form is Schedule.ROUND_ROBIN and (wide or len(names) <= MOST_ACROSS)
    heads = map(str, range(1, len(names) + 1)) if across else ("won", "drawn", "lost")
    width = 3 if across else 6
    knockout = stand.tournament.form is Schedule.KNOCKOUT
    titles = [*((head, width) for head in heads), ("rounds" if knockout else "points", 8)]
    lines = [[Cell("", 3), Cell(""), *(Cell(words, room, "$text-muted", True) for words, room in titles)]]
    for row in rows:
        scores = (
            [_score(stand, row.entrant, other) for other in names]
            if across
            else [str(each) for each in row[4:]]
        )
        points = f"{row.tie_break if knockout else row.points:g}"
        person = stand.tournament.seat(row.entrant).level is None
        lines.append(
            [
                Cell(str(row.place), 3, "$text-muted"),
                Cell(row.entrant, 0, "bold" if person else ""),
                *(Cell(score, width, right=True) for score in scores),
                Cell(points, 8, "bold $accent", True),
            ]
        )
    if stand.winners:
        lines.append([Cell(Content.styled(_won(stand.winners), "bold"))])
    return Row(*lines)


def _won(winners: Sequence[str]) -> str:
    return f"{winners[0]} has won." if len(winners) == 1 else f"{enumerated(winners)} share the first place."


def _score(stand: Stand, one: str, other: str) -> str:
    """What an entrant has scored against another one."""
    if one == other:
        return "▪"
    for meeting in stand.meetings:
        if {one, other} == set(meeting[1:3]) and meeting.games:
            return f"{meeting.points[meeting.first != one]:g}"
    return "·"


NAMED: Final = 74
"""Columns from which on all opponents are named; in fewer those of the round that is played, beside signs."""

LEGEND: Final = "● won  = drawn  ○ lost  · to come"


class SeasonScreen(Shelf[None]):
    """Five rounds of one match in each game, from the weakest opponents to the strongest."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "Play", id="season.play"),
        Binding("n", "new", "New season", id="season.new"),
        Binding("escape,q", "back", "Leave", id="season.leave"),
    ]

    TITLE_LINE, help_page = "Season", "season"
    LEFT = ("table",)

    _seasons: Seasons | None = None

    @work(exclusive=True, group="season")
    async def read(self) -> None:
        """Look up what has been played."""
        self._seasons = await self.app.store.ask(seasons_of(self.app.games))
        self.dress()

    def dress(self) -> None:
        """Its state; with blank lines between where there is room."""
        if self._seasons is None:
            return
        seasons, now = self._seasons, self._seasons.now
        self.note(f"season {now.number}: {'nothing played yet' if now.is_new else told(now)}")
        self.put("table", _season_table(now, self.app.size.height >= 32))
        self.put("words", Content("\n").join(self._words(seasons)))
        if now.next:
            self.show(now.next.game, VIEWS[now.next.game.key].sample())
        goes_on = now.next is not None and now.next.number in now.begun
        self.show_keys(
            *((Key("enter", "continue" if goes_on else "play", "screen.play"),) if now.next else ()),
            *(() if now.is_new else (Key("n", "new season", "screen.new"),)),
        )

    def _words(self, seasons: Seasons) -> list[Content]:
        """Who comes next, and what they say of themselves; what the signs mean, and the seasons before."""
        season, look = seasons.now, self.app.look
        fixture = season.next
        before = [f"season {number}: {points:g} of {played}" for number, points, played in seasons.before]
        told_before = f"Before: {enumerated(before[:4])}." if before else ""
        legend = [Content.styled(line, "$text-muted") for line in ("", LEGEND, told_before)]
        if fixture is None:
            return [Content.styled("The season is over: n begins another one.", "bold"), *legend]
        level, left = fixture.opponent, fixture.number in season.begun
        said = f"{'Go on' if left else 'Next'}: {fixture.game.name}, against {level.title}."
        begins = [] if left else ["You begin." if fixture.begins == 0 else f"{level.title} begins."]
        ink = look.word_ink(level.colour) if level.colour and look.coloured else ""
        sign = Content.styled("● ", ink) if level.colour else Content("")
        character = f'"{level.character}"' if level.colour else level.character
        told_character = Content("").join([sign, Content(character)])
        return [Content.styled(said, "bold"), *map(Content, begins), told_character, *legend]

    # What is done

    @work(exclusive=True, group="play")
    async def action_play(self) -> None:
        """The next match, or back to the one that was left."""
        season = self._seasons.now if self._seasons else None
        fixture = season.next if season else None
        if season is None or fixture is None:
            return
        left = season.begun.get(fixture.number)
        if left is not None:
            if trouble := await self.app.resume(left):
                self.notify(trouble, markup=False)
            return
        self._begin(season)

    def _begin(self, season: Season) -> None:
        if fixture := season.next:
            name = self.app.settings.name
            self.app.play_match(begin(season, fixture, name=name, date=today(), random=self.app.random))

    def action_new(self) -> None:
        """Begin another season, after a question."""
        seasons = self._seasons
        if seasons is None or seasons.now.is_new:
            return
        other = Season(seasons.now.number + 1, seasons.now.fixtures)
        anew = Entry("End it and begin a new one", partial(self._begin, other))
        offer(self.app, [Entry("Go on with this season"), anew], "New season")


def _season_table(season: Season, roomy: bool) -> Row:
    """Games down, rounds across: who is met, and what came of it."""
    following = season.next
    here = following.round if following else ROUNDS
    rounds = range(1, ROUNDS + 1)
    head = [Cell("", 11), *(Cell(f"round {at}", 0, _ink(at, here), since=NAMED) for at in rounds)]
    signs = [*(Cell(str(at), 3, _ink(at, here), until=NAMED) for at in rounds)]
    lines = [[*head, *signs, Cell(f"   round {here}", 0, "bold", until=NAMED)]]
    for game in dict.fromkeys(fixture.game for fixture in season.fixtures):
        lines += [[Cell("")]] * roomy
        met = [fixture for fixture in season.fixtures if fixture.game is game]
        line = [Cell(game.name, 11, "bold")]
        line += [Cell(_match(season, fixture, True), since=NAMED) for fixture in met]
        line += [Cell(_match(season, fixture, False), 3, until=NAMED) for fixture in met]
        line.append(Cell(Content("  ").join([Content(""), _match(season, met[here - 1], True)]), until=NAMED))
        lines.append(line)
    return Row(*lines)


def _ink(number: int, here: int) -> str:
    return "bold" if number == here else "$text-muted"


def _match(season: Season, fixture: Fixture, named: bool) -> Content:
    """The sign of a match, and the opponent; the next one stands out."""
    ended = season.ended.get(fixture.number)
    sign = "·" if ended is None else "●" if ended.score == 1 else "=" if ended.score else "○"
    name = ended.opponent if ended else fixture.opponent.title
    if season.next is fixture:
        return Content.styled(f"▶ {name}" if named else "▶", "bold $accent")
    ink = "$accent" if ended and ended.score == 1 else "" if ended else "$text-muted"
    words = Content.styled(f" {name}", "" if ended else "$text-muted") if named else Content("")
    return Content("").join([Content.styled(sign, ink), words])
