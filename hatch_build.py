"""What a build adds: the native search, where there is a C compiler, and the files for PREFIX/share.

Without a compiler the plain Python serves; without click-man, which an isolated build has, there are no manual pages.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the library beside the code that loads it, and says in the wheel's name that it is there."""

    _written: TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are gathered; `version` is "editable" or "standard"."""
        if version == "standard":
            self._share(build_data)
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

    def _share(self, build_data: dict[str, Any]) -> None:
        """Write manual pages, completions and an icon, and have them packed."""
        sys.path.insert(0, self.root)
        try:
            from scripts.share import shared
        except ImportError as error:
            print(f"marbles-tui: no manual pages were built: {error}", file=sys.stderr)
            return
        finally:
            sys.path.remove(self.root)
        self._written = TemporaryDirectory()
        for path, text in shared().items():
            file = Path(self._written.name, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = f"share/{path}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Take away what was only written to be packed."""
        del version, build_data, artifact_path
        if self._written:
            self._written.cleanup()


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
