// The clocks at the table.
import type { JSX } from "preact";
import { clockWords, hurry, left, mine, span, termsWords } from "../clock";
import { strings as S } from "../strings";
import { match } from "../table";

/** A dial, drawn: not every font has one. */
export function ClockIcon(): JSX.Element {
  return <svg class="dial" viewBox="0 0 16 16" width="13" height="13" aria-hidden="true"><circle cx="8" cy="8" r="6.5" /><path d="M8 4v4l3 2" /></svg>;
}

/** A side's clock beside its seat. */
export function SeatClock({ side }: { side: string }): JSX.Element | null {
  const now = match.value;
  const clock = now?.clocks.find((one) => one.side === side);
  const words = now && clock && !now.result ? clockWords(clock, now.terms) : "";
  return words ? <small class={`clock${clock && hurry(clock) ? " hurry" : ""}`} data-clock={side}><ClockIcon /> {words}</small> : null;
}

/** What was agreed about time, and whether the match counts. */
export function TermsLine(): JSX.Element | null {
  const now = match.value;
  if (!now || (!now.terms && !now.rated)) return null;
  return <p class="fine" data-terms>{[now.rated && S.counts, now.terms && termsWords(now.terms)].filter(Boolean).join(". ")}</p>;
}

/** In the bar: the clock of ours that runs. */
export function OwnClock(): JSX.Element | null {
  const clock = mine.value;
  const time = clock && !match.value?.result ? left(clock) : null;
  return clock && time !== null ? <span class={`own-clock${hurry(clock) ? " hurry" : ""}`} data-own-clock title={S.yourClock}><ClockIcon /> {span(time)}</span> : null;
}
