// Cubes in space: where they lie on the screen, what hides what, and which face a pointer means.

import assert from "node:assert/strict";
import { test } from "node:test";

import { axesOf, cellOf, faceAt, meantFace, paintedFaces, project, seenSides, squareOf } from "../../static/board/space.js";

const EYE = { turn: Math.PI / 6, rise: Math.PI / 5 };
const QUARTER = Math.PI / 2;
const seen = (eye, scale = 40) => ({ axes: axesOf(eye), scale, origin: { x: 200, y: 200 } });
const trees = (...cells) => cells.map((cell) => ({ cell: cellOf(cell), look: "branch", body: "trees" }));
const middleOf = (projection, face) => {
  const { at, u, v } = squareOf(projection, face);
  return { x: at.x + (u.x + v.x) / 2, y: at.y + (u.y + v.y) / 2 };
};
const close = (one, other) => assert.ok(Math.hypot(one.x - other.x, one.y - other.y) < 1e-9, `${JSON.stringify(one)} is not ${JSON.stringify(other)}`);

test("from above x lies to the right and y upwards", () => {
  const above = seen({ turn: 0, rise: QUARTER });
  close(project(above, [1, 0, 5]), { x: 240, y: 200 });
  close(project(above, [0, 1, 5]), { x: 200, y: 160 });
});

test("from the table higher levels lie higher and depth is not seen", () => {
  const level = seen({ turn: 0, rise: 0 });
  close(project(level, [1, 7, 2]), { x: 240, y: 120 });
});

test("lengths stay what they are while the eye goes round", () => {
  for (let turn = 0; turn < 6; turn += 0.7) {
    for (const rise of [-0.6, 0.2, 1.4]) {
      const axes = axesOf({ turn, rise });
      axes.forEach((one, i) => axes.forEach((other, j) => {
        const product = one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
        assert.ok(Math.abs(product - (i === j ? 1 : 0)) < 1e-12);
      }));
    }
  }
});

test("of two opposite faces one is seen, and a quarter turn shows the next side", () => {
  assert.deepEqual(seenSides(EYE), ["west", "south", "top"]);
  assert.deepEqual(seenSides({ ...EYE, turn: EYE.turn - QUARTER }), ["east", "south", "top"]);
  assert.deepEqual(seenSides({ ...EYE, turn: EYE.turn + QUARTER }), ["west", "north", "top"]);
  assert.deepEqual(seenSides({ ...EYE, rise: -0.3 }), ["west", "south", "bottom"]);
});

test("faces between cubes of one body are left out, those of a cube shown ahead are not", () => {
  const names = (cubes) => paintedFaces(cubes, seenSides(EYE)).map(({ name }) => name);
  assert.deepEqual(names(trees("1,1,1", "1,1,2")), ["1,1,1 west", "1,1,1 south", "1,1,2 west", "1,1,2 south", "1,1,2 top"]);
  const ghost = { cell: cellOf("1,1,2"), look: "leaf", body: "ghost" };
  assert.equal(names([...trees("1,1,1"), ghost]).length, 6);
});

test("what is nearer to the eye is painted later, from every side", () => {
  const cells = [];
  for (let x = 0; x < 3; x++) for (let y = 0; y < 3; y++) for (let z = 1; z < 4; z++) if ((x + 2 * y + z) % 3) cells.push(`${x},${y},${z}`);
  for (let turn = 0.3; turn < 7; turn += 0.9) {
    for (const rise of [-0.7, 0.5, 1.3]) {
      const eye = { turn, rise };
      const faces = paintedFaces(trees(...cells), seenSides(eye));
      const projection = seen(eye);
      const [, , toEye] = projection.axes;
      for (const face of faces) {
        const spot = middleOf(projection, face);
        const front = faceAt(projection, faces, spot);
        const depth = ({ cell, side }, at) => {
          // where the line of sight through the spot meets the plane of the face
          const axis = { west: 0, east: 0, south: 1, north: 1, bottom: 2, top: 2 }[side];
          const plane = cell[axis] + (["east", "north", "top"].includes(side) ? 1 : 0);
          const onScreen = (at.x - 200) / 40 * projection.axes[0][axis] + (at.y - 200) / 40 * projection.axes[1][axis];
          return (plane - onScreen) / toEye[axis];
        };
        assert.ok(depth(front, spot) >= depth(face, spot) - 1e-9, `${face.name} covers ${front.name}`);
      }
    }
  }
});

test("a pointer means the front face below it", () => {
  const projection = seen(EYE);
  const faces = paintedFaces(trees("1,1,1", "1,2,1"), seenSides(EYE));
  const top = faces.find(({ name }) => name === "1,2,1 top");
  assert.equal(faceAt(projection, faces, middleOf(projection, top)), top);
  assert.equal(faceAt(projection, faces, { x: 0, y: 0 }), null);
});

test("a finger beside a target means the nearest one that is seen, and never a hidden one", () => {
  const projection = seen(EYE);
  const faces = paintedFaces(trees("1,1,1", "1,2,1", "1,1,2"), seenSides(EYE));
  const named = (name) => faces.find((face) => face.name === name);
  const target = named("1,1,2 top");
  const { x, y } = middleOf(projection, target);
  const beside = { x, y: y - 28 };
  assert.equal(meantFace(projection, faces, beside, (face) => face === target, 22), target);
  assert.notEqual(meantFace(projection, faces, { x, y: y - 80 }, (face) => face === target, 22), target);
  const hidden = named("1,2,1 top"); // the leaf on the cube in front covers its middle
  const spot = middleOf(projection, named("1,1,2 south"));
  assert.equal(meantFace(projection, faces, spot, (face) => face === hidden, 5).name, "1,1,2 south");
});
