"""Days as people want them written."""

from __future__ import annotations

from datetime import date
from typing import Final

DATES: Final = {
    "words": "{day.day} {day:%B}",
    "day-first": "{day:%d.%m.%Y}",
    "month-first": "{day:%m/%d/%Y}",
    "iso": "{day:%Y-%m-%d}",
}
"""The ways, by what the setting calls them."""


def date_words(day: date, dates: str, *, brief: bool = False, weekday: bool = False) -> str:
    """A day, with its weekday before it if wanted; `brief` cuts their names: "Mon 23 Nov"."""
    form = DATES.get(dates, DATES["words"])
    if brief:
        form = form.replace("%B", "%b")
    name = "{day:%a} " if brief else "{day:%A} "
    return (name * weekday + form).format(day=day)
