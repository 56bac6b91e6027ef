// What may be laid over the map on request: zones of control, supply, radius, integrity, control, reach.
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "./api";
import type { Overlay } from "./messages";
import { kept } from "./memory";
import { chosenUnits, words } from "./order";
import { cursor, peek, pile } from "./pointing";
import { asked, game, match, mayAsk } from "./table";

export interface Tint {
  id: string;
  hexes: string[];
  side: number; // which side's hatching
}

export interface SupplyLine {
  unit: string;
  good: boolean;
  level: string; // where a game has several
  path: string[];
  blocked: string[];
  why: string;
  rule: string;
}

/** Every overlay there is, in the order of its key: what the game answers, and control, which every view tells. */
export const overlayNames = computed(() => {
  const sides = game.value?.sides ?? [];
  const answered = new Set((game.value?.queries ?? []).filter((query) => query.shown).map((query) => query.name));
  const names = ["zoc", "supply", ...RANGES, INTEGRITY, "control", "reach"].filter((name) => name === "control" || answered.has(name));
  return [...names.flatMap((name) => (name === "zoc" ? sides.map((side) => `zoc:${side}`) : [name])), ...(game.value?.odds.length ? ["planner"] : []), "legend"];
});

const COMMAND = "command"; // the range of each of one's own formations
const RANGES = ["radius", COMMAND]; // what leaders or headquarters command, or one of them
const INTEGRITY = "integrity"; // where divisions fight together, of both sides

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

/** An overlay of the position as it is now, if the game has it. */
async function fetch(what: string, about: Record<string, string>): Promise<Overlay | null> {
  const now = match.value;
  return now && mayAsk(what, about) ? api.query(now.id, what, about, now.side).catch(() => null) : null;
}

/** The hexes of an overlay; of an answer in parts, as the ranges of several HQs, each part of the side that looks. */
async function fetchTints(name: string): Promise<Tint[]> {
  const [what = "", of = ""] = name.split(":");
  const answer = await fetch(what, of ? { of } : {});
  if (!answer) return [];
  const side = game.value?.sides.indexOf(of) ?? 0;
  const viewer = asked.value?.side ?? match.value?.side;
  const own = RANGES.includes(what) ? answer.parts.filter((part) => !part.side || part.side === viewer) : [];
  if (own.length) return own.map((part, i) => ({ id: `${name}:${part.unit}`, hexes: part.hexes, side: what === COMMAND ? i : side }));
  return [{ id: name, hexes: answer.hexes, side }];
}

async function fetchSupply(unit: string): Promise<SupplyLine | null> {
  const answer = await fetch("supply", { unit });
  return answer && { unit, good: answer.in_supply === true, level: answer.kind, path: answer.path, blocked: answer.blocked_by, why: answer.why, rule: answer.rule };
}

export const idleReach = signal<string[]>([]); // where the unit under the pointer could go, while no order is begun
export const idleFurther = signal<[string, string[]][]>([]); // and what it would take to go further, in the game's words
export const supporters = signal<string[]>([]); // from where the attack that is put together could be supported

/** The hex of an attack that is put together, where the game says who could support it. */
const target = computed(() => {
  const [verb = "", hex = ""] = words.value;
  return game.value?.odds.includes(verb) && mayAsk("support", { hex }) ? hex : "";
});

/** Keep the overlays that are turned on true to the position. */
export function keepOverlays(): void {
  let latest = 0;
  effect(() => {
    const now = match.value;
    const names = turnedOn.value
      .filter((name) => overlayNames.value.includes(name) && (name.startsWith("zoc:") || RANGES.includes(name) || name === INTEGRITY))
      .flatMap((name) => (name === INTEGRITY ? (game.value?.sides ?? []).map((side) => `${name}:${side}`) : [name]));
    const turn = ++latest;
    if (!now || !names.length) {
      tints.value = [];
      return;
    }
    void Promise.all(names.map(fetchTints)).then((found) => {
      if (turn === latest) tints.value = found.flat();
    });
  });
  let reaches = 0;
  effect(() => {
    const unit = isOn("reach") && match.value && !words.value.length ? subject.value : "";
    const turn = ++reaches;
    batch(() => ([idleReach.value, idleFurther.value] = [[], []]));
    if (!unit) return;
    setTimeout(() => {
      if (turn !== reaches) return;
      void fetch("reach", { unit }).then((found) => {
        if (turn === reaches) batch(() => ([idleReach.value, idleFurther.value] = [found?.hexes ?? [], Object.entries(found?.marked ?? {})]));
      });
    }, 300);
  });
  let ranges = 0;
  effect(() => {
    const [what = "", unit = ""] = chosenUnits.value.flatMap((id) => RANGES.filter((name) => mayAsk(name, { unit: id })).map((name) => [name, id]))[0] ?? [];
    const turn = ++ranges;
    commandRange.value = [];
    if (match.value && unit) void fetch(what, { unit }).then((found) => turn === ranges && (commandRange.value = found?.hexes ?? []));
  });
  let helps = 0;
  effect(() => {
    const hex = target.value;
    const turn = ++helps;
    supporters.value = [];
    if (match.value && hex) void fetch("support", { hex }).then((found) => turn === helps && (supporters.value = found?.hexes ?? []));
  });
  let lines = 0;
  effect(() => {
    const unit = isOn("supply") && match.value ? subject.value : "";
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
