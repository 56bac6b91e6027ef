import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { survey } from "../src/geometry";
import { games, ground, match, past } from "../src/table";
import { answering, keepWaiving, waivable, waive, waives } from "../src/waiving";
import { board, GAME, Referee, settled, state, view } from "./referee";

let referee: Referee;
keepWaiving();

const ASKED = { side: "german", kind: "react", prompt: "React?", rule: "6.4.1a", occasion: null };

/** The question is open after so many actions: a side may react with these units. */
async function ask(number: number, units: string[], side = "german"): Promise<void> {
  referee.number = number;
  referee.tree = { react: { groups: [["unit", units]], complete: false } };
  match.value = state(number, { mine: ["german", "soviet"], view: view({ decisions: [{ ...ASKED, side }] }) });
  await settled();
}

beforeEach(() => {
  referee = new Referee();
  match.value = past.value = null;
  games.value = [{ ...GAME, waivers: [{ kind: "react", verb: "react", answer: "decline" }] }];
  ground.value = survey(board(3, 3));
  match.value = state(0, { view: view({ decisions: [] }) });
  for (const unit of ["1Pz", "2Pz"]) if (waives(unit)) waive(unit, false);
});

test("nothing is answered for units we want to be asked about", async () => {
  assert.equal(waivable.value, true);
  await ask(1, ["1Pz"]);
  assert.deepEqual(referee.played, []);
  waive("1Pz");
  await settled();
  assert.deepEqual(referee.played, ["decline"]); // the question that is open too
});

test("one unit that is not left out is enough to ask", async () => {
  waive("1Pz");
  await ask(2, ["1Pz", "2Pz"]);
  assert.deepEqual(referee.played, []);
  assert.equal(answering.value, false);
  waive("2Pz");
  await settled();
  assert.deepEqual(referee.played, ["decline"]);
});

test("taken back, the question is asked again, and another side is not answered for", async () => {
  waive("1Pz");
  await ask(3, ["1Pz"], "soviet");
  assert.deepEqual(referee.played, []);
  waive("1Pz", false);
  await ask(4, ["1Pz"]);
  assert.deepEqual(referee.played, []);
});

test("questions of other kinds and the past are left alone", async () => {
  waive("1Pz");
  referee.tree = { react: { groups: [["unit", ["1Pz"]]], complete: false } };
  match.value = state(5, { view: view({ decisions: [{ ...ASKED, kind: "retreat" }] }) });
  await settled();
  past.value = state(1);
  await ask(6, ["1Pz"]);
  assert.deepEqual(referee.played, []);
});
