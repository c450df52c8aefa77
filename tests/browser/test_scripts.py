"""The page's own scripts under Node, with what is around them played."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scripts import site
from tests.for_each import for_each

SITE = Path(__file__).parents[2] / "packaging" / "site"
NODE = shutil.which("node")

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node")

WORKER = """
globalThis.workers = [];
globalThis.Worker = class {
  constructor(url) {
    workers.push(this);
    this.url = String(url);
    this.sent = [];
  }
  postMessage(message) { this.sent.push(message); }
  terminate() { this.ended = true; }
};
"""

LATER = "globalThis.setTimeout = (call) => { globalThis.late = call; };"
"""What is to be called later is called by the test."""

AROUND_ARCADE = {
    "python.js": "export const pythonInParts = () => globalThis.comes;",
    "kept.js": 'export const keep = async () => ({ shortcoming: "", mount() {}, close() {} });',
    "snapshot.js": "export const forgetMemory = async () => {};",
    "thinking.js": "export const thinking = () => ({});",
    "waking.js": "export const waking = () => () => {};",
}

AROUND_PAGE = {
    "alone.js": """
        export const takeBack = () => {};
        export async function alone(asked, leave, left) { globalThis.takeOver = () => leave().then(left); }""",
    "bell.js": "export const ring = () => {};",
    "files.js": "export const files = () => ({});",
    "hands.js": "export const giveHands = () => {}; export const isTouched = () => false;",
    "images.js": "export const giveImages = () => {}, withImages = (text) => text;",
    "isolate.js": "export const isolate = async () => {}, keepAll = () => {}, opened = () => {};",
    "look.js": "export const openTerminal = () => globalThis.opened;",
    "lost.js": """
        export const arrived = () => {}, come = () => {}, expect = () => {};
        export const beginArcade = () => new Worker("arcade.js");""",
    "tab.js": 'export const recall = () => "", remember = () => {};',
    "thinkers.js": "export const beginThinker = () => {}, endThinker = () => {};",
    "waiting.js": 'export const showMenu = () => {}, keyAt = () => "", loadingText = () => "";',
}

PAGE = f"""
{WORKER}
const element = () => ({{ classList: {{ add() {{}}, remove() {{}} }}, addEventListener() {{}} }});
globalThis.window = globalThis;
globalThis.addEventListener = () => {{}};
globalThis.location = {{ origin: "https://example.org", pathname: "/", hash: "" }};
globalThis.document = {{ body: element(), getElementById: element }};
globalThis.terminal = {{ cols: 80, rows: 24, onBell() {{}}, onData() {{}}, onResize() {{}} }};
globalThis.marblesTrouble = (text) => console.log(text);
"""


ISOLATED = """
const moment = () => new Promise(setImmediate);
const worker = (state) => ({ state, postMessage(_, [port]) { console.log("asked"); globalThis.asked = port; } });
const before = worker("activated");
const waits = worker("installed");
const service = Object.assign(new EventTarget(), { controller: before });
const registration = { active: before, waiting: waits };
service.register = async () => registration;
service.ready = Promise.resolve(registration);
Object.defineProperty(globalThis, "navigator", { value: { serviceWorker: service }, configurable: true });
Object.assign(globalThis, { window: globalThis, isSecureContext: true, crossOriginIsolated: true });
globalThis.sessionStorage = { getItem: () => "", setItem() {}, removeItem() {} };
globalThis.location = { reload: () => console.log("loaded anew") };
globalThis.setTimeout = (call) => { globalThis.late = call; };
const { isolate, opened } = await import("./isolate.js");
async function begin() {
  isolate().then(() => console.log("goes on"));
  for (let n = 0; n < 5; n++) await moment();
}
async function end() {
  for (let n = 0; n < 9; n++) await moment();
  process.exit(0); // a page that is loaded anew waits for ever
}
function state(one, now) {
  one.state = now;
  one.onstatechange?.();
}
async function begins(one) {
  state(one, "activating");
  Object.assign(registration, { active: one, waiting: null });
  service.controller = one;
  service.dispatchEvent(new Event("controllerchange"));
  for (let n = 0; n < 5; n++) await moment();
  console.log("begun");
  state(one, "activated");
}
"""
"""A page of a version that is loaded while another one waits, in a browser that is played."""


def said(folder: Path, script: str, around: dict[str, str], test: str) -> list[str]:
    """The lines that a test says which imports a script, among modules that play those around it."""
    assert NODE
    shutil.copy(SITE / script, folder)
    for name, text in {**around, "package.json": '{"type": "module"}', "test.js": test}.items():
        (folder / name).write_text(text, encoding="utf-8")
    done = subprocess.run([NODE, "test.js"], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_the_arcade_begins_in_the_size_that_the_window_has_by_then(tmp_path: Path) -> None:
    test = """
        let come;
        globalThis.comes = new Promise((resolve) => { come = resolve; });
        globalThis.postMessage = () => {};
        globalThis.onmessage = null;
        await import("./arcade.js");
        onmessage({ data: { kind: "alone" } });
        const begun = onmessage({ data: { kind: "begin", columns: 80, rows: 24, table: "" } });
        await onmessage({ data: { kind: "resized", columns: 100, rows: 30 } });
        const page = { resized: (...size) => console.log("resized", ...size) };
        const loaded = { runPython: () => ({ callKwargs(bridge, columns, rows) {
          console.log("begun", columns, rows);
          return page;
        } }) };
        come({ loaded, known: false, rest: async () => {} });
        await begun;
        await onmessage({ data: { kind: "resized", columns: 60, rows: 18 } });
    """
    assert said(tmp_path, "arcade.js", AROUND_ARCADE, test) == ["begun 100 30", "resized 60 18"]


def test_what_may_no_longer_be_typed_has_no_button(tmp_path: Path) -> None:
    around = {"text-log.js": "export const element = (_, properties) => globalThis.made(properties);"}
    test = """
        const all = [];
        const children = { get length() { return all.length; }, *[Symbol.iterator]() {
          for (let at = 0; at < all.length; at++) yield all[at]; // as those of a page, also while some are removed
        } };
        const remove = function () { all.splice(all.indexOf(this), 1); };
        globalThis.made = (properties) => ({ ...properties, dataset: {}, remove });
        const place = { children: new Proxy(children, { get: (of, at) => at in of ? of[at] : all[at] }),
          insertBefore(button, next) { all.splice(next ? all.indexOf(next) : all.length, 0, button); } };
        const { buttons } = await import("./text-buttons.js");
        for (const words of ["board moves hint undo redo draw resign rules", "yes no", "board undo"]) {
          buttons(place, words.split(" ").map((word) => [word, word]), () => {});
          console.log(all.map((button) => button.dataset.word).join(" "));
        }
    """
    told = said(tmp_path, "text-buttons.js", around, test)
    assert told == ["board moves hint undo redo draw resign rules", "yes no", "board undo"]


def test_a_page_for_which_nothing_comes_is_loaded_once_more(tmp_path: Path) -> None:
    test = """
        const kept = new Map();
        const [getItem, setItem] = ["get", "set"].map((name) => kept[name].bind(kept));
        globalThis.sessionStorage = { getItem, setItem };
        globalThis.location = { reload: () => console.log("loaded") };
        let late = () => console.log("nothing is waited for");
        globalThis.setTimeout = (call) => { late = call; };
        globalThis.clearTimeout = () => { late = () => console.log("it has come"); };
        globalThis.addEventListener = () => {};
        const { arrived, come, expect } = await import("./lost.js");
        for (const step of [expect, come, expect, expect, arrived, expect]) {
          step();
          late();
        }
    """
    around = {"tab.js": (SITE / "tab.js").read_text("utf-8")}
    assert said(tmp_path, "lost.js", around, test) == ["loaded", "it has come", "it has come", "loaded"]


def test_memory_that_may_have_ended_a_tab_is_not_taken_again(tmp_path: Path) -> None:
    test = """
        globalThis.Worker = class { constructor(url, { name }) { console.log(url, name); } };
        let leave;
        globalThis.addEventListener = (name, heard) => { leave = heard; };
        let now = 2_000;
        globalThis.performance = { now: () => now };
        const stood = () => { now = 60_000; leave(); };
        for (const [page, end] of [() => leave(), () => {}, "arrived", stood, "arrived"].entries()) {
          const lost = await import(`./lost.js?${page}`);
          lost.beginArcade();
          end === "arrived" ? lost.arrived() : end();
        }
        const { beginArcade } = await import("./lost.js?another");
        beginArcade();
        beginArcade(); // the first worker could not begin
    """
    tab = """
        const kept = {};
        export const recall = (name) => kept[name], remember = (name, text) => { kept[name] = text; };
    """
    begun = said(tmp_path, "lost.js", {"tab.js": tab}, test)
    names = [name.removeprefix("arcade.js ") for name in begun]
    assert names == ["", "", "anew", "", "anew", "", ""]


THINKING = f"""
{WORKER}
{LATER}
import {{ thinking }} from "./thinking.js";
import {{ beginThinker }} from "./thinkers.js";
globalThis.postMessage = ({{ port }}) => beginThinker(port);
async function moment() {{
  for (let n = 0; n < 5; n++) await new Promise(setImmediate);
}}
"""
"""The arcade's worker and the page, in one thread."""


