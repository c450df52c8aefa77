"""What docs/security.md names exists: tests, scripts, limits and where they stand."""

from __future__ import annotations

import re
from pathlib import Path

from tests.for_each import for_each

CHECKOUT = Path(__file__).parent.parent
TEXT = (CHECKOUT / "docs" / "security.md").read_text(encoding="utf-8")
FILES = sorted(set(re.findall(r"`((?:tests|scripts)/[\w/.-]*)", TEXT)))
TOLD = r"`(tests/[\w/.-]*\.txt)`"
TESTS = sorted(set(re.findall(r"`(test_\w+)`", TEXT)))
SERVED = CHECKOUT / "tests" / "web" / "test_serve.py"
"""Where the tests are that a line names without a file."""

LIMITS = [
    (names, files)
    for line in re.findall(r"^\| .+ \| (`[A-Z_`, ]+) \| (.+) \|$", TEXT, re.MULTILINE)
    for names, files in [(re.findall(r"[A-Z_]+", line[0]), re.findall(r"`(.+?)`", line[1]))]
]


def test_there_is_something_named() -> None:
    assert len(FILES) > 10
    assert len(TESTS) > 5
    assert len(LIMITS) > 5


@for_each("file", FILES)
def test_a_file_exists(file: str) -> None:
    assert (CHECKOUT / file).exists()


@for_each("line", [line for line in TEXT.splitlines() if "`test_" in line])
def test_a_test_is_in_a_file_of_its_line(line: str) -> None:
    files = [CHECKOUT / file for file in re.findall(r"`(tests/[\w/.]*\.py)`", line)] or [SERVED]
    texts = [file.read_text(encoding="utf-8") for file in files]
    for name in re.findall(r"`(test_\w+)`", line):
        assert any(f"def {name}(" in text for text in texts), name


@for_each("line", [line for line in TEXT.splitlines() if re.search(TOLD, line)])
def test_a_part_is_in_the_playthrough_of_its_line(line: str) -> None:
    files = re.findall(TOLD, line)
    parts = "".join((CHECKOUT / file).read_text(encoding="utf-8") for file in files).splitlines()
    assert {f"== {name}" for name in re.findall(r"\*([A-Z][^*]+)\*", line)} <= set(parts)


@for_each(("names", "files"), LIMITS)
def test_a_limit_is_where_it_is_said_to_be(names: list[str], files: list[str]) -> None:
    texts = [(CHECKOUT / "marbles_tui" / file).read_text(encoding="utf-8") for file in files]
    for name in names:
        assert any(re.search(rf"^{name}\b.* = ", text, re.MULTILINE) for text in texts), name
