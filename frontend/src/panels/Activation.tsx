// The activation panel of Across the Bug River: the Initiative, and every formation with its level, points and state.
import type { JSX } from "preact";
import { percent } from "../chances";
import type { BugRiverFacts, Formation } from "../messages";
import { waivable, waive, waiverOf, waives } from "../waiving";
import { openings, say, sending, words, wordsOf } from "../order";
import { strings as S } from "../strings";
import { asked, game, position, shown, unitsById } from "../table";
import { BellSign } from "./Icons";
import { Roster, Shows, type Head, type Row } from "./Roster";
import { Whose } from "./Whose";

const WATCH = "watch"; // takes back what `hush` has said to the referee

function at(unit: string): string {
  return unitsById.value.get(unit)?.hex ?? "";
}

/** Filled as far as the Activation Level goes. */
function Level({ of }: { of: Formation }): JSX.Element {
  return (
    <span class="pips" role="img" aria-label={S.levelOf(of.level, of.most)} title={S.levelOf(of.level, of.most)}>
      {Array.from({ length: of.most }, (_, i) => <i key={i} class={i < of.level ? "full" : ""} />)}
    </span>
  );
}

/** Whether the question that is open may be answered with a formation. */
function mayAnswer(hq: string): boolean {
  const waiver = waiverOf(asked.value?.kind ?? "");
  const opening = waiver && openings.value.get(waiver.verb);
  return !!opening && wordsOf(opening, "unit").includes(hq);
}

/** What a formation does or can do, and what troubles it. */
function State({ of }: { of: Formation }): JSX.Element {
  const trouble = (units: string[], says: string): JSX.Element | false =>
    units.length > 0 && <Shows hexes={units.map(at)} says={units.join(", ")}><em>{says}</em></Shows>;
  return (
    <>
      {mayAnswer(of.hq) && <b class="now" data-may-react>{S.mayReact}</b>}
      <b class="state">{S.formation[of.state] ?? of.state}{of.points > 0 && <span title={S.actionPoints(of.points)}>: {S.ap(of.points)}</span>}</b>
      {of.supplied === false && <em class="bad">{S.hqUnsupplied}</em>}
      {of.emergency && <em class="bad">{S.hqEmergency}</em>}
      {trouble(of.out_of_command, S.outOfCommand(of.out_of_command.length))}
      {trouble(of.isolated, S.isolated(of.isolated.length))}
      {trouble(of.disrupted, S.disruptedUnits(of.disrupted.length))}
    </>
  );
}

/** Whether we are asked about reactions of a formation, to be turned on and off at any time. */
function Bell({ of }: { of: Formation }): JSX.Element | null {
  if (of.side !== shown.value?.side || !waivable.value) return null;
  if (of.quiet) {
    const may = openings.value.has(WATCH) && !words.value.length && !sending.value;
    return <button class="bell off" data-bell={of.hq} disabled={!may} title={may ? S.watchAgain(of.hq) : S.hushed(of.hq)} onClick={() => void say(WATCH, of.hq)}><BellSign off /></button>;
  }
  const off = waives(of.hq);
  return (
    <button class={`bell${off ? " off" : ""}`} data-bell={of.hq} aria-pressed={!off} title={off ? S.notAskedFor(of.hq) : S.askedFor(of.hq)} aria-label={off ? S.notAskedFor(of.hq) : S.askedFor(of.hq)} onClick={() => waive(of.hq, !off)}>
      <BellSign off={off} />
    </button>
  );
}

function row(of: Formation): Row {
  return {
    hq: of.hq, side: of.side, hex: of.hex, says: of.name, state: of.state,
    cells: [
      <Level of={of} />,
      <State of={of} />,
      <span class="react" title={of.reaction ? S.reactsOn(of.reaction) : S.cannotReact}>{of.reaction ? percent(of.reaction / 10) : "–"} <Bell of={of} /></span>,
    ],
  };
}

const HEADS: Head[] = [{ name: S.level, says: S.levelSays }, { name: S.state }, { name: S.reaction, says: S.reactionSays }];

function Initiative({ own }: { own: BugRiverFacts }): JSX.Element {
  const sides = game.value?.sides ?? [];
  return (
    <div class="initiative">
      {own.surprise > 0 && <p data-surprise={own.surprise}>{S.surprise(own.surprise)}</p>}
      <p data-marker={own.marker_box ? `${own.marker} ${own.marker_box}` : ""}>
        <small>{S.initiative}</small>
        {Object.keys(own.chances).length ? (
          sides.map((side) => <span key={side}><Whose side={side} /> +{own.adds[side] ?? 0} <b>{percent(own.chances[side] ?? 0)}</b></span>)
        ) : own.passed.map((side) => <span key={side}><Whose side={side} /> {S.hasPassed}</span>)}
        <small class="why">{own.surprise > 0 ? S.afterSurprise : own.marker_box ? S.marker(own.marker, own.marker_box) : S.noMarker}; {S.interdiction(own.interdiction)}</small>
      </p>
      {own.luck && <p data-luck={own.luck}><small>{S.luck}</small> <Whose side={own.luck} /> <small class="why">{S.luckSays}</small></p>}
    </div>
  );
}

export function Activation(): JSX.Element | null {
  const own = position.value?.own;
  if (own?.game !== "bugriver") return null;
  const mine = shown.value?.side ?? "";
  const sides = [...(game.value?.sides ?? [])].sort((a, b) => Number(b === mine) - Number(a === mine)); // one's own first
  return (
    <div class="standing activation" data-activation>
      <Initiative own={own} />
      {sides.map((side) => (
        <details open key={side}>
          <summary>{S.formationsOf(side)} <small>{S.actionPoints(own.points[side] ?? 0)}{own.passed.includes(side) && `, ${S.hasPassed}`}</small></summary>
          <Roster heads={HEADS} rows={own.formations.filter((one) => one.side === side).map(row)} />
        </details>
      ))}
    </div>
  );
}
