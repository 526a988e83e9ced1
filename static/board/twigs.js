// Twigs under the hand: a tray of what is left, and the twig that hangs over the board and snaps to the nearest of the
// steps that are left. What may be placed, and what it closes, is in the answer; here is only where edges are drawn.

import { WAYS } from "./board.js";
import { effectsOf, pictureOf, stepsLeft } from "./choices.js";

/**
 * @typedef {import("./choices.js").Answer} Answer
 * @typedef {import("./choices.js").Facet} Facet
 * @typedef {import("./choices.js").Pick} Pick
 * @typedef {import("./panel.js").Button} Button
 * @typedef {import("./pointing.js").Pointing} Pointing
 * @typedef {import("./view.js").Point} Point
 * @typedef {{side: number, x: number, y: number}} Plan where the plane lies in the drawing; a side of a cell has length 1
 * @typedef {{group: SVGGraphicsElement, box: DOMRect, plan: Plan}} Part a drawing that is too wide has several
 */

const NAMESPACE = "http://www.w3.org/2000/svg";
const HALF = Math.sqrt(3) / 2;
/** @type {Record<string, [number, number, number, number]>} from the middle of the cell */
const SIDES = { e: [HALF, -0.5, HALF, 0.5], se: [HALF, 0.5, 0, 1], sw: [0, 1, -HALF, 0.5] };
const TURNS = 6;
const NEAR = 0.7; // sides of a cell from an edge: pointing there means the edge

/**
 * The ends of an edge on the plane.
 * @param {string} name as in "2,-1 se"
 * @returns {[Point, Point]}
 */
export function endsOf(name) {
  const [cell, side] = name.split(" ");
  const [q, r] = cell.split(",").map(Number);
  const [x, y] = [2 * HALF * (q + r / 2), 1.5 * r];
  const [x1, y1, x2, y2] = SIDES[side];
  return [{ x: x + x1, y: y + y1 }, { x: x + x2, y: y + y2 }];
}

/**
 * The middle of edges.
 * @param {readonly string[]} names
 * @returns {Point}
 */
export function middleOf(names) {
  const ends = names.flatMap(endsOf);
  return { x: ends.reduce((sum, { x }) => sum + x, 0) / ends.length, y: ends.reduce((sum, { y }) => sum + y, 0) / ends.length };
}

/**
 * Where the plane lies, from the corners of one cell in the drawing, clockwise from the top.
 * @param {string} cell
 * @param {readonly Point[]} corners
 * @returns {Plan}
 */
export function planOf(cell, corners) {
  const [q, r] = cell.split(",").map(Number);
  const [top, bottom] = [corners[0], corners[3]];
  const side = (bottom.y - top.y) / 2;
  return { side, x: top.x - side * 2 * HALF * (q + r / 2), y: (top.y + bottom.y) / 2 - side * 1.5 * r };
}

/** An orientation turned by 60 degrees, 1 for anticlockwise; from 6 on they are mirrored. @param {number} turn @param {number} by */
export const turned = (turn, by) => (turn < TURNS ? 0 : TURNS) + ((turn + by + TURNS) % TURNS);

/** An orientation with left and right exchanged. @param {number} turn */
export const flipped = (turn) => (turn < TURNS ? TURNS : 0) + ((2 * TURNS - turn) % TURNS);

/**
 * The first orientation that is open: that one, else the next ones turned, then those of the other side.
 * @param {number} turn
 * @param {ReadonlySet<number>} open
 * @param {number} by
 * @returns {number | undefined}
 */
export function firstOpen(turn, open, by = 1) {
  const around = (/** @type {number} */ from) => Array.from({ length: TURNS }, (_, times) => turned(from, by * times));
  return [...around(turn), ...around(flipped(turn))].find((one) => open.has(one));
}

