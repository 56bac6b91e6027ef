"""A match as the tests see it: a host that sets positions up, and hands that point, tap or type."""

from __future__ import annotations

import json
import os
import re
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from playwright.sync_api import Browser, Page, Response

import grognard
from grognard import save
from grognard.server import library

PATIENCE = int(os.environ.get("GROGNARD_PATIENCE", "20000"))  # milliseconds; a busy machine needs more
SMALL = "/static/favicon.svg"  # something of the page's origin that costs nothing to show
LONG = 3 * PATIENCE  # for what takes the server some seconds of work: a bot's turn, a report
# Drawing the printed map is two thirds of what a page costs, and nobody looks at it here.
NO_MAP = "CanvasRenderingContext2D.prototype.drawImage = () => {};"
# Where a hex lies, and whether it can be seen, clear of the buttons over the map.
PLACE = """([x, y]) => {
  const box = document.getElementById('board').getBoundingClientRect();
  const moved = new DOMMatrix(getComputedStyle(document.querySelector('.layers')).transform);
  const [left, top] = [box.x + moved.e + x * moved.a, box.y + moved.f + y * moved.a];
  const seen = box.x < left && left < box.right - 64 && box.y < top && top < box.bottom - 32;
  return [left, top, seen];
}"""
# Where to click on something, as soon as it can be seen, is not disabled and nothing lies over it; null if the page has
# drawn it anew meanwhile. Playwright's own click waits for two more pictures of the page.
TARGET = """async (element, patience) => {
  for (const end = performance.now() + patience; element.isConnected; await new Promise(requestAnimationFrame)) {
    element.scrollIntoViewIfNeeded();
    const box = element.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const top = document.elementFromPoint(x, y);
    if (box.width > 0 && !element.disabled && element.contains(top)) return [x, y];
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' }); // from under what sticks to its panel's edge
    if (performance.now() > end) throw new Error(`${element.outerHTML} lies under ${top?.outerHTML}`);
  }
  return null;
}"""
# Waits until the server has answered everything, nothing on the page fades in or out, and the map has come to rest: for
# three pictures, for an answer may lead to the next question.
QUIET = """async () => {
  for (let calm = 0, seen = ''; calm < 3; ) {
    await new Promise(requestAnimationFrame);
    const layers = document.querySelector('.layers'), now = layers ? getComputedStyle(layers).transform : '';
    const busy = (document.documentElement.dataset.waiting ?? '0') !== '0' || now !== seen
      || document.getAnimations().some(one => one instanceof CSSTransition && one.playState === 'running');
    calm = busy ? 0 : calm + 1;
    seen = now;
  }
}"""
KEEP_SEATS = """([match, tokens]) => {
  const seats = JSON.parse(localStorage.getItem('grognard.seats') ?? '{}');
  localStorage.setItem('grognard.seats', JSON.stringify({ ...seats, [match]: tokens }));
}"""


@dataclass
class Host:
    """The server, asked without a browser."""

    base: str

    def ask(self, path: str, body: object = None, tokens: str = "") -> Any:
        """GET, or POST with a body; the answer read from JSON."""
        headers = {"Content-Type": "application/json", "Origin": self.base}
        if tokens:
            headers["X-Grognard-Seat"] = tokens
        sent = None if body is None else json.dumps(body).encode()
        return self._send(urllib.request.Request(self.base + path, sent, headers))

    def bring(self, match: grognard.Match) -> dict[str, Any]:
        """Give a match to the server, as somebody does who opens a save file."""
        return self.open(save.encode(match))

    def open(self, file: bytes) -> dict[str, Any]:
        """Open a save file."""
        headers = {"Content-Type": "text/plain", "Origin": self.base}
        created: dict[str, Any] = self._send(urllib.request.Request(f"{self.base}/api/matches/import", file, headers))
        return created

    def _send(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=PATIENCE / 1000) as answer:
            return json.loads(answer.read())

    def start(self, position: str = "", **seats: str) -> dict[str, Any]:
        """A new match of Guderian, from a position file if there is one."""
        chosen = seats or {"german": "screen", "soviet": "screen"}
        created: dict[str, Any] = self.ask("/api/matches", {"game": "guderian", "seats": chosen, "position": position})
        return created

    def taught(self, game: str, until: str) -> dict[str, Any]:
        """A match that has gone the way of a game's lesson up to an action."""
        match = library.lesson(game)
        for step in library.tutorial(game):
            if step.action == until:
                break
            if step.action:
                match.play(step.action, step.side)
        return self.bring(match)


