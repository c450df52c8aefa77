"""How other programs write the records of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Dialect:
    """What other programs call the tags of a record, and the tags that mark their records.

    All tag names are in lower case.
    """

    tags: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For a tag of ours all the names that are read for it, ours among them, the weightiest first. A blank
    value counts as none."""

    marks: Mapping[str, str] = field(default_factory=dict)
    """What a tag must say where it stands; case, blanks and hyphens do not count. A record that says so and
    does not name its game is one of this game."""

    def translate(self, tags: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        """The tags of a record under our names. What a weightier tag overrules is left out."""
        foreign = {name for names in self.tags.values() for name in names}
        ours = [tag for tag in tags if tag[0].lower() not in foreign]
        for name, names in self.tags.items():
            said = [
                value for theirs in names for tag, value in tags if tag.lower() == theirs and value.strip()
            ]
            ours += [(name, said[0])] if said else []
        return ours

    def claims(self, tag: str, value: str) -> bool:
        """Whether a tag says what it must to mark a record of this game."""
        wanted = self.marks.get(tag.lower())
        return wanted is not None and _fold(wanted) == _fold(value)

    def refuse(self, tag: str, value: str) -> str:
        """What the tag should have said; "" if nothing else."""
        wanted = self.marks.get(tag.lower(), "")
        return "" if self.claims(tag, value) else wanted


def _fold(value: str) -> str:
    return "".join(char for char in value.lower() if char not in " -_")


OURS = Dialect()
"""Nobody else writes records of the game."""
