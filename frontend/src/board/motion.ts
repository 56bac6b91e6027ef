// What happened, seen on the map: counters walk their paths, one after another; any key or click skips.
import { effect } from "@preact/signals";
import type { LogLine } from "../messages";
import { speed } from "../settings";
import { ground, happened } from "../table";
import { still } from "./camera";

const STEP = 130; // milliseconds a hex
const LONGEST = 900; // for one counter
const WALKS = new Set(["moved", "retreated", "advanced"]);

let running: Animation[] = [];

/** End all motion at once. */
export function skipMotion(): void {
  for (const animation of running) animation.finish();
  running = [];
}

function walk(line: LogLine, delay: number): number {
  const board = ground.value;
  const unit = line.units[0];
  const element = unit ? document.querySelector(`[data-mover="${CSS.escape(unit)}"]`) : null;
  const points = line.hexes.map((hex) => board?.hexes.get(hex)).filter((hex) => hex !== undefined);
  const end = points.at(-1);
  if (!element || !end || points.length < 2) return 0;
  const frames = points.map((p) => ({ transform: `translate(${p.x - end.x}px, ${p.y - end.y}px)` }));
  const duration = Math.min(LONGEST, STEP * (points.length - 1)) / speed.value;
  running.push(element.animate(frames, { duration, delay, fill: "backwards", easing: "ease-in-out" }));
  return duration;
}

/** Units that moved together walk together; the others one group after the other, up to a limit. */
function act(lines: LogLine[]): void {
  skipMotion();
  if (still.matches) return;
  let delay = 0;
  let before = "";
  let longest = 0;
  const walked = new Set<string>();
  for (const line of lines.filter((l) => WALKS.has(l.event)).slice(0, 40)) {
    const unit = line.units[0] ?? "";
    if (walked.has(unit)) continue; // only its last way could be shown where it stands now
    const path = line.hexes.join(" ");
    if (path !== before) delay += longest;
    else longest = 0;
    before = path;
    walked.add(unit);
    longest = walk(line, Math.min(delay, 4000));
  }
}

/** Watch for news and set the counters in motion once they are drawn. */
export function keepMoving(): void {
  effect(() => {
    const lines = happened.value;
    if (lines.length) requestAnimationFrame(() => act(lines));
  });
  for (const name of ["pointerdown", "keydown"]) addEventListener(name, skipMotion, { capture: true });
}