@dataclass
class Hand:
    """Somebody at the page. Subclasses say what pointing means: a mouse, a finger, or the keyboard."""

    page: Page
    host: Host
    match: str = ""
    hexes: dict[str, tuple[float, float]] = field(default_factory=dict)
    radius: float = 0  # of a hex
    said: list[str] = field(default_factory=list)  # errors on the console, and answers that are refusals
    announced: list[str] = field(default_factory=list)
    clicks: int = 0  # and taps and drags; the pointer's rests are not counted
    looks: int = 0  # clicks and taps that only bring another part of the map into sight
    wanted: dict[str, Any] = field(default_factory=dict)  # the kind of browser, if others may have it afterwards
    ears: dict[str, Callable[[Any], None]] = field(default_factory=dict)
    seated: ClassVar[list[Hand]] = []  # in the test that runs
    idle: ClassVar[list[tuple[dict[str, Any], Page]]] = []  # tabs that earlier tests have left, and of which kind

    @property
    def errors(self) -> list[str]:
        """What went wrong on the page, less what the test has announced."""
        return [line for line in self.said if not any(re.search(pattern, line) for pattern in self.announced)]

    def announce(self, pattern: str) -> None:
        """This will be refused or fail, and is meant to: `409 POST .*/actions`."""
        self.announced.append(pattern)

    @classmethod
    def sit(cls, browser: Browser, host: Host, *, own: bool = False, **context: Any) -> Self:
        """Open the page in a browser of one's own.

        A tab that an earlier test has left is emptied and taken; the printed map under the counters is not drawn. With
        `own` the tab is new and the map is drawn: for tests that hang something on the page, and to see it all once.
        """
        wanted = {"viewport": {"width": 1440, "height": 900}, "reduced_motion": "reduce", **context}
        page = (None if own else cls._left(host, wanted)) or cls._new(browser, wanted, drawn=own)
        page.set_default_timeout(PATIENCE)
        hand = cls(page, host)
        hand.wanted = {} if own else wanted
        hand.ears = {
            "pageerror": lambda error: hand.said.append(str(error)),
            "console": lambda line: hand.said.append(line.text) if _is_bad(line.type, line.text) else None,
            "response": hand._hear,
        }
        for event, ear in hand.ears.items():
            page.on(event, ear)  # type: ignore[call-overload]
        cls.seated.append(hand)
        return hand

    @staticmethod
    def _new(browser: Browser, wanted: dict[str, Any], *, drawn: bool) -> Page:
        context = browser.new_context(**wanted)
        if not drawn:
            context.add_init_script(NO_MAP)
        return context.new_page()

    @classmethod
    def _left(cls, host: Host, wanted: dict[str, Any]) -> Page | None:
        """A tab of this kind that nobody uses, with nothing kept in it."""
        for at, (kind, page) in enumerate(cls.idle):
            if kind == wanted:
                del cls.idle[at]
                page.context.clear_cookies()
                page.set_viewport_size(wanted["viewport"])
                page.goto(f"{host.base}{SMALL}")
                page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
                return page
        return None

    def leave(self) -> None:
        """Get up: the tab is there for the next test, unless it was one's own."""
        if not self.wanted or self.page.is_closed():
            self.page.context.close()
            return
        for event, ear in self.ears.items():
            self.page.remove_listener(event, ear)
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.goto("about:blank")
        self.idle.append((self.wanted, self.page))

    def _hear(self, response: Response) -> None:
        if response.status >= 400:
            self.said.append(f"{response.status} {response.request.method} {response.url}")

    def open(self, created: dict[str, Any], sides: tuple[str, ...] = ()) -> None:
        """Open a match holding some of its seats: their secrets lie in the browser before the page is loaded, once."""
        self.match = created["id"]
        self.find_hexes()
        self.page.goto(f"{self.host.base}{SMALL}")
        tokens = {side: created["tokens"][side] for side in sides or created["tokens"]}
        self.page.evaluate(KEEP_SEATS, [self.match, tokens])
        self.page.goto(f"{self.host.base}/#/m/{self.match}")
        self.page.wait_for_selector(".layers .counters")
        self.settle()

    def set_table(self, game: str, **seats: str) -> None:
        """In the lobby, give every seat to somebody and begin."""
        card = self.page.locator(f"[data-game={game}]")
        card.locator("summary").click()
        for side, kind in seats.items():
            card.locator(f"[data-seat={side}]").select_option(kind)
        card.locator("[data-start=table]").click()
        self.page.wait_for_selector(".counters")
        self.settle()

    def find_hexes(self) -> None:
        """Learn where the hexes of the match's board lie."""
        self.match = self.match or self.page.url.split("/")[-1]
        board = self.host.ask(f"/api/matches/{self.match}/board")
        self.hexes = {hex["name"]: (hex["x"], hex["y"]) for hex in board["hexes"]}
        self.radius = board["radius"]

    # --- what is on the screen ---------------------------------------------------------------------------------------

    def at(self, hex: str) -> tuple[float, float]:
        """Where a hex lies on the screen."""
        left, top, _ = self.page.evaluate(PLACE, self.hexes[hex])
        return left, top

    def looks_at(self) -> str:
        """How the map lies on the screen."""
        return str(self.page.evaluate("getComputedStyle(document.querySelector('.layers')).transform"))

    def in_sight(self, hex: str) -> bool:
        """Whether a hex can be seen, clear of the buttons over the map."""
        return bool(self.page.evaluate(PLACE, self.hexes[hex])[2])

    def prompt(self) -> str:
        """What the page asks, or what it waits for."""
        return self.page.locator(".prompt").inner_text()

    def spoken(self) -> str:
        """What a screen reader says."""
        return self.page.locator("#speaker").inner_text()

    def words(self) -> list[str]:
        """The order so far."""
        return self.page.locator(".order-words span").all_inner_texts()

    def in_hand(self) -> list[str]:
        """The order so far, and the units that do the same after it."""
        after = self.page.locator("[data-after]")
        return self.words() + (str(after.get_attribute("data-after")).split() if after.count() else [])

    def stack(self, hex: str) -> list[str]:
        """The counters in a hex."""
        found: list[str] = self.page.evaluate(
            "(hex) => document.querySelector(`.stack[data-hex='${hex}']`)?.dataset.units.split(' ') ?? []", hex
        )
        return found

    def expect(self, text: str) -> None:
        """Wait until the prompt says so."""
        self.page.wait_for_function(
            "(text) => document.querySelector('.prompt')?.innerText.includes(text)", arg=text, timeout=PATIENCE
        )
        self.settle()

    def expect_words(self, *words: str) -> None:
        """Wait until the order so far is this."""
        self.page.wait_for_function(
            "(words) => [...document.querySelectorAll('.order-words span')].map(s => s.innerText).join(' ') === words",
            arg=" ".join(words),
            timeout=PATIENCE,
        )

    def settle(self) -> None:
        """Wait until the server has answered everything."""
        self.page.evaluate(QUIET)

    def unit_hex(self, unit: str) -> str:
        """The hex a counter lies in on the page's map, or ''."""
        found = self.page.evaluate(
            "(id) => [...document.querySelectorAll('.stack')]"
            ".find(s => s.dataset.units.split(' ').includes(id))?.dataset.hex ?? ''",
            unit,
        )
        return str(found)

    def state(self) -> Any:
        """The match as the server tells it to everybody."""
        return self.host.ask(f"/api/matches/{self.match}")

    def seats(self) -> Any:
        """Who sits where, in the game's order of sides."""
        self.match = self.match or self.page.url.split("/")[-1]
        return self.state()["seats"]

    def actions(self) -> list[str]:
        """Everything that was played."""
        return [e["action"] for e in self.host.ask(f"/api/matches/{self.match}/history") if e["action"]]

    def wait_for_action(self, action: str) -> None:
        """Wait until the server has stored an action as the last one."""
        _until(lambda: self.actions()[-1:] == [action], f"{action}, not {self.actions()[-3:]}")
        self.settle()

    # --- what a hand can do ------------------------------------------------------------------------------------------

    def point(self, hex: str) -> None:
        """Choose what is at a hex."""
        self.close_fan()
        self.bring(hex)
        self.clicks += 1
        self.page.mouse.click(*self.at(hex))
        self.page.mouse.move(700, 4)
        self.settle()

    def close_fan(self) -> None:
        """Take the pointer off a stack."""
        self.read_dice()
        if self.page.locator(".fan").count():
            self.page.mouse.move(700, 4)
            self.page.wait_for_function("() => !document.querySelector('.fan')")

    def read_dice(self) -> None:
        """Put dice away that lie over the map: a click there would do no more."""
        self.page.evaluate("document.querySelector('.dice') && dispatchEvent(new PointerEvent('pointerdown'))")

    def press(self, selector: str) -> None:
        """Push a button."""
        self.clicks += 1
        self.page.mouse.click(*self._target(selector))
        self.settle()

    def _target(self, selector: str) -> tuple[float, float]:
        """Where something is that can be clicked on."""
        while True:
            if found := self.page.locator(selector).first.evaluate(TARGET, PATIENCE):
                return found[0], found[1]

    def drag(self, start: str, hex: str) -> None:
        """Drag a stack, or a unit that waits beside the map with its division, to a hex."""
        self.close_fan()
        self.bring(hex)
        self.clicks += 1
        if start in self.hexes:
            self.bring(start)
            x, y = self.at(start)
        else:
            box = self.page.locator(f"[data-tray-unit='{start}']").bounding_box()
            assert box
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(*self.at(hex), steps=5)
        self.page.mouse.up()
        self.page.mouse.move(700, 4)
        self.settle()

    def verb(self, verb: str) -> None:
        """Say a verb."""
        self.press(f".actions [data-verb='{verb}']:not([disabled])")

    def pick(self, hex: str, unit: str) -> None:
        """Choose one counter of a stack."""
        if not self.page.locator(f"[data-fan-unit='{unit}']").count():
            self.close_fan()
            self.bring(hex)
            x, y = self.at(hex)
            self.page.mouse.move(x - 3, y)
            self.page.mouse.move(x, y)
        self.press(f"[data-fan-unit='{unit}']")

    def pick_off_map(self, unit: str) -> None:
        """Choose a counter that waits off the map."""
        self.press(f"[data-tray-unit='{unit}']")

    def say(self, action: str) -> None:
        """Give a whole order word by word: verbs by button, counters in the tray or the fan, hexes on the map."""
        given = action.split()
        for at, word in enumerate(given):
            if self.words().count(word) >= given[: at + 1].count(word):
                continue
            if word in self.hexes:
                self.bring(word)
                self.point(word)
            elif self.page.locator(f".actions [data-verb='{word}']").count():
                self.finish() if word == "end" else self.verb(word)
            elif not self.touch(word, set(given)):
                self.commit()
            self._leave_out(set(given))
        if self.page.locator(f".menu.modal [data-verb='{given[0]}']").count():
            self.press(f".menu.modal [data-verb='{given[0]}']")  # what cannot be taken back is asked for once more
        self.insist()

    def touch(self, word: str, wanted: set[str]) -> bool:
        """Point at a hex, or at a unit: in the tray, with its stack where all of it is wanted, or in the fan."""
        if word in self.hexes:
            self.point(word)
        elif self.page.locator(f"[data-tray-unit='{word}']").count():
            self.pick_off_map(word)
        elif hex := self.unit_hex(word):
            self.bring(hex)
            self.point(hex) if set(self.stack(hex)) <= wanted else self.pick(hex, word)
        else:
            return False
        self._leave_out(wanted)
        return True

    def _leave_out(self, wanted: set[str]) -> None:
        """Take units out again who were proposed and are not meant."""
        for word in set(self.in_hand()) - wanted - set(self.hexes):
            if hex := self.unit_hex(word):
                self.pick(hex, word) if len(self.stack(hex)) > 1 else self.point(hex)
            elif self.page.locator(f"[data-tray-unit='{word}']").count():
                self.pick_off_map(word)

    def bring(self, hex: str) -> None:
        """Show the whole map if a hex is out of sight; that is no click of the game."""
        if not self.in_sight(hex):
            self.page.locator(".zoom button:nth-child(3)").dispatch_event("click")
            self.settle()
            if not self.in_sight(hex):  # the bar has grown over it
                self.page.keyboard.press("0")
                self.settle()

    def commit(self) -> None:
        """Commit the order, warnings or not."""
        self.press(".commit")
        self.insist()

    def insist(self) -> None:
        """Play what the page has warned of all the same."""
        if self.page.locator("[data-confirm]").count():
            self.press("[data-confirm]")

    def finish(self) -> None:
        """End the phase, warnings or not."""
        self.verb("end")
        self.insist()


