"""Bots of this checkout against bots of another one, the same seeds twice with sides changed.

git worktree add ../before COMMIT
python benchmarks/duel.py ../before guderian --games 50 --bots staff,staff --out duel.jsonl

Both checkouts follow the match action by action. This one is the referee: its result counts. Where the rules of the
other differ so that it cannot follow, the game is left out, and that is said.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from checkout import Checkout

from grognard.games import find
from grognard.simulate.summary import Rate

HERE = Path(__file__).parents[1]
PLAYER = """
import json, sys, time
sys.path.insert(0, sys.argv[1] + "/src")
import grognard, grognard.bots as bots
match, bot = None, None
for line in sys.stdin:
    told = json.loads(line)
    if "new" in told:
        game, scenario, seed, name, natural = told["new"]
        match, bot = grognard.new(game, scenario, seed=seed), bots.make(name, seed)
        if natural:
            bot.nature = ""  # not hasty, whatever its level
    elif "play" in told:
        try:
            match.play(*told["play"])
        except grognard.Illegal as error:
            print(json.dumps({"apart": str(error)}), flush=True)
            continue
    spent, action = 0.0, ""
    decision = match.decision
    if told.get("act"):
        begun = time.process_time()
        action = bot.act(match, decision.side)
        spent = time.process_time() - begun
    result = match.result
    print(json.dumps({
        "action": action, "spent": spent, "side": decision and decision.side, "turn": match.state.turn,
        "over": result and [result.winner or "", result.level, result.points], "sides": match.game.info.sides,
    }), flush=True)
"""


class ApartError(Exception):
    """The rules of the checkouts differ here."""


class Player(Checkout):
    """A bot of a checkout, and the match as that checkout sees it."""

    def __init__(self, checkout: Path) -> None:
        super().__init__(checkout, PLAYER)

    def tell(self, **what: Any) -> dict[str, Any]:
        """Say something, and hear how the match stands."""
        heard: dict[str, Any] = self.ask(what)
        return heard


def game(
    players: list[Player], bots: list[str], what: tuple[str, str | None, int], first: int, natural: bool
) -> dict[str, Any]:
    """One game; `first` is the player who has the first side."""
    heard = [player.tell(new=[*what, bot, natural]) for player, bot in zip(players, bots, strict=True)]
    sides = heard[0]["sides"]
    who = {sides[0]: first, sides[1]: 1 - first}
    spent: dict[tuple[int, int], float] = {}
    while not heard[1]["over"]:
        side, turn = heard[1]["side"], heard[1]["turn"]
        acting = players[who[side]]
        said = acting.tell(act=True)
        spent[who[side], turn] = spent.get((who[side], turn), 0.0) + said["spent"]
        heard = [player.tell(play=[said["action"], side]) for player in players]
        if any("apart" in one for one in heard) or heard[0]["side"] != heard[1]["side"]:
            raise ApartError(f"after '{said['action']}': {[one.get('apart', one.get('side')) for one in heard]}")
    winner, level, points = heard[1]["over"]
    turns = [max((s for (p, _), s in spent.items() if p == n), default=0.0) for n in (0, 1)]
    total = [sum(s for (p, _), s in spent.items() if p == n) for n in (0, 1)]
    return {
        "seed": what[2], "first": first, "winner": who[winner] if winner else None, "level": level, "points": points,
        "seconds": [round(s, 2) for s in total], "longest": [round(s, 2) for s in turns],
    }  # fmt: skip


def series(asked: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """All games, those with sides changed after each other; or those alone in which this checkout plays a side."""
    players, bots = [Player(asked.before.resolve()), Player(HERE)], asked.bots.split(",")
    sides = find(asked.game).info.sides
    firsts = [1 - sides.index(asked.side)] if asked.side else [0, 1]
    for seed in range(asked.seed, asked.seed + asked.games // len(firsts)):
        for first in firsts:
            try:
                yield game(players, bots, (asked.game, asked.scenario, seed), first, asked.natural)
            except ApartError as apart:
                print(f"seed {seed} is left out, the checkouts disagree {apart}", flush=True)
    for player in players:
        player.close()


def main() -> None:
    """Play, and print how the games of each went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("game")
    parser.add_argument("--scenario")
    parser.add_argument("--bots", default="staff,staff", help="the other checkout's, and this one's")
    parser.add_argument("--natural", action="store_true", help="let the quick level judge as the others do")
    parser.add_argument("--side", help="play only the games in which this checkout has this side")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    asked = parser.parse_args()
    won, drawn, seconds = [0, 0], 0, [0.0, 0.0]
    for count, ended in enumerate(series(asked), 1):
        drawn += ended["winner"] is None
        for n in (0, 1):
            won[n] += ended["winner"] == n
            seconds[n] += ended["seconds"][n]
        if asked.out:
            with asked.out.open("a") as file:
                file.write(json.dumps(ended) + "\n")
        rate = Rate.of(won[1], count)
        wins = f"this checkout {won[1]} ({rate.low:.0%} to {rate.high:.0%}), the other {won[0]}, drawn {drawn}"
        spent = f"seconds a game {seconds[1] / count:.1f} and {seconds[0] / count:.1f}"
        print(f"{count}: {wins}; {spent}; {ended}", flush=True)


if __name__ == "__main__":
    main()
