// Treeblox in space: the trees as one turns them, with the faces that a cube can hang on as targets. What stands where comes
// with the drawing, and what can be done with the answer of the service: no rule is known here.

import { NEAR } from "./board.js";
import { stepsLeft } from "./choices.js";
import { isOfTheBoard } from "./pointing.js";
import { cellOf, faceAt, meantFace, SIDES, squareOf, sum } from "./space.js";
import { Trees } from "./trees.js";
import { View } from "./view.js";

/**
 * @typedef {import("./space.js").Vector} Vector
 * @typedef {import("./space.js").Face} Face
 * @typedef {import("./pointing.js").Pointing} Pointing
 * @typedef {{cell: Vector, look: string, faces: string[], loses: string[], isSettled: boolean}} Ghost a cube that is shown
 *   ahead, the faces that it hangs on, the leaves that it puts in the shade, and whether all steps left go there
 */

const FIRST_EYE = { turn: Math.PI / 6, rise: Math.PI / 5 }; // as in the flat drawing
const [LOWEST, HIGHEST] = [-Math.PI / 4, Math.PI / 2 - 0.02]; // rise
const [FARTHEST, CLOSEST] = [0.7, 8]; // zoom
const PER_PIXEL = 0.009; // radians that a drag turns
const SLOP = 8; // pixels that a finger may move and still tap
const QUARTER = 260; // milliseconds of a quarter turn
const ZOOM = 1.4; // of a button
const EYE = "seeds:eye"; // where the eye was, as long as the tab is open
const SHOWS = "seeds:shows"; // space or map, where there is room for one only
const KEYS = /** @type {Record<string, string>} */ ({ q: "[data-turn='1']", e: "[data-turn='-1']", m: "[data-toggle]" });

class Space {
  /**
   * @param {HTMLElement} figure
   * @param {HTMLElement} root
   */
  constructor(figure, root) {
    const part = (/** @type {string} */ name) => /** @type {HTMLElement} */ (root.querySelector(`[data-${name}]`));
    this.figure = figure;
    this.root = root;
    this.picture = pictureOf(figure);
    this.watch = new MutationObserver(() => this.read());
    /** @type {View | undefined} */
    this.map = undefined; // of a figure at which nobody points
    this.stage = part("stage");
    this.levels = /** @type {HTMLInputElement} */ (part("levels"));
    this.levelsShown = part("levels-shown");
    this.outOfSight = part("out-of-sight");
    this.source = this.inPicture;
    /** @type {import("./trees.js").Scene} */
    this.scene = JSON.parse(this.source);
    this.sent = this.scene.cubes; // without those of unsent steps
    this.trees = new Trees(this.scene, { ...FIRST_EYE, ...JSON.parse(sessionStorage.getItem(EYE) ?? "{}") });
    this.trees.marksOf = (face) => this.marksOf(face);
    this.stage.append(this.trees.svg);
    /** @type {Pointing | null} */
    this.pointer = null;
    /** @type {Set<string>} */
    this.lit = new Set();
    /** @type {Ghost | null} */
    this.ghost = null;
    /** @type {string | null} */
    this.hovered = null;
    this.request = 0;
    /** @type {number | undefined} */
    this.aim = undefined; // of a quarter turn that goes on
    this.join(figure);
  }

  /** Become part of a figure: of the page, or of another moment that is shown in its place. @param {HTMLElement} figure */
  join(figure) {
    this.figure = figure;
    this.picture = pictureOf(figure);
    figure.querySelector("[data-space]")?.remove();
    this.picture.before(this.root);
    this.shows = localStorage.getItem(SHOWS) === "map" ? "map" : "space";
    this.watch.disconnect(); // other drawings, and the cursor of the keyboard
    this.watch.observe(this.picture, { childList: true, subtree: true, attributeFilter: ["class"] });
    this.read();
    this.setLevels();
    if (this.pointing) this.follow(this.pointing);
    else this.showAhead(null, []);
    if (figure.querySelector(".pointing")) return;
    this.map ??= new View(this.picture, document.createElement("div"));
    this.map.show(/** @type {SVGSVGElement} */ (this.picture.querySelector("svg")));
  }

