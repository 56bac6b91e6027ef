// Which side panel is open; on a phone none may be.
import { signal } from "@preact/signals";
import { kept } from "../memory";

export type Tab = "turn" | "log" | "table" | "rules" | "";

export const narrow = matchMedia("(max-width: 900px)");
const beside = matchMedia("(max-height: 560px) and (orientation: landscape)"); // narrow, but the panels stand beside the map
export const tab = signal<Tab>(narrow.matches && !beside.matches ? "" : "turn");

export const folded = kept("folded", false); // the side column is out of the way

export function openTab(wanted: Tab): void {
  folded.value = false;
  tab.value = wanted;
}
