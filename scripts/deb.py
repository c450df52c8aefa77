"""Build a Debian package from the wheel in dist/ with dpkg-deb, and try it: `python -m scripts.deb [build] [check]`.

The arcade and the libraries it needs lie in a folder of their own, /usr/lib/marbles-tui: in nobody's way, and they
may be newer than Debian's. It depends on Debian's Python alone. `check` installs it on a copy of this system that is
thrown away, runs it there and takes it off again; that needs root.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from email.parser import HeaderParser
from email.utils import formatdate
from pathlib import Path
from typing import Final

from scripts.packages import CHECKOUT, DIST, WHEN, environment

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


def main() -> int:
    """Do what the command line says; the exit status."""
    wanted = sys.argv[1:] or ["build"]
    if shutil.which("dpkg-deb") is None:
        print("dpkg-deb is not here: Debian packages are built on Debian and its relatives", file=sys.stderr)
        return 1
    if "build" in wanted:
        file = build()
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB")
        if shutil.which("lintian"):
            lint = ["lintian", "--fail-on", "error,warning", str(file)]
            if status := subprocess.run(lint, check=False).returncode:
                return status
        else:
            print("lintian is not installed: not checked", file=sys.stderr)
    if "check" in wanted:
        (file,) = DIST.glob("*.deb")
        return subprocess.run(["unshare", "-m", "sh", "-c", TRIAL, "sh", str(file)], check=False).returncode
    return 0


def build() -> Path:
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
    for folder in sorted(home.glob("*.dist-info")):
        head = HeaderParser().parsestr((folder / "METADATA").read_text(encoding="utf-8"))
        texts = sorted([*folder.glob("licenses/**/*"), *folder.glob("LICEN[CS]E*")])
        text = "\n".join(file.read_text(encoding="utf-8") for file in texts if file.is_file())
        short = (head["License-Expression"] or head["License"] or "other").splitlines()[0]
        holder = next(
            (line.strip() for line in text.splitlines() if line.strip().startswith("Copyright")), ""
        )
        packages = sorted(_packages(folder))
        parts += [
            f"Files: {' '.join(f'{HOME}/{package}/*' for package in packages) or '*'}",
            f"Copyright: {holder.removeprefix('Copyright').strip() or head['Author'] or head['Name']}",
            f"License: {head['Name']}-{short.replace(' ', '-')}",
            *(f" {line.strip() or '.'}" for line in text.strip().splitlines()),
            "",
        ]
    return "\n".join(parts)


def _packages(folder: Path) -> set[str]:
    """The folders that a distribution has brought, as its RECORD tells."""
    record = (folder / "RECORD").read_text(encoding="utf-8")
    tops = {line.split(",")[0].split("/")[0] for line in record.splitlines() if "/" in line}
    return {
        top for top in tops if not top.endswith((".dist-info", ".data")) and top not in ("..", "bin", "share")
    }


def _describe(root: Path, version: str, architecture: str, native: bool) -> None:
    """Write what dpkg reads."""
    control = root / "DEBIAN"
    control.mkdir()
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
    fields = {
        "name": NAME,
        "version": version,
        "architecture": architecture,
        "maintainer": maintainer(),
        "size": size,
        "depends": "python3 (>= 3.11)" + (", libc6" if native else ""),
    }
    (control / "control").write_text(CONTROL.format(**fields), encoding="utf-8")
    for name, script in (("postinst", COMPILE), ("prerm", CLEAN)):
        (control / name).write_text(script, encoding="utf-8")
        (control / name).chmod(0o755)
    sums = (
        f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(root)}" for file in _files(root)
    )
    (control / "md5sums").write_text("".join(f"{line}\n" for line in sums), encoding="utf-8")


def _files(root: Path) -> Iterator[Path]:
    yield from sorted(file for file in (root / "usr").rglob("*") if file.is_file())


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


if __name__ == "__main__":
    sys.exit(main())
