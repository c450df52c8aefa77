"""Boards of Abacus for tests."""

from __future__ import annotations

from marbles_tui.games.abacus import Abacus
from marbles_tui.games.abacus.text import read

STANDARD = "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0 0"


def on_row_e(marbles: str) -> Abacus:
    """Black to move; the middle row from E1 on, and a marble of each side far away."""
    row = f"{marbles:.<9}".replace(".", "1")
    return read(f"w4/6/7/8/{row}/8/7/6/4b b")


BLOCKED = """
I     . . . . .
H    . . . . . .
G   . . . . . . .
F  . . . . . . . .
E . . . . . . . . .
D  . . . . . . . .
C   w w w . . . .
B    w w w . . .
A     b w w . .
"""


PUSH_ONLY = BLOCKED.replace("A     b w w", "A     b b w")
