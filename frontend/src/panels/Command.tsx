// Supply and command in Battles in the East: the HQs with their faces, what they can give, Attack Supply markers, weather.
import type { JSX } from "preact";
import { palette } from "../board/colours";
import type { Headquarters } from "../messages";
import { strings as S } from "../strings";
import { game, position, unitsById } from "../table";
import { Roster, Shows, type Head, type Row } from "./Roster";
import { openRule } from "./rulebook";
import { Whose } from "./Whose";

/** The Attack Supply markers that lie on a turn of the track. */
export function OnTrack({ turn }: { turn: number }): JSX.Element | null {
  const own = position.value?.own;
  const here = own?.game === "battles" ? own.attack_track.filter(([, when]) => when === turn) : [];
  if (!here.length) return null;
  const side = here[0]?.[0] ?? "";
  const says = S.onTrack(here.length, side);
  return <b class="on-track" title={says} aria-label={says} style={{ background: palette(side).body, color: palette(side).ink }}>{here.length}</b>;
}

/** An HQ, what it can still give in attack and in defence, and how many of its units it reaches. */
function staff(hq: Headquarters): Row {
  const points = (own: number, leader: number): string => (own + leader ? `${own + leader}` : "–");
  const at = (unit: string): string => unitsById.value.get(unit)?.hex ?? "";
  return {
    hq: hq.unit, side: hq.side, hex: at(hq.unit), says: hq.leader ? S.withLeader(hq.leader) : undefined,
    cells: [
      <span class={`level ${hq.level}`}>{S.supplyLevel[hq.level] ?? hq.level}</span>,
      hq.range,
      `${points(hq.attack, hq.leader_attack)} / ${points(hq.defence, hq.leader_defence)}`,
      <Shows hexes={hq.reaches.map(at)}>{hq.reaches.length} / {hq.serves.length}</Shows>,
    ],
  };
}

const HEADS: Head[] = [
  { name: S.supply }, { name: S.range, says: S.rangeSays }, { name: S.columns, says: S.columnsSays }, { name: S.reaches, says: S.reachesSays },
];

export function Command(): JSX.Element | null {
  const now = position.value;
  if (!now || now.own.game !== "battles") return null;
  const { hqs, weather_effects } = now.own;
  const sides = game.value?.sides ?? [];
  return (
    <div class="standing">
      <p><small>{S.weather}</small> <b>{S.title(now.weather)}</b></p>
      {weather_effects.length > 0 && (
        <ul class="counted">{weather_effects.map((line, i) => <li key={i}>{line.what} <b>{line.value}</b> <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button></li>)}</ul>
      )}
      <table class="hqs">
        <thead><tr><th />{sides.map((side) => <th key={side}><Whose side={side} /></th>)}</tr></thead>
        <tbody>
          {(game.value?.tallies ?? []).filter(({ name }) => now.tallies[name]).map(({ name, says }) => (
            <tr key={name}><td>{S.title(says)}</td>{sides.map((side) => <td key={side}><b>{now.tallies[name]?.[side] ?? "–"}</b></td>)}</tr>
          ))}
        </tbody>
      </table>
      <details open>
        <summary>{S.headquarters}</summary>
        <Roster heads={HEADS} rows={hqs.map(staff)} />
      </details>
    </div>
  );
}
