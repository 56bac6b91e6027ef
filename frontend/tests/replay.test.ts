import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { sending } from "../src/order";
import { afterStep, keepStory, lookBack, moment, restAt, stepReplay, toPresent, unwatched } from "../src/replay";
import { place } from "../src/routes";
import { asked, happened, log, match, past, shown } from "../src/table";
import { line, Referee, settled, state, view } from "./referee";

let referee: Referee;

beforeEach(() => {
  referee = new Referee();
  referee.number = 5;
  match.value = state(5);
  toPresent();
});

test("steps lead back, on, to the start and to the present", () => {
  assert.equal(afterStep("back", 5, 5), 4);
  assert.equal(afterStep("back", 0, 5), 0);
  assert.equal(afterStep("on", 3, 5), 4);
  assert.equal(afterStep("on", 5, 5), null);
  assert.equal(afterStep("start", 4, 5), 0);
  assert.equal(afterStep("now", 2, 5), null);
});

test("stepping back shows the match as it was, and nobody is asked anything meanwhile", async () => {
  assert.ok(asked.value);
  stepReplay("back");
  await settled();
  assert.deepEqual([moment.value, shown.value?.number, match.value?.number], [4, 4, 5]);
  assert.equal(asked.value, null);
  assert.equal(location.hash, "#/m/m1/at/4");
  assert.deepEqual(happened.value, []); // what happened is told only on the way on
});

test("stepping on tells what happened, and past the last action is the present", async () => {
  await lookBack(3);
  stepReplay("on");
  await settled();
  assert.equal(moment.value, 4);
  assert.deepEqual(happened.value.map((one) => one.text), ["line 4"]);
  stepReplay("on");
  await settled();
  assert.deepEqual([moment.value, past.value?.number], [5, 5]);
  stepReplay("on");
  assert.equal(past.value, null);
  assert.deepEqual(place.value, { match: "m1", at: null });
});

test("a slider drawn quickly ends at the last moment asked for, whatever comes when", async () => {
  const open = referee.holdBack("/at/1");
  const slow = lookBack(1);
  await lookBack(2);
  open();
  await slow;
  assert.equal(moment.value, 2);
});

test("moments are held between the start and now", async () => {
  await lookBack(99);
  assert.equal(moment.value, 5);
  await lookBack(-3);
  assert.equal(moment.value, 0);
});

test("a moment is fetched once", async () => {
  await lookBack(4, false);
  await lookBack(3, false);
  const before = referee.asked.length;
  await lookBack(4, false);
  assert.equal(referee.asked.length, before);
});

test("an answer in the midst of their turn does not cut its story short, an action of our own ends it", () => {
  const seats = ["german", "soviet"].map((side) => ({ side, kind: "link", name: "", taken: true, here: true, failed: "" }));
  const at = (number: number, active: string): void => {
    log.value = [6, 7, 8, 9].filter((n) => n <= number).map((n) => line(n, `line ${n}`));
    match.value = state(number, { seats, view: view({ active }) } as never);
  };
  keepStory();
  at(5, "soviet");
  at(6, "soviet"); // they move, and we are asked
  assert.equal(unwatched.value?.moves, 1);
  sending.value = true;
  at(7, "soviet"); // our answer
  sending.value = false;
  at(8, "german"); // they go on, and it is our turn
  assert.equal(unwatched.value?.moves, 3);
  assert.equal(unwatched.value?.from, 5);
  sending.value = true;
  at(9, "german");
  sending.value = false;
  assert.equal(unwatched.value, null);
});

test("dice are shown long enough to be read, wherever they fell", () => {
  const entry = (more: object): never => ({ number: 1, lines: [{ ...line(1, ""), event: "noted", ...more }] }) as never;
  assert.equal(restAt(entry({})), 250);
  assert.equal(restAt(entry({ hexes: ["0101"] })), 1100);
  assert.ok(restAt(entry({ dice: [6] })) >= 1500);
});
