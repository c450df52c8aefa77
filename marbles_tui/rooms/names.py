"""The names of people: what they may be, and when two are the same for the eye."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from marbles_tui.rooms.limits import Refused

LONGEST: Final = 16
"""Columns of a name."""

BETWEEN: Final = " -_.'"
"""What may stand in a name besides letters and digits."""

INVISIBLE: Final = frozenset((
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x16FE4,
    *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
))  # fmt: skip
"""Letters and marks that show nothing. Source: Unicode's Default_Ignorable_Code_Point, those of its categories that a
name may have otherwise, and the filler of the Khitan script."""

SMALL_CAPITAL: Final = "LATIN LETTER SMALL CAPITAL "
"""How the names of letters begin that the table of confusables leaves out, each followed by the letter it is."""

TOGETHER: Final = (
    frozenset(("LATIN", "HAN", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "HAN", "BOPOMOFO")),
    frozenset(("LATIN", "HAN", "HANGUL")),
)
"""Scripts that are written together. Source: Unicode Technical Standard 39, "Highly Restrictive"."""

RESERVED: Final = (
    "anyone", "computer", "dice", "everyone", "guest", "host", "human", "marbles", "me", "nobody", "player",
    "somebody", "spectator", "system", "you", "admin", "moderator", "owner", "root",
)  # fmt: skip
"""Names that would be taken for somebody or something else."""


def checked(text: str) -> str:
    """A name as it is kept. Raises Refused."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise Refused("A name has at least one letter.")
    if columns(name) > LONGEST or len(name) > 3 * LONGEST:
        raise Refused(f"A name has at most {LONGEST} letters.")
    unfit = [char for char in name if not fits(char)]
    if unfit:
        unseen = next((char for char in unfit if not char.isprintable() or ord(char) in INVISIBLE), "")
        what = f" There is an unseen sign in it, U+{ord(unseen):04X}." if unseen else ""
        raise Refused(f"A name has letters, digits, blanks and - _ . ' only.{what}")
    if not any(char.isalpha() for char in name) or not name[0].isalnum():
        raise Refused("A name begins with a letter or digit, and has a letter.")
    if any(unicodedata.bidirectional(char) in ("R", "AL") for char in name):
        raise Refused("A name is written from left to right: others would be shown in disorder beside yours.")
    scripts = {script for script in map(script_of, name) if script}
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        raise Refused(f"A name is in one script, not in {' and '.join(sorted(map(str.title, scripts)))}.")
    marks = [unicodedata.category(char) in ("Mn", "Mc") for char in name]
    if any(all(marks[at : at + 3]) for at in range(len(marks) - 2)):
        raise Refused("A letter has at most two marks.")
    return name


def fits(char: str) -> bool:
    """Whether a character may stand in a name."""
    kinds = ("Lu", "Ll", "Lt", "Lo", "Lm", "Mn", "Mc", "Nd")
    return char in BETWEEN or (unicodedata.category(char) in kinds and ord(char) not in INVISIBLE)


def script_of(char: str) -> str:
    """The script of a letter, as "LATIN"; "" where it belongs to all."""
    from confusable_homoglyphs import categories  # of the extra `host`; its table is large

    script: str = categories.alias(char) if char.isalpha() else "COMMON"
    return "" if script in ("COMMON", "INHERITED") else script


def columns(name: str) -> int:
    """How many columns a name takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in name
    )


def is_reserved(name: str, taken: Iterable[str]) -> bool:
    """Whether a name looks like one that nobody may take, or like one of those `taken`; also with a number."""
    skeletons = {skeleton(word) for word in (*RESERVED, *taken)}
    return skeleton(name) in skeletons or skeleton(name.rstrip("0123456789 -_.")) in skeletons


def skeleton(name: str) -> str:
    """What two names have in common that look the same, or differ in capitals alone.

    Source: Unicode Technical Standard 39, "Confusable Detection"; letters that capitals make look the same, as l and
    I do, are the same here too.
    """
    classes = _classes()
    seen = (_small_capital(char) for char in name if ord(char) not in INVISIBLE)
    text = unicodedata.normalize("NFKD", "".join(seen))
    for _ in range(4):  # what one replacement gives may be confusable, too
        text = unicodedata.normalize("NFKD", "".join(classes.get(char, char) for char in text)).casefold()
    return "".join(char for char in text if char not in BETWEEN)


def _small_capital(char: str) -> str:
    """The letter of which a character is a small capital, else the character."""
    letter = "" if char.isascii() else unicodedata.name(char, "").removeprefix(SMALL_CAPITAL)
    return letter if len(letter) == 1 else char


@cache
def _classes() -> dict[str, str]:
    """By character what stands for all that look like it."""
    from confusable_homoglyphs import confusables  # of the extra `host`; its table is large

    table: dict[str, list[dict[str, str]]] = confusables.confusables_data
    parents: dict[str, str] = {}

    def root(text: str) -> str:
        while text in parents:
            text = parents[text]
        return text

    def join(first: str, second: str) -> None:
        a, b = root(first), root(second)
        if a != b:
            low, high = sorted((a, b), key=lambda text: (-len(text), not text.isascii(), text))
            parents[high] = low

    for char, homoglyphs in table.items():
        for homoglyph in homoglyphs:
            join(_bare(char), _bare(homoglyph["c"]))
    table.clear()  # some megabytes, which nobody else asks for
    for capital in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        join(capital, capital.lower())
    return {char: root(char).casefold() for char in parents if len(char) == 1}


def _bare(text: str) -> str:
    """A text without the marks that turn the writing."""
    return "".join(char for char in text if unicodedata.category(char) != "Cf")
