// Which matches of the lobby are wanted.
import { signal } from "@preact/signals";

export interface Sought {
  game: string;
  state: string; // '' or running, over
  only: string; // '' or mine, open
  text: string;
}

export const NOTHING: Sought = { game: "", state: "", only: "", text: "" };
export const sought = signal<Sought>(NOTHING);

/** The filters as the server reads them. */
export function question(wanted: Sought): Record<string, string> {
  const { game, state, only, text } = wanted;
  return { game, state, mine: only === "mine" ? "1" : "", open: only === "open" ? "1" : "", text: text.trim() };
}

export function anySought(wanted: Sought): boolean {
  return Object.values(question(wanted)).some(Boolean);
}
