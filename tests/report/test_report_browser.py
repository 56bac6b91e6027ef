"""The page in a real browser: the replay moves, nothing is fetched, nothing is wider than a phone."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grognard.report import match_page, tell
from tests.report.conftest import played

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import sync_playwright

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""


@pytest.mark.skipif(not CHROMIUM, reason="no chromium")
def test_the_replay_moves_and_nothing_is_fetched(tmp_path: Path) -> None:
    told = tell(played("oder"))
    path = tmp_path / "report.html"
    path.write_text(match_page(told), "utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 390, "height": 844})
        fetched: list[str] = []
        wrong: list[str] = []
        page.on("request", lambda request: fetched.append(request.url))
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.goto(path.as_uri())
        assert page.text_content("#replay output") == "End"
        page.fill("#replay input", "1")
        assert page.get_attribute("#replay use.now", "href") == "#f1"
        assert page.text_content("#replay output") == told.frames[1].title
        page.click("#replay button")
        page.wait_for_selector('#replay use.now[href="#f2"]', state="attached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        browser.close()
    assert fetched == [path.as_uri()]
    assert wrong == []
