"""The description of the API, the page's types, and whatever a fuzzer can think of."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zlib import crc32

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import status_code_conformance

from grognard.server import openapi
from grognard.server.api import ENDPOINTS
from grognard.server.app import MODULES
from grognard.server.messages import ErrorMessage, Hello, LiveAct, NotesMessage
from grognard.server.typescript import FROM_THE_PAGE, typescript
from tests.server.house import House, Json, Person

ROOT = Path(__file__).parents[2]
assert MODULES  # all endpoints are declared


def test_the_page_s_types_are_current() -> None:
    committed = ROOT / "frontend" / "src" / "messages.ts"
    if not committed.exists():
        pytest.skip("no frontend in this tree")
    assert committed.read_text("utf-8") == typescript(), (
        "python -m grognard.server.typescript > frontend/src/messages.ts"
    )


def test_what_the_page_sends_is_known() -> None:
    bodies = {e.body for e in ENDPOINTS if isinstance(e.body, type) and e.body is not str}
    assert {t for t in bodies | {Hello, LiveAct} if t is not NotesMessage} == FROM_THE_PAGE  # notes go both ways


def test_the_description_speaks_of_every_endpoint(person: Person) -> None:
    described = person.ask("GET", "/api/openapi.json").json()
    assert described["openapi"].startswith("3.1")
    told = {(method.upper(), path) for path, verbs in described["paths"].items() for method in verbs}
    assert told == {(e.method, e.path) for e in ENDPOINTS if not e.public_only}
    assert "LiveState" in described["components"]["schemas"]
    assert "/api/login" in openapi.description(True)["paths"]


def test_the_worker_and_the_types_do_without_the_server_s_packages() -> None:
    code = "import sys, grognard.server.typescript; sys.exit('starlette' in sys.modules or 'sqlalchemy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- the fuzzer ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fuzzed(house: House) -> tuple[House, Person]:
    return house, house.person().begin()


schema = schemathesis.openapi.from_dict(openapi.description(False))
CHECKS = [not_a_server_error, status_code_conformance]


@schema.parametrize()
@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_whatever_is_asked_the_answer_is_in_order(case: Json, fuzzed: tuple[House, Person]) -> None:
    house, person = fuzzed
    if "id" in case.path_parameters and crc32(str(case.query).encode()) % 4:
        case.path_parameters["id"] = person.match  # most of the time a match that is there
        case.headers = {"X-Grognard-Seat": ",".join(person.tokens.values())}
    response = case.call(base_url=house.url, timeout=20)
    case.validate_response(response, checks=CHECKS)
    asked = next(e for e in ENDPOINTS if (e.method, e.path) == (case.method.upper(), case.path))
    if response.status_code >= 400:
        assert msgspec.json.decode(response.content, type=ErrorMessage).error
    elif not isinstance(asked.answer, str):
        msgspec.json.decode(response.content, type=asked.answer)
