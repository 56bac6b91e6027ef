// The dice, thrown in plain sight: they tumble, then show what the log says until a click or a key puts them away. A fight that needs none is told like them.
import { effect, signal, untracked } from "@preact/signals";
import type { JSX } from "preact";
import { frame, onScreen, still } from "../board/camera";
import type { LogLine } from "../messages";
import { END } from "../remaining";
import { strings as S } from "../strings";
import { game, ground, happened, log, past, unitsById } from "../table";

type Throw = Pick<LogLine, "dice" | "faces" | "decided" | "chit" | "counts" | "text" | "void" | "result"> & { battle: string };

const PIPS: Record<number, [number, number][]> = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
};
const TUMBLE = 700;
const ALONE = new Set(["Alt", "Control", "Meta", "Shift"]); // keys that do nothing yet: somebody goes to another window
const MOST = 6; // throws and chits in sight at once; the others are counted

const SPARE = 140; // pixels of a low map that dice never cover: a phone with a panel open
const [WIDE, CLEAR] = [560, 40]; // pixels: a line of dice with what it says, and what is left free around a hex
const high = (width: number): number => (width < WIDE ? 84 : 68); // on a phone what it says takes several lines
const CORNERS = ["", "right", "low", "low-right"]; // of the map

const throws = signal<Throw[]>([]);
const losses = signal<string[]>([]); // what they cost, said under them
const about = signal<string[]>([]); // the hexes of the news
const corner = signal("");
const tumbling = signal(false);
let timer = 0;

export function Die({ face, size = 44 }: { face: number; size?: number }): JSX.Element {
  return (
    <svg class="die" viewBox="0 0 44 44" width={size} height={size} role="img" aria-label={String(face)}>
      <rect x="2" y="2" width="40" height="40" rx="8" fill="#fdfaf2" stroke="#1d1812" stroke-width="2" />
      {PIPS[face]?.map(([x, y], i) => <circle key={i} cx={11 + x * 11} cy={11 + y * 11} r="4" fill="#1d1812" />) ?? (
        <text x="22" y="29" text-anchor="middle" font-size="20" font-weight="700" fill="#1d1812">{face}</text>
      )}
    </svg>
  );
}

function land(): void {
  clearTimeout(timer);
  tumbling.value = false;
}

function putAway(): void {
  land();
  throws.value = [];
  losses.value = [];
}

/** The throws of the news, each with the hex of its battle; a battle that goes on after a question was begun before. */
function thrownIn(news: LogLine[], before: LogLine[]): Throw[] {
  const begun = before.findLast((line) => line.phase || line.event === "battle");
  let battle = begun?.event === "battle" ? begun.hexes[0] ?? "" : "";
  const found: Throw[] = [];
  for (const line of news) {
    if (line.phase) battle = "";
    if (line.event === "battle") battle = line.hexes[0] ?? "";
    if (!line.dice.length && !line.chit.length && (!line.fight || line.void)) continue;
    found.push({ ...line, battle });
  }
  return found;
}

/** The news up to the end of the phase in which the last dice fell: what comes with its end is no fault of theirs. */
function untilTheEnd(news: LogLine[]): LogLine[] {
  const last = news.findLastIndex((line) => line.dice.length || line.chit.length);
  const end = news.findIndex((line, i) => i > last && (line.forced === END || !!line.phase));
  return end < 0 ? news : news.slice(0, end);
}

/** Who was eliminated and who lost a step, by name. */
function lossesOf(all: LogLine[]): string[] {
  const news = untilTheEnd(all);
  const units = (event: string): string[] => news.filter((line) => line.event === event).flatMap((line) => line.units);
  const gone = units("eliminated");
  const hurt = new Map<string, number>();
  for (const unit of units("lost-step")) if (!gone.includes(unit)) hurt.set(unit, (hurt.get(unit) ?? 0) + 1);
  const said = (unit: string): string => (unitsById.peek().get(unit)?.hidden ? S.hiddenBlock(unitsById.peek().get(unit)?.side ?? "") : unit);
  return [
    ...(gone.length ? [S.eliminated(gone.map(said))] : []),
    ...(hurt.size ? [S.stepsLost([...hurt].map(([unit, n]) => (n > 1 ? `${said(unit)} ×${n}` : said(unit))))] : []),
  ];
}

