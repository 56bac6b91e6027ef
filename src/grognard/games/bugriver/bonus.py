"""7.5.3: a battle is won: one Action Point for those who have won it."""

from __future__ import annotations

from grognard.decision import Procedure
from grognard.events import Noted
from grognard.games.bugriver.command import in_command
from grognard.games.bugriver.hits import Camp
from grognard.games.bugriver.position import ENEMY, Position
from grognard.hexes import Hex
from grognard.mechanics.aftermath import about_unit, pick
from grognard.ruling import no


def winner(g: Position, attackers: Camp, defenders: Camp, mine: int, theirs: int) -> Camp | None:
    """7.5.3a: the side with the lower number of hits, unless nobody of it is left; by the numbers printed."""
    if mine == theirs:
        return None
    camp = attackers if mine < theirs else defenders
    return camp if camp.alive(g) else None


def victory(g: Position, attackers: Camp, defenders: Camp, mine: int, theirs: int) -> Procedure[None]:
    """7.5.3b: the winner's units in command may use a bonus point at once; those of one formation (G62)."""
    won = winner(g, attackers, defenders, mine, theirs)
    if won is None:
        return
    g.tell(Noted(text=f"{won.side.title()} wins the battle", rule="7.5.3a"))
    units = [unit for unit in won.alive(g) if in_command(g, unit)]
    formations = sorted({g.formation[unit] for unit in units})
    if not formations:
        return
    hq = formations[0]
    if len(formations) > 1:
        prompt = "Choose the formation whose units use the bonus Action Point"
        wrong = about_unit(g, lambda other: no("7.5.3b", f"no unit of {g.name(other)} has won here and is in command"))
        hq = yield from pick(g, won.side, "winner", prompt, "7.5.3b", formations, "choose", wrong)
    lost = defenders if won is attackers else attackers
    party = tuple(unit for unit in units if g.formation[unit] == hq)
    g.pending = ("bonus", hq, party, entries(g, won, lost), won is attackers)


def entries(g: Position, won: Camp, lost: Camp) -> tuple[Hex, ...]:
    """7.5.3d, G41: where a bonus move may begin: the enemy's hex if the combat has emptied it, or the own hex that the
    winner has left in retreat."""
    free = []
    if not g.occupied[ENEMY[won.side]] >> lost.hex & 1:
        free.append(lost.hex)
    if won.gone and not g.occupied[ENEMY[won.side]] >> won.hex & 1:
        free.append(won.hex)
    return tuple(free)
