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

WALKS, RULINGS = 6, 6


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
        "queries": _json([kit.ask(match, random, side) for side in sides[:1]]),
    }


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
        for verb in kit.fights:
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
