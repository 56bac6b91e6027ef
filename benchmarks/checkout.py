"""A process that runs the code of one checkout and answers a line of JSON with another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


class Checkout:
    """A checkout at work; the program is given its path as an argument."""

    def __init__(self, checkout: Path, program: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, str(checkout)],
            env={**os.environ, "PYTHONPATH": str(checkout / "src")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def hear(self) -> Any:
        """What it says next."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("a player has ended before its game did")
        return json.loads(line)

    def ask(self, what: Any) -> Any:
        """Say something, and hear the answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(what) + "\n")
        return self.hear()

    def close(self) -> None:
        """Let it end."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
