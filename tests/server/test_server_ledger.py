"""What workers count together: a limit is one limit, however many processes serve."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from grognard.server.accounts import COOKIE
from grognard.server.crew import owner_of
from grognard.server.ledger import WAYS, Ledger, SharedNumbers
from grognard.server.settings import Settings
from tests.server.house import Person
from tests.server.process import ServerProcess

WORKERS = 2


def two(folder: Path) -> tuple[Ledger, Ledger]:
    return Ledger(str(folder), 0, 2), Ledger(str(folder), 1, 2)


def test_a_bucket_is_shared(tmp_path: Path) -> None:
    one, other = (ledger.limit("looks", 4, 0.0) for ledger in two(tmp_path))
    assert [one.allows("anna"), other.allows("anna"), one.allows("anna"), other.allows("anna")] == [True] * 4
    assert not one.allows("anna")
    assert not other.allows("anna")
    assert other.allows("boris")
    one.give_back("anna")
    assert other.allows("anna")
    assert not one.allows("anna")


def test_one_that_starts_again_takes_nothing_away_from_under_the_others(tmp_path: Path) -> None:
    """What a file is cut by, those who have it in their memory must not look at: the system would end them."""
    one, other = two(tmp_path)
    one.opened("anna", 2)
    other.opened("anna", 1)
    files = {path: (path.stat().st_size, path.stat().st_blocks) for path in tmp_path.iterdir()}
    assert all(512 * blocks >= size for size, blocks in files.values())  # room that is there, though the disk fills up
    sizes: set[int] = set()
    with pytest.MonkeyPatch.context() as patch:

        def cleared(numbers: SharedNumbers) -> None:
            sizes.update(path.stat().st_size - size for path, (size, _) in files.items())
            clear(numbers)

        clear = SharedNumbers.clear
        patch.setattr(SharedNumbers, "clear", cleared)
        again = Ledger(str(tmp_path), 0, 2)
    assert sizes == {0}
    assert other.open_now("anna") == again.open_now("anna") == 1


def test_limits_of_different_names_are_different(tmp_path: Path) -> None:
    ledger, _ = two(tmp_path)
    assert ledger.limit("looks", 1, 0.0).allows("anna")
    assert ledger.limit("changes", 1, 0.0).allows("anna")
    assert not ledger.limit("looks", 1, 0.0).allows("anna")


def test_a_shared_bucket_fills_again_and_outlives_a_worker(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    now = 1000.0
    one._clock = other._clock = lambda: now
    limits = [ledger.limit("looks", 2, 0.5) for ledger in (one, other)]
    assert [limits[0].allows("anna") for _ in range(3)] == [True, True, False]
    again = Ledger(str(tmp_path), 0, 2)  # the one that takes the place of a dead worker
    again._clock = lambda: now
    assert not again.limit("looks", 2, 0.5).allows("anna")
    now += 2
    assert [limits[1].allows("anna") for _ in range(2)] == [True, False]


def test_a_crowd_of_strangers_drives_out_the_oldest_only(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    limit = one.limit("", 1, 0.0)
    set_of = one._buckets.place(" anna")[1]
    assert limit.allows("anna")
    others = (f"stranger{n}" for n in range(10**6))
    crowd = [
        key
        for key, _ in zip(
            (k for k in others if one._buckets.place(f" {k}")[1] == set_of), range(WAYS - 1), strict=False
        )
    ]
    assert all(limit.allows(key) for key in crowd)
    assert not other.limit("", 1, 0.0).allows("anna")


def test_live_connections_are_counted_at_all_workers(tmp_path: Path) -> None:
    one, other = two(tmp_path)
    for ledger in (one, other, other):
        ledger.opened("anna", 1)
    assert one.open_now("anna") == other.open_now("anna") == 3
    assert one.open_now("boris") == 0
    other.opened("anna", -1)
    assert one.open_now("anna") == 2
    assert Ledger(str(tmp_path), 1, 2).open_now("anna") == 1  # those of a dead worker have gone with it


def logged_in(url: str, name: str) -> Person:
    person = Person(url, headers={"Origin": url})
    said = person.ask("POST", "/api/register", json={"name": name, "password": "correct horse battery"})
    assert said.status_code == 200, said.text
    return person


def test_one_account_at_two_workers_has_the_limits_of_one(tmp_path: Path) -> None:
    server = ServerProcess(str(tmp_path / "matches.sqlite3"), workers=WORKERS, public=True)
    try:
        anna = logged_in(server.url, "Anna")
        cookie = {"Cookie": f"{COOKIE}={anna.http.cookies[COOKIE]}", "Origin": server.url}
        wanted = {"game": "oder", "seats": {"german": "screen", "soviet": "screen"}}
        burst, per_second = Settings(db="").new_matches

        def begin(_: int) -> httpx.Response:
            """Over a connection of its own, which either worker accepts."""
            return httpx.post(f"{server.url}/api/matches", json=wanted, headers=cookie, timeout=60)

        with ThreadPoolExecutor(6) as crowd:
            said = list(crowd.map(begin, range(2 * burst)))
        begun = [answer.json()["id"] for answer in said if answer.status_code == 200]
        assert {answer.status_code for answer in said} == {200, 429}
        assert burst <= len(begun) <= burst + 2 + per_second * 60
        assert {owner_of(id, WORKERS) for id in begun} == {0, 1}
        _crowd_of_pages(anna, begun, {"Cookie": cookie["Cookie"]})
    finally:
        server.stop()


def _crowd_of_pages(anna: Person, matches: list[str], cookie: dict[str, str]) -> None:
    """As many pages as an account may have, at matches of both workers, and one more."""
    pages = []
    most = Settings(db="").sockets
    for n in range(most):
        anna.match = matches[n % len(matches)]
        pages.append(anna.live(additional_headers=cookie))
        pages[-1].__enter__().hear_of("state", 20)
    for match in matches[:2]:
        anna.match = match
        with anna.live(additional_headers=cookie) as line, pytest.raises(ConnectionClosed, match="too many pages"):
            line.hear_of("state", 20)
    for page in pages:
        page.__exit__(None, None, None)