  /** What is pointed at, if this is the figure for it. */
  get pointing() {
    return this.pointer?.figure === this.figure ? this.pointer : null;
  }

  get inPicture() {
    return this.picture.querySelector("metadata.scene")?.textContent ?? "";
  }

  /** Show the one or the other where there is no room for both. @param {string} what "space" or "map" */
  set shows(what) {
    this.figure.dataset.shows = what;
    (this.pointing?.view ?? this.map)?.fit();
    this.fit();
  }

  get shows() {
    return this.figure.dataset.shows ?? "space";
  }

  /** Fill the stage. It is a tab stop only in the place of the map: the board has one. */
  fit() {
    const { stage, picture, trees } = this;
    trees.resize(stage.clientWidth, stage.clientHeight);
    const isAlone = picture.offsetParent === null;
    for (const [name, value] of Object.entries({ role: "application", tabindex: "0", "aria-label": stage.dataset.words ?? "" })) {
      if (isAlone) trees.svg.setAttribute(name, value);
      else trees.svg.removeAttribute(name);
    }
    if (isAlone) trees.svg.removeAttribute("aria-hidden");
    else trees.svg.setAttribute("aria-hidden", "true"); // the map says the same
    this.draw();
  }

  /** Take over what stands where, if the drawing on the page has changed. */
  read() {
    if (this.inPicture && this.inPicture !== this.source) {
      this.source = this.inPicture;
      this.scene = JSON.parse(this.source);
      this.trees.show(this.scene);
      this.setLevels();
    }
    this.refresh();
  }

  /** Show what has been picked and can be picked. @param {Pointing} pointing */
  follow(pointing) {
    this.pointer = pointing;
    if (!pointing.drawsSteps) {
      pointing.drawsSteps = true;
      return pointing.show();
    }
    const { answer, picks, isComplete } = pointing;
    const from = answer?.facets.find(({ name }) => name === "from");
    const others = picks.filter(({ facet }) => facet !== "from"); // another face can be picked instead
    const open = answer && !isComplete ? stepsLeft(answer, others) : [];
    this.read();
    if (!pointing.after.length) this.sent = this.scene.cubes;
    this.showAhead(ghostOf(pointing, this.scene.hand), open.flatMap((step) => from?.of[step].map((number) => from.values[number]) ?? []));
  }

  /** Show a cube ahead with the column that it shades, and light faces. @param {Ghost | null} ghost @param {string[]} lit */
  showAhead(ghost, lit) {
    this.ghost = ghost;
    this.lit = new Set(lit);
    const { scene } = this;
    const below = ghost ? Array.from({ length: ghost.cell[2] - 1 }, (_, z) => /** @type {Vector} */ ([ghost.cell[0], ghost.cell[1], z + 1])) : [];
    const shade = below.filter((cell) => !(String(cell) in scene.cubes)).map((cell) => ({ cell, look: "shade", body: "shade" }));
    this.trees.ahead = ghost ? [...shade, { cell: ghost.cell, look: ghost.look, body: "ghost" }] : [];
    this.trees.arrange();
    this.refresh();
  }

  /** What a face is now, as classes. @param {Face} face */
  marksOf({ name, cell }) {
    const { ghost, scene } = this;
    const at = cell.join();
    const isInColumn = ghost !== null && cell[0] === ghost.cell[0] && cell[1] === ghost.cell[1];
    const marks = {
      lit: this.lit.has(name),
      hover: this.hovered === name,
      picked: ghost?.isSettled && ghost.faces.includes(name),
      last: scene.last.includes(at),
      unsent: this.pointing !== null && at in scene.cubes && !(at in this.sent),
      ghost: isInColumn && cell[2] === ghost.cell[2],
      below: isInColumn && cell[2] < ghost.cell[2],
      loses: ghost?.loses.includes(at),
      cursor: name === this.cursor,
    };
    return Object.entries(marks).filter(([, is]) => is).map(([mark]) => mark);
  }

