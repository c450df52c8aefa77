"""How the parts of the lobby are painted."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.cells import cell_len
from textual.geometry import Region

from marbles_tui.core.scene import ring_of_marbles
from marbles_tui.core.text import plural
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.lettering import TALL, lit, pixels
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.picture import put_picture
from marbles_tui.tui.kit.tiles import bar, box, fill, filled, fit, on_panel, on_tile, outline
from marbles_tui.tui.lobby.entries import LONGEST, Entry, Kind, LobbyView, Shown
from marbles_tui.tui.lobby.layout import TOP, LobbyLayout, Section
from marbles_tui.tui.menu.doors import others_here

TITLE: Final = "PLAY TOGETHER"

COLUMNS: Final = (2, 16, 27)
"""Where names, games and times begin in a row, beside a board."""

WIDE: Final = (2, 14, 28, 46)
"""Where names, games, times and stakes begin in a row of WIDE_ROW columns."""

WIDE_ROW: Final = 75

DOING: Final = (
    ("n", "Offer a game", "to all, or to one person"),
    ("v", "Private game", "with a code"),
    ("m", "Say something", "a greeting, or a line"),
)
"""What can be done here: the key, what it does, and how."""

LINES: Final = 3
"""The last lines said that are shown."""


@lru_cache(maxsize=128)
def miniature(shown: Shown | None, width: int, height: int, look: Look) -> Canvas:
    """A board in small, in so many cells, or loose marbles where there is none: painted once for all who look."""
    canvas, room = Canvas(width, height, look.ground, look.grid), Region(0, 0, width, height)
    if shown is None:
        put_picture(canvas, room, ring_of_marbles(), look)
    elif width >= 4 and height >= 2:
        VIEWS[shown.game].picture(canvas, room, shown.board, look)
    return canvas


def paint_miniature(canvas: Canvas, region: Region, shown: Shown | None, look: Look) -> None:
    """A board in small on a surface."""
    small = miniature(shown, region.width, region.height, look)
    canvas.graft(small, region.x, region.y, range(region.width))


def paint_title(canvas: Canvas, layout: LobbyLayout, seen: LobbyView, look: Look) -> None:
    """What this is, how many are here, and who you are."""
    left, right = layout.margin, layout.width - layout.margin
    offers, here = len(seen.of(Kind.OPEN)), others_here(len(seen.of(Kind.PERSON)))
    name = fit(seen.name, LONGEST)
    if not layout.form:
        canvas.text(left, 0, TITLE, look.accent, bold=True)
        told = ", ".join(filter(None, (here, f"{plural(offers, 'open game')}" if offers else "")))
        canvas.text(left + len(TITLE) + 3, 0, told, look.text)
        canvas.text(right - cell_len(name), 0, name, look.bright, bold=True)
        return
    scale = layout.form.title
    foot = 1 + (TALL * scale + 1) // 2 - 1
    after = left
    if look.skin.shaded and filled(look):
        for x, y, _ in pixels(TITLE):
            canvas.fill(left + scale * x, 2 + scale * y, scale, scale, lit(look, y))
            after = max(after, left + scale * (x + 1))
    else:
        canvas.text(left, foot, TITLE, look.accent, bold=True)
        after = left + len(TITLE)
    canvas.text(after + 4, foot, here, look.text)
    canvas.text(right - cell_len(name), foot - 1, name, look.bright, bold=True)
    canvas.text(right - cell_len(seen.rating), foot, seen.rating, look.muted)


def paint_heading(canvas: Canvas, section: Section, look: Look) -> None:
    """What the entries are, how many there are, and how many of them are not shown."""
    x, y = section.heading.x, section.heading.y
    title = section.kind.value.upper()
    canvas.text(x, y, title, look.accent, bold=True)
    canvas.text(x + len(title) + 2, y, f"{section.count:,}", look.muted)
    if section.more:
        told = f"{section.hidden:,} more"
        canvas.text(section.more.right - len(told), y, told, look.muted)


def paint_stage(canvas: Canvas, layout: LobbyLayout, entry: Entry, row: Region | None, look: Look) -> None:
    """The board of the row that is picked, one surface with it, and what Enter does."""
    stage, board = layout.stage, layout.board
    if not stage or not board:
        return
    on = on_panel(look)
    if filled(look):
        fill(canvas, stage, look.panel)
        if row:
            fill(canvas, row, look.panel)
    else:
        box(canvas, stage, outline(look), look.bright)
    paint_miniature(canvas, board, entry.shown, on)
    x, y, room = stage.x + 2, stage.bottom - 6, stage.width - 3
    title = entry.game if entry.kind is not Kind.PERSON else entry.who
    canvas.text(x, y, fit(title, room), look.bright, bold=True)
    for line, words in enumerate(entry.about, 1):
        canvas.text(x, y + line, fit(words, room), on.text)
    if entry.does:
        canvas.text(x, stage.bottom - 2, "Enter", look.accent, bold=True)
        canvas.text(x + 6, stage.bottom - 2, fit(entry.does, room - 6), on.text)


def paint_row(
    canvas: Canvas, layout: LobbyLayout, entry: Entry, region: Region, picked: bool, look: Look, warning: int
) -> None:
    """An offer among cards, or any game in a list of rows."""
    on = look
    if layout.form:
        on = on_panel(look) if picked else on_tile(look, look.surface)
        if filled(look):
            fill(canvas, region, on.ground)
    elif picked:
        on = on_panel(look)
        if filled(look):
            fill(canvas, region, look.panel)
    if picked:
        bar(canvas, region, look)
        canvas.text(region.right - 1, region.y, look.skin.right, look.accent, bold=True)
    ink = look.bright if picked else look.text
    if layout.form:
        _wide_row(canvas, entry, region, ink, on, warning)
        return
    name, game, when = (region.x + column for column in COLUMNS)
    canvas.text(name, region.y, fit(entry.who, min(LONGEST, game - name - 1)), ink, bold=True)
    canvas.text(game, region.y, fit(entry.game, when - game - 1), on.text)
    edge = region.right - (2 if picked else 1)
    stakes = entry.stakes if when + cell_len(entry.when) + 1 + cell_len(entry.stakes) <= edge else ""
    canvas.text(when, region.y, fit(entry.when, edge - when), warning if entry.pressing else on.text)
    canvas.text(edge - cell_len(stakes), region.y, stakes, on.muted)


def _wide_row(canvas: Canvas, entry: Entry, region: Region, ink: int, on: Look, warning: int) -> None:
    columns = [region.x + column * region.width // WIDE_ROW for column in WIDE]
    canvas.text(columns[0], region.y, fit(entry.who, LONGEST), ink, bold=True)
    canvas.text(columns[1], region.y, fit(entry.game, columns[2] - columns[1] - 1), on.text)
    canvas.text(
        columns[2],
        region.y,
        fit(entry.when, columns[3] - columns[2] - 1),
        warning if entry.pressing else on.text,
    )
    canvas.text(columns[3], region.y, entry.stakes, on.text)
    canvas.text(region.right - 2 - cell_len(entry.rating), region.y, entry.rating, on.muted)


def _surface(canvas: Canvas, region: Region, picked: bool, look: Look) -> Look:
    """The surface of a card, and the look of what lies on it."""
    on = on_panel(look) if picked else on_tile(look, look.surface)
    if filled(look):
        fill(canvas, region, on.ground)
    elif picked:
        box(canvas, region, outline(look), look.bright)
    if picked:
        bar(canvas, region, look)
    return on


def paint_turn(canvas: Canvas, entry: Entry, region: Region, picked: bool, look: Look, warning: int) -> None:
    """A game that waits for you: its board, and beside it with whom it is."""
    on = _surface(canvas, region, picked, look)
    wide = min(region.width - 18, 2 * region.height + 1)
    if entry.shown:
        paint_miniature(canvas, Region(region.x + 2, region.y, wide, region.height), entry.shown, on)
    x, y = region.x + wide + 3, region.y + region.height // 2 - 1
    room = region.right - x - 3
    canvas.text(x, y, fit(entry.who, min(room, LONGEST)), look.bright if picked else look.text, bold=True)
    canvas.text(x, y + 1, fit(entry.game, room + 2), on.text)
    canvas.text(x, y + 2, fit(entry.when, room + 2), warning if entry.pressing else on.muted)
    if picked:
        canvas.text(region.right - 2, y, look.skin.right, look.accent, bold=True)


def paint_game(canvas: Canvas, entry: Entry, region: Region, picked: bool, look: Look) -> None:
    """A game that is played: its board, and below it who plays."""
    on = _surface(canvas, region, picked, look)
    if entry.shown and region.height > 6:
        board = Region(region.x + 1, region.y + 1, region.width - 2, region.height - 5)
        paint_miniature(canvas, board, entry.shown, on)
    x, y, room = region.x + 2, region.bottom - 3, region.width - 3
    canvas.text(x, y, fit(entry.who, room - 2 * picked), look.bright if picked else look.text, bold=True)
    canvas.text(x, y + 1, fit(f"{entry.game}, {entry.when}", room), on.muted)
    if picked:
        canvas.text(region.right - 2, y, look.skin.right, look.accent, bold=True)


def signs(look: Look) -> tuple[str, str]:
    """What stands before people who are free to play, and before those at a board."""
    return ("*", ".") if look.skin.plain else ("●", "○")


def paint_person(
    canvas: Canvas, layout: LobbyLayout, entry: Entry, region: Region, picked: bool, look: Look
) -> None:
    """Somebody who is here."""
    on = look
    if picked:
        on = on_panel(look)
        if filled(look):
            fill(canvas, region, look.panel)
        else:
            bar(canvas, Region(region.x - 1, region.y, 1, 1), look)
    x, room = region.x, region.width
    canvas.text(
        x + (not layout.form), region.y, signs(look)[not entry.free], on.accent if entry.free else on.muted
    )
    x += 2 + (not layout.form)
    if not layout.form:
        ink = look.bright if picked else on.text if entry.free else on.muted
        canvas.text(x, region.y, fit(entry.who, min(LONGEST, room - 3)), ink, bold=picked)
        return
    canvas.text(x, region.y, fit(entry.who, LONGEST), look.bright if picked else look.text, bold=True)
    after = max(region.x + 9, x + min(LONGEST, cell_len(entry.who)) + 1)
    canvas.text(
        after,
        region.y,
        fit(entry.when, region.right - after - 2 * picked),
        on.text if entry.free else on.muted,
    )
    if picked:
        canvas.text(region.right - 1, region.y, look.skin.right, look.accent, bold=True)


def paint_legend(canvas: Canvas, region: Region, look: Look) -> None:
    """What the signs before people mean."""
    free, busy = signs(look)
    canvas.text(region.x, region.y, free, look.accent)
    canvas.text(region.x + 2, region.y, "free to play", look.muted)
    canvas.text(region.x + 18, region.y, busy, look.muted)
    canvas.text(region.x + 20, region.y, "at a board", look.muted)


def paint_doing(canvas: Canvas, layout: LobbyLayout, seen: LobbyView, look: Look) -> None:
    """What can be done here, and what was said last."""
    region = layout.doing
    if not region:
        return
    if not layout.form:
        key, does, how = DOING[0]
        canvas.text(region.x, region.y, key, look.accent, bold=True)
        canvas.text(region.x + 2, region.y, does, look.bright, bold=True)
        x = region.x + 4 + len(does)
        if seen.said:
            _say(canvas, x, region.y, region.right - x, seen, 1, look)
        else:
            canvas.text(x, region.y, how, look.muted)
        return
    on = on_tile(look, look.surface)
    if filled(look):
        fill(canvas, region, on.ground)
    y = region.y + 1
    for key, does, how in DOING:
        canvas.text(region.x + 2, y, key, look.accent, bold=True)
        canvas.text(region.x + 4, y, does, look.bright, bold=True)
        canvas.text(region.x + 4, y + 1, how, on.muted)
        y += 3
    _say(canvas, region.x + 2, region.bottom - 1 - LINES, region.width - 3, seen, LINES, on)


def _say(canvas: Canvas, x: int, y: int, room: int, seen: LobbyView, lines: int, look: Look) -> None:
    """The last lines said, the newest last."""
    last = seen.said[-lines:]
    column = max((min(LONGEST, cell_len(said.name)) for said in last), default=0) + 2
    for row, said in enumerate(last, y + lines - len(last)):
        canvas.text(x, row, fit(said.name, LONGEST), look.text, bold=True)
        canvas.text(x + column, row, fit(said.words, room - column), look.text)


def paint_nobody(canvas: Canvas, layout: LobbyLayout, look: Look) -> None:
    """What there is to say where there is nothing to choose."""
    y = layout.form.top if layout.form else TOP
    canvas.text(layout.margin, y, "No games yet.", look.bright, bold=True)
    for row, told in enumerate(("Offer one with n:", "whoever comes here can take the seat."), y + 1):
        canvas.text(layout.margin, row, told, look.text)
