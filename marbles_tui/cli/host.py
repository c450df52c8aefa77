"""The `host` command."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from shlex import quote
from shutil import get_terminal_size
from threading import Event, Thread
from time import sleep, strftime
from typing import Final, Self

import click

from marbles_tui.cli.output import BAD_INPUT, WRONG_USAGE, Failure, Folder, complain, json_line, put, put_json
from marbles_tui.cli.streams import STDIN, STDOUT
from marbles_tui.cluster.server import NoServer, OwnServer
from marbles_tui.core.text import plural, sanitize_line, sanitize_text
from marbles_tui.host.addresses import TOKEN, is_local
from marbles_tui.host.control import COMMANDS, Argument, Command
from marbles_tui.host.events import Events
from marbles_tui.host.limits import described
from marbles_tui.rooms.asking import NotOpen, ask
from marbles_tui.rooms.backend import InUse, NotKept
from marbles_tui.store.files import data_folder

NATS: Final = "nats"
CONFIG: Final = "backup.json"
"""What the folder of a house in several processes has in it, and a copy of one."""


def _copying(name: str, short: str, about: str, *, back: bool) -> click.Command:
    """A command that copies a house or (`back`) brings it back."""

    @click.command(name, short_help=short, help=about)
    @click.argument("folder", type=Folder())
    @click.option(
        "--nats", metavar="URL", help="NATS of the house, if it is not that of the workers in its folder."
    )
    @click.option("--data", type=Folder(), metavar="DIR", help="The host's folder.")
    @click.option("--json", "as_json", is_flag=True, help="Answer with one JSON object.")
    @click.pass_context
    def command(
        context: click.Context, folder: Path, nats: str | None, data: Path | None, as_json: bool
    ) -> int:
        return _copied(context, folder, nats, data, as_json, back=back)

    return command


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


def _servers_in(urls: str) -> list[str]:
    """The addresses in an option, with commas between."""
    return [server.strip() for server in urls.split(",") if server.strip()]


@contextmanager
def _servers(data: Path, nats: str | None) -> Iterator[tuple[list[str], str | None]]:
    """Where NATS is, and what lets one in. The house's own is started for it where it does not run. Raises
    Failure."""
    if nats:
        yield _servers_in(nats), os.environ.get(TOKEN)
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


UNREAD: Final = 1000
"""Lines that wait to be read; beyond that the oldest are dropped here, and stand in the log."""

FAREWELL: Final = 5.0
"""Seconds in which what waits at the end is read."""

END: Final = b""
"""The last line."""

FRAMES: Final = "30"
"""Frames a second that a guest is shown at most."""

OWN: Final = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "TERM")
"""What the environment says of the owner's terminal: it does not hold for guests."""


