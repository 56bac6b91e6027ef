// Where we are in the turn, who is due, how the points stand, what is left in the pools, how the dice fell.
import type { JSX } from "preact";
import { caption, CounterFace } from "../board/counter";
import type { Counter, Due } from "../messages";
import { shine } from "../spotlight";
import { strings as S } from "../strings";
import { game, ground, log, position, shown } from "../table";
import { Activation } from "./Activation";
import { Command, OnTrack } from "./Command";
import { Hint } from "./Hint";
import { openRule } from "./rulebook";
import { Whose } from "./Whose";

function TurnTrack({ turn, turns }: { turn: number; turns: number }): JSX.Element {
  const due = new Set((position.value?.due ?? []).map((due) => due.turn));
  return (
    <div class="turns" role="img" aria-label={S.turnOf(turn, turns)}>
      {Array.from({ length: turns }, (_, i) => i + 1).map((n) => (
        <span key={n} class={n === turn ? "now" : n < turn ? "done" : ""}>{n}{due.has(n) && n > turn && <i aria-hidden="true" />}<OnTrack turn={n} /></span>
      ))}
    </div>
  );
}

function Sequence(): JSX.Element {
  const now = position.value?.phase;
  return (
    <ol class="sequence">
      {(position.value?.sequence ?? []).map(({ id, title }) => <li key={id} class={id === now ? "now" : ""} aria-current={id === now ? "step" : undefined}>{title}</li>)}
    </ol>
  );
}

function Reinforcements({ due, turn }: { due: Due[]; turn: number }): JSX.Element | null {
  if (!due.length) return null;
  const groups = new Map<string, Counter[]>();
  for (const { turn: when, at, unit } of due) {
    const key = `${when}|${at}|${unit.side}`;
    groups.set(key, [...(groups.get(key) ?? []), unit]);
  }
  const order = [...groups].sort(([a], [b]) => Number(a.split("|")[0]) - Number(b.split("|")[0]));
  return (
    <details open={order.length < 4}>
      <summary>{S.reinforcements} <small>{due.length}</small></summary>
      {order.map(([key, units]) => {
        const [when, at = "", side = ""] = key.split("|");
        const n = Number(when);
        return (
          <div class="due" key={key}>
            <button class="link" onClick={() => shine(ground.value?.message.areas[at] ?? [])}>
              {S.title(side)}, {n === 0 ? S.dueIn(at) : [n <= turn ? S.dueNow : S.dueTurn(n), at && S.entersAt(at)].filter(Boolean).join(", ")}
            </button>
            <div class="row">
              {units.map((unit) => (
                <svg key={unit.id} viewBox="-1.5 -1.5 46 46" width="34" height="34" role="img" aria-label={caption(unit)}><CounterFace unit={unit} /></svg>
              ))}
            </div>
          </div>
        );
      })}
    </details>
  );
}

function Points(): JSX.Element | null {
  const net = position.value?.net;
  const points = [...Object.entries(position.value?.points ?? {}), ...(typeof net === "number" ? [["net", net] as const] : [])];
  const result = shown.value?.result;
  const scored = log.value.filter((line) => line.event === "scored");
  if (!points.length) return null;
  return (
    <details open>
      <summary>{S.points}</summary>
      <div class="points">{points.map(([side, n]) => <div key={side} class={side}><b>{n}</b><small>{S.title(side)}</small></div>)}</div>
      {result ? (
        <ul class="counted">{result.counted.map((line, i) => <li key={i}>{S.sentence(line.what)} <b>{line.value}</b> {line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}</li>)}</ul>
      ) : (
        scored.length > 0 && <ul class="counted">{scored.slice(-8).reverse().map((line, i) => <li key={i}>{S.sentence(line.text)} {line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}</li>)}</ul>
      )}
    </details>
  );
}

function Tracks(): JSX.Element | null {
  const now = position.value;
  const tracks = game.value?.tracks ?? [];
  if (!now || !tracks.length) return null;
  const lists: Record<string, string[]> = now.own.game === "guderian"
    ? { owed: now.own.owed.map((one) => one.join(" ")), frozen: now.own.frozen, recaptured: now.own.recaptured } : {};
  const counted = tracks.filter(({ name }) => now.tracks[name]);
  const filled = Object.entries(lists).filter(([, words]) => words.length);
  if (!counted.length && !filled.length) return null; // an empty track says nothing
  return (
    <details>
      <summary>{S.tracks}</summary>
      <dl>
        {counted.map(({ name, says }) => <div key={name} title={says}><dt>{S.title(name)}</dt><dd>{now.tracks[name]}</dd></div>)}
        {filled.map(([name, words]) => <div key={name}><dt>{S.title(name)}</dt><dd>{words.join(", ")}</dd></div>)}
      </dl>
    </details>
  );
}

function Pool(): JSX.Element | null {
  const own = position.value?.own;
  const pools = own && "pool" in own ? Object.entries(own.pool) : [];
  if (!pools.length) return null;
  return (
    <details>
      <summary>{S.pool}</summary>
      {pools.map(([kind, pool]) => {
        const faces = Object.entries(pool.unseen).sort();
        return (
          <div class="pool" key={kind}>
            <h4>{S.title(kind)} <small>{pool.left} {S.left}, {pool.dead} {S.dead}</small></h4>
            {faces.length > 0 && <p><small>{S.unseen}:</small> {faces.map(([face, n]) => <span class="face" key={face}>{face}{n > 1 && <sub>×{n}</sub>}</span>)}</p>}
          </div>
        );
      })}
    </details>
  );
}

