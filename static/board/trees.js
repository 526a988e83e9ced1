// Cubes and their board as SVG, from wherever the eye is. What stands where is given; what is marked is said by classes, and
// the style sheet does the rest.

import { axesOf, cellOf, faceAt, paintedFaces, project, seenSides, SIDES, squareOf, sum } from "./space.js";

/**
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./space.js").Face} Face
 * @typedef {import("./space.js").Side} Side
 * @typedef {import("./space.js").Cube} Cube
 * @typedef {[string, string, string, string, string, string, boolean]} Look top, front, side, edge, mark, its shape, filled
 * @typedef {{tones: Record<string, string>, hole: string, looks: Record<string, Look>, hand: Record<string, string>,
 *   cubes: Record<string, string>, last: string[]}} Scene
 */

const NAMESPACE = "http://www.w3.org/2000/svg";
const SQUARE = "M0,0H100V100H0Z"; // a face in its own coordinates
const FRAME = "M9,9H91V91H9Z"; // within it
const HOLES = [1, 2, 3, 4]; // of the board, along x and y
const BESIDE = 0.35; // so far from the board its labels stand
const LETTER = 0.3; // the size of their letters, where that can be read
const THICKNESS = 0.22; // of the board
const SIDE_NAMES = /** @type {Side[]} */ (Object.keys(SIDES));
const CORNERS = /** @type {Vector[]} */ ([0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z]))));
const PADDING = 2; // pixels around the trees
const READABLE = 11.5; // pixels, of a letter, where the drawing is a little narrower than it was measured
/** Which paint of a look a face has. @type {Record<Side, number>} */
const PAINT = { top: 0, north: 1, south: 1, east: 2, west: 2, bottom: 2 };
/** The faces of the board by their corners, along x, y and z. @type {Record<Side, Vector[]>} */
const SLAB = {
  west: [[0, 0, 0], [0, 1, 0], [0, 1, 1], [0, 0, 1]],
  east: [[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]],
  south: [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]],
  north: [[0, 1, 0], [1, 1, 0], [1, 1, 1], [0, 1, 1]],
  bottom: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]],
  top: [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]],
};

/**
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function made(tag, attributes) {
  const one = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  return /** @type {SVGElement} */ (one);
}

export class Trees {
  /** @param {Scene} scene @param {import("./space.js").Eye} eye */
  constructor(scene, eye) {
    this.svg = /** @type {SVGSVGElement} */ (made("svg", { class: "board" }));
    this.eye = eye;
    this.zoom = 1;
    this.shift = { x: 0, y: 0 }; // of the middle, in pixels
    this.size = { width: 0, height: 0 };
    this.level = Infinity; // the highest that is shown
    /** @type {Cube[]} */
    this.ahead = []; // cubes that do not stand there
    /** @type {Map<string, SVGElement>} */
    this.nodes = new Map();
    /** @type {Face[]} */
    this.faces = []; // as they are painted
    /** @type {Face[]} */
    this.above = []; // those that are not of the board
    /** @type {SVGElement[]} */
    this.painted = []; // the elements of all faces
    /** @type {(face: Face) => string[]} */
    this.marksOf = () => [];
    this.sides = "";
    this.slab = SLAB.top.slice(1).map(() => made("polygon", { class: "slab" }));
    this.labels = HOLES.flatMap((at) => ["x", "y"].map((axis) => ({ axis, at, text: made("text", { class: "number" }) })));
    for (const { axis, at, text } of this.labels) text.textContent = `${axis}${at}`;
    this.scene = scene;
    this.show(scene);
  }

  /** Show what stands where. @param {Scene} scene */
  show(scene) {
    this.scene = scene;
    this.cells = /** @type {[Vector, string][]} */ (Object.entries(scene.cubes).map(([cell, look]) => [cellOf(cell), look]));
    this.highest = Math.max(1, ...this.cells.map(([[, , z]]) => z));
    this.resize(this.size.width, this.size.height);
    const cubes = this.cells.map(([cell, look]) => ({ cell, look, body: "trees" }));
    for (const face of paintedFaces(cubes, SIDE_NAMES)) this.node(face); // now, and not while somebody turns the board
    this.arrange();
  }

