"""Where the parts of the set-up lie: cards below a picture where there is room, else bands."""

from __future__ import annotations

from typing import Final

SHEET: Final = """
SetUp #foot { height: auto; align-horizontal: center; }
SetUp #lower { height: auto; max-width: 104; }
SetUp #stage { height: 1fr; margin: 0 0 1 0; }
SetUp.-short #stage { margin: 0; }
SetUp #choices { height: auto; padding: 0 2; layout: vertical; }
SetUp #choices Picker { margin: 0 0 1 0; }
SetUp #choices Picker.last { margin: 0; }
SetUp.-short #choices Picker { margin: 0; }
SetUp.-tight #choices Picker { height: 1; &:focus { height: 2; } }
SetUp.-tight.-offered #said { display: none; &.fault { display: block; } }
SetUp #said { height: auto; min-height: 1; max-height: 3; padding: 0 2 0 4; color: $text-muted; }
SetUp #said.fault { color: $foreground; text-style: bold; }
SetUp #actions { height: 1; padding: 0 2; }
SetUp #folded { width: 1fr; height: 1fr; padding: 0 0 0 4; color: $text-muted; }
SetUp #summary { display: none; width: 1fr; height: 1fr; color: $text-muted; }

SetUp.-cards #lower { max-width: 184; }
SetUp.-cards #choices { height: 13; layout: horizontal; }
SetUp.-cards.-high #choices { height: 17; }
SetUp.-cards #choices Picker {
    height: 1fr; margin: 0 4 0 0; padding: 0 1; border: thick $surface;
    &:focus { border: thick $primary; }
}
SetUp.-cards #choices Picker.last { margin: 0; }
.-plain SetUp.-cards #choices Picker { border: ascii $surface; }
.-plain SetUp.-cards #choices Picker:focus { border: ascii $primary; }
SetUp.-cards #actions { height: 3; margin: 0 0 1 0; }
SetUp.-cards.-offered #actions { margin: 0; }
SetUp.-cards #folded { padding: 0 2; margin: 0 4 0 0; }
SetUp.-cards #summary { display: block; margin: 0 0 0 4; }
SetUp.-cards PlayButton {
    width: 1fr; height: 3; dock: none; border-top: tall $accent-lighten-2; border-bottom: tall $accent-darken-2;
}
.-plain SetUp.-cards PlayButton { border: none; }
SetUp.-cards #stage { margin: 0; }
SetUp.-cards Picture Static { display: block; }
SetUp.-cards Picture.-one-line #above { display: none; }

SetUp.-more Picture { display: none; }
SetUp.-more MoreOptions { display: block; margin: 0 2; }
SetUp.-more.-cards MoreOptions { margin: 1 2 0 2; padding: 1 3; }
SetUp.-cards MoreOptions #more-top { margin: 0 0 1 0; }
SetUp.-cards MoreOptions .columns { layout: horizontal; }
SetUp.-cards MoreOptions .column { margin: 0 2 0 0; }
"""
