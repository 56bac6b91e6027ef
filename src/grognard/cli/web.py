"""The games in the browser."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

PORT = 8123
Programs = Annotated[list[str] | None, Parameter(name="--bot-program")]


def serve(
    *,
    host: str = "127.0.0.1",
    port: int = PORT,
    db: str | None = None,
    public: bool = False,
    bot_program: Programs = None,
    workers: int = 0,
    settings: str | None = None,
    browser: Annotated[bool, Parameter(negative="--no-browser")] = True,
) -> None:
    """Serve the games until Ctrl-C and open them in the browser.

    Parameters
    ----------
    host
        The address to listen on; without --public only this machine's own.
    port
        The port.
    db
        Where matches are kept: a file for SQLite, or postgresql://user@host/name.
    public
        For a machine that others reach: everybody needs an account.
    bot_program
        NAME=COMMAND: a program on this machine that people may put on a seat as the bot NAME; may be repeated.
    workers
        The number of processes that serve; 0 is one for each processor of the machine.
    settings
        The operator's TOML file: the site's address, mail, clocks, metrics (docs/server.md).
    browser
        Open the browser.
    """
    from grognard.server import serve as run

    run(
        host,
        port,
        db,
        public,
        open_browser=browser and not public,
        programs=bot_program or (),
        workers=workers,
        settings_file=settings,
    )
