"""HQs: what their steps are worth, where they should stand, and when they are spent without a thought."""

from __future__ import annotations

from grognard.bots.knowledge.eastfront.battles import Judge
from grognard.bots.knowledge.eastfront.ground import productions_left
from grognard.games.eastfront.position import BLITZ, Position, Unit
from grognard.games.eastfront.victory import points
from grognard.hexes import members

AT_THE_FRONT = 2  # hexes from the enemy
LEADS = 2  # hexes from its HQ at which a unit can be led next, when the HQ has lost a step


def standing_of(judge: Judge, hq: Unit) -> float:
    """Its steps, less what its activation will cost; the last step of all is worth most."""
    g = judge.g
    left = g.cv[hq] - cost_of(g, hq)
    if left < 0:
        return -6 * judge.vp
    most, months = g.rules.units[hq].max, productions_left(g)
    restored = min(most - left, months)  # a step a month, for PPs that can do less and less else
    price = judge.value["hq_step"] * (
        judge.value["spare"] if judge.plenty and g.owner(hq) == judge.side else judge.late
    )
    lasting = 2 * judge.vp * judge.value["hq_lasting"] * (left + restored) - price * restored
    soon = min(most, left + (g.fortnight == g.rules.charts.value("sequence.fortnights") and months > 0))
    return lasting + judge.value["hq_range"] * judge.late * (1 - 0.5**soon)


def gamble(judge: Judge) -> float:
    """What HQ steps cost less where any lead wins and the side has none: who loses anyway loses no more by them."""
    g, side = judge.g, judge.side
    if "any_lead" not in g.scenario.special or productions_left(g) or g.side != side:
        return 0.0
    scores, saved = points(g), 0.0
    each = g.rules.charts.value(f"vp.{side}.hq_cv")
    hidden = [hq for hq in g.rules.hqs[judge.enemy] if g.at[hq] >= 0 and not judge.seen(hq)]  # they may be whole
    lead = scores[side] - scores[judge.enemy] - each * sum(g.rules.units[hq].max - g.cv[hq] for hq in hidden)
    for _ in range(sum(cost_of(g, hq) for hq in g.rules.hqs[side] if g.at[hq] >= 0)):
        if lead < 0:
            saved += judge.value["gamble"] * each * judge.vp * judge.value["hq_lasting"]
        lead -= each
    return saved


def cost_of(g: Position, hq: Unit) -> int:
    """The steps an HQ still loses for being active."""
    role = g.role.get(hq, 0)
    return bool(role) + bool(role & BLITZ and g.phase in ("command", "movement", "combat"))


def led(judge: Judge) -> int:
    """The strength of the units near the enemy that an HQ stands close enough to lead next."""
    g, side = judge.g, judge.side
    near = g.occupied[judge.enemy] & g.rules.land
    for _ in range(AT_THE_FRONT):
        near = g.rules.around(near)
    reached = 0
    for hq in g.rules.hqs[side]:
        if g.at[hq] >= 0 and not g.rules.is_supreme(hq):
            reached |= 1 << g.at[hq]
    for _ in range(LEADS):
        reached = g.rules.around(reached)
    return sum(
        g.cv[u] for hex in members(near & reached & g.occupied[side]) for u in g.stack(side, hex) if not g.is_hq(u)
    )
