"""How the set-up speaks of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.tui.setup.words import OptionWords, SetupWords, Sits


class AbacusSetup(SetupWords):
    """Sixteen layouts, and how many marbles lose."""

    sits: ClassVar[Sits] = Sits.OPPOSITE
    least_rows: ClassVar[int] = 9
    options: ClassVar[Mapping[str, OptionWords]] = {"lose": OptionWords("Marbles to lose")}
