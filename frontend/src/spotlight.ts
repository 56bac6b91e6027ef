// Hexes somebody wants to see: a line of the log, a warning, a step of the tutorial.
import { signal } from "@preact/signals";
import { show } from "./board/camera";

export interface Spotlight {
  hexes: string[];
  line: boolean; // draw the way through them
  number?: number; // of the match: it goes out when something is done
}

export const spotlight = signal<Spotlight>({ hexes: [], line: false });

/** Point at some hexes and bring them into view. */
export function shine(hexes: string[], line = false): void {
  spotlight.value = { hexes, line };
  if (hexes.length) show(hexes);
}

export function dim(): void {
  if (spotlight.value.hexes.length) spotlight.value = { hexes: [], line: false };
}
