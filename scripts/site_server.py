"""The folder site/ at a port of loopback, for a browser that reaches nothing else."""

from __future__ import annotations

import http.server
import os
import threading
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

CHROMIUMS_OWN: Final = (
    "accounts.google.com",
    "content-autofill.googleapis.com",
    "android.clients.google.com",
    "update.googleapis.com",
)
"""Hosts that Chromium asks for itself, whatever page is shown."""


class Server:
    """The folder, served. It is also the proxy of a browser, which asks it for all that lies on other hosts, and does
    not get it."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        """A server that answers until it is stopped; port 0: at any that is free."""
        self.asked: list[str] = []
        """The paths that were asked for."""
        self.sent = 0
        """Bytes of files that were sent."""
        self.elsewhere: list[str] = []
        """What was asked of other hosts."""
        self._server = _Served(self, folder, port)
        self.port = int(self._server.server_address[1])
        self.address = f"http://127.0.0.1:{self.port}/"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Answer no more."""
        if self._thread.is_alive():
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


class _Served(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, server: Server, folder: Path, port: int) -> None:
        super().__init__(("127.0.0.1", port), partial(_Handler, directory=str(folder)))
        self.tally = server


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: _Served

    def do_GET(self) -> None:
        if self.path.startswith("/"):
            self.server.tally.asked.append(self.path)
            super().do_GET()
        else:
            self.do_CONNECT()

    def do_POST(self) -> None:
        self.do_CONNECT()

    def do_CONNECT(self) -> None:
        if not any(host in self.path for host in CHROMIUMS_OWN):
            self.server.tally.elsewhere.append(f"{self.command} {self.path}")
        self.send_error(502)

    def guess_type(self, path: Any) -> str:
        return "application/wasm" if str(path).endswith(".wasm") else super().guess_type(path)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if hasattr(source, "fileno"):
            self.server.tally.sent += os.fstat(source.fileno()).st_size
        super().copyfile(source, outputfile)

    def log_message(self, *words: Any) -> None:
        pass
