// What a throw may bring, in words first: how likely they give way, how likely it costs us.
import type { Preview, Term } from "./messages";

export interface Chances {
  foe: number; // the enemy loses something or gives way
  own: number; // so do we
  both: number; // counted in each of them
  nothing: number;
}

/** The chances of a preview by what the game declares of its results; null where it declares none of them. */
export function chancesOf(preview: Preview, results: Term[]): Chances | null {
  const shares = Object.entries(preview.outcomes);
  const known = new Map(results.map((term) => [term.name, term]));
  if (!shares.some(([name]) => known.get(name)?.foe || known.get(name)?.own)) return null;
  const sum = (which: (term: Term | undefined) => boolean): number => shares.filter(([name]) => which(known.get(name))).reduce((all, [, share]) => all + share, 0);
  return { foe: sum((t) => !!t?.foe), own: sum((t) => !!t?.own), both: sum((t) => !!t?.foe && !!t.own), nothing: sum((t) => !t?.foe && !t?.own) };
}

/** The one chance by which attacks are compared: of winning where the game says it, else that they lose something or fall back. */
export function success(preview: Preview, results: Term[]): number | null {
  return preview.wins ?? chancesOf(preview, results)?.foe ?? null;
}

/** Shares of a whole as people say them: whole hundredths that add up to 100. */
export function percents(shares: Record<string, number>): Map<string, string> {
  const all = Object.entries(shares);
  const said = new Map(all.map(([name, share]) => [name, Math.floor(share * 100)]));
  const sum = all.reduce((so, [, share]) => so + share, 0);
  const missing = Math.round(sum * 100) - [...said.values()].reduce((so, n) => so + n, 0);
  const rest = ([, share]: [string, number]): number => share * 100 - Math.floor(share * 100);
  for (const [name] of [...all].sort((a, b) => rest(b) - rest(a)).slice(0, missing)) said.set(name, (said.get(name) ?? 0) + 1);
  return new Map(all.map(([name, share]) => [name, share > 0 && share < 0.01 ? "<1%" : `${said.get(name)}%`]));
}

/** A share as people say it. */
export function percent(p: number): string {
  return p >= 0.995 ? "100%" : p > 0 && p < 0.01 ? "<1%" : `${Math.round(p * 100)}%`;
}

/** Shares with what is missing from the whole under a name of its own. */
export function whole(shares: Record<string, number>, rest: string): Record<string, number> {
  const missing = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  return missing > 0.005 ? { ...shares, [rest]: missing } : shares;
}
