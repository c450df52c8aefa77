"""Compile the library of the native search: `python native/compile.py [FILE] [--for TARGET] [--strict] [--sanitize]`.

By itself for this machine, by the system's C compiler or, where there is none, by the one in the package ziglang; an
install does so, see hatch_build.py. That one also compiles for all TARGETS from any machine, always the same bytes:
`make wheels` builds wheels with them. The target `page` is WebAssembly, for the Python of a web page.
"""

from __future__ import annotations

import argparse
import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent
PACKED: Final = Path("marbles_tui", "ai", "native")
"""Where in the package it lies."""

FILE: Final = FOLDER.parent / PACKED / "marbles.so"
GAMES: Final = (
    "abacus.c",
    "amiga.c",
    "gobblet.c",
    "beadmaster.c",
    "beadmaster_many.c",
    "egg_carton.c",
    "proof.c",
)
LIBRARY: Final = (*GAMES, "api.c")


class Target(NamedTuple):
    """A platform as zig names it, and as wheels do."""

    zig: str
    tag: str


TARGETS: Final = {
    "linux-x86_64": Target("x86_64-linux-gnu.2.17", "manylinux_2_17_x86_64"),
    "linux-aarch64": Target("aarch64-linux-gnu.2.17", "manylinux_2_17_aarch64"),
    "musl-x86_64": Target("x86_64-linux-musl", "musllinux_1_1_x86_64"),
    "musl-aarch64": Target("aarch64-linux-musl", "musllinux_1_1_aarch64"),
    "macos-x86_64": Target("x86_64-macos.11.0", "macosx_11_0_x86_64"),
    "macos-aarch64": Target("aarch64-macos.11.0", "macosx_11_0_arm64"),
    "windows-x86_64": Target("x86_64-windows-gnu", "win_amd64"),
    "windows-aarch64": Target("aarch64-windows-gnu", "win_arm64"),
}
PAGE: Final = "page"

FLAGS: Final = ("-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O3", "-fvisibility=hidden")
SHARED: Final = ("-shared", "-s")
NAMED: Final = ("-Wl,-install_name,marbles.so",)
"""For macOS, which else writes the folder of the build into the library."""

STRICT: Final = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
SANITIZE: Final = (
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
    "-fno-sanitize-recover=all",
    "-fsanitize=address,undefined",
)
ZIG: Final = (sys.executable, "-m", "ziglang")
WEB: Final = (
    "-target",
    "wasm32-emscripten",
    "-mcpu=mvp+bulk_memory+mutable_globals+nontrapping_fptoint+sign_ext",  # what browsers have had for years
    "-I",
    "wasm",
)
WEB_LINK: Final = (
    "-shared",
    "--experimental-pic",
    "--import-memory",
    "--unresolved-symbols=import-dynamic",
    "-s",
)


class NoCompiler(Exception):
    """There is no C compiler, or it will not compile this; the message says which."""


def named(target: str) -> str:
    """What a library is called that lies beside those for other platforms."""
    return f"marbles-{target}.so"


def system_compiler() -> list[str] | None:
    """What CC says, or a compiler of the system's that finds its headers; None if there is none."""
    given = shlex.split(os.environ.get("CC", ""))
    if given:
        return given
    for command in ("cc", "gcc", "clang") if sys.platform != "win32" else ():
        words = [command, "-fsyntax-only", "-x", "c", "-"]
        if (
            shutil.which(command)
            and not _ran(words, input="#include <stdlib.h>\n#include <time.h>\n").returncode
        ):
            return [command]
    return None


def compiler() -> list[str]:
    """The command of the C compiler for this machine. Raises NoCompiler."""
    found = system_compiler() or ([*ZIG, "cc"] if find_spec("ziglang") else None)
    if not found:
        raise NoCompiler("there is neither a C compiler nor the package ziglang")
    return found


