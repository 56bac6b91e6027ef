// The board as arithmetic: which hex is under a point, what a hex looks like, the outline of a group of hexes.
import type { BoardMessage, HexMessage } from "./messages";

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Ground {
  message: BoardMessage;
  hexes: Map<string, HexMessage>;
  placeHexes: Map<string, string[]>;
  corners: Point[]; // of a hex around (0, 0)
  cells: Map<number, HexMessage[]>; // hexes by square of the grid used for finding the nearest
}

const SQUARES = 4096;

function square(ground: BoardMessage, x: number, y: number): number {
  const size = ground.radius * 2;
  return Math.floor(x / size) * SQUARES + Math.floor(y / size);
}

/** Prepare a board for drawing and pointing. */
export function survey(message: BoardMessage): Ground {
  const first = message.top === "flat" ? 0 : -30;
  const corners = Array.from({ length: 6 }, (_, i) => {
    const turn = ((first + 60 * i) * Math.PI) / 180;
    return { x: message.radius * Math.cos(turn), y: message.radius * Math.sin(turn) };
  });
  const cells = new Map<number, HexMessage[]>();
  const placeHexes = new Map<string, string[]>();
  for (const hex of message.hexes) {
    const key = square(message, hex.x, hex.y);
    cells.set(key, [...(cells.get(key) ?? []), hex]);
    if (hex.place) placeHexes.set(hex.place, [...(placeHexes.get(hex.place) ?? []), hex.name]);
  }
  return { message, hexes: new Map(message.hexes.map((hex) => [hex.name, hex])), placeHexes, corners, cells };
}

/** The hex whose centre is nearest to a point, or '' off the map. */
export function hexAt(ground: Ground, x: number, y: number, slack = 1): string {
  const size = ground.message.radius * 2;
  let best = "";
  let least = (ground.message.radius * slack) ** 2;
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      for (const hex of ground.cells.get(square(ground.message, x + i * size, y + j * size)) ?? []) {
        const far = (hex.x - x) ** 2 + (hex.y - y) ** 2;
        if (far < least) [best, least] = [hex.name, far];
      }
    }
  }
  return best;
}

function num(x: number): string {
  return String(Math.round(x * 10) / 10);
}

/** A hex as a path, drawn a little smaller by `inset`. */
export function hexPath(ground: Ground, name: string, inset = 0): string {
  const hex = ground.hexes.get(name);
  if (!hex) return "";
  const share = 1 - inset / ground.message.radius;
  return `M${ground.corners.map((c) => `${num(hex.x + c.x * share)} ${num(hex.y + c.y * share)}`).join("L")}z`;
}

/** Many hexes as one path. */
export function hexesPath(ground: Ground, names: Iterable<string>, inset = 0): string {
  let d = "";
  for (const name of names) d += hexPath(ground, name, inset);
  return d;
}

/** The border around a group of hexes: the sides it does not share with itself. */
export function outline(ground: Ground, names: Iterable<string>): string {
  const inside = new Set(names);
  let d = "";
  for (const name of inside) {
    const hex = ground.hexes.get(name);
    if (!hex) continue;
    for (let i = 0; i < 6; i++) {
      const a = ground.corners[i];
      const b = ground.corners[(i + 1) % 6];
      if (!a || !b) continue;
      const beyond = hexAt(ground, hex.x + (a.x + b.x), hex.y + (a.y + b.y), 0.5);
      if (!inside.has(beyond)) d += `M${num(hex.x + a.x)} ${num(hex.y + a.y)}L${num(hex.x + b.x)} ${num(hex.y + b.y)}`;
    }
  }
  return d;
}

/** The hexsides between hexes of different owners. */
export function between(ground: Ground, owner: Map<string, string>): string {
  let d = "";
  for (const [name, side] of owner) {
    const hex = ground.hexes.get(name);
    if (!hex) continue;
    for (let i = 0; i < 6; i++) {
      const a = ground.corners[i];
      const b = ground.corners[(i + 1) % 6];
      if (!a || !b) continue;
      const other = owner.get(hexAt(ground, hex.x + (a.x + b.x), hex.y + (a.y + b.y), 0.5));
      if (other !== undefined && other < side) d += `M${num(hex.x + a.x)} ${num(hex.y + a.y)}L${num(hex.x + b.x)} ${num(hex.y + b.y)}`;
    }
  }
  return d;
}

/** The next hex in the direction of an arrow key, and the point that keeps a row straight while the way zigzags along it. */
export function neighbour(ground: Ground, hex: string, dx: number, dy: number, anchor: Point | null): { hex: string; anchor: Point | null } | null {
  const at = ground.hexes.get(hex);
  if (!at) return null;
  const r = ground.message.radius;
  const flat = ground.message.top === "flat";
  const [wide, high] = flat ? [1.5 * r, Math.sqrt(3) * r] : [Math.sqrt(3) * r, 1.5 * r];
  const along = flat ? dy !== 0 : dx !== 0; // along a straight row of hexes, not zigzag across them
  const lean = r / 10; // a zigzag begins upwards or to the left
  const kept = anchor && hexAt(ground, anchor.x, anchor.y) === hex ? anchor : { x: at.x - lean, y: at.y - lean };
  const from = along ? at : flat ? { x: at.x, y: kept.y } : { x: kept.x, y: at.y };
  const to = { x: from.x + dx * wide, y: from.y + dy * high };
  const next = hexAt(ground, to.x, to.y, 1.1);
  return !next || next === hex ? null : { hex: next, anchor: along ? null : to };
}

/** A line through the centres of hexes. */
export function linePath(ground: Ground, names: string[]): string {
  const points = names.map((name) => ground.hexes.get(name)).filter((hex) => hex !== undefined);
  return points.length ? `M${points.map((p) => `${num(p.x)} ${num(p.y)}`).join("L")}` : "";
}

/** The box around some hexes. */
export function boxAround(ground: Ground, names: string[]): Box | null {
  const points = names.map((name) => ground.hexes.get(name)).filter((hex) => hex !== undefined);
  if (!points.length) return null;
  const r = ground.message.radius;
  const xs = points.map((p) => p.x);
  const ys = points.map((p) => p.y);
  const [left, top] = [Math.min(...xs) - r, Math.min(...ys) - r];
  return { x: left, y: top, width: Math.max(...xs) + r - left, height: Math.max(...ys) + r - top };
}
