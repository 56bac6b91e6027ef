import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { survey } from "../src/geometry";
import { notice } from "../src/notices";
import { followDecisions, give, words } from "../src/order";
import { plan } from "../src/plans";
import { fan, menu, pointAt } from "../src/pointing";
import { strings as S } from "../src/strings";
import { games, ground, match } from "../src/table";
import { board, DONE, GAME, ORDERS, Referee, settled, state, unit, view, type Tree } from "./referee";

let referee: Referee;
followDecisions();

const UNITS = [unit("1Pz", "german", "0101"), unit("2Pz", "german", "0101"), unit("3Pz", "german", "0103"), unit("5A", "soviet", "0201"), unit("6A", "soviet", "0303")];

async function ask(tree: Tree, kind = "german-movement", phases = ["move", "attack", "end"]): Promise<void> {
  referee.tree = tree;
  games.value = [{ ...GAME, phases: { "german-movement": phases }, asides: ["top"] }];
  match.value = null;
  match.value = state(0, { view: view({ units: UNITS, decisions: [{ side: "german", kind, prompt: "", rule: "9.6", occasion: null }] }) });
  await settled();
}

async function told(hex: string): Promise<string> {
  notice.value = null;
  await pointAt(hex);
  return (notice.value as { text: string } | null)?.text ?? "";
}

beforeEach(() => {
  referee = new Referee();
  [fan.value, menu.value] = ["", null];
  ground.value = survey(board(4, 4));
});

const LOSE: Tree = {
  "": { groups: [["verb", ["lose"]]], complete: false },
  "lose": { groups: [["unit", ["1Pz", "2Pz"]]], complete: false },
  "lose 1Pz": DONE,
  "lose 2Pz": DONE,
};

test("a click beside the question says what may be chosen, in no words of a command line", async () => {
  await ask(LOSE, "lose-step");
  referee.rulings = { "lose 3Pz": { elsewhere: true }, "lose 5A": { elsewhere: true } };
  assert.equal(await told("0103"), "3Pz cannot be chosen here. You may choose 1Pz or 2Pz.");
  assert.equal(await told("0404"), S.answerFirst);
  referee.rulings = {};
  assert.equal(await told("0103"), "No lose 3Pz"); // where a rule answers, it does
});

test("where a hex is asked for, the hexes are named", async () => {
  await ask({ "": { groups: [["verb", ["retreat"]]], complete: false }, "retreat": { groups: [["hex", ["0102", "0202"]]], complete: false }, "retreat 0102": DONE, "retreat 0202": DONE }, "retreat");
  referee.rulings = { "retreat 0404": { elsewhere: true } };
  assert.equal(await told("0404"), "0404 cannot be chosen here. You may choose 0102 or 0202.");
});

test("a phase that asks for a word says so", async () => {
  await ask({ "": { groups: [["verb", ["declare"]]], complete: false }, "declare": { groups: [["order", ["movement", "combat"]]], complete: false } }, "german-movement", ["declare"]);
  assert.equal(await told("0103"), S.answerFirst);
});

test("while one attack is put together, a click on another enemy says why not him", async () => {
  await ask(ORDERS);
  await give(["attack", "0201", "1Pz"]);
  referee.rulings = { "attack 0303": { reason: "none of yours is next to 0303" } };
  assert.equal(await told("0303"), "None of yours is next to 0303");
  assert.deepEqual(words.value, ["attack", "0201", "1Pz"]);
});

test("an enemy is no answer to what is done by units, nor to a verb nobody can say now", async () => {
  const supply: Tree = { "": { groups: [["verb", ["supply", "end"]]], complete: false }, "supply": { groups: [["unit", ["1Pz"]]], complete: false }, "supply 1Pz": DONE, "end": DONE };
  await ask(supply, "german-movement", ["supply", "aerial", "end"]);
  assert.equal(await told("0303"), S.nothingAgainst("0303"));
});

test("an empty hex that nothing may be laid on says why, where things are laid on empty hexes", async () => {
  const lay: Tree = { "": { groups: [["verb", ["interdict", "end"]]], complete: false }, "interdict": { groups: [["hex", ["0104"]]], complete: false }, "interdict 0104": DONE, "end": DONE };
  await ask(lay, "german-movement", ["interdict", "end"]);
  assert.equal(await told("0404"), "No interdict 0404");
  await ask(ORDERS); // here an empty hex is nobody's business
  assert.equal(await told("0404"), "");
});

test("an order that is whole without a hex is no march against an enemy", async () => {
  const activate: Tree = { "": { groups: [["verb", ["activate", "end"]]], complete: false }, "activate": { groups: [["unit", ["1Pz"]]], complete: false }, "activate 1Pz": { groups: [["hex", ["0302", "0202"]]], complete: true }, "activate 1Pz 0302": DONE, "activate 1Pz 0202": DONE, "end": DONE };
  await ask(activate, "german-movement", ["activate", "end"]);
  assert.equal(await told("0303"), S.nothingAgainst("0303"));
  assert.equal(plan.value, null);
});

test("who can only do what decides nothing is told why he can do no more", async () => {
  const top: Tree = { ...ORDERS, "": { groups: [["verb", ["move", "top", "end"]]], complete: false }, "top": { groups: [["unit", ["3Pz"]]], complete: false }, "top 3Pz": DONE };
  await ask(top, "german-movement", ["move", "top", "end"]);
  referee.rulings = { "move 3Pz": { reason: "3Pz has moved" }, "top 3Pz": { ok: true } };
  assert.equal(await told("0103"), "3Pz has moved");
  assert.deepEqual((menu.value as { ideas: { verb: string }[] } | null)?.ideas.map(({ verb }) => verb), ["top"]);
});

test("a stack beside one enemy attacks him when it is clicked in combat; far from any it can do nothing", async () => {
  const fight: Tree = { ...ORDERS, "": { groups: [["verb", ["attack", "end"]]], complete: false } };
  await ask(fight, "german-movement", ["attack", "end"]);
  await pointAt("0101");
  assert.deepEqual(words.value, ["attack", "0201", "2Pz", "1Pz"]);
  await ask(fight, "german-movement", ["attack", "end"]);
  assert.equal(await told("0103"), S.nothingToDo("0103"));
  await ask(fight, "momentum", []);
  assert.equal(await told("0103"), "No attack 3Pz"); // a question knows why it is not about this unit
});