def test_a_worker_that_has_died_is_asked_nothing_and_heard_no_more(tmp_path: Path) -> None:
    test = f"""
        {THINKING}
        const script = thinking((body) => console.log("heard", body), () => console.log("died"));
        const job = {{ toJs: () => "job" }};
        script.begin_thinker();
        workers[0].onerror({{ message: "no memory", preventDefault: () => console.log("dealt with") }});
        await moment();
        script.ask_thinker(job);
        script.begin_thinker();
        script.ask_thinker(job);
        await moment();
        workers[0].onmessage({{ data: [1] }});
        workers[1].onmessage({{ data: [2] }});
        await moment();
        script.begin_thinker();
        workers[2].onmessage({{ data: null }});
        await moment();
        script.ask_thinker(job);
        await moment();
        script.begin_thinker();
        late();
        await moment();
        console.log(workers.map((worker) => [worker.sent.includes("job"), worker.ended ?? false]));
        process.exit();
    """
    shutil.copy(SITE / "thinkers.js", tmp_path)
    assert said(tmp_path, "thinking.js", {}, test) == [
        "dealt with",
        "died",
        "heard [ 2 ]",
        "died",
        "[ [ false, true ], [ true, true ], [ true, true ], [ false, true ] ]",
    ]


def test_a_worker_makes_no_other_and_its_page_ends_both(tmp_path: Path) -> None:
    test = f"""
        {THINKING}
        import {{ endThinker }} from "./thinkers.js";
        globalThis.postMessage = ({{ kind, port }}) => {{ console.log(kind, workers.length); beginThinker(port); }};
        thinking().begin_thinker();
        console.log(workers.length);
        endThinker();
        console.log(workers[0].url, workers[0].ended);
        process.exit();
    """
    shutil.copy(SITE / "thinkers.js", tmp_path)
    assert said(tmp_path, "thinking.js", {}, test) == ["think 0", "1", "thinker.js true"]


