"""The table of a season: rounds across, games down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

from textual.geometry import Region
from textual.reactive import reactive

from marbles_tui.core import Game
from marbles_tui.core.text import enumerated
from marbles_tui.table.season import ROUNDS, Ended, Fixture, Season, Seasons, points_words, told
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.tiles import bar, fill, filled, fit, on_panel

MARGINS: Final = ((200, 5), (120, 3), (80, 2), (0, 1))
EMBLEM: Final = (14, 10)
"""Pixels of a game's emblem, where there is room for so many."""

LEAST_EMBLEM: Final = 6
"""The fewest rows of pixels in which one is drawn."""

INSET: Final = 3
"""Columns before a name: a bar, a sign, a gap."""

BELOW: Final = 6
"""Rows below the table, with an empty one above them: the next match, what the signs mean, the seasons before."""


class Signs(NamedTuple):
    """The signs of a match: won, drawn, lost, to come."""

    won: str
    drawn: str
    lost: str
    open: str


SIGNS: Final = Signs("●", "½", "○", "·")
PLAIN: Final = Signs("*", "=", "o", ".")


def _short(game: Game) -> str:
    """What a game is called in few columns."""
    name = VIEWS[game.key].front().name
    return game.title if game.title.upper() == name else name.title()


class Column(NamedTuple):
    """Where the matches of a round stand: the first column and how many, and those before a name."""

    x: int
    width: int
    inset: int


def columns(season: Season, left: int, room: int, headings: Sequence[str]) -> list[Column]:
    """Columns of one width where all names fit into them, else each as wide as its longest name; what still is too
    wide is taken from the widest."""
    longest = [
        max(len(name) for name in (heading, *_opponents(season, number)))
        for number, heading in enumerate(headings, 1)
    ]
    wide = room // ROUNDS
    if max(longest) <= wide - INSET:
        return [Column(left + at * wide, wide, INSET) for at in range(ROUNDS)]
    inset, gap = (INSET, 0) if sum(longest) + ROUNDS * INSET <= room else (1, 1)
    widths = [length + inset + gap for length in longest]
    while sum(widths) - gap > room:
        widths[widths.index(max(widths))] -= 1
    starts = accumulate(widths, initial=left)
    return [Column(x, width - gap, inset) for x, width in zip(starts, widths, strict=False)]


def _opponents(season: Season, number: int) -> Iterator[str]:
    """Who is met in a round."""
    for fixture in season.fixtures:
        if fixture.round == number:
            ended = season.ended.get(fixture.number)
            yield ended.opponent if ended else fixture.opponent.title


