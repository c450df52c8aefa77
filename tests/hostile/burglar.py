"""A burglar at the host: `python -m tests.hostile.burglar [--tours N] [--seed S]`.

A guest with a key sends random keys, clicks, pastes, sizes and paths to every screen of a host that runs in this
process, and looks for a way out of the arcade. Python tells of every file that is opened, every process that is
started and every socket that is connected: a guest's way is open to nothing but the guest's own folder. What the
terminal is sent never names a folder of the host, nor anything that another account keeps, and holds no command to a
terminal but those of drawing and the clipboard. A board that is on the screen is read by eyes that know nothing of
how it is drawn: it is that of the match at the table.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from textual.actions import ActionError

from marbles_tui.host.events import Events
from marbles_tui.host.limits import HostLimits
from marbles_tui.host.reception import Reception, load_all
from marbles_tui.host.terminal import SETTLED, Terminal
from marbles_tui.rooms.backend import Terms
from marbles_tui.rooms.visit import Visit
from tests.at_table import plays
from tests.terminal.eyes import COLUMNS, ROWS, wrong

SECRET: Final = "the-secret-of-the-house"
"""What stands in a file of the host and in a game of another account."""

RUBBISH: Final = (
    "rubbish", "\x1b[2J\x1b[31mred", "\x1b]0;title\x07", "[bold]markup[/] [@click=app.quit]x[/]", "\u202e\u2066bidi",
    "e" + "\u0301" * 500, "\x00\x01\x02", "1. A C D", "1. a1b2 i5h5 2. b1c2", "K1A1 W1B2", "h2i v3o", "*3 *4 pay",
    "\x1b[201~abcqgs\r\r", '[Game "egg-carton"]\n[Setup "4"]\n\n1. A C', '[Game "abacus"]\n\na1b2 i5h5',
    '[Game "no such"]\n\n1. x', "1,1,1,1,1,1/1,1,1,1,1,1/0,0/1",
)  # fmt: skip

SIZE: Final = (COLUMNS, ROWS)
SIZES: Final = ((60, 18), (120, 40), (300, 100), (59, 18), (1, 1), (2, 40), (4, 40), (300, 2), (20, 5))
"""Of its window, now and then."""

ENTER, ESCAPE, PASTE, PASTED = "\r", "\x1b", "\x1b[200~", "\x1b[201~"

BACK: Final = "\x1b[27u"
"""Escape, as a terminal sends it that tells all keys apart: nothing need be waited for."""

LOOKS: Final = 100
"""How often a table is looked at until nothing moves there any more."""

MOST_SCREENS: Final = 12
"""Screens above each other that Escape leads out of."""

TOURS: Final = (
    *("1", "2", "3", "4", "5", "l", "t", "s", "p", "?", "\x10", "c"),
    *(f"{number}{ENTER}" for number in range(1, 6)),
    *(f"{number}{ENTER}g" for number in range(1, 6)),
    *("pn", "pv", "pm", "p/", "p\x10", "sjj", "1\x10", f"2{ENTER}\x10"),
    *(
        f"\x10{word}{ENTER}"
        for word in ("boards", "screenshot", "theme", "library", "settings", "keys", "quit")
    ),
    *(f"\x10boards{ENTER}{key}" for key in "oend"),
)
"""Ways from the menu to the screens, each then tried with anything."""

DEEDS: Final = (
    "app.screenshot", "app.suspend_process", "app.rest", "app.toggle_dark", "screen.export", "screen.import_file",
    "screen.open_file", "screen.save", "screen.copy", "screen.write", "screen.help_quit", "app.help_quit",
)  # fmt: skip
"""What screens can do, or could: asked for by name, as no key does."""

KEYS: Final = (
    *"abcdefghijklmnopqrstuvwxyz", *"1234567890!/?+-=_[]{}. ", *[ENTER] * 8, ESCAPE, "\t", "\x7f",
    *(f"\x1b[{letter}" for letter in "ABCD") , "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~", "\x1b[Z", "\x1bOP",
    *map(chr, (*range(1, 17), *range(18, 26))), *(f"\x1b{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"),
    *(f"\x1b[{number}~" for number in range(11, 35)),
)  # fmt: skip

ALLOWED: Final = re.compile(
    r"\x1b\](?:22;[a-z]*|52;c;[A-Za-z0-9+/=]*)(?:\x07|\x1b\\)"
    r"|\x1b\[1[46]t"
    r"|\x1b_G(?![^;\x1b]*\bt=[fts])[^\x1b]*\x1b\\"
)
"""What a terminal may be told besides drawing: how its pointer looks, what is on its clipboard, images that lie in no
file. And what it may be asked: how large it is."""

CLIP: Final = re.compile(r"\x1b\]52;c;([A-Za-z0-9+/=]*)")

COMMAND: Final = re.compile(r"\x1b[\]PX^_]|[\x80-\x9f]|\x1b\[(?:\d+;)*\d*t|\x1b\[\d*i")
"""What sets titles or answers as if typed, what moves windows, what prints."""

RUNS: Final = ("subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn",
               "pty.spawn", "webbrowser.open", "socket.connect", "socket.bind", "urllib.Request")  # fmt: skip
FILES: Final = ("open", "os.listdir", "os.scandir", "os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link",
                "os.symlink", "os.chmod", "os.truncate", "sqlite3.connect", "shutil.copyfile")  # fmt: skip


class Caught(AssertionError):
    """What the burglar did, and should not have been able to."""


class Watchman:
    """Hears of all that Python does with files, processes and sockets."""

    def __init__(self, *free: Path) -> None:
        """`free`: the folders in which anything may be done."""
        self.seen: list[str] = []
        self._free = tuple(os.path.realpath(folder) + os.sep for folder in free)
        self._program = tuple(
            os.path.realpath(folder) + os.sep
            for folder in (sys.prefix, sys.base_prefix, Path(__file__).parents[2], "/dev/null")
        )
        self._awake = False
        sys.addaudithook(self._hear)

    @contextmanager
    def on_duty(self) -> Iterator[None]:
        """Watch for a while, in which Python keeps nothing that it compiles: that is no guest's doing."""
        self._awake, compiled = True, sys.dont_write_bytecode
        sys.dont_write_bytecode = True
        try:
            yield
        finally:
            self._awake, sys.dont_write_bytecode = False, compiled

    def _hear(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._awake:
            return
        if event in RUNS and "marbles_tui.ai.engine.job" not in str(arguments):
            self.seen.append(f"{event}: {arguments}")
        elif event in FILES and arguments and isinstance(arguments[0], str | bytes | os.PathLike):
            self._judge(event, os.fsdecode(arguments[0]), arguments)

    def _judge(self, event: str, path: str, arguments: tuple[Any, ...]) -> None:
        if event == "sqlite3.connect" and path == ":memory:":
            return
        place = os.path.realpath(_whole(path, arguments)) + os.sep
        reads = event in ("os.listdir", "os.scandir") or (event == "open" and _reads(arguments))
        if place.startswith(self._free) or (reads and place.startswith(self._program)):
            return
        self.seen.append(f"{event}: {path}")


def _whole(path: str, arguments: tuple[Any, ...]) -> str:
    """A path without what stands around it in the address of a database, or which is told apart from its folder."""
    folder = arguments[-1] if len(arguments) > 1 else None
    if not os.path.isabs(path) and isinstance(folder, int) and folder >= 0:
        return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), path)
    return unquote(urlsplit(path).path) if path.startswith("file:") else path


