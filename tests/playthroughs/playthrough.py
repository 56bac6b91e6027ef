"""Write down a game: who is asked what, the choices, the action, what happened, and now and then the whole view.

The beginning is told in full, then only the fighting: attacks with their preview, and the questions that follow. What
only one side may know is told too, with its name: [german].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

import msgspec

import grognard
from grognard.decision import Choices, Decision, Words
from grognard.events import Event
from grognard.preview import Preview
from tests.random_play.player import RandomPlayer

FOLDER = Path(__file__).parent
SEED = 1941
IN_FULL, FIGHTS = 40, 60  # actions told from the beginning, and of the fighting after that
VIEWS = 20  # a digest of the views every so many actions


@dataclass(frozen=True)
class Play:
    """How a game is played for its file."""

    fights: tuple[str, ...]  # verbs with a preview
    answers: tuple[str, ...]  # verbs of the questions that follow
    options: dict[str, bool] = field(default_factory=dict)
    scenario: str | None = None
    turns: int | None = None  # stop before the turn after so many


PLAYS = {
    "guderian": Play(
        ("attack", "overrun"), ("lose", "retreat", "advance", "stay", "evacuate"), options={"evacuation": True}
    ),
    "eastfront": Play(
        ("resolve", "strike"), ("battle", "lose", "retreat", "repulse", "stay", "drop", "invade", "rearguard"),
        scenario="S42", turns=4,
    ),
    "oder": Play(("attack",), ("probe", "lose", "retreat", "advance", "stay", "stop", "eliminate", "supply")),
    "battles": Play(("attack", "overrun", "declare"), ("go", "lose", "retreat", "advance", "stay", "occupy")),
    "bugriver": Play(
        ("hasty", "regular", "prepared"),
        ("react", "decline", "lose", "retreat", "stay", "choose", "displace", "reroll", "keep"),
        scenario="ustyluh",
    ),
}  # fmt: skip


def file_of(game: str) -> Path:
    return FOLDER / f"{game}.txt"


def playthrough(game: str) -> str:
    """The whole file."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: str) -> Iterator[str]:
    play = PLAYS[game]
    match = grognard.new(game, play.scenario, SEED, play.options)
    player = RandomPlayer.seeded(SEED, 0.3)
    info = match.game.info
    yield f"# {info.title}: a random game with seed {SEED}. Renewed by python -m tests.playthroughs --write"
    yield f"# sides {' '.join(info.sides)}; scenarios {' '.join(s.id for s in info.scenarios)}"
    yield f"# options {' '.join(option.id for option in info.options)}"
    yield from (f"  {line}" for line in match.log())
    number = fights = 0
    while match.decision is not None and (play.turns is None or match.view().turn <= play.turns):
        if number % VIEWS == 0:
            yield from _views(match)
        decision = match.decision
        words = player.words(decision)
        told = number < IN_FULL or (words[0] in play.fights + play.answers and fights < FIGHTS)
        if told:
            fights += number >= IN_FULL
            yield from _asked(match, decision, words, number, play)
        events = match.play(" ".join(words), decision.side, at=0)
        if told:
            yield from (f"  {_whose(event)}{event.line()} ({event.rule})" for event in events)
        number += 1
    yield from _views(match)
    result = match.result
    if result is None:
        yield f"{number} actions, {len(match.events)} events, and the game goes on"
        return
    yield f"{number} actions, {len(match.events)} events: {result.level}, {result.points}"
    yield from (f"  {line.what}: {line.value} ({line.rule})" for line in result.counted)


def _whose(event: Event) -> str:
    return f"[{' '.join(event.only)}] " if event.only else ""


def _asked(match: grognard.Match, decision: Decision, words: Words, number: int, play: Play) -> Iterator[str]:
    yield f"[{number}] {decision.side} {decision.kind} ({decision.rule}): {decision.prompt}"
    for at in range(len(words) + 1):
        yield f"  {' '.join(words[:at]) or '-'}: {_summary(decision.choices(words[:at]))}"
    if words[0] in play.fights:
        yield from _preview(match.preview(" ".join(words), decision.side))
    yield f"> {' '.join(words)}"


def _summary(choices: Choices) -> str:
    groups = [
        f"{len(words)} {kind} {' '.join(list(words)[:5])}{' ...' * (len(words) > 5)}" for kind, words in choices.groups
    ]
    return "; ".join([*groups, *(["complete"] if choices.complete else [])])


def _preview(preview: Preview) -> Iterator[str]:
    yield f"  preview: {preview.attack} against {preview.defence}, {preview.column}"
    yield from (f"    {line.what}: {line.value} ({line.rule})" for line in preview.lines)
    yield f"    {_chances(preview.outcomes)}"
    yield from (f"    {title}: {_chances(chances)}" for title, chances in preview.tables.items())


def _chances(chances: Mapping[str, float]) -> str:
    return ", ".join(f"{result} {100 * chance:.1f} %" for result, chance in chances.items())


def _views(match: grognard.Match) -> Iterator[str]:
    view = match.view()
    views = [msgspec.json.encode(match.view(side)) for side in (*match.game.info.sides, None)]
    digests = [blake2b(seen, digest_size=4).hexdigest() for seen in views]
    yield f"= turn {view.turn}, {view.phase}, {len(view.units)} units on the map, views {' '.join(digests)}"
