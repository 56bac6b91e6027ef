"""A fuzzer at a club's server with two workers: every endpoint with whatever it can think of, and broken HTTP."""

from __future__ import annotations

import random
import socket
import time
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlsplit
from zlib import crc32

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance

from grognard.server import openapi
from grognard.server.accounts import COOKIE
from grognard.server.api import ENDPOINTS
from grognard.server.app import MODULES
from grognard.server.crew import owner_of
from grognard.server.messages import ErrorMessage
from tests.server.house import Json, Person
from tests.server.process import ServerProcess

assert MODULES  # all endpoints are declared
WORKERS = 2
PATIENCE = 20
LONG_LIMITS = ("/api/matches", "/api/matches/import", "/api/register", "/api/login", "/api/password")  # and the like
GAMES = ("guderian", "eastfront", "oder", "battles", "bugriver")
CHECKS = [not_a_server_error, status_code_conformance]
schema = schemathesis.openapi.from_dict(openapi.description(True))


class Club:
    """A server, an account, and a match of hers at each worker."""

    def __init__(self, db: str) -> None:
        self.server = ServerProcess(db, workers=WORKERS, public=True)
        self.workers = sorted(self.server.workers())
        self.anna = Person(self.server.url, headers={"Origin": self.server.url})
        self.anna.http.timeout = 60  # the machine may be busy
        account = {"name": "Anna", "password": "correct horse battery"}
        assert self.anna.ask("POST", "/api/register", json=account).status_code == 200
        self.answers: Counter[int] = Counter()  # by status
        self.matches: dict[int, tuple[str, str]] = {}
        while len(self.matches) < WORKERS:
            self.anna.begin()
            tokens = ",".join(self.anna.tokens.values())
            self.matches.setdefault(owner_of(self.anna.match, WORKERS), (self.anna.match, tokens))

    def headers(self, path: str) -> dict[str, str]:
        headers = {"Origin": self.server.url}
        if path != "/api/logout":  # the session is needed for the rest
            headers["Cookie"] = f"{COOKIE}={self.anna.http.cookies[COOKIE]}"
        return headers


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    made = Club(str(tmp_path_factory.mktemp("fuzz") / "matches.sqlite3"))
    yield made
    print(f"\n{made.answers.total()} requests: {dict(sorted(made.answers.items()))}")  # pytest -s shows it
    assert sorted(made.server.workers()) == made.workers  # none has died of it
    made.server.stop()


def fuzz(case: Json, club: Club) -> None:
    case.headers = club.headers(case.path)
    chance = crc32(f"{dict(case.path_parameters)} {case.query} {case.body}".encode("utf-8", "replace"))
    if "game" in case.path_parameters and chance % 4:
        case.path_parameters["game"] = GAMES[chance // 4 % len(GAMES)]
    if "id" in case.path_parameters and chance % 4:
        match, tokens = club.matches[chance // 4 % WORKERS]  # most of the time one that is there
        case.path_parameters["id"] = match
        case.headers["X-Grognard-Seat"] = tokens
    response = case.call(base_url=club.server.url, timeout=60)
    for _ in range(PATIENCE):  # what is only told to wait has not been tried
        if response.status_code != 429 or case.path in LONG_LIMITS:
            break
        time.sleep(0.1)
        response = case.call(base_url=club.server.url, timeout=60)
    club.answers[response.status_code] += 1
    case.validate_response(response, checks=CHECKS)
    asked = next(e for e in ENDPOINTS if (e.method, e.path) == (case.method.upper(), case.path))
    if response.status_code >= 400:
        assert msgspec.json.decode(response.content, type=ErrorMessage).error
    elif not isinstance(asked.answer, str) and asked.answer is not None:
        msgspec.json.decode(response.content, type=asked.answer)


def trials(count: int) -> settings:
    return settings(
        max_examples=count,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )


@schema.parametrize()
@trials(2)
def test_two_workers_answer_in_order(case: Json, club: Club) -> None:
    fuzz(case, club)


@pytest.mark.soak
@schema.parametrize()
@trials(60)
def test_two_workers_answer_in_order_at_length(case: Json, club: Club) -> None:
    fuzz(case, club)


# --- broken HTTP -----------------------------------------------------------------------------------------------------


def mutated(chance: random.Random, content: bytes) -> bytes:
    """A request with something wrong in it, or two of them run together."""
    data = bytearray(content)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(data))
        kind = chance.randrange(5)
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            del data[at : at + chance.randrange(1, 30)]
        elif kind == 2:
            data[at:at] = chance.choice(
                [b"\r\n", b"\r\n\r\n", b"\0", b"\xff" * 20, b"Content-Length: 7\r\n", b"A" * 9000]
            )
        elif kind == 3:
            data += content
        else:
            data[at:at] = b"Transfer-Encoding: chunked\r\n"
        data = data or bytearray(b"x")
    return bytes(data)


def broken(club: Club, times: int, seed: str) -> list[bytes]:
    """What is answered to broken requests."""
    place = urlsplit(club.server.url)
    chance = random.Random(seed)
    answers = []
    for _ in range(times):
        match, tokens = chance.choice(list(club.matches.values()))
        path = chance.choice([f"/api/matches/{match}", f"/api/matches/{match}/notes", "/api/login", "/api/theme", "/"])
        body = b'{"side":"soviet","text":"x"}'
        head = f"PUT {path} HTTP/1.1\r\nHost: {place.netloc}\r\nX-Grognard-Seat: {tokens}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        with socket.create_connection((place.hostname, place.port), timeout=30) as line:
            line.sendall(mutated(chance, head.encode() + body))
            line.shutdown(socket.SHUT_WR)
            try:
                answers.append(line.recv(1 << 16))
            except ConnectionResetError:  # it hung up on nonsense that it did not read to the end
                answers.append(b"")
    return answers


def test_broken_requests_break_nothing(club: Club) -> None:
    check_broken(club, broken(club, 60, "short"))


@pytest.mark.soak
def test_many_broken_requests_break_nothing(club: Club) -> None:
    check_broken(club, broken(club, 3000, "long"))


def check_broken(club: Club, answers: list[bytes]) -> None:
    assert all(not answer or answer.startswith(b"HTTP/1.1 ") for answer in answers)
    assert not [answer[:200] for answer in answers if answer[9:12] == b"500"]
    assert any(answer.startswith(b"HTTP/1.1 400") for answer in answers)
    for match, _ in club.matches.values():
        club.anna.match = match
        assert club.anna.state()["id"] == match
