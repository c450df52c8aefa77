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


def by_search(question: Question) -> Analysis:
    """Play by alpha-beta search, with the level's blunders."""
    from marbles_tui.ai.search.player import search

    return search(question)


def rung(
    key: str,
    rating: float,
    nodes: int,
    depth: int | None = None,
    *,
    instinct: float = 0.0,
    blunder: float = 0.0,
    margin: int = 0,
) -> Level:
    """A level that is limited by nodes, so that it is the same on every machine."""
    looks = f"Looks {MOVES[depth]} ahead" if depth in MOVES else "Looks far ahead"
    if instinct >= 0.3:
        character = "Often picks by instinct. Good for a first game."
    elif instinct >= 0.12:
        character = f"{looks}; often misses something."
    elif instinct >= 0.05:
        character = f"{looks}; sometimes misses something."
    elif blunder >= 0.2:
        character = f"{looks}; sometimes slips."
    elif blunder:
        character = f"{looks}; seldom slips."
    else:
        character = f"{looks} and never slips. Hard to beat."
    return Level(
        key=key,
        title=key.capitalize(),
        character=character,
        strength=STRENGTHS[key],
        rating=rating,
        play=by_search,
        limit=Limit(nodes=nodes, depth=depth),
        instinct_rate=instinct,
        blunder_rate=blunder,
        blunder_margin=margin,
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
    instinct: float = 0.0,
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
        instinct_rate=instinct,
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


def ladder(unit: int, nodes: tuple[int, int, int, int] = (300, 1_500, 6_000, 30_000)) -> tuple[Level, ...]:
    """Six levels for a game of skill.

    `unit` is what a blunder of the weakest may cost, in hundredths; `nodes` how many states novice, amateur, adept
    and expert look at, of which the first two should see a reply or so.
    """
    novice, amateur, adept, expert = nodes
    return (
        rung("beginner", 600.0, novice, 1, instinct=0.3, blunder=0.4, margin=unit),
        rung("novice", 800.0, novice, 1, instinct=0.12, blunder=0.4, margin=unit),
        rung("amateur", 1000.0, amateur, 2, instinct=0.04, blunder=0.3, margin=unit // 2),
        rung("adept", 1200.0, adept, 4, instinct=0.02, blunder=0.15, margin=unit // 4),
        rung("expert", 1400.0, expert),
        master(1600.0, unit // 25),
    )