  refresh() {
    this.cursor = this.topOf(this.pointing?.board.cursor ?? null);
    this.trees.mark();
    this.draw();
  }

  /** The face that is the top of a column. @param {string | null} column */
  topOf(column) {
    const tops = this.trees.faces.filter(({ cell, side, look }) => side === "top" && look !== "shade" && `${cell[0]},${cell[1]}` === column);
    return tops.sort((a, b) => b.cell[2] - a.cell[2])[0]?.name ?? null;
  }

  /** Draw before the next picture of the screen, once. */
  draw() {
    this.request ||= requestAnimationFrame(() => {
      this.request = 0;
      if (!this.trees.size.width) return;
      this.trees.draw();
      this.sayHidden();
    });
  }

  /** Say how many open places have no lit face in sight. */
  sayHidden() {
    const { trees, lit, outOfSight } = this;
    const { projection } = trees;
    const placeOf = (/** @type {string} */ name) => {
      const [cell, side] = name.split(" ");
      const way = SIDES[/** @type {keyof typeof SIDES} */ (side)]?.way;
      return way ? String(sum(cellOf(cell), way)) : cell;
    };
    const solid = trees.faces.filter(({ look }) => look !== "shade");
    const seen = solid.filter((face) => {
      if (!lit.has(face.name)) return false;
      const { at, u, v } = squareOf(projection, face);
      return faceAt(projection, solid, { x: at.x + (u.x + v.x) / 2, y: at.y + (u.y + v.y) / 2 }) === face;
    });
    const places = new Set(seen.map(({ name }) => placeOf(name)));
    const hidden = new Set([...lit].map(placeOf).filter((place) => !places.has(place))).size;
    outOfSight.hidden = hidden === 0;
    outOfSight.textContent = `${outOfSight.dataset.words}: ${hidden}`;
  }

  setLevels() {
    const { highest } = this.trees;
    const isAll = this.levels.value === this.levels.max;
    this.levels.max = String(highest);
    if (isAll) this.levels.value = this.levels.max;
    this.levels.disabled = highest === 1;
    this.trees.level = this.levels.value === this.levels.max ? Infinity : Number(this.levels.value);
    this.levelsShown.textContent = `${this.levels.value} / ${highest}`;
    this.trees.arrange();
    this.refresh();
  }

  /** @param {number} right in pixels @param {number} down */
  orbit(right, down) {
    const { eye } = this.trees;
    eye.turn += right * PER_PIXEL;
    eye.rise = Math.min(HIGHEST, Math.max(LOWEST, eye.rise + down * PER_PIXEL));
    this.draw();
  }

  keepEye() {
    sessionStorage.setItem(EYE, JSON.stringify(this.trees.eye));
  }

  /** A quarter turn, at once for readers who want no motion. @param {number} way */
  quarter(way) {
    const { eye } = this.trees;
    const from = eye.turn;
    const to = (this.aim ?? from) + (way * Math.PI) / 2;
    const begin = performance.now();
    const length = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : QUARTER;
    this.aim = to;
    const step = (/** @type {number} */ now) => {
      if (this.aim !== to) return;
      const share = length ? Math.min(1, Math.max(0, (now - begin) / length)) : 1;
      eye.turn = from + (to - from) * (1 - (1 - share) ** 3);
      this.trees.draw();
      if (share < 1) return requestAnimationFrame(step);
      this.aim = undefined;
      this.keepEye();
      this.sayHidden();
    };
    requestAnimationFrame(step);
  }

  /**
   * @param {number} factor more than 1: closer
   * @param {{x: number, y: number}} about in pixels from the middle of the stage: what stays where it is
   */
  zoomBy(factor, about = { x: 0, y: 0 }) {
    const { trees } = this;
    const zoom = Math.min(CLOSEST, Math.max(FARTHEST, trees.zoom * factor));
    const share = zoom / trees.zoom;
    trees.shift = { x: about.x - (about.x - trees.shift.x) * share, y: about.y - (about.y - trees.shift.y) * share };
    trees.zoom = zoom;
    this.draw();
  }

