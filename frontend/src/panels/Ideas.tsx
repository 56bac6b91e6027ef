// What could be meant besides: other verbs for what is in hand or pointed at, kinds of attack, plans, stacks taken together.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { going } from "../all";
import { keepInSight } from "../board/camera";
import { percent, success } from "../chances";
import { kinds, worth } from "../kinds";
import { choices, choiceUnits, chosenUnits, composing, deploying, inPhase, preview, say, sending, words } from "../order";
import { carryOut, holdsFoe, otherPlan, plan } from "../plans";
import { follow, menu, type Idea } from "../pointing";
import { strings as S } from "../strings";
import { game, placeOf, stacks, unitsById } from "../table";
import { marching, troop } from "../troop";

/** What a verb does, where the game says it. */
export function explained(verb: string): string | undefined {
  return game.value?.explains.find((term) => term.name === verb)?.says;
}

export function nameOf(unit: string): string {
  return unitsById.value.get(unit)?.name || unit;
}

const FEW = 6; // units that are offered by name

/** One of a few units is asked for: by name too, without looking for it in its stack or beyond the edge of the screen. */
export function Picks(): JSX.Element | null {
  const units = [...choiceUnits.value].filter((id) => unitsById.value.get(id)?.hex);
  const only = choices.value.groups.every(([kind]) => kind === "unit" || kind === "verb");
  if (composing.value || deploying.value || !words.value.length || chosenUnits.value.length || !only) return null;
  if (!units.length || units.length > FEW || units.length < choiceUnits.value.size) return null;
  const hexes = units.map((id) => unitsById.value.get(id)?.hex ?? "");
  if (inPhase.value && new Set(hexes).size < units.length) return null; // a stack is taken whole, on the map
  const pick = (id: string, hex: string): void => {
    keepInSight(hex);
    void say(id);
  };
  return (
    <>
      {units.map((id, i) => (
        <button key={id} class="verb" data-pick={id} title={nameOf(id)} disabled={sending.value} onClick={() => pick(id, hexes[i] ?? "")}>
          {unitsById.value.get(id)?.label || id}<small>{unitsById.value.get(id)?.strength}</small>
        </button>
      ))}
    </>
  );
}

/** Stacks taken together: what to do with them. */
export function Together(): JSX.Element | null {
  const hexes = troop.value;
  if (!hexes.length) return marching.value ? <div class="menu" data-marching>{S.marching} <span class="spinner" aria-hidden="true" /></div> : null;
  return (
    <div class="menu plan" data-together={hexes.length}>
      <span>{S.together(hexes.length, hexes.flatMap((hex) => stacks.value.get(hex) ?? []).length)}</span>
      <button onClick={() => (troop.value = [])}>{S.startOver}</button>
    </div>
  );
}

function named({ verb, units, hex, all }: Idea): string {
  if (all && units.length > 1) return S.all(verb, going.value.get(verb)?.length || units.length, units.length);
  return S.verbOn(verb, hex ? placeOf(hex) : units.join(" "));
}

/** What else could be meant: other verbs for the units in hand, or what may be done at a hex. */
export function Menu(): JSX.Element | null {
  const now = menu.value;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (now?.modal) list.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [now]);
  if (!now) return null;
  return (
    <div class={`menu${now.modal ? " modal" : ""}`} role="menu" ref={list}>
      <small>{now.modal ? placeOf(now.hex) : S.insteadOf}</small>
      {now.ideas.map((idea) => (
        <button key={`${idea.verb} ${idea.hex}`} class={now.modal ? "primary" : ""} role="menuitem" data-verb={idea.verb} onClick={() => void follow(idea, now.carried)}>
          {now.modal ? named(idea) : S.title(idea.verb)}
        </button>
      ))}
    </div>
  );
}

/** The other kinds of attack on the same hex, each with its chance; the best stands out where it beats the one that was said. */
export function Kinds(): JSX.Element | null {
  const hex = words.value[1] ?? "";
  if (!kinds.value.length) return null;
  const said = preview.value && success(preview.value, game.value?.results ?? []);
  const best = Math.max(...[...worth.value.values()].map((one) => one.chance));
  return (
    <div class="menu" data-kinds={kinds.value.join(" ")}>
      <small>{S.insteadOf}</small>
      {kinds.value.map((verb) => {
        const { chance, price = "" } = worth.value.get(verb) ?? {};
        return (
          <button key={verb} class={typeof said === "number" && chance === best && best > said ? "better" : ""} data-verb={verb} title={explained(verb)} onClick={() => void follow({ verb, units: [], hex }, chosenUnits.value)}>
            {S.title(verb)}{chance !== undefined && <small data-worth={Math.round(chance * 100)}>{price && `${price}, `}{percent(chance)}</small>}
          </button>
        );
      })}
    </div>
  );
}

/** A plan of two steps that waits for a word. */
export function Planned(): JSX.Element | null {
  const now = plan.value;
  if (!now) return null;
  const at = now.first.at(-1) ?? "";
  const units = [...now.first.slice(1, -1), ...now.left];
  const who = (units.length > 2 ? units : units.map(nameOf)).join(", ");
  const verb = now.first[0] ?? "";
  const said = at === now.goal ? (holdsFoe(at) ? S.planInto : S.planThere)(verb, who, placeOf(at)) : now.then.length ? S.planStrike(verb, who, placeOf(at), now.then[0] ?? "", placeOf(now.goal)) : S.planMove(verb, who, placeOf(at), placeOf(now.goal));
  return (
    <div class="menu plan" data-plan={now.goal}>
      <span>{said}</span>
      <button class="primary" data-carry-out disabled={sending.value} onClick={() => void carryOut(now)}>{S.goThere}</button>
      {!!now.others?.length && <button data-other-plan onClick={otherPlan}>{S.otherPlan(now.others.length)}</button>}
    </div>
  );
}
