"""Messages of the club: clocks, the ladder, invitations, and how people are told that it is their turn.

GET    /api/ladder               ?game=&side=     LadderMessage
GET    /api/notices                               NoticesMessage
PUT    /api/notices              WantedNotices -> NoticesMessage
POST   /api/notices/confirm      Confirm       -> NoticesMessage: the code that came by mail
POST   /api/notices/push         Browser       -> NoticesMessage: tell this browser
POST   /api/notices/push/stop    Browser       -> NoticesMessage: tell it no more
POST   /api/notices/test                       -> NoticesMessage: send something everywhere
POST   /api/matches/{id}/seats/{side}/decline     an invitation is declined
POST   /api/matches/{id}/claim   Claim         -> Acted: the other side has been silent too long
"""

from __future__ import annotations

import msgspec


class ClubMessage(msgspec.Struct, frozen=True, kw_only=True):
    """Base of the club's messages."""


class ClockTerms(ClubMessage, frozen=True):
    """The clocks of a match, in seconds, 0 for none: for a move (until the other side is asked) and for the match."""

    per_move: int = 0
    per_match: int = 0
    late: str = "forfeit"  # what happens to whoever runs out of time: `forfeit`, or `bot`: a bot plays on for them


class ClockMessage(ClubMessage, frozen=True):
    """A side's clock: the thinking time it has used before, and when it began to run and runs out; 0 if it stands."""

    side: str
    used: int
    since: int
    until: int


class OlderMessage(ClubMessage, frozen=True):
    """A match that was made under other rules than the server has now: nothing is played until the sides agree."""

    made: str
    here: str
    target: int  # the entry up to which it comes out as it was, with the rules there are now
    text: str


class LadderRow(ClubMessage, frozen=True):
    """Somebody on the ladder of a game and side."""

    place: int
    name: str
    rating: int
    deviation: int
    played: int
    won: int
    drawn: int
    sure: bool  # enough games, and not too long ago


class LadderMessage(ClubMessage, frozen=True):
    """The ladder of a game and side."""

    game: str
    side: str
    rows: list[LadderRow]


class NoticesMessage(ClubMessage, frozen=True):
    """How somebody is told. A webhook's address is a secret: only its beginning and end are shown."""

    mail: str
    confirmed: bool
    webhook: str
    form: str  # discord or json
    browsers: int
    invitations: bool  # others may invite me
    can_mail: bool
    can_push: bool
    push_key: str  # the server's public key, for the browser


class WantedNotices(ClubMessage, frozen=True):
    """Changes to how somebody is told: None leaves a thing as it is, '' switches it off."""

    mail: str | None = None
    webhook: str | None = None
    form: str | None = None
    invitations: bool | None = None


class Confirm(ClubMessage, frozen=True):
    """The code that came by mail."""

    code: str


class Browser(ClubMessage, frozen=True):
    """A browser's push subscription."""

    endpoint: str
    p256dh: str = ""
    auth: str = ""


class Claim(ClubMessage, frozen=True):
    """End a match whose other side is silent: as a `win`, or `off` without a result."""

    how: str
