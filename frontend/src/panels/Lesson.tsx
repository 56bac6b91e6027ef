// The step of the tutorial that is on, in a card over the map.
import type { JSX } from "preact";
import { sending } from "../order";
import { strings as S } from "../strings";
import { asked, ground } from "../table";
import { astray, at, demonstrate, leave, next, step, steps } from "../tutorial";

/** An action with places by their names, as a player would say it. */
function inWords(action: string): string {
  return action.split(" ").map((word) => ground.value?.hexes.get(word)?.place || word).join(" ");
}

export function Lesson(): JSX.Element | null {
  const now = step.value;
  if (!now) return null;
  const last = at.value + 1 === steps.value.length;
  return (
    <section class="lesson" aria-live="polite"  data-step={at.value}>
      <header><small>{S.tutorialStep(at.value + 1, steps.value.length)}</small><button class="close" aria-label={S.close} onClick={leave}>×</button></header>
      <p>{now.say}</p>
      {now.action && (
        <p class="do">
          <small>{S.tutorialDo}</small> <code>{inWords(now.action)}</code>
          {asked.value?.side === now.side && !astray.value && <button class="small" data-demonstrate disabled={sending.value} onClick={demonstrate}>{S.tutorialShow}</button>}
        </p>
      )}
      {astray.value && <p class="astray">{S.tutorialAstray} <button class="small" data-leave onClick={leave}>{S.tutorialLeave}</button></p>}
      <button class={now.action ? "small quiet" : "small primary"} onClick={next}>{last ? S.tutorialEnd : now.action ? S.tutorialSkip : S.tutorialNext}</button>
    </section>
  );
}
