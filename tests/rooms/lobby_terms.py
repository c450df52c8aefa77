"""Terms of games for tests."""

from __future__ import annotations

from marbles_tui.rooms.cards import Terms

GOBBLET = Terms("gobblet")
