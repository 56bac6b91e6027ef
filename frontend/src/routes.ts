// Where in the page we are: the lobby, a match, a match as it was, or a seat somebody gave us.
import { signal } from "@preact/signals";
import { offered } from "./seats";

export interface Place {
  match: string; // '' in the lobby
  at: number | null; // an action number when looking back
  page?: "ladder"; // another page than lobby and match
}

/** A part of the address as it was meant, '' if it cannot be read: an address may be cut anywhere. */
function part(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Where an address leads; a secret in it is kept. */
export function read(): Place {
  const [, kind, match, what, one, two] = location.hash.split("/").map(part);
  if (kind === "ladder") return { match: "", at: null, page: "ladder" };
  if (kind !== "m" || !match) return { match: "", at: null };
  if (what === "join" && one && two) {
    offered(match, one, two);
    history.replaceState(null, "", `#/m/${match}`); // the secret leaves the address bar and the screen
  }
  const at = what === "at" && one ? Number(one) : NaN;
  return { match, at: Number.isInteger(at) && at >= 0 ? at : null };
}

export const place = signal<Place>(read());
addEventListener("hashchange", () => (place.value = read()));

/** Go to the lobby or to a match. */
export function go(match = "", at: number | null = null): void {
  const hash = match ? `#/m/${match}${at === null ? "" : `/at/${at}`}` : "#/";
  if (location.hash !== hash) location.hash = hash;
}

/** Change the address without a new entry in the browser's history, for the replay slider. */
export function mark(match: string, at: number | null): void {
  history.replaceState(null, "", `#/m/${match}${at === null ? "" : `/at/${at}`}`);
  place.value = { match, at };
}
