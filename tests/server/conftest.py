"""Databases and servers for the tests: every storage test runs on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from grognard.server import accounts
from grognard.server.settings import Settings
from tests.server import postgres
from tests.server.house import House, Person, open_house, stub_page

_names = count()
_CHEAP = partial(PasswordHasher, time_cost=1, memory_cost=1024, parallelism=1)


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """A password costs the server a quarter of a second on purpose, and the tests know some three hundred people."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accounts, "PasswordHasher", _CHEAP)
        yield


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    if reason := postgres.why_not():
        pytest.skip(reason)
    with postgres.running() as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "matches.sqlite3")
    address: str = request.getfixturevalue("postgres_address")
    return postgres.fresh_database(address, f"test{next(_names)}")


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stub_page(tmp_path_factory.mktemp("static"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    """A server on one's own machine, shared by the tests of a module."""
    db = tmp_path_factory.mktemp("db") / "matches.sqlite3"
    with open_house(Settings(db=str(db), static=static, bot_pace=0.01)) as house:
        yield house


@pytest.fixture(scope="module")
def public_house(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    """A server that asks everybody to log in."""
    db = tmp_path_factory.mktemp("db") / "matches.sqlite3"
    with open_house(Settings(db=str(db), static=static, public=True)) as house:
        yield house


@pytest.fixture
def person(house: House) -> Person:
    return house.person()
