"""The page's own files: index.html at the root, and what it loads under /static."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

MISSING = "The page has not been built. The API is at /api/openapi.json.\n"
ALL = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]


def page_routes(folder: Path) -> list[BaseRoute]:
    """The routes of the page."""

    async def index(request: Request) -> Response:
        file = folder / "index.html"
        return FileResponse(file) if file.is_file() else PlainTextResponse(MISSING, 503)

    async def worker(request: Request) -> Response:
        """The service worker: only from the root may it speak for the whole page."""
        file = folder / "sw.js"
        return FileResponse(file, media_type="text/javascript") if file.is_file() else await nothing_here(request)

    files = StaticFiles(directory=folder, check_dir=False)
    return [
        Route("/", index),
        Route("/sw.js", worker),
        Mount("/static", files),
        Route("/{path:path}", nothing_here, methods=ALL),
    ]


async def nothing_here(request: Request) -> Response:
    """For addresses that mean nothing."""
    content = b'{"error":"there is nothing at this address","rule":"","number":-1}'
    return Response(content, 404, None, "application/json")
