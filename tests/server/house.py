"""A server of our own on loopback, and people at it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.sync.client import ClientConnection, connect

from grognard.server.app import Server, build
from grognard.server.delta import patched
from grognard.server.doorkeeper import config
from grognard.server.settings import Settings

Json = Any


@dataclass
class Person:
    """Somebody at a browser: keeps the secrets of seats, speaks to the server."""

    url: str
    tokens: dict[str, str] = field(default_factory=dict)
    match: str = ""
    headers: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.url, timeout=20, headers=self.headers)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """A request with the secrets this person has."""
        headers = {**more.pop("headers", {})}
        if self.tokens:
            headers.setdefault("X-Grognard-Seat", ",".join(self.tokens.values()))
        return self.http.request(method, path, headers=headers, **more)

    def at(self, path: str = "") -> str:
        return f"/api/matches/{self.match}{path}"

    def get(self, path: str = "", **asked: str) -> Json:
        """What the match answers; the test fails if it refuses."""
        response = self.ask("GET", self.at(path), params={k.rstrip("_"): v for k, v in asked.items()})
        assert response.status_code == 200, response.text
        return response.json()

    def post(self, path: str, body: Json, method: str = "POST") -> httpx.Response:
        return self.ask(method, self.at(path), json=body)

    def begin(self, seats: dict[str, str] | None = None, **more: Any) -> Person:
        """Start a match and take the seats that are ours."""
        wanted = {"game": "guderian", "seats": seats or {"german": "screen", "soviet": "screen"}, **more}
        response = self.ask("POST", "/api/matches", json=wanted)
        assert response.status_code == 200, response.text
        self.match, self.tokens = response.json()["id"], response.json()["tokens"]
        return self

    def state(self, side: str = "") -> Json:
        return self.get(**({"as_": side} if side else {}))

    def play(self, action: str, side: str = "", number: int | None = None) -> httpx.Response:
        number = self.state()["number"] if number is None else number
        return self.post("/actions", {"number": number, "action": action, "side": side})

    def plays(self, *actions: str) -> Json:
        """Play actions that must be legal; the answer to the last."""
        answer: Json = None
        for action in actions:
            response = self.play(action)
            assert response.status_code == 200, f"{action}: {response.text}"
            answer = response.json()
        return answer

    def with_only(self, *sides: str) -> Person:
        """The same person in another browser that knows only some of the secrets."""
        return replace(self, tokens={side: self.tokens[side] for side in sides})

    def stranger(self) -> Person:
        return replace(self, tokens={})

    @contextmanager
    def live(self, side: str = "", number: int = -1, *, deltas: bool = False, **more: Any) -> Iterator[Line]:
        """A live connection to the match; with `deltas`, like the page's own."""
        address = self.url.replace("http", "ws") + self.at("/live")
        with connect(address, origin=more.pop("origin", self.url), max_size=1 << 24, **more) as socket:
            hello = {"seats": list(self.tokens.values()), "side": side, "number": number, "deltas": deltas}
            socket.send(msgspec.json.encode(hello).decode())
            yield Line(socket)


@dataclass
class Line:
    """A live connection; what came over it is kept, for those who look at the wire."""

    socket: ClientConnection
    wire: list[str] = field(default_factory=list)
    state: Json = None  # put together by `follow`

    def hear(self, seconds: float = 20) -> Json:
        text = self.socket.recv(seconds)
        assert isinstance(text, str)
        self.wire.append(text)
        return msgspec.json.decode(text)

    def hear_of(self, kind: str, seconds: float = 20, **wanted: Any) -> Json:
        """The next message of a kind."""
        until = time.monotonic() + seconds
        while True:
            message = self.hear(max(0.01, until - time.monotonic()))
            if message["live"] == kind and all(message.get(k) == v for k, v in wanted.items()):
                return message

    def act(self, action: str, number: int, side: str = "", ask: int = 1) -> None:
        """Play over the connection; the answer is for whoever hears it."""
        order = {"number": number, "action": action, "side": side, "ask": ask}
        self.socket.send(msgspec.json.encode(order).decode())

    def follow(self, number: int, seconds: float = 20) -> Json:
        """The state with so many entries, from the one told whole and the changes since, as the page puts it together;
        the last message."""
        until = time.monotonic() + seconds
        while True:
            message = self.hear(max(0.01, until - time.monotonic()))
            self.take_in(message)
            if message["live"] in ("state", "delta") and self.state["number"] >= number:
                return message

    def take_in(self, message: Json) -> None:
        """Keep `state` true."""
        kind = message["live"]
        if kind == "state":
            self.state = message["state"]
        elif kind == "delta":
            assert message["since"] == self.state["number"]
            lines = [*self.state["lines"], *message["lines"]][message["dropped"] :]
            self.state = {**patched(self.state, message["patch"]), "lines": lines}
            assert self.state["number"] == message["number"]
        elif kind in ("seats", "proposal"):
            self.state = {**self.state, kind: message[kind]}

    def hear_state(self, number: int, seconds: float = 20) -> Json:
        """The state with so many entries."""
        while (message := self.hear_of("state", seconds))["state"]["number"] < number:
            pass
        return message

    def hear_turn(self, side: str) -> Json:
        """The state in which a side must decide."""
        while True:
            state = self.hear_of("state", seconds=30)["state"]
            if any(decision["side"] == side for decision in state["view"]["decisions"]):
                return state


@dataclass
class House:
    """A running server."""

    url: str
    server: Server

    def person(self, **headers: str) -> Person:
        return Person(self.url, headers=headers)


@contextmanager
def open_house(settings: Settings) -> Iterator[House]:
    """Run a server in a thread of its own."""
    app = build(settings)
    running = uvicorn.Server(config(app, "127.0.0.1", 0))
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    for _ in range(400):
        if running.started:
            break
        assert thread.is_alive(), "the server did not start"
        time.sleep(0.02)
    port = running.servers[0].sockets[0].getsockname()[1]
    try:
        yield House(f"http://127.0.0.1:{port}", app.state.server)
    finally:
        running.should_exit = True
        thread.join(20)


def stub_page(folder: Path) -> Path:
    """A page that is only there to be served."""
    (folder / "dist").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Grognard</title>")
    (folder / "dist" / "app.js").write_text("export {};")
    return folder
