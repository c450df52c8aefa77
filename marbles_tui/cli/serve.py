"""`marbles-tui serve`: the arcade in a browser."""

from __future__ import annotations

import socket

import click

from marbles_tui.cli.failure import BAD_INPUT, Failure
from marbles_tui.cli.output import complain
from marbles_tui.core.text import sanitize_line


@click.command()
@click.option("--host", default="localhost", show_default=True, help="The address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="The port.")
def serve(host: str, port: int) -> int:
    """Let browsers play, those on this machine alone unless --host says otherwise."""
    try:
        # Imported only now: this takes the extra `web`.
        from marbles_tui.web.server import ArcadeServer, is_local
    except ModuleNotFoundError as error:
        raise Failure(f"serve needs {error.name}: pip install 'marbles-tui[web]'") from error
    if not is_local(host):
        complain(
            f"warning: whoever reaches {sanitize_line(host, 100)} can play, see your matches, and read and write "
            "board files as you; there is no password"
        )
    _try_address(host, port)
    ArcadeServer(host, port).serve()
    return 0


def _try_address(host: str, port: int) -> None:
    """Raises Failure where nobody can listen."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(f"cannot listen at {host}, port {port}: {reason}", BAD_INPUT) from error
