// Where edges of Twigs are drawn, and how orientations follow each other.

import assert from "node:assert/strict";
import { test } from "node:test";

import { endsOf, firstOpen, flipped, middleOf, planOf, turned } from "../../static/board/twigs.js";

const HALF = Math.sqrt(3) / 2;
const near = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 1e-9;

test("edges that meet have an end in common", () => {
  assert.ok(near(endsOf("0,0 e")[1], endsOf("0,0 se")[0]));
  assert.ok(near(endsOf("0,0 se")[1], endsOf("0,0 sw")[0]));
  assert.ok(near(endsOf("0,0 sw")[1], endsOf("-1,0 e")[1]));
  assert.ok(near(endsOf("2,-3 e")[0], endsOf("3,-4 sw")[0]));
});

test("the middle of opposite sides of a cell is that of the cell", () => {
  assert.ok(near(middleOf(["1,1 e", "0,1 e"]), { x: 2 * HALF * 1.5, y: 1.5 }));
});

test("the corners of any cell tell where the plane lies", () => {
  const at = (x, y) => ({ x: 100 + 20 * x, y: 50 + 20 * y });
  const [x, y] = [2 * HALF * (2 - 0.5), -1.5]; // of 2,-1
  const corners = [[0, -1], [HALF, -0.5], [HALF, 0.5], [0, 1], [-HALF, 0.5], [-HALF, -0.5]].map(([right, down]) => at(x + right, y + down));
  const plan = planOf("2,-1", corners);
  assert.ok(near(plan, { x: 100, y: 50 }) && Math.abs(plan.side - 20) < 1e-9);
});

test("six turns and two flips lead back, on both sides", () => {
  for (let turn = 0; turn < 12; turn += 1) {
    assert.equal([1, 1, 1, 1, 1, 1].reduce(turned, turn), turn);
    assert.equal(turned(turned(turn, 1), -1), turn);
    assert.equal(flipped(flipped(turn)), turn);
    assert.equal(turned(flipped(turn), 1), flipped(turned(turn, -1)), "a flip exchanges left and right");
  }
  assert.deepEqual([turned(5, 1), turned(6, -1), flipped(0), flipped(2)], [0, 11, 6, 10]);
});

test("orientations without steps are passed by", () => {
  assert.equal(firstOpen(1, new Set([0, 4])), 4);
  assert.equal(firstOpen(1, new Set([0, 4]), -1), 0);
  assert.equal(firstOpen(1, new Set([8])), 8);
  assert.equal(firstOpen(1, new Set()), undefined);
});
