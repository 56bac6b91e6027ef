"""From the lobby to the table: against a bot, watching bots, a save file, the guided first turn."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from tests.browser.positions import TURN_FIVE
from tests.browser.table import Hand, Host


def test_one_click_starts_a_game_against_a_bot(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator("[data-game=guderian] [data-start=bot-soviet]").click()
    hand.expect("Place the 13th and 20th Armies")
    assert "Your turn" in hand.page.title()
    hand.verb("deploy")
    hand.expect("Move, enter")  # the bot has placed its markers
    assert not hand.errors
    hand.page.locator(".home").click()
    hand.page.wait_for_selector(".matches .turn")


def test_watching_bots_play(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator(".game summary").first.click()
    hand.page.locator("[data-game=guderian] [data-start=watch]").click()
    hand.page.wait_for_selector(".counters")
    hand.page.wait_for_function("() => document.querySelectorAll('[data-mover]').length > 3", timeout=20_000)
    assert not hand.page.locator(".verb").count()
    assert not hand.errors


def test_a_save_file_is_opened(browser: Browser, host: Host, tmp_path: Path) -> None:
    hand = Hand.sit(browser, host)
    hand.open(host.start(TURN_FIVE))
    hand.expect("Move, enter")
    hand.point("1718")
    hand.point("1617")
    hand.page.wait_for_selector("[data-hex='1617']")
    hand.page.locator("[data-tab=table]").click()
    with hand.page.expect_download() as download:
        hand.page.get_by_role("button", name="Save file").click()
    file = tmp_path / "match.jsonl"
    download.value.save_as(file)
    hand.page.locator(".home").click()
    hand.page.locator("input[type=file]").set_input_files(file)
    hand.page.wait_for_selector("[data-hex='1617'] [data-mover]")
    hand.expect("Move, enter")
    assert hand.match not in hand.page.url
    assert not hand.errors


def test_the_guided_first_turn_can_be_followed_to_its_end(browser: Browser, host: Host) -> None:
    steps = host.ask("/api/games/guderian/tutorial")
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator("[data-game=guderian] [data-tutorial]").click()
    hand.page.wait_for_selector(".lesson")
    hand.settle()
    hand.find_hexes()
    for number, step in enumerate(steps):
        hand.page.wait_for_selector(f".lesson[data-step='{number}']")
        hand.settle()
        if step["action"]:
            hand.say(step["action"])
        else:
            hand.page.locator(".lesson > button").click()
    hand.page.wait_for_function("() => !document.querySelector('.lesson')")
    assert not hand.errors


def test_on_a_public_server_people_open_an_account_first(browser: Browser, public_host: Host) -> None:
    hand = Hand.sit(browser, public_host)
    hand.page.goto(public_host.base)
    hand.page.locator(".login .quiet").click()
    hand.page.locator(".login [name=name]").fill("Zhukov")
    hand.page.locator(".login [name=password]").fill("correct horse battery")
    hand.page.locator(".login .primary").click()
    hand.page.wait_for_function("() => document.querySelector('.account')?.innerText.includes('Zhukov')")
    hand.page.locator("[data-game=guderian] [data-start=bot-soviet]").click()
    hand.expect("Place the 13th and 20th Armies")
    hand.verb("deploy")
    hand.expect("Move, enter")
    assert not hand.errors
