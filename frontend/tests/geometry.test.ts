import assert from "node:assert/strict";
import { test } from "node:test";
import { between, boxAround, hexAt, hexPath, linePath, neighbour, outline, survey, type Point } from "../src/geometry";
import { board } from "./referee";

/** The segments of a path, each as its two ends. */
function segments(d: string): string[] {
  return d.split("M").filter(Boolean);
}

type Arrow = [number, number];
const [up, down, left, right]: [Arrow, Arrow, Arrow, Arrow] = [[0, -1], [0, 1], [-1, 0], [1, 0]];

for (const top of ["flat", "pointy"]) {
  const ground = survey(board(5, 4, top));

  test(`${top}: every hex is found at its centre and near each of its corners`, () => {
    for (const hex of ground.message.hexes) {
      assert.equal(hexAt(ground, hex.x, hex.y), hex.name);
      for (const corner of ground.corners) {
        assert.equal(hexAt(ground, hex.x + corner.x * 0.85, hex.y + corner.y * 0.85), hex.name);
      }
    }
  });

  test(`${top}: the corners lie a radius away, and six sides close the hex`, () => {
    for (const corner of ground.corners) assert.ok(Math.abs(Math.hypot(corner.x, corner.y) - 10) < 1e-9);
    assert.equal(hexPath(ground, "0202").split("L").length, 6);
    assert.ok(hexPath(ground, "0202").endsWith("z"));
  });

  test(`${top}: arrows there and back lead home, and a zigzag keeps its row`, () => {
    const walk = (from: string, ...arrows: Arrow[]): string => {
      let [hex, anchor] = [from, null as Point | null];
      for (const [dx, dy] of arrows) {
        const next = neighbour(ground, hex, dx, dy, anchor);
        assert.ok(next, `no way on from ${hex}`);
        [hex, anchor] = [next.hex, next.anchor];
      }
      return hex;
    };
    for (const [there, back] of [[up, down], [down, up], [left, right], [right, left]] as const) {
      assert.equal(walk("0202", there, back), "0202");
      assert.equal(walk("0303", there, back), "0303");
    }
    if (top === "flat") assert.equal(walk("0102", right, right, right, right), "0502");
    else assert.equal(walk("0201", down, down, down, down), "0205");
  });

  test(`${top}: there is no way off the map`, () => {
    assert.equal(neighbour(ground, "0101", -1, 0, null), null);
    assert.equal(neighbour(ground, "0101", 0, -1, null), null);
    assert.equal(neighbour(ground, "9999", 1, 0, null), null);
  });
}

const ground = survey({ ...board(5, 4), hexes: board(5, 4).hexes.map((hex) => ({ ...hex, place: hex.name < "0103" ? "Orsha" : "" })) });

test("off the map there is no hex", () => {
  assert.equal(hexAt(ground, -30, -30), "");
  assert.equal(hexAt(ground, 5000, 20), "");
  assert.equal(hexPath(ground, "9999"), "");
});

test("a place knows its hexes", () => {
  assert.deepEqual(ground.placeHexes.get("Orsha"), ["0101", "0102"]);
});

test("the outline leaves out the sides that hexes of the group share", () => {
  assert.equal(segments(outline(ground, ["0202"])).length, 6);
  assert.equal(segments(outline(ground, ["0202", "0203"])).length, 10);
  assert.equal(segments(outline(ground, ["0202", "0402"])).length, 12);
  assert.equal(segments(outline(ground, ["0202", "0202", "9999"])).length, 6);
});

test("the front is the hexsides between owners, each once", () => {
  const owners = new Map([["0202", "german"], ["0203", "soviet"], ["0201", "german"], ["0402", "soviet"]]);
  assert.equal(segments(between(ground, owners)).length, 1);
  assert.equal(between(ground, new Map([["0202", "german"], ["0201", "german"]])), "");
});

test("a line goes through the centres it knows", () => {
  assert.equal(linePath(ground, ["0101", "9999", "0102"]), "M10 8.7L10 26");
  assert.equal(linePath(ground, ["9999"]), "");
});

test("the box around hexes has a radius to spare", () => {
  const box = boxAround(ground, ["0101", "0301"]);
  assert.ok(box);
  assert.deepEqual([box.x, box.width, box.height], [0, 50, 20]);
  assert.equal(boxAround(ground, []), null);
});
