// Pointing at a hex or a counter: what the player means by it, found in the choice tree alone.
import { signal } from "@preact/signals";
import * as api from "./api";
import type { ChoicesMessage } from "./messages";
import { refuse } from "./notices";
import {
  choiceHexes, choices, choicesAfter, choiceUnits, chosenUnits, closing, commit, floor, give, offers, openings, say, startOver,
  trouble, words, wordsOf,
} from "./order";
import { asked, match, position, stacks, unitsById } from "./table";

export interface Idea {
  verb: string;
  word: string;
  onHex: boolean;
}

export interface Menu {
  hex: string;
  ideas: Idea[];
  carried: string[]; // units chosen before, who come along where they may
  modal: boolean; // false: the first idea was taken, these are the others
}

export const cursor = signal(""); // the hex the keyboard or the last click is on
export const typing = signal(false); // the last thing the player touched was the keyboard
export const menu = signal<Menu | null>(null);
export const fan = signal(""); // the hex whose stack is fanned out
export const fanHeld = signal(false); // by the keyboard: it stays, and has the focus
export const battleAt = signal(""); // the hex whose battle is opened in the panel
export const peek = signal(""); // the hex under the pointer

/** What could be begun by pointing at a hex or at one of its units, in the order of the game's verbs. */
export function ideasFor(hex: string, units: string[]): Idea[] {
  const found: Idea[] = [];
  for (const [verb, opening] of openings.value) {
    const able = wordsOf(opening, "unit");
    const unit = units.find((id) => able.includes(id));
    if (unit) found.push({ verb, word: unit, onHex: false });
    if (wordsOf(opening, "hex").includes(hex)) found.push({ verb, word: hex, onHex: true });
  }
  return found;
}

/** Begin an order, and bring along the units chosen before where they may come. */
export async function follow(idea: Idea, carried: string[] = []): Promise<void> {
  menu.value = null;
  if (!(await give([idea.verb, idea.word])) || !idea.onHex) return;
  for (const unit of carried) if (choiceUnits.value.has(unit)) await say(unit);
}

/** The units of a hex, the top of the stack first. */
export function pile(hex: string): string[] {
  return (stacks.value.get(hex) ?? []).map((unit) => unit.id).reverse();
}

/** A click, a tap or Enter on a hex; `unit` when one counter was meant. */
export async function pointAt(hex: string, unit = ""): Promise<void> {
  cursor.value = hex || cursor.value;
  menu.value = null;
  if (hex) battleAt.value = position.value?.battles.some((battle) => battle.hex === hex) ? hex : "";
  if (!asked.value) return;
  const here = unit ? [unit] : pile(hex);
  if (unit && chosenUnits.value.includes(unit) && !offers(choices.value, unit)) return leaveOut(unit); // some may be named twice
  if (!unit && hex && hex === words.value.at(-1) && closing.value === "") return commit(); // the same hex again: that is all
  if (!unit && choiceHexes.value.has(hex)) return void (await say(hex));
  const next = here.find((id) => choiceUnits.value.has(id));
  if (next) return void (await say(next));
  const ideas = ideasFor(unit ? "" : hex, here);
  if (ideas.length) return take(hex, ideas);
  if (words.value.length > floor.value && here.some((id) => chosenUnits.value.includes(id))) {
    return void (await startOver());
  }
  await explain(hex, here);
}

async function take(hex: string, ideas: Idea[]): Promise<void> {
  const carried = chosenUnits.value;
  const [first] = ideas;
  if (!first) return;
  const rest = ideas.slice(1);
  const next = first.onHex ? await choicesAfter([first.verb, first.word]) : null;
  const atOnce = next !== null && next.complete && next.groups.length === 0;
  if (atOnce || (first.onHex && rest.length > 0)) {
    menu.value = { hex, ideas, carried, modal: true };
    return;
  }
  await follow(first, carried);
  if (rest.length) menu.value = { hex, ideas: rest, carried, modal: false };
}

/** Say the words again without one of the units, if that is still an order. */
export async function leaveOut(unit: string): Promise<void> {
  const rest = words.value.filter((word) => word !== unit);
  const left = rest.some((word) => unitsById.value.has(word));
  const already = words.value.length - rest.length > 0 && (left || rest.length > 1);
  if (already && rest.length > floor.value) await give(rest).catch(trouble);
  else await startOver();
}

/** Everybody in a hex who may still join. */
export async function addAll(hex: string): Promise<void> {
  for (const unit of pile(hex)) {
    const unchosen = !words.value.includes(unit);
    if (unchosen && words.value.length === 0) await pointAt(hex, unit);
    else if (unchosen && choiceUnits.value.has(unit)) await say(unit);
  }
}

/** Ask the referee why not, and show the answer in one line. */
async function explain(hex: string, here: string[]): Promise<void> {
  const now = match.value;
  if (!now) return;
  const given = words.value;
  const tries: string[][] = [];
  const add = (start: string[], of: ChoicesMessage): void => {
    const kinds = of.groups.map(([kind]) => kind);
    if (kinds.includes("hex")) tries.push([...start, hex]);
    if (kinds.includes("unit")) for (const id of here.slice(0, 1)) tries.push([...start, id]);
  };
  if (given.length) add(given, choices.value);
  else if (here.length) for (const [verb, opening] of openings.value) add([verb], opening);
  const own = here.some((id) => unitsById.value.get(id)?.side === now.side);
  if (own && !given.length) tries.sort((a, b) => Number(a.at(-1) === hex) - Number(b.at(-1) === hex));
  for (const attempt of tries) {
    const ruling = await api.why(now.id, attempt.join(" "), now.side).catch(() => null);
    if (ruling && !ruling.ok && !ruling.unfinished && ruling.reason) return refuse(ruling.reason, ruling.rule);
  }
}

/** Every hex where something may be chosen now, for Tab. */
export function hexesToChoose(): string[] {
  const found = new Set<string>(choiceHexes.value);
  const units = words.value.length ? choiceUnits.value : new Set([...openings.value.values()].flatMap((o) => wordsOf(o, "unit")));
  for (const id of units) {
    const at = unitsById.value.get(id)?.hex;
    if (at) found.add(at);
  }
  if (!words.value.length) {
    for (const opening of openings.value.values()) {
      const hexes = wordsOf(opening, "hex");
      if (hexes.length <= 60) for (const hex of hexes) found.add(hex);
    }
  }
  return [...found];
}

/** Whether pointing at the hex would be taken as part of the order. */
export function isOffered(hex: string): boolean {
  return choiceHexes.value.has(hex) || pile(hex).some((id) => offers(choices.value, id));
}

