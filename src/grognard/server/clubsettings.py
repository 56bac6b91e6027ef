"""What the operator of a club sets: the site's address, mail, how long people may be silent. A TOML file."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from grognard.datafile import parse
from grognard.errors import Invalid

SECURITY = ("starttls", "tls", "none")


@dataclass(frozen=True)
class Mail:
    """How mail is sent; without a host there is none."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    security: str = "starttls"


@dataclass(frozen=True)
class Club:
    """The club's own settings."""

    url: str = ""  # where people reach the site, for the links in notices
    contact: str = ""  # mailto: or https: of the operator, for push services
    private_targets: bool = False  # webhooks may lead into the local network, and to plain http
    mail: Mail = field(default_factory=Mail)
    told_after: float = 60.0  # seconds until somebody who is not there is told that it is their turn
    beat: float = 10.0  # seconds between two looks at clocks and notices
    grace: float = 300.0  # seconds that a running clock has at least, when the server comes back
    silent_days: float = 30.0  # until a silent opponent's match may be claimed
    forgotten_days: float = 180.0  # until a match that nobody plays is called off
    late_bot: str = "staff"
    metrics_port: int = 0  # of 127.0.0.1; 0: none


def read_club(path: str | Path) -> Club:
    """The settings in a file; Invalid, in one line, if something in it is wrong."""
    try:
        text = Path(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid(f"{path}: cannot be read: {error}") from error
    table = parse(text, str(path))
    mail: Mail = _take(Mail, table.pop("mail", {}), f"{path}, [mail]")
    club: Club = _take(Club, {**table, "mail": mail}, str(path))
    if mail.host and "@" not in parseaddr(mail.sender)[1]:
        raise Invalid(f"{path}, [mail]: sender must be an address, as 'Our club <club@example.org>'")
    if mail.security not in SECURITY:
        raise Invalid(f"{path}, [mail]: security is {', '.join(SECURITY)}, not '{mail.security}'")
    if club.url and urlsplit(club.url).scheme not in ("http", "https"):
        raise Invalid(f"{path}: url must begin with https://")
    if club.contact and not club.contact.startswith(("mailto:", "https://")):
        raise Invalid(f"{path}: contact must begin with mailto: or https://")
    return club


def _take(kind: type[Any], table: Any, where: str) -> Any:
    if not isinstance(table, dict):
        raise Invalid(f"{where}: must be a table")
    known = {f.name: f for f in fields(kind)}
    for key, value in table.items():
        if key not in known:
            raise Invalid(f"{where}: no key '{key}': there is {', '.join(known)}")
        usual = getattr(kind(), key)
        if isinstance(usual, float) and type(value) is int:
            table[key] = value = float(value)
        if type(value) is not type(usual):
            raise Invalid(f"{where}: {key} must be like {usual!r}, not {value!r}")
        if isinstance(value, int | float) and value < 0:
            raise Invalid(f"{where}: {key} must not be below 0")
    return kind(**table)