  /** @param {number} right in pixels @param {number} down */
  pan(right, down) {
    const { shift } = this.trees;
    this.trees.shift = { x: shift.x + right, y: shift.y + down };
    this.draw();
  }

  home() {
    Object.assign(this.trees, { zoom: 1, shift: { x: 0, y: 0 } });
    Object.assign(this.trees.eye, FIRST_EYE);
    this.keepEye();
    this.draw();
  }

  /** Where a pointer is on the stage, in pixels. @param {{clientX: number, clientY: number}} pointer */
  pointAt({ clientX, clientY }) {
    const { left, top } = this.trees.svg.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  /** The face that a pointer means. @param {{clientX: number, clientY: number}} pointer */
  faceAt(pointer) {
    const { trees, ghost } = this;
    const isTarget = (/** @type {Face} */ { name, cell }) => this.lit.has(name) || String(cell) === String(ghost?.cell);
    const solid = trees.faces.filter(({ look }) => look !== "shade");
    return meantFace(trees.projection, solid, this.pointAt(pointer), isTarget, NEAR);
  }

  /** A tap: a face is picked, and its second tap takes the cube that is shown there. @param {Face | null} face */
  point(face) {
    const { pointing, ghost, lit } = this;
    if (!pointing || !face) return;
    const isAgain = ghost?.isSettled && (String(face.cell) === String(ghost.cell) || ghost.faces.includes(face.name));
    if (isAgain && pointing.shown !== undefined) return void pointing.guard(pointing.choose(pointing.shown));
    if (lit.has(face.name)) return void pointing.guard(pointing.point(face.name));
    const lies_there = this.scene.cubes[String(face.cell)];
    if (lies_there) pointing.speech.say("nothing", { place: String(face.cell), lies_there });
    else pointing.speak(`${face.cell[0]},${face.cell[1]}`);
  }

  /** @param {Face | null} face */
  hover(face) {
    const name = face && this.lit.has(face.name) ? face.name : null;
    if (name === this.hovered) return;
    this.hovered = name;
    this.refresh();
  }
}

/** @param {HTMLElement} figure */
const pictureOf = (figure) => /** @type {HTMLElement} */ (figure.querySelector(".picture"));

/**
 * The cube that is shown before it is chosen.
 * @param {Pointing} pointing
 * @param {Record<string, string>} hand looks of the cubes that can be placed
 * @returns {Ghost | null}
 */
function ghostOf({ answer, shown, left }, hand) {
  if (!answer || shown === undefined) return null;
  const values = (/** @type {string} */ name, /** @type {number} */ step) => {
    const facet = answer.facets.find((one) => one.name === name);
    return facet ? facet.of[step].map((number) => facet.values[number]) : [];
  };
  const cell = (/** @type {number} */ step) => [...values("column", step), ...values("level", step)].join();
  if (!cell(shown)) return null;
  return {
    cell: cellOf(cell(shown)),
    look: hand[values("kind", shown)[0]],
    faces: values("from", shown),
    loses: answer.steps.effects[shown].map(({ place }) => place),
    isSettled: left.every((step) => cell(step) === cell(shown)),
  };
}

/** Fingers and mouse on the stage: drag to turn, two fingers or a held Shift to move, pinch to zoom. @param {Space} space @param {AbortSignal} signal */
function listenToHands(space, signal) {
  const { stage } = space;
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  let moved = false;
  stage.addEventListener("pointerdown", (event) => {
    if (event.isPrimary) fingers.clear();
    fingers.set(event.pointerId, event);
    moved = fingers.size > 1;
    space.hover(null);
  });
  stage.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return event.pointerType === "mouse" ? space.hover(space.faceAt(event)) : undefined;
    const [right, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!moved && Math.hypot(right, down) < SLOP) return;
    if (!moved) stage.setPointerCapture(event.pointerId);
    moved = true;
    fingers.set(event.pointerId, event);
    const other = [...fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId);
    if (!other) return event.shiftKey || event.buttons > 1 ? space.pan(right, down) : space.orbit(right, down);
    const apart = (/** @type {PointerEvent} */ one) => Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
    space.pan(right / 2, down / 2);
    zoomAt(apart(event) / apart(before), { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 });
  });
  const zoomAt = (/** @type {number} */ factor, /** @type {{clientX: number, clientY: number}} */ pointer) => {
    const { x, y } = space.pointAt(pointer);
    space.zoomBy(factor, { x: x - space.trees.size.width / 2, y: y - space.trees.size.height / 2 });
  };
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    addEventListener(name, ({ pointerId }) => fingers.delete(pointerId) && space.keepEye(), { signal });
  }
  stage.addEventListener("pointerleave", () => space.hover(null));
  stage.addEventListener("click", (event) => {
    if (!moved) space.point(space.faceAt(event));
  });
  stage.addEventListener("mousedown", (event) => event.preventDefault()); // whoever drags does not mean to focus
  stage.addEventListener("contextmenu", (event) => event.preventDefault());
  stage.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return; // else the page is scrolled
      event.preventDefault();
      zoomAt(Math.exp(-event.deltaY / 200), event);
    },
    { passive: false },
  );
}