class Finger(Hand):
    """A hand on a touch screen."""

    def bring(self, hex: str) -> None:
        """Go to a hex as a person does: the whole map, then a tap on the place."""
        if self.in_sight(hex) and self.wide() >= 21:
            return
        self.looks += 2
        self.page.locator(".zoom button:nth-child(3)").tap()
        self.settle()
        if self.wide() < 21:
            self.page.touchscreen.tap(*self.at(hex))
            self.settle()

    def wide(self) -> float:
        """How many pixels a hex is across."""
        scale = self.page.evaluate("new DOMMatrix(getComputedStyle(document.querySelector('.layers')).transform).a")
        return 2 * self.radius * float(scale)

    def point(self, hex: str) -> None:
        self.read_dice()
        self.bring(hex)
        self.clicks += 1
        self.page.touchscreen.tap(*self.at(hex))
        self.settle()

    def press(self, selector: str) -> None:
        self.clicks += 1
        self.page.touchscreen.tap(*self._target(selector))
        self.settle()

    def pick(self, hex: str, unit: str) -> None:
        taken = unit in self.in_hand()
        if not self.page.locator(f"[data-fan-unit='{unit}']").count():
            fresh = not set(self.stack(hex)) & set(self.in_hand())
            self.point(hex)
            if self.page.locator(".menu.modal").count():  # what is meant is plain, and only asked for once more
                return
            if fresh and self.in_hand():  # the whole stack: a second tap fans it out, and the others are left out
                others = [one for one in self.stack(hex) if one != unit and one in self.in_hand()]
                if len(others) > 1 and unit in self.in_hand():
                    self.point(hex)
                    self.press("[data-none]")
                    others = []
                for other in others:
                    self.point(hex)
                    self.press(f"[data-fan-unit='{other}']")
        fanned = self.page.locator(f"[data-fan-unit='{unit}']").count()  # not where one alone could answer: he has
        if fanned and (taken or unit not in self.in_hand()):
            self.press(f"[data-fan-unit='{unit}']")


