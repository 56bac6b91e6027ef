// Supply and command in Battles in the East: the HQs with their faces, what they can give, Attack Supply markers, weather.
import type { JSX } from "preact";
import { palette } from "../board/colours";
import type { Headquarters } from "../messages";
import { shine } from "../spotlight";
import { strings as S } from "../strings";
import { game, position, unitsById } from "../table";
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
function Staff({ hq }: { hq: Headquarters }): JSX.Element {
  const colours = palette(hq.side);
  const points = (own: number, leader: number): string => (own + leader ? `${own + leader}` : "–");
  return (
    <tr data-hq={hq.unit}>
      <td>
        <button class="link" title={hq.leader ? S.withLeader(hq.leader) : undefined} onClick={() => shine([unitsById.value.get(hq.unit)?.hex ?? ""])}>
          <i class="swatch" style={{ background: colours.body, borderColor: colours.accent }} />{hq.unit}
        </button>
      </td>
      <td class={`level ${hq.level}`}>{S.supplyLevel[hq.level] ?? hq.level}</td>
      <td>{hq.range}</td>
      <td>{points(hq.attack, hq.leader_attack)} / {points(hq.defence, hq.leader_defence)}</td>
      <td><button class="link" onClick={() => shine(hq.reaches.map((unit) => unitsById.value.get(unit)?.hex ?? ""))}>{hq.reaches.length} / {hq.serves.length}</button></td>
    </tr>
  );
}

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
        <table class="hqs">
          <thead><tr><th /><th>{S.supply}</th><th title={S.rangeSays}>{S.range}</th><th title={S.columnsSays}>{S.columns}</th><th title={S.reachesSays}>{S.reaches}</th></tr></thead>
          <tbody>{hqs.map((hq) => <Staff key={hq.unit} hq={hq} />)}</tbody>
        </table>
      </details>
    </div>
  );
}
