"""What stands beside a puzzle: the goal, the facts, what is due again, the keys; when it is over, what came of it."""

from __future__ import annotations

from typing import Final

from textual import events
from textual.geometry import Region
from textual.reactive import reactive

from marbles_tui.tui.kit.canvas import Canvas, put_marble, put_ring
from marbles_tui.tui.kit.canvas_widget import CanvasWidget
from marbles_tui.tui.kit.look import MARBLES, Look
from marbles_tui.tui.kit.tiles import bar, box, fill, filled, fit, on_panel, on_tile, outline
from marbles_tui.tui.puzzles.facts import Day, KeyRow, ResultFacts, Row, SideFacts, signs, wrap

SLIM: Final = 7
"""The column of values where there are few."""

USUAL: Final = 23
"""Rows of the screen from which the rules stand above the board."""


class PuzzleSide(CanvasWidget):
    """Facts while it is solved, and the result. A click on a key does what the key does."""

    DEFAULT_CSS = "PuzzleSide { width: 41; height: 1fr; }"

    facts: reactive[SideFacts] = reactive(SideFacts(), init=False, repaint=False)
    """What is told while it is solved."""

    result: reactive[ResultFacts | None] = reactive(None, init=False, repaint=False)
    """How it went, once it is over."""

    def __init__(self) -> None:
        super().__init__()
        self._clicks: dict[int, str] = {}

    def watch_facts(self) -> None:
        """Show them."""
        self.repaint()

    watch_result = watch_facts

    @property
    def roomy(self) -> bool:
        """Whether the goal has room here, and lines are apart."""
        return self.content_size.width >= 33 and self.content_size.height >= 24

    def draw(self, canvas: Canvas, look: Look) -> None:
        """All of it."""
        self._clicks = {}
        if self.result:
            self._draw_result(canvas, self.result, look)
            return
        facts = self.facts
        y = self._draw_goal(canvas, facts, look) + 2 if self.roomy else 1
        if facts.slim:
            self._draw_slim(canvas, facts, look)
            return
        y = self._draw_rows(canvas, facts.rows, y, look)
        bottom = canvas.height - len(facts.keys) - (1 if self.roomy else 0)
        if facts.due and bottom - y >= 4:
            tall = 5 if self.roomy and bottom - y >= 8 else 3
            self._draw_due(
                canvas, facts, Region(0, bottom - tall - (2 if tall == 5 else 1), canvas.width, tall), look
            )
        self._draw_keys(canvas, facts.keys, bottom, look)

    def _draw_slim(self, canvas: Canvas, facts: SideFacts, look: Look) -> None:
        """Who does what, the facts below it, and the keys where there is room for them."""
        told, rows = wrap(facts.roles, canvas.width), facts.rows
        if self.app.size.height < USUAL:
            told += wrap(facts.rules, canvas.width)
            rows = rows[-1:]
        for row, line in enumerate(told):
            canvas.text(0, row, line, look.text)
        y = self._draw_rows(canvas, rows, len(told) + 1, look)
        if canvas.height - y > len(facts.keys):
            self._draw_keys(canvas, facts.keys, canvas.height - len(facts.keys), look)

    def _draw_goal(self, canvas: Canvas, facts: SideFacts, look: Look) -> int:
        """The goal in its box; the first row below it."""
        on = on_panel(look)
        words = wrap(facts.roles, canvas.width - 4) + wrap(facts.rules, canvas.width - 4)
        region = Region(0, 0, canvas.width, len(words) + 3)
        if filled(look):
            fill(canvas, region, on.ground)
            bar(canvas, region, look)
        else:
            box(canvas, region, outline(look), look.bright)
        canvas.text(3, 1, fit(facts.goal, canvas.width - 4), on.bright, bold=True)
        for row, line in enumerate(words, 2):
            canvas.text(3, row, line, on.text)
        return region.bottom

    def _draw_rows(self, canvas: Canvas, rows: tuple[Row, ...], y: int, look: Look) -> int:
        usual = 14 if self.roomy else SLIM if self.facts.slim else 11
        for row in rows:
            canvas.text(0, y, row.label, look.muted)
            column = usual if row.label else 0
            self._draw_value(canvas, column, y, row.value, look)
            if row.more:
                y += 1
                canvas.text(column, y, fit(row.more, canvas.width - column), look.text)
            y += 2 if self.roomy else 1
        return y

    def _draw_value(self, canvas: Canvas, x: int, y: int, value: str, look: Look) -> None:
        """A value; signs for done are gold, those for not yet grey."""
        shown = signs(value, plain=look.skin.plain) if set(value) & set("●○") else value
        for at, (char, sign) in enumerate(zip(value, shown, strict=True)):
            ink = look.accent if char == "●" else look.muted if char == "○" else look.text
            if x + at < canvas.width:
                canvas.text(x + at, y, sign, ink)

    def _draw_due(self, canvas: Canvas, facts: SideFacts, region: Region, look: Look) -> None:
        on = on_tile(look, look.surface)
        inset = 2 if region.height > 3 else 1
        top = region.y + (1 if region.height > 3 else 0)
        if filled(look):
            fill(canvas, region, on.ground)
        number = str(facts.due)
        canvas.text(inset, top, "DUE AGAIN", look.accent, bold=True)
        canvas.text(region.right - inset - len(number), top, number, look.bright, bold=True)
        canvas.text(inset, top + 1, "puzzles you missed", on.text)
        canvas.text(inset, top + 2, facts.due_key, look.accent, bold=True)
        canvas.text(inset + 2, top + 2, "play them now", on.text)
        self._clicks[top + 2] = "screen.due"

    def _draw_keys(self, canvas: Canvas, keys: tuple[KeyRow, ...], y: int, look: Look) -> None:
        for row, key in enumerate(keys, y):
            canvas.text(0, row, key.key, look.accent, bold=True)
            canvas.text(2, row, fit(key.does, canvas.width - 2), look.text)
            if key.remark and 2 + len(key.does) + 2 + len(key.remark) <= canvas.width:
                column = 14 if self.roomy and len(key.does) < 11 else 4 + len(key.does)
                canvas.text(column, row, fit(key.remark, canvas.width - column), look.muted)
            self._clicks[row] = key.action

    def on_click(self, event: events.Click) -> None:
        """Do what the clicked key does."""
        offset = event.get_content_offset(self)
        action = self._clicks.get(offset.y) if offset else None
        if action:
            self.call_later(self.run_action, action)

    # When it is over

    def _draw_result(self, canvas: Canvas, result: ResultFacts, look: Look) -> None:
        wide = self.roomy
        y = 0 if wide else 1
        if result.week:
            self._draw_streak(canvas, result, y, look)
            y += 2
            big = canvas.width >= 48
            for at, day in enumerate(result.week):
                draw_day(canvas, at, y, day, big, look)
            y += 5 if big else 3
            if wide:
                y += 1
        for row in result.rows:
            canvas.text(0, y, row.label, look.muted)
            canvas.text(12, y, fit(row.value, canvas.width - 12), look.text)
            if row.more and 14 + len(row.value) + len(row.more) <= canvas.width:
                canvas.text(canvas.width - len(row.more), y, row.more, look.muted)
            y += 1
        y += 1
        keys = len(result.keys)
        if result.share and canvas.height - y - keys >= len(result.share) + 2:
            y = self._draw_share(canvas, result.share, y, canvas.height - y - keys, look)
        self._draw_result_keys(canvas, result.keys, min(y + 1, canvas.height - keys), look)

    def _draw_streak(self, canvas: Canvas, result: ResultFacts, y: int, look: Look) -> None:
        canvas.text(0, y, result.streak.upper(), look.accent, bold=True)
        if len(result.streak) + 3 + len(result.longest) <= canvas.width:
            canvas.text(len(result.streak) + 3, y, result.longest, look.muted)

    def _draw_share(self, canvas: Canvas, lines: tuple[str, ...], y: int, room: int, look: Look) -> int:
        on = on_panel(look)
        airy = room >= len(lines) + 7
        height = len(lines) + (6 if airy else 2)
        region = Region(0, y, canvas.width, height)
        if filled(look):
            fill(canvas, region, on.ground)
        elif airy:
            box(canvas, region, outline(look), look.bright)
        inset, top = 2, y + (1 if airy else 0)
        canvas.text(inset, top, "TO SHARE", look.accent, bold=True)
        top += 2 if airy else 1
        for row, line in enumerate(lines, top):
            canvas.text(
                inset, row, fit(signs(line, plain=look.skin.plain), canvas.width - inset - 1), on.text
            )
        foot = top + len(lines) + (1 if airy else 0)
        canvas.text(inset, foot, "x", look.accent, bold=True)
        canvas.text(inset + 2, foot, "copy", on.text)
        self._clicks[foot] = "screen.copy"
        return region.bottom

    def _draw_result_keys(self, canvas: Canvas, keys: tuple[KeyRow, ...], y: int, look: Look) -> None:
        for row, key in enumerate(keys, y):
            canvas.text(0, row, key.key, look.accent, bold=True)
            canvas.text(2, row, key.does, look.bright, bold=True)
            if 22 + len(key.remark) <= canvas.width:
                canvas.text(20, row, key.remark, look.muted)
            self._clicks[row] = key.action


def draw_day(canvas: Canvas, at: int, y: int, day: Day, big: bool, look: Look) -> None:
    """A day of the week: a marble if it was solved, else an empty hollow; its name below."""
    pitch = 7 if big else 5 if canvas.width >= 35 else 3
    x = at * pitch
    if not look.skin.shaded or not filled(look) or pitch < 5:
        sign = signs("●" if day.solved else "○", plain=look.skin.plain)
        canvas.text(x + (1 if pitch > 3 else 0), y, sign, look.accent if day.solved else look.muted)
        name_y = y + 1
    elif big:
        if day.solved:
            put_marble(canvas, x, 2 * y, 5, MARBLES[at])
        else:
            put_ring(canvas, x, 2 * y, 5, look.muted, 0.6)
        name_y = y + 3
    else:
        if day.solved:
            put_marble(canvas, x, 2 * y, 4, MARBLES[at])
        else:
            put_ring(canvas, x, 2 * y, 4, look.muted, 0.6)
        name_y = y + 2
    name = day.name if pitch > 3 else day.name[:2]
    canvas.text(x + (1 if big else 0), name_y, name, look.bright if day.today else look.muted, bold=day.today)