@pytest.mark.parametrize(
    ("given", "stoppable"),
    [
        ("globalThis.crossOriginIsolated = true;", "true"),
        ("globalThis.crossOriginIsolated = true; delete globalThis.SharedArrayBuffer;", "false"),
        ("globalThis.crossOriginIsolated = false;", "false"),
    ],
)
def test_a_search_can_be_stopped_where_memory_can_be_shared(
    tmp_path: Path, given: str, stoppable: str
) -> None:
    test = f"""
        {WORKER}
        {LATER}
        {given}
        globalThis.postMessage = () => {{}};
        const {{ thinking }} = await import("./thinking.js");
        console.log(thinking(() => {{}}, () => {{}}).begin_thinker());
        process.exit();
    """
    assert said(tmp_path, "thinking.js", {}, test) == [stoppable]


def test_no_arcade_begins_in_a_tab_that_another_has_taken_it_from(tmp_path: Path) -> None:
    test = f"""
        {PAGE}
        let open;
        globalThis.opened = new Promise((resolve) => {{ open = resolve; }});
        const begun = import("./page.js");
        while (!globalThis.takeOver) await new Promise(setImmediate);
        takeOver();
        open(terminal);
        await begun;
        console.log(workers[0].sent.map(({{ kind }}) => kind), workers[0].ended);
    """
    assert said(tmp_path, "page.js", AROUND_PAGE, test) == ["[ 'alone' ] true"]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("{}", "Part of the page could not be loaded. Is there a network?"),
        ('{ message: "out of memory" }', "Python could not begin. out of memory"),
    ],
)
def test_a_worker_that_does_not_begin_is_no_endless_wait(tmp_path: Path, event: str, told: str) -> None:
    test = f"""
        {PAGE}
        globalThis.opened = Promise.resolve(terminal);
        await import("./page.js");
        console.log(workers[0].url, ...workers[0].sent.map(({{ kind }}) => kind));
        await workers[0].onerror({event});
    """
    assert said(tmp_path, "page.js", AROUND_PAGE, test) == ["arcade.js alone begin", told]


@pytest.mark.parametrize(
    ("event", "told"),
    [
        ("{ error: new SyntaxError() }", "This browser is too old for the arcade."),
        ('{ target: { tagName: "SCRIPT" } }', "Part of the page could not be loaded. Is there a network?"),
        ("{ error: new TypeError() }", ""),
    ],
)
def test_a_script_that_cannot_run_is_said(tmp_path: Path, event: str, told: str) -> None:
    test = f"""
        {WORKER}
        const parts = {{ cause: {{ textContent: "" }}, trouble: {{ hidden: true }} }};
        globalThis.window = globalThis;
        globalThis.location = {{ protocol: "https:" }};
        globalThis.document = {{
          createElement: () => ({{ noModule: true }}),
          getElementById: (id) => parts[id],
          documentElement: {{}},
        }};
        globalThis.addEventListener = (name, heard) => heard({event});
        await import("./start.js");
        console.log(parts.cause.textContent);
    """
    assert said(tmp_path, "start.js", {}, test) == [told]


def test_a_tab_is_alone_where_the_browser_keeps_nothing(tmp_path: Path) -> None:
    test = """
        const refused = () => { throw new DOMException("no storage here", "SecurityError"); };
        const locks = { request: async () => refused() };
        Object.defineProperty(globalThis, "navigator", { value: { locks }, configurable: true });
        Object.defineProperty(globalThis, "sessionStorage", { get: refused, configurable: true });
        globalThis.window = globalThis;
        globalThis.BroadcastChannel = class {};
        console.warn = () => {};
        const { alone } = await import("./alone.js");
        await alone(() => console.log("asked"), () => {}, () => {});
        console.log("alone");
    """
    around = {"tab.js": (SITE / "tab.js").read_text("utf-8")}
    assert said(tmp_path, "alone.js", around, test) == ["alone"]


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        pytest.param("asked.postMessage(false);", ["asked", "goes on"], id="another tab needs the old one"),
        pytest.param(
            "asked.postMessage(true); begins(waits);", ["asked", "begun", "loaded anew"], id="it begins"
        ),
        pytest.param("late();", ["asked", "goes on"], id="it says nothing"),
        pytest.param("begins(waits); late();", ["asked", "begun", "loaded anew"], id="it is late"),
    ],
)
def test_a_version_that_waits_has_begun_or_does_not_before_a_page_goes_on(
    tmp_path: Path, happens: str, told: list[str]
) -> None:
    assert said(tmp_path, "isolate.js", {}, f"{ISOLATED} await begin(); {happens} await end();") == told


