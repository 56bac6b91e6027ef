// What the staff would play, and why: asked for, pointed at on the map, and played only if the player says so.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import * as api from "../api";
import type { HintMessage } from "../messages";
import { play, sending, trouble } from "../order";
import { shine } from "../spotlight";
import { strings as S } from "../strings";
import { asked, ground, match, unitsById } from "../table";

const advice = signal<{ match: string; side: string; hint: HintMessage } | null>(null);
const waiting = signal(""); // for which match, side and entry the staff is thinking

function moment(): string {
  const now = match.value;
  return now ? `${now.id} ${now.side} ${now.number}` : "";
}

/** The hexes an action speaks of, by name or by the units in them. */
function hexesOf(action: string): string[] {
  const named = action.split(" ").map((word) => (ground.value?.hexes.has(word) ? word : unitsById.value.get(word)?.hex ?? ""));
  return [...new Set(named.filter((hex) => ground.value?.hexes.has(hex)))];
}

async function askStaff(): Promise<void> {
  const now = match.value;
  const when = moment();
  if (!now || waiting.value === when) return;
  waiting.value = when;
  try {
    const hint = await api.hint(now.id, now.side);
    if (moment() !== when) return; // the game has gone on
    advice.value = { match: now.id, side: now.side, hint };
    shine(hexesOf(hint.action));
  } catch (error) {
    if (moment() === when) trouble(error);
  } finally {
    if (waiting.value === when) waiting.value = "";
  }
}

function inWords(action: string): string {
  return action.split(" ").map((word) => ground.value?.hexes.get(word)?.place || word).join(" ");
}

export function Hint(): JSX.Element | null {
  const now = match.value;
  if (!now || !asked.value) return null;
  const given = advice.value;
  const hint = given && given.match === now.id && given.side === now.side && given.hint.number === now.number ? given.hint : null;
  const thinking = waiting.value === moment();
  return (
    <section class="hint" aria-live="polite" aria-busy={thinking}>
      {hint ? (
        <>
          <p><small>{S.staffWould}</small> <button class="link" onClick={() => shine(hexesOf(hint.action))}><code>{inWords(hint.action)}</code></button></p>
          {hint.why && <p class="why">{hint.why}</p>}
          <button class="small" data-hint-play disabled={sending.value} onClick={() => void play(hint.action.split(" "))}>{S.playHint}</button>
        </>
      ) : (
        <button class="small" data-hint disabled={thinking} onClick={() => void askStaff()}>{thinking ? S.staffThinks : S.hint}</button>
      )}
    </section>
  );
}
