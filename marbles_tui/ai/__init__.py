"""Computers: search, levels, and the process they think in."""
