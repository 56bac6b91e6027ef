// Plans of two steps: enter and march on, go up to an enemy and fall on him. The referee supposes the first one played.
import { computed, effect, signal, untracked } from "@preact/signals";
import * as api from "./api";
import type { ChoicesMessage } from "./messages";
import { able, gather } from "./hand";
import { refuse, tell } from "./notices";
import { asOneGesture, begun, choiceHexes, choices, choicesAfter, chosenUnits, floor, followers, give, offers, openings, play, say, words, wordsOf } from "./order";
import { strings as S } from "./strings";
import { asked, doors, game, ground, match, stacks, unitsById } from "./table";

export interface Plan {
  first: string[]; // a whole action
  then: string[]; // the words that follow it, or none where the next phase must come first
  goal: string;
  left: string[]; // units that do the same after it
  others?: Plan[]; // of other stacks
}

const NOBODY: ChoicesMessage = { groups: [], complete: false };

export const plan = signal<Plan | null>(null);

const moment = computed(() => `${match.value?.id} ${match.value?.number} ${match.value?.side} ${words.value.join(" ")}`);

/** A plan is for the position and the units in hand as they were when it was made. */
export function keepPlans(): void {
  effect(() => {
    void moment.value;
    untracked(() => (plan.value = null));
  });
}

const TRIES = 8; // first steps that are tried out, the nearest first
const STACKS = 6; // stacks that are thought of when nobody is in hand

function far(a: string, b: string): number {
  const [one, two] = [ground.value?.hexes.get(a), ground.value?.hexes.get(b)];
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : Infinity;
}

export function adjoins(a: string, b: string): boolean {
  return far(a, b) < (ground.value?.message.radius ?? 0) * 2.2;
}

/** The position there is now, by its number: a plan begun in one is no plan for the next. */
function entry(): number {
  return match.value?.number ?? 0;
}

function suppose(after: string[], given: string[], number: number): Promise<ChoicesMessage> {
  return supposing([after], given, number);
}

/** What may be said once some actions are played; nothing where one could not be taken back, or something else was played. */
export async function supposing(after: string[][], given: string[], number: number): Promise<ChoicesMessage> {
  const now = match.value;
  if (now?.number !== number) return NOBODY;
  if (!after.length) return choicesAfter(given);
  return api.choicesAfter(now.id, given.join(" "), now.side, after.map((action) => action.join(" ")).join("\n"), number);
}