class Console:
    """Standard output, which never keeps a house waiting, be its reader a full pipe or a terminal that was stopped: a
    thread writes, past Python's stream, whose lock it would hold for as long."""

    def __init__(self) -> None:
        self._waiting = deque[bytes](maxlen=UNREAD)
        self._told = Event()
        self._thread = Thread(target=self._write, name="console", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._tell(END)
        self._thread.join(FAREWELL)

    def put(self, text: str) -> None:
        """Have a line for a person written, sanitized."""
        self._tell(f"{sanitize_text(text)}\n".encode(sys.stdout.encoding, "replace"))

    def put_json(self, answer: Mapping[str, object]) -> None:
        """Have an object written."""
        self._tell(json_line(answer))

    def _tell(self, line: bytes) -> None:
        self._waiting.append(line)
        self._told.set()

    def _write(self) -> None:
        while self._told.wait():
            self._told.clear()
            while self._waiting:
                line = self._waiting.popleft()
                if line == END:
                    return
                with suppress(OSError):  # nobody reads it any more; the house stays open, and the log goes on
                    while line:
                        line = line[os.write(STDOUT, line) :]


class HostCommand(click.Group):
    """A command with those that an open host knows, whose help lists every limit."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The host's, then those of the command line alone."""
        return [*(COMMANDS if hasattr(socket, "AF_UNIX") else ()), *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One of them."""
        own = super().get_command(ctx, cmd_name)
        asked = None if own or not hasattr(socket, "AF_UNIX") else COMMANDS.get(cmd_name)
        return _asking(asked) if asked else own

    def format_epilog(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """The limits."""
        with formatter.section("Limits, each set with --limit NAME=NUMBER"):
            formatter.write_dl([(f"{name}={usual}", about) for name, usual, about in described()])
        super().format_epilog(context, formatter)


@click.group(cls=HostCommand, invoke_without_command=True)
@click.option(
    "--bind",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Address to listen on: 0.0.0.0 or :: for all of this machine's.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=2222,
    show_default=True,
    help="Port to listen on; 0 takes a free one.",
)
@click.option(
    "--data",
    type=Folder(),
    metavar="DIR",
    help="Folder of the accounts, their games, the key and the log.  [default: `host` beside your own games]",
)
@click.option("--max-guests", type=click.IntRange(1, 10_000), metavar="N", help="As --limit guests=N.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set one of the limits below.")
@click.option(
    "--admin",
    "admins",
    multiple=True,
    metavar="SHA256:...",
    help="Fingerprint of a key whose holder owns the host, as those in your own ~/.ssh do.",
)
@click.option(
    "--nats",
    metavar="URL",
    help="Join the other processes of a house by NATS: nats://HOST:PORT, several with commas between.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    metavar="N",
    help="Open the host in N processes on one port, with a NATS server of their own unless --nats names one.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Review guests' games on the Dask cluster with this scheduler, and here where it is gone.",
)
@click.option(
    "--health",
    type=click.IntRange(1, 65_535),
    metavar="PORT",
    help="Answer HTTP there, for a balancer: 200 while guests may come, else 503.",
)
@click.option(
    "--metrics",
    metavar="[ADDRESS:]PORT",
    help="Answer Prometheus there; at this machine alone unless an address is named.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="A balancer, or a network of them, that says by the PROXY protocol (version 2) where guests come from.",
)
@click.option("--json", "as_json", is_flag=True, help="Write events as JSON, one a line.")
@click.option("--log-json", is_flag=True, help="Keep the log as JSON, one object a line.")
@click.option("--worker", type=click.IntRange(1), hidden=True)
@click.option("--attended", is_flag=True, hidden=True)
@click.pass_context
def host(
    context: click.Context,
    bind: str,
    port: int,
    data: Path | None,
    max_guests: int | None,
    limits: tuple[str, ...],
    admins: tuple[str, ...],
    nats: str | None,
    workers: int | None,
    cluster: str | None,
    health: int | None,
    metrics: str | None,
    proxies: tuple[str, ...],
    as_json: bool,
    log_json: bool,
    worker: int | None,
    attended: bool,
) -> int:
    """Open the arcade to others: each plays in a terminal of their own, through ssh.

    Only this machine is reached, unless --bind says otherwise. Whoever comes with a key has an account, whoever
    comes without one is a guest for a visit. SIGTERM and Ctrl-C close the host when all games are saved.
    """
    folder = data or data_folder() / "host"
    if context.invoked_subcommand:
        context.obj = folder
        return 0
    if not hasattr(socket, "AF_UNIX"):
        raise Failure("a host needs Linux, macOS, BSD, or on Windows the Linux of WSL")
    forget_own_terminal()
    try:
        from marbles_tui.host.server import ready  # of the extra `host`
    except ModuleNotFoundError as error:
        raise Failure(f"host needs {error.name}: pip install 'marbles-tui[host]'") from error
    console = Console()
    try:
        opened = ready(
            Events(console.put, console.put_json if as_json else None),
            folder,
            bind=bind,
            port=port,
            limits=(*limits, *([f"guests={max_guests}"] if max_guests else [])),
            admins=admins,
            servers=_servers_in(nats or ""),
            cluster=cluster or "",
            health=health,
            metrics=metrics,
            proxies=proxies,
            log_json=log_json,
            worker=worker or 0,
        )
    except ValueError as error:
        raise Failure(str(error), WRONG_USAGE) from error
    if cluster and not find_spec("distributed"):
        raise Failure("--cluster needs the extra `cluster`: pip install 'marbles-tui[cluster]'", WRONG_USAGE)
    if workers and health:
        raise Failure("--health is for hosts of one process: ask workers by `host status`", WRONG_USAGE)
    if not is_local(bind) and not worker:
        complain(f"anyone who reaches {sanitize_line(bind, 100)} may come in")
    try:
        with console:
            if worker or attended:
                Thread(target=end_with_parent, name="parent", daemon=True).start()
            saved = opened(workers or 0)
    except ModuleNotFoundError as error:
        raise Failure(
            f"several processes need {error.name}: pip install 'marbles-tui[host-cluster]'"
        ) from error
    except (OSError, ValueError, NotKept) as error:
        told = getattr(error, "strerror", None) or str(error)
        more = f" ({error.filename})" if isinstance(error, OSError) and error.filename else ""
        if isinstance(error, InUse):
            where = f" --data {quote(str(data))}" if data else ""
            more = f"; marbles-tui host close{where} ends it"
        raise Failure(f"cannot be host at {bind}, port {port}: {told}{more}", BAD_INPUT) from error
    return 0 if saved else 1


def end_with_parent() -> None:
    """Close the host when the process at the other end of standard input is gone, however that ended, unless the last
    byte from there said that it stays."""
    stays = False
    while told := os.read(STDIN, 1):
        stays = bool(told[0])
    if not stays:
        os.kill(os.getpid(), signal.SIGTERM)


def forget_own_terminal() -> None:
    """Forget what the environment tells of this terminal, before anything reads it."""
    for name in [name for name in os.environ if name in OWN or name.startswith("TEXTUAL")]:
        del os.environ[name]
    os.environ["TEXTUAL_FPS"] = FRAMES


def _told(context: click.Context, data: Path | None, question: Mapping[str, object]) -> dict[str, object]:
    """What the host answers; the reason as `error` where it does not."""
    try:
        return ask((data or context.obj).resolve(), question)
    except NotOpen as error:
        return {"error": str(error)}


def _asking(asked: Command) -> click.Command:
    """The command that asks an open host."""

    def callback(data: Path | None, as_json: bool, **given: str | bool) -> int:
        typed = {name: sys.stdin.read() if value == "-" else value for name, value in given.items()}
        answer = _told(click.get_current_context(), data, {"ask": asked.name, **typed})
        words = _words(answer.pop("words", ()))
        if as_json:
            put_json(answer)
        if "error" in answer:
            raise Failure(str(answer["error"]), BAD_INPUT, told=as_json)
        if not as_json:
            put("\n".join(words))
        return 0

    arguments = [each for each in asked.arguments if not each.option]
    about = "".join(f"\n\n{each.name.upper()}: {each.about}." for each in arguments if each.about)
    return click.Command(
        asked.name,
        callback=callback,
        short_help=asked.about,
        help=f"{asked.more}{about}",
        params=[*(_parameter(each) for each in asked.arguments), *_of_all_that_ask()],
    )


def _parameter(argument: Argument) -> click.Parameter:
    if not argument.option:
        if argument.default is None:  # which would count as a default
            return click.Argument([argument.name])
        return click.Argument([argument.name], required=False, default=argument.default)
    return click.Option(
        [f"--{argument.name}", argument.name],
        is_flag=argument.flag,
        default=argument.default,
        metavar=None if argument.flag else argument.name.upper(),
        help=f"{argument.about[:1].upper()}{argument.about[1:]}.",
    )


def _of_all_that_ask() -> list[click.Parameter]:
    """The options of every command that asks an open host."""
    return [
        click.Option(["--data"], type=Folder(), metavar="DIR", help="The host's folder."),
        click.Option(["--json", "as_json"], is_flag=True, help="Answer with one JSON object."),
    ]


@host.command(short_help="Show how the host stands, again and again.")
@click.option("--every", type=click.FloatRange(0.2, 3600), default=2.0, show_default=True, metavar="SECONDS")
@click.option("--once", is_flag=True, help="Show it once.")
@click.option("--data", type=Folder(), metavar="DIR", help="The host's folder.")
@click.pass_context
def top(context: click.Context, data: Path | None, every: float, once: bool) -> int:
    """Show people, tables, memory and how late each process is, until Ctrl-C."""
    for shown_before in count():
        stands, there = (_told(context, data, {"ask": ask}) for ask in ("status", "people"))
        if "error" in stands and (once or not shown_before):
            raise Failure(str(stands["error"]))
        lines = [strftime("%H:%M:%S"), *_lines(stands), "", *_lines(there)]
        if once:
            put("\n".join(lines))
            break
        columns, rows = get_terminal_size()
        shown = "\x1b[K\n".join(line[:columns] for line in lines[: rows - 1])
        sys.stdout.write(f"\x1b[H{shown}\x1b[K\x1b[J")  # each line has been made fit for it
        sys.stdout.flush()
        sleep(every)
    return 0


def _lines(answer: Mapping[str, object]) -> list[str]:
    return [sanitize_line(line, 500) for line in _words(answer.get("words", [answer.get("error", "")]))]


def _words(told: object) -> list[str]:
    return [*map(str, told)] if isinstance(told, list) else []


host.add_command(
    _copying(
        "backup",
        "Copy all that a house keeps.",
        "Copy all that a house keeps into FOLDER, while it is open or closed: accounts, ratings, games, the key.",
        back=False,
    )
)
host.add_command(
    _copying(
        "restore",
        "Bring back what was copied.",
        "Bring back from FOLDER what `host backup` has copied, into a folder, or a NATS, that keeps no house yet. "
        "Open the host afterwards: games go on as they stood.",
        back=True,
    )
)


@click.command()
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
        from marbles_tui.web.server import ArcadeServer
    except ModuleNotFoundError as error:
        raise Failure(f"serve needs {error.name}: pip install 'marbles-tui[web]'") from error
    local = is_local(host)
    if not local:
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
    server = ArcadeServer(
        host, port, local=local, pages=pages, memory=memory << 20, folder=str(place.resolve())
    )
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
