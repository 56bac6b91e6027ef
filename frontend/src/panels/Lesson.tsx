// The step of the tutorial that is on, in a card over the map.
import type { JSX } from "preact";
import { astray, at, leave, next, step, steps } from "../tutorial";
import { strings as S } from "../strings";

export function Lesson(): JSX.Element | null {
  const now = step.value;
  if (!now) return null;
  const last = at.value + 1 === steps.value.length;
  return (
    <section class="lesson" aria-live="polite"  data-step={at.value}>
      <header><small>{S.tutorialStep(at.value + 1, steps.value.length)}</small><button class="close" aria-label={S.close} onClick={leave}>×</button></header>
      <p>{now.say}</p>
      {now.action && <p class="do"><small>{S.tutorialDo}</small> <code>{now.action}</code></p>}
      {astray.value && <p class="astray">{S.tutorialAstray}</p>}
      <button class={now.action ? "small quiet" : "small primary"} onClick={next}>{last ? S.tutorialEnd : S.tutorialNext}</button>
    </section>
  );
}
