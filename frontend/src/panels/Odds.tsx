// The odds before anybody commits: strengths, every modifier with its rule, the column, the outcomes as bars.
import type { ComponentChildren, JSX } from "preact";
import { chancesOf, percent, whole, type Chances } from "../chances";
import type { Preview } from "../messages";
import { composing, inPhase, preview } from "../order";
import { strings as S } from "../strings";
import { asked, game, position } from "../table";
import { openRule } from "./rulebook";
import { narrow } from "./tabs";

/** What an abbreviated result means. */
function meaning(name: string): string | undefined {
  return game.value?.results.find((term) => term.name === name)?.says;
}

function Bars({ title, shares }: { title: string; shares: Record<string, number> }): JSX.Element {
  return (
    <div class="bars">
      <h4>{title}</h4>
      {Object.entries(shares).map(([name, share]) => (
        <div class="bar" key={name} title={meaning(name)} aria-label={`${meaning(name) || name}: ${percent(share)}`}>
          <span class="name">{name}</span>
          <span class="track"><i style={{ width: `${share * 100}%` }} /></span>
          <span class="share">{percent(share)}</span>
          {meaning(name) && <small class="means">{meaning(name)}</small>}
        </div>
      ))}
    </div>
  );
}

/** Columns and results one by one; folded where the game sums them up in tables of its own. */
function Each({ folded, children }: { folded: boolean; children: ComponentChildren }): JSX.Element {
  if (!folded) return <div class="two">{children}</div>;
  return <details class="tables"><summary>{S.everyOutcome}</summary><div class="two">{children}</div></details>;
}

export function Odds(): JSX.Element | null {
  const now = preview.value;
  return now && !composing.value ? <OddsOf now={now} /> : null;
}

/** The chances as the one who is asked sees them: in the midst of the enemy's attack he is the defender. */
function seen(now: Preview): Chances | null {
  const results = game.value?.results ?? [];
  if (!results.some((term) => term.own)) return null; // it names its outcomes in plain words
  const chances = chancesOf(now, results);
  const active = position.value?.active;
  const defends = !inPhase.value && !!asked.value && !!active && active !== asked.value.side;
  return chances && defends ? { foe: chances.own, own: chances.foe, both: chances.both, nothing: chances.nothing } : chances;
}

/** The odds of one combat. */
export function OddsOf({ now }: { now: Preview }): JSX.Element {
  const chances = seen(now);
  const tables = Object.entries(now.tables);
  const plain = Object.entries(now.outcomes).sort((a, b) => b[1] - a[1]).slice(0, 3);
  const several = Object.keys(now.columns).length > 1;
  return (
    <section class="odds" aria-label={S.odds}>
      <header>
        <div><small>{S.attack}</small><b>{now.attack}</b></div>
        <span class="against">:</span>
        <div><small>{S.defence}</small><b>{now.defence}</b></div>
        <div class="column"><small>{Object.keys(now.columns).length > 0 && S.column}</small><b>{now.column}</b></div>
      </header>
      {now.says && <p class="in-words" data-says>{now.says}</p>}
      <p class={now.says ? "further" : "in-words"} data-in-words>
        {chances
          ? [chances.foe > 0 && S.theyGiveWay(percent(chances.foe)), chances.own > 0 && S.weLose(percent(chances.own), chances.foe > 0, chances.both > 0 ? percent(chances.both) : ""), chances.nothing > 0 && S.nothingHappens(percent(chances.nothing))].filter(Boolean).join("; ")
          : plain.map(([name, share]) => `${percent(share)} ${name}`).join("; ")}
      </p>
      {tables.map(([title, shares]) => <Bars key={title} title={S.title(title)} shares={shares} />)}
      <Each folded={tables.length > 0}>
        {several && <Bars title={S.columns} shares={whole(now.columns, S.noThrow)} />}
        {Object.keys(now.outcomes).length > 0 && <Bars title={S.outcomes} shares={now.outcomes} />}
      </Each>
      <details open={!narrow.matches}>
        <summary>{S.howComputed}</summary>
        <table>
          <tbody>
            {now.lines.map((line, i) => (
              <tr key={i}>
                <td>{S.sentence(line.what)}</td>
                <td class="value">{line.value}</td>
                <td>{line.rule && <button class="rule" onClick={() => openRule(line.rule)}>{line.rule}</button>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
      {now.notes.map((note) => <p class="note" key={note}>{S.sentence(note)}</p>)}
    </section>
  );
}
