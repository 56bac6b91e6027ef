// What is left to do in a phase: for the chips in the bar, for Next, and for the question before a phase is ended.
import { computed, signal } from "@preact/signals";
import * as api from "./api";
import { isLeaf } from "./hand";
import { recall, remember } from "./memory";
import type { MatchState, Warning } from "./messages";
import { openings, wordsOf } from "./order";
import { confirmations } from "./settings";
import { strings as S } from "./strings";
import { asked, game, match, stacks, unitsById } from "./table";

export interface Chip {
  verb: string;
  units: string[]; // who can still do it
  hexes: string[]; // where they stand, or whom it can be done to
  foes: boolean; // the hexes are the enemy's
}

const MANY = 60; // hexes that may be meant; more are no list of things to do
export const END = "end"; // the word that ends a phase in every game
const BUSY = "moved"; // the mark of a unit that has done it

/** What each verb of the phase could still be done by, or to. */
export const chips = computed((): Chip[] => {
  const found: Chip[] = [];
  const side = asked.value?.side;
  for (const [verb, opening] of openings.value) {
    if (isLeaf(opening) || game.value?.asides.includes(verb)) continue;
    const units = wordsOf(opening, "unit").filter((id) => !unitsById.value.get(id)?.status.includes(BUSY));
    const aims = wordsOf(opening, "hex");
    const foes = aims.filter((hex) => (stacks.value.get(hex) ?? []).some((unit) => unit.side !== side));
    const at = [...new Set(units.map((id) => unitsById.value.get(id)?.hex ?? "").filter(Boolean))];
    if (units.length) found.push({ verb, units, hexes: at, foes: false });
    else if (foes.length && foes.length === aims.length && foes.length <= MANY) found.push({ verb, units: [], hexes: foes, foes: true });
  }
  return found;
});

export const nextAt = signal(0);

/** Words that end a phase, also while it cannot be ended; in a question, whole actions among others that are not. */
export function ends(verb: string): boolean {
  if (game.value?.phases[asked.value?.kind ?? ""]?.includes(END)) return verb === END;
  const opening = openings.value.get(verb);
  return !!opening && isLeaf(opening) && [...openings.value.values()].some((other) => !isLeaf(other));
}

function phaseOf(now: MatchState): string {
  return `${now.view.turn} ${now.view.phase} ${now.side}`;
}

/** Remember that something was done in the phase: by a verb that neither ends it nor gives something up. */
export function noteDone(now: MatchState, [verb = ""]: string[]): void {
  if (verb !== END && !game.value?.asides.includes(verb)) remember(`done.${now.id}`, phaseOf(now));
}

function idle(now: MatchState): boolean {
  return recall(`done.${now.id}`, "") !== phaseOf(now);
}

/** What a chip says in words; of several kinds of attack each is an attack. */
export function inWords(chip: Chip): string {
  const kinds = chips.value.filter(({ verb, foes }) => foes && game.value?.odds.includes(verb));
  const verb = kinds.length > 1 && kinds.includes(chip) ? S.attackVerb : chip.verb;
  return S.leftToDo(verb, chip.foes ? chip.hexes.length : chip.units.length, chip.foes);
}

/** One line for each chip, none twice, and none about what was said already. */
export function leftToDo(said: Warning[] = []): Warning[] {
  const told = new Set(said.map(({ verb }) => verb));
  const fresh = chips.value.filter(({ verb }) => !told.has(verb));
  const lines = new Map(fresh.map((chip) => [inWords(chip), chip.hexes]));
  return [...lines].map(([text, hexes]) => ({ text, rule: "", hexes, note: false, verb: "" }));
}

/** What a person may want to know before: the game's own cautions, and what is left to do when nothing was done. */
export async function cautions(id: string, given: string[], side: string): Promise<Warning[]> {
  const now = match.value;
  if (confirmations.value === "none") return [];
  const told = await api.warnings(id, given.join(" "), side).catch((): Warning[] => []);
  const found = told.filter((warning) => !warning.note);
  const ending = given.length === 1 && given[0] === END;
  if (!now || !ending) return found;
  const waiting = chips.value.some((chip) => chip.units.some((unit) => !unitsById.value.get(unit)?.hex));
  return found.length || waiting || idle(now) || confirmations.value === "all" ? [...found, ...leftToDo(found)] : found;
}
