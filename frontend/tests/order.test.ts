import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { survey } from "../src/geometry";
import { notice, refuse } from "../src/notices";
import {
  choiceHexes, choices, choiceUnits, chosenUnits, closing, commit, confirming, floor, followDecisions, followers, give, openings,
  ordersAtOnce, ready, say, startOver, stepBack, words, wordsOf,
} from "../src/order";
import { allMay } from "../src/all";
import { inHand } from "../src/hand";
import { addAll, dropInto, emptied, fan, hexesToChoose, ideasFor, isOffered, menu, pointAt, upNext } from "../src/pointing";
import { remember } from "../src/memory";
import { ends } from "../src/remaining";
import { games, ground, match } from "../src/table";
import { keepTroop } from "../src/troop";
import { strings as S } from "../src/strings";
import { board, DONE, GAME, ORDERS, Referee, settled, state, unit, view, type Tree } from "./referee";

let referee: Referee;
followDecisions();

beforeEach(async () => {
  referee = new Referee();
  match.value = null;
  notice.value = null;
  fan.value = "";
  games.value = [GAME];
  remember("done.m1", "");
  ground.value = survey(board(3, 3));
  match.value = state(0);
  await settled();
});

test("a decision begins with what each verb could be said of", () => {
  assert.deepEqual([...openings.value.keys()], ["move", "attack", "end"]);
  assert.deepEqual([...ready.value], ["1Pz", "2Pz"]);
  assert.deepEqual(words.value, []);
  assert.equal(closing.value, null);
});

test("an order is built word by word and played when nothing may follow", async () => {
  await say("move");
  assert.deepEqual([...choiceUnits.value], ["1Pz", "2Pz"]);
  await say("1Pz");
  assert.deepEqual(chosenUnits.value, ["1Pz"]);
  assert.deepEqual([...choiceHexes.value], ["0102", "0202"]);
  assert.deepEqual(referee.played, []);
  await say("0102");
  assert.deepEqual(referee.played, ["move 1Pz 0102"]);
  await settled();
  assert.equal(match.value?.number, 1);
  assert.deepEqual(words.value, []);
});

test("words said faster than the server answers are put together", async () => {
  await Promise.all([say("move"), say("1Pz"), say("2Pz")]);
  assert.deepEqual(words.value, ["move", "1Pz", "2Pz"]);
});

test("an answer that comes late is dropped", async () => {
  const open = referee.holdBack("/choices move 1Pz 2Pz");
  const slow = give(["move", "1Pz", "2Pz"]);
  await give(["attack"]);
  open();
  assert.equal(await slow, false);
  assert.deepEqual(words.value, ["attack"]);
});

test("a word that is not offered is refused with its rule and changes nothing", async () => {
  await say("move");
  assert.equal(await say("5A"), false);
  assert.deepEqual(words.value, ["move"]);
  assert.deepEqual([notice.value?.text, notice.value?.rule, notice.value?.bad], ["That is not offered", "6.1", true]);
  await say("2Pz"); // and the order goes on
  assert.deepEqual(words.value, ["move", "2Pz"]);
});

test("the closing word is offered once the order could end, and said by committing", async () => {
  await give(["attack", "0201"]);
  assert.equal(closing.value, null);
  await say("1Pz");
  assert.equal(closing.value, "go");
  await commit();
  assert.deepEqual(referee.played, ["attack 0201 1Pz go"]);
});

test("words are taken back one by one", async () => {
  await give(["attack", "0201", "1Pz"]);
  assert.ok(stepBack());
  await settled();
  assert.deepEqual(words.value, ["attack", "0201"]);
  await startOver();
  assert.deepEqual(words.value, []);
  assert.equal(stepBack(), false);
});

test("the only verb there is says itself, and is not taken back", async () => {
  referee.tree = {
    "": { groups: [["verb", ["retreat"]]], complete: false },
    "retreat": { groups: [["hex", ["0102", "0202"]], ["verb", ["stand"]]], complete: false },
    "retreat 0102": DONE,
  };
  match.value = state(1, { view: view({ decisions: [{ side: "german", kind: "retreat", prompt: "Fall back", rule: "9.6", occasion: null }] }) });
  referee.number = 1;
  await settled();
  assert.deepEqual([words.value, floor.value], [["retreat"], 1]);
  assert.equal(closing.value, null); // the player has said nothing yet that could end
  assert.equal(stepBack(), false);
  await say("0102");
  assert.deepEqual(referee.played, ["retreat 0102"]);
});

test("an action to regret is shown its warnings before it is played", async () => {
  remember("done.m1", "1 german-movement german");
  referee.warnings = { end: [{ text: "two units could move", rule: "4.2", hexes: [] } as never] };
  await say("end");
  assert.deepEqual(confirming.value?.words, ["end"]);
  assert.deepEqual(confirming.value?.warnings.map((w) => w.text)[0], "two units could move");
  assert.deepEqual(referee.played, []);
  assert.ok(stepBack());
  assert.equal(confirming.value, null);
  await say("end");
  await commit();
  assert.deepEqual(referee.played, ["end"]);
});

