// Pointing at a hex or a counter: what the player means by it, found in the choice tree alone.
import { signal } from "@preact/signals";
import { allMay } from "./all";
import { additions, write } from "./compose";
import { explain } from "./explaining";
import { able, aim, aiming, everybody, gather, inHand, isLeaf, keepInHand, takeUp } from "./hand";
import { hush, tell } from "./notices";
import {
  begun, choiceHexes, choices, choicesAfter, choiceUnits, chosenUnits, closing, commit, composing, confirming, floor, followers, give, inPhase, offers, openings, say,
  startOver, trouble, words, wordsOf,
} from "./order";
import { approach, bestApproach, byAnother, enterAndMarch } from "./plans";
import { strikeAt, strikes } from "./striking";
import { strings as S } from "./strings";
import { asked, game, position, stacks, unitsById } from "./table";

/** Something that could be begun: a verb for units, or for a hex. */
export interface Idea {
  verb: string;
  units: string[];
  hex: string; // '' where units are meant
  all?: boolean; // as many of the units as can, one after the other
}

export interface Menu {
  hex: string;
  ideas: Idea[];
  carried: string[]; // units chosen before, who come along where they may
  modal: boolean; // false: the first idea was taken, these are the others
}

export const cursor = signal(""); // the hex the keyboard or the last click is on
export const typing = signal(false); // the cursor was last moved by keys, not by pointing
export const menu = signal<Menu | null>(null);
export const fan = signal(""); // the hex whose stack is fanned out
export const fanHeld = signal(false); // by the keyboard: it stays, and has the focus
export const battleAt = signal(""); // the hex whose battle is opened in the panel
export const peek = signal(""); // the hex under the pointer
export const upNext = signal<Idea | null>(null); // whom Next has come to, and where they stand: a hex they can go to sends them

/** What could be begun by pointing at a hex or at its units, in the order of the game's verbs. */
export function ideasFor(hex: string, units: string[]): Idea[] {
  const found: Idea[] = [];
  for (const [verb, opening] of openings.value) {
    const who = able(verb, units);
    if (who.length) found.push({ verb, units: who, hex: "" });
    if (hex && wordsOf(opening, "hex").includes(hex)) found.push({ verb, units: [], hex });
  }
  return found;
}

/** What decides nothing, or only gives something up: nobody clicks for its sake. */
function isAside(idea: Idea): boolean {
  return !!game.value?.asides.includes(idea.verb);
}

/** Begin an order, and bring along the units in hand where they may come. */
export async function follow(idea: Idea, carried: string[] = []): Promise<void> {
  menu.value = null;
  if (composing.value) return write(idea.verb, ...idea.units);
  if (idea.hex) return aim(idea.verb, idea.hex, carried);
  if (idea.all) return send(idea);
  const same = idea.units.filter((unit) => carried.includes(unit));
  const which = await takeUp(idea.verb, same.length ? same : idea.units);
  if (!which) fan.value = unitsById.value.get(idea.units[0] ?? "")?.hex ?? "";
}

/** The units of a hex, the top of the stack first. */
export function pile(hex: string): string[] {
  return (stacks.value.get(hex) ?? []).map((unit) => unit.id).reverse();
}

/** Open the battle of a hex in the panel; another one is closed. */
export function openBattle(hex: string): void {
  battleAt.value = position.value?.battles.some((battle) => battle.hex === hex) ? hex : "";
}

let queue: Promise<unknown> = Promise.resolve();

/** Let what was pointed at before be understood first, however slow the server is. */
function inTurn(meant: () => Promise<void>): Promise<void> {
  const done = queue.then(begun).then(meant).catch(trouble);
  queue = done;
  return done;
}

/** A click, a tap or Enter on a hex; `unit` when one counter was meant. */
export function pointAt(hex: string, unit = ""): Promise<void> {
  const shown = menu.value;
  const next = upNext.value;
  upNext.value = null;
  cursor.value = hex || cursor.value;
  menu.value = confirming.value = null; // who points at something else has not said yes
  if (hex) openBattle(hex);
  if (!asked.value) return Promise.resolve();
  const [only, ...others] = shown?.modal && hex ? shown.ideas.filter((idea) => shown.hex === hex || idea.hex === hex) : [];
  if (only && !others.length) return inTurn(() => follow(only, shown?.carried)); // the same hex again: yes; or the enemy it could be
  return inTurn(() => (unit ? pointAtUnit(unit) : pointAtHex(hex, next)));
}

