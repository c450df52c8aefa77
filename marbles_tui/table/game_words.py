"""What a game says at a table beside its rules, and the tips of its first match. All has a default."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from random import Random
from typing import ClassVar, Final, NamedTuple

from marbles_tui.play import Match
from marbles_tui.play.series import DRAWN, place_in_series
from marbles_tui.table import phrases
from marbles_tui.table.players import Choice

MOVE: Final = "move"
"""What a person has done who has moved."""

POINT: Final = "point"
PICK: Final = "pick"
THREATS: Final = "threats"
HELP: Final = "help"
"""The same for having pointed, picked, marked threats, asked for help or taken back."""

ENOUGH: Final = 3
"""Moves after which a tip that was shown all the while is taken for understood."""

LONGEST_SETUP: Final = 24


class Tip(NamedTuple):
    """A tip in a sentence or two, and what shows that it is understood: one of the above, or the kind of an event in
    a person's move."""

    key: str
    text: str
    done: tuple[str, ...]
    stage: str = ""
    """The stage of a match that it is for, "" for any."""


class GameWords:
    """A game at a table."""

    threatens: ClassVar[bool] = False
    """Whether there are signs to be marked where the game knows no threats."""

    tips: ClassVar[Sequence[Tip]] = ()
    """The tips of the first match."""

    goes_on: ClassVar[str] = ""
    """Said where a person must choose while the game chooses all else: what it does then."""

    automatic_news: ClassVar[tuple[str, str]] = ("", "")
    """What is said when the game stops choosing for people, and when it begins."""

    noted: ClassVar[frozenset[str]] = frozenset()
    """The options that `note` tells."""

    def tips_of(self, match: Match) -> Sequence[Tip]:
        """The tips for what this match is played for."""
        return self.tips

    def stage(self, match: Match) -> str:
        """What the match has come to, where some tips are for one stage alone."""
        return ""

    def start(self, setup: str) -> str:
        """What the top line calls a start."""
        return setup

    def note(self, match: Match) -> str:
        """What else the top line says of the match."""
        return ""

    def automatic(self, match: Match, random: Random) -> Choice | None:
        """What is chosen for a person who lets the game choose; None where they must choose."""
        return None

    def automatic_refusal(self, match: Match) -> str:
        """Why the game cannot choose for people now; "" where it can."""
        return "Nothing is chosen for people in this game."

    def headline(self, match: Match) -> tuple[str, ...]:
        """What sets a match apart: the start, the rules where they are not the usual ones, the place in a series."""
        setup = match.tag(DRAWN) or match.setup or next(iter(match.game.setups), "")
        if len(setup) > LONGEST_SETUP:
            setup = "your board" if match.game.board_files else "own position"
        number, count = place_in_series(match)
        return (
            match.goal.key if match.goal else "",
            self.start(setup),
            *phrases.rules(match, self.noted),
            f"game {number} of {count}" if count > 1 else "",
            self.note(match),
        )


class Tips:
    """The tips of a game that are left."""

    def __init__(
        self,
        tips: Sequence[Tip],
        stage: Callable[[], str],
        known: Callable[[], Collection[str] | None],
        learn: Callable[[Collection[str]], None],
    ) -> None:
        """`stage` tells the one at which the match is, `known` which tips are understood, None where nobody wants
        any; `learn` keeps that some are."""
        self._tips, self._stage, self._known, self._learn = tips, stage, known, learn
        self._moves = 0

    @property
    def left(self) -> tuple[Tip, ...]:
        """Those for this stage that are not understood yet, the next one first."""
        known = self._known() if self._tips else None
        if known is None:
            return ()
        stage = self._stage()
        return tuple(tip for tip in self._tips if tip.key not in known and tip.stage in ("", stage))

    def did(self, *deeds: str) -> bool:
        """A person has done something: what it shows to be understood is not said again; whether anything was."""
        left = self.left
        if not left:
            return False
        self._moves += MOVE in deeds
        understood = {tip.key for tip in left if set(deeds) & set(tip.done)}
        if self._moves >= ENOUGH:
            understood.add(left[0].key)
        self._understand(understood)
        return bool(understood)

    def hide(self) -> None:
        """The tip that is shown is understood."""
        self._understand({tip.key for tip in self.left[:1]})

    def _understand(self, keys: Collection[str]) -> None:
        if keys:
            self._moves = 0
            self._learn(keys)