test("if somebody was faster, nothing is played and the new state is fetched", async () => {
  referee.faster = 1;
  await give(["move", "1Pz", "0102"]);
  await settled();
  assert.deepEqual(referee.played, []);
  assert.equal(match.value?.number, 1);
});

test("a click takes the whole stack, a second one leaves the top unit out, and after the last all are taken again", async () => {
  assert.deepEqual(ideasFor("0101", ["2Pz", "1Pz"]), [{ verb: "move", units: ["2Pz", "1Pz"], hex: "" }]);
  await pointAt("0101");
  assert.deepEqual(words.value, ["move", "2Pz", "1Pz"]);
  await pointAt("0101");
  assert.deepEqual(words.value, ["move", "1Pz"]);
  await pointAt("0101");
  assert.deepEqual(words.value, ["move", "2Pz", "1Pz"]);
  await pointAt("0102");
  assert.deepEqual(referee.played, ["move 2Pz 1Pz 0102"]);
});

test("units that no order names together do the same one after the other", async () => {
  referee.tree = {
    ...ORDERS,
    "move 1Pz": { groups: [["hex", ["0102", "0202"]]], complete: false },
    "move 2Pz": { groups: [["hex", ["0102"]]], complete: false },
    "move 2Pz 0102": DONE,
  };
  match.value = null;
  match.value = state(0);
  await settled();
  await pointAt("0101");
  assert.deepEqual([words.value, followers.value, inHand.value], [["move", "2Pz"], ["1Pz"], ["2Pz", "1Pz"]]);
  stepBack(); // Esc: the last one in hand is left out, and never comes along with the next order
  await settled();
  assert.deepEqual([words.value, followers.value], [["move", "2Pz"], []]);
  await startOver();
  await pointAt("0101");
  await pointAt("0102");
  await settled();
  assert.deepEqual(referee.played, ["move 2Pz 0102", "move 1Pz 0102"]);
});

const APART = [unit("1Pz", "german", "0101"), unit("2Pz", "german", "0102")];
const SUPPLY: Tree = {
  "": { groups: [["verb", ["supply", "end"]]], complete: false },
  "supply": { groups: [["unit", ["1Pz", "2Pz"]]], complete: false },
  "supply 1Pz": { groups: [["verb", ["attack"]]], complete: false },
  "supply 2Pz": { groups: [["verb", ["attack"]]], complete: false },
  "supply 1Pz attack": DONE,
  "supply 2Pz attack": DONE,
  "end": DONE,
};

test("a unit that stands alone gives its order when it is pointed at again, and one left for another is named", async () => {
  referee.tree = SUPPLY;
  match.value = null;
  match.value = state(0, { view: view({ units: APART }) });
  await settled();
  await pointAt("0101");
  assert.deepEqual(words.value, ["supply", "1Pz"]);
  await pointAt("0102");
  assert.deepEqual(words.value, ["supply", "2Pz"]);
  assert.match(notice.value?.text ?? "", /^Not done: supply 1Pz/);
  await pointAt("0102");
  await settled();
  assert.deepEqual(referee.played, ["supply 2Pz attack"]);
});

test("where a question asks who goes, the hex may be pointed at before them", async () => {
  referee.tree = {
    "": { groups: [["verb", ["advance", "stay"]]], complete: false },
    "advance": { groups: [["unit", ["1Pz", "2Pz"]]], complete: false },
    "advance 1Pz": { groups: [["hex", ["0202"]]], complete: false },
    "advance 2Pz": { groups: [["hex", ["0202", "0103"]]], complete: false },
    "advance 1Pz 0202": DONE,
    "advance 2Pz 0202": DONE,
    "stay": DONE,
  };
  match.value = null;
  match.value = state(0, { view: view({ decisions: [{ side: "german", kind: "advance", prompt: "Advance", rule: "9.8", occasion: null }] }) });
  await settled();
  await pointAt("0303");
  assert.deepEqual([words.value, notice.value?.text], [[], S.answerFirst]);
  await pointAt("0202");
  assert.deepEqual([inHand.value, referee.played], [["1Pz", "2Pz"], []]);
});

const FOLLOW: Tree = {
  "": { groups: [["verb", ["advance", "stay"]]], complete: false },
  "advance": { groups: [["unit", ["1Pz", "2Pz", "3Pz"]]], complete: false },
  "advance 1Pz": DONE,
  "advance 2Pz": DONE,
  "advance 3Pz": DONE,
  "stay": DONE,
};

