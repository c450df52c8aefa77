"""Terms of games for tests."""

from __future__ import annotations

from marbles_tui.rooms.challenge import Terms

GOBBLET = Terms("gobblet")
