import "./page";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { survey } from "../src/geometry";
import { followDecisions } from "../src/order";
import { bestApproach, plan } from "../src/plans";
import { games, ground, match } from "../src/table";
import { board, DONE, GAME, ORDERS, Referee, settled, state, unit, view } from "./referee";

const FAR = view({ units: [unit("1Pz", "german", "0101"), unit("2Pz", "german", "0101"), unit("5A", "soviet", "0303")] });
const MARCH = "move 2Pz 1Pz 0202"; // beside the enemy
let referee: Referee;
followDecisions();

beforeEach(async () => {
  referee = new Referee();
  referee.tree = { ...ORDERS, "move 2Pz 1Pz": { groups: [["hex", ["0202"]]], complete: false }, [MARCH]: DONE };
  match.value = null;
  games.value = [GAME];
  ground.value = survey(board(3, 3));
  match.value = state(0, { view: FAR });
  await settled();
});

test("a distant enemy is planned for: who would go, and where to", async () => {
  assert.ok(await bestApproach("0303"));
  assert.deepEqual(plan.value?.first, MARCH.split(" "));
  assert.deepEqual([...new Set(referee.supposed)], [MARCH]);
});

test("a plan that was begun in one position asks nothing about the next", async () => {
  const open = referee.holdBack(`/choices ${MARCH}`);
  const found = bestApproach("0303");
  await settled();
  match.value = state(1, { view: FAR });
  open();
  assert.ok(await found);
  assert.deepEqual(referee.supposed, []);
  assert.equal(plan.value, null);
});