def _reads(arguments: tuple[Any, ...]) -> bool:
    """Whether a file is opened to be read alone."""
    mode, flags = arguments[1], arguments[2]
    return not (flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT) or set(str(mode or "")) & set("wax+"))


class Ear:
    """The line to the burglar's terminal: keeps what it is sent."""

    unread = 0

    def __init__(self) -> None:
        self.heard: list[str] = []

    def write(self, text: str) -> None:
        """Hear it."""
        self.heard.append(text)

    def hold(self, held: bool) -> None:
        """Nothing waits."""


def texts(folder: Path) -> tuple[str, ...]:
    """What is pasted and typed: ways to files, commands, and what no line of text should be."""
    paths = (folder / "secret.txt", folder / "board.txt", "/etc/passwd", "~/.ssh/id_ed25519")
    ways = (
        "../" * 12 + "etc/passwd",
        "file:///etc/passwd",
        "$HOME/x.txt",
        "$(id)",
        "`id`",
        "| id",
        "-o/tmp/x",
        "/",
    )
    return (*map(str, paths), *ways, *RUBBISH)


class Burglar:
    """A guest who comes in again and again."""

    def __init__(self, reception: Reception, random: Random) -> None:
        self._reception, self._random = reception, random
        self.ear = Ear()

    async def come(self) -> None:
        """Come in."""
        reception = self._reception
        self.terminal = Terminal(self.ear, reception.limits, SIZE, lambda _: None)
        coming = reception.receive(self.terminal, "xterm", "SHA256:thief", "here")
        self.visit = asyncio.create_task(coming)
        while not (reception.guests and reception.guests[0].arcade.shown.is_set()):
            await asyncio.sleep(0.01)
        (self.guest,) = reception.guests

    @property
    def here(self) -> bool:
        """Whether the arcade has not been left."""
        return not self.visit.done() and bool(self.guest.arcade.screen_stack)

    async def does(self, text: str) -> None:
        """Send a text, and wait until the arcade has read it; what waits for a clock is not waited for."""
        app = self.guest.arcade
        self.terminal.receive(text)
        for _ in range(200):
            await asyncio.sleep(0)
            if not self.here:
                return
            nodes = [app, *app.screen_stack, *([app.focused] if app.focused else [])]
            if not any(node.message_queue_size for node in nodes):
                break
        await asyncio.sleep(0.002)

    async def goes_back(self) -> None:
        """To the menu; out of the arcade where no key leads there."""
        for _ in range(MOST_SCREENS):
            if not self.here or len(self.guest.arcade.screen_stack) == 1:
                return
            await self.does(BACK)
        self.guest.arcade.say_farewell("Good-bye.")
        await self.visit

    async def dares(self) -> None:
        """Ask for what no key leads to, whatever screen this is."""
        app = self.guest.arcade
        for deed in DEEDS:
            if self.here:
                with app._context(), suppress(ActionError):
                    await app.run_action(deed, app.screen)
        with app._context():
            app.deliver_screenshot()
            app.open_url("file:///etc/passwd")
        await self.does("")

    def shown(self) -> str:
        """What the screen shows."""
        if not self.here:
            return ""
        with self.guest.arcade._context():
            strips = self.guest.arcade.screen._compositor.render_strips()
        return "\n".join(strip.text for strip in strips)

    async def resizes(self) -> None:
        """Draw the window to some size, and back."""
        for size in (self._random.choice(SIZES), SIZE):
            self.terminal.resize(size)
            await asyncio.sleep(SETTLED)
            await self.does("")

    async def sees(self) -> str:
        """The record of the match at whose table this is, if it is at one: its board is shown. Raises Caught."""
        table = self.guest.arcade.screen
        if not self.here or not plays(table):
            return ""
        with self.guest.arcade._context():
            self.guest.arcade.change_settings(skin="ascii", speed=0)
            self.guest.arcade.clear_notifications()
        faults: list[str] = []
        for _ in range(LOOKS):
            await self.does(BACK)
            if self.guest.arcade.screen != table or not plays(table):
                return ""
            record = str(table.match)
            faults = wrong(self.shown().splitlines(), record)
            if not faults:
                return record
            await asyncio.sleep(0.02)
        raise Caught("\n".join((*faults, f"and the record is\n{record}\nbut shown was", self.shown())))

    def tries(self, number: int, typed: tuple[str, ...]) -> Iterator[str]:
        """A way to a screen, every other time to a table, and anything there."""
        yield from self._random.choice(TOURS) if number % 2 else f"{number // 2 % 5 + 1}{ENTER}"
        for _ in range(self._random.randrange(12)):
            yield _anything(self._random, typed)


