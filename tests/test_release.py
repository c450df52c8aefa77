"""What is released beside the arcade itself. `make packages`, `make pyz-check` and `make deb` try the whole."""

from __future__ import annotations

import configparser
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import click
import pytest

from marbles_tui import __version__
from marbles_tui.cli.commands import COMMANDS
from marbles_tui.host.workers import TOKEN
from scripts import deb
from scripts.packages import DIST, differences
from scripts.pyz import FILE, check, pythons
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
    yield from (CHECKOUT / name for name in ("Makefile", "pyproject.toml", "README.md", "CONTRIBUTING.md"))


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
        while isinstance(command, click.Group) and words and words[0] in command.commands:
            command = command.commands[words.pop(0)]
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
    assert deb.main() == 0