test("the hex that the enemy has left takes whoever may go there, though their orders name no hex", async () => {
  const about = { side: "german", says: "Advance into 0202", units: ["1Pz", "2Pz", "3Pz"], hexes: [], targets: ["0202"], dice: [], faces: 6 };
  const decisions = [{ side: "german", kind: "advance", prompt: "Advance", rule: "11.7a", occasion: about }];
  const units = [unit("1Pz", "german", "0101"), unit("2Pz", "german", "0101"), unit("3Pz", "german", "0102")];
  referee.tree = FOLLOW;
  const asks = async (more = units): Promise<void> => {
    match.value = null;
    match.value = state(referee.number, { view: view({ decisions, units: more }) });
    await settled();
  };
  await asks();
  await pointAt("0202");
  assert.deepEqual([menu.value?.ideas, referee.played], [[{ verb: "advance", units: ["1Pz", "2Pz", "3Pz"], hex: "", all: true }], []]);
  await asks();
  assert.ok(!(await dropInto("0303", "0101")), "the question is about another hex");
  assert.ok(await dropInto("0202", "0101"));
  await settled();
  assert.deepEqual(referee.played, ["advance 1Pz", "advance 2Pz"], "the stack that was let go over it, and nobody else");
  await asks([...units, unit("5A", "soviet", "0202")]);
  assert.ok(!emptied("0202"), "the enemy is still there");
});

test("a unit that cannot join an attack is told why", async () => {
  match.value = null;
  match.value = state(0, { view: view({ units: [...view().units, unit("9ID", "german", "0103")] }) });
  await settled();
  await pointAt("0201");
  await pointAt("0103");
  assert.deepEqual(words.value, ["attack", "0201", "1Pz", "2Pz"]);
  assert.equal(notice.value?.text, "No attack 0201 1Pz 2Pz 9ID");
});

test("all that one gesture has ordered is taken back together", async () => {
  referee.tree = FOLLOW;
  match.value = null;
  match.value = state(0);
  await settled();
  await give(["advance", "1Pz"], ["2Pz", "3Pz"]);
  await settled();
  assert.equal(referee.played.length, 3);
  assert.equal(match.value && ordersAtOnce(match.value), 3);
  await give(["advance", "1Pz"]);
  await settled();
  assert.equal(match.value && ordersAtOnce(match.value), 1);
});

test("who cannot do the same is named with the rule that keeps him", async () => {
  referee.tree = {
    ...ORDERS,
    "move 1Pz": { groups: [["hex", ["0202"]]], complete: false },
    "move 2Pz": { groups: [["hex", ["0102"]]], complete: false },
    "move 2Pz 0102": DONE,
  };
  match.value = null;
  match.value = state(0);
  await settled();
  await pointAt("0101");
  await pointAt("0102");
  await settled();
  assert.deepEqual(referee.played, ["move 2Pz 0102"]);
  assert.match(notice.value?.text ?? "", /^1Pz stays: no move 1Pz 0102/);
});

test("a fan and a refusal do not outlast their phase", () => {
  keepTroop();
  fan.value = "0101";
  refuse("no", "6.2");
  match.value = state(1, { view: { ...view(), phase: "combat" } });
  assert.deepEqual([fan.value, notice.value], ["", null]);
});

test("where each unit of a stack would act at once, somebody must say which, or all", async () => {
  referee.tree = {
    "": { groups: [["verb", ["advance", "stay"]]], complete: false },
    "advance": { groups: [["unit", ["1Pz", "2Pz"]]], complete: false },
    "advance 1Pz": DONE,
    "advance 2Pz": DONE,
    "stay": DONE,
  };
  match.value = null;
  match.value = state(0);
  await settled();
  await pointAt("0101");
  assert.deepEqual([referee.played, fan.value], [[], "0101"]);
  await addAll("0101");
  await settled();
  assert.deepEqual([referee.played, fan.value], [["advance 2Pz", "advance 1Pz"], ""]);
});

test("pointing at an enemy proposes everybody who can join; a click on a stack takes it off and on", async () => {
  assert.deepEqual(ideasFor("0201", ["5A"]), [{ verb: "attack", units: [], hex: "0201" }]);
  await pointAt("0201");
  assert.deepEqual(words.value, ["attack", "0201", "1Pz", "2Pz"]);
  assert.equal(menu.value, null);
  await pointAt("0101", "1Pz");
  assert.deepEqual(words.value, ["attack", "0201", "2Pz"]);
  await pointAt("0101");
  assert.deepEqual(words.value, ["attack", "0201"]);
  await pointAt("0101");
  assert.deepEqual(words.value.slice(2).sort(), ["1Pz", "2Pz"]);
});

test("clicks faster than the server answers are understood one after the other", async () => {
  const open = referee.holdBack("/choices move 2Pz");
  const both = [pointAt("0101"), pointAt("0102")];
  open();
  await Promise.all(both);
  assert.deepEqual(referee.played, ["move 2Pz 1Pz 0102"]);
});

