import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { additions, budget, clauses, costOf, keepComposing, offered, strikeOut, unfinished, write } from "../src/compose";
import { composing, followDecisions, preview, words, wordsOf } from "../src/order";
import { games, match } from "../src/table";
import { GAME, Referee, settled, state, type Tree, unit, view } from "./referee";

const VERBS: [string, string[]] = ["verb", ["step", "build", "end"]];
const PRODUCTION: Tree = {
  "": { groups: [VERBS], complete: false },
  "step": { groups: [["unit", ["41Pz", "1AK"]]], complete: false },
  "build": { groups: [["unit", ["9AK"]]], complete: false },
  "end": { groups: [], complete: true },
  "step 41Pz": { groups: [VERBS], complete: false },
  "step 41Pz build": { groups: [["unit", ["9AK"]]], complete: false },
  "step 41Pz end": { groups: [], complete: true },
  "step 41Pz step": { groups: [["unit", ["1AK"]]], complete: false },
  "step 41Pz step 1AK": { groups: [VERBS], complete: false },
  "step 1AK": { groups: [VERBS], complete: false },
};

let referee: Referee;
games.value = [GAME];
followDecisions();
keepComposing();

beforeEach(async () => {
  referee = new Referee();
  referee.tree = PRODUCTION;
  match.value = null;
  match.value = state(0, {
    view: view({
      units: [], tallies: { production: { german: 30 } },
      decisions: [{ side: "german", kind: "production", prompt: "Produce", rule: "11.1", occasion: null }],
    }),
  });
  await settled();
});

test("clauses begin with a verb; one that lacks words is unfinished and is left behind by the next", async () => {
  assert.ok(composing.value);
  write("step", "41Pz");
  await settled();
  assert.deepEqual(clauses.value, [["step", "41Pz"]]);
  assert.ok(!unfinished.value);
  write("step");
  await settled();
  assert.deepEqual(clauses.value, [["step", "41Pz"], ["step"]]);
  assert.ok(unfinished.value);
  write("step", "1AK");
  await settled();
  assert.deepEqual(words.value, ["step", "41Pz", "step", "1AK"]);
  assert.deepEqual(referee.played, []);
});

test("a clause is struck out and the others stay", async () => {
  write("step", "41Pz");
  await settled();
  write("step", "1AK");
  await settled();
  strikeOut(0);
  await settled();
  assert.deepEqual(clauses.value, [["step", "1AK"]]);
});

test("points and costs are the referee's", async () => {
  assert.deepEqual(budget.value, { left: 30, all: 30 });
  write("step", "41Pz");
  await settled();
  preview.value = {
    kind: "production", attack: "", defence: "", column: "", columns: {}, outcomes: {}, says: "", wins: null, price: "", notes: [], first: "", tables: {}, lines: [],
    budget: { points: 30, left: 22, costs: [8] },
  };
  assert.deepEqual(budget.value, { left: 22, all: 30 });
  assert.equal(costOf(0), 8);
  assert.equal(costOf(1), null);
});

test("what has been offered keeps its place, the weakest first, though it can be taken no more", async () => {
  const units = [unit("41Pz", "german", "0101", { steps: 3 }), unit("1AK", "german", "0102", { steps: 1 })];
  match.value = null;
  match.value = state(0, { view: view({ units, decisions: [{ side: "german", kind: "production", prompt: "Produce", rule: "11.1", occasion: null }] }) });
  await settled();
  assert.deepEqual(offered.value.get("step"), ["1AK", "41Pz"]);
  write("step", "41Pz");
  await settled();
  assert.deepEqual(wordsOf(additions.value.get("step") ?? { groups: [], complete: false }, "unit"), ["1AK"]);
  assert.deepEqual(offered.value.get("step"), ["1AK", "41Pz"]);
});
