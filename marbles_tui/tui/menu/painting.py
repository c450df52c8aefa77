"""How the parts of the menu are painted. What is picked is one surface with the stage; where nothing is filled, a
line runs round both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from textual.geometry import Region, Spacing

from marbles_tui.core import Game
from marbles_tui.tui.games import VIEWS
from marbles_tui.tui.kit.big_letters import SMALL_FACE
from marbles_tui.tui.kit.canvas import Canvas
from marbles_tui.tui.kit.lettering import lit
from marbles_tui.tui.kit.look import Look
from marbles_tui.tui.kit.tiles import bar, box, fill, filled, fit, on_panel, outline
from marbles_tui.tui.menu.layout import MenuLayout

if TYPE_CHECKING:
    from marbles_tui.tui.menu.doors import Door
    from marbles_tui.tui.menu.notes import GameNote

TITLES: Final = 18
"""Columns of a door's key and title, with a gap, where what is behind it stands beside them."""

FACTS: Final = 30
"""Columns of what is told of a person's games, on the largest menu."""


def board_region(layout: MenuLayout, note: GameNote | None) -> Region:
    """The room of the stage's board: beside the facts, where they are told."""
    if layout.form.letters > 1 and note and note.scores:
        return layout.board.shrink(Spacing(0, 0, 0, FACTS))
    return layout.board


def paint_stage(canvas: Canvas, layout: MenuLayout, picked: int, outlined: bool, look: Look) -> None:
    """The surface of the stage, with the entry that it belongs to."""
    stage, sentence = layout.stage, layout.sentence
    entry = layout.entries[picked] if picked < len(layout.entries) else None
    if not outlined:
        for region in (stage, sentence, *([entry] if entry else [])):
            fill(canvas, region, look.panel)
        return
    line = outline(look)
    box(canvas, stage, line, look.bright)
    if entry and entry.height >= 3:
        _tab(canvas, entry, stage, line, look)


def _tab(canvas: Canvas, entry: Region, stage: Region, line: str, look: Look) -> None:
    """The line round an entry, open towards the stage."""
    ink = look.bright
    last = entry.bottom - 1
    canvas.text(entry.x, entry.y, line[0] + line[1] * (entry.width - 1), ink, bold=True)
    canvas.text(entry.x, last, line[4] + line[1] * (entry.width - 1), ink, bold=True)
    for y in range(entry.y + 1, last):
        canvas.text(entry.x, y, line[3], ink, bold=True)
        canvas.text(stage.x, y, " ", ink)
    canvas.text(stage.x, entry.y, line[1] if entry.y == stage.y else line[5], ink, bold=True)
    canvas.text(stage.x, last, line[1] if last == stage.bottom - 1 else line[2], ink, bold=True)


def paint_entry(
    canvas: Canvas,
    layout: MenuLayout,
    number: int,
    game: Game,
    note: GameNote | None,
    picked: bool,
    outlined: bool,
    look: Look,
) -> None:
    """A game in the list: digit, name, what is told of it."""
    entry, form = layout.entries[number], layout.form
    front = VIEWS[game.key].front()
    column, row = form.name
    x, y = entry.x + column, entry.y + min(row, max(0, entry.height - 2))
    if layout.bare:
        x = entry.x + 2
    on = on_panel(look) if picked else look.on(look.ground)
    if picked:
        bar(canvas, entry, look)
        touches = x + 2 + len(front.name) >= entry.right - 2
        arrow = entry.y + (
            form.name[1] if outlined or form.title < 4 else min(form.name[1], entry.height - 1)
        )
        canvas.text(entry.right - (1 if touches else 2), arrow, look.skin.right, look.accent, bold=True)
    canvas.text(x, y, str(number + 1), look.accent, bold=True)
    room = entry.right - x - 4
    canvas.text(x + 2, y, front.name[:room], look.bright if picked else look.text, bold=True)
    if form.letters and note:
        line = note.line
    elif form.letters:
        line = front.origin
    else:
        line = "Enter: play" if picked and not (outlined and entry.height >= 3) else ""
    if y + 1 < entry.bottom:
        canvas.text(x + 2, y + 1, line[: entry.right - x - 2], on.text if picked else on.muted)


