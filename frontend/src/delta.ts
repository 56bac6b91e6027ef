// The new state from the old one and what has changed; parts that have not changed stay the same objects.
import type { LiveDelta, MatchState, Patch } from "./messages";

/** The new value of a patch; the old one stays as it is. */
export function patched(old: unknown, patch: Patch): unknown {
  if ("to" in patch) return patch.to;
  if (!Array.isArray(old)) {
    const gone = new Set(patch.gone ?? []);
    const fresh = Object.fromEntries(Object.entries(old as object).filter(([key]) => !gone.has(key))) as Record<string, unknown>;
    for (const [key, inner] of Object.entries(patch.in ?? {})) fresh[key] = patched(fresh[key], inner);
    return fresh;
  }
  const items: unknown[] = patch.runs
    ? patch.runs.flatMap(([place, count, fresh]) => [...old.slice(place, place + count), ...fresh])
    : [...old];
  for (const [place, inner] of Object.entries(patch.at ?? {})) items[Number(place)] = patched(items[Number(place)], inner);
  return items;
}

/** The state after a change; null if it is a change of another state than ours: we have lost step. */
export function follow(state: MatchState | null, said: LiveDelta): MatchState | null {
  if (!state || state.number !== said.since) return null;
  const lines = [...state.lines, ...said.lines].slice(said.dropped);
  return { ...(said.patch ? (patched(state, said.patch) as MatchState) : state), lines };
}
