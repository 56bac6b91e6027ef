"""Everything that leaves the process: views, logs, events, choices, rulings, previews and overlays, as JSON."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

import grognard
from grognard.decision import Words
from tests.random_play.mutants import spoil, vocabulary
from tests.random_play.player import RandomPlayer

SIDES = ("german", "soviet", None)
WALKS, RULINGS, UNITS = 6, 6, 4


def seen(match: grognard.Match, seed: int | str) -> dict[str, bytes]:
    """What anybody can learn from the match by asking; the seed says what is asked."""
    random = Random(f"questions {seed}")
    return {
        "views": _json([match.view(side) for side in SIDES]),
        "logs": _json([match.log(side) for side in SIDES]),
        "events": _json([event for event in match.events if not event.only]),
        "result": _json(match.result),
        "decisions": _json([repr(decision) for decision in match.decisions]),
        "choices": _json(_walks(match, random)),
        "rulings": _json(_rulings(match, random)),
        "previews": _json(_previews(match, random)),
        "queries": _json(_queries(match, random)),
    }


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)


def _walks(match: grognard.Match, random: Random) -> list[Any]:
    """The words offered along several ways down the tree."""
    found = []
    player = RandomPlayer(random)
    for decision in match.decisions:
        for _ in range(WALKS):
            words = player.words(decision)
            prefixes = [words[:at] for at in range(len(words) + 1)]
            found.append(
                [(start, decision.choices(start).groups, decision.choices(start).complete) for start in prefixes]
            )
    return found


def _rulings(match: grognard.Match, random: Random) -> list[str]:
    words = vocabulary(match)
    player = RandomPlayer(random)
    found = []
    for decision in match.decisions:
        for _ in range(RULINGS):
            mutant = spoil(" ".join(player.words(decision)), words, random)
            found.append(f"{mutant}: {match.why(mutant, decision.side)}")
    return found


def _previews(match: grognard.Match, random: Random) -> list[Any]:
    """Previews along one way down each kind of attack."""
    found: list[Any] = []
    decision = match.decision
    for verb in ("attack", "overrun"):
        if decision is None or verb not in decision.choices():
            continue
        words: Words = (verb,)
        while words[-1] != "go" and len(words) < 6:
            units = [word for kind, group in decision.choices(words).groups if kind == "unit" for word in group]
            words += (random.choice(units or decision.choices(words).items),)
            if len(words) > 2 and words[-1] != "go":
                found.append(match.preview(" ".join(words)))
    return found


def _queries(match: grognard.Match, random: Random) -> list[Any]:
    found: list[Any] = [match.query("zoc", of=side) for side in ("german", "soviet")]
    view = match.view()
    names = [unit["id"] for unit in view["units"]]
    hexes = [unit["hex"] for unit in view["units"]]
    leaders = [unit["id"] for unit in view["units"] if unit["type"] == "leader"]
    found.append(match.query("radius"))
    for name in random.sample(names, min(UNITS, len(names))):
        found += [match.query(what, unit=name) for what in ("supply", "reach", "rail")]
    for hex in random.sample(hexes, min(UNITS, len(hexes))):
        found += [match.query("retreat", hex=hex, hexes=count) for count in ("1", "2")]
    found += [match.query("radius", unit=name) for name in leaders[:UNITS]]
    return found
