"""What a build adds: the native search, the files for PREFIX/share, and an account of what the wheel is made of.

The search is compiled for this machine, by the system's C compiler or, where there is none, by the package ziglang,
which is then asked for as one more requirement of the build. MARBLES_TUI_NATIVE names another platform of
native/compile.py; `all` puts those of all platforms into one pure wheel, 0 none. Without click-man, which an isolated
build has, there are no manual pages.
"""

from __future__ import annotations

import json
import os
import re
import sys
import sysconfig
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.requirements import Requirement

WANTED = "MARBLES_TUI_NATIVE"
HERE, ALL, NONE = "", "all", "0"
ZIGLANG = "ziglang>=0.17,<0.18"


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the library beside the code that loads it, and says in the wheel's name for which platform it is."""

    _written: TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What the build needs beside what it always needs."""
        wanted = os.environ.get(WANTED, HERE)
        if wanted == NONE or (wanted in (HERE, "1") and _compiling(Path(self.root)).system_compiler()):
            return []
        return [ZIGLANG]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile before the files are gathered; `version` is "editable" or "standard"."""
        wanted = os.environ.get(WANTED, HERE)
        self._written = TemporaryDirectory()
        if version == "standard":
            self._share(build_data)
            self._account(build_data)
        if wanted == NONE:
            return
        compiling = _compiling(Path(self.root))
        try:
            if version == "editable":
                compiling.build_library()
            elif wanted == ALL:
                for target in (*compiling.TARGETS, compiling.PAGE):
                    self._pack(compiling, target, compiling.named(target), build_data)
            else:
                target = wanted if wanted in compiling.TARGETS else None
                self._pack(compiling, target, compiling.FILE.name, build_data)
                build_data["pure_python"] = False
                build_data["tag"] = f"py3-none-{compiling.TARGETS[target].tag if target else _platform()}"
        except compiling.NoCompiler as error:
            if wanted not in (HERE, "1"):
                raise
            print(f"marbles-tui: the native search was not built: {error}", file=sys.stderr)

    def _pack(self, compiling: Any, target: str | None, name: str, build_data: dict[str, Any]) -> None:
        """Compile the library for a platform, or this one, and have it packed under a name."""
        assert self._written
        file = Path(self._written.name, name)
        if target:
            compiling.build_for(target, file)
        else:
            compiling.build_library(file)
        build_data["force_include"][str(file)] = str(compiling.PACKED / name)

    def _account(self, build_data: dict[str, Any]) -> None:
        """Write what the wheel is made of, in CycloneDX (PEP 770): its own code, and what it needs to run."""
        assert self._written
        metadata = self.metadata
        own = {"type": "application", "name": metadata.name, "version": metadata.version}
        needed = [Requirement(text) for text in sorted(metadata.core.dependencies)]
        page = Path(self.root, "docs", "dependencies.md").read_text(encoding="utf-8")
        licences = dict(re.findall(r"^\| ([\w-]+) \| ([\w.-]+) \|", page, re.MULTILINE))
        bill = {
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "version": 1,
            "metadata": {
                "component": own | {"bom-ref": metadata.name, "licenses": [{"license": {"id": "MIT"}}]}
            },
            "components": [
                {
                    "type": "library",
                    "bom-ref": need.name,
                    "name": need.name,
                    "purl": f"pkg:pypi/{need.name.lower()}",
                    "licenses": [{"license": {"id": licences[need.name]}}],
                    "properties": [{"name": "marbles-tui:range", "value": str(need.specifier)}],
                }
                for need in needed
            ],
            "dependencies": [{"ref": metadata.name, "dependsOn": [need.name for need in needed]}],
        }
        file = Path(self._written.name, f"{metadata.name}.cdx.json")
        file.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")
        build_data["sbom_files"].append(str(file))

    def _share(self, build_data: dict[str, Any]) -> None:
        """Write manual pages, completions and an icon, and have them packed."""
        assert self._written
        sys.path.insert(0, self.root)
        try:
            from scripts.share import shared
        except ImportError as error:
            print(f"marbles-tui: no manual pages were built: {error}", file=sys.stderr)
            return
        finally:
            sys.path.remove(self.root)
        for path, text in shared().items():
            file = Path(self._written.name, "share", path)
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
