// Looking back: the match as it was after any number of actions.
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "./api";
import type { HistoryEntry } from "./messages";
import { trouble } from "./order";
import { mark, place } from "./routes";
import { shine, dim } from "./spotlight";
import { happened, match, past } from "./table";

export const entries = signal<HistoryEntry[]>([]);
export const playing = signal(false);

/** How many actions have been played at the moment shown. */
export const moment = computed(() => past.value?.number ?? match.value?.number ?? 0);

const states = new Map<string, Promise<import("./messages").MatchState>>();
let wanted = -1;
let timer = 0;

function fetchState(number: number): Promise<import("./messages").MatchState> {
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

/** Show the match as it was; what happened last is pointed at. */
export async function lookBack(number: number, lines = true): Promise<void> {
  const now = match.value;
  if (!now) return;
  if (!entries.value.length) entries.value = await api.history(now.id, now.side);
  const at = Math.max(0, Math.min(now.number, number));
  wanted = at;
  try {
    const state = await fetchState(at);
    if (wanted !== at) return;
    const entry = entries.value.find((e) => e.number === at);
    batch(() => {
      past.value = state;
      if (lines && entry) happened.value = entry.lines;
    });
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
    past.value = null;
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
  const to = afterStep(step, moment.value, now.number);
  if (to !== null) void lookBack(to, step === "on");
  else if (past.value) toPresent();
}

/** Play on from the moment shown, an action at a time. */
export function playOn(from = moment.value): void {
  playing.value = true;
  const step = async (number: number): Promise<void> => {
    const now = match.value;
    if (!playing.value || !now) return;
    if (number > now.number) return toPresent();
    await lookBack(number);
    const quiet = entries.value.find((e) => e.number === number)?.lines.every((line) => !line.hexes.length);
    timer = window.setTimeout(() => void step(number + 1), quiet ? 250 : 1100);
  };
  void step(from + 1);
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