/** Orders of many clauses: the word that the last one lacks, or what could be added about the units; never in place of what is written. */
async function pointWriting(hex: string, units: string[]): Promise<void> {
  const lacking = units.filter((id) => choiceUnits.value.has(id));
  const [word = ""] = choiceHexes.value.has(hex) ? [hex] : lacking;
  if (word && (word === hex || lacking.length === 1)) return void (await say(word));
  if (word) return void (fan.value = hex);
  const ideas = [...additions.value].flatMap(([verb, next]) =>
    units.filter((id) => wordsOf(next, "unit").includes(id)).map((id): Idea => ({ verb, units: [id], hex: "" })));
  if (!ideas.length) return explain(hex, units);
  menu.value = { hex, ideas, carried: [], modal: true };
}

async function pointAtUnit(unit: string): Promise<void> {
  if (composing.value) return pointWriting(unitsById.value.get(unit)?.hex ?? "", [unit]);
  if (inHand.value.includes(unit) && !offers(choices.value, unit)) return keepInHand(inHand.value.filter((id) => id !== unit));
  if (choiceUnits.value.has(unit)) return void (await say(unit));
  const verb = words.value[0] ?? "";
  const beside = inHand.value.some((id) => unitsById.value.get(id)?.hex === unitsById.value.get(unit)?.hex);
  if (beside && !aiming.value && able(verb, [unit]).length) return keepInHand([...inHand.value, unit]);
  const ideas = ideasFor("", [unit]);
  if (ideas.length) return take("", ideas);
  await explain(unitsById.value.get(unit)?.hex ?? "", [unit]);
}

async function pointAtHex(hex: string, next: Idea | null): Promise<void> {
  const here = pile(hex);
  if (composing.value) return pointWriting(hex, here);
  const [verb = ""] = words.value;
  const [who = "", ...more] = able(verb, here);
  const last = words.value.at(-1);
  if (hex && hex === last && closing.value === "") return commit(); // the same hex again: that is all
  const again = who !== "" && who === last && !more.length && !offers(choices.value, who); // the only unit there, and not to be named twice
  if (again && closing.value !== null) return commit();
  if (choiceHexes.value.has(hex)) {
    if (words.value.length !== 1 || !openings.value.has(verb)) return void (await say(hex));
    const unsaid = floor.value === 1 && inPhase.value; // there is no other verb: nobody has said it
    return unsaid ? take(hex, [{ verb, units: [], hex }]) : aim(verb, hex, []);
  }
  const held = here.filter((id) => inHand.value.includes(id) && !offers(choices.value, id)); // one offered again is named again
  if (held.length && aiming.value) return keepInHand(inHand.value.filter((id) => !held.includes(id)));
  if (held.length && words.value.length > floor.value) return oneFewer(hex, held);
  const joining = here.filter((id) => choiceUnits.value.has(id));
  if (joining.length) return join(hex, joining);
  if (await fasterFirst(hex)) return;
  if (await enterAndMarch(hex)) return;
  if (aiming.value && (await instead(here))) return;
  const ideas = ideasFor(hex, here);
  if (next && !ideas.some(({ units }) => units.length) && (await sendNext(next, hex))) return;
  if (ideas.length && ideas.every(isAside)) await explain(hex, here);
  if (ideas.length) return take(hex, ideas);
  if (await bidden(hex)) return;
  if (await fromHere(hex)) return;
  if (!inPhase.value) return explain(hex, here); // a question is answered, nothing is planned
  if (inHand.value.length ? (await byAnother(hex, inHand.value)) || (await approach(hex, inHand.value)) : await bestApproach(hex)) return;
  await explain(hex, here);
}