test("an order that is whole still offers the words that may follow", async () => {
  referee.tree = {
    "": { groups: [["verb", ["activate", "end"]]], complete: false },
    "activate": { groups: [["unit", ["1Pz"]]], complete: false },
    "activate 1Pz": { groups: [["verb", ["blitz", "invasion"]], ["hex", ["0102"]]], complete: true },
    "end": DONE,
  };
  match.value = null;
  match.value = state(0);
  await settled();
  await give(["activate", "1Pz"]);
  assert.equal(closing.value, "");
  assert.deepEqual(wordsOf(choices.value, "verb"), ["blitz", "invasion"]);
  assert.deepEqual(referee.played, []);
});

test("ending a phase in which nothing was done says what could be done, and not again once something was", async () => {
  await say("end");
  assert.deepEqual(confirming.value?.warnings.map((w) => w.text), ["Still possible: move, 2 units", "Still possible: attack, 1 hex"]);
  assert.ok(stepBack());
  await give(["move", "1Pz", "0102"]);
  await settled();
  await say("end");
  assert.deepEqual(referee.played, ["move 1Pz 0102", "end"]);
});

test("a verb of one word that does something is something done", async () => {
  referee.tree = { "": { groups: [["verb", ["place", "deploy", "end"]]], complete: false }, "place": { groups: [["unit", ["1Pz"]]], complete: false }, "deploy": DONE, "end": DONE };
  match.value = null;
  match.value = state(0);
  await settled();
  await say("deploy");
  await settled();
  await say("end");
  assert.deepEqual([referee.played, confirming.value], [["deploy", "end"], null]);
});

test("who points elsewhere while a question stands before an order takes the order back", async () => {
  await say("end");
  assert.ok(confirming.value);
  await pointAt("0303");
  assert.deepEqual([confirming.value, referee.played], [null, []]);
});

test("pointing at a chosen counter leaves it out", async () => {
  await give(["attack", "0201", "1Pz", "2Pz"]);
  await pointAt("0101", "2Pz");
  assert.deepEqual(words.value, ["attack", "0201", "1Pz"]);
});

test("pointing where nothing can be done says which rule forbids it", async () => {
  await give(["move", "1Pz"]);
  await pointAt("0303");
  assert.deepEqual(words.value, ["move", "1Pz"]);
  assert.deepEqual([notice.value?.text, notice.value?.rule], ["No move 1Pz 0303", "6.2"]);
});

test("Tab visits every hex where something may be chosen", async () => {
  assert.deepEqual(new Set(hexesToChoose()), new Set(["0101", "0201"]));
  await give(["move", "1Pz"]);
  assert.deepEqual(new Set(hexesToChoose()), new Set(["0102", "0202", "0101"]));
  assert.ok(isOffered("0202"));
  assert.ok(!isOffered("0303"));
});

/** A question in the midst of an attack, answered by one verb and one unit, and by whatever else is given. */
async function ask(verb: string, more: Tree = {}): Promise<void> {
  referee.tree = {
    "": { groups: [["verb", [verb, ...Object.keys(more)]]], complete: false },
    [verb]: { groups: [["unit", ["1Pz", "2Pz"]]], complete: false },
    [`${verb} 1Pz`]: DONE,
    [`${verb} 2Pz`]: DONE,
    ...more,
  };
  match.value = state(0, { view: view({ decisions: [{ side: "german", kind: verb, prompt: "Choose", rule: "9.6", occasion: null }] }) });
  await settled();
}

test("all may advance; of a step that is lost one unit is asked for, and a key for all of them loses none", async () => {
  await ask("advance", { stay: DONE });
  assert.ok(allMay());
  await ask("lose");
  assert.ok(!allMay());
  await addAll("0101");
  assert.deepEqual(referee.played, []);
});

test("while a phase cannot be ended no other verb takes the place of the end", async () => {
  referee.tree = { ...ORDERS, "": { groups: [["verb", ["move", "go"]]], complete: false }, "go": DONE };
  match.value = state(1);
  await settled();
  assert.deepEqual([...openings.value.keys()], ["move", "go"]);
  assert.ok(!ends("go"));
  await ask("advance", { stay: DONE });
  assert.ok(ends("stay")); // in a question it ends it
});

test("whom Next has come to is sent by a hex they can reach; any other click forgets them", async () => {
  upNext.value = { verb: "move", units: [], hex: "0101" };
  await pointAt("0303");
  await pointAt("0102");
  assert.deepEqual(referee.played, []);
  upNext.value = { verb: "move", units: [], hex: "0101" };
  await pointAt("0102");
  assert.deepEqual(referee.played, ["move 2Pz 1Pz 0102"]);
});
