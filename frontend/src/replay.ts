// Looking back: the match as it was after any number of actions, and the player that shows a stretch of it as a story.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import * as api from "./api";
import { keepInSight } from "./board/camera";
import { remember } from "./memory";
import type { HistoryEntry, LogLine, MatchState } from "./messages";
import { sending, trouble } from "./order";
import { mark, place } from "./routes";
import { following, speed } from "./settings";
import { shine, dim } from "./spotlight";
import { happened, log, match, missed, past, unitsById } from "./table";

export const entries = signal<HistoryEntry[]>([]);
export const playing = signal(false);
export const story = signal<{ from: number; to: number } | null>(null); // the stretch that is told; null is the whole replay

/** How many actions have been played at the moment shown. */
export const moment = computed(() => past.value?.number ?? match.value?.number ?? 0);

const FIGHTS = new Set(["attacked", "battle"]);

const states = new Map<string, Promise<MatchState>>();
let wanted = -1;
let timer = 0;

function fetchState(number: number): Promise<MatchState> {
  const now = match.value;
  const key = `${now?.id} ${now?.side} ${number}`;
  let found = states.get(key);
  if (!found) {
    found = api.stateAt(now?.id ?? "", number, now?.side);
    states.set(key, found);
    if (states.size > 400) states.delete(states.keys().next().value ?? "");
  }
  return found;
}

/** The match as it was after so many actions, without looking back at it. */
export function stateAt(number: number): Promise<MatchState> {
  return fetchState(number);
}

/** Each turn with the last action of it. */
export async function lastOfTurns(): Promise<[number, number][]> {
  const now = match.value;
  const all = now ? await api.history(now.id, now.side) : [];
  return [...new Map(all.map((entry) => [entry.turn, entry.number] as const))];
}

/** Where something happened by an entry. */
function hexesOf(entry: HistoryEntry | undefined): string[] {
  return entry?.lines.flatMap((line) => line.hexes) ?? [];
}

/** Show the match as it was; what happened last is pointed at. */
export async function lookBack(number: number, lines = true): Promise<void> {
  const now = match.value;
  if (!now) return;
  const at = Math.max(0, Math.min(now.number, number));
  wanted = at;
  if (!entries.value.length || entries.value.length <= now.number) entries.value = await api.history(now.id, now.side);
  try {
    const state = await fetchState(at);
    if (wanted !== at) return;
    const entry = entries.value.find((e) => e.number === at);
    batch(() => {
      past.value = state;
      if (lines && entry) happened.value = entry.lines;
    });
    const where = hexesOf(entry).at(-1);
    if (lines && where && following.value) keepInSight(where);
    mark(now.id, at);
  } catch (error) {
    trouble(error);
  }
}

export function toPresent(): void {
  wanted = -1;
  stop();
  dim();
  const now = match.value;
  batch(() => {
    if (now) mark(now.id, null);
    past.value = story.value = null;
    entries.value = happened.value = [];
  });
}

export function stop(): void {
  playing.value = false;
  clearTimeout(timer);
}

export type ReplayStep = "back" | "on" | "start" | "now";

/** The moment a step leads to, given the one that is shown and the latest; null is the present. */
export function afterStep(step: ReplayStep, shown: number, latest: number): number | null {
  if (step === "now" || (step === "on" && shown >= latest)) return null;
  return step === "start" ? 0 : Math.max(0, shown + (step === "on" ? 1 : -1));
}

export function stepReplay(step: ReplayStep): void {
  const now = match.value;
  if (!now) return;
  stop();
  const to = afterStep(step, wanted < 0 ? moment.value : wanted, now.number); // keys may be faster than the server
  if (to !== null) void lookBack(to, step === "on");
  else if (past.value) toPresent();
}

export type Jump = "turn" | "phase" | "fight";

/** Whether an entry tells of an attack or of fire. */
export function isFight(entry: HistoryEntry): boolean {
  return entry.lines.some((line) => FIGHTS.has(line.event));
}

/** The entry a jump leads to from one that is shown: the next or the last one of another turn or phase, or an attack. */
export function afterJump(all: HistoryEntry[], shown: number, to: Jump, back: boolean): number | null {
  const sorted = back ? [...all].reverse() : all;
  const here = all.find((entry) => entry.number === shown);
  const key = (entry: HistoryEntry | undefined): string => (to === "turn" ? `${entry?.turn}` : `${entry?.turn} ${entry?.phase}`);
  const beyond = sorted.filter((entry) => (back ? entry.number < shown : entry.number > shown));
  const found = beyond.find((entry) => (to === "fight" ? isFight(entry) : key(entry) !== key(here)));
  if (!found || to === "fight" || !back) return found?.number ?? null;
  return all.find((entry) => key(entry) === key(found))?.number ?? found.number; // back to its beginning
}

export async function jump(to: Jump, back = false): Promise<void> {
  const now = match.value;
  if (!now) return;
  stop();
  if (!entries.value.length) entries.value = await api.history(now.id, now.side);
  const at = afterJump(entries.value, moment.value, to, back);
  if (at !== null) await lookBack(at);
  else if (!back && past.value) toPresent();
}

