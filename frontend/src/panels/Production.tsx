// Orders written clause by clause: what may be built, what it costs, what is written, and the seal under it.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { caption, CounterFace } from "../board/counter";
import { additions, budget, clauses, costOf, offered, priceOf, strikeOut, unfinished, write } from "../compose";
import { choices, composing, say, sending, wordsOf } from "../order";
import { strings as S } from "../strings";
import { asked, ground, match, unitsById } from "../table";
import { explained } from "./Ideas";

const FEW = 30; // places to choose from are buttons up to here, those with a name first; all of them are on the map too

function placeName(hex: string): string {
  const place = ground.value?.hexes.get(hex)?.place;
  return place ? `${place}` : hex;
}

function shown(word: string): string {
  return ground.value?.hexes.has(word) ? placeName(word) : word;
}

/** What may be added with a verb. Whoever could be chosen at the beginning keeps his place: nothing comes under the finger meanwhile. */
function Offer({ verb }: { verb: string }): JSX.Element | null {
  const found = additions.value.get(verb);
  if (found?.complete && !found.groups.length) return null;
  const able = new Set(found ? wordsOf(found, "unit") : []);
  const units = offered.value.get(verb) ?? [];
  if (!units.length && !found) return null;
  if (!units.length) return <button class="small" data-clause={verb} onClick={() => write(verb)}>{S.title(verb)}</button>;
  return (
    <details class="kind" open={verb !== "disband"}>
      <summary>{S.title(verb)} <small>{able.size}</small></summary>
      {explained(verb) && <p class="means">{S.capital(explained(verb) ?? "")}</p>}
      <div class="kind-units">
        {units.map((id) => {
          const unit = unitsById.value.get(id);
          const cost = priceOf(verb, id);
          return (
            <button key={id} class="kind-unit" data-clause={`${verb} ${id}`} title={unit ? caption(unit) : id} disabled={sending.value || !able.has(id)} onClick={() => write(verb, id)}>
              {unit ? <svg viewBox="-1.5 -1.5 46 46" width="44" height="44" aria-hidden="true"><CounterFace unit={unit} /></svg> : id}
              <span>{cost === undefined ? S.title(verb) : S.costs(cost)}</span>
            </button>
          );
        })}
      </div>
    </details>
  );
}

function Written(): JSX.Element {
  const all = clauses.value;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => list.current?.scrollTo({ left: list.current.scrollWidth, top: list.current.scrollHeight }), [all.length]); // on a phone they are one row
  return (
    <ol class="clauses" ref={list}>
      {all.map((clause, i) => {
        const cost = costOf(i);
        return (
          <li key={clause.join(" ")} class={unfinished.value && i === all.length - 1 ? "unfinished" : ""}>
            <span>{S.title(clause[0] ?? "")} <b>{clause.slice(1).map(shown).join(" ")}</b></span>
            <small>{cost !== null && S.costs(cost)}</small>
            <button class="close" aria-label={S.strikeOut(clause.join(" "))} data-strike={clause.join(" ")} onClick={() => strikeOut(i)}>×</button>
          </li>
        );
      })}
    </ol>
  );
}

/** The next word of a clause that is not finished: places as buttons, though the map takes them too. */
function Finish(): JSX.Element {
  const hexes = wordsOf(choices.value, "hex");
  const named = hexes.filter((hex) => placeName(hex) !== hex).sort((a, b) => placeName(a).localeCompare(placeName(b)));
  const few = [...named, ...hexes.filter((hex) => placeName(hex) === hex)].slice(0, FEW);
  const verbs = wordsOf(choices.value, "verb");
  return (
    <div class="finish">
      <small>{hexes.length ? S.chooseHex : S.chooseOne}</small>
      <div class="words">
        {[...verbs, ...few].map((word) => <button key={word} class="word" data-place={word} onClick={() => void say(word)}>{shown(word)}</button>)}
      </div>
      {hexes.length > few.length && <small>{S.moreOnTheMap(hexes.length - few.length)}</small>}
    </div>
  );
}

export function Production(): JSX.Element | null {
  if (!composing.value) return null;
  const { left, all } = budget.value;
  const others = (match.value?.view.decisions ?? []).filter((d) => d.side !== asked.value?.side);
  const closes = [...additions.value].find(([, found]) => found.complete && !found.groups.length)?.[0];
  return (
    <section class="muster written" aria-label={S.production} data-production>
      <header>
        <h3>{S.production}</h3>
        <div class="budget" data-left={left}><b>{left}</b> <small>{S.pointsLeft(all)}</small></div>
      </header>
      <p class="others">{others.length ? S.stillWriting(others.map((d) => S.title(d.side)).join(" & ")) : S.othersDone}</p>
      <div class="offers">
        {unfinished.value ? <Finish /> : [...new Set([...offered.value.keys(), ...additions.value.keys()])].map((verb) => <Offer key={verb} verb={verb} />)}
      </div>
      <Written />
      {closes && !unfinished.value && (
        <button class="primary" data-seal disabled={sending.value} onClick={() => write(closes)}>{S.seal}</button>
      )}
    </section>
  );
}
