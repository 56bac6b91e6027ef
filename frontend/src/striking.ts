// An attack begun with those who make it, where the order names the enemy first: a stack pointed at, or dragged onto him.
import { aim } from "./hand";
import { choicesAfter, floor, inPhase, openings, words, wordsOf } from "./order";
import { adjoins, holdsFoe } from "./plans";
import { asked, game, stacks, unitsById } from "./table";

export interface Strike {
  verb: string;
  hex: string; // the enemy's
}

/** The enemies beside a hex that may be attacked now, each by the first verb that names him. */
function beside(from: string): Strike[] {
  const found = new Map<string, string>();
  for (const verb of game.value?.odds ?? []) {
    const opening = openings.value.get(verb);
    for (const hex of opening ? wordsOf(opening, "hex") : []) if (!found.has(hex) && adjoins(from, hex) && holdsFoe(hex)) found.set(hex, verb);
  }
  return [...found].map(([hex, verb]) => ({ verb, hex }));
}

/** The units of ours in a hex. */
function ours(from: string): string[] {
  return (stacks.value.get(from) ?? []).map((unit) => unit.id).filter((id) => unitsById.value.get(id)?.side === asked.value?.side).reverse();
}

/** Of some units those who can join an attack. */
async function joining({ verb, hex }: Strike, units: string[]): Promise<string[]> {
  const offered = wordsOf(await choicesAfter([verb, hex]), "unit");
  return units.filter((unit) => offered.includes(unit));
}

/** Whether an order of this verb names the enemy before those who attack him. */
export function namesFoe(verb: string): boolean {
  const opening = openings.value.get(verb);
  return !!game.value?.odds.includes(verb) && !!opening && wordsOf(opening, "hex").length > 0 && !wordsOf(opening, "unit").length;
}

/** Whether this is a time of combat: in a time of movement who takes a stack means to move it. */
function combat(): boolean {
  const [first = ""] = inPhase.value ? (game.value?.phases[asked.value?.kind ?? ""] ?? []) : openings.value.keys();
  return namesFoe(first);
}

/** Whether a stack stands beside an enemy who may be attacked, so that a drag may be meant for him. */
export function poised(from: string): boolean {
  return combat() && words.value.length <= floor.value && ours(from).length > 0 && beside(from).length > 0;
}

/** Whom a stack could attack, and with which of its units. */
export async function strikes(from: string): Promise<{ strike: Strike; units: string[] }[]> {
  if (!poised(from)) return [];
  const found = await Promise.all(beside(from).map(async (strike) => ({ strike, units: await joining(strike, ours(from)) })));
  return found.filter(({ units }) => units.length > 0);
}

/** A stack dropped on an enemy attacks him, by as many of it as can; whether it does. */
export async function strikeAt(from: string, hex: string): Promise<boolean> {
  const found = (await strikes(from)).find(({ strike }) => strike.hex === hex);
  if (found) await aim(found.strike.verb, hex, found.units);
  return !!found;
}
