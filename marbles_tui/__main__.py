"""`marbles-tui`: the arcade without arguments, the command line with some.

Kept light: what is imported here is waited for before the first paint.
"""

from __future__ import annotations

import os
import sys

from marbles_tui.cli import COMPLETE
from marbles_tui.cli.arcade import launch
from marbles_tui.cli.streams import open_streams


def main() -> int:
    """Run the program; the exit status."""
    open_streams()
    if len(sys.argv) == 1 and COMPLETE not in os.environ:
        return launch()
    from marbles_tui.cli.run import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