/** The words by which the units can go to a hex once an action is played; null if they cannot go there, '' if nowhere. */
async function onward(after: string[], units: string[], hex: string, number: number): Promise<string[] | "" | null> {
  let marches = false;
  for (const verb of wordsOf(await suppose(after, [], number), "verb")) {
    const given = [verb];
    let next = await suppose(after, given, number);
    for (const unit of units) {
      if (!offers(next, unit)) break;
      given.push(unit);
      next = await suppose(after, given, number);
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
  const [left, number] = [followers.value, entry()];
  const tried = await Promise.all(gates.map(async (gate) => {
    const first = [...given, gate];
    return { first, then: (await choicesAfter(first)).complete ? await onward(first, units, hex, number) : null };
  }));
  for (const { first, then } of tried) {
    if (then === "") return false;
    if (then === null) continue;
    await asOneGesture(async () => {
      await carryOut({ first, then, goal: hex, left: [] });
      for (const unit of left) {
        await begun();
        if (!offers(await choicesAfter([given[0] ?? ""]), unit) || !(await give([given[0] ?? "", unit]))) continue;
        if (choiceHexes.value.has(hex)) await say(hex);
        else await enterAndMarch(hex);
      }
    });
    return true;
  }
  if (holdsFoe(hex)) refuse(S.enterBeside(place(hex)), "");
  else await tooFar(tried.find(({ then }) => then === null)?.first ?? [], units, hex, number);
  return true;
}

/** Why units that have entered at the nearest gate cannot march on to a hex, by the rule that forbids it. */
async function tooFar(enters: string[], units: string[], hex: string, number: number): Promise<void> {
  const now = match.value;
  if (now?.number !== number) return;
  for (const verb of wordsOf(await suppose(enters, [], number), "verb")) {
    const given = [verb, ...units, hex].join(" ");
    const ruling = await api.why(now.id, given, now.side, enters.join(" "), number).catch(() => null);
    if (ruling && !ruling.ok && ruling.rule && !ruling.elsewhere) return refuse(S.enterAnd(enters.at(-1) ?? "", ruling.reason), ruling.rule);
  }
  refuse(S.marchTooFar(units.join(", "), place(hex)), "");
}

function place(hex: string): string {
  const found = ground.value?.hexes.get(hex)?.place;
  return found ? `${found} (${hex})` : hex;
}

/** How units with an order begun would fall on an enemy: into his hex, or beside him and the attack from there if one may follow. */
async function planFor(given: string[], units: string[], left: string[], hex: string): Promise<Plan | null> {
  const [board, number] = [ground.value, entry()];
  const next = await choicesAfter(given);
  const open = wordsOf(next, "hex");
  if (!board || !marches(next)) return null;
  const whole = async (at: string): Promise<boolean> => (await choicesAfter([...given, at])).complete;
  if (open.includes(hex)) return (await whole(hex)) ? { first: [...given, hex], then: [], goal: hex, left } : null;
  const from = unitsById.value.get(units[0] ?? "")?.hex ?? "";
  const beside = open.filter((at) => adjoins(at, hex) && !holdsFoe(at)).sort((a, b) => far(a, from) - far(b, from));
  const strikes = (game.value?.odds ?? []).filter((verb) => wordsOf(openings.value.get(verb) ?? NOBODY, "hex").length || verb !== given[0]);
  for (const at of beside.slice(0, TRIES)) {
    const first = [...given, at];
    if (!(await whole(at))) continue;
    for (const verb of strikes) {
      if (!offers(await suppose(first, [], number), verb) || !wordsOf(await suppose(first, [verb], number), "hex").includes(hex)) continue;
      const joining = wordsOf(await suppose(first, [verb, hex], number), "unit");
      const who = units.filter((unit) => joining.includes(unit));
      if (who.length) return { first, then: [verb, hex, ...who], goal: hex, left };
    }
  }
  const [near] = adjoins(from, hex) ? [] : beside; // who stands there has no need to go
  return near !== undefined && (await whole(near)) ? { first: [...given, near], then: [], goal: hex, left } : null;
}

export function holdsFoe(hex: string): boolean {
  return (stacks.value.get(hex) ?? []).some((unit) => unit.side !== asked.value?.side);
}

/** Whether a verb leads into the enemy's hex, as blocks go to battle: who stands beside him waits for no other phase. */
function engages(verb: string): boolean {
  return !!game.value?.odds.includes(verb) && wordsOf(openings.value.get(verb) ?? NOBODY, "unit").length > 0;
}

/** Whether an order begun wants a hex to go to. One that is whole without it, as an HQ's, is no march. */
function marches(next: ChoicesMessage): boolean {
  return !next.complete && wordsOf(next, "hex").length > 0;
}

/** Whether attacks have a phase of their own that is still to come. */
function attacksLater(): boolean {
  const now = game.value?.phases[asked.value?.kind ?? ""] ?? [];
  return (game.value?.odds ?? []).some((verb) => !now.includes(verb));
}

/** An enemy out of reach of those in hand: how they would get at him. */
export async function approach(hex: string, units: string[]): Promise<boolean> {
  plan.value = null;
  if (!asked.value || !units.length || !choiceHexes.value.size || !holdsFoe(hex)) return false;
  const number = entry();
  const found = await planFor(words.value, chosenUnits.value.length ? chosenUnits.value : units, followers.value, hex);
  if (number !== entry()) return true; // something was played meanwhile: it is nobody's plan any more
  plan.value = found;
  if (!plan.value && marches(choices.value) && attacksLater() && !engages(words.value[0] ?? "") && adjoins(unitsById.value.get(units[0] ?? "")?.hex ?? "", hex)) {
    tell(S.besideNow(place(hex)));
    return true;
  }
  return plan.value !== null;
}

/** A hex the units in hand cannot go to by this verb, but by another: it is proposed. */
export async function byAnother(hex: string, units: string[]): Promise<boolean> {
  const said = words.value[0] ?? "";
  plan.value = null;
  if (!asked.value || !units.length || words.value.length <= floor.value || !choiceHexes.value.size) return false;
  for (const verb of openings.value.keys()) {
    if (verb === said || able(verb, units).length < units.length) continue;
    const { given, left } = await gather([verb], units);
    if (given.length < 2 || !wordsOf(await choicesAfter(given), "hex").includes(hex)) continue;
    if (!(await choicesAfter([...given, hex])).complete) continue;
    plan.value = { first: [...given, hex], then: [], goal: hex, left };
    return true;
  }
  return false;
}

/** How strong a stack looks: the first figure of each counter. */
function might(units: string[]): number {
  return units.reduce((sum, id) => sum + (Number.parseInt(unitsById.value.get(id)?.strength ?? "", 10) || 0), 0);
}

/** An enemy clicked with nobody in hand: who gets at him best. A plan that ends in an attack comes first, then the stronger stack. */
export async function bestApproach(hex: string): Promise<boolean> {
  const side = asked.value?.side;
  plan.value = null;
  if (!side || words.value.length > floor.value || !holdsFoe(hex)) return false;
  const ours = [...stacks.value].filter(([, units]) => units.some((unit) => unit.side === side)).map(([at]) => at);
  const [found, number]: [Plan[], number] = [[], entry()];
  let beside = false;
  for (const at of ours.sort((a, b) => far(a, hex) - far(b, hex)).slice(0, STACKS)) {
    const here = (stacks.value.get(at) ?? []).map((unit) => unit.id).reverse();
    for (const verb of openings.value.keys()) {
      const who = able(verb, here);
      const { given, left } = who.length ? await gather([verb], who) : { given: [verb], left: [] };
      if (number !== entry()) return true;
      if (given.length < 2) continue;
      beside ||= adjoins(at, hex) && !engages(verb) && marches(await choicesAfter(given));
      const next = await planFor(given, given.slice(1), left, hex);
      if (next) found.push(next);
      if (next) break;
    }
  }
  if (number !== entry()) return true;
  const worth = (one: Plan): number => might([...one.first.slice(1, -1), ...one.left]) + (one.then.length ? 1000 : 0);
  if (!found.length && beside && attacksLater()) {
    tell(S.besideNow(place(hex)));
    return true;
  }
  const [best, ...others] = found.sort((a, b) => worth(b) - worth(a));
  plan.value = best ? { ...best, others } : null;
  return !!best;
}

/** The next best plan instead. */
export function otherPlan(): void {
  const now = plan.value;
  const [next, ...rest] = now?.others ?? [];
  if (now && next) plan.value = { ...next, others: [...rest, { ...now, others: [] }] };
}

/** Play the first step of a plan and begin the second, or play it where it is a whole action. */
export async function carryOut(wanted: Plan): Promise<void> {
  plan.value = null;
  const before = entry();
  await play(wanted.first, false, wanted.left);
  if (entry() <= before || !asked.value) return;
  if (!wanted.then.length) return wanted.first.at(-1) === wanted.goal || engages(wanted.first[0] ?? "") ? undefined : tell(S.besideNow(place(wanted.goal)));
  await begun();
  const given: string[] = [];
  for (const word of wanted.then) {
    if (!offers(await choicesAfter(given), word)) break;
    given.push(word);
  }
  if (given.length === wanted.then.length) await give(given);
}
