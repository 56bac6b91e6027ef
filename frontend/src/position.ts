// What a side may know, read out of the server's view with care: a game may leave out what it does not have.

export interface Counter {
  id: string;
  side: string;
  hex: string; // '' off the map
  type: string;
  symbol: string;
  size: string;
  strength: string;
  label: string;
  division: string;
  steps: number | null;
  maxSteps: number | null;
  movementLeft: number | null;
  status: string[];
  turn: number | null; // when it is due
  at: string; // where it will enter
  name: string;
  block: boolean; // a wooden block that stands on edge
  hidden: boolean; // and of which we see the back only
  special: string[];
  badge: string;
}

export interface Marker {
  kind: string;
  side: string;
  hex: string;
  text: string;
}

export interface Battle {
  hex: string;
  attacker: string;
}

/** What a side may choose of one kind of unit before play: how many of them, and of what strength together. */
export interface Force {
  kind: string;
  units: number;
  allowed: number;
  strength: number;
  most: number;
}

export interface Step {
  id: string;
  title: string;
  side: string;
}

export interface Position {
  turn: number;
  turns: number;
  phase: string;
  phaseTitle: string;
  active: string;
  units: Counter[];
  due: Counter[];
  toPlace: Counter[];
  markers: Marker[];
  control: Record<string, string>;
  tracks: Record<string, unknown>;
  pool: Record<string, unknown>;
  points: Record<string, number>;
  sequence: Step[];
  date: string;
  weather: string;
  battles: Battle[];
  hexes: Record<string, string[]>; // who holds which hexes
  seas: Record<string, string>;
  production: Record<string, number>;
  costs: Record<string, Record<string, number>>; // by unit, by verb
  forces: Force[];
  lost: Counter[];
}

export type Fields = Record<string, unknown>; // an object of JSON, not read yet

export function isRecord(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function records(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
}

export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function whole(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

/** The entries of an object whose values are numbers. */
export function numbers(value: unknown): Record<string, number> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((e): e is [string, number] => typeof e[1] === "number"));
}

/** An object with all its values read alike. */
function entries<T>(value: unknown, read: (item: unknown) => T): Record<string, T> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, read(item)])) : {};
}

function counter(unit: Fields): Counter {
  return {
    id: text(unit["id"]),
    side: text(unit["side"]),
    hex: text(unit["hex"]),
    type: text(unit["type"]),
    symbol: text(unit["symbol"]),
    size: text(unit["size"]),
    strength: text(unit["strength"]),
    label: text(unit["label"]),
    division: text(unit["division"]),
    steps: whole(unit["steps"]),
    maxSteps: whole(unit["max_steps"]),
    movementLeft: whole(unit["movement_left"]),
    status: texts(unit["status"]),
    turn: whole(unit["turn"]),
    at: text(unit["at"]),
    name: text(unit["name"]),
    block: typeof unit["hidden"] === "boolean",
    hidden: unit["hidden"] === true,
    special: texts(unit["special"]),
    badge: text(unit["badge"]),
  };
}

/** The position in a view. */
export function readPosition(view: Fields): Position {
  const control = isRecord(view["control"]) ? view["control"] : {};
  return {
    turn: whole(view["turn"]) ?? 0,
    turns: whole(view["turns"]) ?? 0,
    phase: text(view["phase"]),
    phaseTitle: text(view["phase_title"]) || text(view["phase"]),
    active: text(view["active"]),
    units: records(view["units"]).map(counter),
    due: records(view["due"]).map(counter),
    toPlace: records(view["to_place"]).map(counter),
    markers: records(view["markers"]).map((m) => ({
      kind: text(m["kind"]), side: text(m["side"]), hex: text(m["hex"]), text: text(m["text"]),
    })),
    control: Object.fromEntries(Object.entries(control).map(([name, side]) => [name, text(side)])),
    tracks: isRecord(view["tracks"]) ? view["tracks"] : {},
    pool: isRecord(view["pool"]) ? view["pool"] : {},
    points: numbers(view["points"]),
    sequence: records(view["sequence"]).map((s) => ({
      id: text(s["id"]), title: text(s["title"]), side: text(s["side"]),
    })),
    date: text(view["date"]),
    weather: text(view["weather"]),
    battles: records(view["battles"]).map((b) => ({ hex: text(b["hex"]), attacker: text(b["attacker"]) })),
    hexes: entries(view["hexes"], texts),
    seas: entries(view["seas"], text),
    production: numbers(view["production"]),
    costs: entries(view["costs"], numbers),
    forces: records(view["forces"]).map((f) => ({
      kind: text(f["kind"]), units: whole(f["units"]) ?? 0, allowed: whole(f["allowed"]) ?? 0,
      strength: whole(f["strength"]) ?? 0, most: whole(f["most"]) ?? 0,
    })),
    lost: records(view["lost"]).map(counter),
  };
}
