"""A real server process on loopback, to be killed or measured."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from tests.server.postgres import free_port

ROOT = Path(__file__).parents[2]


class ServerProcess:
    """`python -m grognard.server` with its own database."""

    def __init__(self, db: str, port: int | None = None) -> None:
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "grognard.server", "--port", str(self.port), "--db", db]
        self._process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
        self._await()

    def _await(self) -> None:
        for _ in range(600):
            assert self._process.poll() is None, "the server ended at once"
            try:
                with urllib.request.urlopen(f"{self.url}/api/theme", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        """kill -9: nothing is finished, nothing is flushed."""
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait(10)

    def stop(self) -> None:
        """End it in order."""
        self._process.terminate()
        self._process.wait(15)

    def memory(self) -> int:
        """Resident memory in megabytes."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) // 1024

    def processor_seconds(self) -> float:
        """How much processor time it has used."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
