"""Compile the library of the native search: `python native/compile.py [TARGET] [--strict] [--sanitize] [--page]`.

The install does it by itself, with the system's C compiler, if there is one; see hatch_build.py. With --page it is
made for the Python of a web page, which is WebAssembly, by the compiler in the package ziglang.
"""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

FOLDER: Final = Path(__file__).parent
TARGET: Final = FOLDER.parent / "marbles_tui" / "ai" / "native" / "marbles.so"
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

FLAGS: Final = ("-std=c11", "-D_POSIX_C_SOURCE=200809L", "-O3", "-fPIC", "-fvisibility=hidden")
STRICT: Final = ("-Wall", "-Wextra", "-Wshadow", "-Werror")
SANITIZE: Final = (
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
    "-fno-sanitize-recover=all",
    "-fsanitize=address,undefined",
)

PAGE: Final = (
    "-target",
    "wasm32-emscripten",
    "-mcpu=mvp+bulk_memory+mutable_globals+nontrapping_fptoint+sign_ext",  # what browsers have had for years
    "-I",
    str(FOLDER / "wasm"),
)
PAGE_LINK: Final = (
    "-shared",
    "--experimental-pic",
    "--import-memory",
    "--unresolved-symbols=import-dynamic",
    "-s",
)


class NoCompiler(Exception):
    """There is no C compiler, or it will not compile this; the message says which."""


def compiler() -> list[str]:
    """The command of the C compiler: what CC says, or the system's. Raises NoCompiler."""
    if sys.platform == "win32":
        raise NoCompiler("nobody has tried that on Windows")
    named = shlex.split(os.environ.get("CC", ""))
    for command in ([named] if named else []) + [["cc"], ["gcc"], ["clang"]]:
        if shutil.which(command[0]):
            return command
    raise NoCompiler("there is no C compiler")


def machine() -> Sequence[str]:
    """Flags for this kind of processor; `marbles_prepare` asks whether it is one."""
    if sys.platform == "darwin":
        return "-Xarch_x86_64", "-mpopcnt", *shlex.split(os.environ.get("ARCHFLAGS", ""))
    return ("-mpopcnt",) if platform.machine() in ("x86_64", "AMD64") else ()


def build(target: Path, sources: Sequence[str], *flags: str) -> None:
    """Compile sources into a file, which is there whole or not at all. Raises NoCompiler."""
    part = FOLDER / f".{target.name}.{os.getpid()}"
    words = [*FLAGS, *machine(), *flags, "-o", str(part), *(str(FOLDER / name) for name in sources)]
    try:
        done = subprocess.run([*compiler(), *words], capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoCompiler(done.stderr)
        shutil.move(part, target)
    except OSError as error:
        raise NoCompiler(str(error)) from error
    finally:
        part.unlink(missing_ok=True)


def build_library(target: Path = TARGET, *flags: str) -> None:
    """Compile the library. Raises NoCompiler."""
    build(target, LIBRARY, "-shared", "-s", *flags)


def build_for_pages(target: Path) -> None:
    """Compile the library for the Python of a web page, which loads it by ctypes as any other. Raises NoCompiler."""
    if find_spec("ziglang") is None:
        raise NoCompiler("there is no package ziglang")
    zig = (sys.executable, "-m", "ziglang")
    with TemporaryDirectory() as folder:
        cache = {"ZIG_GLOBAL_CACHE_DIR": folder, "ZIG_LOCAL_CACHE_DIR": folder}
        objects = [f"{Path(name).stem}.o" for name in LIBRARY]
        commands = [
            *(
                (*zig, "cc", *PAGE, *FLAGS, "-c", str(FOLDER / source), "-o", made)
                for source, made in zip(LIBRARY, objects, strict=True)
            ),
            (*zig, "wasm-ld", *PAGE_LINK, *objects, "-o", target.name),
        ]
        for command in commands:
            done = subprocess.run(
                command, cwd=folder, env={**os.environ, **cache}, capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise NoCompiler(done.stderr)
        shutil.move(Path(folder, target.name), target)


def main(arguments: Sequence[str]) -> int:
    """Compile what the command line asks for."""
    strict = STRICT if "--strict" in arguments else ()
    names = [word for word in arguments if not word.startswith("--")]
    target = Path(names[0]) if names else TARGET
    try:
        if "--sanitize" in arguments:
            build(target, (*LIBRARY, "fuzz.c"), *strict, *SANITIZE)
        elif "--page" in arguments:
            build_for_pages(target)
        else:
            build_library(target, *strict)
    except NoCompiler as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
