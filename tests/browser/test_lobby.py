"""From the lobby to the table: against a bot, watching bots, a save file, an account."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.positions import TURN_FIVE
from tests.browser.table import LONG, Hand, Host


@pytest.mark.parametrize(
    ("game", "side", "first"),
    [
        ("guderian", "german", "Air Interdiction"),
        ("battles", "soviet", ""),  # who begins in Radzymin
        pytest.param("eastfront", "german", "Activate HQs", marks=pytest.mark.soak),
        pytest.param("oder", "german", "movement or combat", marks=pytest.mark.soak),
        pytest.param("bugriver", "german", "Surprise Attack", marks=pytest.mark.soak),
    ],
)
def test_one_click_and_there_is_a_fight(browser: Browser, host: Host, game: str, side: str, first: str) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.page.locator(f"[data-game={game}] [data-start=fight]").click()
    # Both sides are set up, and it is our turn.
    hand.page.wait_for_function("() => document.title.includes('Your turn')", timeout=LONG)
    hand.expect(first)
    assert "Your turn" in hand.page.title()
    seats = {seat["side"]: (seat["kind"], seat["name"]) for seat in hand.seats()}
    assert seats.pop(side) == ("screen", "")
    assert list(seats.values()) == [("bot", "staff")]
    assert not hand.errors
    hand.page.locator(".home").click()
    hand.page.wait_for_selector(".matches .turn")


def test_side_and_opponent_of_a_fight_are_chosen_and_remembered(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    card = hand.page.locator("[data-game=oder]")
    card.locator("[data-fight-bot] option").first.wait_for(state="attached")
    levels = card.locator("[data-fight-bot] option").all_inner_texts()
    assert levels == ["Random", "Scout", "Staff, quick", "Staff", "Staff, deep"]
    card.locator("[data-fight-side]").select_option("soviet")
    card.locator("[data-fight-bot]").select_option("staff-quick")
    assert "in a hurry" in card.locator(".fight small").inner_text()
    before = len(host.ask("/api/matches"))
    card.locator("[data-start=fight]").dblclick()
    hand.page.wait_for_function(
        "() => (document.querySelector('[data-thinking=german]')?.innerText ?? '').includes('Staff, quick is thinking')"
    )  # it may not think for long
    assert len(host.ask("/api/matches")) == before + 1  # one match, however one clicks
    hand.page.goto(host.base)
    assert card.locator("[data-fight-side]").input_value() == "soviet"
    assert card.locator("[data-fight-bot]").input_value() == "staff-quick"
    assert card.locator("[data-start=fight]").is_visible()
    assert not hand.errors


def test_a_newcomer_has_the_side_that_begins(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    card = hand.page.locator("[data-game=battles]")
    for scenario, side in (("radzymin", "soviet"), ("uman", "axis")):
        card.locator("[data-scenario]").select_option(scenario)
        assert card.locator("[data-fight-side]").input_value() == side
    assert not hand.errors


def test_a_bot_is_asked_why_and_makes_way_for_another(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.set_table("oder", german="bot:staff-quick", soviet="bot:staff-quick")
    assert {seat["name"] for seat in hand.seats()} == {"staff-quick"}
    hand.page.locator("[data-tab=log]").click()
    assert not hand.page.locator(".log .why").count()
    hand.page.locator("[data-reasons]").check()
    hand.page.locator(".log .why").first.wait_for(timeout=LONG)
    hand.page.locator("[data-tab=table]").click()
    hand.page.locator(".seat [data-seat=german]").select_option("bot:random")
    hand.settle()
    assert [seat["name"] for seat in hand.seats()] == ["random", "staff-quick"]
    hand.page.locator(".seat [data-seat=german]").select_option("screen")
    hand.settle()
    assert hand.seats()[0]["kind"] == "screen"
    assert not hand.errors


def test_watching_bots_play(browser: Browser, host: Host) -> None:
    hand = Hand.sit(browser, host)
    hand.page.goto(host.base)
    hand.set_table("guderian", german="bot:random", soviet="bot:random")
    hand.match = hand.page.url.split("/")[-1]
    hand.page.locator("[data-tab=log]").click()
    told = "new Set([...document.querySelectorAll('.log .when')].map(b => b.title)).size"
    hand.page.wait_for_function(f"() => {told} > 5", timeout=LONG)
    assert len(hand.actions()) >= 5  # the beginning is in the log, too
    assert not hand.page.locator(".actions [data-verb]").count()
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


def test_on_a_public_server_people_open_an_account_first(browser: Browser, public_host: Host) -> None:
    hand = Hand.sit(browser, public_host)
    hand.page.goto(public_host.base)
    hand.page.locator(".login .quiet").click()
    hand.page.locator(".login [name=name]").fill("Zhukov")
    hand.page.locator(".login [name=password]").fill("correct horse battery")
    hand.page.locator(".login .primary").click()
    hand.page.wait_for_function("() => document.querySelector('.account')?.innerText.includes('Zhukov')")
    hand.set_table("guderian", german="bot:random", soviet="screen")
    hand.expect("Place the 13th and 20th Armies")
    hand.verb("deploy")
    hand.expect("Move, enter")
    assert not hand.errors
