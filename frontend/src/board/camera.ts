// How the map lies on the screen: one translation and one scale for all its layers.
import { signal } from "@preact/signals";
import { boxAround, type Point } from "../geometry";
import { ground } from "../table";

export interface Camera {
  x: number; // where the picture's origin lies on the screen
  y: number;
  k: number; // screen pixels to a unit of the picture
}

export const camera = signal<Camera>({ x: 0, y: 0, k: 0.5 });
export const frame = signal({ width: 800, height: 600 }); // the board's part of the screen
export const detail = signal<"far" | "mid" | "near">("near"); // how much a counter shows
const MOST = 4;
const FAR = 0.42; // below this scale a counter shows its strength alone
const MID = 0.62; // and below this one its symbol and strength

const EDGE = { right: 48, bottom: 30 }; // room for the buttons and the line of text over the map

let travel = 0;
let fitted = false; // the whole map is in sight, and stays so when the screen changes

export const still = matchMedia("(prefers-reduced-motion: reduce)");

function least(): number {
  return whole() * 0.8;
}

function whole(): number {
  const board = ground.value?.message;
  return board ? Math.min(frame.value.width / board.width, frame.value.height / board.height) : 0.1;
}

function held(c: Camera): Camera {
  const board = ground.value?.message;
  if (!board) return c;
  const k = Math.min(MOST, Math.max(least(), c.k));
  const hold = (at: number, size: number, room: number): number => {
    const margin = Math.min(120, room / 3);
    return size * k <= room - 2 * margin ? (room - size * k) / 2 : Math.min(margin, Math.max(room - size * k - margin, at));
  };
  return { k, x: hold(c.x, board.width, frame.value.width), y: hold(c.y, board.height, frame.value.height) };
}

/** Put the map somewhere at once. */
export function lay(c: Camera): void {
  cancelAnimationFrame(travel);
  fitted = false;
  set(c);
}

/** The board's part of the screen has changed: show the same as before. */
export function reframe(width: number, height: number): void {
  const { x, y, k } = camera.value;
  const [dx, dy] = [(width - frame.value.width) / 2, (height - frame.value.height) / 2];
  frame.value = { width, height };
  if (fitted) fit(lay);
  else lay({ k, x: x + dx, y: y + dy });
}

function set(c: Camera): void {
  camera.value = held(c);
  detail.value = camera.value.k < FAR ? "far" : camera.value.k < MID ? "mid" : "near";
}

/** Move the map there, visibly unless the player wants no motion. */
export function glide(to: Camera): void {
  cancelAnimationFrame(travel);
  fitted = false;
  const end = held(to);
  if (still.matches) return set(end);
  const start = camera.value;
  const began = performance.now();
  const step = (now: number): void => {
    const t = Math.min(1, (now - began) / 260);
    const s = 1 - (1 - t) ** 3;
    set({ x: start.x + (end.x - start.x) * s, y: start.y + (end.y - start.y) * s, k: start.k + (end.k - start.k) * s });
    if (t < 1) travel = requestAnimationFrame(step);
  };
  travel = requestAnimationFrame(step);
}

/** The whole field of hexes, as large as it goes. */
export function fit(move = glide): void {
  const board = ground.value;
  const box = board && boxAround(board, [...board.hexes.keys()]);
  if (!box) return;
  const { width, height } = frame.value;
  const [roomX, roomY] = [width - EDGE.right - 8, height - EDGE.bottom - 8];
  const k = Math.min(roomX / box.width, roomY / box.height);
  move({ k, x: 4 + roomX / 2 - (box.x + box.width / 2) * k, y: 4 + roomY / 2 - (box.y + box.height / 2) * k });
  fitted = true;
}

/** Bigger or smaller around a point of the screen. */
export function zoomAround(p: Point, factor: number, move = lay): void {
  const { x, y, k } = camera.value;
  const next = Math.min(MOST, Math.max(least(), k * factor));
  move({ k: next, x: p.x - ((p.x - x) * next) / k, y: p.y - ((p.y - y) * next) / k });
}

export function zoomMiddle(factor: number): void {
  zoomAround({ x: frame.value.width / 2, y: frame.value.height / 2 }, factor, glide);
}

export function pan(dx: number, dy: number): void {
  lay({ ...camera.value, x: camera.value.x + dx, y: camera.value.y + dy });
}

/** Show some hexes whole, no bigger than `k`. */
export function show(hexes: string[], k = 1.1, least = 0): void {
  const board = ground.value;
  const box = board && boxAround(board, hexes);
  if (!box) return;
  const { width, height } = frame.value;
  const fits = Math.min((width * 0.8) / box.width, (height * 0.7) / box.height);
  const scale = Math.min(k, Math.max(fits, least));
  glide({
    k: scale,
    x: width / 2 - (box.x + box.width / 2) * scale,
    y: height / 2 - (box.y + box.height / 2) * scale,
  });
}

/** Move the map just enough for a hex to be in sight. */
export function keepInSight(hex: string): void {
  const at = ground.value?.hexes.get(hex);
  if (!at) return;
  const { x, y, k } = camera.value;
  const { width, height } = frame.value;
  const [sx, sy] = [at.x * k + x, at.y * k + y];
  const [mx, my] = [Math.min(90, width / 4), Math.min(90, height / 4)];
  const dx = sx < mx ? mx - sx : sx > width - mx ? width - mx - sx : 0;
  const dy = sy < my ? my - sy : sy > height - my ? height - my - sy : 0;
  if (dx || dy) glide({ k, x: x + dx, y: y + dy });
}

/** A point of the board's screen as a point of the picture. */
export function onPicture(p: Point): Point {
  const { x, y, k } = camera.value;
  return { x: (p.x - x) / k, y: (p.y - y) / k };
}

/** A hex's centre on the screen. */
export function onScreen(hex: string): Point | null {
  const at = ground.value?.hexes.get(hex);
  const { x, y, k } = camera.value;
  return at ? { x: at.x * k + x, y: at.y * k + y } : null;
}

/** Whether a hex can be seen. */
export function inSight(hex: string): boolean {
  const at = onScreen(hex);
  return !!at && at.x > 0 && at.y > 0 && at.x < frame.value.width - EDGE.right && at.y < frame.value.height - EDGE.bottom;
}
