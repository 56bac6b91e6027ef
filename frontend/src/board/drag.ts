// A counter being dragged to a hex: the same words as clicking it and then the hex.
import { signal } from "@preact/signals";
import type { Point } from "../geometry";

export interface Drag {
  unit: string;
  from: string;
  at: Point; // on the board's screen
}

export const dragging = signal<Drag | null>(null);
