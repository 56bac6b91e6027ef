// Names of places from afar: the printed ones are too small to read there, so they are written anew at the size of the screen.
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import type { Box, Ground, Point } from "../geometry";
import { ground, position, stacks } from "../table";
import { frame, grain } from "./camera";
import { SANS } from "./colours";

const VAST = 1900; // of a map so many pixels wide the pixels are small
const BROAD = 1300; // a map on a large screen, looked at from further away
const SIZE = 11.5; // pixels on the screen
const SIZE_BROAD = 14;
const SIZE_VAST = 18;
const SMALL = 1.1; // the scale above which the printed names can be read
const SMALL_BROAD = 1.3;
const SMALL_VAST = 1.6;
const MORE = 1.1; // of the size, for a place that counts
const LESS = 0.82; // of the size, for a name that finds no room
const MAJOR = 10; // the printed size of a place that counts
const STREAM = 12; // and of a river that counts
const HIDDEN = 0.1; // how much of the name of a place that counts may lie on counters
const COUNTER = 27; // half the side of a counter seen from afar
const MARKER = 18; // and of a marker that lies alone
const APART = 0.25; // of the size, between two names
const WATER = "#2f6288";

export interface Name {
  text: string;
  x: number;
  y: number; // of the baseline
  weight: number;
  size: number; // on the picture
  turn: number; // degrees
  wet: boolean; // a river's
}

/** How much of one box lies on another. */
function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

/** One of three values, by how wide the map is. */
const byWidth = (usual: number, broad: number, vast: number): number => (frame.value.width > VAST ? vast : frame.value.width > BROAD ? broad : usual);
/** Whether names are written anew: the printed ones are left out of the picture then. */
export const anew = computed(() => grain.value <= byWidth(SMALL, SMALL_BROAD, SMALL_VAST));
const sizeNow = computed(() => byWidth(SIZE, SIZE_BROAD, SIZE_VAST));

/** Where names can stand so that none lies on another and few on counters: those that count first, the others where there is room. */
export function lettering(board: Ground, occupied: Set<string>, held: Set<string>, scale: number, pixels = SIZE, marked = new Set<string>()): Name[] {
  const around = (hex: string, half: number): Box[] => {
    const at = board.hexes.get(hex);
    return at ? [{ x: at.x - half, y: at.y - half, width: 2 * half, height: 2 * half }] : [];
  };
  const alone = [...marked].filter((hex) => !occupied.has(hex));
  const counters = [...[...occupied].flatMap((hex) => around(hex, COUNTER)), ...alone.flatMap((hex) => around(hex, MARKER))];
  const taken: Box[] = [];
  const printed = (text: string): number => board.message.places[text] ?? 0;
  const places = [...board.placeHexes].filter(([text]) => printed(text)).sort(([a, one], [b, other]) =>
    printed(b) - printed(a) || Number(held.has(b)) - Number(held.has(a)) || other.length - one.length || a.localeCompare(b));
  const found = places.flatMap(([text, hexes]) => {
    const major = printed(text) >= MAJOR;
    const full = (pixels * (major ? MORE : 1)) / scale;
    for (const size of [full, full * LESS]) {
      const spot = room(board, hexes, text, size, occupied, counters, taken, major || held.has(text) ? HIDDEN : 0);
      if (spot) return [{ text, ...spot, weight: major ? 700 : 600, size, turn: 0, wet: false }];
    }
    return [];
  });
  return [...found, ...rivers(board, counters, taken, pixels / scale)];
}

const extents = new WeakMap<Ground, [number, number]>();

/** Where the hexes of a board begin and end, from left to right. */
function extent(board: Ground): [number, number] {
  let found = extents.get(board);
  if (!found) {
    const all = [...board.hexes.values()].map((hex) => hex.x);
    found = [Math.min(...all) - board.message.radius, Math.max(...all) + board.message.radius];
    extents.set(board, found);
  }
  return found;
}

