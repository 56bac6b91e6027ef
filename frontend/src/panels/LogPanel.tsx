// What happened, line by line; a click shows where.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { kept } from "../memory";
import { lookBack, showLine } from "../replay";
import { strings as S } from "../strings";
import { game, ground, log, match, past, unitsById } from "../table";
import { tell, withoutIdle, type Names, type Told } from "../telling";
import { openRule } from "./rulebook";
import { scrollWithin } from "./scroll";

const PATHS = new Set(["moved", "retreated", "advanced"]);
const LAST = 400; // lines drawn; earlier ones are a step back in the replay away

const reasonsShown = kept("reasons", false);
const forcedShown = kept("forced", false);

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

/** Units and hexes by the names people use. */
export const NAMES: Names = {
  unit: (id) => unitsById.value.get(id)?.name || unitsById.value.get(id)?.label || id,
  place: (hex) => {
    const place = ground.value?.hexes.get(hex)?.place ?? "";
    return place.includes(hex) ? hex : place || hex; // some places have no name but their number
  },
};

function Entry({ told }: { told: Told }): JSX.Element | null {
  const [line] = told.lines;
  if (!line) return null;
  if (line.event === "phase") return <li class="phase">{line.text}</li>;
  const why = told.lines.find((one) => one.why)?.why;
  return (
    <li class={`line ${line.event}`} title={told.lines.map((one) => one.text).join("\n")}>
      {told.hexes.length ? (
        <button class="link" onClick={() => showLine(told.hexes, told.hexes.length > 1 && told.lines.some((one) => PATHS.has(one.event)))}>{S.sentence(told.text)}</button>
      ) : <span>{S.sentence(told.text)}</span>}
      {line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}
      {why && reasonsShown.value && <q class="why">{why}</q>}
      <button class="when" title={S.replayAt(line.number, match.value?.number ?? 0)} onClick={() => void lookBack(line.number)} aria-label={S.replay}>↺</button>
    </li>
  );
}

export function LogPanel(): JSX.Element {
  const list = useRef<HTMLOListElement>(null);
  const upto = past.value?.number;
  const lines = (upto === undefined ? log.value : log.value.filter((line) => line.number <= upto)).slice(-LAST);
  const told = withoutIdle(tell(lines, NAMES, forcedShown.value));
  useEffect(() => {
    scrollWithin(list.current?.lastElementChild ?? null);
  }, [told.length, reasonsShown.value]);
  if (!lines.length) return <p class="empty">{S.logEmpty}</p>;
  return (
    <>
      <Reasons />
      {lines.some((line) => line.event === "forced") && (
        <label class="check"><input type="checkbox" data-forced checked={forcedShown.value} onChange={() => (forcedShown.value = !forcedShown.value)} /> {S.showForced}</label>
      )}
      <ol class="log" ref={list}>{told.map((one, i) => <Entry key={`${one.lines[0]?.number} ${i}`} told={one} />)}</ol>
    </>
  );
}
