// A stack fanned out: every counter at a size to read, each one to be chosen or left out.
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { allMay } from "../all";
import { inHand } from "../hand";
import { choices, offers, ready, words } from "../order";
import { addAll, dropAll, fan, fanHeld, pointAt } from "../pointing";
import { strings as S } from "../strings";
import { asked, stacks } from "../table";
import { camera, frame, onScreen } from "./camera";
import { clearOf } from "./placement";
import { caption, CounterFace } from "./counter";

const CELL = 66;

function close(): void {
  fan.value = "";
  document.getElementById("board")?.focus({ preventScroll: true });
}

/** Under a finger the fan closes with each choice, so that it lies over no target; a tap on the stack opens it again. */
function pick(event: MouseEvent, hex: string, unit: string): void {
  void pointAt(hex, unit);
  if (event instanceof PointerEvent && event.pointerType === "touch") fan.value = "";
}

/** Arrow keys go from counter to counter. */
function step(event: KeyboardEvent): void {
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll("button")];
  const now = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
  if (by) buttons[(now + by + buttons.length) % buttons.length]?.focus({ preventScroll: true });
  else if (event.key === "Escape" || event.key === " ") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}

export function Fan(): JSX.Element | null {
  const box = useRef<HTMLDivElement>(null);
  const hex = fan.value;
  const held = fanHeld.value;
  useEffect(() => {
    if (held && hex) box.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [hex, held]);
  const units = [...(stacks.value.get(hex) ?? [])].reverse();
  const at = onScreen(hex);
  if (!at || units.length < 2) return null;
  const columns = Math.min(units.length, Math.max(2, Math.floor((frame.value.width - 40) / CELL)), 6);
  const rows = Math.ceil(units.length / columns);
  const [wide, high] = [columns * CELL + 14, rows * CELL + 44];
  const foes = [...stacks.value].filter(([other, there]) => other !== hex && there.some((one) => one.side !== asked.value?.side)).map(([other]) => onScreen(other)).filter((p) => p !== null);
  const { left, top } = clearOf(foes, at, 30 * camera.value.k, { wide, high }, frame.value);
  const chosenHere = units.filter((unit) => inHand.value.includes(unit.id)).length;
  const joinable = units.filter((unit) => offers(choices.value, unit.id) || (!words.value.length && ready.value.has(unit.id)));
  return (
    <div
      class="fan" data-float role="group" aria-label={S.stackIn(hex, units.length)} style={{ left: `${left}px`, top: `${top}px`, width: `${wide}px` }}
      ref={box} onKeyDown={step} onPointerLeave={(e) => !held && e.pointerType === "mouse" && (fan.value = "")}
    >
      <div class="fan-units">
        {units.map((unit) => {
          const chosen = inHand.value.includes(unit.id);
          const able = joinable.includes(unit);
          return (
            <button
              key={unit.id} class={`fan-unit${chosen ? " chosen" : ""}${able ? " able" : ""}`} aria-pressed={chosen} data-fan-unit={unit.id}
              aria-label={caption(unit)} title={caption(unit)} onClick={(event) => pick(event, hex, unit.id)}
            >
              <svg viewBox="-1.5 -1.5 46 46" width="56" height="56" aria-hidden="true"><CounterFace unit={unit} /></svg>
              {chosen && <span class="tick" aria-hidden="true">✓</span>}
            </button>
          );
        })}
      </div>
      <div class="fan-foot">
        <span>{S.stackIn(hex, units.length)}</span>
        {chosenHere > 2 && <button class="small" data-none onClick={() => void dropAll(hex)}>{S.chooseNone}</button>}
        {asked.value && allMay() && joinable.length > (chosenHere ? 0 : 1) && <button class="small" data-all-here onClick={() => void addAll(hex)}>{S.chooseAll}<kbd>A</kbd></button>}
      </div>
    </div>
  );
}