def test_a_version_that_begins_by_itself_is_waited_for(tmp_path: Path) -> None:
    test = f"""{ISOLATED}
        Object.assign(registration, {{ active: worker("activating"), waiting: null }});
        await begin();
        console.log("waits");
        begins(registration.active);
        await end();"""
    assert said(tmp_path, "isolate.js", {}, test) == ["waits", "begun", "loaded anew"]


@pytest.mark.parametrize(
    ("happens", "told"),
    [
        pytest.param("", ["asked", "goes on", "loaded anew", "begun"], id="it still comes"),
        pytest.param("opened();", ["asked", "goes on", "begun"], id="it is open"),
    ],
)
def test_a_version_that_begins_late_has_a_page_loaded_anew_only_while_it_comes(
    tmp_path: Path, happens: str, told: list[str]
) -> None:
    test = f"""{ISOLATED}
        await begin();
        asked.postMessage(false);
        for (let n = 0; n < 9; n++) await moment();
        {happens}
        await begins(waits);
        await end();"""
    assert said(tmp_path, "isolate.js", {}, test) == told


def test_what_is_taken_over_from_a_version_before_has_none_of_its_headers(tmp_path: Path) -> None:
    test = """
        import { createHash } from "node:crypto";
        import { readFileSync } from "node:fs";
        const digest = createHash("sha256").update("same").digest("hex");
        const heard = {};
        const kept = new Map();
        const before = new Response("same", { headers: { "Content-Type": "text/css", "X-Before": "yes" } });
        Object.assign(globalThis, {
          registration: { active: {}, scope: "https://example.org/" },
          addEventListener: (name, call) => { heard[name] = call; },
          caches: {
            match: async () => before,
            open: async () => ({
              match: async (name) => kept.get(name),
              put: async (name, answer) => kept.set(name, answer),
            }),
          },
        });
        const files = JSON.stringify({ "page.css": digest });
        (0, eval)(readFileSync("service-worker.js", "utf-8").replace('"@FILES@"', files));
        let done;
        heard.install({ waitUntil(until) { done = until; } });
        await done;
        const { headers } = kept.get("https://example.org/page.css");
        for (const name of ["Content-Type", "X-Before", "X-Content-Type-Options"]) console.log(headers.get(name));
    """
    assert said(tmp_path, "service-worker.js", {}, test) == ["text/css", "null", "nosniff"]


@for_each(
    ("known", "holds", "table", "told"),
    [
        (False, False, "", ["begun", "turned", "whole", "turned", "shown"]),
        (False, True, "", ["whole", "begun", "turned", "shown"]),
        (False, False, "1", ["whole", "begun", "turned", "shown"]),
        (True, False, "", ["begun", "turned", "shown", "whole", "turned"]),
        (True, True, "1", ["begun", "turned", "shown", "whole", "turned"]),
    ],
)
def test_after_the_first_screen_the_arcade_waits_for_the_modules_that_come_later(
    tmp_path: Path, known: bool, holds: bool, table: str, told: list[str]
) -> None:
    around = {
        **AROUND_ARCADE,
        "kept.js": f"export const keep = async () => ({{ holds: {str(holds).lower()}, mount() {{}} }});",
        "waking.js": "export const waking = (turn) => turn;",
    }
    test = f"""
        globalThis.postMessage = ({{ kind }}) => kind === "shown" && console.log(kind);
        globalThis.onmessage = null;
        let come;
        const whole = new Promise((resolve) => {{ come = resolve; }});
        const page = {{ turn: () => console.log("turned") }};
        const loaded = {{ runPython: () => ({{ callKwargs: () => (console.log("begun"), page) }}) }};
        globalThis.comes = Promise.resolve({{ loaded, known: {str(known).lower()}, rest: () => whole }});
        await import("./arcade.js");
        onmessage({{ data: {{ kind: "alone" }} }});
        const begun = onmessage({{ data: {{ kind: "begin", table: "{table}" }} }});
        const draw = () => {{
          bridge.wake();
          bridge.write("-".repeat(2000));
          bridge.wake();
        }};
        const moment = () => new Promise(setImmediate);
        await moment();
        const early = globalThis.page;
        if (early) draw();
        console.log("whole");
        come();
        await begun;
        await moment();
        if (!early) {{
          bridge.wake();
          bridge.write("-".repeat(2000));
          await moment();
        }}
    """
    assert said(tmp_path, "arcade.js", around, test) == told


