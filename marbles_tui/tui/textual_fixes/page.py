"""A page to be read.

Textual 8.2.8, widget.py: when a widget gets or loses the focus, all that lies in it is styled anew, for a rule might
say so. On a page of help that took half as long as to open it.
"""

from __future__ import annotations

from textual.containers import VerticalScroll


class Page(VerticalScroll):
    """What is read by scrolling. In it nothing looks otherwise while it has the focus."""

    def watch_has_focus(self, _has_focus: bool) -> None:
        """Style the page, and nothing in it."""
        if self.is_attached:
            self.app.stylesheet.update_nodes((self,))
