// What happened, line by line; a click shows where.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { kept } from "../memory";
import type { LogLine } from "../messages";
import { lookBack, showLine } from "../replay";
import { strings as S } from "../strings";
import { game, log, match, past } from "../table";
import { openRule } from "./rulebook";
import { scrollWithin } from "./scroll";

const PATHS = new Set(["moved", "retreated", "advanced"]);
const LAST = 400; // lines drawn; earlier ones are a step back in the replay away

const reasonsShown = kept("reasons", false);

/** Bots give their reasons when they are asked, and where the sides have secrets only once the match is over. */
function Reasons(): JSX.Element | null {
  const now = match.value;
  const sealed = !!game.value?.has_secrets && !now?.result;
  const bots = now?.seats.some((seat) => seat.kind === "bot") || log.value.some((line) => line.why);
  if (!bots) return null;
  return (
    <label class="check reasons" title={sealed ? S.reasonsLater : ""}>
      <input type="checkbox" data-reasons checked={reasonsShown.value} onChange={() => (reasonsShown.value = !reasonsShown.value)} /> {S.showReasons}
      {sealed && reasonsShown.value && <small>{S.reasonsLater}</small>}
    </label>
  );
}

function Entry({ line }: { line: LogLine }): JSX.Element {
  const { text } = line;
  if (line.event === "phase") return <li class="phase">{text}</li>;
  return (
    <li class={`line ${line.event}`}>
      {line.hexes.length ? (
        <button class="link" onClick={() => showLine(line.hexes, PATHS.has(line.event))}>{text}</button>
      ) : <span>{text}</span>}
      {line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}
      {line.why && reasonsShown.value && <q class="why">{line.why}</q>}
      <button class="when" title={S.replayAt(line.number, match.value?.number ?? 0)} onClick={() => void lookBack(line.number)} aria-label={S.replay}>↺</button>
    </li>
  );
}

export function LogPanel(): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const upto = past.value?.number;
  const lines = (upto === undefined ? log.value : log.value.filter((line) => line.number <= upto)).slice(-LAST);
  useEffect(() => {
    scrollWithin(list.current?.lastElementChild ?? null);
  }, [lines.length, reasonsShown.value]);
  if (!lines.length) return <p class="empty">{S.logEmpty}</p>;
  return (
    <>
      <Reasons />
      <ol class="log" ref={list}>{lines.map((line, i) => <Entry key={`${line.number} ${i}`} line={line} />)}</ol>
    </>
  );
}
