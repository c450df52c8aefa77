"""Records that several tests open."""

from typing import Final

TOLL: Final = """[Game "getaway"][Toll "choose"][Player1 "Ann"][Player2 "Ben"]
% 20 6 5
% Start :
% Path : S F 1
% Gate : Y Q F -1 F 5
% Inn : R F 1
% Castle :

*2"""
"""Getaway at the gate: the toll is the next to be decided."""

SHORT_TRAIL: Final = (
    '[Game "getaway"][Player1 "Ann"][Players "1"]\n% 20 6 5\n% Start :\n% Path : S F 1\n% Castle :\n\n'
)
"""A journey of a few rolls."""
