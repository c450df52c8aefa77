"""Text from outside, sanitized before it is shown; and small pieces of English."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from itertools import takewhile
from typing import Final

MARK = "?"
"""Stands where a character was that could not be shown."""

BLANKS = "\n\r\t"
UNSHOWABLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
"""What moves the cursor, turns or hides the writing, or means nothing, by category."""

MARKS = frozenset(("Mn", "Me", "Mc"))
MOST_MARKS = 2
"""How many combining marks a letter keeps."""

JAMO = range(0x1160, 0x1200)
"""Letters that melt into the one before them, any number of them into one cell."""

SELECTORS = range(0xFE00, 0xFE10)
"""Choose how the sign before them looks; programs and terminals differ on how wide it is then."""


def sanitize_line(text: str, most: int = 200) -> str:
    """One line of at most `most` characters, without control, bidirectional, private or lone combining ones.

    Line ends and tabs become blanks, other characters that would move the cursor or turn the writing become
    a question mark; of combining marks in a row two are kept, and of selectors of variants none; a text that is cut
    ends in three dots.
    """
    shown = _tamed(text[: 8 * most], "")
    return shown if len(shown) <= most and len(text) <= 8 * most else shown[: most - 3] + "..."


def sanitize_text(text: str) -> str:
    """The same of a text of any length that has lines of its own: they stay, and nothing is cut."""
    plain = text.isascii() and text.replace("\n", "").isprintable()
    return text if plain else _tamed(text, "\n")


def searchable(text: str) -> str:
    """A text as searches compare it: without case and accents, as Unicode folds and decomposes them."""
    if text.isascii():
        return text.lower()
    normalize = unicodedata.normalize
    folded = normalize("NFKD", normalize("NFKD", text).casefold())
    return "".join(char for char in folded if not unicodedata.combining(char))


def _tamed(text: str, kept: str) -> str:
    out: list[str] = []
    marks = 0
    for char in text:
        kind = unicodedata.category(char)
        if ord(char) in SELECTORS:
            continue
        if kind in MARKS or ord(char) in JAMO:
            marks += 1
            if marks > MOST_MARKS or not out:
                continue
        else:
            marks = 0
        if char in BLANKS and char not in kept:
            out.append(" ")
        elif kind in UNSHOWABLE and char not in kept:
            out.append(MARK)
        else:
            out.append(char)
    return "".join(out)


def enumerated(names: Sequence[str]) -> str:
    """Names in a sentence: "Ann", "Ann and Bob", "Ann, Bob and Cleo"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def capitalized(text: str) -> str:
    """A text with a capital letter first, the rest as it is."""
    return text[:1].upper() + text[1:]


def plural(count: int, noun: str) -> str:
    """A number and what it counts: "1 ply", "2 plies", "2 relays", "3 matches", "1,200 marbles"."""
    if count == 1:
        return f"{count} {noun}"
    if noun.endswith("y") and noun[-2] not in "aeo":
        return f"{count:,} {noun[:-1]}ies"
    return f"{count:,} {noun}{'es' if noun.endswith(('ch', 's', 'sh', 'x')) else 's'}"


YOU: Final = "You"
"""What somebody is called who is spoken to; any seat may be called so, too."""

VERB: Final = r"\bYou((?:, [^,.:]*,)? )(\w+s)\b"
SECOND_VERB: Final = r"(\bYou\b(?!')[^.:;]* and )(wins|goes|is|has|loses)\b"
IRREGULAR: Final = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go"}


def spoken(text: str, names: Collection[str]) -> str:
    """Sentences about those with these names, as they are said to the one who is called You, if there is one."""
    return addressed(text) if YOU in names else text


def addressed(text: str) -> str:
    """Sentences of somebody called You as they are said to them: "You rolls 5" → "You roll 5"."""
    text = text.replace("You: You ", "You ").replace("You to move", "Your move")
    text = re.sub(r"^You: (\w\w)", lambda found: found[1].capitalize(), text)
    text = re.sub(SECOND_VERB, lambda found: found[1] + _plain_verb(found[2]), text)
    text = re.sub(VERB, lambda found: f"You{found[1]}{_plain_verb(found[2])}", text)
    text = re.sub(r"\bYou's(?= (?:in|are)\b)", "Yours", text).replace("You's", "Your")
    if text.startswith("Your "):
        text = text.replace(" their own ", " your own ")
    return re.sub(r"(?<=[\w,:;] )You(?=r?s?\b)", "you", text)


def _plain_verb(verb: str) -> str:
    """The verb of a second person: "rolls" → "roll"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("ches", "shes", "sses", "xes")):
        return verb[:-2]
    return verb if verb.endswith("ss") else verb[:-1]


def alike(one: str, other: str) -> int:
    """With how many characters in common two texts begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def article(number: int) -> str:
    """`a` or `an`, as the number is spoken: an 8, an 11, an 18, an 80 to an 89."""
    return "an" if number in (8, 11, 18) or 80 <= number <= 89 else "a"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th ..."""
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def shortened(name: str, width: int) -> str:
    """A name in so many characters, cut where it is longer; a number at its end stays. "" where too little would."""
    if len(name) <= width:
        return name
    head, _, last = name.rpartition(" ")
    tail = f" {last}" if head and last.isdigit() else ""
    keep = width - len(tail) - 1
    return f"{name[:keep].rstrip()}…{tail}" if keep > 1 else ""


def sentence(text: str) -> str:
    """A phrase as a sentence: a capital letter first, a full stop last; "" for none."""
    return f"{capitalized(text)}." if text and not text.endswith((".", "!", "?")) else text


def folded(line: str, width: int) -> list[str]:
    """A line in lines of at most `width` columns, broken between words; one that is drawn, with blanks that stand
    together behind its first word, stays whole."""
    from textwrap import wrap  # not needed for the first paint

    words = line.lstrip(" ")
    if len(line) <= width or "  " in words:
        return [line]
    lead = line[: len(line) - len(words)]
    return wrap(
        words,
        width,
        initial_indent=lead,
        subsequent_indent=f"{lead}  " if lead else "",
        break_long_words=False,
        break_on_hyphens=False,
    )
