"""The text version's page, as it is written."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "packaging" / "site"
SCRIPTS = ("text.js", "text-menu.js", "text-log.js", "text-buttons.js", "text-worker.js")


class Written(HTMLParser):
    """The elements of a page: the tag and attributes of each, in their order."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.all: list[tuple[str, dict[str, str | None]]] = []
        self.feed((SITE / name).read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.all.append((tag, dict(attrs)))

    def values(self, attribute: str, *tags: str) -> list[str]:
        return [
            found[attribute] or ""
            for tag, found in self.all
            if attribute in found and (not tags or tag in tags)
        ]


def test_each_field_has_a_label() -> None:
    page = Written("text.html")
    assert set(page.values("id", "input", "select", "textarea")) == set(page.values("for", "label"))


def test_a_log_is_read_out_as_it_grows() -> None:
    (log,) = (found for _, found in Written("text.html").all if found.get("role") == "log")
    assert log["aria-live"] == "polite"
    assert log["aria-labelledby"] in Written("text.html").values("id")


@pytest.mark.parametrize("name", SCRIPTS)
def test_what_the_scripts_look_for_is_there(name: str) -> None:
    ids = Written("text.html").values("id")
    script = (SITE / name).read_text(encoding="utf-8")
    assert set(re.findall(r'\bat\("([^"]+)"\)', script)) <= set(ids)
    assert "innerHTML" not in script
    assert "insertAdjacent" not in script


def test_nothing_is_written_into_the_page_that_a_policy_must_allow() -> None:
    page = Written("text.html")
    policy = next(value for value in page.values("content", "meta") if value.startswith("default-src"))
    assert policy.startswith("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';")
    assert "unsafe-inline" not in policy
    assert not [name for _, found in page.all for name in found if name == "style" or name.startswith("on")]
    assert all("src" in found for tag, found in page.all if tag == "script")
    assert not [tag for tag, _ in page.all if tag == "style"]


def test_the_arcade_s_page_links_to_it_before_anything_else() -> None:
    page = Written("index.html")
    after = page.all[[tag for tag, _ in page.all].index("body") + 1 :]
    first = next(
        (tag, found) for tag, found in after if tag in ("a", "button", "input", "select", "textarea")
    )
    assert first[0] == "a"
    assert first[1]["href"] == "text.html"
