"""A playtest of a game: random matches, in which all must be as the game declares it and as the engine needs it.

For authors, in a test of their own (docs/add-a-game.md): `playtest("skirmish")`. What is wrong is said by a Flaw, with
the seed of the match and its last action.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import grognard
from grognard import save
from grognard.bots.random import RandomBot
from grognard.decision import Choices, Decision
from grognard.errors import Invalid
from grognard.events import Event
from grognard.game import GameInfo
from grognard.games import find
from grognard.match import Match
from grognard.view import AnyView

ACTIONS_MAX = 20_000  # of a match; a game that goes on for longer may have no end
TRIES = 3  # before a phase is ended: otherwise little happens in it
LOOK = 0.15  # how often a match is looked at from all sides; this costs far more than playing
Side = str | None  # None is the public


class Flaw(AssertionError):  # noqa: N818 - what an author is told of
    """Something is not as the game declares it, or as the engine needs it."""


def playtest(game: str, games: int = 10) -> None:
    """Play random matches of a game to their end, its scenarios in turns, every fifth with dice thrown by people."""
    info = find(game).info
    for scenario in info.scenarios:
        begun = grognard.setup({"game": game, "scenario": scenario.id})
        if begun.view() != grognard.new(game, scenario.id).view():
            raise Flaw(f"{scenario.id}: a position without units is not the start of the game")
    for seed in range(games):
        scenario = info.scenarios[seed % len(info.scenarios)]
        match = grognard.new(game, scenario.id, seed, dice="hand" if seed % 5 == 4 else None)
        try:
            _play(match, seed)
        except Exception as error:
            last = f" after '{match.actions[-1].action}'" if match.actions else ""
            where = f"{game} {scenario.id}, seed {seed}, action {len(match.actions)}{last}"
            raise Flaw(f"{where}: {error}") from (None if isinstance(error, Flaw) else error)


def undeclared(info: GameInfo, view: AnyView) -> list[str]:
    """What a view shows and its game does not declare, or the other way round; nothing if all is well."""
    sides, shown = set(info.sides), [*view.units, *view.to_place, *(due.unit for due in view.due)]
    by_side = {*view.points, *(side for counts in view.tallies.values() for side in counts)}
    pairs: dict[str, tuple[set[str], set[str]]] = {
        "phases": ({view.phase}, set(info.phases)),
        "weather": ({view.weather} - {""}, set(info.weather)),
        "marks": ({mark for unit in shown for mark in unit.status}, {mark.name for mark in info.marks}),
        "markers": ({marker.kind for marker in view.markers}, {term.name for term in info.markers}),
        "tallies": (set(view.tallies), {term.name for term in info.tallies}),
        "tracks": (set(view.tracks), {term.name for term in info.tracks}),
        "ground": (set(view.ground), {term.name for term in info.ground}),
        "sides": ({unit.side for unit in shown} | by_side | {*view.control.values()} - {""}, sides),
    }
    faults = [f"{what}: {', '.join(sorted(said - known))}" for what, (said, known) in pairs.items() if said - known]
    for what in ("tracks", "ground"):
        said, known = pairs[what]
        faults += [f"{what}: {', '.join(sorted(known - said))} is declared, and not shown"] if known - said else []
    names = [unit.id for unit in view.units]
    if len(set(names)) < len(names):
        faults.append("two units have the same id")
    if view.battles and not info.battles:
        faults.append("battles")
    return faults


# --- a match ----------------------------------------------------------------------------------------------------------


def _play(match: Match, seed: int) -> None:
    bot, random = RandomBot(seed), Random(f"playtest {seed}")
    _cited(match, match.events.since(0))
    while match.decisions:
        if len(match.actions) >= ACTIONS_MAX:
            raise Flaw("the game does not end")
        if random.random() < LOOK:
            _look(match, random)
        decision = random.choice(match.decisions)
        tried = (bot.act(match, decision.side) for _ in range(TRIES))
        action = next((action for action in tried if action != "end"), "end")
        _declared(match.game.info, decision, action.split())
        _cited(match, match.play(action, decision.side))
    if match.result is None:
        raise Flaw("the game is over, and has no result")
    _same(match, match.replay(), "a replay")


def _declared(info: GameInfo, decision: Decision, action: list[str]) -> None:
    """Whether the words of a decision are among those of the game."""
    if decision.kind not in info.kinds:
        raise Flaw(f"the question '{decision.kind}' is neither a phase nor in `questions`")
    for at in range(len(action) + 1):
        for kind, words in decision.choices(tuple(action[:at])).groups:
            known = {"verb": info.verbs, "number": info.numbers}.get(kind)
            if known is not None and (strange := set(words) - set(known)):
                raise Flaw(f"the {kind}s {' '.join(sorted(strange))} are not declared")


def _cited(match: Match, events: list[Event]) -> None:
    """Whether the rules that events and decisions cite are in the rule file."""
    cited = [event.rule for event in events] + [decision.rule for decision in match.decisions]
    for rule in filter(None, cited):
        if rule not in match.game.rulebook.rules:
            raise Flaw(f"rule {rule} is cited, and not in rules.toml")


def _look(match: Match, random: Random) -> None:
    """Look at a match from all sides, fork it, save it, and draw anew what a side cannot know."""
    info = match.game.info
    for side in (*info.sides, None):
        if faults := undeclared(info, match.view(side)):
            raise Flaw(f"the view of {side or 'the public'} and the declarations differ in {'; '.join(faults)}")
    _same(match, match.copy(), "a fork")
    _same_when_loaded(match)
    for drawn_for, asking in _eyes(info):
        twin = match.determinize(drawn_for, random.getrandbits(32))
        for side in asking:
            answers = zip(_asked(match, side, random.getstate()), _asked(twin, side, random.getstate()), strict=True)
            for (what, one), (_, other) in answers:
                if one != other:
                    raise Flaw(f"hidden facts show in {what} of {side or 'the public'}")


def _eyes(info: GameInfo) -> Iterator[tuple[Side, tuple[Side, ...]]]:
    """For whom hidden facts are drawn anew, and who must not notice."""
    if not info.secrets:
        yield None, (*info.sides, None)
    else:
        yield from ((side, (side,)) for side in (*info.sides, None))


def _asked(match: Match, side: Side, luck: tuple[Any, ...]) -> list[tuple[str, object]]:
    """What a side may ask, and the answers: its view, the log, its choices along one action, previews, queries."""
    random = Random()
    random.setstate(luck)
    view = match.view(side)
    found: list[tuple[str, object]] = [("the view", view), ("the log", match.log(side))]
    decision = match.decision_of(side) if side else None
    words: tuple[str, ...] = ()
    while decision is not None:
        choices: Choices = decision.choices(words)
        found.append((f"the choices after '{' '.join(words)}'", choices.groups))
        if words and words[0] in match.game.info.odds:
            said = " ".join(words)
            found.append((f"the odds of '{said}'", _or_refusal(lambda said=said: match.preview(said, side))))  # type: ignore[misc]
        if not choices or (choices.complete and random.random() < 0.5):
            break
        with_odds = () if words else [word for word in choices if word in match.game.info.odds]
        words += (random.choice(with_odds or choices.items),)
    for query in match.game.info.queries:
        asked = {"of": random.choice(match.game.info.sides)} if "of" in query.about else {}
        if "unit" in query.needs and view.units:
            asked["unit"] = random.choice(view.units).id
        what = f"the query {query.name} {' '.join(asked.values())}"
        found.append((what, _or_refusal(lambda name=query.name, asked=asked: match.query(name, side, **asked))))  # type: ignore[misc]
    return found


def _or_refusal(ask: Callable[[], object]) -> object:
    try:
        return ask()
    except Invalid as error:
        return str(error)


def _same_when_loaded(match: Match) -> None:
    try:
        loaded = save.decode(save.encode(match))
    except Invalid as error:
        raise Flaw(f"a match that was saved and loaded has come out otherwise: {error}") from None
    _same(match, loaded, "a match that was saved and loaded")


def _same(one: Match, other: Match, what: str) -> None:
    if one.fingerprint() != other.fingerprint():
        raise Flaw(f"{what} has come out otherwise")
