"""The menu as it looks before anybody has played, drawn by the arcade itself in the page's own Python, as terminals
are sent it: what a page shows until the arcade is there. Writes /build/menu.json: a text for each size.
"""

import gc
import json
import re
import sys
import time
from pathlib import Path
from typing import Any, Final

WORK: Final = Path("/build")
SIZES: Final = (
    *((60, 18), (60, 40), (70, 48), (60, 60), (70, 80), (87, 19)),
    *((80, 24), (100, 30), (110, 36), (132, 40), (142, 42), (160, 48), (200, 50), (240, 72)),
)
"""Columns and rows. Between two of them a page shows what both have in common."""

QUIET: Final = 0.6
"""Seconds without anything drawn after which all is."""

PATIENCE: Final = 6.0
OF_TODAY: Final = re.compile(
    r"\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\w* \d+ \w+"
    r"|(?<=Today's puzzle)  \S.*?(?=   |$)|\b(Egg Carton|Abacus|BeadMaster|Gobblet|Getaway): .*?(?=  |$)"
)
"""What is another on another day."""

CODES: Final = re.compile("(\x1b\\[[0-9;]*m)")


class Script:
    """Plays the page's script: turns the loop when it asks for it, and reads what it writes."""

    def __init__(self) -> None:
        self.due: float | None = None
        self.unread = 0
        self.wrote = 0.0

    def write(self, text: str) -> None:
        """Take a text."""
        self.unread += len(text)
        self.wrote = time.monotonic()

    def wake(self, seconds: float) -> None:
        """Ask for a turn."""
        at = time.monotonic() + seconds
        self.due = at if self.due is None else min(self.due, at)

    def __getattr__(self, name: str) -> Any:
        return lambda *_: None


def settle(page: Any, script: Script) -> None:
    """Turn until nothing has been drawn for a while."""
    end = time.monotonic() + PATIENCE
    while script.due is not None and (now := time.monotonic()) < end:
        if script.wrote and now > script.wrote + QUIET:
            break
        time.sleep(min(QUIET, max(0.0, script.due - now)))
        if time.monotonic() >= script.due:
            script.due = None
            page.turn()
            page.read(script.unread)
            script.unread = 0


def blank(line: str) -> str:
    """A line without what is only so today."""
    plain = CODES.sub("", line)
    found = OF_TODAY.search(plain.rstrip())
    if not found:
        return line
    written, column = [], 0
    for part in CODES.split(line):
        if CODES.fullmatch(part):
            written.append(part)
            continue
        written += [
            " " if found.start() <= column + index < found.end() else part[index]
            for index in range(len(part))
        ]
        column += len(part)
    return "".join(written)


def drawn_as_sent(strip: Any) -> str:
    """A row as terminals are sent it; nothing is sent twice."""
    from rich.color import ColorSystem

    row, before = [], ""
    for text, style, _ in strip:
        codes = style._make_ansi_codes(ColorSystem.TRUECOLOR) if style else ""
        row.append(text if codes == before else f"\x1b[0;{codes}m{text}".replace(";m", "m"))
        before = codes
    return "".join(row)


def main() -> None:
    """Draw the menu in each size. Arcades are never let go of: they could not end, as nothing turns their loops."""
    gc.disable()
    sys.path.insert(0, "/build/packages")
    from marbles_tui.browser.arcade import BrowserPage

    drawn = {}
    for columns, rows in SIZES:
        script = Script()
        page = BrowserPage(script, columns, rows)
        settle(page, script)
        strips = page.arcade.screen._compositor.render_strips()
        drawn[f"{columns}x{rows}"] = "\r\n".join(blank(drawn_as_sent(strip)) for strip in strips)
    (WORK / "menu.json").write_text(json.dumps(drawn, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    main()