def paint_emblem(
    canvas: Canvas, layout: MenuLayout, number: int, game: Game, picked: bool, look: Look
) -> None:
    """What a game in the list is known by, where there is room and marbles are shaded."""
    entry = layout.entries[number]
    if filled(look) and look.skin.shaded and layout.form.emblem[0] and not layout.bare:
        VIEWS[game.key].emblem(canvas, layout.emblem(entry), on_panel(look) if picked else look)


def paint_words(
    canvas: Canvas,
    layout: MenuLayout,
    game: Game,
    note: GameNote | None,
    door: Door | None,
    outlined: bool,
    look: Look,
) -> None:
    """Name, sentence and captions of what is on the stage."""
    on, front = on_panel(look), VIEWS[game.key].front()
    sentence = layout.sentence
    blurb = door.sentence if door else game.blurb
    players = _players(game)
    if not layout.form.letters:
        x = sentence.x if outlined else sentence.x + 2
        room = sentence.right - x - (0 if outlined else 1)
        canvas.text(x, sentence.y, fit(blurb, room), on.bright if outlined else on.text, bold=outlined)
        if len(blurb) + 3 + len(players) <= room:
            canvas.text(sentence.right - 2 - len(players), sentence.y, players, on.muted)
        return
    marks = _steps(note, look) if note and layout.form.letters == 1 else ""
    beaten = f"beaten {marks}" if marks else ""
    year = front.origin.partition(",")[0]
    captions = next(
        (
            words
            for words in ((players, front.origin), (players, year))
            if _fits(layout, front.name, _beside(*words, beaten))
        ),
        (players, front.origin),
    )
    _write_name(canvas, layout, front.name, _beside(*captions, beaten), on)
    canvas.text(sentence.x, sentence.y, fit(blurb, sentence.width), on.text)
    right, row = sentence.right, layout.letters[1]
    for line in captions:
        canvas.text(right - len(line), row, line, on.text if line is players else on.muted)
        row += 1
    if not note:
        return
    if layout.form.letters > 1 and note.scores:
        _write_facts(canvas, layout, note, on)
    elif note.steps:
        marks = _steps(note, look)
        canvas.text(right - len(marks), row, marks, on.accent)
        canvas.text(right - len(marks) - 7, row, "beaten", on.text)


def paint_way(canvas: Canvas, layout: MenuLayout, door: Door, outlined: bool, look: Look) -> None:
    """Title and sentence of a door that leads to no game of its own."""
    on, sentence = on_panel(look), layout.sentence
    said = door.sentence
    if layout.form.letters:
        _write_name(canvas, layout, door.title.upper(), 0, on)
        canvas.text(sentence.x, sentence.y, fit(said, sentence.width), on.text)
        return
    x = sentence.x if outlined else sentence.x + 2
    ink = on.bright if outlined else on.text
    canvas.text(x, sentence.y, fit(said, sentence.right - x - 1), ink, bold=outlined)


def _players(game: Game) -> str:
    first, last = game.seats.start, game.seats.stop - 1
    if first == last:
        return f"{first} players"
    return f"{first}-{last} players"


def _steps(note: GameNote, look: Look) -> str:
    done, left = ("*", ".") if look.skin.plain else ("●", "○")
    return "".join(done if beaten else left for beaten in note.steps)


