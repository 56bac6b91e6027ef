// Which side panel is open; on a phone none may be.
import { signal } from "@preact/signals";

export type Tab = "turn" | "log" | "table" | "rules" | "";

export const narrow = matchMedia("(max-width: 900px)");
export const tab = signal<Tab>(narrow.matches ? "" : "turn");

export function openTab(wanted: Tab): void {
  tab.value = wanted;
}
