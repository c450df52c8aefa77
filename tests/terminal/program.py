"""The program in a pseudo-terminal, as a legacy terminal would run it, and what it has saved."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from tests.terminal.terminal import Terminal, arcade, seat_a_regular


class Program(Terminal):
    """`marbles-tui` with some arguments, 80 × 24; nothing takes time to be shown there unless the settings say so."""

    def __init__(
        self, home: Path, *arguments: str, piped: bytes | None = None, background: bool = False
    ) -> None:
        seat_a_regular(home, "speed = 0")
        super().__init__(arcade(*arguments), home, piped=piped, background=background)

    def moves(self) -> str:
        """The moves of the last saved match, "" if nothing is saved."""
        file = self.home / "matches.sqlite3"
        if not file.exists():
            return ""
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            row = database.execute("SELECT record FROM match ORDER BY changed DESC, id DESC").fetchone()
        except sqlite3.Error:
            return ""
        finally:
            database.close()
        return row[0].partition("\n\n")[2].strip() if row else ""
