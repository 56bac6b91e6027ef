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

function way(line: LogLine, names: Names): string {
  const [from = "", to = ""] = [line.hexes[0], line.hexes.at(-1)];
  const [start, end] = [names.place(from), names.place(to)];
  return start === end && from !== to ? S.within(start) : S.fromTo(start, end);
}

/** The line as it is, its hexes by the names of their places. */
function placed(line: LogLine, names: Names): string {
  return line.hexes.reduce((text, hex) => text.replaceAll(new RegExp(`(?<![\\w/.-])${hex}(?![\\w/.-])`, "g"), () => names.place(hex)), line.text);
}

/** A line in words for people: who, how, from where to where. */
export function inWords(line: LogLine, names: Names, units: string[] = line.units): string {
  if (!WALKS.has(line.event) || line.hexes.length < 2 || !units.length) return placed(line, names);
  return `${units.map(names.unit).join(", ")} ${units.length > 1 ? line.together : line.how}: ${way(line, names)}`;
}

/** Lines as they are told: moves of one order along one way in one line; forced answers only where they are asked for. */
export function tell(lines: LogLine[], names: Names, forced = false): Told[] {
  const found: Told[] = [];
  for (const line of lines) {
    if (line.undone || QUIET.has(line.event) || (line.event === "forced" && !forced)) continue;
    const last = found.at(-1);
    const before = last?.lines[0];
    const like = before && WALKS.has(line.event) && before.event === line.event && before.hexes[0] === line.hexes[0] && before.hexes.at(-1) === line.hexes.at(-1) && before.how === line.how;
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

/** Attacks with the throw that decided each, or the result without one, and battles with the hits of both sides, the latest of each hex. */
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
      battle.hits[line.side] = (battle.hits[line.side] ?? 0) + line.hits;
    } else if (at && !line.void && line.fight) {
      [at.dice, at.result] = [line.dice, line.result];
      at = null;
    } else if (line.phase) battle = null;
  }
  return [...found.values()];
}

const END = "end"; // the word that ends a phase in every game

/** A phase by its title, and who plays it: '' if nobody does. */
export type Played = Pick<LogLine, "phase" | "side">;

/** The phases of ours that ended without us in the latest news: nothing could be done in them, or nothing more. */
export function endedAlone(news: LogLine[], before: LogLine[], mine: string[], now: Played = { phase: "", side: "" }): string[] {
  const ours = ({ side }: Played): boolean => mine.includes(side);
  const found: string[] = [];
  let at = before.findLast((line) => line.phase) ?? now;
  let untouched = false; // it has begun in this news, and nothing has happened in it
  for (const line of news) {
    if (line.phase) {
      if (untouched && ours(at)) found.push(at.phase);
      [at, untouched] = [line, true];
      continue;
    }
    if (line.forced === END && ours(line) && at.side) found.push(at.phase);
    untouched = false;
  }
  return found;
}
