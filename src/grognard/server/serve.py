"""Starting the server: `serve()` for the command line, `python -m grognard.server` for developers."""

from __future__ import annotations

import contextlib
import logging
import os
import re
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.errors import Invalid

if TYPE_CHECKING:
    import uvicorn

    from grognard.server.settings import Settings

PORT = 8123


def default_db() -> Path:
    """The database in the user's data directory."""
    from platformdirs import user_data_path

    return user_data_path("grognard", appauthor=False) / "matches.sqlite3"


def serve(
    host: str = "127.0.0.1",
    port: int = PORT,
    db: str | None = None,
    public: bool = False,
    open_browser: bool = False,
    programs: Sequence[str] = (),
    workers: int = 1,
    settings_file: str | None = None,
) -> None:
    """Run the server until it is stopped. Without `public` it answers only on this machine and needs no accounts.

    `programs` are NAME=COMMAND: programs on this machine that people may put on a seat as bots. `workers` is the number
    of processes; 0 is one for each processor. `settings_file` is the operator's TOML file, with mail, clocks and the
    like.
    """
    try:
        for package in ("starlette", "uvicorn"):
            if find_spec(package) is None:
                raise ModuleNotFoundError(name=package)
        from grognard.server.foreman import can_share, run
        from grognard.server.provisions import collect_seldom, many_files
        from grognard.server.storage import Storage
    except ImportError as error:
        raise Invalid(f"the server needs more packages: pip install 'grognard[server]' ({error.name})") from error
    from grognard.server.addresses import is_loopback
    from grognard.server.clubsettings import Club, read_club
    from grognard.server.settings import Settings

    allowed = bot_programs(programs)
    club = read_club(settings_file) if settings_file else Club()
    if club.late_bot not in Settings(db="", bot_programs=allowed).bots:
        raise Invalid(f"{settings_file}: late_bot: there is no bot '{club.late_bot}'")
    if not public and not is_loopback(host if ":" not in host else f"[{host}]"):
        raise Invalid(f"{host} can be reached by others: say --public, which asks everybody to log in")
    address = f"http://{'localhost' if is_loopback(host) else host}:{port}/"
    if port and not _is_free(host, port):
        if open_browser and _is_ours(address):
            print(f"Grognard is running already: {address}", file=sys.stderr)
            webbrowser.open(address)
            return
        raise Invalid(f"port {port} is in use: choose another with --port")
    logging.basicConfig(
        level=logging.INFO if public else logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    workers = (workers or os.cpu_count() or 1) if can_share() else 1
    settings = Settings(db=str(db or default_db()), public=public, bot_programs=allowed, club=club)
    many_files()
    alone = _server(settings, host, port) if workers == 1 else None
    storage = Storage(settings.db) if alone is None else None  # refused if another server has the file
    print(f"Grognard is at {address}  (stop with Ctrl-C)", file=sys.stderr)
    if open_browser:
        threading.Thread(target=_open_when_ready, args=(address,), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        if storage is not None:
            run(storage, settings, host, port, workers, logging.getLogger().level)
        elif alone is not None:
            collect_seldom()
            alone.run()


def _server(settings: Settings, host: str, port: int) -> uvicorn.Server:
    """A server that is this process; one that only keeps workers going needs none of it in memory."""
    import uvicorn

    from grognard.server.app import build
    from grognard.server.doorkeeper import config

    return uvicorn.Server(config(build(settings), host, port))


def bot_programs(programs: Sequence[str]) -> dict[str, str]:
    """The commands of NAME=COMMAND by name; Invalid if a name is taken or a program is not there."""
    from grognard.bots import BOTS, make

    found: dict[str, str] = {}
    for text in programs:
        name, _, command = text.partition("=")
        if not re.fullmatch(r"[a-z][a-z0-9-]{0,29}", name) or not command.strip():
            raise Invalid(f"'{text}': say NAME=COMMAND, the name in small letters, as mybot=./mybot.py")
        if name in BOTS or name in found:
            raise Invalid(f"'{text}': there is a bot '{name}' already")
        make(f"exec:{command}", 0)  # says what is wrong with it
        found[name] = command
    return found


def _is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def _is_ours(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}api/games", timeout=2) as answer:
            return bool(answer.status == 200 and answer.headers.get_content_type() == "application/json")
    except (OSError, ValueError):
        return False


def _open_when_ready(address: str) -> None:
    for _ in range(100):
        if _is_ours(address):
            webbrowser.open(address)
            return
        time.sleep(0.1)
