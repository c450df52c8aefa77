"""A rule of a game that players may choose."""

from __future__ import annotations

from dataclasses import dataclass

from marbles_tui.core.errors import BadOption


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice. `values` are the words it takes, or the range of whole numbers.

    A default that is none of them is a word that leaves the choice to the setup.
    """

    name: str
    values: tuple[str, ...] | range
    default: str
    text: str
    least_rated: int | None = None
    """The least value that a rated match may have: below it the game is too short to tell who plays better. None
    where every value will do."""

    sentence: str = ""
    """What a value means, with {value} or {ordinal} for it; "" where `text` says it."""

    def read(self, value: str) -> str:
        """The value as records write it.

        Raises BadOption if it is none of `values`, nor the default.
        """
        word = value.strip().lower()
        if word == self.default:
            return word
        if isinstance(self.values, range):
            if word.isascii() and word.isdigit() and len(word) < 8 and int(word) in self.values:
                return str(int(word))
        elif word in self.values:
            return word
        raise BadOption(f"option {self.name} takes {self.choices}, not {value!r}")

    @property
    def choices(self) -> str:
        """The values in words."""
        if isinstance(self.values, range):
            return f"{self.values.start} to {self.values.stop - 1}"
        return " or ".join(self.values)
