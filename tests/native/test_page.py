"""The library in the Python of a page, where the page has been built; `python -m scripts.site` tries all."""

from __future__ import annotations

import shutil
from importlib.util import find_spec

import pytest

from scripts.site import WORK, try_search

BUILT = (WORK / "node_modules" / "pyodide").exists() and shutil.which("node") and find_spec("ziglang")


@pytest.mark.skipif(not BUILT, reason="the page is not built, or not with the native search")
def test_the_library_of_a_page_says_what_the_kernels_say() -> None:
    assert try_search("tests/native/test_same_truth.py", "-k", "rules_and_values") == 0