/** The corner of the map where so many lines of dice lie over nothing that the news are about: the one they are in, if they may stay; the first one if there is none. */
function freeCorner(hexes: string[], lines: number, now: string): string {
  const { width, height } = frame.value;
  const about = hexes.map(onScreen).filter((at) => at !== null);
  const [wide, tall] = [Math.min(WIDE, width) + CLEAR, lines * high(width) + CLEAR];
  const covers = (name: string): boolean =>
    about.some(({ x, y }) => (name.includes("right") ? width - x : x) < wide && (name.includes("low") ? height - y : y) < tall);
  return [now, ...CORNERS].find((name) => !covers(name)) ?? "";
}

/** Throw the dice of the latest news. They lie there until somebody has read them, whatever happens meanwhile. */
export function keepRolling(): void {
  effect(() => {
    const news = happened.value;
    const rolled = thrownIn(news, untracked(() => log.value.filter((line) => line.number < (news[0]?.number ?? 0))));
    if (rolled.length) {
      land();
      throws.value = rolled;
      losses.value = lossesOf(news);
      about.value = news.flatMap((line) => line.hexes);
      const thrown = !still.matches && !past.peek();
      tumbling.value = thrown; // not read here, or landing would throw them again
      if (thrown) timer = window.setTimeout(land, TUMBLE);
    } else if (!news.length || past.peek()) putAway(); // another match, or another moment of the replay
  });
  effect(() => {
    const [lines, hexes] = [Math.min(throws.value.length, MOST), about.value];
    if (lines) corner.value = freeCorner(hexes, lines, untracked(() => corner.value)); // the map and its room change under them
  });
  const read = (): void => (tumbling.value ? land() : putAway());
  addEventListener("pointerdown", read, { capture: true });
  addEventListener("keydown", ({ key }) => void (ALONE.has(key) || read()), { capture: true });
}

/** A chit as it lies on the table, column by column; those that count stand out. */
function Chit({ one }: { one: Throw }): JSX.Element {
  return (
    <span class="chit" data-chit role="img" aria-label={one.text}>
      {one.chit.map((column, i) => <i key={i} class={one.counts.includes(i) ? "counts" : ""}>{[...column].map((n, row) => <b key={row}>{n}</b>)}</i>)}
    </span>
  );
}

/** What a result that is an abbreviation means. */
function meaning(result: string): string {
  return game.value?.results.find((term) => term.name === result)?.says ?? "";
}

export function DiceRoll(): JSX.Element | null {
  if (!throws.value.length) return null;
  const room = Math.max(1, Math.floor((frame.value.height - SPARE) / high(frame.value.width)));
  const shown = throws.value.slice(-Math.min(room, MOST));
  const size = (dice: number): number => (frame.value.width < WIDE ? (dice > 3 ? 24 : 32) : dice > 3 ? 30 : 44);
  return (
    <div
      class={`dice ${corner.value.replace("-", " ")}${tumbling.value ? " tumbling" : ""}`} role="status" aria-label={S.rolled}
      style={corner.value.includes("low") ? { top: `${frame.value.height - 12}px` } : undefined}
    >
      {shown.length < throws.value.length && <div class="losses" data-earlier><span>{S.earlierThrows(throws.value.length - shown.length)}</span></div>}
      {shown.map((one, i) => (
        <div class={`throw${one.void ? " void" : ""}`} key={i}>
          {one.chit.length > 0 && <Chit one={one} />}
          {one.dice.map((face, n) => <Die key={n} size={size(one.dice.length)} face={tumbling.value ? ((face + 2) % one.faces) + 1 : face} />)}
          <span>{one.battle && one.battle !== shown[i - 1]?.battle && <b class="fought" data-fought={one.battle}>{S.battleAt(ground.value?.hexes.get(one.battle)?.place || one.battle)}</b>}{one.chit.length || !one.dice.length ? one.text : tumbling.value ? "…" : S.sentence(one.decided)}{!tumbling.value && one.dice.length + one.chit.length > 0 && meaning(one.result) && <small> {meaning(one.result)}</small>}</span>
        </div>
      ))}
      {!tumbling.value && losses.value.map((said) => <div class="losses" data-losses key={said}><span>{said}</span></div>)}
    </div>
  );
}
