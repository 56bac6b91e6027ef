// The secrets of the seats that are ours, kept in this browser.
import { signal } from "@preact/signals";

type Tokens = Record<string, string>; // side -> token
const KEY = "grognard.seats";

function stored(): Record<string, Tokens> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? (found as Record<string, Tokens>) : {};
  } catch {
    return {};
  }
}

const all = signal<Record<string, Tokens>>(stored());

addEventListener("storage", (event) => {
  if (event.key === KEY) all.value = stored();
});

/** Keep the tokens of a match. */
export function keep(match: string, tokens: Tokens): void {
  if (Object.keys(tokens).length === 0) return;
  const now = stored();
  now[match] = { ...now[match], ...tokens };
  all.value = now;
  localStorage.setItem(KEY, JSON.stringify(now));
}

/** A secret from a link: it is kept, but never in place of one we have: a wrong link must not cost us our seat. */
export function offered(match: string, side: string, token: string): void {
  const mine = stored()[match] ?? {};
  if (Object.values(mine).includes(token)) return;
  let name = side;
  for (let n = 2; name in mine && n < 10; n++) name = `${side} ${n}`; // both are shown to the server; only a right one counts
  keep(match, { [name]: token });
}

/** Our tokens of a match, side by side. */
export function tokensOf(match: string): Tokens {
  return all.value[match] ?? {};
}

/** The header that names our seats: of one match, or of the latest ones for the lobby. */
export function seatHeader(match?: string): string {
  const mine = match === undefined ? Object.values(all.value).slice(-30) : [tokensOf(match)];
  return mine.flatMap((tokens) => Object.values(tokens)).join(",");
}

/** The link that gives a seat away. */
export function seatLink(match: string, side: string, token: string): string {
  return `${location.origin}${location.pathname}#/m/${match}/join/${side}/${token}`;
}