/** Buttons below the stage, and keys on it and on the map. @param {Space} space @param {AbortSignal} signal */
function listenToButtons(space, signal) {
  const { root } = space;
  const each = (/** @type {string} */ name, /** @type {(value: string) => void} */ act) => {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(`[data-${name}]`))) {
      one.addEventListener("click", () => act(one.getAttribute(`data-${name}`) ?? ""));
    }
  };
  each("turn", (way) => space.quarter(Number(way)));
  each("zoom-by", (way) => space.zoomBy(ZOOM ** Number(way)));
  each("home", () => space.home());
  each("toggle", () => {
    localStorage.setItem(SHOWS, space.shows === "map" ? "space" : "map");
    space.shows = space.shows === "map" ? "space" : "map";
  });
  space.levels.addEventListener("input", () => space.setLevels());
  const shift = (/** @type {number} */ by) => {
    space.levels.value = String(Number(space.levels.value) + by);
    space.setLevels();
  };
  document.addEventListener(
    "keydown",
    (event) => {
      const isHere = event.target === space.trees.svg;
      if (event.altKey || event.ctrlKey || event.metaKey || !(isHere || event.target === space.pointing?.board.svg)) return;
      const key = event.key.toLowerCase();
      const { pointing } = space;
      if (key in KEYS) /** @type {HTMLElement} */ (root.querySelector(KEYS[key])).click();
      else if (key === "w" || key === "s") shift(key === "w" ? 1 : -1);
      else if (isHere && pointing && isOfTheBoard(event.key)) void pointing.guard(pointing.press(event.key));
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true, signal },
  );
}

const FIGURE = ".board-figure:has(metadata.scene)";

/** The board that the page shows now. */
function begin() {
  const figure = /** @type {HTMLElement | null} */ (document.querySelector(FIGURE));
  const root = /** @type {HTMLElement | null} */ (figure?.querySelector("[data-space]") ?? null);
  if (!figure || !root) return;
  life.abort();
  life = new AbortController();
  const { signal } = life;
  const space = new Space(figure, root);
  listenToHands(space, signal);
  listenToButtons(space, signal);
  document.addEventListener("shown", (event) => space.follow(/** @type {CustomEvent<Pointing>} */ (event).detail), { signal });
  new ResizeObserver(() => space.root.isConnected && space.fit()).observe(space.stage);
  new MutationObserver(() => {
    const shown = /** @type {HTMLElement | null} */ (document.querySelector(FIGURE));
    if (shown && shown !== space.figure) space.join(shown);
  }).observe(/** @type {Element} */ (document.querySelector(".board-side")), { childList: true });
}

let life = new AbortController(); // of what the board that is shown has beyond its part of the page
begin();
document.addEventListener("arrived", begin);
