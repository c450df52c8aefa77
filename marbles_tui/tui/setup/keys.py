"""The keys of the set-up, as its last line shows them."""

from __future__ import annotations

from marbles_tui.tui.kit.skins import Skin
from marbles_tui.tui.widgets.panels import Key


def keys(
    skin: Skin, cards: bool, unfolded: bool, seats: str, boards: bool, typing: bool, on_seats: bool = False
) -> tuple[Key, ...]:
    """The weightiest first. `seats`: what those who play are called, "" where their number is fixed; `typing`:
    whether letters are typed into a line; `on_seats`: whether the cursor is on who plays."""
    if typing:
        return (
            Key("enter", "play", "screen.play"),
            Key("tab", "next choice"),
            Key("esc", "fewer options", "screen.back"),
        )
    up, across = ("up/down", "left/right") if skin.plain else ("↑↓", "←→")
    more = "fewer options" if unfolded else "more options"
    return (
        Key("enter", "play", "screen.play"),
        *((Key("tab", "next choice"),) if cards else (Key(up, "next choice"),)),
        *((Key("h", "human/computer"),) if on_seats else ()),
        Key(up if cards else across, "change"),
        *((Key("space", "another"),) if on_seats else (Key("+ -", seats),) if seats else ()),
        Key("o", more if cards else more.split()[0], "screen.more"),
        *((Key("b", "boards", "screen.boards"),) if boards and cards else ()),
        Key("esc", "back", "screen.back"),
        Key("?", "help", "app.help"),
    )
