// The order being given: the words so far, the words that may follow, and what each verb could begin with.
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "./api";
import * as live from "./live";
import type { ChoicesMessage, LogLine, MatchState, Preview, Warning } from "./messages";
import { refuse, tell } from "./notices";
import { strings as S } from "./strings";
import { cautions, noteDone } from "./remaining";
import { asked, game, log, match, position, receive, reloadLog, unitsById } from "./table";

export interface Confirm {
  words: string[];
  warnings: Warning[];
  left: string[]; // who does the same afterwards
}

const NOTHING: ChoicesMessage = { groups: [], complete: false };

export const words = signal<string[]>([]);
export const followers = signal<string[]>([]); // units in hand whom the order cannot name: they do the same after it
export const floor = signal(0); // how many words were said for the player because there was no other
export const choices = signal<ChoicesMessage>(NOTHING);
export const openings = signal<Map<string, ChoicesMessage>>(new Map());
export const preview = signal<Preview | null>(null);
export const costs = signal<Map<string, number>>(new Map());
export const waysBack = signal<Map<string, string>>(new Map()); // the hex before each, where the game says
export const confirming = signal<Confirm | null>(null);
export const sending = signal(false);
export const lastPlayed = signal(""); // our own latest action, for the tutorial

/** The screen of its own that the question wants, if any. */
const screen = computed(() => game.value?.screens[asked.value?.kind ?? ""] ?? "");

/** Whether the action that is asked for is written clause by clause, on a screen of its own. */
export const composing = computed(() => screen.value === "orders");

/** Whether forces are being set up before play. */
export const deploying = computed(() => screen.value === "muster");

/** Whether a phase is being played, not a question in the midst of one answered. */
export const inPhase = computed(() => asked.value?.kind === position.value?.phase || !!position.value?.sequence.some((stage) => stage.id === asked.value?.kind));

const known = new Map<string, Promise<ChoicesMessage>>();
let beginning: Promise<unknown> = Promise.resolve();
let thinking = 0; // rises with each change, so that late answers are dropped
let meant: string[] | null = null; // words on their way, for a player faster than the server

function latest(): string[] {
  return meant ?? words.value;
}

/** Words of a kind among choices. */
export function wordsOf(of: ChoicesMessage, kind: string): string[] {
  return of.groups.filter(([k]) => k === kind).flatMap(([, found]) => found);
}

export function offers(of: ChoicesMessage, word: string): boolean {
  return of.groups.some(([, found]) => found.includes(word));
}

export const choiceHexes = computed(() => new Set(wordsOf(choices.value, "hex")));
export const choiceUnits = computed(() => new Set(wordsOf(choices.value, "unit")));
export const chosenUnits = computed(() => words.value.filter((word) => unitsById.value.has(word)));

function isWhole(of: ChoicesMessage | undefined): boolean {
  return !!of && of.complete && of.groups.length === 0;
}

/** The word that ends the order: a verb after other words, or '' when the words are an action as they stand. */
export const closing = computed((): string | null => {
  if (words.value.length === 0) return null;
  if (choices.value.complete) return "";
  const verbs = wordsOf(choices.value, "verb");
  const last = verbs.length > 1 && !composing.value ? verbs.filter((verb) => isWhole(openings.value.get(verb))) : verbs; // one that could have been said alone
  return words.value.length > floor.value && last.length === 1 ? (last[0] ?? null) : null;
});

/** Where a question is about that offers nothing on the map: the last thing that happened somewhere. */
export const concerned = computed((): string[] => {
  const way = asked.value?.occasion?.hexes ?? []; // of a move that waits for our answer
  if (way.length) return way.slice(-1);
  const targets = asked.value?.occasion?.targets ?? [];
  if (targets.length) return targets;
  const onMap = [choices.value, ...openings.value.values()].some((c) => c.groups.some(([kind]) => kind !== "verb"));
  if (!asked.value || onMap || !openings.value.size) return [];
  return log.value.findLast((line) => line.hexes.length > 0 && line.number === match.value?.number)?.hexes ?? [];
});

/** Units that can begin something now, for the map to show. */
export const ready = computed(() => {
  const found = new Set<string>();
  for (const opening of openings.value.values()) for (const unit of wordsOf(opening, "unit")) found.add(unit);
  if (!words.value.length) for (const unit of choiceUnits.value) found.add(unit); // a question may offer units without a verb
  return found;
});

