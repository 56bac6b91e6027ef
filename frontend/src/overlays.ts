// What may be laid over the map on request: zones of control, supply, radius, control, reach.
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "./api";
import { kept } from "./memory";
import { chosenUnits, words } from "./order";
import { cursor, peek, pile } from "./pointing";
import { numbers, text, texts } from "./position";
import { game, shown, unitsById } from "./table";

export interface Tint {
  id: string;
  hexes: string[];
  side: number; // which side's hatching
}

export interface SupplyLine {
  unit: string;
  good: boolean;
  path: string[];
  blocked: string[];
  why: string;
  rule: string;
}

/** Every overlay there is, in the order of its key. */
export const overlayNames = computed(() => {
  const sides = game.value?.sides ?? [];
  return [...(game.value?.overlays ?? []).flatMap((name) => (name === "zoc" ? sides.map((side) => `zoc:${side}`) : [name])), "legend"];
});

const COMMAND = "command"; // what a headquarters commands, where a game has such
const silent = new Set<string>(); // games that have no such overlay

export const commandRange = signal<string[]>([]);

export const turnedOn = kept<string[]>("overlays", ["reach"]);
export const tints = signal<Tint[]>([]);
export const supplyLine = signal<SupplyLine | null>(null);

export function isOn(name: string): boolean {
  return turnedOn.value.includes(name);
}

export function toggle(name: string): void {
  turnedOn.value = isOn(name) ? turnedOn.value.filter((n) => n !== name) : [...turnedOn.value, name];
}

/** The unit an overlay is about: the one chosen, or the one under the cursor. */
export const subject = computed(() => chosenUnits.value[0] ?? pile(peek.value)[0] ?? pile(cursor.value)[0] ?? "");

async function fetchTint(name: string): Promise<Tint | null> {
  const now = shown.value;
  if (!now) return null;
  const [what = "", of = ""] = name.split(":");
  const asked: Record<string, string> = of ? { of } : {};
  const answer = await api.query(now.id, what, asked, now.side).catch(() => null);
  return answer && { id: name, hexes: texts(answer["hexes"]), side: game.value?.sides.indexOf(of) ?? 0 };
}

async function fetchSupply(unit: string): Promise<SupplyLine | null> {
  const now = shown.value;
  if (!now) return null;
  const answer = await api.query(now.id, "supply", { unit }, now.side).catch(() => null);
  return (
    answer && {
      unit,
      good: answer["in_supply"] === true,
      path: texts(answer["path"]),
      blocked: texts(answer["blocked_by"]),
      why: text(answer["why"]),
      rule: text(answer["rule"]),
    }
  );
}

/** The costs an overlay answers with, where it has any. */
export async function fetchReach(unit: string): Promise<Record<string, number>> {
  const now = shown.value;
  if (!now) return {};
  const answer = await api.query(now.id, "reach", { unit }, now.side).catch(() => null);
  return answer ? numbers(answer["hexes"]) : {};
}

export const idleReach = signal<string[]>([]); // where the unit under the pointer could go, while no order is begun

/** Keep the overlays that are turned on true to the position. */
export function keepOverlays(): void {
  let asked = 0;
  effect(() => {
    const now = shown.value;
    const names = turnedOn.value.filter((name) => overlayNames.value.includes(name) && (name.startsWith("zoc:") || name === "radius"));
    const turn = ++asked;
    if (!now || !names.length) {
      tints.value = [];
      return;
    }
    void Promise.all(names.map(fetchTint)).then((found) => {
      if (turn === asked) tints.value = found.filter((tint) => tint !== null);
    });
  });
  let reaches = 0;
  effect(() => {
    const unit = isOn("reach") && shown.value && !words.value.length ? subject.value : "";
    const turn = ++reaches;
    idleReach.value = [];
    if (!unit) return;
    setTimeout(() => {
      if (turn === reaches) void fetchReach(unit).then((found) => turn === reaches && (idleReach.value = Object.keys(found)));
    }, 300);
  });
  let ranges = 0;
  effect(() => {
    const now = shown.value;
    const unit = chosenUnits.value.find((id) => unitsById.value.get(id)?.symbol === "HQ") ?? "";
    const turn = ++ranges;
    if (!now || !unit || silent.has(now.game)) {
      commandRange.value = [];
      return;
    }
    api.query(now.id, COMMAND, { unit }, now.side).then(
      (found) => turn === ranges && (commandRange.value = texts(found["hexes"])),
      () => silent.add(now.game),
    );
  });
  let lines = 0;
  effect(() => {
    const unit = isOn("supply") && shown.value ? subject.value : "";
    const turn = ++lines;
    if (!unit) {
      supplyLine.value = null;
      return;
    }
    setTimeout(() => {
      if (turn !== lines) return; // the pointer went on
      void fetchSupply(unit).then((found) => turn === lines && batch(() => (supplyLine.value = found)));
    }, 60);
  });
}
