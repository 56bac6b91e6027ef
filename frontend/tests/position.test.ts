import assert from "node:assert/strict";
import { test } from "node:test";
import { numbers, readPosition, texts } from "../src/position";

test("a view that leaves out what a game does not have is read all the same", () => {
  const empty = readPosition({});
  assert.deepEqual([empty.turn, empty.units, empty.control, empty.weather, empty.production], [0, [], {}, "", {}]);
  assert.equal(readPosition({ phase: "german-combat" }).phaseTitle, "german-combat");
});

test("a unit is read with care: what is not of its kind is as if it were not there", () => {
  const [unit] = readPosition({ units: [{ id: "25/7", hex: 1015, steps: "two", status: ["disrupted", 3] }, "no unit", null] }).units;
  assert.ok(unit);
  assert.deepEqual([unit.id, unit.hex, unit.steps, unit.status], ["25/7", "", null, ["disrupted"]]);
  assert.equal(readPosition({ units: ["no unit", null] }).units.length, 0);
});

test("a counter lies flat, a block stands on edge, and one may show its back only", () => {
  const [flat, open, back] = readPosition({ units: [{ id: "a" }, { id: "b", hidden: false }, { id: "c", hidden: true }] }).units;
  assert.deepEqual([flat?.block, open?.block, back?.block], [false, true, true]);
  assert.deepEqual([flat?.hidden, open?.hidden, back?.hidden], [false, false, true]);
});

test("texts and numbers are sifted out of anything", () => {
  assert.deepEqual(texts(["0101", 2, null, "0102"]), ["0101", "0102"]);
  assert.deepEqual(texts("0101"), []);
  assert.deepEqual(numbers({ a: 1, b: "2", c: null, d: 0 }), { a: 1, d: 0 });
  assert.deepEqual(numbers([1, 2]), {});
});
