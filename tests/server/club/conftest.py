"""A club's server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.club.clubhouse import open_club
from tests.server.house import House


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, static: Path) -> Iterator[House]:
    with open_club(tmp_path_factory.mktemp("db") / "m.sqlite3", static) as house:
        yield house
