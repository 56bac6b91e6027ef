"""Matches as people wish them: new ones, ones from a position they wrote, ones from a save file."""

from __future__ import annotations

import secrets

import msgspec

import grognard
from grognard import save
from grognard.datafile import parse
from grognard.errors import Invalid
from grognard.games import find
from grognard.match import Match
from grognard.server import library
from grognard.server.deployment import deploy_all
from grognard.server.messages import NewMatch

ACTIONS_MAX = 20_000  # in an imported match
HEXES_MAX = 4_000  # of a board of one's own: what the server remembers of it grows by the square
TIME_MAX = 1 << 53  # of an action, in milliseconds: a long time from now, and a number every reader can hold


def start_match(wanted: NewMatch) -> Match:
    """A new match; Invalid if it cannot be what is wished."""
    if wanted.tutorial:
        return library.lesson(find(wanted.game).info.id, secrets.token_hex(16))
    match = _new(wanted)
    return deploy_all(match) if wanted.deployed else match


def _new(wanted: NewMatch) -> Match:
    seed, dice = secrets.token_hex(16), "hand" if wanted.by_hand else None
    if not wanted.position:
        return grognard.new(wanted.game, wanted.scenario or None, seed, wanted.options, dice)
    table = parse(wanted.position, "the position")
    table.setdefault("game", wanted.game)
    if table["game"] != wanted.game:
        raise Invalid(f"the position is of {str(table['game'])[:40]}, not of {wanted.game}")
    return _modest(grognard.setup(table, seed=seed, options=wanted.options, dice=dice))


def read_match(content: bytes) -> Match:
    """The match in a save file; Invalid if it is none, or too long."""
    if content.count(b"\n") > ACTIONS_MAX:
        raise Invalid(f"a match has at most {ACTIONS_MAX} actions here")
    try:
        match = save.decode(content)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise Invalid("this is not a Grognard match") from None
    if any(not 0 <= entry.time <= TIME_MAX for entry in match.actions):
        raise Invalid("an action has a time that cannot be")
    return _modest(match)


def _modest(match: Match) -> Match:
    if len(match.board.grid.hexes) > HEXES_MAX:
        raise Invalid(f"a board has at most {HEXES_MAX} hexes here")
    return match
