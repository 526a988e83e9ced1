// The part of a drawing that is shown: fit, zoom, pan and pinch, with labels that stay readable. It knows no game and no
// step. Coordinates are those of the drawing, in its own units.

/** @typedef {{x: number, y: number}} Point */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/**
 * What takes gestures away from the view while a player holds something: a finger that is drawn over the board, two that
 * are twisted by 60 degrees (1 is anticlockwise), a wheel that is turned.
 * @typedef {{drag: (pointer: PointerEvent) => void, twist: (by: 1 | -1) => void}} Hand
 */

export const ZOOM = 1.5; // of a button or a key
const CLOSEST = 6; // times as large as what fits
const SLOP = 8; // pixels that a finger may move and still tap
const READABLE = 11; // pixels, of a letter
const FINGER = 30; // pixels from place to place; where they are closer, zooming is offered
const MARGIN = 26; // around the places, in which their coordinates are
const EDGE = 4; // around both
const TWIST = 60; // degrees of two fingers, for one turn
const NOTCH = 80; // pixels of a wheel, for one turn
const LINE = 30; // pixels, where a wheel counts lines

/**
 * The box zoomed about a point, within all that there is to see.
 * @param {Box} box
 * @param {Box} home all that there is
 * @param {number} factor more than 1: closer
 * @param {Point} about
 * @returns {Box}
 */
export function zoomed(box, home, factor, about) {
  const width = Math.min(home.width, Math.max(home.width / CLOSEST, box.width / factor));
  const share = width / box.width;
  const [x, y] = [about.x - (about.x - box.x) * share, about.y - (about.y - box.y) * share];
  return kept({ x, y, width, height: box.height * share }, home);
}

/**
 * The box moved so that it shows nothing beside what there is to see.
 * @param {Box} box
 * @param {Box} home
 * @returns {Box}
 */
export function kept(box, home) {
  const x = Math.min(Math.max(box.x, home.x), home.x + home.width - box.width);
  const y = Math.min(Math.max(box.y, home.y), home.y + home.height - box.height);
  return { ...box, x, y };
}

/**
 * The smallest box of that shape around another.
 * @param {Box} box
 * @param {number} shape width by height
 * @returns {Box}
 */
