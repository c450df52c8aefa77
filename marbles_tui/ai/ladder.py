"""The levels that games of skill have, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.level import Level, Question, Taste

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis

STRENGTHS: Final = {
    "beginner": 1,
    "novice": 1,
    "apprentice": 2,
    "amateur": 2,
    "adept": 3,
    "expert": 4,
    "champion": 4,
    "master": 5,
}
"""The levels by name, weakest first. A game need not have all of them."""

MOVES: Final = {1: "one move", 2: "two moves", 3: "three moves", 4: "four moves", 5: "five moves"}


MOST: Final = 0.4
"""From this oversight on one of the weakest levels is good for a first game."""

OFTEN: Final = ((0.3, "often"), (0.15, "sometimes"), (0.01, "seldom"))
"""How often a level misses something, in words, from which oversight on."""


def by_search(question: Question) -> Analysis:
    """Play by alpha-beta search, as far as the level sees."""
    from marbles_tui.ai.search.player import search

    return search(question)


def rung(
    key: str,
    rating: float,
    nodes: int,
    depth: int | None = None,
    oversight: float = 0.0,
    misses: str = "something",
) -> Level:
    """A level that is limited by nodes, so that it is the same on every machine; `misses`: what people overlook in
    its game, of whatever they overlook."""
    looks = f"Looks {MOVES[depth]} ahead" if depth in MOVES else "Looks far ahead"
    often = next((word for rate, word in OFTEN if oversight >= rate), "")
    character = f"{looks}; {often} misses {misses}." if often else f"{looks} and never slips. Hard to beat."
    if oversight >= MOST and STRENGTHS[key] == 1:
        character = f"Misses {misses} and more. Good for a first game."
    return Level(
        key=key,
        title=key.capitalize(),
        character=character,
        strength=STRENGTHS[key],
        rating=rating,
        play=by_search,
        limit=Limit(nodes=nodes, depth=depth),
        oversight=oversight,
    )


def style(
    key: str,
    character: str,
    rating: float,
    nodes: int,
    depth: int,
    taste: Taste,
    *,
    indulgence: int,
    strength: int,
    colour: int,
) -> Level:
    """An opponent with a taste of its own: the search of a level, but of the moves that cost at most `indulgence` it
    plays the one that it likes most."""
    return Level(
        key=key,
        title=key.capitalize(),
        character=character,
        strength=strength,
        rating=rating,
        play=by_search,
        limit=Limit(nodes=nodes, depth=depth),
        taste=taste,
        indulgence=indulgence,
        colour=colour,
    )


def master(rating: float, variety: int = 0, seconds: float = 2.0) -> Level:
    """The strongest level: it knows the clock. `variety` is what its first move may cost, in hundredths."""
    return Level(
        key="master",
        title="Master",
        character=f"Thinks {seconds:g} seconds a move. The strongest.",
        strength=STRENGTHS["master"],
        rating=rating,
        play=by_search,
        limit=Limit(seconds=seconds),
        variety=variety,
    )


def ladder(nodes: tuple[int, int, int, int] = (300, 1_500, 6_000, 30_000)) -> tuple[Level, ...]:
    """Six levels for a game of skill; `nodes`: how many states novice, amateur, adept and expert look at, of which
    the first two should see a reply or so."""
    novice, amateur, adept, expert = nodes
    return (
        rung("beginner", 600.0, novice, 1, 0.75),
        rung("novice", 800.0, novice, 1, 0.5),
        rung("amateur", 1000.0, amateur, 2, 0.35),
        rung("adept", 1200.0, adept, 4, 0.2),
        rung("expert", 1400.0, expert),
        master(1600.0, 4),
    )