@pytest.mark.parametrize(("room", "fetched"), [(True, 1), (False, 2)])
def test_a_file_that_two_ask_for_at_once_is_fetched_once_where_it_can_be_kept(
    tmp_path: Path, room: bool, fetched: int
) -> None:
    test = """
        import { createHash } from "node:crypto";
        import { readFileSync } from "node:fs";
        const heard = {};
        const kept = new Map();
        Object.assign(globalThis, {
          registration: { active: {}, scope: "https://example.org/" },
          addEventListener: (name, call) => { heard[name] = call; },
          caches: {
            match: async () => undefined,
            open: async () => ({
              match: async (name) => kept.get(name)?.clone(),
              put: async (name, answer) => {
                if (!ROOM) throw new DOMException("full", "QuotaExceededError");
                kept.set(name, answer);
              },
            }),
          },
          fetch: async (address) => (console.log(address), new Response("text")),
        });
        const digest = createHash("sha256").update("text").digest("hex");
        const files = JSON.stringify({ "page.css": digest });
        (0, eval)(readFileSync("service-worker.js", "utf-8").replace('"@FILES@"', files));
        const request = { method: "GET", url: "https://example.org/page.css" };
        const answers = [];
        heard.message({ data: "keep all", waitUntil: (until) => answers.push(until) });
        for (let n = 0; n < 2; n++) {
          const respondWith = (answer) => answers.push(answer);
          heard.fetch({ request, respondWith, waitUntil: (until) => until.catch(() => {}) });
        }
        for (const { value } of (await Promise.allSettled(answers)).slice(1)) console.log(await value.text());
    """.replace("ROOM", "true" if room else "false")
    asked = ["https://example.org/page.css"] * fetched
    assert sorted(said(tmp_path, "service-worker.js", {}, test)) == [*asked, "text", "text"]


def test_files_that_are_kept_are_read_as_they_lie_there(tmp_path: Path) -> None:
    test = """
        let lies = new Uint8Array();
        let full = false;
        const handle = {
          getSize: () => lies.length,
          read(into, { at }) {
            const found = lies.subarray(at, at + into.length);
            into.set(found);
            return found.length;
          },
          write(bytes, { at }) {
            if (full) throw new DOMException("full", "QuotaExceededError");
            const after = new Uint8Array(Math.max(lies.length, at + bytes.length));
            after.set(lies);
            after.set(bytes, at);
            lies = after;
            return bytes.length;
          },
          truncate(size) {
            const after = new Uint8Array(size);
            after.set(lies.subarray(0, size));
            lies = after;
          },
          flush() {},
        };
        const { Slot } = await import("./kept.js");
        const head = 4096;
        let seed = 7;
        const chance = (below) => (seed = (seed * 48271) % 2147483647) % below;
        let [right, looks] = [0, 0];
        function look(slot, name) {
          const into = new Uint8Array(slot.size + 50);
          const count = slot.read(into, 0);
          const from = chance(slot.size + 9);
          const part = into.subarray(0, slot.read(into, from));
          const whole = new Uint8Array(slot.size + 50);
          slot.read(whole, 0);
          const there = lies.subarray(head);
          looks++;
          right += slot.name === name && count === slot.size && there.length === slot.size
            && !Buffer.compare(whole.subarray(0, count), there)
            && (from >= slot.size || !Buffer.compare(part, there.subarray(from, from + part.length)));
        }
        let slot = new Slot(handle);
        look(slot, "");
        slot.label("games", 1);
        for (let turn = 0; turn < 300; turn++) {
          const most = turn < 200 ? 60_000 : 5_000_000;
          if (chance(4)) {
            const bytes = Uint8Array.from({ length: 1 + chance(900) }, () => chance(256));
            slot.write(bytes, chance(most));
          } else slot.truncate(chance(most));
          look(slot, "games");
          if (chance(3)) continue;
          slot = new Slot(handle);
          look(slot, "games");
        }
        const before = right;
        full = true;
        try { slot.write(new Uint8Array(9).fill(1), 0); } catch { look(slot, "games"); }
        console.log(before > 301, looks === right, right - before);
    """
    assert said(tmp_path, "kept.js", {}, test) == ["true true 1"]


def test_where_a_browser_forbids_to_ask_other_tabs_the_page_is_alone(tmp_path: Path) -> None:
    test = """
        globalThis.window = globalThis;
        Object.defineProperty(globalThis, "navigator", { value: { locks: {} }, configurable: true });
        globalThis.BroadcastChannel = class { constructor() { throw new DOMException("denied", "SecurityError"); } };
        const { alone } = await import("./alone.js");
        console.log(await alone());
    """
    around = {"tab.js": AROUND_PAGE["tab.js"]}
    assert said(tmp_path, "alone.js", around, test) == ["undefined"]


