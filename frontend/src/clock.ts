// Clocks: how much time a side has left, by the server's watch.
import { computed, effect, signal } from "@preact/signals";
import type { ClockMessage, ClockTerms } from "./messages";
import { strings as S } from "./strings";
import { match } from "./table";

const ahead = signal(0); // milliseconds by which the server's watch is ahead of ours
const tick = signal(Date.now());

/** The server has said what time it is. */
export function setWatch(time: number): void {
  if (time) ahead.value = time - Date.now();
}

/** Milliseconds a side has left while its clock runs; null while it stands. */
export function left(clock: ClockMessage): number | null {
  return clock.until ? Math.max(0, clock.until - (tick.value + ahead.value)) : null;
}

/** What a side has left of the time for the whole match; null if there is no such limit. */
export function bank(clock: ClockMessage, terms: ClockTerms | null): number | null {
  if (!terms?.per_match) return null;
  const running = clock.since ? tick.value + ahead.value - clock.since : 0;
  return Math.max(0, terms.per_match * 1000 - clock.used - running);
}

/** The clock in words: what is left for the move, and for the match. */
export function clockWords(clock: ClockMessage, terms: ClockTerms | null): string {
  const now = left(clock);
  const all = bank(clock, terms);
  const words = [];
  if (now !== null) words.push(S.timeLeft(span(now)));
  if (all !== null && (now === null || terms?.per_move)) words.push(S.matchLeft(span(all)));
  return words.join(", ");
}

/** A time in the two units that matter. */
export function span(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const parts: [number, string][] = [[days, "d"], [hours, "h"], [minutes, "min"], [seconds % 60, "s"]];
  const first = parts.findIndex(([n]) => n > 0);
  const shown = first < 0 ? parts.slice(-1) : parts.slice(first, first + 2);
  return S.spanOf(shown.filter(([n], i) => n > 0 || i === 0));
}

const HURRY = 5 * 60_000;

/** Whether a clock is about to run out. */
export function hurry(clock: ClockMessage): boolean {
  const now = left(clock);
  return now !== null && now < HURRY;
}

/** The clock of ours that runs, for the bar. */
export const mine = computed(() => match.value?.clocks.find((clock) => clock.until && match.value?.mine.includes(clock.side)) ?? null);

/** ClockTerms as they are chosen when a match is made. */
export const PACES: Record<string, { per_move: number; per_match: number }> = {
  day: { per_move: 86_400, per_match: 0 },
  three: { per_move: 3 * 86_400, per_match: 0 },
  week: { per_move: 7 * 86_400, per_match: 0 },
  evening: { per_move: 0, per_match: 2 * 3_600 },
  month: { per_move: 7 * 86_400, per_match: 30 * 86_400 },
};

/** What a player is told of a match's terms. */
export function termsWords(terms: ClockTerms): string {
  const words = [];
  if (terms.per_move) words.push(S.perMove(span(terms.per_move * 1000)));
  if (terms.per_match) words.push(S.perMatch(span(terms.per_match * 1000)));
  return `${words.join(", ")}; ${terms.late === "bot" ? S.lateBot : S.lateForfeit}`;
}

/** Let the clocks go, and say aloud when our time is short. */
export function watchTheClock(speak: (text: string) => void): void {
  setInterval(() => (tick.value = Date.now()), 1000);
  let said = "";
  effect(() => {
    const clock = mine.value;
    const key = clock && hurry(clock) ? `${match.value?.id} ${clock.since}` : "";
    if (key && key !== said) speak(S.hurry);
    said = key;
  });
}
