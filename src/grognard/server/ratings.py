"""Ratings: one for every account in each game and side, changed by rated matches between two accounts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, func, insert, select, update

from grognard.server import clubmessages as m
from grognard.server import clubschema as t
from grognard.server import schema
from grognard.server.glicko import Rating, after, aged

if TYPE_CHECKING:
    from grognard.server.storage import Seat

PERIOD = 30 * 86_400_000  # a rating period, in milliseconds: so long unseen, and a rating is less sure
DAY = 86_400_000
PAIR_MAX = 4  # matches of the same two in a game that count within a day
SURE = 110.0  # a deviation below which a place on the ladder means something
ROWS = 200
PEOPLE = ("screen", "link")


def players(seats: Mapping[str, Seat]) -> dict[str, str]:
    """The two accounts of a match by side; empty if it is not one between two different accounts."""
    found = {side: seat.user for side, seat in seats.items() if seat.kind in PEOPLE and seat.user}
    if len(seats) != 2 or len(set(found.values())) != 2:
        return {}
    return {side: user for side, user in found.items() if user}


def _often(connection: Connection, who: Mapping[str, str], game: str, time: int) -> bool:
    """Whether these two have had their share of a day: more is one person with two names, or two who arrange it."""
    one, other = t.rated.alias(), t.rated.alias()
    first, second = who.values()
    between = one.join(other, one.c.match_id == other.c.match_id).join(
        schema.matches, schema.matches.c.id == one.c.match_id
    )
    wanted = select(func.count()).select_from(between).where(one.c.user_id == first, other.c.user_id == second)
    since = wanted.where(one.c.time > time - DAY, schema.matches.c.game == game)
    return int(connection.execute(since).scalar_one()) >= PAIR_MAX


def settle(connection: Connection, id: str, game: str, who: Mapping[str, str], winner: str, time: int) -> None:
    """Count a match, once: the winner is a side, '' for a draw."""
    connection.execute(update(schema.matches).where(schema.matches.c.id == id).values(rated=False))
    if not who or _often(connection, who, game, time):
        return
    before = {side: _rating(connection, user, game, side, time) for side, user in who.items()}
    for side, user in who.items():
        other = next(rating for one, rating in before.items() if one != side)
        score = 0.5 if not winner else float(side == winner)
        new = after(before[side], [(other, score)], 0.0)  # the time that has passed is counted already
        _store(connection, user, game, side, new, score, time)
        row = {"match_id": id, "side": side, "user_id": user, "score": score, "time": time}
        connection.execute(insert(t.rated), {**row, "old": before[side].rating, "new": new.rating})


def _rating(connection: Connection, user: str, game: str, side: str, time: int) -> Rating:
    c = t.ratings.c
    wanted = select(c.rating, c.deviation, c.volatility, c.time)
    row = connection.execute(wanted.where(c.user_id == user, c.game == game, c.side == side)).first()
    if row is None:
        return Rating()
    return aged(Rating(row.rating, row.deviation, row.volatility), (time - row.time) / PERIOD)


def _store(connection: Connection, user: str, game: str, side: str, new: Rating, score: float, time: int) -> None:
    c = t.ratings.c
    won, drawn = int(score == 1), int(score == 0.5)
    values: dict[Any, Any] = {"played": c.played + 1, "won": c.won + won, "drawn": c.drawn + drawn}
    key = (c.user_id == user, c.game == game, c.side == side)
    changed = connection.execute(update(t.ratings).where(*key).values(**values, **new._asdict(), time=time))
    if changed.rowcount == 0:
        row = {"user_id": user, "game": game, "side": side, "played": 1, "won": won, "drawn": drawn, "time": time}
        connection.execute(insert(t.ratings), {**row, **new._asdict()})


def standings(connection: Connection, game: str, side: str, time: int) -> list[m.LadderRow]:
    """The ladder: those whose strength is sure first, by what they have at least."""
    c = t.ratings.c
    joined = t.ratings.join(schema.users, c.user_id == schema.users.c.id)
    wanted = select(t.ratings, schema.users.c.name).select_from(joined).where(c.game == game, c.side == side)
    found = []
    for row in connection.execute(wanted.order_by((c.rating - 2 * c.deviation).desc()).limit(ROWS)):
        rating = aged(Rating(row.rating, row.deviation, row.volatility), (time - row.time) / PERIOD)
        found.append((rating, row))
    found.sort(key=lambda one: (one[0].deviation > SURE, 2 * one[0].deviation - one[0].rating, one[1].name))
    return [
        m.LadderRow(
            place=place,
            name=row.name,
            rating=round(rating.rating),
            deviation=round(rating.deviation),
            played=row.played,
            won=row.won,
            drawn=row.drawn,
            sure=rating.deviation <= SURE,
        )
        for place, (rating, row) in enumerate(found, 1)
    ]
