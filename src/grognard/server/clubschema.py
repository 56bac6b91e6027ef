"""The tables of what a club needs: clocks, ratings, notices. The matches themselves are in `schema`."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Integer, Table, Text

from grognard.server.schema import metadata


def _match() -> Column[str]:
    return Column("match_id", Text, ForeignKey("matches.id"), primary_key=True)


def _user(key: bool = False) -> Column[str]:
    return Column("user_id", Text, ForeignKey("users.id"), primary_key=key, nullable=False)


clocks = Table(
    "clocks",
    metadata,
    _match(),
    Column("side", Text, primary_key=True),
    Column("used", BigInteger, nullable=False),  # thinking time before it last began to run
    Column("since", BigInteger, nullable=False),  # when it began to run; 0 while it stands
    Column("until", BigInteger, nullable=False),  # when it runs out; 0 while it stands
)
alive = Table(  # one row: when a server was last seen at this database
    "alive",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("time", BigInteger, nullable=False),
)
downtimes = Table(
    "downtimes",
    metadata,
    Column("began", BigInteger, nullable=False),
    Column("ended", BigInteger, primary_key=True),
)
presence = Table(  # players who look at their match, renewed while they do
    "presence",
    metadata,
    _match(),
    _user(key=True),
    Column("time", BigInteger, nullable=False),
)
ratings = Table(
    "ratings",
    metadata,
    _user(key=True),
    Column("game", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("played", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("time", BigInteger, nullable=False),
)
rated = Table(  # what a match did to the ratings of its players
    "rated",
    metadata,
    _match(),
    Column("side", Text, primary_key=True),
    _user(),
    Column("score", Float, nullable=False),
    Column("old", Float, nullable=False),
    Column("new", Float, nullable=False),
    Column("time", BigInteger, nullable=False),
)
wishes = Table(  # how somebody wants to be told
    "wishes",
    metadata,
    _user(key=True),
    Column("mail", Text, nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("code", Text, nullable=False),  # the hash of the code that was sent to the address
    Column("guesses", Integer, nullable=False),
    Column("webhook", Text, nullable=False),
    Column("form", Text, nullable=False),  # discord or json
    Column("invitations", Boolean, nullable=False),
)
browsers = Table(  # those that get web push
    "browsers",
    metadata,
    Column("endpoint", Text, primary_key=True),
    _user(),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("time", BigInteger, nullable=False),
)
told = Table(  # when somebody was last told that it is their turn
    "told",
    metadata,
    _match(),
    _user(key=True),
    Column("time", BigInteger, nullable=False),
)
outbox = Table(
    "outbox",
    metadata,
    Column("id", Text, primary_key=True),
    _user(),
    Column("channel", Text, nullable=False),  # mail, webhook, push
    Column("target", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False),
)
keys = Table(  # secrets of the server itself
    "keys",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