export function shapedAs(box, shape) {
  const [width, height] = [Math.max(box.width, box.height * shape), Math.max(box.height, box.width / shape)];
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

export class View {
  /**
   * @param {HTMLElement} place where the drawing is
   * @param {HTMLElement} controls buttons to zoom, shown where places are small
   * @param {AbortSignal} [signal] that ends it, where another drawing has come
   */
  constructor(place, controls, signal) {
    this.place = place;
    this.controls = controls;
    this.svg = /** @type {SVGSVGElement} */ (place.querySelector("svg"));
    this.home = this.box = { x: 0, y: 0, width: 1, height: 1 };
    /** @type {Hand | null} */
    this.held = null;
    /** @type {Map<number, PointerEvent>} */
    this.fingers = new Map();
    this.moved = false; // whether the pointer that is down does more than tap
    this.twisted = 0;
    this.rolled = 0;
    this.listen(signal);
  }

  /** @param {Hand | null} hand */
  set hand(hand) {
    this.held = hand;
    this.place.classList.toggle("holding", hand !== null);
  }

  /** Show a drawing as a whole, or the part of it that was shown before. @param {SVGSVGElement} svg */
  show(svg) {
    const { box, whole, isZoomed } = this;
    this.svg = svg;
    this.whole = svg.getAttribute("viewBox") ?? "";
    this.labels = [...svg.querySelectorAll("text")].map((text) => ({ text, size: parseFloat(getComputedStyle(text).fontSize) }));
    this.fit();
    if (isZoomed && this.whole === whole) this.box = box; // the player still looks at the same part
    this.update();
  }

  fit() {
    const [x, y, width, height] = (this.whole ?? "").split(" ").map(Number);
    this.home = this.box = { x, y, width, height };
    this.svg.setAttribute("viewBox", this.whole ?? "");
    const isClose = matchMedia("(max-width: 60rem)").matches || this.scale < 1 || this.svg.querySelector("[data-around]") || this.place.closest(".play");
    if (isClose) this.home = this.box = this.places() ?? this.home;
    this.svg.classList.toggle("close", Boolean(isClose));
    this.svg.setAttribute("viewBox", Object.values(this.box).join(" "));
    const { clientWidth, clientHeight } = this.svg;
    if (clientWidth && clientHeight) this.home = this.box = shapedAs(this.home, clientWidth / clientHeight);
    const shown = this.svg.querySelectorAll("[data-place]").length;
    this.controls.hidden = this.scale * Math.sqrt((this.box.width * this.box.height) / shown) > FINGER;
    this.update();
  }

  /** The places alone: seats and key stand elsewhere on the page. @returns {Box | null} */
  places() {
    const groups = /** @type {SVGGraphicsElement[]} */ ([...this.svg.querySelectorAll(".places")]);
    if (!groups.length) return null;
    const all = (/** @type {DOMRect[]} */ boxes, around = 0) => ({
      left: Math.min(...boxes.map((box) => box.x)) - around,
      top: Math.min(...boxes.map((box) => box.y)) - around,
      right: Math.max(...boxes.map((box) => box.x + box.width)) + around,
      bottom: Math.max(...boxes.map((box) => box.y + box.height)) + around,
    });
    const boxes = groups.map((group) => group.getBBox());
    const reach = all(boxes, MARGIN);
    const labels = /** @type {SVGGraphicsElement[]} */ ([.../** @type {Element} */ (groups[0].parentNode).querySelectorAll(":scope > text")]).map((text) => text.getBBox());
    const near = labels.filter((box) => box.x > reach.left && box.y > reach.top && box.x + box.width < reach.right && box.y + box.height < reach.bottom);
    const { left, top, right, bottom } = all([...boxes, ...near], EDGE);
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  /** Pixels on the screen for a unit of the drawing. */
  get scale() {
    return Math.min(this.svg.clientWidth / this.box.width, this.svg.clientHeight / this.box.height);
  }

  get isZoomed() {
    return this.box.width < this.home.width * 0.999;
  }

  /** Where a pointer is in the drawing. @param {{clientX: number, clientY: number}} pointer @returns {Point} */
  pointAt({ clientX, clientY }) {
    const { left, top } = this.svg.getBoundingClientRect();
    const { clientLeft, clientTop } = this.svg;
    return { x: this.box.x + (clientX - left - clientLeft) / this.scale, y: this.box.y + (clientY - top - clientTop) / this.scale };
  }

  /**
   * @param {number} factor more than 1: closer
   * @param {Point} about the point that stays where it is; without it the middle
   */
  zoom(factor, about = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 }) {
    this.box = zoomed(this.box, this.home, factor, about);
    this.update();
  }

  /** Move what is shown along with a finger. @param {number} right in pixels @param {number} down */
  pan(right, down) {
    const { scale } = this;
    this.box = kept({ ...this.box, x: this.box.x - right / scale, y: this.box.y - down / scale }, this.home);
    this.update();
  }

  /** Bring a point into sight. @param {Point} point */
  reveal({ x, y }) {
    const { box } = this;
    const margin = Math.min(box.width, box.height) / 8;
    const isSeen = Math.abs(x - box.x - box.width / 2) < box.width / 2 - margin && Math.abs(y - box.y - box.height / 2) < box.height / 2 - margin;
    if (isSeen || !this.isZoomed) return;
    this.box = kept({ ...box, x: x - box.width / 2, y: y - box.height / 2 }, this.home);
    this.update();
  }

  update() {
    const { x, y, width, height } = this.box;
    this.svg.setAttribute("viewBox", [x, y, width, height].map((value) => value.toFixed(2)).join(" "));
    this.place.classList.toggle("zoomed", this.isZoomed);
    if (this.scale && this.labelled !== this.scale) this.label(); // nothing is readable of what is not shown
  }

  /** No label is too small to be read; one that would then lie on another is left out until there is room. */
  label() {
    this.labelled = this.scale;
    const least = READABLE / this.scale;
    const labels = this.labels ?? [];
    for (const { text, size } of labels) {
      text.style.fontSize = size < least ? `${least}px` : "";
      text.setAttribute("dy", size < least ? ((least - size) * 0.35).toFixed(2) : "0"); // its middle stays
      text.style.visibility = "";
    }
    if (labels.every(({ size }) => size >= least)) return;
    /** @type {DOMRect[]} */
    const taken = [];
    for (const { text } of labels) {
      const box = text.getBoundingClientRect();
      const overlaps = taken.some(({ left, right, top, bottom }) => box.left < right && left < box.right && box.top < bottom - 2 && top < box.bottom - 2);
      if (overlaps) text.style.visibility = "hidden";
      else taken.push(box);
    }
  }

  /** @param {AbortSignal} [signal] that ends it */
  listen(signal) {
    const { place, controls } = this;
    place.addEventListener("pointerdown", (event) => this.press(event));
    place.addEventListener("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      addEventListener(name, ({ pointerId }) => this.fingers.delete(pointerId), { signal });
    }
    const ignore = (/** @type {Event} */ event) => {
      if (!this.moved) return;
      event.preventDefault();
      event.stopPropagation();
    };
    place.addEventListener("click", ignore, { capture: true });
    place.addEventListener("wheel", (event) => this.roll(event), { passive: false });
    addEventListener("resize", () => this.refit(), { signal });
    controls.querySelector("[data-in]")?.addEventListener("click", () => this.zoom(ZOOM));
    controls.querySelector("[data-out]")?.addEventListener("click", () => this.zoom(1 / ZOOM));
    controls.querySelector("[data-fit]")?.addEventListener("click", () => this.fit());
  }

  /** The window has another size; what is looked at stays in sight. */
  refit() {
    const factor = this.home.width / this.box.width;
    const middle = { x: this.box.x + this.box.width / 2, y: this.box.y + this.box.height / 2 };
    this.fit();
    this.zoom(factor, middle);
    this.reveal(middle);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.isPrimary) this.fingers.clear();
    this.fingers.set(event.pointerId, event);
    this.moved = this.fingers.size > 1;
    this.twisted = 0;
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [right, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (this.fingers.size === 1) {
      if (!this.moved && Math.hypot(right, down) < SLOP) return;
      this.moved = true;
      if (this.held && event.pointerType !== "mouse") this.held.drag(event);
      else this.pan(right, down);
    } else {
      const other = /** @type {PointerEvent} */ ([...this.fingers.values()].find(({ pointerId }) => pointerId !== event.pointerId));
      this.pinch(before, event, other);
    }
    this.fingers.set(event.pointerId, event);
  }

  /**
   * One of two fingers has moved: the points of the drawing below both go along.
   * @param {PointerEvent} before
   * @param {PointerEvent} now
   * @param {PointerEvent} other
   */
  pinch(before, now, other) {
    const reach = (/** @type {PointerEvent} */ one) => [one.clientX - other.clientX, one.clientY - other.clientY];
    const [[x1, y1], [x2, y2]] = [reach(before), reach(now)];
    this.pan((now.clientX - before.clientX) / 2, (now.clientY - before.clientY) / 2);
    const middle = { clientX: (now.clientX + other.clientX) / 2, clientY: (now.clientY + other.clientY) / 2 };
    this.zoom(Math.hypot(x2, y2) / Math.max(1, Math.hypot(x1, y1)), this.pointAt(middle));
    if (!this.held) return;
    this.twisted += (Math.atan2(x2 * y1 - y2 * x1, x1 * x2 + y1 * y2) * 180) / Math.PI;
    if (Math.abs(this.twisted) < TWIST / 2) return;
    const by = this.twisted > 0 ? 1 : -1;
    this.twisted -= by * TWIST;
    this.held.twist(by);
  }

  /** @param {WheelEvent} event */
  roll(event) {
    if (!event.deltaY || !(event.ctrlKey || this.held)) return;
    event.preventDefault();
    if (event.ctrlKey) return this.zoom(Math.exp(-event.deltaY / 200), this.pointAt(event)); // also two fingers on a pad
    this.rolled += event.deltaY * (event.deltaMode ? LINE : 1);
    if (Math.abs(this.rolled) < NOTCH) return;
    this.held?.twist(this.rolled > 0 ? -1 : 1);
    this.rolled = 0;
  }
}