@pytest.mark.parametrize("server", ["as it lies", "unpacked by the browser", "not there"])
def test_a_script_of_others_comes_packed_and_is_kept_unpacked(tmp_path: Path, server: str) -> None:
    test = """
        import { createHash } from "node:crypto";
        import { readFileSync } from "node:fs";
        import { gzipSync } from "node:zlib";
        const heard = {};
        const script = "export const one = 1;";
        const packed = {
          "as it lies": () => new Response(gzipSync(script), { headers: { "Content-Type": "application/gzip" } }),
          "unpacked by the browser": () => new Response(script, { headers: { "Content-Encoding": "gzip" } }),
          "not there": () => new Response("no such file", { status: 404 }),
        }[SERVER];
        const plain = () => new Response(script, { headers: { "Content-Type": "text/javascript" } });
        const match = async () => undefined;
        const put = async (_, answer) => console.log(await answer.text(), answer.headers.get("Content-Type"));
        Object.assign(globalThis, {
          registration: { active: {}, scope: "https://example.org/" },
          addEventListener: (name, call) => { heard[name] = call; },
          caches: { match, open: async () => ({ match, put }) },
          fetch: async (address) => (console.log(address), address.endsWith(".gz") ? packed() : plain()),
        });
        const files = JSON.stringify({ "vendor/xterm.mjs": createHash("sha256").update(script).digest("hex") });
        (0, eval)(readFileSync("service-worker.js", "utf-8").replace('"@FILES@"', files));
        await new Promise((waitUntil) => heard.message({ data: "keep all", waitUntil }));
    """.replace("SERVER", f'"{server}"')
    address = "https://example.org/vendor/xterm.mjs"
    asked = [f"{address}.gz", *([address] if server == "not there" else [])]
    kept = "export const one = 1; text/javascript"
    assert said(tmp_path, "service-worker.js", {}, test) == [*asked, kept]


def test_what_is_typed_before_the_arcade_listens_comes_when_it_does(tmp_path: Path) -> None:
    test = f"""
        {PAGE}
        let type;
        Object.assign(terminal, {{ onData: (call) => {{ type = call; }}, write: (_, then) => then?.() }});
        globalThis.opened = Promise.resolve(terminal);
        globalThis.setTimeout = () => {{}};
        const told = () => workers[0].sent.splice(0).map(({{ kind, text }}) => text ?? kind).join(" ");
        await import("./page.js");
        type("5");
        type("x");
        console.log(told());
        workers[0].onmessage({{ data: {{ kind: "shown" }} }});
        console.log(told());
        type("y");
        console.log(told());
    """
    assert said(tmp_path, "page.js", AROUND_PAGE, test) == ["alone begin", "5 x", "y"]


def test_only_a_click_of_the_left_button_opens_an_entry_of_the_menu_that_is_awaited(tmp_path: Path) -> None:
    around = AROUND_PAGE | {
        "waiting.js": 'export const showMenu = () => {}, keyAt = (_, { at }) => at, loadingText = () => "";'
    }
    test = f"""
        {PAGE}
        const place = new EventTarget();
        document.getElementById = (id) => (id === "terminal" ? place : element());
        Object.assign(terminal, {{ write: (_, then) => then?.() }});
        globalThis.opened = Promise.resolve(terminal);
        globalThis.setTimeout = () => {{}};
        const tell = (name, at, button = 0) => place.dispatchEvent(Object.assign(new Event(name), {{ at, button }}));
        const click = (from, to, ...buttons) => {{
          tell("mousedown", from, ...buttons);
          tell("mouseup", to, ...buttons);
        }};
        await import("./page.js");
        click("1", "2"); // a swipe
        click("", "3");
        tell("mouseup", "3"); // pressed elsewhere
        click("4", "4", 1);
        tell("mousedown", "5");
        click("5", "5", 1);
        tell("mouseup", "5"); // after another button
        click("4", "4");
        tell("mouseup", "4");
        workers[0].onmessage({{ data: {{ kind: "shown" }} }});
        click("2", "2"); // told by the terminal
        console.log(workers[0].sent.map(({{ kind, text }}) => text ?? kind).join(" "));
    """
    assert said(tmp_path, "page.js", around, test) == ["alone begin 4"]


@for_each(
    ("size", "rows"),
    [
        ("8, 3", ["title", "games", "keys"]),
        ("9, 4", ["title", "gam", "", "keys"]),
        ("7, 9", None),
    ],
)
def test_the_menu_that_is_awaited_is_as_drawn_and_between_two_sizes_what_both_have(
    tmp_path: Path, size: str, rows: list[str] | None
) -> None:
    menus = {
        "rows": ["title", "games", "keys", "gambits", "more"],
        "sizes": {"8x3": [0, 1, 2], "10x5": [0, 3, 4, 4, 2]},
    }
    around = {"fetching.js": f"export const fetchFile = async () => Response.json({json.dumps(menus)});"}
    test = f"""
        const {{ showMenu }} = await import("./waiting.js");
        const [cols, rows] = [{size}];
        await showMenu({{ cols, rows, write: (text) => console.log(JSON.stringify(text)) }}, () => false);
    """
    (told,) = said(tmp_path, "waiting.js", around, test)
    shown = re.findall(r"\x1b\[\d+H(.*?)\x1b\[0m\x1b\[K", json.loads(told))
    assert shown == (rows or [])


