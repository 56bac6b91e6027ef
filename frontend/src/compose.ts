// One action of many clauses, written bit by bit: what it says so far, what may be added, and what it costs.
import { computed, effect, signal } from "@preact/signals";
import type { ChoicesMessage } from "./messages";
import { choices, choicesAfter, composing, give, openings, preview, trouble, words, wordsOf } from "./order";
import { asked, match, position, unitsById } from "./table";

/** The clauses so far; each begins with a verb. The last may still lack words. */
export const clauses = computed(() => {
  const found: string[][] = [];
  for (const word of words.value) {
    if (openings.value.has(word) || !found.length) found.push([word]);
    else found.at(-1)?.push(word);
  }
  return found;
});

/** Whether the last clause waits for more words. */
export const unfinished = computed(() => words.value.length > 0 && !wordsOf(choices.value, "verb").some((v) => openings.value.has(v)));

export const additions = signal<Map<string, ChoicesMessage>>(new Map()); // what each verb could be said of next

/** The units each verb has been said to take since the question was asked, in one order: nothing moves when something is written. */
export const offered = signal<Map<string, string[]>>(new Map());

/** What a unit costs a verb, where the game says it. */
export function priceOf(verb: string, unit: string): number | undefined {
  const own = position.value?.own;
  return own && "costs" in own ? own.costs[unit]?.[verb] : undefined;
}

/** Dear ones first, as headquarters and tanks are, and of these the weakest. */
function inOrder(verb: string, units: string[]): string[] {
  const strength = (id: string): number => unitsById.value.get(id)?.steps ?? 0;
  return [...units].sort((a, b) => (priceOf(verb, b) ?? 0) - (priceOf(verb, a) ?? 0) || strength(a) - strength(b) || a.localeCompare(b, undefined, { numeric: true }));
}

function remembered(found: Map<string, ChoicesMessage>): Map<string, string[]> {
  return new Map([...offered.value.keys(), ...found.keys()].map((verb) => {
    const before = offered.value.get(verb) ?? [];
    const units = wordsOf(found.get(verb) ?? { groups: [], complete: false }, "unit");
    return [verb, [...before, ...inOrder(verb, units.filter((id) => !before.includes(id)))]];
  }));
}

/** Points that are left, and points there were. */
export const budget = computed(() => {
  const all = position.value?.tallies["production"]?.[asked.value?.side ?? ""] ?? 0;
  return { left: preview.value?.budget?.left ?? all, all };
});

/** What a clause costs by its place in the order, as the referee counts it; null until it is known. */
export function costOf(at: number): number | null {
  return preview.value?.budget?.costs[at] ?? null;
}

export function strikeOut(at: number): void {
  void give(clauses.value.filter((_, i) => i !== at).flat());
}

/** Say a clause; one that is not finished is left behind. */
export function write(...clause: string[]): void {
  const whole = unfinished.value ? clauses.value.slice(0, -1) : clauses.value;
  void give([...whole.flat(), ...clause]);
}

/** Keep what may be added true to what is written. */
export function keepComposing(): void {
  let turn = 0;
  let asking = "";
  effect(() => {
    const now = match.value;
    const given = words.value;
    const mine = ++turn;
    const question = composing.value && now ? `${now.id} ${now.view.turn} ${now.side}` : "";
    if (question !== asking) offered.value = new Map();
    asking = question;
    if (!composing.value || !now || unfinished.value || !openings.value.size) return;
    const verbs = wordsOf(choices.value, "verb");
    Promise.all(verbs.map(async (verb) => [verb, await choicesAfter([...given, verb])] as const)).then((found) => {
      if (mine !== turn) return;
      additions.value = new Map(found);
      offered.value = remembered(additions.value);
    }, trouble);
  });
}
