// Everybody at once: who really goes when all are told to, or joins an attack. There may be no room for all of them.
import { effect, signal } from "@preact/signals";
import { aiming, everybody, gather, isLeaf } from "./hand";
import { choicesAfter, choiceUnits, deploying, inPhase, offers, openings, sending, words, wordsOf } from "./order";
import { supposing } from "./plans";
import { ends } from "./remaining";
import { match } from "./table";

export const going = signal<Map<string, string[]>>(new Map()); // by verb, those who would do it
export const joiners = signal(0); // how many would join the attack that is put together

const HEXES = 2; // to which they are tried
const REST = 150; // milliseconds after an order in which the next may follow by itself

/** Whether "all" is a fair answer: not where one unit is asked for, as who takes the loss. */
export function allMay(): boolean {
  return inPhase.value || deploying.value || [...openings.value.keys()].some(ends);
}

/** Verbs of a question of its own, not a phase: who advances, who follows. */
function forAll(): [string, string[]][] {
  if (words.value.length > 1 || inPhase.value || deploying.value || !allMay()) return [];
  return [...openings.value].map(([verb, opening]): [string, string[]] => [verb, wordsOf(opening, "unit")]).filter(([, units]) => units.length > 1);
}

/** Those of some units who can do it one after the other, the referee supposing that the others have done it. */
async function inTurn(number: number, done: string[][], units: string[], order: (unit: string) => string[]): Promise<string[]> {
  const went: string[] = [];
  for (const unit of units) {
    const action = order(unit);
    const [verb = "", , hex] = action;
    if (!offers(await supposing(done, [verb], number), unit)) continue;
    if (hex !== undefined && !offers(await supposing(done, [verb, unit], number), hex)) continue;
    done.push(action);
    went.push(unit);
  }
  return went;
}

/** Who of the units would really do it, in the order they are offered. */
export async function whoGoes(verb: string, units: string[]): Promise<string[]> {
  const number = match.value?.number ?? 0;
  const [first = ""] = units;
  if (isLeaf(await choicesAfter([verb, first]))) return inTurn(number, [], units, (unit) => [verb, unit]);
  const { given, left } = await gather([verb], units);
  const named = given.slice(1);
  let best = named;
  for (const hex of wordsOf(await choicesAfter(given), "hex").slice(0, HEXES)) {
    const went = [...named, ...(await inTurn(number, [[...given, hex]], left, (unit) => [verb, unit, hex]))];
    if (went.length > best.length) best = went;
  }
  return best;
}

async function count(many: [string, string[]][], current: () => boolean): Promise<void> {
  for (const [verb, units] of many) {
    const went = await whoGoes(verb, units).catch(() => []);
    if (!current()) return;
    going.value = new Map([...going.value, [verb, went]]);
  }
}

/** Keep the counts on the buttons true. */
export function keepCounting(): void {
  let turn = 0;
  effect(() => {
    const mine = ++turn;
    const many = sending.value ? [] : forAll();
    going.value = new Map();
    if (many.length) setTimeout(() => void (mine === turn && count(many, () => mine === turn)), REST);
  });
  let asking = 0;
  effect(() => {
    const mine = ++asking;
    const given = words.value;
    joiners.value = 0;
    if (!match.value || !aiming.value || choiceUnits.value.size < 2) return;
    everybody(given).then((all) => {
      if (mine === asking) joiners.value = all.length - given.length;
    }, () => undefined);
  });
}
