"""Hints at the board in the first game of each kind, each gone for good once it is understood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from marbles_tui.tui.app import Arcade

MOVE: Final = "move"
"""What a person has done who has moved."""

POINT: Final = "point"
PICK: Final = "pick"
THREATS: Final = "threats"
HELP: Final = "help"
"""The same for having pointed, picked, marked threats, asked for help or taken back."""

ENOUGH: Final = 3
"""Moves after which a hint that was shown all the while is taken for understood."""


class Lesson(NamedTuple):
    """A hint in a sentence or two, and what shows that it is understood: one of the above, or the kind of an event
    in a person's move."""

    key: str
    text: str
    done: tuple[str, ...]
    stage: str = ""
    """The stage of a match that it is for, "" for any."""


class Guide:
    """The hints of a game that are left. What is understood is kept in the settings."""

    def __init__(
        self, app: Arcade, game: str, lessons: Sequence[Lesson], stage: Callable[[], str] = str
    ) -> None:
        """`stage` tells the one at which the match is."""
        self._app = app
        self._stage = stage
        self._game = game
        self._lessons = lessons
        self._moves = 0

    @property
    def left(self) -> tuple[Lesson, ...]:
        """The hints for this stage that are not understood yet, the next one first; none where hints are off."""
        if not self._app.settings.hints:
            return ()
        learned = self._app.settings.learned.get(self._game, "").split()
        stage = self._stage()
        return tuple(
            lesson for lesson in self._lessons if lesson.key not in learned and lesson.stage in ("", stage)
        )

    @property
    def hint(self) -> str:
        """What is to be shown now."""
        return next((lesson.text for lesson in self.left), "")

    def did(self, what: str) -> None:
        """A person has done something: what it shows to be understood is not said again."""
        left = self.left
        if not left:
            return
        self._moves += what == MOVE
        understood = {lesson.key for lesson in left if what in lesson.done}
        if self._moves >= ENOUGH:
            understood.add(left[0].key)
        self._learn(understood)

    def hide(self) -> None:
        """The hint that is shown is understood."""
        self._learn({lesson.key for lesson in self.left[:1]})

    def _learn(self, keys: set[str]) -> None:
        if not keys:
            return
        self._moves = 0
        learned = self._app.settings.learned
        known = [*learned.get(self._game, "").split(), *sorted(keys)]
        self._app.change_settings(learned={**learned, self._game: " ".join(known)})
