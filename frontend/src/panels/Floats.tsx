// What appears over the map when it is needed: notices, help, legend, proposals, the hand-over, the end.
import type { JSX } from "preact";
import { CounterFace } from "../board/counter";
import { SIGNS } from "../board/Counters";
import { MARKS } from "../board/marks";
import { hush, notice, spoken } from "../notices";
import { isOn, toggle } from "../overlays";
import type { Counter } from "../messages";
import { strings as S } from "../strings";
import { game, ground, hidesSides, lookFrom, match, nextAtScreen, past, playAll, position } from "../table";
import { taught } from "../tutorial";
import { answer } from "./agreements";
import { answering } from "../waiving";
import { helpOpen } from "./help";
import { openRule, search } from "./rulebook";

/** A dialog's button has the focus when the dialog opens. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true });
}

export function NoticeLine(): JSX.Element | null {
  const now = notice.value;
  if (!now) return null;
  return (
    <div class={`notice${now.bad ? " bad" : ""}`} role={now.bad ? "alert" : "status"} data-float>
      <span aria-hidden="true">{now.bad ? "✕" : "✓"}</span>
      {now.text}
      {now.rule && <button class="rule" onClick={() => openRule(now.rule)}>{now.rule}</button>}
      <button class="close" aria-label={S.close} onClick={hush}>×</button>
    </div>
  );
}

export function Speaker(): JSX.Element {
  return <div class="unseen" aria-live="polite" id="speaker">{spoken.value}</div>;
}

function Keys({ rows }: { rows: [string, string][] }): JSX.Element {
  return <dl class="keys">{rows.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{what}</dd></div>)}</dl>;
}

export function Help(): JSX.Element | null {
  if (!helpOpen.value) return null;
  return (
    <div class="veil" onClick={() => (helpOpen.value = false)}>
      <div class="dialog" role="dialog" aria-modal="true" aria-label={S.help} onClick={(e) => e.stopPropagation()}>
        <h2>{S.help}</h2>
        <Keys rows={S.helpMouse} />
        <Keys rows={S.helpKeys} />
        <button class="primary" ref={focus} onClick={() => (helpOpen.value = false)}>{S.close}</button>
      </div>
    </div>
  );
}

/** A counter, or a block where the game is played with blocks, to show a mark on. */
function sample(status: string[], worn = false): Counter {
  const block = (position.value?.units ?? []).some((unit) => unit.block);
  const most = block ? 4 : worn ? 2 : 1;
  return {
    id: "", side: game.value?.sides[0] ?? "", hex: "", type: "", symbol: "infantry", size: "XX", strength: block ? String(most - Number(worn)) : "4-6", label: "",
    name: "", group: "", special: [], badge: "", staff: false, rating: 0, steps: most - Number(worn), max_steps: most, movement: null, block, hidden: false, status,
  };
}

export function Legend(): JSX.Element | null {
  if (!isOn("legend")) return null;
  const effects = game.value?.legend ?? [];
  const signs = (game.value?.markers ?? []).filter(({ name }) => SIGNS.has(name));
  const terrains = [...new Set((ground.value?.message.hexes ?? []).map((hex) => hex.terrain))].filter(Boolean).sort();
  return (
    <section class="legend-panel" data-float aria-label={S.overlay.legend}>
      <header><h3>{S.overlay.legend}</h3><button class="close" aria-label={S.close} onClick={() => toggle("legend")}>×</button></header>
      <ul class="legend-marks">
        {(game.value?.marks ?? []).filter(({ name }) => MARKS.includes(name)).map(({ name, says }) => (
          <li key={name}><svg viewBox="-1.5 -1.5 46 46" width="34" height="34" aria-hidden="true"><CounterFace unit={sample([name])} /></svg><span>{S.title(name)} <small>{says}</small></span></li>
        ))}
        {(position.value?.units ?? []).some((unit) => unit.max_steps > 1) && (
          <li><svg viewBox="-1.5 -1.5 46 46" width="34" height="34" aria-hidden="true"><CounterFace unit={sample([], true)} /></svg>{sample([]).block ? S.worn : S.reduced}</li>
        )}
      </ul>
      {signs.length > 0 && (
        <>
          <h4>{S.onMap}</h4>
          <ul class="legend-marks">
            {signs.map(({ name, says }) => (
              <li key={name}><svg viewBox="-4 -4 24 24" width="26" height="26" aria-hidden="true"><circle class="under" cx="8" cy="8" r="11" /><use href={`#m-${name}`} width="16" height="16" /></svg><span>{S.title(name)} <small>{says}</small></span></li>
            ))}
          </ul>
        </>
      )}
      <ul class="legend-signs">
        {S.legendSigns.map(([sign, what]) => <li key={sign}><i class={`sign ${sign}`} aria-hidden="true" />{what}</li>)}
      </ul>
      <h4>{S.terrain}</h4>
      {effects.length ? (
        <dl class="legend-terrain">
          {effects.map((line) => (
            <div key={line.what}>
              <dt>{S.title(line.what)}</dt>
              <dd>{line.value} <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button></dd>
            </div>
          ))}
        </dl>
      ) : <p>{terrains.map((terrain) => <button key={terrain} class="link" onClick={() => openTerrain(terrain)}>{terrain}</button>)}</p>}
    </section>
  );
}

function openTerrain(terrain: string): void {
  openRule("");
  search.value = terrain;
}

export function ProposalStrip(): JSX.Element | null {
  const now = match.value;
  const asked = now?.proposal;
  if (!now || !asked) return null;
  const mine = now.mine.includes(asked.side);
  const mayAnswer = now.mine.some((side) => side !== asked.side);
  return (
    <div class="strip" role="alertdialog">
      {S.proposed(asked.kind, asked.to, mine && !mayAnswer ? "" : asked.side)}
      {mine && !mayAnswer && <small>{S.waitingAnswer}</small>}
      <div class="buttons">
        {mayAnswer && <button class="primary small" onClick={() => void answer(true)}>{S.accept}</button>}
        {(mayAnswer || mine) && <button class="small" data-withdraw={mayAnswer ? undefined : ""} onClick={() => void answer(false)}>{mayAnswer ? S.decline : S.withdraw}</button>}
      </div>
    </div>
  );
}

/** Between two people at one screen, where sides have secrets. */
export function HandOver(): JSX.Element | null {
  const side = nextAtScreen.value;
  if (!side || past.value || !hidesSides.value || taught.value || answering.value) return null;
  return (
    <div class="veil solid">
      <div class="dialog" role="dialog" aria-modal="true">
        <h2>{S.handOver(side)}</h2>
        <p>{S.handOverHint}</p>
        <div class="buttons">
          <button class="primary" ref={focus} onClick={() => void lookFrom(side)}>{S.iAmHere(side)}</button>
          <button class="quiet" data-play-all onClick={playAll}>{S.iPlayAll}</button>
        </div>
      </div>
    </div>
  );
}