def machine() -> Sequence[str]:
    """Flags for this kind of processor; `marbles_prepare` asks whether it is one."""
    if sys.platform == "win32":
        return _processor(platform.machine())
    if sys.platform == "darwin":
        return "-fPIC", "-Xarch_x86_64", "-mpopcnt", *shlex.split(os.environ.get("ARCHFLAGS", ""))
    return "-fPIC", *_processor(platform.machine())


def build(file: Path, sources: Sequence[str], *flags: str) -> None:
    """Compile sources for this machine into a file, which is there whole or not at all. Raises NoCompiler."""
    with _whole(file) as (part, environment):
        _do([*compiler(), *FLAGS, *machine(), *flags, "-o", str(part), *sources], environment)


def build_library(file: Path = FILE, *flags: str) -> None:
    """Compile the library for this machine. Raises NoCompiler."""
    build(file, LIBRARY, *SHARED, *(NAMED if sys.platform == "darwin" else ()), *flags)


def build_for(target: str, file: Path, *sources: str) -> None:
    """Compile the library for a platform, or a program of other sources, by ziglang. Raises NoCompiler."""
    if find_spec("ziglang") is None:
        raise NoCompiler("there is no package ziglang")
    with _whole(file) as (part, environment):
        if target == PAGE:
            objects = [f"{part}.{name}.o" for name in LIBRARY]
            for name, made in zip(LIBRARY, objects, strict=True):
                _do([*ZIG, "cc", *WEB, *FLAGS, "-fPIC", "-c", name, "-o", made], environment)
            _do([*ZIG, "wasm-ld", *WEB_LINK, *objects, "-o", str(part)], environment)
            return
        zig = TARGETS[target].zig
        own = () if "windows" in zig else ("-fPIC", *NAMED) if "macos" in zig else ("-fPIC",)
        how = ["-static"] if sources else [*SHARED, *own]
        words = ["-target", zig, *FLAGS, *_processor(zig), *how, "-o", str(part), *(sources or LIBRARY)]
        _do([*ZIG, "cc", *words], environment)


def _processor(name: str) -> Sequence[str]:
    """Flags for a processor: one of Intel's kind counts bits."""
    return ("-mpopcnt",) if name.startswith(("x86_64", "AMD64")) else ()


@contextmanager
def _whole(file: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """Where to write what is to become a file, and the environment to do it in."""
    with TemporaryDirectory() as folder:
        caches = {
            name: str(Path(folder, "cache")) for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")
        }
        part = Path(folder, file.name)
        yield part, {**caches, **os.environ}
        beside = file.with_name(f".{file.name}.{os.getpid()}")
        shutil.copy(part, beside)
        beside.replace(file)


def _do(words: Sequence[str], environment: dict[str, str]) -> None:
    try:
        done = _ran(words, environment)
    except OSError as error:
        raise NoCompiler(str(error)) from error
    if done.returncode:
        raise NoCompiler(done.stderr)


def _ran(
    words: Sequence[str], environment: dict[str, str] | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    # From where the sources lie, so that no path of this machine's is in what is made.
    done: subprocess.CompletedProcess[str] = subprocess.run(
        words,
        cwd=FOLDER,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        **more,  # type: ignore[call-overload]
    )
    return done


def main() -> int:
    """Compile what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", nargs="?", type=Path, default=FILE)
    parser.add_argument(
        "--for",
        dest="target",
        choices=[*TARGETS, PAGE],
        metavar="TARGET",
        help="of this machine, if not given",
    )
    parser.add_argument("--strict", action="store_true", help="warnings are errors")
    parser.add_argument(
        "--sanitize", action="store_true", help="not the library, but a program that plays by chance"
    )
    given = parser.parse_args()
    strict, file = STRICT if given.strict else (), given.file.absolute()
    try:
        if given.target:
            build_for(given.target, file)
        elif given.sanitize:
            build(file, (*LIBRARY, "fuzz.c"), *strict, *SANITIZE)
        else:
            build_library(file, *strict)
    except NoCompiler as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
