"""The pages in a real browser: the replay moves, nothing is fetched, nothing is wider than a phone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.report import batch_page, match_page, read_batch, tell
from tests.report.conftest import played

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""


pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium")


def check_in_browser(report: str, path: Path, last: str, second: str) -> None:
    """The map stands at its last step and moves; nothing is fetched; nothing is wider than a phone."""
    path.write_text(report, "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        fetched: list[str] = []
        wrong: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path.as_uri())
        assert page.text_content("#replay output") == last
        page.fill("#replay input", "1")
        assert page.get_attribute("#replay use.now", "href") == "#f1"
        assert page.text_content("#replay output") == second
        page.click("#replay button")
        page.wait_for_selector('#replay use.now[href="#f2"]', state="attached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.close()
    assert fetched == [path.as_uri()]
    assert wrong == []


def test_the_page_of_a_match(tmp_path: Path) -> None:
    told = tell(played("oder"))
    check_in_browser(match_page(told), tmp_path / "report.html", "End", told.snapshots[1].title)


def test_the_page_of_many_matches(saves: Path, tmp_path: Path) -> None:
    batch = read_batch(saves)
    first = min(batch.digests[0].turns)
    check_in_browser(batch_page(batch), tmp_path / "report.html", "At the end", f"Start of turn {first + 1}")
