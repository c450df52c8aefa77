"""`marbles-tui serve`: the arcade in a browser."""

from __future__ import annotations

import socket
from pathlib import Path

import click

from marbles_tui.cli.failure import BAD_INPUT, Failure
from marbles_tui.cli.folder import Folder
from marbles_tui.cli.output import complain
from marbles_tui.core.text import sanitize_line
from marbles_tui.store.paths import data_folder


@click.command(short_help="Play in a web browser.")
@click.option("--host", default="localhost", show_default=True, help="Address to listen on.")
@click.option(
    "--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port to listen on."
)
@click.option(
    "--pages",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="How many pages may be open at the same time.",
)
@click.option(
    "--memory",
    type=click.IntRange(256, 65536),
    default=1024,
    show_default=True,
    metavar="MIB",
    help="How much memory each page may use.",
)
@click.option(
    "--folder",
    type=Folder(),
    help="The only folder that pages may write boards and exports to.  [default: the folder of your own boards]",
)
def serve(host: str, port: int, pages: int, memory: int, folder: Path | None) -> int:
    """Serve the arcade to web browsers (on this machine only, unless --host says otherwise)."""
    try:
        # Imported only now: this takes the extra `web`.
        from marbles_tui.web.server import ArcadeServer, is_local
    except ModuleNotFoundError as error:
        raise Failure(f"serve needs {error.name}: pip install 'marbles-tui[web]'") from error
    if not is_local(host):
        complain(
            f"warning: anyone who opens the address below at {sanitize_line(host, 100)} plays as you and sees your "
            "matches; what they send is not encrypted"
        )
    try_address(host, port)
    place = folder or data_folder() / "boards"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Failure(f"cannot use the folder {place}: {error.strerror or error}", BAD_INPUT) from error
    server = ArcadeServer(host, port, pages=pages, memory=memory << 20, folder=str(place.resolve()))
    try:
        server.serve()
    except OSError as error:  # somebody else was quicker
        raise Failure(
            f"cannot listen at {host}, port {port}: {error.strerror or error}", BAD_INPUT
        ) from error
    return 0


def try_address(host: str, port: int) -> None:
    """Raises Failure where nobody can listen."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Failure(f"cannot listen at {host}, port {port}: {reason}", BAD_INPUT) from error
