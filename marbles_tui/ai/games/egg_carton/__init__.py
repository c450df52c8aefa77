"""Egg Carton: levels that search, and one that proves what can be proved."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.analysis import Analysis, Limit
from marbles_tui.ai.level import Computers, Fairness, Level, LevelQuestion, rung
from marbles_tui.core import Event
from marbles_tui.games.egg_carton.position import Carton, Selection


def relays(position: Carton, move: Selection) -> int:
    """How often the move goes on from another slot."""
    return sum(event.kind == "relay" for event in _events(position, move))


def brevity(position: Carton, move: Selection) -> int:
    """Few marbles dropped."""
    return -sum(event.kind == "drop" for event in _events(position, move))


def going_again(position: Carton, move: Selection) -> int:
    """Whether one goes again, and then how few marbles were needed."""
    events = _events(position, move)
    again = events[-1].kind == "again"
    return 1_000 * again - sum(event.kind == "drop" for event in events) if again else 0


def _events(position: Carton, move: Selection) -> list[Event]:
    events: list[Event] = []
    position.play(move, events.append)
    return events


def by_proof(question: LevelQuestion) -> Analysis:
    """Prove who wins where time suffices, search where it does not."""
    from marbles_tui.ai.games.egg_carton.perfect import perfect

    return perfect(
        question.position,
        question.budget,
        question.seed,
        question.report,
        question.patience,
        question.multipv,
    )


MISSED: Final = "long laps"
"""By weak levels."""

EGG_CARTON: Final = Computers(
    lead=150,
    levels=(
        rung("novice", 800.0, 60, 1, 0.4, MISSED),
        rung("amateur", 1000.0, 400, 4, 0.13, MISSED),
        rung("adept", 1200.0, 1_600, 6, 0.13, MISSED),
        rung("expert", 1400.0, 1_000),
        Level(
            key="perfect",
            character="Plays perfectly, where 3 seconds solve the position.",
            strength=5,
            rating=1600.0,
            limit=Limit(seconds=3.0),
            play=by_proof,
            tells_outcome=True,
        ),
    ),
    styles=(
        Level(
            key="paul",
            character="Short moves, few marbles. There is no hurry.",
            rating=1000.0,
            limit=Limit(nodes=400, depth=2),
            taste=brevity,
            indulgence=500,
            strength=2,
            colour=0x8FBF6A,
        ),
        Level(
            key="ada",
            character="The longer the relay, the better.",
            rating=1000.0,
            limit=Limit(nodes=1_500, depth=3),
            taste=relays,
            indulgence=500,
            strength=2,
            colour=0xC58CF0,
        ),
        Level(
            key="nora",
            character="One more turn, please. I like to go again.",
            rating=1150.0,
            limit=Limit(nodes=2_500, depth=4),
            taste=going_again,
            indulgence=300,
            strength=3,
            colour=0xF0B24A,
        ),
    ),
    # More can be proved in more time.
    review=Limit(seconds=3.0),
    fairness=Fairness(
        decided={
            **dict.fromkeys(("classic", "2", "3", "4"), frozenset({"expert", "perfect"})),
            **dict.fromkeys(("1", "5", "6"), frozenset({"perfect"})),
        },
        reason="Going first wins from {start}, and {level} knows how.",
        even="even",
    ),
)
