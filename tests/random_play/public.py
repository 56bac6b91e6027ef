"""Everything that leaves the process: views, logs, events, choices, rulings, previews and overlays, as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

import grognard
from grognard.decision import Decision, Words
from tests.random_play.kit import Kit, Side
from tests.random_play.mutants import spoil, vocabulary
from tests.random_play.player import RandomPlayer

WALKS, RULINGS, UNITS = 6, 6, 4


def seen(kit: Kit, match: grognard.Match, seed: int | str, sides: Sequence[Side]) -> dict[str, bytes]:
    """What these sides can learn from the match by asking; the seed says what is asked."""
    random = Random(f"questions {seed}")
    asked = asked_of(match, sides)
    return {
        "views": _json([match.view(side) for side in sides]),
        "logs": _json([match.log(side) for side in sides]),
        "events": _json([event for event in match.events if any(event.seen_by(side) for side in sides)]),
        "result": _json(match.result),
        "decisions": _json([repr(decision) for decision in asked]),
        "choices": _json(_walks(asked, random)),
        "rulings": _json(_rulings(kit, match, asked, random)),
        "previews": _json(_previews(kit, match, asked, random)),
        "queries": _json([overlays(match, random, side) for side in sides[:1]]),
    }


def overlays(match: grognard.Match, random: Random, side: Side) -> list[object]:
    """Every query the game declares, of both sides, of units in sight and some only heard of, and of some hexes."""
    info, units = match.game.info, match.view(side).units
    known = [unit.id for unit in units if not unit.hidden]
    heard = sorted(match.state.rules.unit_by_id)  # type: ignore[attr-defined]
    names = random.sample(known, min(UNITS, len(known))) + random.sample(heard, UNITS)
    hexes = [unit.hex for unit in random.sample(units, min(UNITS, len(units)))]
    found: list[object] = []
    for query in info.queries:
        asked: list[dict[str, str]] = [{}] * (not query.needs)
        if "of" in query.about:
            asked += [{"of": owner} for owner in info.sides]
        if "unit" in query.about:
            fitting = [unit.id for unit in units if unit.type in query.types]
            asked += [{"unit": name} for name in dict.fromkeys((*names, *fitting[:UNITS]))]
        if "hex" in query.about:
            asked += [{"hex": hex, **more} for hex in hexes for more in ({}, {"hexes": "2"})]
        for about in asked:
            try:
                found.append(match.query(query.name, side, **about))
            except grognard.Invalid as error:
                found.append(f"{query.name} {about}: {error}")
    return found


def asked_of(match: grognard.Match, sides: Sequence[Side]) -> list[Decision]:
    """The decisions whose prompts and choices these sides may look at."""
    return [d for d in match.decisions if d.side in sides or not match.game.info.secrets]


def _json(value: object) -> bytes:
    return msgspec.json.encode(value)


def _walks(asked: list[Decision], random: Random) -> list[Any]:
    """The words offered along several ways down the tree."""
    found = []
    player = RandomPlayer(random)
    for decision in asked:
        for _ in range(WALKS):
            words = player.words(decision)
            prefixes = [words[:at] for at in range(len(words) + 1)]
            found.append(
                [(start, decision.choices(start).groups, decision.choices(start).complete) for start in prefixes]
            )
    return found


def _rulings(kit: Kit, match: grognard.Match, asked: list[Decision], random: Random) -> list[str]:
    player = RandomPlayer(random)
    found = []
    for decision in asked:
        words = vocabulary(kit, match, decision.side)
        for _ in range(RULINGS):
            mutant = spoil(kit, " ".join(player.words(decision)), words, random)
            found.append(f"{mutant}: {match.why(mutant, decision.side)}")
    return found


def _previews(kit: Kit, match: grognard.Match, asked: list[Decision], random: Random) -> list[Any]:
    """Previews along one way down each kind of attack."""
    found: list[Any] = []
    for decision in asked[:1]:
        for verb in kit.info.odds:
            if verb not in decision.choices():
                continue
            words: Words = (verb,)
            while words[-1] != "go" and len(words) < 6 and (offered := decision.choices(words)).groups:
                units = [word for kind, group in offered.groups if kind == "unit" for word in group]
                words += (random.choice(units or offered.items),)
                if words[-1] != "go":
                    found.append(_preview(match, " ".join(words), decision.side))
    return found


def _preview(match: grognard.Match, words: str, side: str) -> object:
    """What an attack would do, or why there is nothing to tell."""
    try:
        return match.preview(words, side)
    except grognard.Invalid as error:
        return f"{words}: {error}"
