// The slider over the whole match, and the way back to the present.
import type { JSX } from "preact";
import { tell } from "../notices";
import { entries, lookBack, moment, playing, playOn, stepReplay, stop, toPresent } from "../replay";
import { strings as S } from "../strings";
import { match, missed, past, position } from "../table";
import { propose } from "./agreements";
import { Whose } from "./Whose";

function copyLink(): void {
  navigator.clipboard.writeText(location.href).then(() => tell(S.copied), () => tell(location.href));
}

export function ReplayBar(): JSX.Element | null {
  const now = match.value;
  if (!now || !past.value) return null;
  const n = moment.value;
  const entry = entries.value.find((e) => e.number === n);
  const at = position.value;
  return (
    <section class="replay" aria-label={S.replay}>
      <div class="replay-line">
        <b>{S.replayAt(n, now.number)}</b>
        {at && <span>{S.turnOf(at.turn, at.turns)}, {at.phase_title}</span>}
        {entry?.action && <><Whose side={entry.side} /><code>{entry.action}</code></>}
      </div>
      <input
        type="range" min={0} max={now.number} value={n} aria-label={S.replay} aria-valuetext={S.replayAt(n, now.number)}
        onInput={(e) => { stop(); void lookBack(Number(e.currentTarget.value), false); }}
      />
      <div class="buttons">
        <button onClick={() => stepReplay("start")} aria-label={S.toStart} title={S.toStart}>|◀</button>
        <button onClick={() => stepReplay("back")} aria-label={S.stepBackwards} title={`${S.stepBackwards} ([)`}>◀</button>
        <button onClick={() => (playing.value ? stop() : playOn())}>{playing.value ? S.pause : S.playOn}</button>
        <button onClick={() => stepReplay("on")} aria-label={S.stepForwards} title={`${S.stepForwards} (])`}>▶</button>
        <button onClick={copyLink}>{S.permalink}</button>
        {now.mine.length > 0 && n < now.number && !now.result && <button onClick={() => void propose("rollback", n)}>{S.rollbackHere}</button>}
        <button class="primary" onClick={toPresent}>{S.now}<kbd>Esc</kbd></button>
      </div>
    </section>
  );
}

/** On return: what happened since we were last here. */
export function SinceLast(): JSX.Element | null {
  const away = missed.value;
  if (!away || past.value) return null;
  return (
    <div class="strip" role="status">
      {S.sinceLast(away.count)}
      <button class="primary small" onClick={() => { missed.value = null; playOn(away.from); }}>{S.showMe}</button>
      <button class="small" onClick={() => (missed.value = null)}>{S.dismiss}</button>
    </div>
  );
}
