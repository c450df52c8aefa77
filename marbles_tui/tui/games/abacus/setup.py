"""How the set-up speaks of Abacus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marbles_tui.tui.games.setup_words import OptionWords, SetupWords, Sits


class AbacusSetup(SetupWords):
    """Sixteen layouts, and how many marbles lose."""

    sits: ClassVar[Sits] = Sits.OPPOSITE
    options: ClassVar[Mapping[str, OptionWords]] = {"lose": OptionWords("Marbles to lose")}
