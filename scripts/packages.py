"""Build what is released into dist/, and check it.

\b
packages   the wheel and the source distribution, twice: they have the same bytes wherever they are built;
           metadata and contents are checked by twine and check-wheel-contents
pyz        dist/marbles-tui.pyz, one file that needs only a Python, with the native search of all platforms; beside it
           an .exe for Windows: the same behind the launcher of distlib, which looks for python.exe
pyz-check  start it with each Python from 3.11 up that is here
deb        a Debian package from the wheel that is there, the libraries it needs in a folder of their own
deb-check  install and remove it as root, on a copy of the system that is thrown away
wheels     the wheels of all platforms into dist/wheels/, twice, and a pure one with the native search of all
texts      the texts for other ways to install, from packaging/ into dist/texts/, with the digests of what is built
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from email.utils import formatdate
from importlib import metadata
from importlib.resources import files as resources
from pathlib import Path
from typing import Final

import click

from marbles_tui import __version__
from native.compile import TARGETS

CHECKOUT: Final = Path(__file__).parent.parent
DIST: Final = CHECKOUT / "dist"
WHEN: Final = "SOURCE_DATE_EPOCH"


def environment() -> dict[str, str]:
    """The environment to build in: the time of all files is that of the commit, unless it is given."""
    if WHEN in os.environ:
        return dict(os.environ)
    command = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return {**os.environ, WHEN: done.stdout.strip() or "1700000000"}


def build(source: Path, target: Path, *kinds: str, **variables: str) -> None:
    """Build distributions of these kinds, `sdist` and `wheel`, from a folder into another."""
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-d",
        str(target),
        *(f"-t{kind}" for kind in kinds),
    ]
    subprocess.run(command, cwd=source, env=environment() | variables, check=True, stdout=subprocess.DEVNULL)


def digests(folder: Path) -> dict[str, str]:
    """The digest of each file of a folder by its name."""
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(folder.iterdir())}


def differences(first: Mapping[str, str], second: Mapping[str, str]) -> list[str]:
    """The names of the files that are not the same."""
    return sorted(name for name in {*first, *second} if first.get(name) != second.get(name))


def differ(found: Sequence[str]) -> int:
    """Say which files differ; the exit status."""
    print(f"built again, these differ: {', '.join(found)}", file=sys.stderr)
    return 1


def distributions(once: bool) -> int:
    """Build, build again from what was built unless `once`, compare and check; the exit status."""
    shutil.rmtree(DIST, ignore_errors=True)
    build(CHECKOUT, DIST, "sdist", "wheel")
    built = digests(DIST)
    for name, digest in built.items():
        print(f"{digest}  {name}")
    if not once:
        with tempfile.TemporaryDirectory() as folder:
            shutil.unpack_archive(next(DIST.glob("*.tar.gz")), folder, filter="data")
            (source,), again = Path(folder).iterdir(), Path(folder, "again")
            build(source, again, "sdist", "wheel")
            if found := differences(built, digests(again)):
                return differ(found)
        print("built again from the source distribution: the same bytes")
    files = [str(DIST / name) for name in built]
    wheels = [name for name in files if name.endswith(".whl")]
    return checked_by("twine", "check", "--strict", *files) or checked_by("check-wheel-contents", *wheels)


def checked_by(tool: str, *arguments: str) -> int:
    """The exit status of a tool that checks; where it is not installed that is said, and a fault in CI alone."""
    program = shutil.which(tool, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        print(f"{tool} is not installed: not checked", file=sys.stderr)
        return bool(os.environ.get("CI"))
    return subprocess.run([program, *arguments], check=False).returncode


FILE: Final = DIST / "marbles-tui.pyz"
FOR_WINDOWS: Final = FILE.with_suffix(".exe")
WINDOWS_LAUNCHER: Final = "t64.exe"
SHEBANG: Final = re.compile(rb"#![^\n]*\n")
MINORS: Final = range(11, 30)
"""The second numbers of the Pythons that are looked for."""

THINK: Final = ["think", "gobblet", "--nodes", "300", "--json"]
WORKER: Final = """
import asyncio, sys
from marbles_tui.ai.analysis import Limit
from marbles_tui.ai.engine.client import EngineClient
from marbles_tui.ai.engine.job_queue import JobQueue
from marbles_tui.ai.engine.process import ProcessLink
from marbles_tui import Match, games
async def ask():
    process = ProcessLink()
    client = EngineClient(JobQueue(process))
    await client.think(Match.new(games.find("gobblet")), limit=Limit(nodes=100))
    print(process.pid is not None)
    await client.close()
