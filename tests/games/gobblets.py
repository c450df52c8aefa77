"""Positions of Gobblet for tests."""

from __future__ import annotations

START = "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- W444 K444 W"


THREE = "K1,K2,-,K1/-,-,-,-/-,-,W4,-/-,-,-,- W432 K000 W"
"""Black has three in row A."""


UNCOVER = "K1W3,K1,K2,K2/-,-,-,-/-,-,-,-/-,-,-,- W400 K000 W"
"""Lifting A1 reveals four black gobblets in row A."""
