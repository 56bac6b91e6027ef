// The player of the match: a slider over all of it, jumps, speed, and the way back to the present. A story is a stretch of it.
import type { JSX } from "preact";
import type { HistoryEntry } from "../messages";
import { tell } from "../notices";
import { dontWatch, entries, jump, lookBack, moment, playing, playOn, stepReplay, stop, story, toPresent, unwatched, watch, type Jump } from "../replay";
import { following, speed } from "../settings";
import { strings as S } from "../strings";
import { match, past } from "../table";
import { gist, withoutSubject } from "../telling";
import { propose } from "./agreements";
import { NAMES } from "./LogPanel";
import { Whose } from "./Whose";

const SPEEDS = [1, 2, 4] as const;
const TOLD = 4; // lines of an order in one
const JUMPS: Jump[] = ["turn", "phase", "fight"];

function copyLink(): void {
  navigator.clipboard.writeText(location.href).then(() => tell(S.copied), () => tell(location.href));
}

/** What an order did, as the log tells it; one that did nothing to be told, by its words. */
function inWords({ action, lines }: HistoryEntry): string {
  const done = gist(lines, NAMES, TOLD).map((one) => S.sentence(one.text));
  return done.map((text, i) => withoutSubject(text, done[i - 1])).join("; ") || S.sentence(action);
}

export function ReplayBar(): JSX.Element | null {
  const now = match.value;
  if (!now || !past.value) return null;
  const n = moment.value;
  const entry = entries.value.find((e) => e.number === n);
  const said = entry ? inWords(entry) : "";
  const told = story.value;
  return (
    <section class="replay" aria-label={S.replay} data-story={told ? "" : undefined}>
      <div class="replay-line">
        <b>{S.replayAt(n, told ? told.to : now.number)}</b>
        {entry && said && <><Whose side={entry.side} /><span class="told" data-told title={entry.action}>{said}</span></>}
      </div>
      <input
        type="range" min={told ? told.from : 0} max={told ? told.to : now.number} value={n} aria-label={S.replay} aria-valuetext={S.replayAt(n, now.number)}
        onInput={(e) => { stop(); void lookBack(Number(e.currentTarget.value), false); }}
      />
      <div class="buttons">
        <button onClick={() => stepReplay("start")} aria-label={S.toStart} title={S.toStart}>|◀</button>
        <button onClick={() => stepReplay("back")} aria-label={S.stepBackwards} title={`${S.stepBackwards} ([)`} data-step-back>◀</button>
        <button data-play onClick={() => (playing.value ? stop() : playOn(n, told?.to))}>{playing.value ? S.pause : S.playOn}</button>
        <button onClick={() => stepReplay("on")} aria-label={S.stepForwards} title={`${S.stepForwards} (])`} data-step-on>▶</button>
        <span class="speeds" role="group" aria-label={S.speed}>
          {SPEEDS.map((one) => <button key={one} class="small" data-speed={one} aria-pressed={speed.value === one} onClick={() => (speed.value = one)}>{one}×</button>)}
        </span>
        <span class="jumps" role="group" aria-label={S.jumps}>
          {JUMPS.map((to) => (
            <span key={to} class="jump">
              <button class="small" data-jump-back={to} aria-label={S.jumpBack(to)} title={S.jumpBack(to)} onClick={() => void jump(to, true)}>‹</button>
              <small>{S.jump[to]}</small>
              <button class="small" data-jump={to} aria-label={S.jumpOn(to)} title={S.jumpOn(to)} onClick={() => void jump(to)}>›</button>
            </span>
          ))}
        </span>
        <label class="check"><input type="checkbox" data-follow checked={following.value} onChange={() => (following.value = !following.value)} /> {S.follow}</label>
        {!told && <button class="small" onClick={copyLink}>{S.permalink}</button>}
        {now.mine.length > 0 && n < now.number && !now.result && !told && <button class="small" onClick={() => void propose("rollback", n)}>{S.rollbackHere}</button>}
        <button class="primary" data-skip onClick={toPresent}>{told ? S.skip : S.now}<kbd>{S.keyEscape}</kbd></button>
      </div>
    </section>
  );
}

/** A turn of somebody else that may be watched. */
export function SinceLast(): JSX.Element | null {
  const what = unwatched.value;
  if (!what || past.value) return null;
  return (
    <div class="strip" role="status" data-unwatched>
      <button class="primary small" data-watch onClick={watch}>▶ {S.watchIt(what.moves, what.attacks)}</button>
      <button class="small" data-dismiss aria-label={S.dismiss} title={S.dismiss} onClick={dontWatch}>✕</button>
    </div>
  );
}
