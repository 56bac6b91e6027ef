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

/** A share as people say it. */
export function percent(p: number): string {
  return p >= 0.995 ? "100%" : p > 0 && p < 0.01 ? "<1%" : `${Math.round(p * 100)}%`;
}

/** Shares with what is missing from the whole under a name of its own. */
export function whole(shares: Record<string, number>, rest: string): Record<string, number> {
  const missing = 1 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  return missing > 0.005 ? { ...shares, [rest]: missing } : shares;
}
