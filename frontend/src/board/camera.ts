// How the map lies on the screen: one translation and one scale for all its layers, and the motion between two of them.
import { signal } from "@preact/signals";
import { boxAround, type Point } from "../geometry";
import { ground } from "../table";
import { centred, filled, fitted, held, nudged, toPicture, toScreen, visible, zoomed, type Camera, type Size } from "./placement";

export type { Camera } from "./placement";

export const camera = signal<Camera>({ x: 0, y: 0, k: 0.5 });
export const frame = signal({ width: 800, height: 600 }); // the board's part of the screen
export const detail = signal<"far" | "mid" | "near">("near"); // how much a counter shows
const FAR = 0.42; // below this scale a counter shows its strength alone
const MID = 0.62; // and below this one its symbol and strength
const TINY = 0.34; // below this one a stack is a flag
export const tiny = signal(false);
export const grain = signal(0.5); // the scale in steps, for what is written at the size of the screen

let screen = { width: 0, height: 0 };
let travel = 0;
let bound: Camera | null = null; // where the map will have come to rest
let whole = false; // the whole map is in sight, and stays so when the screen changes

export const still = matchMedia("(prefers-reduced-motion: reduce)");

function onBoard(c: Camera): Camera {
  const board = ground.value?.message;
  return board ? held(c, board, frame.value) : c;
}

/** Put the map somewhere at once. */
export function lay(c: Camera): void {
  cancelAnimationFrame(travel);
  [whole, bound] = [false, null];
  set(c);
}

/** The board's part of the screen for the first time. */
export function measure(width: number, height: number): void {
  screen = { width: innerWidth, height: innerHeight };
  frame.value = { width, height };
}

/** The board's part of the screen has changed: show the same as before. */
export function reframe(width: number, height: number): void {
  const { x, y, k } = camera.value;
  const resized = innerWidth !== screen.width || innerHeight !== screen.height;
  screen = { width: innerWidth, height: innerHeight };
  const [dx, dy] = [(width - frame.value.width) / 2, (height - frame.value.height) / 2];
  const more = { width: Math.max(0, width - frame.value.width), height: Math.max(0, height - frame.value.height) };
  frame.value = { width, height };
  if (!resized) {
    camera.value = { x, y, k }; // a bar or a panel has grown: the map keeps its place under the pointer
    if (more.height && finger.matches && !whole) comeBack(more);
  }
  else if (whole) fit(lay);
  else lay({ k, x: x + dx, y: y + dy });
}

/** Under a finger, which rests nowhere: where a panel has gone the map fills its room; whoever pushed it beyond its edge finds it there. */
function comeBack(more: Size): void {
  const board = ground.value?.message;
  if (!board) return;
  const from = bound ?? camera.value; // of two steps the first may still be on its way
  const to = filled(from, board, frame.value, more, BESIDE);
  if (to.x !== from.x || to.y !== from.y) glide(to);
}

function set(c: Camera): void {
  camera.value = onBoard(c);
  tiny.value = camera.value.k < TINY;
  grain.value = 1.08 ** Math.round(Math.log(camera.value.k) / Math.log(1.08));
  detail.value = camera.value.k < FAR ? "far" : camera.value.k < MID ? "mid" : "near";
}

/** Move the map there, visibly unless the player wants no motion. */
export function glide(to: Camera): void {
  cancelAnimationFrame(travel);
  [whole, bound] = [false, null];
  const end = onBoard(to);
  if (still.matches) return set(end);
  bound = end;
  const start = camera.value;
  const began = performance.now();
  const step = (now: number): void => {
    const t = Math.min(1, (now - began) / 260);
    const s = 1 - (1 - t) ** 3;
    set({ x: start.x + (end.x - start.x) * s, y: start.y + (end.y - start.y) * s, k: start.k + (end.k - start.k) * s });
    if (t < 1) travel = requestAnimationFrame(step);
    else bound = null;
  };
  travel = requestAnimationFrame(step);
}

/** The whole field of hexes, as large as it goes. */
export function fit(move = glide): void {
  const board = ground.value;
  const box = board && boxAround(board, [...board.hexes.keys()]);
  if (!box) return;
  move(fitted(box, frame.value));
  whole = true;
}

/** Bigger or smaller around a point of the screen. */
export function zoomAround(p: Point, factor: number, move = lay): void {
  const board = ground.value?.message;
  if (board) move(zoomed(camera.value, p, factor, board, frame.value));
}

export function zoomMiddle(factor: number): void {
  zoomAround({ x: frame.value.width / 2, y: frame.value.height / 2 }, factor, glide);
}

export function pan(dx: number, dy: number): void {
  lay({ ...camera.value, x: camera.value.x + dx, y: camera.value.y + dy });
}

const BESIDE = 24; // pixels of table beside the map where the page puts it

/** Show some hexes whole, no bigger than `most`. */
export function show(hexes: string[], most = 1.1, least = 0): void {
  const board = ground.value;
  const box = board && boxAround(board, hexes);
  if (box) glide(held(centred(box, frame.value, most, least), board.message, frame.value, BESIDE));
}

const THUMB = 21; // pixels across a hex below which a finger cannot tell one from the next
const LEGIBLE = 46; // and the size it needs
const finger = matchMedia("(pointer: coarse)");

/** Whether the map is so small that a finger covers several hexes. */
export function underThumb(): boolean {
  return 2 * (ground.value?.message.radius ?? THUMB) * camera.value.k < THUMB;
}

/** The scale of now, or the one a finger needs. */
export function legible(): number {
  const radius = ground.value?.message.radius;
  return finger.matches && underThumb() && radius ? LEGIBLE / (2 * radius) : camera.value.k;
}

/** Move the map just enough for a hex to be in sight. */
export function keepInSight(hex: string): void {
  const at = ground.value?.hexes.get(hex);
  if (!at) return;
  const from = bound ?? camera.value;
  const to = nudged(from, at, frame.value);
  if (to !== from) glide(to);
}

/** A point of the board's screen as a point of the picture. */
export function onPicture(p: Point): Point {
  return toPicture(camera.value, p);
}

/** A hex's centre on the screen. */
export function onScreen(hex: string): Point | null {
  const at = ground.value?.hexes.get(hex);
  return at ? toScreen(camera.value, at) : null;
}

/** Whether a hex can be seen, once the map has come to rest. */
export function inSight(hex: string): boolean {
  const at = ground.value?.hexes.get(hex);
  return !!at && visible(toScreen(bound ?? camera.value, at), frame.value);
}