asyncio.run(ask())
"""
"""Thinks in the process of its own that the arcade thinks in: it must find the package inside the file, too."""


def pyz() -> int:
    """Build one file that any Python runs."""
    DIST.mkdir(exist_ok=True)
    command = [
        *(sys.executable, "-m", "shiv", "--console-script", "marbles-tui"),
        *("--extend-pythonpath", "--compressed", "--reproducible", "--quiet", "--no-build-isolation"),
        *("--python", "/usr/bin/env python3", "--output-file", str(FILE), str(CHECKOUT)),
    ]
    variables = {"PIP_CONSTRAINT": str(CHECKOUT / "constraints.txt"), "MARBLES_TUI_NATIVE": ALL}
    subprocess.run(command, env=environment() | variables, cwd=tempfile.gettempdir(), check=True)
    packed = SHEBANG.sub(b"", FILE.read_bytes(), count=1)
    launcher = (resources("distlib") / WINDOWS_LAUNCHER).read_bytes()
    FOR_WINDOWS.write_bytes(launcher + b"#!python.exe\r\n" + packed)
    for file in (FILE, FOR_WINDOWS):
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    return 0


def pythons() -> Iterator[Path]:
    """One Python of each version that is new enough: those in the path, and those of pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    folders = [folder for folder in os.environ["PATH"].split(os.pathsep) if not folder.endswith("shims")]
    path = os.pathsep.join((*folders, *map(str, sorted(kept.glob("*/bin")))))
    yield from (Path(found) for minor in MINORS if (found := shutil.which(f"python3.{minor}", path=path)))


def check(python: Path, file: Path = FILE) -> str:
    """Start the file with a Python that knows nothing else; what it says of itself. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as home:
        bare = {"PATH": os.defpath, "HOME": home, "SHIV_ROOT": f"{home}/shiv", "LC_ALL": "C.UTF-8"}

        def run(*words: str, **more: str) -> str:
            return subprocess.run(
                [python, file, *words],
                env={**bare, **more},
                capture_output=True,
                text=True,
                check=True,
                cwd=home,
            ).stdout

        version = run("--version").strip()
        assert version.endswith("(native search)"), version
        assert json.loads(run(*THINK))["move"]
        assert run("-c", WORKER, SHIV_INTERPRETER="1").strip() == "True"
    return version


def pyz_check() -> int:
    """Start that file with each Python that is here; the exit status."""
    for python in pythons():
        try:
            print(f"{python}: {check(python)}")
        except subprocess.CalledProcessError as error:
            print(f"{python}: {error}\n{error.stderr}", file=sys.stderr)
            return 1
    return 0


NAME: Final = "marbles-tui"
REVISION: Final = 1
HOME: Final = f"usr/lib/{NAME}"

LAUNCHER: Final = f"""#!/usr/bin/python3
import sys

sys.path.insert(0, "/{HOME}")

from marbles_tui.__main__ import main

sys.exit(main())
"""
CONTROL: Final = """Package: {name}
Version: {version}
Architecture: {architecture}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Section: games
Priority: optional
Description: terminal arcade of marble and board games
 Egg Carton, Abacus, Gary's Great Getaway, BeadMaster and Gobblet on a full
 screen in the terminal, with mouse and keys: against computers of several
 strengths, against people at the same keyboard, or by way of SSH against
 people elsewhere. Matches can be analysed, replayed and kept.
