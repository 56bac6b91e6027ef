// The other kinds of attack on the same enemy: each with its chance, so that one sees what it would be worth.
import { computed, effect, signal } from "@preact/signals";
import * as api from "./api";
import { success } from "./chances";
import { aiming, gather } from "./hand";
import { chosenUnits, closing, floor, openings, preview, words, wordsOf } from "./order";
import { game, match } from "./table";

/** Verbs that could be said of the hex aimed at in place of the one that was. */
export const kinds = computed((): string[] => {
  const [said = "", hex = ""] = words.value;
  if (!aiming.value || floor.value > 0) return [];
  return [...openings.value].filter(([verb, opening]) => verb !== said && wordsOf(opening, "hex").includes(hex)).map(([verb]) => verb);
});

/** What each of them would be worth with the same units: its chance, and its price where it has one. */
export const worth = signal<Map<string, { chance: number; price: string }>>(new Map());

/** What people call an order: the name of its kind of combat, or its verb. */
export function called(verb: string): string {
  const kind = preview.value?.kind ?? "";
  return words.value[0] === verb && kind.startsWith(`${verb} `) ? kind : verb;
}

/** Keep the chances true to the units in hand. */
export function keepKinds(): void {
  let turn = 0;
  effect(() => {
    const now = match.value;
    const hex = words.value[1] ?? "";
    const units = chosenUnits.value;
    const wanted = closing.value !== null && units.length ? kinds.value.filter((verb) => game.value?.odds.includes(verb)) : [];
    const mine = ++turn;
    worth.value = new Map();
    if (!now || !wanted.length) return;
    void Promise.all(wanted.map(async (verb) => {
      const { given } = await gather([verb, hex], units);
      const odds = given.length > 2 ? await api.preview(now.id, given.join(" "), now.side) : null;
      return [verb, odds && success(odds, game.value?.results ?? []), odds?.price ?? ""] as const;
    })).then((found) => {
      if (mine === turn) worth.value = new Map(found.flatMap(([verb, chance, price]) => (typeof chance === "number" ? [[verb, { chance, price }]] : [])));
    }, () => undefined);
  });
}
