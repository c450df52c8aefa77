"""The text version in a browser, by somebody who clicks and types: its own scripts, and the face behind them, with no
worker between."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from difflib import ndiff
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest
from playwright.async_api import Error, Page

from tests.browser.site_tab import NotHere, Server, chromium, chromium_here
from tests.browser.test_text import FakePage
from tests.golden import compare
from tests.playthroughs.test_playthroughs import TODAY

pytestmark = pytest.mark.long

SITE: Final = Path(__file__).parents[2] / "packaging" / "site"

TOLD: Final = Path(__file__).with_name("text_clicks.txt")
"""What is done, behind ">", and what is there then: all, or what has come ("+") and gone ("-") since the page was
last called so."""

TIMES: Final = r'(?<=move), [-\d]+|(?<=moves), [-\d]+|\[(?:Date|Seed) "[^"]*"\] / '
"""When something was played, and by which dice."""

PLAYED: Final = """
globalThis.posted = [];
globalThis.Worker = class {
  constructor() { globalThis.worker = this; posted.push("begin"); }
  postMessage(message) { posted.push(message); }
};
Object.defineProperty(navigator, "clipboard", { value: {
  writeText: async (text) => { if (globalThis.refuses) throw new Error("not here"); globalThis.copied = text; },
} });
"""
"""In place of the worker and of the clipboard."""

SEEN: Final = """() => {
    const line = (text) => text.trim().replace(/\\s*\\n\\s*/g, " / ");
    const label = (element) => element.labels[0].innerText.replace(/\\s+/g, " ").trim();
    const choice = ({ options, selectedIndex: at }) => `${options[at].text} (${at + 1} of ${options.length})`;
    const kinds = {
        SELECT: (one) => `${label(one)}: ${choice(one)}`,
        INPUT: (one) => (one.type !== "radio" ? `${label(one)}: [${one.value}]`
            : `${one.checked ? "(x)" : "( )"} ${label(one)}`),
        TEXTAREA: (one) => `${label(one)}: [${line(one.value)}]`,
        SUMMARY: (one) => `more: ${one.textContent}`,
        BUTTON: (one) => `button: ${one.textContent}`,
        PRE: (one) => one.textContent.split("\\n").map((row) => `${one.role ? "|" : ":"} ${row}`).join("\\n"),
        H3: (one) => `> ${one.textContent}`,
        LI: (one) => `- ${one.textContent}`,
        P: (one) => (one.className === "question" ? "? " : "") + one.textContent,
    };
    const fields = "button, select, input, textarea";
    const rows = [...document.querySelectorAll(`main :is(h1, h2, h3, p, li, pre, summary, progress, ${fields})`)]
        .filter((one) => one.checkVisibility() && !one.querySelector(fields))
        .map((one) => (kinds[one.tagName]?.(one) ?? line(one.textContent)).trimEnd());
    const at = document.activeElement;
    const name = at.labels?.length ? label(at) : line(at.textContent);
    rows.push(`keys go to: ${at === document.body ? "nothing" : name}`);
    if (globalThis.copied) rows.push(`clipboard: ${line(copied)}`);
    return [document.title, ...rows.filter(Boolean)].join("\\n").split("\\n");
}"""
"""All that is to be seen, in its order, behind the title."""


class Visitor:
    """Somebody at the page, whose face runs in a thread of its own, as in a worker."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.thread = ThreadPoolExecutor(1)
        self.face: FakePage | None = None

    async def settle(self) -> None:
        """Tell the face what the page has said, and the page what it says to that, until nobody says anything."""
        while said := await self.page.evaluate("posted.splice(0)"):
            for one in said:
                answers = await asyncio.get_running_loop().run_in_executor(self.thread, self.hear, one)
                for answer in answers:
                    await self.page.evaluate("data => worker.onmessage({ data })", json.dumps(answer))

    def hear(self, said: str) -> list[dict[str, object]]:
        """What the face says to something; "begin": to a page that is there anew."""
        if said == "begin":
            self.leave()
            self.face = FakePage()
            return self.face.sent
        assert self.face
        before = len(self.face.sent)
        self.face.page.hear(said)
        self.face.settle()
        return self.face.sent[before:]

    def leave(self) -> None:
        if self.face:
            self.face.close()

    async def does(self, what: str, words: str) -> None:
        """One line of a story."""
        name, _, value = words.partition(": ")
        match what:
            case "press":
                begins = re.compile(f"^{re.escape(words)}")
                await self.page.get_by_role("button", name=begins).filter(visible=True).first.click()
            case "open":
                await self.page.locator("summary").get_by_text(name, exact=True).click()
            case "game":
                await self.page.get_by_role("radio", name=name).check()
            case "choose":
                field = self.page.get_by_label(name, exact=True)
                labels = await field.locator("option").all_text_contents()
                await field.select_option(label=next(filter(re.compile(value).match, labels)))
            case "fill":
                await self.page.get_by_label(name, exact=True).fill(value.replace(r"\n", "\n"))
            case "type":
                await self.page.keyboard.type(words)
                await self.page.keyboard.press("Enter")
            case "refuse":
                await self.page.evaluate("globalThis.refuses = true")
            case _:
                raise ValueError(what)
        await self.settle()

    async def sees(self) -> list[str]:
        """All that is there, behind the page's title."""
        return [re.sub(TIMES, "", line).rstrip() for line in await self.page.evaluate(SEEN)]


@asynccontextmanager
async def visit(server: Server, program: str) -> AsyncIterator[Page]:
    async with chromium(program, server) as browser:
        page = await browser.new_page()
        page.set_default_timeout(5_000)
        await page.add_init_script(PLAYED)
        yield page


def changes(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """What has come and gone, in its order; all that is there where nothing was before."""
    return [
        f"    {line}" for line in (ndiff(before, after) if before else after) if not before or line[0] in "+-"
    ]


async def test_the_text_version_is_clicked_through(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`PLAYTHROUGHS=write` takes it anew: read the difference."""
    try:
        program = chromium_here()
    except NotHere as missing:
        pytest.skip(str(missing))
    for module in ("tasks.day", "utc"):
        monkeypatch.setattr(f"marbles_tui.table.{module}.time", SimpleNamespace(time=TODAY.timestamp))
    folder = tmp_path / "site"
    shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("service-worker.js", "node_modules"))
    lines: list[str] = []
    with Server(folder) as server:
        async with visit(server, program) as page:
            visitor, titles, after = Visitor(page), dict[str, list[str]](), [""]
            for line in TOLD.read_text(encoding="utf-8").splitlines():
                if line.startswith("== "):
                    await page.goto(f"{server.address}text.html")
                    while not await page.evaluate("Boolean(globalThis.worker)"):
                        await asyncio.sleep(0.02)
                    await visitor.settle()
                elif line.startswith("> "):
                    try:
                        await visitor.does(*line[2:].partition(" ")[::2])
                    except Error as error:
                        raise AssertionError("\n".join((line, *after))) from error
                if not line.startswith("    "):
                    lines.append(line)
                if line.startswith(("> ", "== ")):
                    before, after = after, await visitor.sees()
                    title = after[0]
                    if title in titles and title != before[0]:
                        lines.append(f"    {title}")
                    lines += changes(titles.get(title, ()), after)
                    titles[title] = after
            visitor.thread.submit(visitor.leave).result()
            visitor.thread.shutdown()
    compare(TOLD, lines)
