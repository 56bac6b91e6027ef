// What a throw may bring, in words first: how likely they give way, how likely it costs us.
import type { Preview, Term } from "./messages";

export interface Chances {
  foe: number; // the enemy loses something or gives way
  own: number; // so do we
  nothing: number;
}

/** The chances of a preview by what the game declares of its results; null where it declares none of them. */
export function chancesOf(preview: Preview, results: Term[]): Chances | null {
  const shares = Object.entries(preview.outcomes);
  const known = new Map(results.map((term) => [term.name, term]));
  if (!shares.some(([name]) => known.get(name)?.foe || known.get(name)?.own)) return null;
  const sum = (which: (term: Term | undefined) => boolean): number => shares.filter(([name]) => which(known.get(name))).reduce((all, [, share]) => all + share, 0);
  return { foe: sum((t) => !!t?.foe), own: sum((t) => !!t?.own), nothing: sum((t) => !t?.foe && !t?.own) };
}

/** A share as people say it. */
export function percent(p: number): string {
  return p >= 0.995 ? "100%" : p > 0 && p < 0.01 ? "<1%" : `${Math.round(p * 100)}%`;
}
