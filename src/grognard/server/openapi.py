"""The API described by itself: OpenAPI 3.1 from the endpoints and the types of the messages."""

from __future__ import annotations

import re
from typing import Any

import msgspec

import grognard
from grognard.server import messages as m
from grognard.server.api import ENDPOINTS, SEAT_HEADER, Endpoint
from grognard.server.messages import ErrorMessage

LIVE = (m.Hello, m.LiveAct, m.LiveState, m.LiveDelta, m.LiveRefused, m.LiveSeats, m.LiveChat, m.LiveProposal)
REFUSALS = {
    400: "malformed",
    401: "not logged in",
    403: "not your seat, or not from this site",
    404: "not there",
    405: "no such verb",
    408: "it did not arrive in time",
    409: "somebody else acted first, or it does not fit what is there now",
    410: "a match that cannot be opened any more",
    413: "too large",
    415: "not JSON",
    421: "this connection does not lead to that match: use another",
    422: "a rule of the game forbids it",
    429: "too fast",
    503: "it could not be stored, or no bot could answer",
}


def description(public: bool) -> dict[str, Any]:
    """The whole document."""
    wanted = [e for e in ENDPOINTS if public or not e.public_only]
    types = [t for e in wanted for t in (e.answer, e.body) if t not in (None, str) and not isinstance(t, str)]
    schemas, components = msgspec.json.schema_components(
        [*types, ErrorMessage, *LIVE], ref_template="#/components/schemas/{name}"
    )
    by_type = dict(zip([repr(t) for t in types], schemas, strict=False))
    error = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorMessage"}}}
    refusals = {str(code): {"description": text, "content": error} for code, text in REFUSALS.items()}
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in wanted:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type, refusals)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Grognard",
            "version": grognard.__version__,
            "description": "Live updates come over a WebSocket at /api/matches/{id}/live: send a Hello, then read "
            "LiveState (or, if the Hello asked for deltas, LiveDelta), LiveSeats, LiveChat and LiveProposal. A LiveAct "
            "plays an action; it is answered by the state or delta it leads to, or by LiveRefused.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, by_type: dict[str, Any], refusals: dict[str, Any]) -> dict[str, Any]:
    parameters = [_parameter("path", name) for name in re.findall(r"{(\w+)}", endpoint.path)]
    parameters += [_parameter("query", name) for name in endpoint.query]
    if "{id}" in endpoint.path or endpoint.path == "/api/matches":
        parameters.append(_parameter("header", SEAT_HEADER))
    operation: dict[str, Any] = {
        "operationId": endpoint.run.__name__,
        "summary": (endpoint.run.__doc__ or "").strip(),
        "parameters": parameters,
        "responses": {**_answer(endpoint, by_type), **refusals},
    }
    if endpoint.body is not None:
        schema = {"type": "string"} if endpoint.body is str else by_type[repr(endpoint.body)]
        media = "text/plain" if endpoint.body is str else "application/json"
        operation["requestBody"] = {"required": True, "content": {media: {"schema": schema}}}
    return operation


def _parameter(where: str, name: str) -> dict[str, Any]:
    kind = {"type": "integer", "minimum": 0, "maximum": 999_999_999} if name == "number" else {"type": "string"}
    return {"name": name, "in": where, "required": where == "path", "schema": kind}


def _answer(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    if endpoint.answer is None:
        return {"204": {"description": "done"}}
    if isinstance(endpoint.answer, str):
        return {"200": {"description": "done", "content": {endpoint.answer: {}}}}
    return {"200": {"description": "done", "content": {"application/json": {"schema": by_type[repr(endpoint.answer)]}}}}
