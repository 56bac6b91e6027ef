// What changes, put together with the old state, is the new state.
import "./page";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { follow, patched } from "../src/delta";
import type { LiveDelta, MatchState } from "../src/messages";

test("a value is replaced", () => {
  assert.equal(patched(3, { to: null }), null);
  assert.deepEqual(patched({ a: 1, b: [2] }, { in: { a: { to: 5 }, c: { to: "new" } }, gone: ["b"] }), { a: 5, c: "new" });
});

test("a list is made from runs of the old one, and items in it are changed", () => {
  const old = [{ id: "a", hex: "1" }, { id: "b", hex: "2" }, { id: "c", hex: "3" }];
  const fresh = { id: "d", hex: "4" };
  const now = patched(old, { runs: [[0, 1, [fresh]], [2, 1, []]], at: { "2": { in: { hex: { to: "9" } } } } });
  assert.deepEqual(now, [{ id: "a", hex: "1" }, fresh, { id: "c", hex: "9" }]);
  assert.equal((now as unknown[])[0], old[0]); // what stays is not drawn again
  assert.equal(old[2]?.hex, "3");
});

test("a change of another state than ours is no use", () => {
  const delta: LiveDelta = { live: "delta", since: 4, number: 5, patch: null, lines: [], dropped: 0, answers: 0 };
  assert.equal(follow(null, delta), null);
  assert.equal(follow({ number: 3, lines: [] } as unknown as MatchState, delta), null);
});

test("changes of real matches, if a file of them is named", () => {
  const file = process.env["GROGNARD_DELTAS"];
  if (!file) return;
  const games = JSON.parse(readFileSync(file, "utf-8")) as { first: MatchState; steps: [LiveDelta, MatchState][] }[];
  let steps = 0;
  for (const { first, steps: all } of games) {
    let state = first;
    for (const [said, now] of all) {
      const next = follow(state, said);
      assert.equal(JSON.stringify(next), JSON.stringify(now));
      state = next ?? now;
      steps++;
    }
  }
  console.log(`followed ${steps} changes`);
});
