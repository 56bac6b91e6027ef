import assert from "node:assert/strict";
import { test } from "node:test";
import { centred, clearOf, filled, fitted, held, nudged, toPicture, toScreen, visible, zoomed } from "../src/board/placement";

const BOARD = { width: 2000, height: 1000 };
const FRAME = { width: 800, height: 600 };

function near(a: number, b: number): void {
  assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
}

test("a point of the screen and of the picture are two names for one", () => {
  const camera = { x: -130, y: 45, k: 0.7 };
  const there = toPicture(camera, { x: 321, y: 123 });
  const back = toScreen(camera, there);
  near(back.x, 321);
  near(back.y, 123);
});

for (const factor of [1.35, 0.8, 3]) {
  test(`what is under the pointer stays there when the map grows by ${factor}`, () => {
    const camera = { x: -200, y: -100, k: 0.9 };
    const about = { x: 610, y: 77 };
    const next = zoomed(camera, about, factor, BOARD, FRAME);
    near(next.k, 0.9 * factor);
    const [before, after] = [toPicture(camera, about), toPicture(next, about)];
    near(before.x, after.x);
    near(before.y, after.y);
  });
}

test("zoom ends at the largest scale and at a little less than the whole map, and in again is out again", () => {
  const camera = { x: 0, y: 0, k: 1 };
  assert.equal(zoomed(camera, { x: 0, y: 0 }, 1000, BOARD, FRAME).k, 4);
  near(zoomed(camera, { x: 0, y: 0 }, 0.0001, BOARD, FRAME).k, 0.4 * 0.8);
  const there = zoomed(camera, { x: 300, y: 200 }, 2, BOARD, FRAME);
  assert.deepEqual(zoomed(there, { x: 300, y: 200 }, 0.5, BOARD, FRAME), camera);
});

test("a box is fitted whole, in the middle of the room beside the buttons", () => {
  const box = { x: 100, y: 50, width: 1800, height: 900 };
  const camera = fitted(box, FRAME);
  const [a, b] = [toScreen(camera, box), toScreen(camera, { x: box.x + box.width, y: box.y + box.height })];
  assert.ok(a.x >= 0 && a.y >= 0 && b.x <= FRAME.width - 48 && b.y <= FRAME.height - 30);
  near(a.x, 4); // the width binds
  near(b.x, FRAME.width - 48 - 8 + 4);
  near(a.y - 4, FRAME.height - 30 - 8 + 4 - b.y);
});

test("hexes are shown in the middle, no bigger than wished and no smaller than the least", () => {
  const few = { x: 500, y: 500, width: 40, height: 40 };
  assert.equal(centred(few, FRAME, 1.1, 0).k, 1.1);
  assert.deepEqual(toScreen(centred(few, FRAME, 1.1, 0), { x: 520, y: 520 }), { x: 400, y: 300 });
  const many = { x: 0, y: 0, width: 2000, height: 1000 };
  near(centred(many, FRAME, 1.1, 0).k, 0.32);
  assert.equal(centred(many, FRAME, 1.1, 0.6).k, 0.6);
});

test("the map cannot be pushed off the screen", () => {
  assert.deepEqual(held({ x: 5000, y: -5000, k: 1 }, BOARD, FRAME), { k: 1, x: 120, y: 600 - 1000 - 120 });
  assert.deepEqual(held({ x: -300, y: -200, k: 1 }, BOARD, FRAME), { k: 1, x: -300, y: -200 });
  const small = held({ x: 0, y: 0, k: 0.32 }, BOARD, FRAME);
  near(small.y, (600 - 320) / 2); // smaller than the screen: in the middle
});

test("the map moves just enough for a hex to be seen", () => {
  const camera = { x: 0, y: 0, k: 1 };
  assert.equal(nudged(camera, { x: 400, y: 300 }, FRAME), camera);
  assert.deepEqual(nudged(camera, { x: 790, y: 300 }, FRAME), { k: 1, x: -80, y: 0 });
  assert.deepEqual(nudged(camera, { x: 400, y: -10 }, FRAME), { k: 1, x: 0, y: 100 });
});

test("what lies under the buttons is not seen", () => {
  assert.ok(visible({ x: 400, y: 300 }, FRAME));
  assert.ok(!visible({ x: 790, y: 300 }, FRAME));
  assert.ok(!visible({ x: 400, y: 590 }, FRAME));
  assert.ok(!visible({ x: 12, y: 300 }, FRAME));
});

test("a fanned stack lies beside the enemy, not over him", () => {
  const [at, size] = [{ x: 400, y: 400 }, { wide: 280, high: 110 }];
  assert.deepEqual(clearOf([], at, 40, size, FRAME), { left: 260, top: 244 });
  assert.deepEqual(clearOf([{ x: 500, y: 290 }], at, 40, size, FRAME), { left: 160, top: 244 }, "its right edge is the stack's");
  const front = [{ x: 500, y: 290 }, { x: 300, y: 290 }];
  assert.deepEqual(clearOf(front, at, 40, size, FRAME), { left: 260, top: 446 }, "below, where the enemy stands on both sides above");
  const east = [{ x: 450, y: 290 }, { x: 500, y: 400 }, { x: 450, y: 510 }];
  assert.deepEqual(clearOf(east, at, 40, size, FRAME), { left: 74, top: 345 }, "on our side of the front");
  assert.deepEqual(clearOf([], { x: 400, y: 90 }, 40, size, FRAME), { left: 260, top: 136 }, "below, where there is no room above");
});

test("where a panel has gone the map fills its room, and stays pushed beyond its edge as far as it was", () => {
  const frame = { width: 800, height: 600 };
  const more = { width: 0, height: 200 };
  const bottom = 600 - BOARD.height - 24; // where the map would show the least table
  const pushed = { x: -300, y: bottom - 60, k: 1 };
  assert.deepEqual(filled(pushed, BOARD, frame, more, 24), { ...pushed, y: bottom });
  assert.deepEqual(filled(pushed, BOARD, frame, { width: 0, height: 10 }, 24), { ...pushed, y: bottom - 50 });
  const inside = { x: -300, y: -200, k: 1 };
  assert.deepEqual(filled(inside, BOARD, frame, more, 24), inside);
});
