"""What an install compiles: the native search, where there is a C compiler. Without one the plain Python serves."""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the library beside the code that loads it, and says in the wheel's name that it is there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are gathered; `version` is "editable" or "standard"."""
        if os.environ.get("MARBLES_TUI_NATIVE") == "0":
            return
        compiling = _compiling(Path(self.root))
        try:
            compiling.build_library()
        except compiling.NoCompiler as error:
            print(f"marbles-tui: the native search was not built: {error}", file=sys.stderr)
            return
        if version == "standard":
            build_data["artifacts"].append("marbles_tui/ai/native/marbles.so")
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{_platform()}"


def _compiling(root: Path) -> Any:
    """native/compile.py, which is no module of any package."""
    spec = spec_from_file_location("compiling", root / "native" / "compile.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _platform() -> str:
    """The platform in a wheel's name."""
    return sysconfig.get_platform().replace("-", "_").replace(".", "_")
