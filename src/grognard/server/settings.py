"""How a server is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from grognard.bots import BOTS
from grognard.server.clubsettings import Club

STATIC = Path(__file__).parent / "static"
KILOBYTE = 1024


@dataclass(frozen=True)
class Settings:
    """Where matches are kept, who may come, and how much of anything is allowed."""

    db: str
    public: bool = False  # accounts, and anybody may reach the server
    static: Path = STATIC
    body_max: int = 256 * KILOBYTE
    import_max: int = 4 * 1024 * KILOBYTE
    bot_workers: int = 2
    bot_seconds: float = 60.0  # what a bot may think about one action
    bot_programs: Mapping[str, str] = field(default_factory=dict)  # name -> command: programs that may play as bots
    hint_bot: str = "staff"
    bot_pace: float = 0.5  # seconds between actions when bots play alone before an audience
    session_days: int = 30
    logins: tuple[int, float] = (8, 0.1)  # failures at once, and a second, by name and address together
    guesses: tuple[int, float] = (60, 0.2)  # failures and new accounts by address
    sockets: int = 30  # live connections of one account
    visits: tuple[int, float] = (600, 200.0)  # anything at all, by address
    reads: tuple[int, float] = (200, 50.0)  # what changes nothing, by account
    costly: tuple[int, float] = (30, 3.0)  # of that, what takes the server some work: previews, the past, whole logs
    clerks: int = 2  # processes for what may take long
    start_seconds: float = 5.0  # of processor time: to start a match from a position
    import_seconds: float = 60.0  # to read a save file
    preview_seconds: float = 3.0
    toil: tuple[float, float] = (6.0, 0.5)  # seconds of processor time at once, and a second, by account
    report_seconds: float = 60.0  # to write a report
    passwords: tuple[int, float] = (80, 0.5)  # passwords to work out, right ones and wrong ones, by address
    hellos: tuple[int, float] = (60, 5.0)  # live connections begun, or asked to begin anew, by account
    sockets_from: int = 200  # live connections from one address
    changes: tuple[int, float] = (60, 20.0)  # the same for everything that changes something, by account
    new_matches: tuple[int, float] = (20, 0.05)
    hints: tuple[int, float] = (10, 0.1)
    workers: int = 1  # processes that share the work of this server
    worker: int = 0  # which of them this is
    folder: str = ""  # where they meet
    invitations: tuple[int, float] = (20, 0.01)  # by account
    notice_changes: tuple[int, float] = (20, 0.05)
    letters: tuple[int, float] = (4, 0.001)  # codes and trials, by account and by address
    club: Club = field(default_factory=Club)

    @property
    def bots(self) -> dict[str, str]:
        """Every bot that may take a seat here: module:class, or exec:COMMAND."""
        return {**BOTS, **{name: f"exec:{command}" for name, command in self.bot_programs.items()}}