  /** @param {number} width @param {number} height in pixels */
  resize(width, height) {
    this.size = { width, height };
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }

  /** Put in order what there is to paint: it changes with the cubes, and where the eye comes to see other sides. */
  arrange() {
    const sides = seenSides(this.eye);
    const standing = (this.cells ?? []).filter(([[, , z]]) => z <= this.level);
    const cubes = standing.map(([cell, look]) => ({ cell, look, body: "trees" }));
    const isAbove = sides.includes("top");
    this.sides = sides.join();
    this.faces = [...(isAbove ? this.ground(standing.map(([cell]) => cell)) : []), ...paintedFaces([...cubes, ...this.ahead], sides)];
    this.above = this.faces.filter(({ cell }) => cell[2] > 0);
    this.painted = this.faces.map((face) => this.node(face));
    const board = [...this.slab, ...this.labels.map(({ text }) => text)];
    this.svg.replaceChildren(...(isAbove ? [...board, ...this.painted] : [...this.painted, ...board]));
    this.svg.classList.toggle("from-below", !isAbove);
    this.mark();
  }

  /**
   * Free holes, and squares on the table below trees that do not reach it, so that one sees where they are.
   * @param {Vector[]} cells
   * @returns {Face[]}
   */
  ground(cells) {
    const standing = new Set(cells.filter(([, , z]) => z === 1).map(([x, y]) => `${x},${y}`));
    const holes = HOLES.flatMap((x) => HOLES.map((y) => ({ at: `${x},${y}`, look: "hole" })));
    const names = new Set(holes.map(({ at }) => at));
    const beside = new Set(cells.map(([x, y]) => `${x},${y}`).filter((at) => !names.has(at)));
    const all = [...holes, ...[...beside].map((at) => ({ at, look: "table" }))];
    return all.filter(({ at }) => !standing.has(at)).map(({ at, look }) => ({ name: `${at} ${look}`, cell: cellOf(`${at},0`), side: "top", look }));
  }

  /** The element of a face, made when it is first seen. @param {Face} face */
  node({ name, side, look }) {
    const known = this.nodes.get(`${name} ${look}`);
    if (known) return known;
    const { looks, hole, tones } = this.scene;
    const node = made("g", { "data-place": name });
    const [fill, edge, mark, shape, isFilled] = looks[look] ? [looks[look][PAINT[side]], ...looks[look].slice(3)] : [];
    node.append(made("path", { class: `side ${looks[look] ? "" : look}`, d: SQUARE, ...(fill ? { fill: `${fill}`, stroke: `${edge}` } : {}) }));
    if (shape) node.append(made("path", { class: "mark", d: `${shape}`, ...(isFilled ? { fill: `${mark}` } : { fill: "none", stroke: `${mark}` }) }));
    if (look === "hole") node.append(made("path", { class: "f-hole", d: hole, fill: tones.hole }));
    this.nodes.set(`${name} ${look}`, node);
    return node;
  }

  /** Give each face the classes of its marks. */
  mark() {
    for (const [number, face] of this.faces.entries()) {
      const node = this.painted[number];
      const marks = this.marksOf(face);
      if (marks.length && !node.querySelector(".frame")) {
        node.append(made("path", { class: "edge", d: SQUARE }), made("path", { class: "frame", d: FRAME }));
      }
      const classes = ["face", ...marks].join(" ");
      if (node.getAttribute("class") !== classes) node.setAttribute("class", classes);
    }
  }

  /** Where a label stands on the table. @param {string} axis @param {number} at @param {Side[]} sides that are seen */
  spotOf(axis, at, sides) {
    const edge = sides.includes(axis === "x" ? "south" : "west") ? 1 - BESIDE : 5 + BESIDE;
    return /** @type {Vector} */ (axis === "x" ? [at + 0.5, edge, 1 - THICKNESS] : [edge, at + 0.5, 1 - THICKNESS]);
  }

