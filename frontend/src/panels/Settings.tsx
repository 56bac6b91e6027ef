// What may be set, once for this browser: sound, speed, confirmations.
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { chime } from "../news";
import { confirmations, following, sound, speed } from "../settings";
import { strings as S } from "../strings";

export const settingsOpen = signal(false);

export function Settings(): JSX.Element | null {
  if (!settingsOpen.value) return null;
  return (
    <div class="veil" onClick={() => (settingsOpen.value = false)}>
      <div class="dialog settings" role="dialog" aria-modal="true" aria-label={S.settings} onClick={(e) => e.stopPropagation()}>
        <h2>{S.settings}</h2>
        <label class="check"><input type="checkbox" data-set="sound" checked={sound.value} onChange={() => { sound.value = !sound.value; chime(520); }} /> {S.sound}</label>
        <label class="check"><input type="checkbox" data-set="follow" checked={following.value} onChange={() => (following.value = !following.value)} /> {S.followLong}</label>
        <label>{S.animationSpeed} <select data-set="speed" value={String(speed.value)} onChange={(e) => (speed.value = Number(e.currentTarget.value) as 1 | 2 | 4)}>{[1, 2, 4].map((n) => <option key={n} value={n}>{n}×</option>)}</select></label>
        <label>{S.confirmations} <select data-set="confirmations" value={confirmations.value} onChange={(e) => (confirmations.value = e.currentTarget.value as "some" | "all" | "none")}>
          {(["some", "all", "none"] as const).map((one) => <option key={one} value={one}>{S.confirm[one]}</option>)}
        </select></label>
        <button class="primary" onClick={() => (settingsOpen.value = false)}>{S.close}</button>
      </div>
    </div>
  );
}
