// Units that may be chosen but are not on the map: those to be placed, those who enter.
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { caption, CounterFace } from "../board/counter";
import { carry } from "../board/carry";
import { able, inHand, keepInHand, takeUp } from "../hand";
import type { Counter } from "../messages";
import { choiceUnits, composing, deploying, floor, openings, say, words, wordsOf } from "../order";
import { fan } from "../pointing";
import { spotlight } from "../spotlight";
import { strings as S } from "../strings";
import { asked, doors, ground, position, unitsById } from "../table";

/** Units that wait together: of one division at one entrance. */
function together(unit: string): string[] {
  const { group, side } = unitsById.value.get(unit) ?? { group: "", side: "" };
  if (!group) return [unit];
  const door = doors.value.get(unit);
  const same = offMap().filter((one) => one.group === group && one.side === side && doors.value.get(one.id) === door);
  return [unit, ...same.map((one) => one.id).filter((id) => id !== unit)];
}

/** Point at an off-map unit: its division is taken up, a second click leaves the unit out. */
export async function pickOffMap(unit: string): Promise<void> {
  fan.value = "";
  if (inHand.value.includes(unit)) return keepInHand(inHand.value.filter((id) => id !== unit));
  const own = inHand.value.some((id) => together(unit).includes(id));
  if (words.value.length && choiceUnits.value.has(unit) && (own || !openings.value.has(words.value[0] ?? ""))) return void (await say(unit));
  if (own) return keepInHand([...inHand.value, unit]);
  const said = words.value.length === 1 && able(words.value[0] ?? "", [unit]).length ? words.value[0] : undefined; // by its button
  const verb = said ?? [...openings.value].find(([, opening]) => wordsOf(opening, "unit").includes(unit))?.[0];
  if (verb && !(await takeUp(verb, able(verb, together(unit))))) await takeUp(verb, [unit]);
  else if (!verb && choiceUnits.value.has(unit)) await say(unit);
}

/** Off-map units that the tree offers now, or that are chosen, in an order that does not change under the pointer. */
export function offMap(): Counter[] {
  const begins = [...openings.value.values()].flatMap((opening) => wordsOf(opening, "unit"));
  const offered = new Set([...begins, ...choiceUnits.value, ...inHand.value]);
  return [...unitsById.value.values()].filter((unit) => unit.hex === "" && offered.has(unit.id));
}

const pushed = { in: "", by: 0 }; // how far the row was pushed along, and in which phase of whom

export function Tray(): JSX.Element | null {
  const row = useRef<HTMLDivElement>(null);
  const units = offMap();
  const shown = units.length > 0 && !composing.value && !deploying.value; // those have screens of their own
  const phase = `${asked.value?.side} ${position.value?.turn} ${position.value?.phase}`;
  useLayoutEffect(() => {
    if (pushed.in !== phase) [pushed.in, pushed.by] = [phase, 0];
    if (row.current) row.current.scrollLeft = pushed.by;
  }, [shown, phase]);
  if (!shown) return null;
  const gates = [...new Set(units.map((unit) => doors.value.get(unit.id) ?? ""))];
  const shine = (door: string): void => {
    spotlight.value = { hexes: ground.value?.message.areas[door] ?? [], line: false };
  };
  const idle = words.value.length > floor.value && !units.some(({ id }) => inHand.value.includes(id) || choiceUnits.value.has(id)); // the order is about others
  return (
    <div class={`tray${idle ? " idle" : ""}`} role="group" aria-label={S.offMap} ref={row} onScroll={() => (pushed.by = row.current?.scrollLeft ?? 0)}>
      {gates.map((door) => (
        <div key={door} class="door" onPointerEnter={() => shine(door)} onPointerLeave={() => (spotlight.value = { hexes: [], line: false })}>
          <span>{door ? S.entersAt(door) : S.toPlace}</span>
          {units.filter((unit) => (doors.value.get(unit.id) ?? "") === door).map((unit) => (
            <button
              key={unit.id} class={`tray-unit${inHand.value.includes(unit.id) ? " chosen" : ""}`} data-tray-unit={unit.id}
              aria-pressed={inHand.value.includes(unit.id)} aria-label={caption(unit)} title={caption(unit)}
              onPointerDown={(event) => carry(event, unit.id, () => void pickOffMap(unit.id))} onClick={(event) => event.detail === 0 && void pickOffMap(unit.id)}
            >
              <svg viewBox="-1.5 -1.5 46 46" width="42" height="42" aria-hidden="true"><CounterFace unit={unit} /></svg>
              {!unit.label && <small>{unit.id}</small>}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