/** How many milliseconds a moment is shown: one sees where it happens, and reads what dice brought. */
export function restAt(entry: HistoryEntry): number {
  if (isFight(entry)) return 2200;
  if (entry.lines.some((line) => line.dice.length)) return 1500;
  return entry.lines.some((line) => line.hexes.length) ? 1100 : 250;
}

/** Play on from the moment shown, an action at a time, to the present or the end of a story. */
export function playOn(from = moment.value, to = Infinity): void {
  playing.value = true;
  const step = async (number: number): Promise<void> => {
    const now = match.value;
    if (!playing.value || !now) return;
    if (number > Math.min(to, now.number)) return toPresent();
    await lookBack(number);
    const entry = entries.value.find((e) => e.number === number);
    const wait = entry ? restAt(entry) : 1100;
    timer = window.setTimeout(() => void step(number + 1), wait / speed.value);
  };
  void step(from + 1);
}

// --- the story of a turn nobody watched ---------------------------------------------------------------------------------

/** The ways that were gone, and what was fought, up to the moment shown: they stay on the map while it is told. */
export const trail = computed((): LogLine[] => {
  if (!past.value) return live.value;
  const here = entries.value.find((entry) => entry.number === moment.value);
  const from = story.value?.from;
  if (!here) return [];
  const told = entries.value.filter((entry) => entry.number <= here.number && (from === undefined ? entry.turn === here.turn && entry.phase === here.phase : entry.number > from));
  return told.flatMap((entry) => entry.lines).filter((line) => !line.undone);
});

const live = signal<LogLine[]>([]); // what others have done since we last acted

export interface Unwatched {
  from: number;
  to: number;
  moves: number;
  attacks: number;
}

export const unwatched = signal<Unwatched | null>(null);

/** What others did in a stretch of the log, counted: orders to move, and attacks. */
export function toldIn(lines: LogLine[], from: number, ours: (line: LogLine) => boolean = () => false): Unwatched {
  const since = lines.filter((line) => line.number > from && !line.undone);
  const theirs = since.filter((line) => !ours(line)); // we know what we have ordered ourselves: an answer, or what was answered
  const moves = new Set(theirs.filter((line) => line.event === "moved" || line.event === "entered").map((line) => line.number)).size;
  return { from, to: since.at(-1)?.number ?? from, moves, attacks: theirs.filter((line) => FIGHTS.has(line.event)).length };
}

/** Begin the story of what was not watched. */
export function watch(): void {
  const what = unwatched.value;
  if (!what) return;
  seenAll();
  story.value = { from: what.from, to: what.to };
  playOn(what.from, what.to);
}

export function dontWatch(): void {
  seenAll();
  live.value = [];
}

let theirs = -1; // the entry after which others have acted

function seenAll(): void {
  theirs = -1;
  unwatched.value = null;
  missed.value = -1;
  const now = match.value;
  if (now) remember(`seen.${now.id}`, now.number);
}

/** The entry after which the side that acts now began its turn, by the announcements of phases: a looker-on sees that turn. */
export function begunAt(lines: LogLine[]): number {
  const phases = lines.filter((line) => line.phase && line.side); // not those that nobody plays
  const now = phases.at(-1)?.side;
  const other = phases.findLastIndex((line) => line.side !== now);
  return (phases[other + 1]?.number ?? 0) - 1;
}

/** Keep count of what others do from one action of ours to the next; when the move comes back to us it may be watched. */
export function keepStory(): void {
  let of = "";
  let last = -1;
  let answering = false; // it was their action before: what we did in the midst of it was an answer, and their story goes on
  effect(() => {
    const now = match.value;
    const lines = log.value;
    const away = missed.value;
    if (!now) return;
    untracked(() => {
      if (of !== now.id) {
        const others = now.seats.some((seat) => !now.mine.includes(seat.side));
        [of, last, theirs] = [now.id, now.number, others ? away : -1];
        live.value = [];
        unwatched.value = null;
      }
      if (now.number > last && !sending.value && now.seats.some((seat) => !now.mine.includes(seat.side))) {
        if (theirs < 0) theirs = last;
      } else if (now.number > last && !answering) {
        theirs = -1;
        live.value = [];
        unwatched.value = null;
      }
      last = now.number;
      answering = !!now.view.active && !now.mine.includes(now.view.active);
      remember(`seen.${now.id}`, theirs < 0 ? now.number : theirs);
      if (theirs < 0) return;
      const phase = now.mine.length ? theirs : Math.max(theirs, begunAt(lines));
      live.value = lines.filter((line) => line.number > phase);
      const mine = !!now.result || missed.value >= 0 || now.view.decisions.some((d) => now.mine.includes(d.side));
      const since = toldIn(lines, theirs, (line) => now.mine.includes(line.side || (unitsById.peek().get(line.units[0] ?? "")?.side ?? "")));
      if (mine && now.mine.length && since.moves + since.attacks > 0) unwatched.value = since;
    });
  });
}

/** Show a line of the log on the map, at the moment it happened if that is asked for. */
export function showLine(hexes: string[], path: boolean): void {
  shine(hexes, path);
}

/** Follow a permalink to a moment. */
export function followLinks(): void {
  effect(() => {
    const { match: id, at } = place.value;
    if (match.value?.id !== id || at === null || past.value) return;
    void lookBack(at, false);
  });
}
