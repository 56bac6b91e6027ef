// Plans of two steps: enter and march on, go up to an enemy and fall on him. The referee supposes the first one played.
import { signal } from "@preact/signals";
import * as api from "./api";
import type { ChoicesMessage } from "./messages";
import { refuse, tell } from "./notices";
import { begun, choiceHexes, choicesAfter, chosenUnits, followers, give, offers, openings, play, say, words, wordsOf } from "./order";
import { strings as S } from "./strings";
import { asked, doors, game, ground, match, stacks, unitsById } from "./table";

export interface Plan {
  first: string[]; // a whole action
  then: string[]; // the words that follow it, or none where the next phase must come first
  goal: string;
}

export const plan = signal<Plan | null>(null);

const TRIES = 8; // first steps that are tried out, the nearest first

function far(a: string, b: string): number {
  const [one, two] = [ground.value?.hexes.get(a), ground.value?.hexes.get(b)];
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : Infinity;
}

async function suppose(after: string[], given: string[]): Promise<ChoicesMessage> {
  const now = match.value;
  return now ? api.choices(now.id, given.join(" "), now.side, after.join(" ")) : { groups: [], complete: false };
}

/** The words by which the units can go to a hex once an action is played; null if they cannot go there, '' if nowhere. */
async function onward(after: string[], units: string[], hex: string): Promise<string[] | "" | null> {
  let marches = false;
  for (const verb of wordsOf(await suppose(after, []), "verb")) {
    const given = [verb];
    let next = await suppose(after, given);
    for (const unit of units) {
      if (!offers(next, unit)) break;
      given.push(unit);
      next = await suppose(after, given);
    }
    if (given.length <= units.length) continue;
    if (wordsOf(next, "hex").includes(hex)) return [...given, hex];
    marches = true;
  }
  return marches ? null : "";
}

/** Units beside the map sent to a hex that is no entrance: they enter where they can march on from, and do. */
export async function enterAndMarch(hex: string): Promise<boolean> {
  const units = chosenUnits.value;
  const given = words.value;
  if (!units.length || !choiceHexes.value.size || !units.every((id) => doors.value.has(id))) return false;
  const gates = [...choiceHexes.value].sort((a, b) => far(a, hex) - far(b, hex)).slice(0, TRIES);
  for (const gate of gates) {
    const first = [...given, gate];
    if (!(await choicesAfter(first)).complete) continue;
    const then = await onward(first, units, hex);
    if (then === "") return false;
    if (then === null) continue;
    const left = followers.value;
    await carryOut({ first, then, goal: hex });
    for (const unit of left) {
      await begun();
      if (!offers(await choicesAfter([given[0] ?? ""]), unit) || !(await give([given[0] ?? "", unit]))) continue;
      if (choiceHexes.value.has(hex)) await say(hex);
      else await enterAndMarch(hex);
    }
    return true;
  }
  refuse(S.marchTooFar(units.join(", "), place(hex)), "");
  return true;
}

function place(hex: string): string {
  const found = ground.value?.hexes.get(hex)?.place;
  return found ? `${found} (${hex})` : hex;
}

/** An enemy out of reach: the best hex beside him, and the attack from there if one may follow at once. */
export async function approach(hex: string, units: string[]): Promise<boolean> {
  const board = ground.value;
  const side = asked.value?.side;
  plan.value = null;
  if (!board || !side || !units.length || !choiceHexes.value.size) return false;
  if (!(stacks.value.get(hex) ?? []).some((unit) => unit.side !== side)) return false;
  const radius = board.message.radius * 2.2;
  const from = unitsById.value.get(units[0] ?? "")?.hex ?? "";
  const beside = [...choiceHexes.value].filter((at) => far(at, hex) < radius).sort((a, b) => far(a, from) - far(b, from));
  const strikes = (game.value?.odds ?? []).filter((verb) => wordsOf(openings.value.get(verb) ?? { groups: [], complete: false }, "hex").length || verb !== words.value[0]);
  for (const at of beside.slice(0, TRIES)) {
    const first = [...words.value, at];
    if (!(await choicesAfter(first)).complete) continue;
    for (const verb of strikes) {
      if (!offers(await suppose(first, []), verb) || !wordsOf(await suppose(first, [verb]), "hex").includes(hex)) continue;
      const joining = wordsOf(await suppose(first, [verb, hex]), "unit");
      const who = units.filter((unit) => joining.includes(unit));
      if (who.length) {
        plan.value = { first, then: [verb, hex, ...who], goal: hex };
        return true;
      }
    }
  }
  const [near] = beside;
  if (near === undefined) return false;
  const first = [...words.value, near];
  if (!(await choicesAfter(first)).complete) return false;
  plan.value = { first, then: [], goal: hex };
  return true;
}

/** Play the first step of a plan and begin the second, or play it where it is a whole action. */
export async function carryOut(wanted: Plan): Promise<void> {
  plan.value = null;
  const before = match.value?.number ?? 0;
  await play(wanted.first);
  if ((match.value?.number ?? 0) <= before || !asked.value) return;
  if (!wanted.then.length) return tell(S.besideNow(wanted.goal));
  await begun();
  const given: string[] = [];
  for (const word of wanted.then) {
    if (!offers(await choicesAfter(given), word)) break;
    given.push(word);
  }
  if (given.length === wanted.then.length) await give(given);
}
