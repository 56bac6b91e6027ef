"""Battles in the East on the page: what lies on map and track, the HQs, overlays."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.table import Hand, Host

LATE = """
game = "battles"
scenario = "radzymin"
turn = 3
phase = "axis-movement"
attack = "HQ-39PzK"
blown = "0812-0912"
[units]
0812 = "Gar-W"
0912 = "58G/8GTk 59G/8GTk"
1013 = "HQ-39PzK"
1114 = "2/HG Pz/HG 1/HG"
1415 = "?170/73"
1322 = "Pon8G"
1422 = "HQ-8GA 35GRD"
1517 = "60G/8GTk 28G/8GTk"
[bridges]
Pon8G = "1321 2"
[forts]
1114 = "1L"
[interdiction]
soviet = "1213"
[track]
soviet = [3, 4, 4]
[control]
soviet = "0912"
"""
AT_ONE_SCREEN = {"axis": "screen", "soviet": "screen"}


def test_markers_track_headquarters_and_overlays(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host, viewport={"width": 1280, "height": 800})
    hand.open(host.ask("/api/matches", {"game": "battles", "seats": AT_ONE_SCREEN, "position": LATE}))
    page = hand.page
    found = {(m.get_attribute("class"), m.get_attribute("data-hex")) for m in page.locator(".marker").all()}
    laid = {("interdiction", "1213"), ("fort", "1114"), ("bridge", "1322"), ("blown", "0812")}
    assert {(f"marker {kind}", hex) for kind, hex in laid} <= found
    assert page.locator(".marker use[href='#m-other']").count() == 0
    page.mouse.move(*hand.at("1114"))
    for _ in range(3):
        page.mouse.wheel(0, -240)  # near enough for all marks
    hand.settle()
    for unit, mark in (("HQ-39PzK", "attack-side"), ("1/HG", "attack-supply"), ("59G/8GTk", "out-of-supply")):
        page.wait_for_selector(f"[data-unit='{unit}'] .status.{mark}", state="attached")
    assert page.locator(".front .line").count() == 1

    assert page.locator(".turns .on-track").all_inner_texts() == ["1", "2"]
    assert page.locator("tr[data-hq=HQ-39PzK]").inner_text().split("\t")[1:] == ["Attack", "6", "3 / 1", "4 / 4"]
    titles = page.locator(".sequence li").all_inner_texts()
    assert titles.index("Soviet Combat") < titles.index("Axis Supply")

    buttons = [b.get_attribute("data-overlay") for b in page.locator(".overlays [data-overlay]").all()]
    assert buttons == [
        "zoc:axis",
        "zoc:soviet",
        "supply",
        "radius",
        "integrity",
        "control",
        "reach",
        "planner",
        "legend",
    ]
    hand.press(".overlays [data-overlay=radius]")
    page.wait_for_selector(".laid [data-overlay='radius:HQ-39PzK'] path")
    hand.press(".overlays [data-overlay=integrity]")
    page.wait_for_selector(".laid [data-overlay='integrity:axis']")
    hand.press(".overlays [data-overlay=supply]")
    page.mouse.move(*hand.at("1114"))
    page.wait_for_function("() => document.body.innerText.includes('is in Attack supply: through HQ-39PzK')")
    hand.press(".overlays [data-overlay=legend]")
    legend = page.locator(".legend-panel").inner_text()
    assert "an HQ turned to its Attack side" in legend
    assert "a crossing that is destroyed" in legend
    assert "½ MP mechanised" in legend
    assert not hand.errors