/** The foot of a place's name that finds room, and notes what it takes. */
function room(board: Ground, hexes: string[], text: string, size: number, occupied: Set<string>, counters: Box[], taken: Box[], hidden: number): Point | null {
  const spots = hexes.map((hex) => board.hexes.get(hex)).filter((hex) => hex !== undefined);
  if (!spots.length) return null;
  const middle = { x: spots.reduce((sum, hex) => sum + hex.x, 0) / spots.length, y: spots.reduce((sum, hex) => sum + hex.y, 0) / spots.length };
  const wide = text.length * size * 0.56;
  const off = COUNTER + 3;
  const below = hexes.some((hex) => occupied.has(hex)) ? off + size * 0.8 : COUNTER + 4; // where it is printed, if nothing lies there
  const around = ({ x, y }: Point): [number, number][] => [[x, y + below], [x, y - off - size * 0.1], [x + off + wide / 2, y + size * 0.35], [x - off - wide / 2, y + size * 0.35],
    [x + wide / 2, y + below], [x - wide / 2, y + below], [x + wide / 2, y - off - size * 0.1], [x - wide / 2, y - off - size * 0.1]];
  const empty = spots.length > 1 ? spots.filter((hex) => !occupied.has(hex.name)) : [];
  const tries = [...around(middle), ...empty.flatMap((hex): [number, number][] => [...around(hex), [hex.x, hex.y + size * 0.35]])];
  const within = (x: number): number => Math.max(extent(board)[0] + wide / 2, Math.min(extent(board)[1] - wide / 2, x)); // the screen may end where the hexes do
  for (const spot of tries) spot[0] = within(spot[0]);
  const boxes = tries.map(([cx, base]): Box => ({ x: cx - wide / 2, y: base - size * 0.85, width: wide, height: size }));
  const covered = boxes.map((box) => counters.reduce((sum, other) => sum + overlap(box, other), 0));
  const free = boxes.map((_, i) => i).filter((i) => !taken.some((other) => overlap(boxes[i] ?? other, other)));
  const [at = -1] = free.sort((i, j) => (covered[i] ?? 0) - (covered[j] ?? 0));
  const [box, spot] = [boxes[at], tries[at]];
  if (!box || !spot || (covered[at] ?? 0) > box.width * box.height * hidden) return null;
  taken.push({ ...box, x: box.x - size * APART, width: box.width + 2 * size * APART });
  return { x: spot[0], y: spot[1] };
}

/** The names of rivers where they are printed, as far as there is room. */
function rivers(board: Ground, counters: Box[], taken: Box[], full: number): Name[] {
  const found: Name[] = [];
  const largest = [...board.message.rivers].sort((a, b) => b.size - a.size);
  for (const { name: text, x, y, turn, size: printed, over } of largest) {
    const size = full * (printed > STREAM ? 1.1 : 0.95);
    const [ux, uy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
    const sunk = over ? 0 : Math.max(0, size - printed) * 0.8; // larger letters under the water begin lower
    const [fx, fy] = [x - uy * sunk, y + ux * sunk];
    const half = (text.length * size * 0.55) / 2;
    const parts = Math.max(2, Math.ceil((2 * half) / size));
    const boxes = Array.from({ length: parts }, (_, i): Box => { // one for every letter or two: the name may be turned
      const along = ((2 * i + 1) / parts - 1) * half;
      return { x: fx + ux * along + uy * size * 0.35 - size / 2, y: fy + uy * along - ux * size * 0.35 - size / 2, width: size, height: size };
    });
    if (boxes.some((box) => [...taken, ...counters].some((other) => overlap(box, other)))) continue;
    taken.push(...boxes);
    found.push({ text, x: fx, y: fy, weight: 600, size, turn, wet: true });
  }
  return found;
}

const names = computed((): Name[] => {
  const board = ground.value;
  if (!board || !anew.value) return [];
  return lettering(board, new Set(stacks.value.keys()), new Set(Object.keys(position.value?.control ?? {})), grain.value, sizeNow.value, new Set((position.value?.markers ?? []).map((marker) => marker.hex)));
});

export function Names(): JSX.Element | null {
  if (!names.value.length) return null;
  return (
    <g class="names" data-size={sizeNow.value} font-family={SANS} text-anchor="middle" fill="#2b241d" stroke="#f4eddb" paint-order="stroke" stroke-linejoin="round">
      {names.value.map(({ text, x, y, weight, size, turn, wet }, n) => (
        <text
          key={`${text} ${wet ? n : ""}`} x={x} y={y} font-size={size} stroke-width={size * 0.3} font-weight={weight}
          transform={turn ? `rotate(${turn} ${x} ${y})` : undefined} {...(wet ? { fill: WATER, "font-style": "italic", "data-river": text } : { "data-name": text })}
        >{text}</text>
      ))}
    </g>
  );
}
