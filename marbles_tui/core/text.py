"""Text from outside, made harmless before it is shown."""

from __future__ import annotations

import unicodedata

MARK = "?"
"""Stands where a character was that could not be shown."""


def harmless(text: str, most: int = 200) -> str:
    """One line of at most `most` characters, without control, bidirectional, private or lone combining ones.

    Line ends and tabs become blanks, other characters that would move the cursor or turn the writing become
    a question mark; of combining marks in a row two are kept; a text that is cut ends in three dots.
    """
    out: list[str] = []
    combining = 0
    for char in text[: 8 * most]:
        kind = unicodedata.category(char)
        if kind in ("Mn", "Me"):
            combining += 1
            if combining > 2 or not out:
                continue
        else:
            combining = 0
        if char in "\n\r\t":
            out.append(" ")
        elif kind in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
            out.append(MARK)
        else:
            out.append(char)
    shown = "".join(out)
    return shown if len(shown) <= most and len(text) <= 8 * most else shown[: most - 3] + "..."


def plural(count: int, noun: str) -> str:
    """A number and what it counts: "1 ply", "2 plies", "3 matches", "1,200 marbles"."""
    if count == 1:
        return f"{count} {noun}"
    if noun.endswith("y"):
        return f"{count:,} {noun[:-1]}ies"
    return f"{count:,} {noun}{'es' if noun.endswith(('ch', 's', 'sh', 'x')) else 's'}"
