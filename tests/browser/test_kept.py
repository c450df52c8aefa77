"""What a browser keeps of games, whatever becomes of the page: `kept.js` below the page's own Python, under Node."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Final

import pytest

from scripts import site
from tests.browser.test_scripts import said
from tests.for_each import for_each

HERE: Final = Path(__file__).parent

PYTHON: Final = f"""
    import {{ readFileSync }} from "node:fs";
    import {{ loadPyodide }} from "{(site.MODULES / "pyodide" / "pyodide.mjs").as_uri()}";
    import {{ Storage }} from "./played_storage.js";
    const {{ keep }} = await import("./kept.js");
    const python = await loadPyodide();
    console.warn = () => {{}};
    let [storage, kept, mounted] = [new Storage(), null, 0];
    const folder = {{
      async open(end, left) {{
        if (end === "closed") kept.close();
        else storage = end === "new" ? new Storage() : storage.after(end);
        Object.defineProperty(globalThis, "navigator", {{ value: {{ storage }}, configurable: true }});
        kept = await keep();
        if (kept.shortcoming) throw new Error(kept.shortcoming);
        storage.left = left < 0 ? Infinity : left;
        const place = `/kept/${{++mounted}}`;
        kept.mount(python.FS, place);
        return place;
      }},
      ended: () => storage.ended,
      fill(full) {{ storage.full = full; }},
      names: () => [...storage.files.keys()],
      rest: () => new Promise((resolve) => setTimeout(resolve)),
    }};
    python.registerJsModule("folder", folder);
    python.runPython(readFileSync("kept_stories.py", "utf-8"));
"""


@for_each(
    ("lets_go", "told"),
    [(True, "false true"), (False, "true false")],
)
def test_a_tab_waits_for_the_files_of_another_but_not_for_ever(
    tmp_path: Path, lets_go: bool, told: str
) -> None:
    folder = tmp_path / str(lets_go)
    folder.mkdir()
    shutil.copy(HERE / "played_storage.js", folder)
    test = f"""
        import {{ Storage }} from "./played_storage.js";
        console.warn = () => {{}};
        let [now, moments] = [0, 0];
        performance.now = () => now;
        const {{ setTimeout }} = globalThis;
        globalThis.setTimeout = (go, time) => {{
          now += time;
          if (moments++ === 30 && {str(lets_go).lower()}) storage.open.delete("0");
          setTimeout(go);
        }};
        const file = new Uint8Array(4096 + 5).fill(32);
        file.set(new TextEncoder().encode('{{"name": "games.db", "age": 7}}'));
        const storage = new Storage(new Map([["0", file]]));
        Object.defineProperty(globalThis, "navigator", {{ value: {{ storage }}, configurable: true }});
        storage.open.add("0");
        const {{ keep }} = await import("./kept.js");
        const {{ shortcoming, holds }} = await keep();
        console.log(Boolean(shortcoming), holds);
    """
    assert said(folder, "kept.js", {}, test) == [told]


@pytest.mark.long
@pytest.mark.skipif(not (site.MODULES / "pyodide").exists(), reason="the page has not been built here")
@pytest.mark.parametrize(
    ("story", "told"),
    [
        ("cut_off_anywhere", "True"),
        ("as_in_memory", "alike"),
        ("full", "SQLITE_FULL ENOSPC ENAMETOOLONG EPERM True True"),
    ],
)
def test_what_is_kept(tmp_path: Path, story: str, told: str) -> None:
    for name in ("played_storage.js", "kept_stories.py"):
        shutil.copy(HERE / name, tmp_path)
    test = f'{PYTHON}console.log(await python.runPythonAsync("await {story}()"));'
    assert said(tmp_path, "kept.js", {}, test) == [told]
