// A match that was made under other rules: nothing is played until the sides agree to go on, or to stop.
import type { JSX } from "preact";
import { strings as S } from "../strings";
import { match, past } from "../table";
import { propose } from "./agreements";

export function OlderRules(): JSX.Element | null {
  const now = match.value;
  if (!now?.older || now.result || past.value) return null;
  return (
    <div class="strip" role="status" data-older>
      <span>{now.older.text}</span>
      {now.mine.length > 0 && !now.proposal && <button class="primary small" data-agree-rules onClick={() => void propose("rules")}>{S.goOnRules}</button>}
      {now.mine.length > 0 && !now.proposal && <button class="small" onClick={() => void propose("off")}>{S.callOff}</button>}
    </div>
  );
}
