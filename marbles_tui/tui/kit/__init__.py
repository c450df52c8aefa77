"""What screens are made of: the canvas, scenes on it, and the widgets that show them."""

from __future__ import annotations

from typing import Any


def named(place: str) -> Any:
    """Load what a place, "module:name", names."""
    from pkgutil import resolve_name  # which loads much itself

    return resolve_name(place)
