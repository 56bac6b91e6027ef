// The log as a story: armies and places, like moves in one line, nothing that was taken back.
import type { LogLine } from "./messages";
import { strings as S } from "./strings";

const WALKS = new Set(["moved", "retreated", "advanced"]);
const QUIET = new Set(["undo", "rollback"]);

export interface Names {
  unit: (id: string) => string;
  place: (hex: string) => string;
}

export interface Told {
  text: string;
  lines: LogLine[]; // what it was made of, the first one first
}

/** How a unit went: what stands between its name and its way. */
function how(line: LogLine): string {
  const unit = line.units[0] ?? "";
  const rest = line.text.startsWith(unit) ? line.text.slice(unit.length).trim().split(" ") : [];
  return rest.slice(0, Math.max(0, rest.length - line.hexes.length)).join(" ");
}

function way(line: LogLine, names: Names): string {
  const [from = "", to = ""] = [line.hexes[0], line.hexes.at(-1)];
  return S.fromTo(names.place(from), names.place(to));
}

/** A line in words for people: who, how, from where to where. */
export function inWords(line: LogLine, names: Names, units: string[] = line.units): string {
  if (!WALKS.has(line.event) || line.hexes.length < 2 || !units.length) return line.text;
  const manner = units.length > 1 ? how(line).replace(/^(\w+?)s\b/, "$1") : how(line);
  return `${units.map(names.unit).join(", ")} ${manner}: ${way(line, names)}`.replace(" :", ":");
}

/** Lines as they are told: moves of one order along one way in one line; forced answers only where they are asked for. */
export function tell(lines: LogLine[], names: Names, forced = false): Told[] {
  const found: Told[] = [];
  for (const line of lines) {
    if (line.undone || QUIET.has(line.event) || (line.event === "forced" && !forced)) continue;
    const last = found.at(-1);
    const before = last?.lines[0];
    const like = before && WALKS.has(line.event) && before.event === line.event && before.hexes[0] === line.hexes[0] && before.hexes.at(-1) === line.hexes.at(-1) && how(before) === how(line);
    if (last && like) {
      last.lines.push(line);
      last.text = inWords(before, names, last.lines.flatMap((one) => one.units));
    } else found.push({ text: inWords(line, names), lines: [line] });
  }
  return found;
}

export interface Fought {
  hex: string;
  result: string;
  dice: number[];
  hits: Record<string, number>; // by side, where they fire at each other
}

/** Attacks with the throw that decided each, and battles with the hits of both sides, the latest of each hex. */
export function resultsOf(lines: LogLine[]): Fought[] {
  const found = new Map<string, Fought>();
  let at: Fought | null = null;
  let battle: Fought | null = null;
  for (const line of lines) {
    const [hex] = line.hexes;
    if (hex && (line.event === "attacked" || line.event === "battle")) {
      const now: Fought = { hex, result: "", dice: [], hits: {} };
      [at, battle] = line.event === "attacked" ? [now, null] : [null, now];
      found.set(hex, now);
    } else if (battle && line.event === "volley") {
      const scored = Number.parseInt(/(\d+) hits?$/.exec(line.decided)?.[1] ?? "0", 10);
      battle.hits[line.side] = (battle.hits[line.side] ?? 0) + scored;
    } else if (at && line.dice.length && !line.void) {
      at.dice = line.dice;
      at.result = line.decided.split(": ").at(-1) ?? "";
      at = null;
    } else if (line.event === "phase") battle = null;
  }
  return [...found.values()];
}
