// A drawing with named places: where each is, which are lit, where the cursor stands. It knows no game and no step.

const NAMESPACE = "http://www.w3.org/2000/svg";
export const NEAR = 22; // pixels from a pointer to a lit place: as large as a finger

/** @typedef {{x: number, y: number}} Point */
/**
 * Places by the class that they get, arrows from place to place, and the places of unsent steps in their order.
 * @typedef {{classes: Record<string, Iterable<string>>, arrows: [string, string][], numbered: string[]}} Marks
 */

const SLANT = Math.sqrt(3) / 2;

/** The steps from one place to the next that the arrow keys take, and on a slant those around them on a number pad. */
export const WAYS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  Home: { x: -0.5, y: -SLANT },
  PageUp: { x: 0.5, y: -SLANT },
  End: { x: -0.5, y: SLANT },
  PageDown: { x: 0.5, y: SLANT },
});

/**
 * The nearest point in a direction: what lies aside counts double, and what lies more aside than ahead not at all.
 * @param {Point} from
 * @param {Point} way
 * @param {Iterable<[string, Point]>} points
 * @returns {string | null}
 */
export function nextPlace(from, way, points) {
  let best = null;
  let least = Infinity;
  for (const [name, { x, y }] of points) {
    const ahead = (x - from.x) * way.x + (y - from.y) * way.y;
    const aside = Math.abs((x - from.x) * way.y - (y - from.y) * way.x);
    if (ahead <= 0.5 || aside > ahead * 1.05) continue;
    if (ahead + 2 * aside < least) [best, least] = [name, ahead + 2 * aside];
  }
  return best;
}

export class Board {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    /** @type {[Element, string][]} */
    this.marked = [];
    /** @type {Map<string, SVGGraphicsElement[]>} */
    this.shapes = new Map();
    /** @type {Map<string, Point>} */
    this.middles = new Map();
    for (const link of svg.querySelectorAll("a")) link.replaceWith(...link.childNodes);
    for (const shape of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll("[data-place]"))) {
      const name = shape.dataset.place ?? "";
      this.shapes.set(name, [...(this.shapes.get(name) ?? []), shape]);
      const { x, y, width, height } = shape.getBBox();
      if (!this.middles.has(name)) this.middles.set(name, { x: x + width / 2, y: y + height / 2 });
    }
    svg.setAttribute("role", "application");
    svg.setAttribute("tabindex", "0");
    this.overlay = document.createElementNS(NAMESPACE, "g");
    this.overlay.setAttribute("class", "overlay");
    svg.querySelector(".places")?.before(this.overlay);
  }

  /** @param {Marks} marks */
  mark({ classes, arrows, numbered }) {
    for (const [shape, name] of this.marked) shape.classList.remove(name);
    this.marked = Object.entries(classes).flatMap(([name, places]) =>
      [...places].flatMap((place) => this.shapes.get(place) ?? []).map((shape) => /** @type {[Element, string]} */ ([shape, name])),
    );
    for (const [shape, name] of this.marked) shape.classList.add(name);
    this.overlay.replaceChildren(
      ...arrows.flatMap(([from, to]) => this.arrow(from, to)),
      ...numbered.flatMap((place, index) => this.number(place, index + 1)),
    );
  }

  /**
   * The number of an unsent step at its place.
   * @param {string} place
   * @param {number} number
   * @returns {SVGElement[]}
   */
  number(place, number) {
    const middle = this.middles.get(place);
    if (!middle) return [];
    const text = document.createElementNS(NAMESPACE, "text");
    text.textContent = String(number);
    text.setAttribute("class", "number");
    text.setAttribute("x", String(middle.x));
    text.setAttribute("y", String(middle.y));
    return [text];
  }

  /**
   * @param {string} from
   * @param {string} to
   * @returns {SVGElement[]}
   */
  arrow(from, to) {
    const start = this.middles.get(from);
    const end = this.middles.get(to);
    if (!start || !end) return [];
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
      `${(start.x + dx * along - dy * aside).toFixed(1)},${(start.y + dy * along + dx * aside).toFixed(1)}`;
    const path = document.createElementNS(NAMESPACE, "path");
    path.setAttribute("class", "arrow");
    path.setAttribute("d", `M${at(0.25, 0)} L${at(0.8, 0)} M${at(0.62, -0.14)} L${at(0.82, 0)} L${at(0.62, 0.14)}`);
    return [path];
  }

  /**
   * The place that a pointer means: the topmost lit shape under it, else the nearest lit place that a finger reaches.
   * @param {{clientX: number, clientY: number}} pointer
   * @returns {string | null}
   */
  placeAt({ clientX, clientY }) {
    const under = document.elementsFromPoint(clientX, clientY).filter((one) => this.svg.contains(one));
    const hit = under.find((one) => one.classList.contains("lit"));
    if (hit) return /** @type {SVGElement} */ (hit).dataset.place ?? null;
    const lit = /** @type {SVGGraphicsElement[]} */ ([...this.svg.querySelectorAll(".lit")]);
    const away = lit.map((shape) => {
      const { left, right, top, bottom } = shape.getBoundingClientRect();
      return Math.hypot(clientX - (left + right) / 2, clientY - (top + bottom) / 2);
    });
    const nearest = away.indexOf(Math.min(...away));
    if (nearest >= 0 && away[nearest] <= NEAR) return lit[nearest].dataset.place ?? null;
    const any = /** @type {SVGElement | undefined} */ (under.find((one) => one instanceof SVGElement && one.dataset.place));
    return any?.dataset.place ?? null;
  }

  /** @returns {string | null} where the keyboard stands */
  get cursor() {
    return this.svg.querySelector(".cursor")?.getAttribute("data-place") ?? null;
  }

  /** @param {string} place */
  moveTo(place) {
    for (const shape of this.svg.querySelectorAll(".cursor")) shape.classList.remove("cursor");
    this.shapes.get(place)?.[0].classList.add("cursor");
  }

  /**
   * The place to which an arrow key leads.
   * @param {string} key
   * @returns {string | null}
   */
  beside(key) {
    const from = this.middles.get(this.cursor ?? "");
    if (!from) return this.svg.querySelector(".lit")?.getAttribute("data-place") ?? [...this.middles.keys()][0] ?? null;
    return nextPlace(from, WAYS[key], this.middles);
  }
}
