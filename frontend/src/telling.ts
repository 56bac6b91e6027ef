// The log as a story: armies and places, like moves in one line, nothing that was taken back.
import type { LogLine } from "./messages";
import { strings as S } from "./strings";

const WALKS = new Set(["moved", "retreated", "advanced"]);
const COMES = "entered";
const QUIET = new Set(["undo", "rollback"]);

export interface Names {
  unit: (id: string) => string;
  place: (hex: string) => string;
}

export interface Told {
  text: string;
  lines: LogLine[]; // what it was made of, the first one first
  hexes: string[];
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

/** Names, those that are alike told once with their number: of hidden units nobody knows more than how many there are. */
function gathered(all: string[]): string[] {
  const counted = new Map<string, number>();
  for (const name of all) counted.set(name, (counted.get(name) ?? 0) + 1);
  return [...counted].map(([name, n]) => (n > 1 ? S.several(name, n) : name));
}

/** A line in words for people: who, how, from where to where. */
export function inWords(line: LogLine, names: Names, units: string[] = line.units): string {
  const comes = line.event === COMES && line.hexes.length === 1;
  if (!units.length || !(comes || (WALKS.has(line.event) && line.hexes.length > 1))) return placed(line, names);
  const does = `${gathered(units.map(names.unit)).join(", ")} ${how(line, units)}`;
  return comes ? `${does} ${names.place(line.hexes[0] ?? "")}` : `${does}: ${way(line, names)}`;
}

function how(line: LogLine, units: string[]): string {
  return units.length > 1 ? line.together : line.how;
}

/** Whether the same units go on from where they have come to, on foot or by rail. */
function goesOn(last: Told, then: Told): boolean {
  const [first, next] = [last.lines[0], then.lines[0]];
  if (!first || next?.event !== "moved" || (first.event !== COMES && (first.event !== "moved" || first.how !== next.how))) return false;
  const who = (told: Told): string => [...new Set(told.lines.flatMap((line) => line.units))].sort().join(" ");
  return last.hexes.at(-1) === next.hexes[0] && next.hexes.length > 1 && who(last) === who(then);
}

/** Moves of the same units one after the other are one: from where they came to where they went. */
function joined(all: Told[], names: Names): Told[] {
  const found: Told[] = [];
  for (const then of all) {
    const last = found.at(-1);
    const [first, next] = [last?.lines[0], then.lines[0]];
    if (!last || !first || !next || !goesOn(last, then)) {
      found.push(then);
      continue;
    }
    const units = [...new Set(then.lines.flatMap((line) => line.units))];
    last.hexes = [...last.hexes, ...next.hexes.slice(1)];
    last.text = first.event === COMES ? S.thenTo(last.text, how(next, units), names.place(next.hexes.at(-1) ?? "")) : inWords({ ...first, hexes: last.hexes }, names, units);
    last.lines = [...last.lines, ...then.lines];
  }
  return found;
}

/** Lines as they are told: moves of one order along one way in one line; forced answers only where they are asked for. */
export function tell(lines: LogLine[], names: Names, forced = false): Told[] {
  const found: Told[] = [];
  for (const line of lines) {
    if (line.undone || QUIET.has(line.event) || (line.event === "forced" && !forced)) continue;
    const last = found.at(-1);
    const before = last?.lines[0];
    const like = before && (WALKS.has(line.event) || line.event === COMES) && before.event === line.event && before.hexes[0] === line.hexes[0] && before.hexes.at(-1) === line.hexes.at(-1) && before.how === line.how;
    if (last && like) {
      last.lines.push(line);
      last.text = inWords(before, names, last.lines.flatMap((one) => one.units));
    } else found.push({ text: inWords(line, names), lines: [line], hexes: line.hexes });
  }
  return joined(found, names);
}

/** Without the phases in which nothing was done; the one that is being played stays. */
export function withoutIdle(told: Told[]): Told[] {
  const idle = (one: Told | undefined): boolean => one?.lines[0]?.event === "phase";
  return told.filter((one, i) => !idle(one) || i === told.length - 1 || !idle(told[i + 1]));
}

const LEAST: Record<string, number> = { volley: 1, marked: 1, noted: 1, revealed: 2 }; // what is told only where there is room for it

/** What was done, the steps that those who are left have lost in one line. */
function summed(lines: LogLine[], names: Names): Told[] {
  const gone = new Set(lines.filter((line) => line.event === "eliminated").flatMap((line) => line.units));
  const lost = lines.filter((line) => line.event === "lost-step" && !line.units.some((unit) => gone.has(unit)));
  const counted = new Map<string, number>();
  for (const unit of lost.flatMap((line) => line.units)) counted.set(unit, (counted.get(unit) ?? 0) + 1);
  const text = S.stepsLost([...counted].map(([unit, n]) => (n > 1 ? `${unit} ×${n}` : unit)));
  const [first] = lost;
  return tell(lines.filter((line) => line === first || line.event !== "lost-step"), names).map((told) => (first && told.lines[0] === first ? { ...told, text } : told));
}

/** The lines, cut where a fight begins. */
function byFight(lines: LogLine[]): LogLine[][] {
  const found: LogLine[][] = [[]];
  for (const line of lines) {
    if (line.event === "battle" || line.event === "attacked") found.push([]);
    found.at(-1)?.push(line);
  }
  return found;
}

/** An order in a few lines: who went where, what was fought and what it cost, before single shots and whose faces were seen. */
export function gist(lines: LogLine[], names: Names, most: number): Told[] {
  const all = byFight(lines.filter((line) => line.event !== "phase")).flatMap((fight) => summed(fight, names));
  const weight = (told: Told): number => LEAST[told.lines[0]?.event ?? ""] ?? 0;
  const chosen = [...all].sort((a, b) => weight(a) - weight(b)).slice(0, most);
  return all.filter((told) => chosen.includes(told));
}

/** A sentence after another about the same unit: what it does alone. */
export function withoutSubject(text: string, before = ""): string {
  const [who = ""] = text.split(" ");
  return before.startsWith(`${who} `) && !who.endsWith(",") && !S.article.test(who) ? text.slice(who.length + 1) : text;
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
