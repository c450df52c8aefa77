"""Gobblet: the usual levels."""

from __future__ import annotations

from typing import Final

from marbles_tui.ai.computers import Computers
from marbles_tui.ai.ladder import ladder

GOBBLET: Final = Computers(levels=ladder(100))
