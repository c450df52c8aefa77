"""What happens at the host, for its owner: a line for a person or an object for a program, and the log."""

from __future__ import annotations

import logging
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from time import strftime
from typing import Final

from marbles_tui.host.addresses import is_everywhere
from marbles_tui.store.log import FACTS

log = logging.getLogger("marbles_tui.host")

LINES: Final[Mapping[str, str]] = {
    "arrived": "{name} has come ({here} here)",
    "left": "{name} has left after {minutes} min ({here} here)",
    "refused": "refused {address}: {reason}",
    "cut": "sent {name} home: {reason}",
    "failed": "{name}'s arcade has ended by a mistake; the log says more",
    "named": "{before} is called {name} now",
    "begun": "{names} have begun {game}",
    "ended": "{names} have ended {game}: {result}",
    "claimed": "{name} has claimed {game}",
    "announced": "{name} has announced {title}, {game}",
    "called_off": "{title} is called off",
    "started": "{title} has begun with {players}",
    "won": "{title} has ended: {result}",
    "broken": "game {room} is broken off",
    "banned": "{name} is banned",
    "unbanned": "{name} may come in again",
    "barred": "{network} is banned",
    "opened": "{network} may come in again",
    "muted": "{name} is muted",
    "unmuted": "{name} is heard again",
    "deleted": "the account of {name} is deleted",
    "said": "everybody is told: {text}",
    "noted": "what the house tells has changed: {note}",
    "open_to": "the house is open to {whom}",
    "lost": "worker {worker} has ended (status {status}); its guests have to connect again",
    "again": "worker {worker} is there again",
    "closing": "the host is closing",
    "unsaved": "the host is closed; not everything could be saved, the log says more",
    "closed": "the host is closed; all games are kept",
}
"""What a person reads of each event. The first one, `listening`, is told as it should be typed."""

LOGGED_ALONE: Final = frozenset(("refused", "begun", "ended", "claimed"))
"""What a person finds in the log alone: there may be very many of them."""

WHO: Final = ("account", "key", "address", "room", "tournament")
"""What the log says of an event besides its line."""


class Events:
    """Tells of events as they happen."""

    def __init__(
        self, put: Callable[[str], object], put_json: Callable[[Mapping[str, object]], object] | None
    ) -> None:
        """`put` gets lines; where there is `put_json`, it gets an object for each event instead."""
        self._put, self._put_json = put, put_json
        self.counts = Counter[str]()
        """How often each event has happened."""

        self.open_at: Mapping[str, object] = {}
        """Once the host is open: where, and by which key."""

    def tell(self, event: str, **facts: object) -> None:
        """Tell of an event; `who`: several whom it is about, each with facts of their own."""
        self.counts[event] += 1
        line = LINES[event].format(**facts)
        several = facts.get("who")
        who = "; ".join(filter(None, map(_who, (*(several if isinstance(several, list) else ()), facts))))
        told = {"event": event, **facts}
        log.info("%s%s", line, f" ({who})" if who else "", extra={FACTS: told})
        if self._put_json:
            self._put_json(told)
        elif event not in LOGGED_ALONE:
            self._put(f"{strftime('%H:%M')} {line}")

    def listening(self, address: str, port: int, fingerprint: str, key: str) -> None:
        """The host is open: how others come in, and what they are shown when they do so for the first time."""
        log.info("listening at %s, port %d, key %s", address, port, fingerprint)
        self.open_at = {"address": address, "port": port, "fingerprint": fingerprint, "key": key}
        if self._put_json:
            self._put_json({"event": "listening", **self.open_at})
            return
        name = socket.gethostname() if is_everywhere(address) else address
        self._put(f"Open. Others type:  ssh {name if port == 22 else f'-p {port} {name}'}")
        self._put(f"The key they are asked about:  {fingerprint}")
        self._put("Ctrl-C closes the host; all games are kept.")


def _who(facts: Mapping[str, object]) -> str:
    return ", ".join(f"{name} {facts[name]}" for name in WHO if facts.get(name))
