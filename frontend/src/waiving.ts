// Ask me only when it matters: questions that are answered for us while all the units they are about are left out.
// It is kept in this browser for each match and side, told to nobody, and taken back at any time.
import { computed, effect, signal, untracked } from "@preact/signals";
import * as api from "./api";
import { kept } from "./memory";
import type { MatchState, Waiver } from "./messages";
import { tell } from "./notices";
import { send, trouble } from "./order";
import { strings as S } from "./strings";
import { game, match, past, shown } from "./table";
import { taught } from "./tutorial";

const leftOut = kept<Record<string, string[]>>("waived", {}); // by match and side

function place(id: string, side: string): string {
  return `${id} ${side}`;
}

/** Whether the game has such questions. */
export const waivable = computed(() => !!game.value?.waivers.length && !!shown.value?.mine.includes(shown.value.side));

/** Whether a unit of the side we look from is left out. */
export function waives(unit: string): boolean {
  const now = shown.value;
  return !!now && (leftOut.value[place(now.id, now.side)] ?? []).includes(unit);
}

/** Leave a unit out, or be asked about it again. */
export function waive(unit: string, out = true): void {
  const now = shown.value;
  if (!now) return;
  const key = place(now.id, now.side);
  const others = (leftOut.value[key] ?? []).filter((one) => one !== unit);
  leftOut.value = { ...leftOut.value, [key]: out ? [...others, unit] : others };
  if (out) tell(S.notAskedFor(unit));
  else tell(S.askedFor(unit));
}

/** The question that is open, if it is one of these and ours; also that of another side at this screen. */
export function waiverOf(kind: string): Waiver | undefined {
  return game.value?.waivers.find((one) => one.kind === kind);
}

export const answering = signal(false); // nobody is to be bothered while we look whether the question matters

async function answer(now: MatchState, waiver: Waiver, side: string, out: string[]): Promise<void> {
  const offered = (await api.choices(now.id, waiver.verb, side)).groups.flatMap(([, words]) => words);
  if (!offered.length || !offered.every((unit) => out.includes(unit)) || match.value?.number !== now.number) return;
  await send(now, waiver.answer, side);
  tell(S.answeredFor(waiver.answer, offered.join(", ")));
}

/** Answer what need not be asked. */
export function keepWaiving(): void {
  effect(() => {
    const now = match.value;
    const all = leftOut.value;
    untracked(() => {
      if (!now || now.result || past.value || taught.value || answering.value) return;
      for (const { kind, side } of now.view.decisions) {
        const waiver = waiverOf(kind);
        const out = all[place(now.id, side)] ?? [];
        if (!waiver || !out.length || !now.mine.includes(side)) continue;
        answering.value = true;
        answer(now, waiver, side, out).catch((error: unknown) => {
          if (!(error instanceof api.Refused && error.status === 409)) trouble(error); // somebody was faster: look again
        }).finally(() => (answering.value = false));
        return;
      }
    });
  });
}
