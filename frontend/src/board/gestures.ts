// Mouse, pen and fingers on the map: pan, pinch, wheel, click, and dragging a counter.
import { batch } from "@preact/signals";
import { hexAt, type Point } from "../geometry";
import { inHand } from "../hand";
import { choiceHexes, choices, closing, commit, offers, openings, ready, words, wordsOf } from "../order";
import { plan } from "../plans";
import { cursor, dropAt, dropInto, emptied, fan, fanHeld, ideasFor, menu, peek, pile, pointAt, typing } from "../pointing";
import { dim } from "../spotlight";
import { hush, tell } from "../notices";
import { poised } from "../striking";
import { strings as S } from "../strings";
import { asked, ground, position, stacks, unitsById } from "../table";
import { lasso, march, marchedBy, marchedTo, marching, rectangle, takeInside, toggleStack, troop } from "../troop";
import { camera, glide, legible, onPicture, pan, underThumb, zoomAround } from "./camera";
import { dragging } from "./drag";

const SLOP = 6; // pixels a finger may tremble in a tap
const LINGER = 380; // milliseconds the pointer rests on a stack before it fans out
const HOLD = 480; // milliseconds a finger stays before its drag draws a rectangle

interface Finger extends Point {
  startX: number;
  startY: number;
}

/** The hex under a point of the board's screen. */
export function hexUnder(p: Point): string {
  const board = ground.value;
  const at = onPicture(p);
  return board ? hexAt(board, at.x, at.y) : "";
}

/** The unit a drag from this hex would take along. */
function dragged(hex: string): string {
  const here = pile(hex);
  if (!openings.value.size) return here.find((id) => unitsById.value.get(id)?.side === asked.value?.side) ?? ""; // who can act is on its way
  return (
    here.find((id) => inHand.value.includes(id)) ??
    here.find((id) => (words.value.length ? offers(choices.value, id) : ready.value.has(id))) ??
    (poised(hex) ? (here[0] ?? "") : "")
  );
}

