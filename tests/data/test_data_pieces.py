"""Counters: reading them, and the line a person gets who made a mistake in one."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
import pytest

from grognard.errors import Invalid
from grognard.pieces import Pieces, Plain, Strength

TYPES = {"panzer": {"name": "Panzer regiment", "class": "mechanised", "symbol": "armor", "size": "III"}}


def counters(*pieces: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"types": TYPES, "divisions": {"7Pz": "7th Panzer Division"}, "pieces": {"german": list(pieces)}} | changes


def regiment(**changes: Any) -> dict[str, Any]:
    return {"id": "25/7", "type": "panzer", "division": "7Pz", "steps": [[4, 4, 10], [2, 2, 10]]} | changes


class Badge(msgspec.Struct, frozen=True):
    """What a game of the tests prints besides strengths."""

    rating: int = 0
    colour: str = "grey"


def read(file: dict[str, Any]) -> Pieces[Strength, Badge]:
    return Pieces.read(file, Strength, Badge)


def test_a_counter_takes_what_its_type_says() -> None:
    pieces = read(counters(regiment()))
    piece = pieces["25/7"]
    assert (piece.side, piece.klass, piece.symbol, piece.size) == ("german", "mechanised", "armor", "III")
    assert piece.steps == ((4, 4, 10), (2, 2, 10))
    assert (piece.name, piece.division, piece.army, piece.more) == ("25/7", "7Pz", "", Badge())
    assert pieces.all == (piece,)
    assert pieces.divisions == {"7Pz": "7th Panzer Division"}
    assert pieces.types["panzer"].name == "Panzer regiment"


class Firepower(NamedTuple):
    """The values of a step in another game of the tests."""

    soft: int
    hard: int | None
    range: int
    quality: str


def test_a_game_declares_what_is_printed() -> None:
    file = counters(regiment(steps=[[4, None, 2, "A"]], colour="red"))
    piece = Pieces.read(file, Firepower, Badge)["25/7"]
    assert piece.steps[0].quality == "A"
    assert (piece.steps[0].hard, piece.more.colour) == (None, "red")
    with pytest.raises(Invalid, match=r"a step is \[soft, hard, range, quality\], not \[4, None, 2\]"):
        Pieces.read(counters(regiment(steps=[[4, None, 2]])), Firepower, Badge)
    with pytest.raises(Invalid, match="unknown key 'colour'"):
        Pieces.read(file, Firepower, Plain)


def test_an_unknown_counter() -> None:
    with pytest.raises(Invalid, match="no counter 25/8; did you mean 25/7"):
        read(counters(regiment()))["25/8"]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (counters(regiment(), regiment()), 'pieces.toml: counter "25/7" is there twice'),
        (counters(regiment(type="panzr")), 'pieces.toml: counter "25/7": unknown type panzr; did you mean panzer?'),
        (counters(regiment(division="8Pz")), 'pieces.toml: counter "25/7": unknown division 8Pz; did you mean 7Pz?'),
        (counters(regiment(step=[])), "pieces.toml: counter \"25/7\": unknown key 'step'; did you mean steps?"),
        (counters(regiment(steps=[])), 'pieces.toml: counter "25/7": steps is empty'),
        (counters(regiment(steps=4)), 'pieces.toml: counter "25/7": steps must be a list, not 4'),
        (
            counters(regiment(steps=[[4, 10]])),
            'pieces.toml: counter "25/7": steps 1: a step is [attack, defence, movem',
        ),
        (counters(regiment(steps=[[4, 4, -1]])), 'pieces.toml: counter "25/7": steps 1: a step is [attack, defence'),
        (counters(regiment(rating="high")), "pieces.toml: counter \"25/7\": rating must be a whole number, not 'high'"),
        (counters(regiment(rating=True)), 'pieces.toml: counter "25/7": rating must be a whole number, not True'),
        (counters(regiment(id="25 / 7")), 'pieces.toml: counter "25 / 7": an id is one word without blanks'),
        (counters({"type": "panzer"}), "pieces.toml: pieces: german 1: id is missing"),
        (counters(types={"panzer": {"name": "x"}}), 'pieces.toml: type "panzer": class is missing'),
        (counters(piece=[]), "pieces.toml: unknown key 'piece'; did you mean pieces?"),
    ],
)
def test_mistakes_are_named(file: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        read(file)
    assert str(caught.value).startswith(message)
