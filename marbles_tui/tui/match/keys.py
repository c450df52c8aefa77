"""The keys of every match, whatever its game."""

from __future__ import annotations

from typing import Final

from textual.binding import Binding, BindingType

KEYS: Final[list[BindingType]] = [
    Binding("u,alt+u", "undo", "Undo", id="table.undo"),
    Binding("r,alt+r", "redo", "Redo", id="table.redo"),
    Binding("p,alt+p", "pause", "Pause", id="table.pause"),
    Binding("q,alt+q", "leave", "Leave", id="table.leave"),
    Binding("plus,equals_sign", "speed(1)", "Faster", id="table.faster"),
    Binding("minus,underscore", "speed(-1)", "Slower", id="table.slower"),
    Binding("g,alt+g", "game_menu", "Game", id="table.game"),
    Binding("s,alt+s", "hint", "Hint", id="table.hint"),
    Binding("y,alt+y", "analysis", "Analysis", id="table.analysis"),
    Binding("right_square_bracket,full_stop", "look_on", "Along the line", show=False, id="table.on"),
    Binding("left_square_bracket,comma", "look_back", "Back along it", show=False, id="table.off"),
    Binding("t,alt+t", "threats", "Threats", id="table.threats"),
    Binding("slash", "company('say')", "Say something", show=False, id="table.say"),
    Binding("exclamation_mark", "company('claim')", "Claim the game", show=False, id="table.claim"),
    Binding("Y", "company('other_game')", "Your turn elsewhere", show=False, id="table.other_game"),
    Binding("h", "hide_hint", "Hide the tip", show=False, id="table.hide_hint"),
    Binding("backspace", "rub_out", "Rub out", show=False, id="table.rub_out"),
    Binding("escape", "back", "Back", show=False, id="table.back"),
    # All keys take the same way, so that none that is typed fast overtakes another: no priority, none of the board.
    Binding("up", "point(0,-1)", "Up", show=False, id="board.up"),
    Binding("down", "point(0,1)", "Down", show=False, id="board.down"),
    Binding("left", "point(-1,0)", "Left", show=False, id="board.left"),
    Binding("right", "point(1,0)", "Right", show=False, id="board.right"),
    Binding("enter", "go_on", "Go on", show=False, id="table.go_on"),
    Binding("space", "go_on(False)", "Go on", show=False, id="table.space"),
]