class Keys(Hand):
    """A hand on the keyboard, and never on anything else."""

    def key(self, *keys: str) -> None:
        """Strike keys one after another."""
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def cursor(self) -> str:
        """Where the cursor is."""
        return str(self.page.evaluate("document.getElementById('board').dataset.cursor"))

    def to_board(self) -> None:
        """Bring the focus to the map."""
        for _ in range(4):
            if self.page.evaluate("document.activeElement === document.body || document.activeElement.id === 'board'"):
                return
            self.key("F6")
        raise AssertionError("the focus does not come to the map")

    def walk(self, hex: str) -> None:
        """Move the cursor with the arrow keys."""
        self.to_board()
        tx, ty = self.hexes[hex]
        for _ in range(140):
            here = self.cursor()
            if here == hex:
                return
            if not here:
                self.page.keyboard.press("ArrowRight")
                continue
            x, y = self.hexes[here]
            if abs(tx - x) > 20:
                self.page.keyboard.press("ArrowRight" if tx > x else "ArrowLeft")
            else:
                self.page.keyboard.press("ArrowDown" if ty > y else "ArrowUp")
        raise AssertionError(f"the cursor is at {self.cursor()}, not at {hex}")

    def point(self, hex: str) -> None:
        self.walk(hex)
        self.key("Enter")
        if self.page.locator(".menu.modal").count():
            self.key("Enter")

    def verb(self, verb: str) -> None:
        self.page.wait_for_selector(f".actions [data-verb={verb}]:not([disabled])")
        text = self.page.locator(f".actions [data-verb={verb}] kbd").inner_text()
        self.key(text.lower())

    def pick(self, hex: str, unit: str) -> None:
        self.walk(hex)
        self.key(" ")
        for _ in range(12):
            if self.page.evaluate("document.activeElement.dataset.fanUnit") == unit:
                self.key("Enter", "Escape")
                return
            self.key("ArrowRight")
        raise AssertionError(f"{unit} is not in the fan of {hex}")

    def pick_off_map(self, unit: str) -> None:
        for _ in range(4):
            if self.page.evaluate("!!document.activeElement.closest('#orders')"):
                break
            self.key("F6")
        for _ in range(40):
            if self.page.evaluate("document.activeElement.dataset.trayUnit") == unit:
                self.key("Enter")
                self.to_board()
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{unit} cannot be reached")

    def commit(self) -> None:
        self.to_board()
        for _ in range(9):  # what is under the cursor comes first: once nothing is, Enter commits
            if not self.page.locator(".commit").count():
                return
            self.key("ArrowUp", "ArrowUp", "Enter")

    def finish(self) -> None:
        self.to_board()
        self.verb("end")
        self.insist()

    def insist(self) -> None:
        if self.page.locator("[data-confirm]").count():
            self.key("Enter")


def _is_bad(kind: str, text: str) -> bool:
    """Errors of the page itself; of a refused question the answer is kept, not the browser's line about it."""
    return kind == "error" and not re.search(r"status of [45]\d\d", text)


def _until(done: Callable[[], bool], what: str) -> None:
    end = time.monotonic() + PATIENCE / 1000
    while not done():
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.05)
