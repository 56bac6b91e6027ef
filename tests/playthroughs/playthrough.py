"""Write down a game: who is asked what, the choices, the action, what happened, and now and then the whole view.

The beginning is told in full, then only the fighting: attacks with their preview, and the questions that follow.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import msgspec

import grognard
from grognard.decision import Choices, Decision, Words
from grognard.preview import Preview
from tests.random_play.player import RandomPlayer

FOLDER = Path(__file__).parent
SEED = 1941
IN_FULL, FIGHTS = 40, 60  # actions told from the beginning, and of the fighting after that
VIEWS = 20  # a digest of the views every so many actions
FIGHTING = ("attack", "overrun", "lose", "retreat", "advance", "stay", "evacuate")


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def playthrough(game: str) -> str:
    """The whole file."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: str) -> Iterator[str]:
    match = grognard.new(game, seed=SEED, options={"evacuation": True})
    player = RandomPlayer.seeded(SEED, 0.3)
    info = match.game.info
    yield f"# {info.title}: a random game with seed {SEED}. Renewed by python -m tests.playthroughs --write"
    yield f"# sides {' '.join(info.sides)}; scenarios {' '.join(s.id for s in info.scenarios)}"
    yield f"# options {' '.join(option.id for option in info.options)}"
    yield from (f"  {line}" for line in match.log())
    number = fights = 0
    while match.decision is not None:
        if number % VIEWS == 0:
            yield from _views(match)
        decision = match.decision
        words = player.words(decision)
        told = number < IN_FULL or (words[0] in FIGHTING and fights < FIGHTS)
        if told:
            fights += number >= IN_FULL
            yield from _asked(match, decision, words, number)
        events = match.play(" ".join(words), decision.side, at=0)
        if told:
            yield from (f"  {event.line()} ({event.rule})" for event in events)
        number += 1
    yield from _views(match)
    result = match.result
    assert result is not None
    yield f"{number} actions, {len(match.events)} events: {result.level}, {result.points}"
    yield from (f"  {line.what}: {line.value} ({line.rule})" for line in result.counted)


def _asked(match: grognard.Match, decision: Decision, words: Words, number: int) -> Iterator[str]:
    yield f"[{number}] {decision.side} {decision.kind} ({decision.rule}): {decision.prompt}"
    for at in range(len(words) + 1):
        yield f"  {' '.join(words[:at]) or '-'}: {_summary(decision.choices(words[:at]))}"
    if words[0] in ("attack", "overrun"):
        yield from _preview(match.preview(" ".join(words)))
    yield f"> {' '.join(words)}"


def _summary(choices: Choices) -> str:
    groups = [
        f"{len(words)} {kind} {' '.join(list(words)[:5])}{' ...' * (len(words) > 5)}" for kind, words in choices.groups
    ]
    return "; ".join([*groups, *(["complete"] if choices.complete else [])])


def _preview(preview: Preview) -> Iterator[str]:
    yield f"  preview: {preview.attack} against {preview.defence}, {preview.column}"
    yield from (f"    {line.what}: {line.value} ({line.rule})" for line in preview.lines)
    yield "    " + ", ".join(f"{result} {100 * chance:.1f} %" for result, chance in preview.outcomes.items())


def _views(match: grognard.Match) -> Iterator[str]:
    view = match.view()
    views = [msgspec.json.encode(match.view(side)) for side in (*match.game.info.sides, None)]
    digests = [blake2b(seen, digest_size=4).hexdigest() for seen in views]
    yield f"= turn {view['turn']}, {view['phase']}, {len(view['units'])} units on the map, views {' '.join(digests)}"
