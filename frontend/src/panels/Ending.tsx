// The end of a game: who won and why, the replay, the report, and another game.
import type { JSX } from "preact";
import { lookBack, playOn } from "../replay";
import { strings as S } from "../strings";
import { match, past } from "../table";
import { again, report } from "./agreements";
import { ByTurns } from "./ByTurns";
import { openRule } from "./rulebook";

export function Ending(): JSX.Element | null {
  const now = match.value;
  const result = now?.result;
  if (!now || !result || past.value) return null;
  const points = Object.entries(result.points);
  return (
    <section class="ending" role="status" data-ending>
      <h2>{result.winner ? S.won(result.winner) : result.off ? S.over : S.drawn}</h2>
      <p class="level">{result.level}</p>
      {points.length > 0 && <p class="final">{points.map(([side, n]) => <span key={side}>{S.title(side)} <b>{n}</b></span>)}</p>}
      {result.why && <p class="why" data-why>{result.why}</p>}
      {result.counted.length > 0 && (
        <details open={result.counted.length < 7}><summary>{S.counted}</summary>
          <ul>{result.counted.map((line, i) => <li key={i}>{line.what} <b>{line.value}</b> {line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}</li>)}</ul>
        </details>
      )}
      <ByTurns />
      <div class="buttons">
        <button data-replay-all onClick={() => void lookBack(0, false).then(() => playOn(0))}>{S.replay}</button>
        <button data-report onClick={() => void report()}>{S.report}</button>
        {now.mine.length > 0 && <button data-rematch onClick={() => void again(false)}>{S.rematch}</button>}
        {now.mine.length > 0 && <button data-swap onClick={() => void again(true)}>{S.swap}</button>}
      </div>
    </section>
  );
}
