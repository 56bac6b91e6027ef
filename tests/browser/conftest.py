"""A real server on loopback and a real browser: the page is tested as people use it."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from tests.browser.table import PATIENCE, Hand, Host

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "src/grognard/server/static/dist/app.js"
MOST = max(400, 20 * PATIENCE // 1000)  # seconds for one test, on a busy machine too
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _watch() -> Iterator[None]:
    """End a test that waits for ever for an answer of the browser."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"a browser test has taken {MOST} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(MOST)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def _free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def _serve(folder: Path, *more: str) -> Iterator[Host]:
    if not BUNDLE.exists():
        pytest.skip("the page is not built: npm run build in frontend/")
    port = _free_port()
    where = ["--port", str(port), "--db", str(folder / "matches.sqlite3")]
    command = [sys.executable, "-m", "grognard.server", *where, *more]
    with (folder / "log").open("w") as log, subprocess.Popen(command, stdout=log, stderr=log, cwd=folder) as server:
        try:
            base = f"http://127.0.0.1:{port}"
            _wait_for(base, server)
            yield Host(base)
        finally:
            server.terminate()
            server.wait(10)


@pytest.fixture(scope="package")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server at home, with an empty database."""
    with _serve(tmp_path_factory.mktemp("server"), "--workers", "1") as host:  # as `grognard` starts it
        yield host


@pytest.fixture
def public_host(tmp_path: Path) -> Iterator[Host]:
    """A server that asks people to log in."""
    with _serve(tmp_path, "--public", "--workers", "1") as host:
        yield host


def _wait_for(base: str, server: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + max(30.0, PATIENCE / 1000)
    while time.monotonic() < end:
        if server.poll() is not None:
            raise RuntimeError(f"the server stopped with {server.returncode}")
        try:
            urllib.request.urlopen(f"{base}/api/theme", timeout=2).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise RuntimeError("the server did not answer")


@pytest.fixture(autouse=True)
def _tidy(browser: Browser) -> Iterator[None]:
    """Clear up after a test, and fail it for every error on a page and every refusal it has not announced."""
    Hand.seated.clear()
    yield
    wrong = [line for hand in Hand.seated for line in hand.errors]
    for hand in Hand.seated:
        hand.leave()
    assert not wrong


@pytest.fixture(scope="package")  # gone before tests of other folders run: a browser keeps an event loop
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    if not CHROMIUM:
        pytest.skip("no chromium: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        Hand.idle.clear()
        browser.close()