  /** What the eye sees as large as fits. */
  get projection() {
    const { size, shift } = this;
    const projection = { axes: axesOf(this.eye), scale: 1, origin: { x: 0, y: 0 } };
    const sides = seenSides(this.eye);
    const board = Object.values(SLAB).flat().map(([x, y, z]) => /** @type {Vector} */ ([x ? 5 : 1, y ? 5 : 1, z ? 1 : 1 - THICKNESS]));
    const cubes = [...(this.cells ?? []).map(([cell]) => cell), ...this.ahead.map(({ cell }) => cell)];
    const spots = [...board, ...cubes.flatMap((cell) => CORNERS.map((corner) => sum(cell, corner)))].map((spot) => project(projection, spot));
    const labels = this.labels.map(({ axis, at }) => project(projection, this.spotOf(axis, at, sides)));
    const fit = (/** @type {number} */ letter) => {
      const reach = letter * 0.6;
      const all = [...spots, ...labels.flatMap(({ x, y }) => [{ x: x - reach, y: y - reach }, { x: x + reach, y: y + reach }])];
      const [left, right] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
      const [top, bottom] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
      const scale = Math.max(1, Math.min((size.width - 2 * PADDING) / (right - left), (size.height - 2 * PADDING) / (bottom - top)));
      return { scale, x: (left + right) / 2, y: (top + bottom) / 2 };
    };
    const wide = fit(LETTER);
    const { scale, x, y } = wide.scale * LETTER < READABLE ? fit(READABLE / wide.scale) : wide;
    projection.scale = scale * this.zoom;
    projection.origin = { x: size.width / 2 + shift.x - x * projection.scale, y: size.height / 2 + shift.y - y * projection.scale };
    return projection;
  }

  /** Draw what the eye sees from where it is now. */
  draw() {
    const sides = seenSides(this.eye);
    if (sides.join() !== this.sides) this.arrange();
    const { projection } = this;
    const matrices = new Map(sides.map((side) => {
      const { u, v } = squareOf(projection, { cell: [0, 0, 0], side });
      return [side, `matrix(${[u.x, u.y, v.x, v.y].map((length) => (length / 100).toFixed(4)).join()},`];
    }));
    this.faces.forEach((face, number) => {
      const { x, y } = project(projection, sum(face.cell, SIDES[face.side].corner));
      this.painted[number].setAttribute("transform", `${matrices.get(face.side)}${x.toFixed(1)},${y.toFixed(1)})`);
    });
    this.drawBoard(projection, sides);
  }

  /** @param {import("./space.js").Projection} projection @param {Side[]} sides */
  drawBoard(projection, sides) {
    const { tones } = this.scene;
    sides.forEach((side, number) => {
      const corners = SLAB[side].map(([x, y, z]) => project(projection, [x ? 5 : 1, y ? 5 : 1, 1 - (z ? 0 : THICKNESS)]));
      const tone = side === "top" ? "field" : "field2";
      this.slab[number].setAttribute("points", corners.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "));
      this.slab[number].setAttribute("class", `slab f-${tone} s-line`);
      this.slab[number].setAttribute("fill", tones[tone]);
      this.slab[number].setAttribute("stroke", tones.line);
    });
    const size = Math.max(READABLE, projection.scale * LETTER);
    for (const { axis, at, text } of this.labels) {
      const { x, y } = project(projection, this.spotOf(axis, at, sides));
      text.setAttribute("x", x.toFixed(1));
      text.setAttribute("y", (y + size * 0.35).toFixed(1));
      text.setAttribute("font-size", size.toFixed(1));
      const isCovered = [-0.6, 0.6].some((share) => faceAt(projection, this.above, { x: x + share * size, y }));
      text.setAttribute("visibility", isCovered ? "hidden" : "visible");
    }
  }
}
