"""Tables of Getaway for tests."""

from __future__ import annotations

SHORT = """[Game "getaway"][Player1 "Ann"][Player2 "Ben"]
% 20 6 3
% Start :
% Inn : R F 1
% Castle :

"""
