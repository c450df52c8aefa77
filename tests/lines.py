"""Somebody who types lines to the text face."""

from __future__ import annotations

from marbles_tui.text.words import Ask, LineChoices


def lines(*typed: str) -> Ask:
    """These lines one after another, then none."""
    rest = iter(typed)

    async def ask(choices: LineChoices) -> str | None:
        del choices
        return next(rest, None)

    return ask
