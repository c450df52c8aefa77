"""What is released beside the arcade itself. `make packages`, `make pyz-check` and `make deb` try the whole."""

from __future__ import annotations

import configparser
import hashlib
import os
import re
import shlex
import shutil
import struct
import subprocess
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest

from marbles_tui import __version__
from marbles_tui.cli.run import COMMANDS
from marbles_tui.host.addresses import TOKEN
from scripts.packages import (
    DIST,
    FILE,
    FOR_WINDOWS,
    TEMPLATES,
    check,
    deb_check,
    differences,
    fill,
    names,
    pythons,
)
from scripts.share import ENVIRONMENT, ICON, examples, shared

CHECKOUT = Path(__file__).parent.parent

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*make_default_short_help:DeprecationWarning"),
    pytest.mark.long,
]  # click-man uses it

HOSTS = re.compile(r"pypi\.org|pythonhosted|npmjs|crates\.io|rubygems\.org|conda\.anaconda", re.IGNORECASE)


def files_kept() -> Iterator[Path]:
    """The files of texts that go with the project."""
    for folder in (".github", ".ci", "packaging", "scripts", "docs", "assets/share"):
        yield from (file for file in (CHECKOUT / folder).rglob("*") if file.suffix not in (".pyc", ".png"))
    yield from (CHECKOUT / name for name in ("Makefile", "pyproject.toml"))
    yield from CHECKOUT.glob("*.md")


def test_every_command_has_a_page() -> None:
    pages = shared()
    for name in ("", "-play", "-host-status", "-boards-simulate", "-engine", "-diagram"):
        page = pages[f"man/man1/marbles-tui{name}.1"]
        assert page.startswith(f'.TH "MARBLES-TUI{name.replace("-", " ").upper()}" "1"')
        assert f'"{__version__}"' in page
        assert "\b" not in page


def test_pages_have_examples_that_can_be_typed_files_and_variables() -> None:
    pages = shared()
    main = pages["man/man1/marbles-tui.1"]
    for part in ("EXAMPLES", "FILES", "ENVIRONMENT"):
        assert f"\n.SH {part}\n" in main
    groups = ("", "-puzzles", "-boards", "-library", "-host")
    for path, page in pages.items():
        if path.startswith("man/"):
            name = path.removeprefix("man/man1/marbles-tui").removesuffix(".1")
            assert name in groups or "\n.SH EXAMPLES\n" in page, path
    for line in examples():
        words = shlex.split(line.partition(" > ")[0])[1:]
        command: click.Command = COMMANDS
        context = click.Context(COMMANDS, info_name="marbles-tui")
        while (
            isinstance(command, click.Group) and words and (below := command.get_command(context, words[0]))
        ):
            command = below
            words.pop(0)
        with suppress(click.exceptions.Exit):  # one that asks for help
            command.make_context("marbles-tui", words, context)
    assert TOKEN in ENVIRONMENT