export function choicesAfter(given: string[]): Promise<ChoicesMessage> {
  const now = match.value;
  if (!now) return Promise.resolve(NOTHING);
  const key = `${now.id} ${now.number} ${now.side} ${given.join(" ")}`;
  let answer = known.get(key);
  if (!answer) {
    answer = api.choices(now.id, given.join(" "), now.side);
    known.set(key, answer);
    answer.catch(() => known.delete(key));
  }
  return answer;
}

async function begin(): Promise<void> {
  const turn = ++thinking;
  known.clear();
  const root = await choicesAfter([]);
  const verbs = wordsOf(root, "verb");
  const found = await Promise.all(verbs.map(async (verb) => [verb, await choicesAfter([verb])] as const));
  if (turn !== thinking) return;
  const [only, first] = found[0] ?? ["", NOTHING];
  const forced = found.length === 1 && root.groups.length === 1 && !root.complete && first.groups.length > 0;
  batch(() => {
    openings.value = new Map(found);
    floor.value = forced ? 1 : 0;
    words.value = forced ? [only] : [];
    choices.value = forced ? first : root;
  });
}

const GUARD = 700; // milliseconds after a change of phase in which nothing ends the next one
export const guarded = signal(false);
let guarding = 0;

/** A click meant for the last phase does not end the next. */
function guard(): void {
  guarded.value = true;
  clearTimeout(guarding);
  guarding = window.setTimeout(() => (guarded.value = false), GUARD);
}

/** When what may be begun is known. */
export function begun(): Promise<unknown> {
  return beginning;
}

/** Start afresh whenever another decision is ours. Where both sides are asked at once, what we have written stays. */
export function followDecisions(): void {
  let last = "";
  let draft = "";
  let phase = "";
  effect(() => {
    const now = match.value;
    const decision = asked.value;
    const key = now && decision ? `${now.id} ${now.number} ${now.side} ${decision.kind}` : "";
    if (key === last) return;
    last = key;
    const moment = now && decision ? `${now.id} ${now.view.turn} ${now.view.phase} ${now.side} ${decision.kind}` : "";
    if (moment && phase && moment !== phase) guard();
    phase = moment || phase;
    const asks = now && decision ? `${now.id} ${now.side} ${decision.kind}` : "";
    const kept = asks && asks === draft ? words.peek() : [];
    draft = now && now.view.decisions.length > 1 ? asks : "";
    batch(() => {
      words.value = [];
      followers.value = [];
      choices.value = NOTHING;
      openings.value = new Map();
      preview.value = confirming.value = null;
      costs.value = new Map();
      waysBack.value = new Map();
    });
    thinking++;
    meant = null;
    if (key) beginning = begin().then(() => (kept.length ? give(kept) : undefined), trouble);
  });
}

/** Replace the words: legal ones are taken, complete ones are played. `left` does the same afterwards. */
export async function give(given: string[], left: string[] = []): Promise<boolean> {
  const turn = ++thinking;
  let next: ChoicesMessage;
  meant = given;
  try {
    next = await choicesAfter(given);
  } catch (error) {
    if (turn === thinking) meant = null;
    trouble(error);
    return false;
  }
  if (turn !== thinking) return false;
  meant = null;
  if (next.complete && next.groups.length === 0 && given.length > 0) {
    await play(given, false, left);
    return true;
  }
  batch(() => {
    words.value = given;
    followers.value = left;
    choices.value = next;
    confirming.value = null;
    if (given.length < 2) preview.value = null;
    costs.value = new Map();
    waysBack.value = new Map();
  });
  return true;
}

/** Say further words. */
export function say(...more: string[]): Promise<boolean> {
  return give([...latest(), ...more], followers.value);
}

/** Take back one word; false when there is nothing to take back. */
export function stepBack(): boolean {
  if (confirming.value) {
    confirming.value = null;
    return true;
  }
  const said = latest();
  if (said.length <= floor.value) return false;
  const last = followers.value.length > 0 && unitsById.value.has(said.at(-1) ?? ""); // the last in hand is one who does the same
  void (last ? give(said, followers.value.slice(0, -1)) : give(said.slice(0, -1), followers.value));
  return true;
}

