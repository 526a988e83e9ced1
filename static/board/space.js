// Cubes in space as an eye sees them: parallel projection, what lies in front of what, and what a pointer means. It knows
// no page and no rule. A cell x,y,z is the cube from (x, y, z) to (x + 1, y + 1, z + 1); z points upwards.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {[number, number, number]} Vector */
/** @typedef {"west" | "east" | "south" | "north" | "bottom" | "top"} Side */
/** Where the eye is, in radians: round the board, from the south to the west, and above the table. @typedef {{turn: number, rise: number}} Eye */
/** A cube, how it looks, and the body that it belongs to. @typedef {{cell: Vector, look: string, body: string}} Cube */
/** @typedef {{name: string, cell: Vector, side: Side, look: string}} Face */
/** @typedef {{axes: Vector[], scale: number, origin: Point}} Projection */

/** The faces of a cube: the way that each looks, its corner, and its edges from there. @type {Record<Side, Record<"way" | "corner" | "u" | "v", Vector>>} */
export const SIDES = {
  west: { way: [-1, 0, 0], corner: [0, 0, 0], u: [0, 1, 0], v: [0, 0, 1] },
  east: { way: [1, 0, 0], corner: [1, 0, 0], u: [0, 1, 0], v: [0, 0, 1] },
  south: { way: [0, -1, 0], corner: [0, 0, 0], u: [1, 0, 0], v: [0, 0, 1] },
  north: { way: [0, 1, 0], corner: [0, 1, 0], u: [1, 0, 0], v: [0, 0, 1] },
  bottom: { way: [0, 0, -1], corner: [0, 0, 0], u: [1, 0, 0], v: [0, 1, 0] },
  top: { way: [0, 0, 1], corner: [0, 0, 1], u: [1, 0, 0], v: [0, 1, 0] },
};
const NAMES = /** @type {Side[]} */ (Object.keys(SIDES));
const SAMPLES = [[0.5, 0.5], [0.2, 0.2], [0.8, 0.2], [0.2, 0.8], [0.8, 0.8]]; // of a face, to find whether it is seen

/** @param {Vector} a @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vector} a @param {Vector} b @returns {Vector} */
export const sum = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];

/** @param {string} name such as "2,3,1" */
export const cellOf = (name) => /** @type {Vector} */ (name.split(",").map(Number));

/**
 * The directions on the screen to the right and downwards, and the one to the eye.
 * @param {Eye} eye
 * @returns {Vector[]}
 */
export function axesOf({ turn, rise }) {
  const [sinT, cosT, sinR, cosR] = [Math.sin(turn), Math.cos(turn), Math.sin(rise), Math.cos(rise)];
  return [
    [cosT, -sinT, 0],
    [-sinT * sinR, -cosT * sinR, -cosR],
    [-sinT * cosR, -cosT * cosR, sinR],
  ];
}

/**
 * Where a point in space lies on the screen.
 * @param {Projection} projection
 * @param {Vector} point
 * @returns {Point}
 */
export function project({ axes, scale, origin }, point) {
  return { x: origin.x + scale * dot(axes[0], point), y: origin.y + scale * dot(axes[1], point) };
}

/**
 * The faces that look to the eye: always one of two opposite ones.
 * @param {Eye} eye
 */
export function seenSides(eye) {
  const toEye = axesOf(eye)[2];
  return NAMES.filter((side) => dot(SIDES[side].way, toEye) > 0);
}

/**
 * The faces of these cubes that can be seen, what is nearer to the eye later. A body has no faces between its cubes.
 *
 * A line of sight goes through the lattice in one sense along each axis, so the sum of the coordinates, each taken in the
 * sense that leads to the eye, orders all cells that can cover each other.
 * @param {readonly Cube[]} cubes
 * @param {readonly Side[]} sides that look to the eye
 * @returns {Face[]}
 */
export function paintedFaces(cubes, sides) {
  const filled = new Set(cubes.map(({ cell, body }) => `${body} ${cell}`));
  const toEye = sides.map((side) => SIDES[side].way).reduce(sum, [0, 0, 0]);
  return [...cubes]
    .sort((a, b) => dot(a.cell, toEye) - dot(b.cell, toEye))
    .flatMap(({ cell, look, body }) =>
      sides
        .filter((side) => !filled.has(`${body} ${sum(cell, SIDES[side].way)}`))
        .map((side) => ({ name: `${cell} ${side}`, cell, side, look })),
    );
}

/**
 * How the unit square of a face comes to lie on the screen: its corner, and its two edges.
 * @param {Projection} projection
 * @param {{cell: Vector, side: Side}} face
 */
export function squareOf(projection, { cell, side }) {
  const { corner, u, v } = SIDES[side];
  const { axes, scale } = projection;
  const edge = (/** @type {Vector} */ way) => ({ x: scale * dot(axes[0], way), y: scale * dot(axes[1], way) });
  return { at: project(projection, sum(cell, corner)), u: edge(u), v: edge(v) };
}

/**
 * The front one of the faces under a point of the screen.
 * @param {Projection} projection
 * @param {readonly Face[]} faces as they are painted
 * @param {Point} point
 * @returns {Face | null}
 */
export function faceAt(projection, faces, { x, y }) {
  for (let number = faces.length - 1; number >= 0; number--) {
    const { at, u, v } = squareOf(projection, faces[number]);
    const area = u.x * v.y - u.y * v.x;
    const along = ((x - at.x) * v.y - (y - at.y) * v.x) / area;
    const across = ((y - at.y) * u.x - (x - at.x) * u.y) / area;
    if (along >= 0 && along <= 1 && across >= 0 && across <= 1) return faces[number];
  }
  return null;
}

/**
 * The face that a finger means: the one under it if that is a target, else the nearest target that is seen and not
 * farther away than ``reach``, else the one under it.
 * @param {Projection} projection
 * @param {readonly Face[]} faces as they are painted
 * @param {Point} point
 * @param {(face: Face) => boolean} isTarget
 * @param {number} reach in pixels
 * @returns {Face | null}
 */
export function meantFace(projection, faces, point, isTarget, reach) {
  const under = faceAt(projection, faces, point);
  if (under && isTarget(under)) return under;
  let [nearest, least] = [under, reach];
  for (const face of faces.filter(isTarget)) {
    const { at, u, v } = squareOf(projection, face);
    for (const [along, across] of SAMPLES) {
      const spot = { x: at.x + along * u.x + across * v.x, y: at.y + along * u.y + across * v.y };
      const away = Math.hypot(spot.x - point.x, spot.y - point.y);
      if (away < least && faceAt(projection, faces, spot) === face) [nearest, least] = [face, away];
    }
  }
  return nearest;
}
