"""How a process is started so that Ctrl-C in the terminal does not reach it: whoever has started it ends it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any


def apart() -> dict[str, Any]:
    """The arguments for it: a session of its own, or on Windows, which has none, a group."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}
