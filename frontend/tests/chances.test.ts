import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, whole } from "../src/chances";

test("the same chance reads the same wherever it stands", () => {
  assert.deepEqual([1 / 6, 1 / 3, 0.5, 1, 0].map(percent), ["17%", "33%", "50%", "100%", "0%"]);
});

test("what hardly ever comes is not said to be never", () => {
  assert.equal(percent(0.006), "<1%");
});

test("columns that are not always thrown on say how often there is no throw", () => {
  assert.deepEqual(whole({ "1-1": 0.5, "2-1": 0.4 }, "none"), { "1-1": 0.5, "2-1": 0.4, none: 1 - 0.9 });
  assert.deepEqual(whole({ "1-1": 1 }, "none"), { "1-1": 1 });
});