/** Those whom Next has come to, sent to a hex that they can all reach. */
async function sendNext({ verb, hex: from }: Idea, to: string): Promise<boolean> {
  const units = able(verb, pile(from));
  if (words.value.length > floor.value || !units.length) return false;
  const { given } = await gather([verb], units);
  if (!wordsOf(await choicesAfter(given), "hex").includes(to)) return false;
  return (await takeUp(verb, units)) && say(to);
}

/** Those who attack before whom: one enemy they could attack is attacked by them, several are offered. */
async function fromHere(hex: string): Promise<boolean> {
  const found = await strikes(hex);
  const [only, ...more] = found;
  if (only && !more.length) await aim(only.strike.verb, only.strike.hex, only.units);
  else if (only) menu.value = { hex, ideas: found.map(({ strike }) => ({ ...strike, units: [] })), carried: [...new Set(found.flatMap(({ units }) => units))], modal: true };
  return !!only;
}

/** A stack dragged to a hex that has nobody in hand: it attacks there. */
export function dropAt(from: string, hex: string): Promise<void> {
  return inTurn(async () => ((await strikeAt(from, hex)) ? undefined : explain(hex, pile(hex))));
}

/** The hex before who shall go there, where a question asks who does: all who can are in hand, and the hex again sends them. */
async function bidden(hex: string): Promise<boolean> {
  if (inPhase.value || words.value.length > floor.value || !hex) return false;
  for (const [verb, opening] of openings.value) {
    const who: string[] = [];
    for (const unit of wordsOf(opening, "unit")) if (wordsOf(await choicesAfter([verb, unit]), "hex").includes(hex)) who.push(unit);
    if (who.length) return takeUp(verb, who);
  }
  const idea = await wanted(hex);
  if (idea) menu.value = { hex, ideas: [idea], carried: [], modal: true };
  return !!idea;
}

/** Whether a question is who goes into a hex that the enemy has left, though nobody has to name the hex. */
export function emptied(hex = ""): boolean {
  const now = asked.value;
  if (!now || inPhase.value || words.value.length > floor.value) return false;
  const left = (now.occasion?.targets ?? []).filter((target) => !(stacks.value.get(target) ?? []).some((unit) => unit.side !== now.side));
  return hex ? left.includes(hex) : left.length > 0;
}

/** Who may go into such a hex, of those in another one if it is named. */
async function wanted(hex: string, from = ""): Promise<Idea | null> {
  if (!emptied(hex)) return null;
  for (const [verb, opening] of openings.value) {
    const all = wordsOf(opening, "unit");
    const units = from ? all.filter((id) => unitsById.value.get(id)?.hex === from) : all;
    if (units.length && isLeaf(await choicesAfter([verb, units[0] ?? ""]))) return { verb, units, hex: "", all: true };
  }
  return null;
}

async function send({ verb, units }: Idea): Promise<void> {
  const [first = "", ...left] = units;
  await give([verb, first], left);
}

/** A stack let go over a hex that the enemy has left: they go there. False if nobody of it is asked to. */
export async function dropInto(hex: string, from: string): Promise<boolean> {
  let idea: Idea | null = null;
  await inTurn(async () => {
    idea = await wanted(hex, from);
    if (idea) await send(idea);
  });
  return !!idea;
}

/** A hex that the first of those in hand cannot reach, but another can: he goes, and the others as far as they may. */
async function fasterFirst(hex: string): Promise<boolean> {
  const [verb = ""] = words.value;
  const all = inHand.value;
  if (!followers.value.length || aiming.value || chosenUnits.value.length !== 1) return false;
  for (const unit of followers.value) {
    if (!wordsOf(await choicesAfter([verb, unit]), "hex").includes(hex)) continue;
    return (await takeUp(verb, [unit, ...all.filter((one) => one !== unit)])) && say(hex);
  }
  return false;
}

/** The stack in hand again: its top unit is left out; after the last one all of them are taken. */
async function oneFewer(hex: string, held: string[]): Promise<void> {
  const others = inHand.value.filter((id) => !held.includes(id));
  const rest = held.slice(1);
  if (rest.length || others.length) return keepInHand([...rest, ...others]);
  const all = able(words.value[0] ?? "", pile(hex));
  return all.length > 1 ? keepInHand(all) : void (await startOver());
}

