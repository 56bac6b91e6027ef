// The units in hand: a whole stack at a click. Those whom one order cannot name do the same afterwards, one by one.
import { computed } from "@preact/signals";
import type { ChoicesMessage } from "./messages";
import { choices, choicesAfter, chosenUnits, floor, followers, give, offers, openings, startOver, words, wordsOf } from "./order";
import { game, ground, unitsById } from "./table";

const MOST = 60; // units proposed for one order

/** Everybody in hand: the units of the order, and those who do the same after them. */
export const inHand = computed(() => [...chosenUnits.value, ...followers.value]);

export function isLeaf(of: ChoicesMessage): boolean {
  return of.complete && of.groups.length === 0;
}

/** Whether the order aims at a hex first and gathers units for it: an attack. */
export const aiming = computed(() => ground.value?.hexes.has(words.value[floor.value > 0 ? floor.value : 1] ?? "") ?? false);

/** The words with as many of the units as they can name together, and those who are left. */
export async function gather(start: string[], units: string[]): Promise<{ given: string[]; left: string[] }> {
  const given = [...start];
  const left: string[] = [];
  let next = await choicesAfter(given);
  for (const unit of units) {
    const then = offers(next, unit) ? await choicesAfter([...given, unit]) : null;
    if (!then || isLeaf(then)) left.push(unit);
    else {
      given.push(unit);
      next = then;
    }
  }
  return { given, left };
}

/** The words with everybody who can join, one after the other as the tree offers them. */
export async function everybody(start: string[]): Promise<string[]> {
  const given = [...start];
  for (let n = 0; n < MOST; n++) {
    const unit = wordsOf(await choicesAfter(given), "unit")[0];
    if (unit === undefined || isLeaf(await choicesAfter([...given, unit]))) break;
    given.push(unit);
  }
  return given;
}

/** Units of a list that can begin a verb. */
export function able(verb: string, units: string[]): string[] {
  const opening = openings.value.get(verb);
  const offered = new Set(opening ? wordsOf(opening, "unit") : []);
  return units.filter((unit) => offered.has(unit));
}

/** Take units in hand for a verb. False when each of them would act at once, so that somebody must say which. */
export async function takeUp(verb: string, units: string[]): Promise<boolean> {
  const [first] = units;
  if (first === undefined) return true;
  const alone = isLeaf(await choicesAfter([verb, first]));
  if (alone && units.length > 1) return false;
  if (alone) return give([verb, first]);
  const { given, left } = await gather([verb], units);
  if (given.length < 2) return give([verb, first]);
  const goes = wordsOf(await choicesAfter(given), "hex").length > 0;
  return give(given, goes ? left.filter((unit) => able(verb, [unit]).length) : []);
}

/** Say the order again for these units in hand; nobody left means no order. */
export async function keepInHand(units: string[]): Promise<void> {
  const verb = words.value[0] ?? "";
  if (!aiming.value) return void (units.length ? await takeUp(verb, units) : await startOver());
  const start = words.value.filter((word) => !unitsById.value.has(word)).slice(0, 2);
  const { given } = await gather(start, units);
  await give(given);
}

/** Aim at a hex: with the units named, or with everybody who can join where the odds can be told. */
export async function aim(verb: string, hex: string, units: string[]): Promise<void> {
  const start = [verb, hex];
  const next = await choicesAfter(start);
  if (isLeaf(next) || !wordsOf(next, "unit").length) return void (await give(start));
  const { given } = await gather(start, units);
  if (given.length > start.length || !game.value?.odds.includes(verb)) return void (await give(given));
  await give(await everybody(start));
}

/** Whether units not in the order may still join it. */
export function mayJoin(unit: string): boolean {
  return words.value.length > 0 && offers(choices.value, unit);
}
