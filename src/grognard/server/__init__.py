"""The server: matches kept in a database, played over HTTP and live connections. See `messages` for the API."""

from __future__ import annotations

from grognard.server.serve import serve

__all__ = ["serve"]