export class Hand {
  /** @param {Pointing} pointing */
  constructor(pointing) {
    this.pointing = pointing;
    this.turn = 0; // the present orientation
    /** @type {Point | null} */
    this.at = null; // where the twig hangs, on the plane
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Part[]} */
    this.measured = []; // of that drawing
    this.paints = /** @type {string[]} */ (JSON.parse(pointing.figure.dataset.paints ?? "[]"));
    const { place } = pointing;
    place.addEventListener("click", (event) => this.click(event), { capture: true });
    place.addEventListener("keydown", (event) => this.press(event), { capture: true });
    place.addEventListener("pointermove", (event) => {
      if (event.pointerType === "mouse" && !event.buttons && this.twig) this.follow(event);
    });
  }

  get answer() {
    return /** @type {Answer} */ (this.pointing.answer);
  }

  /** @param {string} name @returns {Facet} */
  facet(name) {
    return /** @type {Facet} */ (this.answer.facets.find((facet) => facet.name === name));
  }

  /** What is picked of a facet. @param {string} name */
  picked(name) {
    return this.pointing.isComplete ? undefined : this.pointing.picks.find(({ facet }) => facet === name)?.value;
  }

  /** The twig in hand. */
  get twig() {
    return this.picked("twig");
  }

  /** The picks but those of these facets. @param {string[]} names @returns {Pick[]} */
  without(...names) {
    return this.pointing.picks.filter(({ facet }) => !names.includes(facet));
  }

  /** The edges that a step covers. @param {number} step */
  edgesOf(step) {
    const { values, of } = this.facet("covers");
    return of[step].map((value) => values[value]);
  }

  /** The parts of the drawing, measured once. @returns {Part[]} */
  get parts() {
    const { svg } = this.pointing.board;
    if (svg === this.svg) return this.measured;
    const groups = /** @type {SVGGraphicsElement[]} */ ([...svg.querySelectorAll(".places")]);
    this.svg = svg;
    this.measured = groups.map((group) => {
      const cell = /** @type {SVGPolygonElement} */ (group.querySelector("polygon"));
      return { group, box: group.getBBox(), plan: planOf(cell.dataset.place ?? "", [...cell.points]) };
    });
    return this.measured;
  }

  /** Where a point of the drawing is on the plane. @param {Point} point @returns {Point} */
  onPlane({ x, y }) {
    const away = (/** @type {Part} */ { box }) => Math.max(box.y - y, y - box.y - box.height);
    const { plan } = this.parts.reduce((nearest, part) => (away(part) < away(nearest) ? part : nearest));
    return { x: (x - plan.x) / plan.side, y: (y - plan.y) / plan.side };
  }

  /** The number among the steps that are left of the one nearest to where the twig hangs. */
  nearest() {
    const { left } = this.pointing;
    if (!this.at) return this.pointing.mostDrawn(left);
    const { x, y } = this.at;
    const away = left.map((step) => {
      const middle = middleOf(this.edgesOf(step));
      return Math.hypot(middle.x - x, middle.y - y);
    });
    return away.indexOf(Math.min(...away));
  }

  /** Pick what is given, and let the twig hang as near as possible to where it was. @param {Pick[]} picks */
  pick(picks) {
    this.pointing.picks = picks;
    this.turn = Number(this.picked("turn") ?? this.turn);
    this.pointing.candidate = this.nearest();
    this.pointing.show();
    this.speak();
  }

  /** Take a twig, in the present orientation if that is possible. @param {string} twig */
  take(twig) {
    const picks = [...this.without("twig", "turn"), { facet: "twig", value: twig }];
    const turn = firstOpen(this.turn, this.open(picks));
    if (turn !== undefined) this.pick([...picks, { facet: "turn", value: String(turn) }]);
  }

  /** The orientations in which steps are left with these picks. @param {Pick[]} picks @returns {Set<number>} */
  open(picks) {
    const { values, of } = this.facet("turn");
    return new Set(stepsLeft(this.answer, picks).flatMap((step) => of[step].map((value) => Number(values[value]))));
  }

  /** Turn the twig in hand to the next orientation that has steps, or flip it. @param {1 | -1 | 0} by 0: flip */
  turnBy(by) {
    if (!this.twig) return;
    const picks = this.without("turn");
    const { shown } = this.pointing;
    const now = this.picked("turn") ?? (shown === undefined ? undefined : this.facet("turn").values[this.facet("turn").of[shown][0]]);
    const turn = Number(now ?? this.turn);
    const next = firstOpen(by ? turned(turn, by) : flipped(turn), this.open(picks), by || 1);
    if (next === undefined) return;
    if (shown !== undefined) this.at = middleOf(this.edgesOf(shown));
    this.pick([...picks, { facet: "turn", value: String(next) }]);
  }

  /** The twig hangs where a pointer is. @param {{clientX: number, clientY: number}} pointer */
  follow(pointer) {
    this.hangAt(this.onPlane(this.pointing.view.pointAt(pointer)));
  }

  /** @param {Point} point on the plane */
  hangAt(point) {
    this.at = point;
    const candidate = this.nearest();
    if (candidate === this.pointing.candidate) return;
    this.pointing.candidate = candidate;
    this.pointing.keep();
    this.draw();
    this.pointing.panel.showOffers(this.rows() ?? []);
    this.pointing.offerPlay();
    this.speak();
  }

  /** @param {MouseEvent} event */
  click(event) {
    const { pointing } = this;
    if (pointing.view.moved || pointing.isComplete || !pointing.answer) return;
    const point = this.onPlane(pointing.view.pointAt(event));
    const isNear = (/** @type {string} */ edge) => {
      const middle = middleOf([edge]);
      return Math.hypot(middle.x - point.x, middle.y - point.y) < NEAR;
    };
    const { shown } = pointing;
    if (!this.twig) {
      const near = this.facet("covers").values.filter(isNear);
      const away = near.map((edge) => Math.hypot(middleOf([edge]).x - point.x, middleOf([edge]).y - point.y));
      const edge = near[away.indexOf(Math.min(...away))];
      if (edge === undefined) return;
      void pointing.guard(this.picked("covers") === edge ? Promise.resolve(pointing.turnTo(1)) : pointing.pick({ facet: "covers", value: edge }));
    } else if (shown !== undefined && this.edgesOf(shown).some(isNear)) {
      this.choose();
    } else {
      this.at = point;
      if (this.nearest() === pointing.candidate) this.choose();
      else this.hangAt(point);
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** The step that is shown joins the unsent ones. */
  choose() {
    const { pointing } = this;
    const { shown } = pointing;
    if (shown === undefined) return;
    const hadFocus = pointing.place.contains(document.activeElement);
    void pointing.guard(pointing.choose(shown).then(() => (hadFocus ? pointing.board.svg.focus({ preventScroll: true }) : undefined)));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (this.pointing.isComplete || !this.pointing.answer || event.altKey || event.ctrlKey || event.metaKey) return;
    const { board, view } = this.pointing;
    const { key } = event;
    if (!this.twig) {
      if (!this.facet("twig").values.includes(key.toUpperCase())) return;
      this.take(key.toUpperCase());
    } else if (key.toLowerCase() === "r") this.turnBy(key === "r" ? 1 : -1);
    else if (key.toLowerCase() === "f") this.turnBy(0);
    else if (key === "Enter" || key === " ") this.choose();
    else if (key in WAYS) {
      const place = board.beside(key);
      const middle = place === null ? undefined : board.middles.get(place);
      if (place === null || !middle) return;
      board.moveTo(place);
      view.reveal(middle);
      this.hangAt(this.onPlane(middle));
      this.speak(place);
    } else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Say what the twig that hangs would cover, close and win. @param {string} place where the cursor has come */
  speak(place = "") {
    const { pointing, answer } = this;
    const { shown, left, candidate } = pointing;
    if (shown === undefined) return;
    const covers = this.edgesOf(shown).join(", ");
    const step = answer.steps.words[shown];
    const effects = effectsOf(answer, shown);
    const values = { step, covers, effects: effects && `${effects}; `, number: candidate + 1, count: left.length };
    pointing.speech.say("hangs", { ...values, place: place && `${place}: ${answer.places[place] ?? ""}; ` });
  }

  /** What the page shows has changed: the twig that hangs, the tray, the buttons. */
  show() {
    const { pointing } = this;
    pointing.view.hand = this.twig ? { drag: (pointer) => this.follow(pointer), twist: (by) => this.turnBy(by) } : null;
    this.draw();
  }

  /** The tray, and the buttons for the twig that hangs; null where nothing can be placed. */
  rows() {
    const { pointing } = this;
    if (!pointing.answer?.count || pointing.isComplete) return null;
    return [
      { title: this.facet("twig").title, facet: "twig", buttons: this.tray() },
      { title: pointing.speech.phrases.placement, facet: "turn", buttons: this.buttons() },
    ];
  }

  /** All twigs: those that can be taken, those that cannot with what is picked, and those that are used. @returns {Button[]} */
  tray() {
    const { answer } = this;
    const facet = this.facet("twig");
    const open = stepsLeft(answer, this.without("twig", "turn"));
    const alike = stepsLeft(answer, [...this.without("twig", "turn"), { facet: "turn", value: String(this.turn) }]);
    const all = stepsLeft(answer, []);
    const button = (/** @type {string} */ words, /** @type {string} */ picture) => ({ words, picture, detail: "", pressed: words === this.twig });
    const taken = facet.values.map((value, number) => {
      const [steps] = [alike, open, all].map((some) => some.filter((step) => facet.of[step].includes(number))).filter(({ length }) => length);
      return { ...button(value, pictureOf(answer, facet, steps)), disabled: !open.includes(steps[0]), act: () => this.take(value) };
    });
    const used = facet.withheld.map(({ value, reason, picture }) => ({ ...button(value, picture), title: reason, disabled: true, act: () => {} }));
    return [...taken, ...used];
  }

  /** Buttons that turn and flip the twig, show the steps one after another, and choose the one that is shown. @returns {Button[]} */
  buttons() {
    const { pointing, answer } = this;
    const { shown, left } = pointing;
    if (shown === undefined) return [];
    const { phrases } = pointing.speech;
    const button = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => void} */ act) => ({ words, label, act, detail: "", pressed: false });
    const turning = [
      button("↺", phrases.turn_left, () => this.turnBy(1)),
      button("↻", phrases.turn_right, () => this.turnBy(-1)),
      button("⇄", phrases.flip, () => this.turnBy(0)),
    ];
    const ring = [button("◀", phrases.previous, () => pointing.turnTo(-1)), button("▶", phrases.next, () => pointing.turnTo(1))];
    const chosen = { words: answer.steps.texts[shown], detail: "", pressed: true, act: () => this.choose() };
    return [...(this.twig ? turning : []), ...(left.length > 1 ? ring : []), chosen];
  }

  /** The twig that hangs, and the cells that it would close in the colour of their owner. */
  draw() {
    const { pointing } = this;
    const { svg } = pointing.board;
    const shown = pointing.isComplete || !pointing.answer ? undefined : pointing.shown;
    svg.classList.toggle("hangs", shown !== undefined);
    for (const old of svg.querySelectorAll(".hanging")) old.remove();
    if (shown === undefined) return;
    const edges = this.edgesOf(shown);
    for (const { group, plan } of this.parts) {
      if (!edges.some((edge) => group.querySelector(`[data-place="${edge}"]`))) continue;
      const hanging = made("g", { class: "hanging" });
      const tinted = this.answer.steps.effects[shown].flatMap(({ seat, places }) => places.map((place) => ({ seat, place })));
      for (const { seat, place } of tinted) {
        const points = group.querySelector(`[data-place="${place}"]`)?.getAttribute("points");
        if (points) hanging.append(made("polygon", seat === null ? { class: "tied", points } : { class: "won", points, fill: this.paints[seat - 1] }));
      }
      const at = (/** @type {Point} */ { x, y }) => `${(plan.x + plan.side * x).toFixed(1)},${(plan.y + plan.side * y).toFixed(1)}`;
      const d = edges.map((edge) => `M${endsOf(edge).map(at).join(" L")}`).join(" ");
      hanging.append(made("path", { class: "around", d, "stroke-width": String(plan.side * 0.6) }));
      hanging.append(made("path", { d, stroke: this.paints[(this.answer.to_act ?? 1) - 1], "stroke-width": String(plan.side * 0.34) }));
      group.before(hanging);
    }
  }
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 */
function made(tag, attributes) {
  const one = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
  return one;
}

/** @type {Hand | undefined} */
let hand;

/** @param {Event} event */
function follow(event) {
  const { detail: pointing } = /** @type {CustomEvent<Pointing>} */ (event);
  if (!hand) {
    hand = new Hand(pointing);
    hand.turn = Number(hand.picked("turn") ?? 0);
    pointing.ownRows = () => /** @type {Hand} */ (hand).rows();
    pointing.drawsSteps = true;
    return pointing.show();
  }
  hand.show();
}

/** The board that the page shows now. */
function begin() {
  hand = undefined;
  document.querySelector(".board-figure[data-steps]")?.addEventListener("shown", follow);
}

if (globalThis.document) {
  begin();
  document.addEventListener("arrived", begin);
}
