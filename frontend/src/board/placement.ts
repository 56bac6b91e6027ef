// Where the map lies on the screen, as arithmetic: fitting, zooming about a point, staying on the board. Knows no page.
import type { Box, Point } from "../geometry";

export interface Camera {
  x: number; // where the picture's origin lies on the screen
  y: number;
  k: number; // screen pixels to a unit of the picture
}

export interface Size {
  width: number;
  height: number;
}

const MOST = 4; // the largest scale
const EDGE = { right: 48, bottom: 30 }; // room for the buttons and the line of text over the map
const CUT = 16; // pixels from the other edges within which a counter is cut

/** The scale, kept between a little less than the whole map and the largest. */
function limited(k: number, board: Size, frame: Size): number {
  const whole = Math.min(frame.width / board.width, frame.height / board.height);
  return Math.min(MOST, Math.max(whole * 0.8, k));
}

const BEYOND = 120; // pixels the table may show beside the map

/** The nearest placement that is allowed: no scale beyond the limits, no map pushed off the screen. */
export function held(c: Camera, board: Size, frame: Size, beyond = BEYOND): Camera {
  const k = limited(c.k, board, frame);
  const hold = (at: number, size: number, room: number): number => {
    const margin = Math.min(beyond, room / 3);
    return size * k <= room - 2 * margin ? (room - size * k) / 2 : Math.min(margin, Math.max(room - size * k - margin, at));
  };
  return { k, x: hold(c.x, board.width, frame.width), y: hold(c.y, board.height, frame.height) };
}

/** The map in room that has grown: no table beside it that was not there before. */
export function filled(c: Camera, board: Size, frame: Size, more: Size, beside: number): Camera {
  const to = held(c, board, frame, beside);
  const within = (by: number, most: number): number => Math.max(-most, Math.min(most, by));
  return { k: c.k, x: c.x + within(to.x - c.x, more.width), y: c.y + within(to.y - c.y, more.height) };
}

/** A box of the picture as large as it goes beside the buttons. */
export function fitted(box: Box, frame: Size): Camera {
  const [roomX, roomY] = [frame.width - EDGE.right - 8, frame.height - EDGE.bottom - 8];
  const k = Math.min(roomX / box.width, roomY / box.height);
  return { k, x: 4 + roomX / 2 - (box.x + box.width / 2) * k, y: 4 + roomY / 2 - (box.y + box.height / 2) * k };
}

/** Bigger or smaller by a factor; what lies under a point of the screen stays there. */
export function zoomed(c: Camera, about: Point, factor: number, board: Size, frame: Size): Camera {
  const k = limited(c.k * factor, board, frame);
  return { k, x: about.x - ((about.x - c.x) * k) / c.k, y: about.y - ((about.y - c.y) * k) / c.k };
}

/** A box of the picture in the middle of the screen, whole if that takes no scale below `least`, and no bigger than `most`. */
export function centred(box: Box, frame: Size, most: number, least: number): Camera {
  const fits = Math.min((frame.width * 0.8) / box.width, (frame.height * 0.7) / box.height);
  const k = Math.min(most, Math.max(fits, least));
  return { k, x: frame.width / 2 - (box.x + box.width / 2) * k, y: frame.height / 2 - (box.y + box.height / 2) * k };
}

/** The placement moved just enough for a point of the picture to lie clear of the screen's edge; itself if it does. */
export function nudged(c: Camera, point: Point, frame: Size): Camera {
  const at = toScreen(c, point);
  const [mx, my] = [Math.min(90, frame.width / 4), Math.min(90, frame.height / 4)];
  const dx = at.x < mx ? mx - at.x : at.x > frame.width - mx ? frame.width - mx - at.x : 0;
  const dy = at.y < my ? my - at.y : at.y > frame.height - my ? frame.height - my - at.y : 0;
  return dx || dy ? { k: c.k, x: c.x + dx, y: c.y + dy } : c;
}

/** A point of the screen as a point of the picture. */
export function toPicture(c: Camera, p: Point): Point {
  return { x: (p.x - c.x) / c.k, y: (p.y - c.y) / c.k };
}

/** A point of the picture as a point of the screen. */
export function toScreen(c: Camera, p: Point): Point {
  return { x: p.x * c.k + c.x, y: p.y * c.k + c.y };
}

/** Whether a point of the screen can be seen, clear of the buttons and not cut by the edge. */
export function visible(at: Point, frame: Size): boolean {
  return at.x > CUT && at.y > CUT && at.x < frame.width - EDGE.right && at.y < frame.height - EDGE.bottom;
}

const RIM = 6; // pixels around what lies over the map
const ROOF = 4;

/** Where to fan out a stack so that it lies over as few of the points as possible: above it or below, a little to one side, or beside it. */
export function clearOf(points: Point[], at: Point, half: number, size: { wide: number; high: number }, frame: Size): { left: number; top: number } {
  const { wide, high } = size;
  const [above, below] = [at.y - half - high - RIM, at.y + half + RIM];
  const tops = [...(above > ROOF ? [above] : []), Math.min(frame.height - high - RIM, below)];
  const lefts = [at.x - wide / 2, at.x + half - wide, at.x - half].map((left) => Math.max(RIM, Math.min(frame.width - wide - RIM, left)));
  const beside = [at.x - half - wide - RIM, at.x + half + RIM].filter((left) => left > RIM && left + wide + RIM < frame.width);
  const middle = Math.max(ROOF, Math.min(frame.height - high - RIM, at.y - high / 2));
  const places = [...tops.flatMap((top) => lefts.map((left) => ({ left, top }))), ...beside.map((left) => ({ left, top: middle }))];
  const covered = ({ left, top }: { left: number; top: number }): number =>
    points.filter(({ x, y }) => x + half > left && x - half < left + wide && y + half > top && y - half < top + high).length;
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}
