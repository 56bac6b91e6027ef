"""6.4: Formation Reactions: who may attempt one, the check, and what it earns."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.decision import Decision, Occasion, Procedure, Words, put
from grognard.events import Noted, Rolled
from grognard.games.bugriver.actions import ACTING, BONUS, REACTION, attacked
from grognard.games.bugriver.activation import earn
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.effectiveness import surprised
from grognard.games.bugriver.luck import roll
from grognard.games.bugriver.position import NOBODY, Position, Unit, hidden_name
from grognard.games.bugriver.tables import FACES
from grognard.hexes import Hex
from grognard.mechanics.turn import Verb
from grognard.mechanics.verbs import Level, Party, Way, branches, of_unit
from grognard.ruling import Ruling, no

UNTRIED, FAILED, SUCCESS = "untried", "failed", "success"


@dataclass
class Attempt:
    """6.4.1c: the one attempt there may be in a Movement Action."""

    units: Party = ()  # the stack that moves
    seen: frozenset[Unit] = frozenset()  # those of it the enemy saw set out
    result: str = UNTRIED
    hq: Unit = NOBODY
    shut: frozenset[Unit] = frozenset()  # formations whose HQ this move has displaced (7.3.6b)


def candidates(g: Position, hex: Hex, shut: frozenset[Unit] = frozenset()) -> list[Unit]:
    """6.4.1a, 6.4.1b, G24, G37: the enemy formations that may answer a mover in a hex: a unit of theirs is adjacent,
    undisrupted and in command, and their level is above 0."""
    found = []
    for unit in g.units_in(g.rules.beside(hex) & g.combat[g.enemy]):
        hq = g.formation[unit]
        if hq in found or hq in shut or g.is_hq(unit) or g.disrupted[unit] or not g.level.get(hq):
            continue
        if in_command(g, unit):
            found.append(hq)
    return sorted(found)


def window(g: Position, attempt: Attempt, gone: Way, *, leaving: bool = False) -> Procedure[None]:
    """6.4.1: the Reaction side may announce its one attempt, now that a stack that has gone so far enters the last of
    these hexes or would leave it."""
    hex = gone[-1]
    if attempt.result != UNTRIED or _counter(g):
        return
    could = candidates(g, hex, attempt.shut)
    while able := [hq for hq in could if hq not in g.quiet]:
        g.note_seen(hex)  # 5.3.4a: whoever is asked sees who is there
        words = yield from put(_question(g, able, hex, attempt, _occasion(g, attempt, gone, leaving=leaving)))
        if words[0] == "decline":
            return
        hq = g.unit(words[1])
        if words[0] == "hush":
            _hush(g, hq)
            continue
        attempt.hq = hq
        passed = yield from check(g, hq)
        attempt.result = SUCCESS if passed else FAILED
        return


def _occasion(g: Position, attempt: Attempt, gone: Way, *, leaving: bool) -> Occasion:
    """The move that is answered, under the names the enemy has for the movers (5.3.4a)."""
    hidden = hidden_name(g.side)
    names = tuple(g.name(u) if u in attempt.seen or g.seen(u) else hidden for u in attempt.units)
    here, start = g.hexname(gone[-1]), g.hexname(gone[0])
    several = len(names) > 1
    if leaving:
        has = "have" if several else "has"
        how = f"would leave {here}" if len(gone) < 2 else f"{has} come from {start} to {here} and would go on"
    else:
        how = f"{'come' if several else 'comes'} from {start} into {here}"
    many = {name: names.count(name) for name in names}
    movers = " and ".join(name if n == 1 else f"{n} {g.side.title()} units" for name, n in many.items())
    return Occasion(side=g.side, says=f"{movers} {how}", units=names, hexes=g.hexnames(gone))


def _question(g: Position, able: list[Unit], hex: Hex, attempt: Attempt, occasion: Occasion) -> Decision:
    """`react HQ`, `decline`, or `hush HQ`: no, and do not ask me again for this formation."""
    own = [("unit", g.names(able))]
    verbs: dict[str, tuple[Level, ...]] = {
        "react": (lambda words: own[0],),
        "decline": (),
        "hush": (lambda words: own[0],),
    }
    prompt = f"The enemy moves in {g.hexname(hex)}: react with a formation, or decline"
    return branches(
        g.enemy, "react", prompt, "6.4.1a", verbs, lambda words, word: _why_not(g, words, word, hex, attempt), occasion
    )


def _why_not(g: Position, words: Words, word: str, hex: Hex, attempt: Attempt) -> Ruling | None:
    """Why a formation cannot react."""
    hq = g.find(word)
    if len(words) != 1 or hq is None:
        return None
    if not g.is_hq(hq) or g.owner(hq) != g.enemy:
        return no("6.4.1b", f"{word} is no HQ of yours")
    if g.at[hq] < 0:
        return no("6.4.1b", f"{word} is not on the map")
    if not g.level.get(hq):
        return no("6.4.2b", f"{word} has Activation Level 0")
    if hq in attempt.shut:
        return no("7.3.6b", f"this move has driven {word} away, and its formation cannot react to it")
    if hq in g.quiet and hq in candidates(g, hex):
        return no("6.4.1a", f"{word} is hushed: let it watch again when it is your turn to act")
    return no("6.4.1b", f"no unit of {word} next to {g.hexname(hex)} is undisrupted and in Command Range")


# --- who is not asked -------------------------------------------------------------------------------------------------


def _hush(g: Position, hq: Unit) -> None:
    """A formation is left alone: its reactions are declined until its owner watches it again."""
    g.quiet |= {hq}
    g.tell(Noted(text=f"{g.name(hq)} does not react until it is told to watch", rule="6.4.1a", only=(g.owner(hq),)))


def _watch(g: Position, hq: Unit) -> None:
    g.quiet -= {hq}
    g.tell(Noted(text=f"{g.name(hq)} watches again", rule="6.4.1a", only=(g.owner(hq),)))


def _hushed(g: Position) -> list[Unit]:
    """The formations of the side that plays whose reactions are declined unasked."""
    if g.phase in ACTING and not g.ap[g.side]:
        return []
    return sorted(hq for hq in g.quiet if g.owner(hq) == g.side)


WATCH: Verb[Position] = of_unit(
    "watch",
    "6.4.1a",
    units=_hushed,
    nobody=lambda g: no("6.4.1a", "you are asked about the reactions of all your formations"),
    why_not=lambda g, hq: no("6.4.1a", f"{g.name(hq)} is no formation of yours that has been hushed"),
    carry_out=_watch,
)


def _counter(g: Position) -> bool:
    """6.4.3c, G66: only the Initiative side's moves are reacted to, none during a Formation Reaction, and of moves with
    a bonus those of an attacker (7.5.3e)."""
    if g.phase == BONUS and (not attacked(g) or g.side != g.frames[-2].side):
        return True
    return any(frame.phase == REACTION for frame in g.frames)


def check(g: Position, hq: Unit) -> Procedure[bool]:
    """6.4.2a, 10.2b: the Reaction Check of an HQ."""
    side, rating = g.rules.side[hq], g.rules.ratings[hq].reaction
    what = f"the Reaction Check of {g.name(hq)}"
    drm = surprised(g, side)
    die = yield from roll(g, side, what, "6.4.2a", brings=lambda die: "it fails", wanted=lambda die: die + drm > rating)
    passed = die + drm <= rating
    said = f"{'passed' if passed else 'failed'} against {rating}{f' with +{drm}' if drm else ''}"
    g.tell(Rolled(side=side, dice=(die,), what=what, result=said, sides=FACES, rule="6.4.2a"))
    return passed


def earn_points(g: Position, hq: Unit) -> Procedure[None]:
    """6.4.2b: red Action Points at the formation's level, which then falls by one."""
    what = f"the Action Points of {g.name(hq)} in reaction"
    yield from earn(g, hq, g.rules.tables.action_points.red, what, "6.4.2b")
    g.tell(Noted(text=f"{g.name(hq)} reacts", rule="6.4.3b"))
