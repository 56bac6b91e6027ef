// Units taken from beside the map and dropped on it; a press without a drag is a click.
import { inHand } from "../hand";
import { pickOffMap } from "../panels/Tray";
import { peek, pointAt } from "../pointing";
import { dragging } from "./drag";
import { hexUnder } from "./gestures";

const SLOP = 6;

/** Follow the pointer from a button to the map. */
export function carry(event: PointerEvent, unit: string, click: () => void): void {
  const button = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
  const board = document.getElementById("board");
  if (!button || !board || event.button !== 0) return;
  const start = { x: event.clientX, y: event.clientY };
  let begun: Promise<void> | null = null;
  const onBoard = (e: PointerEvent): { x: number; y: number } => {
    const box = board.getBoundingClientRect();
    return { x: e.clientX - box.left, y: e.clientY - box.top };
  };
  const under = (e: PointerEvent): string => {
    const box = board.getBoundingClientRect();
    const inside = e.clientX > box.left && e.clientX < box.right && e.clientY > box.top && e.clientY < box.bottom;
    return inside ? hexUnder(onBoard(e)) : "";
  };
  const away = (e: PointerEvent): boolean => Math.hypot(e.clientX - start.x, e.clientY - start.y) >= SLOP;
  const pushes = (e: PointerEvent): boolean => e.pointerType === "touch" && Math.abs(e.clientX - start.x) > Math.abs(e.clientY - start.y); // the row along
  const move = (e: PointerEvent): void => {
    if (!begun && (!away(e) || pushes(e))) return;
    begun ??= inHand.value.includes(unit) ? Promise.resolve() : pickOffMap(unit);
    dragging.value = { unit, from: "", at: onBoard(e) };
    peek.value = under(e);
  };
  const end = (e: PointerEvent): void => {
    button.removeEventListener("pointermove", move);
    button.removeEventListener("pointerup", end);
    button.removeEventListener("pointercancel", end);
    dragging.value = null;
    if (!begun) return e.type === "pointerup" && !away(e) ? click() : undefined;
    const hex = under(e);
    if (hex) void begun.then(() => pointAt(hex));
  };
  event.preventDefault(); // no text is marked on the way
  button.setPointerCapture(event.pointerId);
  button.addEventListener("pointermove", move);
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}
