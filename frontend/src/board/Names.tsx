// Names of places from afar: the printed ones are too small to read there, so they are written anew at the size of the screen.
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import type { Box, Ground } from "../geometry";
import { ground, position, stacks } from "../table";
import { frame, grain } from "./camera";
import { SANS } from "./colours";

const VAST = 1900; // of a map so many pixels wide the pixels are small
const SIZE = 11.5; // pixels on the screen
const SIZE_VAST = 18;
const SMALL = 0.8; // the scale above which the printed names can be read
const SMALL_VAST = 1.2;
const CROWD = 140; // of so many places only those seen from afar are written anew: there is no room for larger names
const SMALL_CROWD = 0.56;
const HIDDEN = 0.4; // how much of the name of a place that counts may lie on counters
const COUNTER = 27; // half the side of a counter seen from afar

export interface Name {
  text: string;
  x: number;
  y: number; // of the baseline
  weight: number;
}

/** How much of one box lies on another. */
function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

const vast = computed(() => frame.value.width > VAST);
const sizeNow = computed(() => (vast.value ? SIZE_VAST : SIZE));

/** Where names can stand so that none lies on another and few on counters: those that count first, the others where there is room. */
export function lettering(board: Ground, occupied: Set<string>, held: Set<string>, scale: number, pixels = SIZE): Name[] {
  const size = pixels / scale;
  const counters: Box[] = [...occupied].flatMap((hex) => {
    const at = board.hexes.get(hex);
    return at ? [{ x: at.x - COUNTER, y: at.y - COUNTER, width: 2 * COUNTER, height: 2 * COUNTER }] : [];
  });
  const taken: Box[] = [];
  const found: Name[] = [];
  const places = [...board.placeHexes].sort(([a, one], [b, other]) => Number(held.has(b)) - Number(held.has(a)) || other.length - one.length || a.localeCompare(b));
  for (const [text, hexes] of places) {
    const spots = hexes.map((hex) => board.hexes.get(hex)).filter((hex) => hex !== undefined);
    if (!spots.length) continue;
    const x = spots.reduce((sum, hex) => sum + hex.x, 0) / spots.length;
    const y = spots.reduce((sum, hex) => sum + hex.y, 0) / spots.length;
    const wide = text.length * size * 0.56;
    const off = COUNTER + 3;
    const below = hexes.some((hex) => occupied.has(hex)) ? off + size * 0.8 : COUNTER + 4; // where it is printed, if nothing lies there
    const tries: [number, number][] = [[x, y + below], [x, y - off - size * 0.1], [x + off + wide / 2, y + size * 0.35], [x - off - wide / 2, y + size * 0.35]];
    const boxes = tries.map(([cx, base]): Box => ({ x: cx - wide / 2, y: base - size * 0.85, width: wide, height: size }));
    const covered = boxes.map((box) => counters.reduce((sum, other) => sum + overlap(box, other), 0));
    const free = boxes.map((_, i) => i).filter((i) => !taken.some((other) => overlap(boxes[i] ?? other, other)));
    const [at = -1] = free.sort((i, j) => (covered[i] ?? 0) - (covered[j] ?? 0));
    const [box, spot] = [boxes[at], tries[at]];
    if (!box || !spot || (covered[at] ?? 0) > (held.has(text) ? box.width * box.height * HIDDEN : 0)) continue;
    taken.push(box);
    found.push({ text, x: spot[0], y: spot[1], weight: held.has(text) ? 700 : 600 });
  }
  return found;
}

const names = computed((): Name[] => {
  const board = ground.value;
  if (!board || grain.value > (vast.value ? SMALL_VAST : board.placeHexes.size > CROWD ? SMALL_CROWD : SMALL)) return [];
  return lettering(board, new Set(stacks.value.keys()), new Set(Object.keys(position.value?.control ?? {})), grain.value, sizeNow.value);
});

export function Names(): JSX.Element | null {
  if (!names.value.length) return null;
  const size = sizeNow.value / grain.value;
  return (
    <g class="names" data-size={sizeNow.value} font-family={SANS} font-size={size} text-anchor="middle" fill="#2b241d" stroke="#f4eddb" stroke-width={size * 0.3} paint-order="stroke" stroke-linejoin="round">
      {names.value.map(({ text, x, y, weight }) => <text key={text} x={x} y={y} font-weight={weight} data-name={text}>{text}</text>)}
    </g>
  );
}
