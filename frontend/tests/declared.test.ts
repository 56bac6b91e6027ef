import assert from "node:assert/strict";
import { test } from "node:test";
import "./page";
import { GAME, Referee, settled, state, unit, view } from "./referee";
import { overlayNames } from "../src/overlays";
import { words } from "../src/order";
import { studyOrders } from "../src/study";
import { games, match, mayAsk, past } from "../src/table";

const referee = new Referee();
games.value = [GAME];
const units = [
  unit("1Pz", "german", "0101"), unit("Guderian", "german", "0101", { type: "leader" }), unit("5A", "soviet", "0201"),
  unit("soviet-0202-1", "soviet", "0202", { hidden: true }),
];
match.value = state(1, { view: view({ units, due: [{ turn: 2, at: "A", unit: unit("2Pz", "german", "") }] }) });

test("only what the game declares is asked, and with what it wants to be told", () => {
  assert.ok(mayAsk("zoc", { of: "german" }));
  assert.equal(mayAsk("zoc", {}), null);
  assert.equal(mayAsk("zoc", { unit: "1Pz" }), null);
  assert.equal(mayAsk("weather", {}), null);
});

test("a unit is asked about if the side may know the answer", () => {
  assert.ok(mayAsk("reach", { unit: "1Pz" }));
  assert.equal(mayAsk("reach", { unit: "5A" }), null); // not ours
  assert.equal(mayAsk("reach", { unit: "2Pz" }), null); // not on the map
  assert.ok(mayAsk("rail", { unit: "2Pz" }));
  assert.equal(mayAsk("rail", { unit: "soviet-0202-1" }), null); // it has no name
  assert.ok(mayAsk("radius", { unit: "Guderian" }));
  assert.equal(mayAsk("radius", { unit: "1Pz" }), null);
});

test("nothing is asked about a position that is past", () => {
  past.value = state(0);
  assert.equal(mayAsk("zoc", { of: "german" }), null);
  past.value = null;
});

test("the overlays to turn on are those the game answers, and control", () => {
  assert.deepEqual(overlayNames.value, ["zoc:german", "zoc:soviet", "radius", "control", "reach", "planner", "legend"]);
});

test("odds are asked for verbs that have them", async () => {
  studyOrders();
  words.value = ["move", "1Pz"];
  await settled();
  assert.ok(!referee.asked.some((key) => key.startsWith("/preview")));
  words.value = ["attack", "0201"];
  await settled();
  assert.ok(referee.asked.includes("/preview attack 0201"));
});