def test_the_desktop_entry_starts_the_arcade_in_a_terminal() -> None:
    entry = configparser.ConfigParser()
    entry.read(CHECKOUT / "assets" / "share" / "applications" / "marbles-tui.desktop")
    told = entry["Desktop Entry"]
    assert (told["Exec"], told["Terminal"], told["Type"]) == ("marbles-tui", "true", "Application")
    assert Path(ICON).stem == told["Icon"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shells_find_the_completions(shell: str) -> None:
    (script,) = [text for path, text in shared().items() if path.startswith(shell)]
    assert f"_MARBLES_TUI_COMPLETE={shell}_complete" in script


def test_differences_are_found() -> None:
    assert differences({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"}) == ["b", "c"]


def test_every_dependency_has_its_line() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    groups = [project["dependencies"], *project["optional-dependencies"].values()]
    page = (CHECKOUT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    for need in (need for group in groups for need in group):
        name = re.split(r"[<>=;\[]", need)[0].strip()
        assert name == project["name"] or re.search(rf"(?<![\w-]){name}(?![\w-])", page), name


def test_actions_are_named_by_the_hash_of_a_commit_and_none_may_fail_in_silence() -> None:
    for file in (CHECKOUT / ".github" / "workflows").iterdir():
        text = file.read_text(encoding="utf-8")
        for action in re.findall(r"uses: (.+)", text):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action), action
        assert "continue-on-error" not in text


BUILDS = """set -e
mkdir -p dist/wheels dist/texts
for what; do
    case $what in
    packages) touch dist/marbles_tui-$VERSION.tar.gz dist/marbles_tui-$VERSION-py3-none-linux_x86_64.whl ;;
    pyz) touch dist/marbles-tui.pyz dist/marbles-tui.exe ;;
    deb) touch dist/marbles-tui_$VERSION-1_amd64.deb ;;
    wheels) touch dist/wheels/marbles_tui-$VERSION-py3-none-any.whl ;;
    texts) touch dist/texts/PKGBUILD ;;
    esac
done"""


def test_a_release_has_what_the_texts_for_others_name_and_the_index_nothing_else(tmp_path: Path) -> None:
    workflow = (CHECKOUT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")
    (tmp_path / "marbles_tui").mkdir()
    shutil.copy(CHECKOUT / "marbles_tui" / "__init__.py", tmp_path / "marbles_tui")
    given = {"VERSION": __version__, "TAG": f"v{__version__}", "GITHUB_REPOSITORY": "OWNER/marbles-tui"}
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, does in {"make": BUILDS, "sudo": "", "gh": 'printf "%s\\n" "$@" > published'}.items():
        (programs / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    for command in re.findall(r" run: (.+)", workflow):
        subprocess.run(["bash", "-ec", command], cwd=tmp_path, env=given | {"PATH": path}, check=True)
    released = {Path(word).name for word in (tmp_path / "published").read_text(encoding="utf-8").split()}
    files = {"PYZ": FILE, "EXE": FOR_WINDOWS, "SDIST": DIST / f"marbles_tui-{__version__}.tar.gz"}
    assert {file.name for file in files.values()} | {"PKGBUILD", "SHA256SUMS"} <= released
    assert not any("linux_x86_64" in name for name in released)
    indexed = {file.name for file in (tmp_path / "index").iterdir()}
    assert indexed == {f"marbles_tui-{__version__}.tar.gz", f"marbles_tui-{__version__}-py3-none-any.whl"}


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The texts for other ways to install, filled in as for a release."""
    folder = tmp_path_factory.mktemp("texts")
    (folder / "built").write_bytes(b"what was built")
    told = names(dict.fromkeys(("PYZ", "EXE", "SDIST"), folder / "built"))
    for file in (file for pattern in TEMPLATES for file in (CHECKOUT / "packaging").glob(pattern)):
        (folder / file.name).write_text(fill(file.read_text(encoding="utf-8"), told), encoding="utf-8")
    folder.chmod(0o755)
    return folder


def test_texts_for_others_are_filled_in(texts: Path) -> None:
    digest = hashlib.sha256(b"what was built").hexdigest()
    for name in ("marbles-tui.rb", "PKGBUILD", "package.nix", "marbles-tui.installer.yaml"):
        text = (texts / name).read_text(encoding="utf-8")
        assert digest in text
        assert __version__ in text
    with pytest.raises(KeyError, match="NEW"):
        fill("@NEW@", {})


LINTERS = {
    "marbles-tui.rb": "ruby -c",
    "PKGBUILD": "bash -n",
    "package.nix": "nix-instantiate --parse",
    "../../packaging/Containerfile": "hadolint",
}


@pytest.mark.parametrize("name", LINTERS)
def test_texts_for_others_pass_their_own_linters(name: str, texts: Path) -> None:
    program, *words = LINTERS[name].split()
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
    file = texts / name if ".." not in name else CHECKOUT / "packaging" / Path(name).name
    done = subprocess.run([program, *words, str(file)], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not FOR_WINDOWS.exists(), reason="there is no dist/marbles-tui.exe: `make pyz` builds it")
def test_the_launcher_for_windows_finds_what_is_behind_it() -> None:
    told = FOR_WINDOWS.read_bytes()
    end = told.rindex(b"PK\5\6")
    size, start = struct.unpack_from("<II", told, end + 12)
    assert told[: end - size - start].endswith(b"#!python.exe\r\n")
    assert "__main__.py" in zipfile.ZipFile(FOR_WINDOWS).namelist()


def test_no_registry_is_named() -> None:
    for file in files_kept():
        if file.is_file() and file != Path(__file__):
            assert not HOSTS.search(file.read_text(encoding="utf-8")), file


@pytest.mark.skipif(not FILE.exists(), reason="there is no dist/marbles-tui.pyz: `make pyz` builds it")
@pytest.mark.parametrize("python", pythons(), ids=lambda python: python.name)
def test_the_file_that_needs_no_install_starts(python: Path) -> None:
    assert check(python, FILE).startswith(f"marbles-tui {__version__} (")


@pytest.mark.skipif(not [*DIST.glob("*.deb")], reason="there is no dist/*.deb: `make deb` builds it")
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root installs packages")
def test_the_debian_package_installs_and_goes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["deb", "check"])
    assert deb_check() == 0