"""
COMPILE: Final = f"""#!/bin/sh
set -e
if [ "$1" = configure ] && command -v py3compile >/dev/null; then
    py3compile -p {NAME} /{HOME}
fi
"""
CLEAN: Final = f"""#!/bin/sh
set -e
if command -v py3clean >/dev/null; then
    py3clean -p {NAME}
fi
"""
OVERRIDES: Final = f"""# No Debian release has had it.
{NAME}: initial-upload-closes-no-bugs [usr/share/doc/{NAME}/changelog.Debian.gz:1]
"""
LICENCE: Final = re.compile(r"\.dist-info/(licenses/.|LICEN[CS]E)")
NO_PACKAGES: Final = ("..", "bin", "share")
TRIAL: Final = """set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
mount --bind /dev /mnt/root/dev
mount -t proc proc /mnt/root/proc
cp "$1" /mnt/root/package.deb
exec chroot /mnt/root env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/games sh -ec '
    dpkg -i /package.deb
    marbles-tui --version
    marbles-tui think gobblet --nodes 300
    test -f /usr/share/man/man1/marbles-tui-think.1.gz
    dpkg -r marbles-tui
    test ! -e /usr/lib/marbles-tui'
"""


def deb() -> int:
    """Build a Debian package of the wheel in dist/ and have lintian look at it; the exit status."""
    if shutil.which("dpkg-deb") is None:
        print("dpkg-deb is not here: Debian packages are built on Debian and its relatives", file=sys.stderr)
        return 1
    file = deb_of_wheel()
    print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
    return checked_by("lintian", "--fail-on", "error,warning", str(file))


def deb_check() -> int:
    """Install and remove it, on a copy of the system that is thrown away; the exit status."""
    (file,) = DIST.glob("*.deb")
    return subprocess.run(["unshare", "-m", "sh", "-c", TRIAL, "sh", str(file)], check=False).returncode


def deb_of_wheel() -> Path:
    """Build the package; its file."""
    (wheel,) = DIST.glob("*.whl")
    version = f"{wheel.name.split('-')[1]}-{REVISION}"
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "root")
        _gather(wheel, root, version)
        native = (root / HOME / "marbles_tui/ai/native/marbles.so").exists()
        architecture = _said("dpkg", "--print-architecture") if native else "all"
        _describe(root, version, architecture, native)
        _set_modes(root)
        file = DIST / f"{NAME}_{version}_{architecture}.deb"
        command = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(root), str(file)]
        subprocess.run(command, env=environment(), check=True, stdout=subprocess.DEVNULL)
    return file


def maintainer() -> str:
    """Who has built it, as Debian's own tools are told."""
    email = os.environ.get("DEBEMAIL") or _said("git", "-C", str(CHECKOUT), "config", "user.email")
    return f"{os.environ.get('DEBFULLNAME', 'The marbles-tui authors')} <{email or 'nobody@localhost'}>"


