// Several stacks at once: a rectangle drawn with Shift, or by a finger that has stayed a moment, takes them, and they go one after another by the same way.
import { computed, effect, signal } from "@preact/signals";
import { hexAt, type Point } from "./geometry";
import { able, gather, takeUp } from "./hand";
import { hush, notice, refuse, speak, tell } from "./notices";
import { asOneGesture, begun, choiceHexes, choicesAfter, closing, commit, confirming, openings, say, sending, startOver, words, wordsOf } from "./order";
import { battleAt, fan, menu, pile } from "./pointing";
import { strings as S } from "./strings";
import { asked, ground, match, stacks } from "./table";

export interface Rectangle {
  from: Point; // on the picture
  to: Point;
}

export const rectangle = signal<Rectangle | null>(null); // being drawn
export const lasso = signal(false); // the next drag draws one
export const troop = signal<string[]>([]); // the hexes whose stacks were taken together
export const marching = signal(false); // one after another they go

/** The verb by which the units of a hex can go somewhere, the first on offer; '' where there is none. */
async function goesBy(units: string[]): Promise<string> {
  for (const verb of openings.value.keys()) {
    const who = able(verb, units);
    if (!who.length) continue;
    const { given } = await gather([verb], who);
    if (given.length > 1 && wordsOf(await choicesAfter(given), "hex").length) return verb;
  }
  return "";
}

/** Our stacks inside a rectangle that can go somewhere now. */
export async function takeInside({ from, to }: Rectangle): Promise<void> {
  const board = ground.value;
  if (!board || !asked.value) return;
  await begun();
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)];
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)];
  const found: string[] = [];
  for (const name of stacks.value.keys()) {
    const hex = board.hexes.get(name);
    if (!hex || hex.x < left || hex.x > right || hex.y < top || hex.y > bottom) continue;
    if (await goesBy(pile(name))) found.push(name);
  }
  if (words.value.length && found.length) await startOver();
  troop.value = found;
  if (found.length) speak(S.troopTaken(found.length)); // the bar says it, too
  else refuse(S.troopNobody, "");
}

/** Where each stack of the troop comes to stand when the one in `from` goes to `to`. */
export function marchedBy(from: string, to: string): Map<string, string> {
  const board = ground.value;
  const [a, b] = [board?.hexes.get(from), board?.hexes.get(to)];
  const goals = new Map<string, string>();
  if (!board || !a || !b) return goals;
  const ahead = (name: string): number => {
    const hex = board.hexes.get(name);
    return hex ? hex.x * (b.x - a.x) + hex.y * (b.y - a.y) : 0;
  };
  for (const name of [...troop.value].sort((one, other) => ahead(other) - ahead(one))) { // the foremost make room
    const hex = board.hexes.get(name);
    goals.set(name, hex ? hexAt(board, hex.x + b.x - a.x, hex.y + b.y - a.y, 0.5) : "");
  }
  return goals;
}

/** All stacks of the troop to one hex. */
export function marchedTo(to: string): Map<string, string> {
  return new Map(troop.value.map((name) => [name, to]));
}

const waiting = computed(() => confirming.value !== null || sending.value);

/** When a question before an order is answered one way or the other, and the answer has come back. */
async function answered(): Promise<void> {
  let stop = (): void => undefined;
  await new Promise<void>((done) => (stop = waiting.subscribe((open) => (open ? undefined : done()))));
  stop();
}

/** Send every stack on its way, one after another; whoever cannot stays, and is told of at the end. */
export function march(goals: Map<string, string>): Promise<void> {
  return asOneGesture(() => marchOn(goals));
}

async function marchOn(goals: Map<string, string>): Promise<void> {
  const turn = match.value?.view.phase;
  const stayed: string[] = [];
  marching.value = true;
  troop.value = [];
  try {
    for (const [from, to] of goals) {
      await begun();
      if (!asked.value || match.value?.view.phase !== turn) break;
      if (from === to) continue;
      const units = pile(from);
      const verb = to ? await goesBy(units) : "";
      if (!verb || !(await takeUp(verb, able(verb, units))) || !choiceHexes.value.has(to)) {
        stayed.push(from);
        await startOver();
        continue;
      }
      await say(to);
      if (words.value.at(-1) === to && closing.value === "") await commit();
      if (confirming.value) await answered();
      if (words.value.length) await startOver();
    }
  } finally {
    marching.value = false;
  }
  if (stayed.length) refuse(S.troopStayed(stayed.map(placed).join(", ")), "");
}

function placed(hex: string): string {
  return ground.value?.hexes.get(hex)?.place || hex;
}

/** A stack more, or one fewer. */
export async function toggleStack(hex: string): Promise<void> {
  if (troop.value.includes(hex)) troop.value = troop.value.filter((one) => one !== hex);
  else if (await goesBy(pile(hex))) troop.value = [...troop.value, hex];
}

/** Let the next drag draw a rectangle, or not after all. */
export function drawNext(): void {
  lasso.value = !lasso.value;
  if (lasso.value) tell(S.troopDraw);
}

/** Nobody stays in hand from one phase to the next, no stack fanned out and no refusal in sight; no battle stays open from one side's to the other's or into another phase, and no idea longer than its position. */
export function keepTroop(): void {
  let last = "";
  let fought = "";
  let number = -1;
  effect(() => {
    const now = match.value;
    const fights = now && asked.value ? `${asked.value.side} ${now.view.phase}` : fought;
    if (fights !== fought) [battleAt.value, fought] = ["", fights];
    if (now && now.number !== number) menu.value = null;
    number = now?.number ?? -1;
    const key = now ? `${now.id} ${now.side} ${now.view.phase} ${asked.value?.kind}` : "";
    if (key !== last) {
      [troop.value, lasso.value, fan.value] = [[], false, ""];
      if (notice.peek()?.bad) hush();
    }
    last = key;
  });
}
