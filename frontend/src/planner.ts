// The attack planner: on every enemy that can be attacked now the best odds there are, and the chance that he gives way.
import { effect, signal } from "@preact/signals";
import * as api from "./api";
import { success } from "./chances";
import { everybody, isLeaf } from "./hand";
import type { MatchState } from "./messages";
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

/** What may be attacked now, and by which verbs that have odds. */
function targets(): [string, string[]][] {
  const found = new Map<string, string[]>();
  for (const verb of game.value?.odds ?? []) {
    const opening = openings.value.get(verb);
    for (const hex of opening ? wordsOf(opening, "hex") : []) {
      const foes = (stacks.value.get(hex) ?? []).some((unit) => unit.side !== asked.value?.side);
      if (foes) found.set(hex, [...(found.get(hex) ?? []), verb]);
    }
  }
  return [...found].slice(0, MOST);
}

/** What all who can join would have, by one kind of attack. */
async function best(now: MatchState, verb: string, hex: string): Promise<Badge | null> {
  const start = await choicesAfter([verb, hex]);
  const given = isLeaf(start) ? [verb, hex] : await everybody([verb, hex]);
  const odds = await api.preview(now.id, given.join(" "), now.side).catch(() => null);
  return odds && { hex, verb, column: odds.column, chance: success(odds, game.value?.results ?? []) };
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
      for (const [hex, verbs] of wanted) {
        const found = await Promise.all(verbs.map((verb) => best(now, verb, hex)));
        if (mine !== turn) return;
        const [first] = found.filter((one) => one !== null).sort((a, b) => (b.chance ?? 0) - (a.chance ?? 0));
        if (first) badges.value = [...badges.value, first];
      }
    })().catch(() => undefined);
  });
}
