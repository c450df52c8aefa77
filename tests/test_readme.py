"""What the README shows of the command line is what the command line says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```console\n\$ (.+)\n((?:.*\n)*?)```$", README, re.MULTILINE)
LINKS = re.findall(r"\]\(([^)#:]+)\)", README)


def test_there_are_examples_and_links() -> None:
    assert EXAMPLES
    assert LINKS


@pytest.mark.parametrize(("command", "shown"), EXAMPLES)
def test_an_example_is_true(command: str, shown: str) -> None:
    programs = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, shell=True, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stderr == ""
    assert OutputChecker().check_output(shown, done.stdout, ELLIPSIS), done.stdout


@pytest.mark.parametrize("link", LINKS)
def test_a_link_leads_somewhere(link: str) -> None:
    assert (CHECKOUT / link).exists()


def test_its_make_targets_exist() -> None:
    targets = re.findall(r"^([a-z]+):", (CHECKOUT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"(?:`|^ {4})make ([a-z]+)", README, re.MULTILINE)) <= set(targets)
