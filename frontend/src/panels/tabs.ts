// Which side panel is open; on a phone none may be.
import { signal } from "@preact/signals";
import { kept } from "../memory";

export type Tab = "turn" | "log" | "table" | "rules" | "";

export const narrow = matchMedia("(max-width: 900px)");
const beside = matchMedia("(max-height: 560px) and (orientation: landscape)"); // narrow, but the panels stand beside the map
const below = (): boolean => narrow.matches && !beside.matches; // the panels lie under the map
export const tab = signal<Tab>(below() ? "" : "turn");

export const toolsOut = signal(false); // on a phone: the overlays and tools are out

export const folded = kept("folded", false); // the side column is out of the way

export function openTab(wanted: Tab): void {
  folded.value = false;
  tab.value = wanted;
}

/** Give the map all the room there is, where panels and tools would take it away. */
export function clearTheMap(): void {
  toolsOut.value = false;
  if (below()) tab.value = "";
}
