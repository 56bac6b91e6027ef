// Times in words, and what is left of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./page";
import { bank, clockWords, left, setWatch, span, termsWords } from "../src/clock";

const DAY = 86_400_000;
const clock = (changes: object) => ({ side: "german", used: 0, since: 0, until: 0, ...changes });

test("a span has the two units that matter", () => {
  assert.equal(span(3 * DAY), "3 d");
  assert.equal(span(3 * DAY - 1), "2 d 23 h");
  assert.equal(span(3_600_000 + 5 * 60_000), "1 h 5 min");
  assert.equal(span(61_000), "1 min 1 s");
  assert.equal(span(999), "0 s");
});

test("what is left goes by the server's watch", () => {
  setWatch(Date.now() + DAY);
  const time = left(clock({ since: 1, until: Date.now() + DAY + 60_000 }));
  assert.ok(time !== null && time > 55_000 && time <= 61_500);
  assert.equal(left(clock({ until: 5 })), 0);
  assert.equal(left(clock({})), null);
  setWatch(Date.now());
});

test("the time for the match stands while the clock does", () => {
  const terms = { per_move: 0, per_match: 7200, late: "forfeit" };
  assert.equal(bank(clock({ used: 3_600_000 }), terms), 3_600_000);
  assert.equal(clockWords(clock({ used: 3_600_000 }), terms), "1 h for the match");
  assert.equal(bank(clock({ used: 9_000_000 }), terms), 0);
  assert.equal(bank(clock({}), { ...terms, per_match: 0 }), null);
  assert.equal(clockWords(clock({}), { ...terms, per_match: 0 }), "");
});

test("terms in words", () => {
  assert.equal(termsWords({ per_move: 86_400, per_match: 0, late: "bot" }), "1 d for a move; out of time, a bot plays on");
});