def _write_facts(canvas: Canvas, layout: MenuLayout, note: GameNote, look: Look) -> None:
    """Whom a person has beaten, how often they won, and how the last game ended."""
    x, y = layout.sentence.x, layout.sentence.y + 3
    if note.steps:
        canvas.text(x, y, "Computers you have beaten", look.bright, bold=True)
        for at, (beaten, level) in enumerate(zip(_steps(note, look), note.levels, strict=True)):
            y += 1
            following = at == note.wanted
            canvas.text(x, y, beaten, look.accent if note.steps[at] or following else look.muted)
            canvas.text(x + 2, y, level, look.text if note.steps[at] or following else look.muted)
            if following:
                canvas.text(x + 4 + len(level), y, "next", look.accent)
        y += 3
    canvas.text(x, y, "Your games", look.bright, bold=True)
    for word, number in note.scores:
        y += 1
        canvas.text(x, y, word, look.muted)
        canvas.text(x + 24 - len(number), y, number, look.text)
    if note.last:
        y += 3
        canvas.text(x, y, "Last time", look.bright, bold=True)
        for row, words in enumerate(note.last, 1):
            canvas.text(x, y + row, fit(words, FACTS - 2), look.text if row == 1 else look.muted)


def _beside(*words: str) -> int:
    """The columns that captions at the right take."""
    return max(map(len, words)) + 2


def _fits(layout: MenuLayout, name: str, beside: int) -> bool:
    """Whether a name in big letters leaves so many columns free at its right."""
    return layout.letters[0] + layout.form.letters * SMALL_FACE.width(name) <= layout.sentence.right - beside


def _write_name(canvas: Canvas, layout: MenuLayout, name: str, beside: int, look: Look) -> None:
    """A name in big letters, lighter towards the top; in small ones where it cannot be. `beside`: columns that stay
    free at its right."""
    x, y = layout.letters
    scale = layout.form.letters
    drawn = SMALL_FACE.has(name)
    if not look.skin.shaded or not drawn or not _fits(layout, name, beside):
        canvas.text(x, y + scale, name, look.accent, bold=True)
        return
    for dx, dy, _ in SMALL_FACE.pixels(name):
        canvas.fill(x + scale * dx, 2 * y + scale * dy, scale, scale, lit(look, dy))


def paint_door(
    canvas: Canvas, layout: MenuLayout, region: Region, door: Door, picked: bool, outlined: bool, look: Look
) -> None:
    """A door: its key, what it leads to, how that stands."""
    on = on_panel(look) if picked else look.on(look.surface) if layout.form.tiles and not outlined else look
    if picked or layout.form.tiles:
        if not outlined:
            fill(canvas, region, on.ground)
        elif picked and region.height >= 3:
            box(canvas, region, outline(look), look.bright)
    if picked:
        bar(canvas, region, look)
    if not layout.form.tiles:
        x, y = region.x + 1, region.y
        _head(canvas, x, y, region.right - 1, door, picked, look)
        for words in (
            x + TITLES,
            x + len(door.title) + 3,
        ):  # in a column; else wherever there is room for any
            if line := door.line(region.right - 2 - words):
                canvas.text(words, y, line, on.text if picked else on.muted)
                break
        return
    x, y = region.x + 2, region.y + (region.height - 3) // 2
    if layout.form.letters > 1 and door.game and filled(look) and look.skin.shaded:
        VIEWS[door.game].emblem(canvas, Region(region.x + 2, region.y + 1, 14, region.height - 2), on)
        x += 15
    _head(canvas, x, y, region.right - 2, door, picked, look)
    first, second = door.lines(region.right - x - 3)
    canvas.text(x + 2, y + 1, first, on.text)
    canvas.text(x + 2, y + 2, second, on.muted)


def _head(canvas: Canvas, x: int, y: int, arrow: int, door: Door, picked: bool, look: Look) -> None:
    """Key and title of a door, which keep their place when it is picked."""
    canvas.text(x, y, door.key, look.accent, bold=True)
    canvas.text(x + 2, y, door.title, look.bright, bold=True)
    if picked:
        canvas.text(arrow, y, look.skin.right, look.accent, bold=True)
