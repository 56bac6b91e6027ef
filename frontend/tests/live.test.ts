// The page plays over the live connection, and by requests while that is down.
import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { survey } from "../src/geometry";
import { stayConnected } from "../src/live";
import type { LiveAct, LogLine } from "../src/messages";
import { notice } from "../src/notices";
import { followDecisions, play } from "../src/order";
import { connected, games, ground, log, match } from "../src/table";
import { board, GAME, line, Referee, settled, state } from "./referee";

/** The other end of a live connection. */
class Line {
  static all: Line[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  said: Record<string, unknown>[] = [];
  onopen = (): void => undefined;
  onmessage = (_: { data: string }): void => undefined;
  onclose = (): void => undefined;

  constructor(readonly url: string) {
    Line.all.push(this);
  }

  send(text: string): void {
    this.said.push(JSON.parse(text) as Record<string, unknown>);
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }

  open(number: number): void {
    this.readyState = Line.OPEN;
    this.onopen();
    this.tell({ live: "state", state: state(number), lines: [], answers: 0 });
  }

  tell(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }

  delta(number: number, answers: number, lines: LogLine[] = []): void {
    const patch = { in: { number: { to: number }, view: { in: { actions: { to: number } } } } };
    this.tell({ live: "delta", since: number - 1, number, patch, lines, dropped: 0, answers });
  }
}

Object.assign(globalThis, { WebSocket: Line });
let referee: Referee;
followDecisions();
stayConnected();

const current = (): Line => Line.all.at(-1) as Line;
const orders = (): LiveAct[] => current().said.filter((one) => "action" in one) as unknown as LiveAct[];

beforeEach(async () => {
  referee = new Referee();
  match.value = null;
  notice.value = null;
  games.value = [GAME];
  ground.value = survey(board(3, 3));
  match.value = state(0);
  await settled();
  current().open(0);
  await settled();
});

test("it asks to be told what changes, and plays over the line", async () => {
  assert.equal(current().said[0]?.["deltas"], true);
  const done = play(["end"], true);
  await settled();
  const [order] = orders();
  assert.deepEqual({ ...order, ask: 0 }, { number: 0, action: "end", side: "german", ask: 0 });
  current().delta(1, order?.ask ?? 0, [line(1, "the phase ends")]);
  await done;
  assert.equal(match.value?.number, 1);
  assert.equal(match.value?.view.actions, 1);
  assert.equal(log.value.at(-1)?.text, "the phase ends");
  assert.ok(!referee.asked.includes("/actions"));
  assert.deepEqual(referee.played, []);
});

test("a refusal over the line is said in plain sight", async () => {
  const done = play(["end"], true);
  await settled();
  const error = { error: "not now", rule: "6.1", number: -1, unfinished: false };
  current().tell({ live: "refused", answers: orders()[0]?.ask, status: 422, error });
  await done;
  assert.equal(match.value?.number, 0);
  assert.match(JSON.stringify(notice.value), /not now/i);
});

test("a change of a state we do not have: we say hello again and are told the whole state", async () => {
  current().delta(5, 0);
  assert.equal(match.value?.number, 0);
  assert.equal(current().said.filter((one) => "seats" in one).length, 2);
  current().tell({ live: "state", state: state(5), lines: [], answers: 0 });
  assert.equal(match.value?.number, 5);
});

test("while the line is down an action goes by a request, and the state is asked for", async () => {
  current().close();
  assert.equal(connected.value, false);
  await play(["end"], true);
  assert.deepEqual(referee.played, ["end"]);
  assert.equal(match.value?.number, 1);
});

test("a line that breaks before the answer: the action is played once, whether it had arrived or not", async () => {
  const unheard = play(["end"], true);
  await settled();
  assert.equal(orders().length, 1);
  current().close(); // it had not arrived
  await unheard;
  assert.deepEqual(referee.played, ["end"]);
  assert.equal(match.value?.number, 1);
});

test("a line that breaks after the action was stored: nobody was faster but ourselves", async () => {
  const heard = play(["end"], true);
  await settled();
  referee.number = 1; // it was stored
  current().close();
  await heard;
  assert.deepEqual(referee.played, []);
  assert.equal(match.value?.number, 1);
  assert.equal(notice.value, null);
});