export function startOver(): Promise<boolean> {
  return give(words.value.slice(0, floor.value));
}

/** Say the closing word and play the order. */
export async function commit(): Promise<void> {
  if (confirming.value) return play(confirming.value.words, true, confirming.value.left);
  if (closing.value === "") return play(words.value, false, followers.value);
  if (closing.value !== null) await say(closing.value);
}

/** Send an action over the live connection, or by a request where there is none; then the new state is here, as seen
 * from the side we look from: never from the other at a shared screen. */
export async function send(now: MatchState, action: string, side = now.side): Promise<void> {
  let lost = false;
  if (live.onLine(now.id)) {
    try {
      return await live.act(now.number, action, side);
    } catch (error) {
      if (!(error instanceof live.LineLost)) throw error;
      lost = true; // it may have been played all the same
    }
  }
  let lines: LogLine[] = [];
  try {
    const acted = await api.act(now.id, now.number, action, side);
    if (side === now.side) lines = acted.lines;
  } catch (error) {
    if (!(lost && error instanceof api.Refused && error.status === 409)) throw error;
  }
  const state = await api.state(now.id, now.side);
  if (match.value?.id === now.id && state.number > match.value.number) receive(state, lines);
}

let gesture = { match: "", number: -1, orders: 1 }; // what was played last by one click or drag, and at which number that ended
let together = false; // orders that are given now belong to one gesture

/** Give orders that are one gesture: several stacks that go the same way, units that come in and march on. */
export async function asOneGesture(give: () => Promise<void>): Promise<void> {
  if (together) return give();
  gesture = { match: "", number: -1, orders: 1 };
  together = true;
  try {
    await give();
  } finally {
    together = false;
  }
}

/** How many orders the latest gesture has given: all of them are taken back together. */
export function ordersAtOnce(now: MatchState): number {
  return gesture.match === now.id && gesture.number === now.number ? gesture.orders : 1;
}

/** Play a whole action; one that a person may regret is shown its warnings first. `left` does the same afterwards. */
export async function play(given: string[], sure = false, left: string[] = [], also = false): Promise<void> {
  const now = match.value;
  if (!now || sending.value) return;
  sending.value = true;
  let done = false;
  try {
    if (!sure) {
      const warnings = await cautions(now.id, given, now.side);
      if (warnings.length) {
        confirming.value = { words: given, warnings, left };
        return;
      }
    }
    await send(now, given.join(" "));
    confirming.value = null;
    const orders = (also || together) && gesture.number === now.number ? gesture.orders + 1 : 1;
    gesture = { match: now.id, number: match.value?.number ?? 0, orders };
    noteDone(now, given);
    lastPlayed.value = "";
    lastPlayed.value = given.join(" ");
    done = true;
  } catch (error) {
    confirming.value = null;
    if (error instanceof api.Refused && error.status === 409) {
      tell(S.somebodyFaster);
      receive(await api.state(now.id, now.side), []);
      void reloadLog(now.id, now.side);
    } else trouble(error);
  } finally {
    sending.value = false;
  }
  if (done && left.length) await repeat(given, left);
}

/** The same order for the next unit, if the tree still has it; otherwise who stays, and the rule that keeps them where they are. */
async function repeat(given: string[], [unit = "", ...left]: string[], stayed: string[] = []): Promise<void> {
  const now = match.value;
  if (!now || !asked.value) return;
  const named = unitsById.value;
  const next = [given[0] ?? "", unit, ...given.slice(1).filter((word) => !named.has(word))];
  for (let n = 0; n < next.length; n++) {
    if (offers(await choicesAfter(next.slice(0, n)), next[n] ?? "")) continue;
    if (n === 0) return; // another question has come up: the rest is for later
    const ruling = await api.why(now.id, next.join(" "), now.side).catch(() => null);
    const stay = [...stayed, unit];
    if (ruling && !ruling.ok && ruling.reason) refuse(S.stay(stay.map((id) => named.get(id)?.label || id), ruling.reason), ruling.rule);
    return left.length ? repeat(given, left, stay) : undefined;
  }
  if ((await choicesAfter(next)).complete) await play(next, false, left, true);
}

/** Something the server refused or could not do, said in plain sight. */
export function trouble(error: unknown): void {
  if (error instanceof api.Refused) refuse(error.message, error.rule);
  else refuse(S.serverAway, "");
}
