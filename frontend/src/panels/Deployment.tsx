// Setting up: the blocks to place, what the force allows of each kind, strengths to change, and what is still wrong.
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import * as api from "../api";
import { caption, CounterFace } from "../board/counter";
import { carry } from "../board/carry";
import type { RulingMessage } from "../messages";
import { chosenUnits, deploying, openings, play, sending, wordsOf } from "../order";
import type { Counter, Force } from "../messages";
import { strings as S } from "../strings";
import { asked, ground, match, position } from "../table";
import { shine } from "../spotlight";
import { openRule } from "./rulebook";
import { pickOffMap } from "./Tray";

const END = "end";
const wrong = signal<RulingMessage | null>(null);

/** Keep asking why the set-up cannot be ended yet. */
export function keepDeploying(): void {
  let turn = 0;
  effect(() => {
    const now = match.value;
    const mine = ++turn;
    if (!now || !deploying.value) return;
    api.why(now.id, END, now.side).then((found) => {
      if (mine === turn) wrong.value = found;
    }, () => undefined);
  });
}

function Totals({ forces }: { forces: Force[] }): JSX.Element {
  const state = (have: number, want: number): string => (have === want ? "right" : have > want ? "over" : "under");
  return (
    <table class="forces">
      <thead><tr><th>{S.force}</th><th>{S.units}</th><th>{S.strengthSum}</th></tr></thead>
      <tbody>
        {forces.map((f) => (
          <tr key={f.kind} data-force={f.kind}>
            <td>{S.title(f.kind)}</td>
            <td class={state(f.units, f.allowed)}>{f.units} / {f.allowed}</td>
            <td class={state(f.strength, f.most)}>{f.strength} / {f.most}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Waiting({ units }: { units: Counter[] }): JSX.Element {
  const able = new Set([...openings.value.values()].flatMap((opening) => wordsOf(opening, "unit")));
  const kinds = [...new Set(units.map((unit) => unit.type))];
  return (
    <>
      {kinds.map((kind) => (
        <details class="kind" key={kind} open>
          <summary>{S.title(kind)} <small>{units.filter((unit) => unit.type === kind).length}</small></summary>
          <div class="kind-units">
            {units.filter((unit) => unit.type === kind).map((unit) => (
              <button
                key={unit.id} class={`tray-unit${chosenUnits.value.includes(unit.id) ? " chosen" : ""}`} data-tray-unit={unit.id} disabled={!able.has(unit.id)}
                title={caption(unit)} aria-label={caption(unit)} onPointerDown={(event) => carry(event, unit.id, () => void pickOffMap(unit.id))}
                onClick={(event) => event.detail === 0 && void pickOffMap(unit.id)}
              >
                <svg viewBox="-1.5 -1.5 46 46" width="42" height="42" aria-hidden="true"><CounterFace unit={unit} /></svg>
              </button>
            ))}
          </div>
        </details>
      ))}
    </>
  );
}

function Placed({ units }: { units: Counter[] }): JSX.Element | null {
  if (!units.length) return null;
  const may = (name: string, id: string): boolean => wordsOf(openings.value.get(name) ?? { groups: [], complete: false }, "unit").includes(id);
  return (
    <details class="kind">
      <summary>{S.placed} <small>{units.length}</small></summary>
      <ul class="placed">
        {units.map((unit) => (
          <li key={unit.id}>
            <button class="link" onClick={() => shine([unit.hex])}>{unit.label || unit.id} <small>{ground.value?.hexes.get(unit.hex)?.place || unit.hex}</small></button>
            <button class="small" data-weaker={unit.id} aria-label={S.weaker(unit.id)} disabled={sending.value || !may("strength", unit.id)} onClick={() => void play(["strength", unit.id, String(unit.steps - 1)])}>−</button>
            <b>{unit.strength}</b>
            <button class="small" data-stronger={unit.id} aria-label={S.stronger(unit.id)} disabled={sending.value || !may("strength", unit.id)} onClick={() => void play(["strength", unit.id, String(unit.steps + 1)])}>+</button>
            <button class="close" aria-label={S.takeOff(unit.id)} disabled={sending.value} onClick={() => void play(["remove", unit.id])}>×</button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Deployment(): JSX.Element | null {
  const now = position.value;
  if (!deploying.value || !now) return null;
  const own = now.units.filter((unit) => unit.side === asked.value?.side);
  const forces = "forces" in now.own ? now.own.forces : [];
  const ruling = wrong.value;
  return (
    <section class="muster" aria-label={S.deployment} data-deployment>
      <header>
        <h3>{S.deployment}</h3>
        {openings.value.has("deploy") && <button class="primary small" data-deploy disabled={sending.value} onClick={() => void play(["deploy"])}>{S.deployAll}</button>}
      </header>
      {forces.length > 0 && <Totals forces={forces} />}
      {ruling && (
        <p class={ruling.ok ? "all-right" : "still-wrong"} role="status">
          {ruling.ok ? S.nothingWrong : S.sentence(ruling.reason)}
          {!ruling.ok && ruling.rule && <button class="rule" onClick={() => openRule(ruling.rule)}>{ruling.rule}</button>}
        </p>
      )}
      <Waiting units={now.to_place} />
      <Placed units={own} />
    </section>
  );
}
