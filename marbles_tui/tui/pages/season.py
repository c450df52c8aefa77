"""The season: its table, and the way to its next match."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import work
from textual.binding import Binding, BindingType
from textual.content import Content

from marbles_tui.core.text import enumerated
from marbles_tui.table.season import (
    ROUNDS,
    Fixture,
    Season,
    Seasons,
    begin,
    seasons_of,
    told,
)
from marbles_tui.table.start import today
from marbles_tui.tui.dialogs import GameMenu
from marbles_tui.tui.games import VIEWS, short_name
from marbles_tui.tui.kit.lines import Cell, Key, Row
from marbles_tui.tui.page import Shelf

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
        """How it stands; lines stand apart where there is room."""
        if self._seasons is None:
            return
        seasons, now = self._seasons, self._seasons.now
        self.note(f"season {now.number}: {'nothing played yet' if now.is_new else told(now)}")
        self.put("table", _table(now, self.app.size.height >= 32))
        self.put("words", Content("\n").join(self._words(seasons)))
        if now.next:
            self.show(now.next.game, VIEWS[now.next.game.key].sample())
        goes_on = now.next is not None and now.next.number in now.begun
        self.show_keys(
            *((Key("enter", "continue" if goes_on else "play", "screen.play"),) if now.next else ()),
            *(() if now.is_new else (Key("n", "new season", "screen.new"),)),
        )

    on_resize = dress

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
        said = f"{'Go on' if left else 'Next'}: {short_name(fixture.game)}, against {level.title}."
        begins = [] if left else ["You begin." if fixture.begins == 0 else f"{level.title} begins."]
        ink = f"#{look.material_ink(level.colour):06x}" if level.colour and look.coloured else ""
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
        entries = [("on", "Go on with this season"), ("new", "End it and begin a new one")]

        def chosen(what: str | None) -> None:
            if what == "new":
                self._begin(other)

        self.app.push_screen(GameMenu(entries, "New season"), chosen)


def _table(season: Season, roomy: bool) -> Row:
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
        line = [Cell(short_name(game), 11, "bold")]
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
