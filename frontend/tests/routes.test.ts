import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { read } from "../src/routes";
import { keep, seatHeader, tokensOf } from "../src/seats";

test("an address that cannot be read leads to the lobby", () => {
  for (const hash of ["#/m/%", "#/m/%/at/3", "#/%", "#/m/%E0%A4%A", "#", ""]) {
    location.hash = hash;
    assert.deepEqual(read(), { match: "", at: null }, hash);
  }
  location.hash = "#/m/m1/at/%";
  assert.deepEqual(read(), { match: "m1", at: null });
});

test("a bad link does not cost us the secret we have", () => {
  keep("m2", { german: "right" });
  location.hash = "#/m/m2/join/german/wrong";
  assert.deepEqual(read(), { match: "m2", at: null });
  assert.equal(location.hash, "#/m/m2");
  assert.equal(tokensOf("m2")["german"], "right");
  assert.deepEqual(seatHeader("m2").split(","), ["right", "wrong"]);
  location.hash = "#/m/m2/join/german/right";
  read();
  assert.deepEqual(seatHeader("m2").split(","), ["right", "wrong"]);
});

test("a first link is kept", () => {
  location.hash = "#/m/m3/join/soviet/secret";
  read();
  assert.deepEqual(tokensOf("m3"), { soviet: "secret" });
});
