// A battle opened: both sides' blocks in the hex, who fights against whom, and the odds of the coming round.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import * as api from "../api";
import { caption, CounterFace } from "../board/counter";
import type { Preview } from "../messages";
import { openings, preview, wordsOf } from "../order";
import { battleAt } from "../pointing";
import type { Counter } from "../messages";
import { strings as S } from "../strings";
import { asked, game, ground, match, position, stacks } from "../table";
import { OddsOf } from "./Odds";
import { Whose } from "./Whose";

const odds = signal<Preview | null>(null);

/** Ask for the odds of the battle that is opened, by whichever verb the tree offers for its hex. */
export function keepBattles(): void {
  let turn = 0;
  effect(() => {
    const now = match.value;
    const hex = battleAt.value;
    const verbs = [...openings.value].filter(([, opening]) => wordsOf(opening, "hex").includes(hex)).map(([verb]) => verb).filter((verb) => game.value?.odds.includes(verb));
    const mine = ++turn;
    odds.value = null;
    if (!now || !hex || !asked.value) return;
    void (async () => {
      for (const verb of verbs) {
        const found = await api.preview(now.id, `${verb} ${hex}`, now.side).catch(() => null);
        if (mine !== turn) return;
        if (found) {
          odds.value = found;
          return;
        }
      }
    })();
  });
}

function Row({ side, role, units }: { side: string; role: string; units: Counter[] }): JSX.Element {
  return (
    <div class="camp">
      <div><Whose side={side} /> <small>{role}</small></div>
      <div class="row">
        {units.map((unit) => (
          <svg key={unit.id} viewBox="-4 -11 52 58" width="54" height="60" role="img" aria-label={caption(unit)} data-battle-unit={unit.id}><CounterFace unit={unit} /></svg>
        ))}
      </div>
    </div>
  );
}

export function BattlePanel(): JSX.Element | null {
  const hex = battleAt.value;
  const battle = position.value?.battles.find((b) => b.hex === hex);
  if (!battle) return null;
  const units = stacks.value.get(hex) ?? [];
  const attacker = (odds.value && position.value?.active) || battle.attacker; // of the round whose odds are shown, whoever began the battle
  const sides = [...new Set(units.map((unit) => unit.side))].sort((a) => (a === attacker ? -1 : 1));
  const place = ground.value?.hexes.get(hex)?.place;
  const first = odds.value?.first;
  return (
    <section class="battle-panel" aria-label={S.battleAt(place || hex)} data-battle-panel={hex}>
      <header>
        <h3>{S.battleAt(place ? `${place} (${hex})` : hex)}</h3>
        <button class="close" aria-label={S.close} onClick={() => (battleAt.value = "")}>×</button>
      </header>
      {sides.map((side) => (
        <Row key={side} side={side} role={side === attacker ? S.attacks : side === battle.attacker ? S.defendsNow : S.defends} units={units.filter((unit) => unit.side === side)} />
      ))}
      {first && <p class="first">{S.firesFirst(S.title(first))}</p>}
      {!preview.value && odds.value && <OddsOf now={odds.value} />}
    </section>
  );
}