/** Listen on the board's element; answers with a function that stops listening. */
export function listen(board: HTMLElement): () => void {
  const fingers = new Map<number, Finger>();
  let moved = false;
  let drawing = false; // Shift was down, or the finger stayed: the drag draws a rectangle
  let linger = 0;
  let hold = 0;
  let spread = 0;
  let strikes = false; // the stack that is dragged can do nothing by itself, but attack

  const here = (event: { clientX: number; clientY: number }): Point => {
    const box = board.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  const onMap = (event: Event): boolean => !(event.target instanceof Element && event.target.closest("[data-float]"));

  const lift = (unit: string, hex: string, at: Point): void => {
    const advancing = emptied(); // where it is dropped says who advances
    strikes = !inHand.value.includes(unit) && !advancing && poised(hex) && !ready.value.has(unit);
    if (!inHand.value.includes(unit) && !advancing && !strikes) void pointAt(hex); // the whole stack
    batch(() => {
      menu.value = null;
      fan.value = "";
      dragging.value = { unit, from: hex, at };
    });
  };

  const down = (event: PointerEvent): void => {
    typing.value = false;
    if (!onMap(event) || event.button > 1) return;
    hush(); // what was said last has been read, and may lie over what is meant now
    const p = here(event);
    fingers.set(event.pointerId, { ...p, startX: p.x, startY: p.y });
    drawing = event.shiftKey ? event.pointerType === "mouse" && event.button === 0 : lasso.value;
    if (fingers.size === 1) moved = false;
    clearTimeout(hold);
    if (event.pointerType === "touch" && fingers.size === 1 && asked.value) hold = window.setTimeout(stayed, HOLD);
    spread = 0;
    board.setPointerCapture(event.pointerId);
    board.focus({ preventScroll: true });
  };

  /** The finger has not moved: what it does now is about several stacks. */
  const stayed = (): void => {
    if (moved || fingers.size !== 1 || marching.value) return;
    drawing = true;
    navigator.vibrate?.(12);
    tell(S.troopDraw);
  };

  const pinch = (): void => {
    clearTimeout(hold);
    drawing = false;
    rectangle.value = null;
    const [a, b] = [...fingers.values()];
    if (!a || !b) return;
    const wide = Math.hypot(a.x - b.x, a.y - b.y);
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    if (spread) zoomAround(middle, wide / spread);
    spread = wide;
    moved = true;
  };

  const hover = (event: PointerEvent): void => {
    const hex = onMap(event) && event.pointerType === "mouse" ? hexUnder(here(event)) : "";
    if (hex === peek.value) return;
    peek.value = hex;
    clearTimeout(linger);
    const crowd = (stacks.value.get(hex)?.length ?? 0) > 1;
    linger = window.setTimeout(() => {
      if (peek.value !== hex || fingers.size) return;
      if (crowd) [fan.value, fanHeld.value] = [hex, false];
      else if (fan.value && hex && fan.value !== hex) fan.value = "";
    }, crowd ? LINGER : LINGER / 2);
  };

  const move = (event: PointerEvent): void => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return hover(event);
    const p = here(event);
    const [dx, dy] = [p.x - finger.x, p.y - finger.y];
    finger.x = p.x;
    finger.y = p.y;
    if (fingers.size === 2) return pinch();
    if (!moved && Math.hypot(p.x - finger.startX, p.y - finger.startY) < SLOP) return;
    clearTimeout(hold);
    if (drawing) {
      moved = true;
      rectangle.value = { from: onPicture({ x: finger.startX, y: finger.startY }), to: onPicture(p) };
      return;
    }
    if (!moved) {
      moved = true;
      const from = hexUnder({ x: finger.startX, y: finger.startY });
      const unit = event.button === 1 ? "" : dragged(from);
      const touch = event.pointerType === "touch";
      if (troop.value.includes(from) && !marching.value) dragging.value = { unit: pile(from)[0] ?? "", from, at: p };
      else if (unit && (!touch || inHand.value.includes(unit))) lift(unit, from, p);
    }
    if (dragging.value) {
      peek.value = hexUnder(p);
      dragging.value = { ...dragging.value, at: p };
    } else pan(dx, dy);
  };

  const up = (event: PointerEvent): void => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    spread = 0;
    clearTimeout(hold);
    if (!finger || fingers.size) return;
    const drag = dragging.value;
    dragging.value = null;
    const hex = hexUnder(here(event));
    const drawn = rectangle.value;
    rectangle.value = null;
    lasso.value = false;
    if (drawn) void takeInside(drawn);
    else if (drawing && !moved) void (hex && toggleStack(hex));
    else if (drag && troop.value.includes(drag.from)) void (hex && hex !== drag.from ? march(marchedBy(drag.from, hex)) : undefined);
    else if (drag && strikes) void (hex && hex !== drag.from ? dropAt(drag.from, hex) : undefined);
    else if (drag) {
      if (hex && hex !== drag.from) void put(hex, drag.from);
    } else if (!moved && event.pointerType === "touch" && nearer(here(event))) return;
    else if (!moved) tap(hex, event.pointerType);
  };

  /** Let a stack go over a hex: those in hand go there, or those of it who are asked to. */
  const put = async (hex: string, from: string): Promise<void> => {
    if (emptied(hex) && (await dropInto(hex, from))) return;
    await pointAt(hex);
    const more = wordsOf(choices.value, "verb").length > 0; // there is something to decide besides
    if (hex === words.value.at(-1) && closing.value === "" && !more) await commit();
  };

  /** Where a finger covers several hexes a tap goes nearer, and orders nothing. */
  const nearer = (p: Point): boolean => {
    if (!underThumb()) return false;
    zoomAround(p, legible() / camera.value.k, glide);
    return true;
  };

  const tap = (hex: string, pointer: string): void => {
    dim();
    if (marching.value) return;
    if (troop.value.length && hex) {
      if (troop.value.includes(hex)) void toggleStack(hex);
      else void march(marchedTo(hex));
      return;
    }
    clearTimeout(linger);
    plan.value = null;
    fanHeld.value = false;
    const many = (stacks.value.get(hex)?.length ?? 0) > 1 && !choiceHexes.value.has(hex);
    const held = pile(hex).some((id) => inHand.value.includes(id));
    const able = pile(hex).some((id) => (words.value.length ? offers(choices.value, id) : ready.value.has(id)));
    const finger = pointer === "touch";
    if (finger) peek.value = hex;
    if (finger && many && held && fan.value !== hex) {
      [fan.value, cursor.value] = [hex, hex]; // no pointer that could rest: a second tap fans the stack out
      return;
    }
    if (finger && !held && !able && fan.value === hex) return void (fan.value = ""); // it was only looked at
    const fought = position.value?.battles.some((battle) => battle.hex === hex); // it opens in the panel
    fan.value = many && !fought && !held && !able && !poised(hex) && !ideasFor(hex, []).length ? hex : "";
    if (hex) void pointAt(hex).then(() => (finger && plan.value ? (fan.value = "") : undefined)); // it would lie over what is planned
    else [cursor.value, menu.value] = ["", null];
  };

  const cancel = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
    clearTimeout(hold);
    dragging.value = rectangle.value = null;
  };

  const leave = (event: PointerEvent): void => {
    clearTimeout(linger);
    if (!dragging.value) peek.value = "";
    if (event.pointerType === "mouse" && !fanHeld.value) fan.value = "";
  };

  const wheel = (event: WheelEvent): void => {
    if (!onMap(event)) return;
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 20 : event.deltaY;
    if (event.shiftKey) pan(-step, 0);
    else zoomAround(here(event), Math.exp(-step * (event.ctrlKey ? 0.01 : 0.0016)));
  };

  const listeners: [string, EventListener][] = [
    ["pointerdown", down as EventListener],
    ["pointermove", move as EventListener],
    ["pointerup", up as EventListener],
    ["pointercancel", cancel as EventListener],
    ["pointerleave", leave as EventListener],
    ["wheel", wheel as EventListener],
    ["contextmenu", (event) => event.preventDefault()], // a finger that stays
  ];
  for (const [name, listener] of listeners) board.addEventListener(name, listener, { passive: false });
  return () => {
    for (const [name, listener] of listeners) board.removeEventListener(name, listener);
  };
}

