"""Tables of Egg Carton for tests."""

from __future__ import annotations

FRIENDS = '[Game "egg-carton"][Player1 "Ann"][Player2 "Ben"]'


SOURCE = FRIENDS + '[Setup "7,3,4,1,0,1/1,6,0,1,2,4/0,0/1"]'


LAST = FRIENDS + '[Setup "0,0,0,0,0,1/1,1,1,1,1,1/0,0/1"]'