def test_a_click_on_an_entry_of_the_menu_that_is_awaited_gives_its_key(tmp_path: Path) -> None:
    rows = [
        "  ▄▄  1 EGG CARTON     ▗▄▄▄",
        "  ▀▀    not played yet",
        "",
        "  ▄▄  2 ABACUS",
        "  █f First lessons   ▶  d Today's puzzle    BeadMaster",
        "   learn by playing",
        "",
        "",
        "    Open      Season    Library",
    ]
    clicks = [(3, 0), (8, 1), (8, 3), (30, 0), (5, 4), (28, 5), (17, 4), (6, 8)]
    test = f"""
        const rows = {rows};
        const room = {{ left: 10, top: 20, width: 10 * 60, height: 20 * rows.length }};
        const element = {{ querySelector: () => ({{ getBoundingClientRect: () => room }}) }};
        const getLine = (y) => rows[y] === undefined ? undefined : {{ translateToString: () => rows[y] }};
        const terminal = {{ cols: 60, rows: rows.length, element, buffer: {{ active: {{ getLine }} }} }};
        const {{ keyAt }} = await import("./waiting.js");
        const at = ([column, row]) => ({{ clientX: 15 + 10 * column, clientY: 30 + 20 * row }});
        console.log({[*map(list, clicks)]}.map((place) => keyAt(terminal, at(place)) || "-").join(" "));
    """
    around = {"fetching.js": "export const fetchFile = () => {};"}
    assert said(tmp_path, "waiting.js", around, test) == ["1 1 2 1 f d f -"]


STORAGE = """
class File {
  bytes = new Uint8Array(0);
  async createSyncAccessHandle() {
    if (this.open) throw new DOMException("it is open", "NoModificationAllowedError");
    this.open = true;
    return {
      getSize: () => this.bytes.length,
      read: (into, { at }) => {
        const found = this.bytes.subarray(at, at + into.length);
        into.set(found);
        return found.length;
      },
      write: (bytes, { at }) => {
        const written = bytes.subarray(0, Math.max(0, (globalThis.room ?? Infinity) - at));
        const before = this.bytes;
        this.bytes = new Uint8Array(Math.max(before.length, at + written.length));
        this.bytes.set(before);
        this.bytes.set(written, at);
        return written.length;
      },
      truncate: (size) => { this.bytes = this.bytes.slice(0, size); },
      flush() {},
      close: () => { this.open = false; },
    };
  }
  getFile = async () => new Blob([this.bytes]);
}
const kept = new Map();
const root = {
  getFileHandle: async (name, { create } = {}) => {
    if (!kept.has(name) && !create) throw new DOMException(name, "NotFoundError");
    if (!kept.has(name)) kept.set(name, new File());
    return kept.get(name);
  },
  removeEntry: async (name) => {
    if (kept.get(name)?.open) throw new DOMException(name, "NoModificationAllowedError");
    kept.delete(name);
  },
};
const storage = { getDirectory: async () => root };
Object.defineProperty(globalThis, "navigator", { value: { userAgent: "Node", storage }, configurable: true });
const { forgetMemory, isMemoryKept, keepMemory, keptPython } = await import("./snapshot.js");
const files = { program: Uint8Array.of(1, 2, 3), packages: Uint8Array.of(4) };
const snapshot = (size, places) => {
  const bytes = new Uint8Array(48 + size);
  bytes[4] = 48; // how long its head is
  for (const place of places) bytes[48 + place] = 7;
  return bytes;
};
const look = async () => {
  const found = await keptPython();
  found?.close();
  console.log(found, await isMemoryKept());
};
"""
"""A browser's storage (the origin private file system), in which files have some `room`, and what is kept there."""

AROUND_KEPT = {"sizes.js": 'export const PYTHON = "314";'}
NOTHING = "null false"


def test_kept_memory_is_read_without_its_zeros(tmp_path: Path) -> None:
    test = """
        await look();
        for (const places of [[0], [600_000], [4095, 4096, 8191, 300_000], [699_999 * 2]]) {
          const whole = snapshot(1_400_000, places);
          await keepMemory(whole, files);
          const found = await keptPython();
          const laid = new Uint8Array(found.length);
          found.lay(laid);
          const read = Object.keys(files).flatMap((name) => [...found.file(name)]);
          found.close();
          const same = Buffer.compare(Buffer.concat([found.head, laid]), whole);
          console.log([...kept.values()][0].bytes.length - 48 - 65_536, same, ...read, await isMemoryKept());
        }
        await forgetMemory();
        await look();
    """
    sizes = [4096, 4096, 12_288, 1_400_000 % 4096]
    lines = [f"{size + 4} 0 1 2 3 4 true" for size in sizes]
    assert said(tmp_path, "snapshot.js", AROUND_KEPT, STORAGE + test) == [NOTHING, *lines, NOTHING]


@for_each(
    ("spoilt", "told"),
    [
        ("bytes.slice(0, -1)", [NOTHING]),
        ("bytes.slice(0, 4096)", [NOTHING]),
        ("bytes.slice(0, 0)", [NOTHING]),
        ("new TextEncoder().encode(new TextDecoder().decode(bytes).replace(' 314 ', ' 313 '))", [NOTHING]),
        ("Buffer.concat([bytes.slice(-65_536), bytes.slice(-65_536)])", ["it is not whole"]),
    ],
)
def test_memory_of_another_version_or_that_was_not_kept_to_its_end_is_none(
    tmp_path: Path, spoilt: str, told: list[str]
) -> None:
    test = f"""
        await keepMemory(snapshot(400_000, [0, 200_000, 399_000]), {{}});
        const one = [...kept.values()][0];
        const {{ bytes }} = one;
        one.bytes = {spoilt};
        const found = await keptPython();
        try {{
          found?.lay(new Uint8Array(400_000));
          await look();
        }} catch ({{ message }}) {{
          console.log(message);
        }}
    """
    assert said(tmp_path, "snapshot.js", AROUND_KEPT, STORAGE + test) == told


