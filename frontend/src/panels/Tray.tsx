// Units that may be chosen but are not on the map: those to be placed, those who enter.
import type { JSX } from "preact";
import { caption, CounterFace } from "../board/counter";
import { choiceUnits, chosenUnits, composing, deploying, give, openings, say, words, wordsOf } from "../order";
import type { Counter } from "../messages";
import { leaveOut } from "../pointing";
import { spotlight } from "../spotlight";
import { strings as S } from "../strings";
import { doors, ground, unitsById } from "../table";

/** Point at an off-map unit: it goes on with the order, or begins the first verb that takes it. */
export async function pickOffMap(unit: string): Promise<void> {
  if (chosenUnits.value.includes(unit)) return leaveOut(unit);
  if (words.value.length && choiceUnits.value.has(unit)) return void (await say(unit));
  const verb = [...openings.value].find(([, opening]) => wordsOf(opening, "unit").includes(unit))?.[0];
  if (verb) await give([verb, unit]);
}

/** Off-map units that the tree offers now, or that are chosen. */
export function offMap(): Counter[] {
  const offered = words.value.length
    ? [...choiceUnits.value, ...chosenUnits.value]
    : [...openings.value.values()].flatMap((opening) => wordsOf(opening, "unit"));
  const found = [...new Set(offered)].map((id) => unitsById.value.get(id)).filter((unit) => unit !== undefined);
  return found.filter((unit) => unit.hex === "");
}

export function Tray(): JSX.Element | null {
  const units = offMap();
  if (!units.length || composing.value || deploying.value) return null; // those have screens of their own
  const gates = [...new Set(units.map((unit) => doors.value.get(unit.id) ?? ""))];
  const shine = (door: string): void => {
    spotlight.value = { hexes: ground.value?.message.areas[door] ?? [], line: false };
  };
  return (
    <div class="tray" role="group" aria-label={S.offMap}>
      {gates.map((door) => (
        <div key={door} class="door" onPointerEnter={() => shine(door)} onPointerLeave={() => (spotlight.value = { hexes: [], line: false })}>
          <span>{door ? S.entersAt(door) : S.toPlace}</span>
          {units.filter((unit) => (doors.value.get(unit.id) ?? "") === door).map((unit) => (
            <button
              key={unit.id} class={`tray-unit${chosenUnits.value.includes(unit.id) ? " chosen" : ""}`} data-tray-unit={unit.id}
              aria-pressed={chosenUnits.value.includes(unit.id)} aria-label={caption(unit)} title={caption(unit)} onClick={() => void pickOffMap(unit.id)}
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
