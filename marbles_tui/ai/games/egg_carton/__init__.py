"""Egg Carton: levels that search, and one that proves what can be proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from marbles_tui.ai.budget import Limit
from marbles_tui.ai.computers import Computers, Fairness
from marbles_tui.ai.ladder import by_search
from marbles_tui.ai.level import Level, Question

if TYPE_CHECKING:
    from marbles_tui.ai.analysis import Analysis


def by_proof(question: Question) -> Analysis:
    """Prove who wins where time suffices, search where it does not."""
    from marbles_tui.ai.games.egg_carton.perfect import perfect
    from marbles_tui.games.egg_carton.kernel import SowingKernel

    kernel = SowingKernel()
    return perfect(
        kernel,
        kernel.pack(question.position),
        question.budget,
        question.seed,
        question.report,
        question.patience,
        question.multipv,
    )


EGG_CARTON: Final = Computers(
    levels=(
        Level(
            key="novice",
            title="Novice",
            character="Picks by instinct. Good for a first game.",
            strength=1,
            rating=800.0,
            limit=Limit(nodes=60, depth=1),
            play=by_search,
            blunder_rate=0.4,
            blunder_margin=300,
        ),
        Level(
            key="amateur",
            title="Amateur",
            character="Looks three moves ahead; sometimes slips.",
            strength=2,
            rating=1000.0,
            limit=Limit(nodes=400, depth=3),
            play=by_search,
            blunder_rate=0.08,
            blunder_margin=100,
        ),
        Level(
            key="adept",
            title="Adept",
            character="Looks four moves ahead; seldom slips.",
            strength=3,
            rating=1200.0,
            limit=Limit(nodes=900, depth=4),
            play=by_search,
            blunder_rate=0.15,
            blunder_margin=150,
        ),
        Level(
            key="expert",
            title="Expert",
            character="Works out its whole turn and much of your answer. Hard to beat.",
            strength=4,
            rating=1400.0,
            limit=Limit(nodes=8_000),
            play=by_search,
        ),
        Level(
            key="perfect",
            title="Perfect",
            character="Plays perfectly wherever it can solve the position in 3 seconds.",
            strength=5,
            rating=1600.0,
            limit=Limit(seconds=3.0),
            play=by_proof,
            tells_outcome=True,
        ),
    ),
    # More can be proved in more time.
    review=Limit(seconds=3.0),
    fairness=Fairness(
        decided={
            **dict.fromkeys(("classic", "2", "3", "4", "5"), frozenset({"expert", "perfect"})),
            "1": frozenset({"perfect"}),
            "6": frozenset({"perfect"}),
        },
        reason="Whoever begins from {start} can win, and {level} knows how.",
        even="even",
        handicap="handicap",
    ),
)
