"""An install compiles the library where it can, asks for a compiler where there is none, and says what is wrong."""

from __future__ import annotations

import shutil
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from marbles_tui.ai.native.library import NativeLibrary
from scripts.site import TESTS, WORK, try_search
from tests.native.conftest import compile_native

CHECKOUT = Path(__file__).parents[2]


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The build hook of the checkout, as hatchling makes one."""
    spec = spec_from_file_location("hatch_build", CHECKOUT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    made = module.CustomBuildHook(str(CHECKOUT), {}, None, None, "", "wheel")
    for adds in ("_share", "_account"):
        monkeypatch.setattr(made, adds, lambda told: None)  # which are tried with whole wheels
    return made


@pytest.mark.parametrize(
    ("environment", "needs"),
    [
        ({"CC": "some compiler"}, False),
        ({"CC": "", "PATH": ""}, True),
        ({"CC": "", "PATH": "", "MARBLES_TUI_NATIVE": "0"}, False),
        ({"CC": "some compiler", "MARBLES_TUI_NATIVE": "macos-aarch64"}, True),
        ({"CC": "some compiler", "MARBLES_TUI_NATIVE": "all"}, True),
    ],
    ids=["a compiler", "no compiler", "turned off", "another platform", "all platforms"],
)
def test_a_compiler_is_asked_for_where_there_is_none(
    environment: dict[str, str], needs: bool, hook: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MARBLES_TUI_NATIVE", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert any(one.startswith("ziglang") for one in hook.dependencies()) is needs


def test_a_compiler_that_finds_no_headers_is_none(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cc").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "")
    assert hook.dependencies()


@pytest.mark.parametrize(
    ("environment", "said"),
    [({"CC": "false"}, "the native search was not built"), ({"MARBLES_TUI_NATIVE": "0"}, "")],
    ids=["a compiler that fails", "turned off"],
)
def test_a_wheel_without_the_library_is_a_plain_one(
    environment: dict[str, str],
    said: str,
    hook: Any,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told: dict[str, Any] = {"force_include": {}, "pure_python": True}
    hook.initialize("standard", told)
    assert told == {"force_include": {}, "pure_python": True}
    assert said in capsys.readouterr().err


@pytest.mark.long
def test_no_compiler_warns_of_anything(tmp_path: Path) -> None:
    assert NativeLibrary(compile_native(tmp_path / "marbles.so"))


def test_what_is_tried_in_a_page_is_there() -> None:
    assert all((CHECKOUT / test).is_file() for test in TESTS)


BUILT = (WORK / "node_modules" / "pyodide").exists() and shutil.which("node") and find_spec("ziglang")


@pytest.mark.long
@pytest.mark.skipif(not BUILT, reason="the page is not built, or not with the native search")
def test_the_library_of_a_page_says_what_the_kernels_say() -> None:
    assert try_search("tests/native/test_search.py", "-k", "rules_and_values") == 0
