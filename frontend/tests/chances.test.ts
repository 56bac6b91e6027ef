import assert from "node:assert/strict";
import { test } from "node:test";
import { percents, whole } from "../src/chances";

test("shares of a whole add up to 100 as they are said", () => {
  assert.deepEqual([...percents({ a: 1 / 3, b: 1 / 3, c: 1 / 3 }).values()], ["34%", "33%", "33%"]);
  assert.deepEqual([...percents({ a: 0.125, b: 0.125, c: 0.375, d: 0.375 }).values()], ["13%", "13%", "37%", "37%"]);
  assert.deepEqual([...percents({ a: 1, b: 0 }).values()], ["100%", "0%"]);
});

test("what hardly ever comes is not said to be never", () => {
  assert.deepEqual([...percents({ a: 0.006, b: 0.912, c: 0.082 }).values()], ["<1%", "91%", "8%"]);
});

test("columns that are not always thrown on say how often there is no throw", () => {
  assert.deepEqual(whole({ "1-1": 0.5, "2-1": 0.4 }, "none"), { "1-1": 0.5, "2-1": 0.4, none: 1 - 0.9 });
  assert.deepEqual(whole({ "1-1": 1 }, "none"), { "1-1": 1 });
});
