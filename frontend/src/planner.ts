// The attack planner: on every enemy that can be attacked now the best odds there are, and the chance that he gives way.
import { effect, signal } from "@preact/signals";
import * as api from "./api";
import { chancesOf } from "./chances";
import { everybody, isLeaf } from "./hand";
import { choicesAfter, openings, wordsOf } from "./order";
import { isOn } from "./overlays";
import { asked, game, match, stacks } from "./table";

export interface Badge {
  hex: string;
  verb: string;
  column: string;
  chance: number | null;
}

export const badges = signal<Badge[]>([]);
export const PLANNER = "planner";
const MOST = 40; // targets

/** What may be attacked now, each by the first verb that has odds. */
function targets(): [string, string][] {
  const found = new Map<string, string>();
  for (const verb of game.value?.odds ?? []) {
    const opening = openings.value.get(verb);
    for (const hex of opening ? wordsOf(opening, "hex") : []) {
      const foes = (stacks.value.get(hex) ?? []).some((unit) => unit.side !== asked.value?.side);
      if (foes && !found.has(hex)) found.set(hex, verb);
    }
  }
  return [...found].slice(0, MOST);
}

/** Keep the badges true to the position while they are wanted. */
export function keepPlanning(): void {
  let turn = 0;
  let last = "";
  effect(() => {
    const now = match.value;
    const key = now ? `${now.id} ${now.number} ${now.side} ${isOn(PLANNER)} ${[...openings.value.keys()].join(" ")}` : "";
    if (key === last) return; // only who is here has changed
    last = key;
    const mine = ++turn;
    const wanted = isOn(PLANNER) && now && asked.value && openings.value.size ? targets() : [];
    badges.value = [];
    if (!now) return;
    void (async () => {
      for (const [hex, verb] of wanted) {
        const start = await choicesAfter([verb, hex]);
        const given = isLeaf(start) ? [verb, hex] : await everybody([verb, hex]);
        const odds = await api.preview(now.id, given.join(" "), now.side).catch(() => null);
        if (mine !== turn) return;
        if (odds) badges.value = [...badges.value, { hex, verb, column: odds.column, chance: chancesOf(odds, game.value?.results ?? [])?.foe ?? null }];
      }
    })().catch(() => undefined);
  });
}
