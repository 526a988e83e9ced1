// Which part of a drawing is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { nextPlace, WAYS } from "../../static/board/board.js";
import { kept, shapedAs, zoomed } from "../../static/board/view.js";

const home = { x: -10, y: 0, width: 200, height: 100 };

test("zooming keeps the point where it is, and the shape", () => {
  assert.deepEqual(zoomed(home, home, 2, { x: 40, y: 50 }), { x: 15, y: 25, width: 100, height: 50 });
});

test("zooming out ends where everything is seen, and zooming in where it is close enough", () => {
  const near = zoomed(home, home, 2, { x: 40, y: 50 });
  assert.deepEqual(zoomed(near, home, 1 / 8, { x: 100, y: 0 }), home);
  assert.equal(zoomed(home, home, 1000, { x: 0, y: 0 }).width, home.width / 6);
});

test("nothing beside the drawing comes into sight", () => {
  assert.deepEqual(kept({ x: -40, y: 80, width: 100, height: 50 }, home), { x: -10, y: 50, width: 100, height: 50 });
});

test("what is shown has the shape of the screen, with the drawing in its middle", () => {
  assert.deepEqual(shapedAs({ x: 0, y: 0, width: 10, height: 40 }, 1), { x: -15, y: 0, width: 40, height: 40 });
  assert.deepEqual(shapedAs({ x: 0, y: 0, width: 10, height: 40 }, 0.125), { x: 0, y: -20, width: 10, height: 80 });
});

test("keys lead to all six neighbours on a plane of hexagons", () => {
  const beside = { east: [20, 0], west: [-20, 0], ne: [10, -17], nw: [-10, -17], se: [10, 17], sw: [-10, 17] };
  const points = Object.entries(beside).map(([name, [x, y]]) => [name, { x, y }]);
  const keys = { ArrowRight: "east", ArrowLeft: "west", PageUp: "ne", Home: "nw", PageDown: "se", End: "sw" };
  for (const [key, name] of Object.entries(keys)) assert.equal(nextPlace({ x: 0, y: 0 }, WAYS[key], points), name);
});
