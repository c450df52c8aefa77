"""Serves the arcade to browsers, on this machine unless told otherwise."""

from __future__ import annotations

import shlex
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.server import Server

COMMAND: Final = f"{shlex.quote(sys.executable)} -P -m marbles_tui"
LOCAL: Final = ("localhost", "127.0.0.1", "::1")
"""What this machine is called by itself."""


class ArcadeServer(Server):
    """Opens an arcade for each page, but for no page of anybody else's.

    A browser lets any site open a connection to this machine; only the origin it names tells them apart.
    """

    def __init__(self, host: str, port: int) -> None:
        """A server at an address and a port."""
        templates = Path(__file__).with_name("templates")
        super().__init__(COMMAND, host, port, "Marbles", templates_path=templates)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Open an arcade."""
        origin = request.headers.get("Origin")
        if origin is not None and not self.is_own(urlsplit(origin).netloc, request.host):
            raise web.HTTPForbidden(text="this page is not from here")
        return await super().handle_websocket(request)

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page from `origin` that asks for `host` (names with ports) is one of ours."""
        if origin != host:
            return False
        return not is_local(self.host) or urlsplit(f"//{host}").hostname in (*LOCAL, self.host)

    async def on_startup(self, app: web.Application) -> None:
        """Say where it is."""
        del app
        print(f"The arcade is at {self.public_url} (Ctrl-C ends it).", flush=True)


def is_local(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
