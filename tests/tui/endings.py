"""Matches that are over, for tests."""

from __future__ import annotations

NOVICE = '[Player1 "Ann"][Player2 "Novice"][Seat2 "computer novice"]'


FRIENDS = '[Player1 "Ann"][Player2 "Bea"]'


LAST = '[Game "egg-carton"][Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