def _gather(wheel: Path, root: Path, version: str) -> None:
    """Put all files where they belong."""
    home, share, doc = root / HOME, root / "usr/share", root / f"usr/share/doc/{NAME}"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-compile", "--disable-pip-version-check"]
    constraints = ["--constraint", str(CHECKOUT / "constraints.txt")]
    subprocess.run([*pip, "--target", str(home), *constraints, str(wheel)], check=True)
    shutil.rmtree(home / "bin", ignore_errors=True)
    share.parent.mkdir(exist_ok=True)
    (home / "share").rename(share)
    (share / "zsh/vendor-completions").mkdir()
    (share / "zsh/site-functions/_marbles-tui").rename(share / "zsh/vendor-completions/_marbles-tui")
    (share / "zsh/site-functions").rmdir()
    for page in (share / "man/man1").iterdir():
        _compress(page)
    doc.mkdir(parents=True)
    (doc / "copyright").write_text(_copyright(home), encoding="utf-8")
    shutil.copy(CHECKOUT / "CHANGELOG.md", doc / "changelog")
    _compress(doc / "changelog")
    when = formatdate(int(environment()[WHEN]))
    said = f"{NAME} ({version}) unstable; urgency=medium"
    entry = f"{said}\n\n  * A build of this version.\n\n -- {maintainer()}  {when}\n"
    (doc / "changelog.Debian").write_text(entry, encoding="utf-8")
    _compress(doc / "changelog.Debian")
    launcher = root / f"usr/games/{NAME}"
    launcher.parent.mkdir(parents=True)
    launcher.write_text(LAUNCHER, encoding="utf-8")
    overrides = share / f"lintian/overrides/{NAME}"
    overrides.parent.mkdir(parents=True)
    overrides.write_text(OVERRIDES, encoding="utf-8")
    _leave_out(home)


def _leave_out(home: Path) -> None:
    """Take away what only installers read, and what may not be run."""
    for folder in home.glob("*.dist-info"):
        for file in folder.iterdir():
            if file.is_dir():
                shutil.rmtree(file)
            elif file.name not in ("METADATA", "WHEEL"):
                file.unlink()


def _copyright(home: Path) -> str:
    """The licences of the arcade and of the libraries beside it."""
    parts = [
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/",
        f"Upstream-Name: {NAME}",
        "",
    ]
    for found in sorted(metadata.distributions(path=[str(home)]), key=lambda found: found.name.lower()):
        head, files = found.metadata, sorted(found.files or ())
        texts = (file for file in files if LICENCE.search(file.as_posix()))
        text = "\n".join(file.read_text(encoding="utf-8") for file in texts)
        short = (head["License-Expression"] or head["License"] or "other").splitlines()[0]
        holder = next(
            (line.strip() for line in text.splitlines() if line.strip().startswith("Copyright")), ""
        )
        tops = {file.parts[0] for file in files if len(file.parts) > 1 and file.parts[0] not in NO_PACKAGES}
        packages = sorted(top for top in tops if not top.endswith((".dist-info", ".data")))
        parts += [
            f"Files: {' '.join(f'{HOME}/{package}/*' for package in packages) or '*'}",
            f"Copyright: {holder.removeprefix('Copyright').strip() or head['Author'] or head['Name']}",
            f"License: {head['Name']}-{short.replace(' ', '-')}",
            *(f" {line.strip() or '.'}" for line in text.strip().splitlines()),
            "",
        ]
    return "\n".join(parts)


def _describe(root: Path, version: str, architecture: str, native: bool) -> None:
    """Write what dpkg reads."""
    control = root / "DEBIAN"
    control.mkdir()
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
    text = CONTROL.format(
        name=NAME,
        version=version,
        architecture=architecture,
        maintainer=maintainer(),
        size=size,
        depends="python3 (>= 3.11)" + (", libc6" if native else ""),
    )
    (control / "control").write_text(text, encoding="utf-8")
    for name, script in (("postinst", COMPILE), ("prerm", CLEAN)):
        (control / name).write_text(script, encoding="utf-8")
        (control / name).chmod(0o755)
    sums = (
        f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root)}"
        for file in sorted((root / "usr").rglob("*"))
        if file.is_file()
    )
    (control / "md5sums").write_text("".join(f"{line}\n" for line in sums), encoding="utf-8")


def _set_modes(root: Path) -> None:
    for path in (root, *root.rglob("*")):
        program = path.parent.name in ("games", "DEBIAN") and path.name in (NAME, "postinst", "prerm")
        path.chmod(0o755 if path.is_dir() or program else 0o644)
        os.utime(path, (int(environment()[WHEN]),) * 2)