/** Units of a hex that an order asks for: all of them where it takes several, and where it takes one, that one. */
async function join(hex: string, units: string[]): Promise<void> {
  const [first = ""] = units;
  if (units.length > 1 && isLeaf(await choicesAfter([...words.value, first]))) {
    fan.value = hex; // each would act at once: somebody must say which
    return;
  }
  const { given } = await gather(words.value, units);
  await give(given.length > words.value.length ? given : [...words.value, first], followers.value);
}

/** Another stack that could carry the attack out, but not together with those named: it takes their place. */
async function instead(here: string[]): Promise<boolean> {
  const start = words.value.slice(0, 2);
  if (words.value.length <= 2) return false;
  const { given } = await gather(start, here);
  if (given.length === start.length) return false;
  return give(given);
}

/** An order that only wanted the commit and gives way to another: whoever forgot it is told. One looks at the odds of many attacks. */
function noteDropped(): void {
  const [verb = ""] = words.value;
  if (closing.value === null || words.value.length <= floor.value || game.value?.odds.includes(verb)) return;
  const who = inHand.value.map((id) => unitsById.value.get(id)?.label || id);
  if (who.length) tell(S.dropped(verb, who));
}

async function take(hex: string, ideas: Idea[]): Promise<void> {
  const carried = inHand.value;
  noteDropped();
  const [first] = ideas;
  if (!first) return;
  const rest = ideas.slice(1);
  const one = first.hex || (first.units.length === 1 && inPhase.value ? first.units[0] : ""); // a question is answered by a click
  const atOnce = !!one && isLeaf(await choicesAfter([first.verb, one]));
  const weighed = !!first.hex && game.value?.odds.includes(first.verb); // an attack is proposed with its odds, other kinds beside it
  const meant = ideas.filter((idea) => !isAside(idea));
  if (atOnce || !meant.length || (first.hex && rest.length > 0 && !weighed)) {
    menu.value = { hex, ideas: meant.length ? meant : ideas, carried, modal: true };
    return;
  }
  await follow(first, carried);
  const same = first.hex ? carried : first.units;
  const others = weighed && aiming.value ? rest.filter((idea) => !idea.hex) : rest; // other kinds stand with the order
  if (others.length) menu.value = { hex: hex || unitsById.value.get(first.units[0] ?? "")?.hex || "", ideas: others, carried: same, modal: false };
}

/** Everybody in a hex who may still join. */
export async function addAll(hex: string): Promise<void> {
  if (!allMay()) return;
  const verb = words.value[0] ?? "";
  fan.value = "";
  await inTurn(async () => {
    const here = pile(hex);
    if (!words.value.length) return all(here);
    if (here.some((id) => choiceUnits.value.has(id))) return join(hex, here.filter((id) => choiceUnits.value.has(id)));
    const more = able(verb, here).filter((id) => !inHand.value.includes(id));
    if (more.length && !aiming.value) await keepInHand([...inHand.value, ...more]);
  });
}

/** Nobody in a hex any more, so that one of many is chosen by himself. */
export function dropAll(hex: string): Promise<void> {
  return inTurn(() => keepInHand(inHand.value.filter((id) => !pile(hex).includes(id))));
}

/** A whole stack for the first verb that takes it; where each acts at once, one after the other. */
async function all(here: string[]): Promise<void> {
  const [idea] = ideasFor("", here);
  if (!idea || (await takeUp(idea.verb, idea.units))) return;
  const [first = "", ...left] = idea.units;
  await give([idea.verb, first], left);
}

/** Everybody whom an attack takes, or these units for a verb: those who advance. */
export function allWhoCan(verb: string, units: string[] = []): Promise<void> {
  return inTurn(async () => {
    if (aiming.value) return void (await give(await everybody(words.value)));
    if (!(await takeUp(verb, units))) return send({ verb, units, hex: "" });
    const [hex, ...others] = choiceHexes.value;
    if (hex && !others.length && !inPhase.value) await say(hex); // there is one way to go
  });
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

/** Forget a question and what was fanned out. */
export function forget(): void {
  menu.value = null;
  fan.value = "";
  hush();
}