function Dice(): JSX.Element | null {
  const throws = log.value.flatMap((line) => line.dice);
  if (!throws.length) return null;
  const most = Math.max(6, ...throws);
  const counts = Array.from({ length: most }, (_, i) => throws.filter((n) => n === i + 1).length);
  const peak = Math.max(...counts, 1);
  const mean = (throws.reduce((a, b) => a + b, 0) / throws.length).toFixed(2);
  return (
    <details>
      <summary>{S.dice} <small>{S.diceAverage(throws.length, mean)}</small></summary>
      <div class="histogram">
        {counts.map((n, i) => <div key={i}><span>{n}</span><i style={{ height: `${(n / peak) * 44}px` }} /><b>{i + 1}</b></div>)}
      </div>
    </details>
  );
}

/** Months of two fortnights each, where a game counts time so. */
function TimeTrack({ months, month, fortnight }: { months: string[]; month: number; fortnight: number }): JSX.Element {
  const due = new Set((position.value?.due ?? []).map((due) => due.at));
  return (
    <ol class="months" aria-label={S.time}>
      {months.map((name, i) => (
        <li key={name} class={i === month ? "now" : i < month ? "done" : ""} aria-current={i === month ? "date" : undefined}>
          <b>{name.slice(0, 3)} <small>{name.slice(3)}</small></b>
          <span>{S.fortnights.map((f, n) => <i key={f} class={i === month && n + 1 === fortnight ? "now" : i < month || (i === month && n + 1 < fortnight) ? "done" : ""}>{f}</i>)}</span>
          {due.has(name) && i >= month && <em aria-hidden="true" />}
        </li>
      ))}
    </ol>
  );
}

/** Who holds the areas beyond the edge of the map. */
function Zones(): JSX.Element | null {
  const board = ground.value;
  const owners = new Map<string, string[]>();
  for (const [place, side] of Object.entries(position.value?.control ?? {})) {
    const hex = board?.placeHexes.get(place)?.[0] ?? "";
    if (board?.hexes.get(hex)?.terrain === "zone") owners.set(side, [...(owners.get(side) ?? []), place]);
  }
  if (!owners.size) return null;
  return (
    <details>
      <summary>{S.zones}</summary>
      <dl>
        {[...owners].map(([side, places]) => (
          <div key={side}>
            <dt>{side ? <Whose side={side} /> : S.nobody}</dt>
            <dd>{places.map((place) => <button key={place} class="link" onClick={() => shine(board?.placeHexes.get(place) ?? [])}>{place}</button>)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function Sides({ title, of }: { title: string; of: Record<string, string | number> }): JSX.Element | null {
  const all = Object.entries(of);
  if (!all.length) return null;
  return (
    <div class="by-side">
      <small>{title}</small>
      {all.map(([side, value]) => <span key={side}><Whose side={side} /> <b>{value}</b></span>)}
    </div>
  );
}

/** What a campaign keeps count of: weather, production, the air, the seas. */
function Standing(): JSX.Element | null {
  const now = position.value;
  if (!now || now.own.game !== "eastfront") return null;
  const { air, seas } = now.own;
  const supreme = now.tracks["supreme_moves"] ?? 0;
  return (
    <div class="standing">
      <p><small>{S.weather}</small> <b class={`weather ${now.weather}`}>{S.title(now.weather)}</b></p>
      {supreme > 0 && <p data-supreme={supreme}><small>{S.supreme}</small> <b>{supreme}</b></p>}
      <Sides title={S.levels} of={now.tallies["production"] ?? {}} />
      <Sides title={S.airPower} of={air} />
      {Object.keys(seas).length > 0 && (
        <details>
          <summary>{S.seas}</summary>
          <dl>{Object.entries(seas).map(([sea, side]) => <div key={sea}><dt>{sea}</dt><dd>{side ? <Whose side={side} /> : S.nobody}</dd></div>)}</dl>
        </details>
      )}
      <Zones />
    </div>
  );
}

function Lost({ units }: { units: Counter[] }): JSX.Element | null {
  if (!units.length) return null;
  return (
    <details>
      <summary>{S.lostUnits} <small>{units.length}</small></summary>
      <div class="row">
        {units.map((unit) => <svg key={unit.id} viewBox="-1.5 -1.5 46 46" width="36" height="36" role="img" aria-label={caption(unit)}><CounterFace unit={unit} /></svg>)}
      </div>
    </details>
  );
}

export function TurnPanel(): JSX.Element | null {
  const now = position.value;
  if (!now) return null;
  const months = "months" in now.own ? now.own.months : [];
  const lost = "lost" in now.own ? now.own.lost : [];
  return (
    <div class="turn-panel">
      <h3>{now.date || S.turnOf(now.turn, now.turns)}</h3>
      <Hint />
      {months.length > 0 ? (
        <TimeTrack months={months} month={now.tracks["month"] ?? 0} fortnight={now.tracks["fortnight"] ?? 1} />
      ) : (
        <TurnTrack turn={now.turn} turns={now.turns} />
      )}
      <Standing />
      <Command />
      <Activation />
      <details open><summary>{S.sequence}</summary><Sequence /></details>
      <Points />
      <Reinforcements due={now.due} turn={now.turn} />
      <Lost units={lost} />
      <Pool />
      {!months.length && <Tracks />}
      <Dice />
    </div>
  );
}