class SeasonTable(CanvasWidget):
    """Who is met when, what came of it, and who comes next."""

    DEFAULT_CSS = "SeasonTable { width: 1fr; height: 1fr; }"

    seasons: reactive[Seasons | None] = reactive(None, init=False, repaint=False)
    """What is shown."""

    def watch_seasons(self) -> None:
        """Show it."""
        self.repaint()

    def draw(self, canvas: Canvas, look: Look) -> None:
        """The heading, the rounds, the next match, the seasons before."""
        if self.seasons is None:
            return
        season = self.seasons.now
        margin = next(columns for width, columns in MARGINS if canvas.width >= width)
        roomy, wide = canvas.height >= 20, canvas.width >= 80
        y = 1 if roomy else 0
        canvas.text(margin, y, f"Season {season.number}", look.accent, bold=True)
        stands = "nothing played yet" if season.is_new else told(season)
        canvas.text(canvas.width - margin - len(stands), y, stands, look.text)
        y += 1 + roomy
        games = list(dict.fromkeys(fixture.game for fixture in season.fixtures))
        rows = (canvas.height - y - (2 if roomy else 1) - BELOW) // max(1, len(games))
        step = max(1, min(EMBLEM[1] // 2 + 1, rows if roomy else 1))
        tall = min(EMBLEM[1], 2 * step - 2)
        pictured = tall >= LEAST_EMBLEM and wide and look.skin.shaded and filled(look)
        step = step if pictured else min(step, 3)
        name_x = margin + (EMBLEM[0] + 2 if pictured else 0)
        left = name_x + max(len(_short(game)) for game in games) + 1
        headings = [f"round {number}" if wide else f"{number}" for number in range(1, ROUNDS + 1)]
        places = columns(season, left, canvas.width - left - (margin if wide else 0), headings)
        for place, heading in zip(places, headings, strict=True):
            canvas.text(place.x + place.inset, y, heading, look.muted)
        y += 2 if roomy else 1
        for game in games:
            row = y + (tall // 4 if pictured else 0)
            if pictured:
                VIEWS[game.key].emblem(canvas, Region(margin, y, EMBLEM[0], tall // 2), look)
            canvas.text(name_x, row, _short(game), look.bright, bold=True)
            for fixture in season.fixtures:
                if fixture.game is game:
                    self._cell(canvas, places[fixture.round - 1], row, season, fixture, look)
            y += step
        y += step == 1
        y = self._next(canvas, margin, y, season, look)
        self._tell_before(canvas, margin, y + 1, look)

    def _cell(
        self, canvas: Canvas, place: Column, row: int, season: Season, fixture: Fixture, look: Look
    ) -> None:
        """An opponent, with what came of the match."""
        following = season.next is fixture
        region = Region(place.x, row, place.width, 1)
        tight = place.inset < INSET
        on = look
        if following:
            on = on_panel(look)
            if filled(look):
                fill(canvas, region, look.panel)
            bar(canvas, region, look)
        ended = season.ended.get(fixture.number)
        sign, ink = self._sign(ended, on)
        if following and not filled(look):
            sign, ink = look.skin.right, look.bright
        name = fit(ended.opponent if ended else fixture.opponent.title, region.width - place.inset)
        if not (tight and following):  # the bar stands there
            canvas.text(region.x + (0 if tight else 1), region.y, sign, ink, bold=True)
        colour = on.bright if following else on.text if ended else on.muted
        canvas.text(region.x + place.inset, region.y, name, colour, bold=following)

    def _sign(self, ended: Ended | None, look: Look) -> tuple[str, int]:
        signs = PLAIN if look.skin.plain else SIGNS
        if ended is None:
            return signs.open, look.muted
        if ended.score == 1:
            return signs.won, look.accent
        return (signs.drawn, look.text) if ended.score else (signs.lost, look.text)

    def _next(self, canvas: Canvas, margin: int, y: int, season: Season, look: Look) -> int:
        """Who comes next, and what they say of themselves; the row below."""
        room = canvas.width - 2 * margin
        fixture = season.next
        if fixture is None:
            canvas.text(
                margin, y, fit("The season is over: n begins another one.", room), look.bright, bold=True
            )
            return y + 2
        level = fixture.opponent
        left = fixture.number in season.begun
        begins = "" if left else " You begin." if fixture.begins == 0 else f" {level.title} begins."
        what = "Go on" if left else "Next"
        title = _short(fixture.game)
        said = f"{what}: {title}, against {level.title}.{begins}"
        canvas.text(margin, y, fit(said, room), look.bright, bold=True)
        dot, x = ("*" if look.skin.plain else "●"), margin
        if level.colour:
            canvas.text(
                x, y + 1, dot, look.material_ink(level.colour) if look.coloured else look.text, bold=True
            )
            x += 2
        words = f'"{level.character}"' if level.colour else level.character
        canvas.text(x, y + 1, fit(words, room - (x - margin)), look.text)
        return y + 2

    def _tell_before(self, canvas: Canvas, margin: int, y: int, look: Look) -> None:
        """What the signs mean, and the seasons before."""
        signs = PLAIN if look.skin.plain else SIGNS
        room = canvas.width - 2 * margin
        legend = f"{signs.won} won  {signs.drawn} drawn  {signs.lost} lost  {signs.open} to come"
        if y < canvas.height:
            canvas.text(margin, y, fit(legend, room), look.muted)
        assert self.seasons
        before = [
            f"season {number}: {points_words(points)} of {played}"
            for number, points, played in self.seasons.before
        ]
        if before and y + 1 < canvas.height:
            told_before = f"Before: {enumerated(before[:4])}."
            canvas.text(margin, y + 1, fit(told_before, room), look.muted)
