"""The commands `host backup` and `host restore`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import click

from marbles_tui.cli.failure import BAD_INPUT, Failure
from marbles_tui.cli.folder import Folder
from marbles_tui.cli.output import put, put_json
from marbles_tui.core.text import plural, sanitize_line

NATS: Final = "nats"
CONFIG: Final = "backup.json"
"""What the folder of a house in several processes has in it, and a copy of one."""


def _copying(command: Callable[..., int]) -> Callable[..., int]:
    """The options of both."""
    servers = click.option(
        "--nats", metavar="URL", help="NATS of the house, if it is not that of the workers in its folder."
    )
    data = click.option("--data", type=Folder(), metavar="DIR", help="The host's folder.")
    in_json = click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
    folder = click.argument("folder", type=Folder())
    return folder(servers(data(in_json(click.pass_context(command)))))


@click.command(short_help="Copy all that a house keeps.")
@_copying
def backup(context: click.Context, folder: Path, nats: str | None, data: Path | None, as_json: bool) -> int:
    """Copy all that a house keeps into FOLDER, while it is open or closed: accounts, ratings, games, the key."""
    return _copied(context, folder, nats, data, as_json, back=False)


@click.command(short_help="Bring back what was copied.")
@_copying
def restore(context: click.Context, folder: Path, nats: str | None, data: Path | None, as_json: bool) -> int:
    """Bring back from FOLDER what `host backup` has copied, into a folder, or a NATS, that keeps no house yet. Open
    the host afterwards: games go on as they stood."""
    return _copied(context, folder, nats, data, as_json, back=True)


def _copied(
    context: click.Context, folder: Path, nats: str | None, data: Path | None, as_json: bool, *, back: bool
) -> int:
    own = data or context.obj
    in_nats = nats or ((folder / CONFIG).exists() if back else (own / NATS).exists())
    try:
        from marbles_tui.host.backup import back_up, bring_back, copy_key

        if not in_nats:
            return _said(
                bring_back(folder, own) if back else back_up(own, folder), "file", folder, as_json, back
            )
        from marbles_tui.cluster.backup import copied
        from marbles_tui.rooms.backend import NotKept
    except ModuleNotFoundError as error:
        extra = "host-cluster" if in_nats else "host"
        raise Failure(f"a backup needs {error.name}: pip install 'marbles-tui[{extra}]'") from error
    except OSError as error:
        raise _failed(error, back) from error
    try:
        with _servers(own, nats) as (servers, token):
            number = asyncio.run(copied(servers, token, folder, back=back))
        copy_key(*((folder, own) if back else (own, folder)))
    except (OSError, NotKept) as error:
        raise _failed(error, back) from error
    return _said(number, "entry", folder, as_json, back)


def _failed(error: Exception, back: bool) -> Failure:
    told = getattr(error, "strerror", None) or str(error)
    doing = "brought back" if back else "made"
    return Failure(f"the backup cannot be {doing}: {sanitize_line(told, 300)}", BAD_INPUT)


def _said(number: int, what: str, folder: Path, as_json: bool, back: bool) -> int:
    if as_json:
        put_json({"entries": number, "folder": str(folder)})
    else:
        put(f"{plural(number, what)} {'brought back from' if back else 'copied to'} {folder}.")
    return 0


@contextmanager
def _servers(data: Path, nats: str | None) -> Iterator[tuple[list[str], str | None]]:
    """Where NATS is, and what lets one in. The house's own is started for it where it does not run. Raises
    Failure."""
    from marbles_tui.cluster.server import NoServer, OwnServer
    from marbles_tui.host.workers import TOKEN

    if nats:
        yield [server.strip() for server in nats.split(",")], os.environ.get(TOKEN)
        return
    own = OwnServer(data)
    try:
        own.start()
    except NoServer as error:
        raise Failure(str(error), BAD_INPUT) from error
    try:
        yield [own.url], own.token
    finally:
        if own.began:
            own.stop()