async def rob(tours: int, seed: int, folder: Path) -> Counter[str]:
    """Try so many ways through the arcade; how often each screen was seen, and "board" read. Raises Caught."""
    bait, data = folder / "bait", folder / "house"
    bait.mkdir()
    (bait / "secret.txt").write_text(SECRET)
    load_all()
    reception = Reception(data, HostLimits(paste=5000), Events(lambda _: None, None))
    await reception.lobby.bring_back()
    accounts = reception.lobby.accounts
    owner = Visit(reception.lobby, accounts.arrive("SHA256:owner"), "SHA256:owner")
    owner.rename("Olivia")
    code = owner.offer(Terms("gobblet", private=True)).code
    own = data / "accounts" / owner.id
    own.mkdir(parents=True)
    (own / "settings.toml").write_text(f'name = "{SECRET}"\n')
    thief = accounts.rename(accounts.arrive("SHA256:thief"), "Mallory")
    burglar = Burglar(reception, Random(seed))
    watchman = Watchman(data / "accounts" / thief.id, data / "host.sqlite3")
    seen: Counter[str] = Counter()
    typed, tried = texts(bait), list[str]()
    await burglar.come()
    with watchman.on_duty():
        for number in range(tours):
            if not burglar.here:
                await burglar.visit
                await burglar.come()
            for text in burglar.tries(number, typed):
                await burglar.does(text)
                tried.append(text)
                if not burglar.here:
                    break
                seen[type(burglar.guest.arcade.screen).__name__] += 1
                _look(burglar, data, code, watchman, tried[-20:])
            if burglar.here:
                await burglar.resizes()
                seen["board"] += bool(await burglar.sees())
                await burglar.dares()
                _look(burglar, data, code, watchman, tried[-20:])
            await burglar.goes_back()
    if not burglar.here:
        await burglar.visit
        await burglar.come()
    burglar.guest.arcade.say_farewell("Good-bye.")
    await burglar.visit
    if owner.account.name != "Olivia" or accounts.known(owner.id).keys != ("SHA256:owner",):
        raise Caught("the other account is another one now")
    if [file.name for file in own.iterdir()] != ["settings.toml"] or len(owner.challenges()) != 1:
        raise Caught("what the other account keeps has changed")
    await reception.close()
    return seen