def test_memory_for_which_there_is_no_room_or_that_another_reads_is_none(tmp_path: Path) -> None:
    test = """
        const full = snapshot(8192, [1, 8000]);
        globalThis.room = 5000;
        await keepMemory(full, files).catch(({ message }) => console.log(message));
        console.log([...kept.values()][0].bytes.length);
        await look();
        globalThis.room = Infinity;
        await keepMemory(full, files);
        const first = await keptPython();
        await look();
        first.close();
        console.log((await keptPython()).length);
        await forgetMemory();
        await look();
    """
    told = ["there is no room to keep it", "0", NOTHING, "null true", "8192", NOTHING]
    assert said(tmp_path, "snapshot.js", AROUND_KEPT, STORAGE + test) == told


def test_images_stay_on_their_cells_where_a_page_comes_to_a_screen_of_another_ratio(tmp_path: Path) -> None:
    test = """
        const canvas = { getContext: () => ({}) };
        globalThis.document = { createElement: () => canvas };
        globalThis.requestAnimationFrame = (call) => { globalThis.draw = call; };
        globalThis.devicePixelRatio = 1;
        const screen = { append() {}, getBoundingClientRect: () => ({ width: 800, height: 620 }) };
        let ask, place;
        const parser = {
          registerOscHandler: (_, call) => { place = call; },
          registerCsiHandler: ({ final }, call) => { if (final === "t") ask = call; },
        };
        const told = (text) => console.log(text.slice(2));
        const buffer = { active: { cursorX: 3, cursorY: 2 } };
        const terminal = { cols: 80, rows: 31, buffer, parser, input: told };
        const { giveImages } = await import("./images.js");
        giveImages(terminal, { querySelector: () => screen });
        for (devicePixelRatio of [1, 2]) {
          ask([16]);
          for (devicePixelRatio of [1, 2]) {
            place("a=p,i=1,p=1");
            draw();
            console.log(canvas.width, canvas.height);
          }
        }
    """
    fine = ["6;28;14t", "1120 868", "1120 868"]
    assert said(tmp_path, "images.js", {}, test) == ["6;20;10t", "800 620", "800 620", *fine]


BLOCK = 131_072
LENGTHS = (0, 1, 2, BLOCK - 1, BLOCK, BLOCK + 1, 5 * BLOCK, 5 * BLOCK + 1)


@pytest.mark.long
@pytest.mark.skipif(not (site.MODULES / "zstddec").exists(), reason="the page has not been built here")
def test_what_is_packed_for_the_page_is_unpacked_by_it(tmp_path: Path) -> None:
    files = tmp_path / "vendor"
    files.mkdir()
    for length in LENGTHS:
        for kind, content in {
            "plain": b"marbles " * length,
            "mixed": random.Random(length).randbytes(length),
        }.items():
            (files / f"{kind}-{length}").write_bytes(content[:length])
    shutil.copytree(files, tmp_path / "before")
    site.inside("squeeze", files)
    (files / "zstd.wasm").write_bytes(site.unpacker())
    packed = (files / f"mixed-{BLOCK + 1}.zst").read_bytes()
    (files / "short.zst").write_bytes(packed[:-1])
    (files / "shorter.zst").write_bytes(packed[: BLOCK // 2])
    (files / "broken.zst").write_bytes(packed[:4] + b"\xff" * 20 + packed[24:])
    (files / "plain.zst").write_bytes(b"it is not packed")
    test = """
        import { existsSync, readFileSync, readdirSync } from "node:fs";
        let part = 0;
        globalThis.fetch = async (address) => {
          if (!existsSync(address)) return new Response("", { status: 404, statusText: "Not Found" });
          const file = readFileSync(address);
          const parts = [];
          for (let at = 0; at < file.length; at += part) parts.push(file.subarray(at, at + part));
          return new Response(ReadableStream.from(parts));
        };
        const { fetchFile } = await import("./fetching.js");
        const unpacked = async (name) => Buffer.from(await (await fetchFile(`vendor/${name}.zst`, "")).arrayBuffer());
        for (part of [1e9, 16_384, 501])
          for (const name of readdirSync("before"))
            if (Buffer.compare(await unpacked(name), readFileSync(`before/${name}`))) console.log(name, part);
        console.log(String(await unpacked("plain")));
        for (const name of ["short", "shorter", "broken", "gone"])
          await unpacked(name).catch(({ message }) => console.log(message));
    """
    told = ["it is not packed", *["a file has not come whole"] * 2, "a file has come damaged"]
    assert said(tmp_path, "fetching.js", {}, test) == [
        *told,
        "vendor/gone.zst could not be had: 404 Not Found",
    ]
