"""The example trains, and its curve can be drawn."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

EXAMPLE = Path(__file__).parents[2] / "examples" / "train_small.py"


def test_the_example_learns_for_a_moment_and_draws_its_curve(tmp_path: Path) -> None:
    curve = tmp_path / "curve.png"
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "--seconds", "1", "--games", "20", "--curve", str(curve)],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.stdout.startswith("before: ")
    assert "games:" in done.stdout
    assert curve.read_bytes().startswith(b"\x89PNG")


def test_the_page_on_research_runs_as_it_is_written() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "research.md").read_text("utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 2
    names: dict[str, Any] = {}
    for block in blocks:
        exec(block, names)
    assert "illegal" in names["info"]