def _anything(random: Random, typed: tuple[str, ...]) -> str:
    """A key, a click, a text that is typed, or one that is pasted."""
    match random.randrange(10):
        case 0 | 1:
            return f"{PASTE}{random.choice(typed)}{PASTED}{random.choice((ENTER, ''))}"
        case 2:
            return random.choice(typed)[:60] + random.choice((ENTER, ""))
        case 3:
            at = f"0;{random.randint(1, COLUMNS)};{random.randint(1, ROWS)}"
            return f"\x1b[<{at}M\x1b[<{at}m"
    key: str = random.choice(KEYS)
    return key


def _look(burglar: Burglar, data: Path, code: str, watchman: Watchman, tried: list[str]) -> None:
    """Raises Caught where something was done or shown that is not for guests; `data`: the folder of the host."""
    sent, shown = "".join(burglar.ear.heard), burglar.shown()
    burglar.ear.heard.clear()
    clips = [base64.b64decode(clip).decode("utf-8", "replace") for clip in CLIP.findall(sent)]
    found: list[object] = [*watchman.seen, *COMMAND.findall(ALLOWED.sub("", sent))]
    hidden = (SECRET, code, str(data), f"{os.sep}accounts{os.sep}")
    found += [f"{word} is shown" for word in hidden for text in (shown, sent, *clips) if word in text]
    if found:
        at = type(burglar.guest.arcade.screen).__name__ if burglar.here else "the end"
        raise Caught(f"{found[:3]!r} after {tried!r}, at {at}")


def main() -> None:
    """Try for as long as is asked, and say what was seen."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tours", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        seen = asyncio.run(rob(given.tours, given.seed, Path(folder)))
    print(
        f"{given.tours:,} tours, no way out. Screens: "
        + ", ".join(f"{name} {n}" for name, n in seen.most_common())
    )


if __name__ == "__main__":
    main()
