// What the words so far would do: the odds of a combat, the cost of each hex, the way there.
import { batch, effect, signal } from "@preact/signals";
import * as api from "./api";
import type { MatchState, Overlay, Warning } from "./messages";
import { choiceHexes, chosenUnits, costs, inPhase, openings, preview, waysBack, words } from "./order";
import { game, match, mayAsk, unitsById } from "./table";

const REACH = "reach"; // what is asked where the verb has no overlay of its own
let latest = 0;

/** What is worth knowing of the order while it is given. */
export const notes = signal<Warning[]>([]);

async function ask(what: string, unit: string): Promise<Overlay | null> {
  const now = match.value;
  if (what === REACH && !unitsById.value.get(unit)?.hex) return null; // it waits beside the map
  return now && mayAsk(what, { unit }) ? api.query(now.id, what, { unit }, now.side).catch(() => null) : null;
}

/** The cost of every hex offered, if an overlay of the game covers them all: the verb's own, or its reach. */
async function price(turn: number, verb: string, units: string[], wanted: Set<string>): Promise<void> {
  for (const what of [verb, REACH]) {
    const answers = await Promise.all(units.map((unit) => ask(what, unit)));
    if (turn !== latest) return;
    const found = new Map<string, number>();
    for (const hex of wanted) {
      const prices = answers.map((answer) => answer?.costs[hex]).filter((p) => p !== undefined);
      if (prices.length === units.length) found.set(hex, Math.max(...prices));
    }
    if (found.size === wanted.size) {
      batch(() => {
        costs.value = found;
        waysBack.value = new Map(Object.entries(answers[0]?.before ?? {}));
      });
      return;
    }
  }
}

/** The way to a hex as far as the game tells it: from the unit's hex to the last. */
export function wayTo(hex: string): string[] {
  const way = [hex];
  let before = waysBack.value.get(hex);
  while (before && way.length < 200) {
    way.unshift(before);
    before = waysBack.value.get(before);
  }
  return way.length > 1 ? way : [];
}

function weigh(turn: number, now: MatchState, given: string[]): void {
  api.preview(now.id, given.join(" "), now.side).then(
    (found) => turn === latest && (preview.value = found),
    () => turn === latest && (preview.value = null),
  );
}

/** Keep odds and costs up to date with the words. */
export function studyOrders(): void {
  effect(() => {
    const given = words.value;
    const hexes = choiceHexes.value;
    const units = chosenUnits.value;
    const now = match.value;
    const turn = ++latest;
    notes.value = [];
    const odds = game.value?.odds ?? [];
    const question = inPhase.value ? undefined : [...openings.value.keys()].find((verb) => odds.includes(verb)); // a combat under way
    if (now && given.length < 2 && question) return weigh(turn, now, [question]);
    if (!now || given.length < 2) return;
    if (units.length) {
      api.warnings(now.id, given.join(" "), now.side).then((found) => turn === latest && (notes.value = found.filter((one) => one.note)), () => undefined);
    }
    const verb = given[0] ?? "";
    if (hexes.size && units.length) void price(turn, verb, units, hexes);
    if (odds.includes(verb)) weigh(turn, now, given);
    else preview.value = null;
  });
}
