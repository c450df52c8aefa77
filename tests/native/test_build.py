"""An install compiles the library where it can, and says so and goes on where it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

import marbles_tui

CHECKOUT = Path(__file__).parents[2]


def hook() -> Any:
    """The build hook of the checkout, as hatchling makes one."""
    spec = spec_from_file_location("hatch_build", CHECKOUT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CustomBuildHook(str(CHECKOUT), {}, None, None, "", "wheel")


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"PATH": "", "CC": ""}, "the native search was not built: there is no C compiler"),
        ({"CC": "false"}, "the native search was not built"),
        ({"MARBLES_TUI_NATIVE": "0"}, ""),
    ],
    ids=["no compiler", "a compiler that fails", "turned off"],
)
def test_a_wheel_without_the_library_is_a_plain_one(
    environment: dict[str, str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    told: dict[str, Any] = {"artifacts": [], "pure_python": True}
    made = hook()
    monkeypatch.setattr(made, "_share", lambda told: None)  # which is tried with whole wheels
    made.initialize("standard", told)
    assert told == {"artifacts": [], "pure_python": True}
    assert said in capsys.readouterr().err


def test_nothing_is_compiled_on_windows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    told: dict[str, Any] = {"artifacts": [], "pure_python": True}
    hook().initialize("editable", told)
    assert told["pure_python"]
    assert "nobody has tried that on Windows" in capsys.readouterr().err


def test_the_version_tells_that_the_library_is_turned_off() -> None:
    environment = {**os.environ, "MARBLES_TUI_NATIVE": "0"}
    command = [sys.executable, "-m", "marbles_tui", "--version"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    why = "plain Python search: MARBLES_TUI_NATIVE is 0"
    assert done.stdout == f"marbles-tui {marbles_tui.__version__} ({why})\n"