def _compress(file: Path) -> None:
    """Replace a file by a compressed one, the same at any time."""
    packed = file.with_name(f"{file.name}.gz")
    packed.write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    file.unlink()


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


WHEELS: Final = DIST / "wheels"
ALL: Final = "all"


def wheels(once: bool) -> int:
    """Build the wheels of all platforms and the pure one, twice unless `once`, compare and check; the exit status."""
    shutil.rmtree(WHEELS, ignore_errors=True)
    told: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as place:
        again = Path(place, "again")
        for target in (*TARGETS, ALL):
            for folder in (WHEELS,) if once else (WHEELS, again):
                with tempfile.TemporaryDirectory() as caches:
                    zig = {"ZIG_GLOBAL_CACHE_DIR": caches, "ZIG_LOCAL_CACHE_DIR": caches}
                    build(CHECKOUT, folder, "wheel", **zig, MARBLES_TUI_NATIVE=target)
            built = digests(WHEELS)
            for name in built.keys() - told.keys():
                print(f"{built[name]}  {name}", flush=True)
            told = built
            if not once and (found := differences(built, digests(again))):
                return differ(found)
    return checked_by("check-wheel-contents", str(WHEELS))


TEXTS: Final = DIST / "texts"
TEMPLATES: Final = ("marbles-tui.rb", "PKGBUILD", "package.nix", "winget/*.yaml")
PLACEHOLDER: Final = re.compile(r"@([A-Z_0-9]+)@")


def home() -> str:
    """The repository's address."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["urls"]["Homepage"])


def names(files: Mapping[str, Path]) -> dict[str, str]:
    """What stands for each name in the texts, with released files by what they are called there."""
    release = f"{home()}/releases/download/v{__version__}"
    told = {"VERSION": __version__, "HOMEPAGE": home()}
    for kind, file in files.items():
        told[f"{kind}_URL"] = f"{release}/{file.name}"
        told[f"{kind}_SHA256"] = hashlib.sha256(file.read_bytes()).hexdigest()
    return told


def fill(text: str, told: Mapping[str, str]) -> str:
    """A text with all names replaced; raises KeyError for one that is not told."""
    return PLACEHOLDER.sub(lambda found: told[found[1]], text)


def texts() -> int:
    """Fill in all; the exit status."""
    files = {"PYZ": FILE, "EXE": FOR_WINDOWS, "SDIST": DIST / f"marbles_tui-{__version__}.tar.gz"}
    if missing := [file.name for file in files.values() if not file.exists()]:
        print(f"not in dist/: {', '.join(missing)}; `make packages pyz` builds them", file=sys.stderr)
        return 1
    shutil.rmtree(TEXTS, ignore_errors=True)
    TEXTS.mkdir(parents=True)
    told = names(files)
    for file in (file for pattern in TEMPLATES for file in sorted((CHECKOUT / "packaging").glob(pattern))):
        (TEXTS / file.name).write_text(fill(file.read_text(encoding="utf-8"), told), encoding="utf-8")
        print(f"{TEXTS.name}/{file.name}")
    return 0


DEEDS: Final[Mapping[str, Callable[[bool], int]]] = {
    "packages": distributions,
    "pyz": lambda _: pyz(),
    "pyz-check": lambda _: pyz_check(),
    "deb": lambda _: deb(),
    "deb-check": lambda _: deb_check(),
    "wheels": wheels,
    "texts": lambda _: texts(),
}


@click.command(help=__doc__)
@click.argument("what", nargs=-1, required=True, type=click.Choice(list(DEEDS)))
@click.option("--once", is_flag=True, help="Build packages or wheels once, without comparing.")
def main(what: Sequence[str], once: bool) -> None:
    """Build or check what is named, one after the other."""
    sys.exit(next(filter(None, (DEEDS[each](once) for each in what)), 0))


if __name__ == "__main__":
    main(prog_name="python -m scripts.packages")
