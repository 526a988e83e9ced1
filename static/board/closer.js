// Boards under a finger: where lit places lie too close to distinguish, the first tap brings that part of the board
// closer, and the next one means a place. A twig that hangs takes the taps itself: it snaps to the nearest step.

import { NEAR } from "./board.js";
import { pickAt, stepsLeft } from "./choices.js";

/** @typedef {import("./pointing.js").Pointing} Pointing */
/** @typedef {{away: number, steps: string, x: number, y: number}} Reached a lit place: how far, what picking it leaves, where */

const APART = 44; // pixels from one lit place to the next: as wide as a finger

/**
 * Whether a finger at these distances from lit places could mean several of them.
 * @param {Iterable<{away: number, steps: string}>} places how far each is, and what picking it leaves
 */
export const isCrowded = (places) => new Set([...places].filter(({ away }) => away <= NEAR).map(({ steps }) => steps)).size > 1;

/**
 * How many times closer the board must come so that the place nearest to a finger is a finger away from those with other
 * steps: 1 where a tap is clear.
 * @param {Reached[]} places
 */
export function closerBy(places) {
  if (!isCrowded(places)) return 1;
  const meant = places.reduce((one, other) => (other.away < one.away ? other : one));
  const others = places.filter(({ steps }) => steps !== meant.steps);
  const gap = Math.min(...others.map(({ x, y }) => Math.hypot(x - meant.x, y - meant.y)));
  return gap && gap < APART * 0.9 ? APART / gap : 1;
}

/**
 * The lit places with their distance from a pointer.
 * @param {Pointing} pointing
 * @param {{clientX: number, clientY: number}} pointer
 * @returns {Reached[]}
 */
function litAround({ board, answer, picks }, { clientX, clientY }) {
  return [...board.svg.querySelectorAll(".lit")].map((shape) => {
    const { left, right, top, bottom } = shape.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const pick = answer && pickAt(answer, picks, shape.getAttribute("data-place") ?? "");
    const steps = answer ? stepsLeft(answer, pick ? [...picks, pick] : picks).join() : "";
    return { away: Math.hypot(clientX - x, clientY - y), steps, x, y };
  });
}

/** @type {Pointing | undefined} */
let pointing;

/** @param {Event} event */
function closer(event) {
  const tap = /** @type {PointerEvent} */ (event);
  if (!pointing || tap.pointerType !== "touch" || pointing.view.moved || pointing.view.held) return;
  const factor = closerBy(litAround(pointing, tap));
  const { width } = pointing.view.box;
  if (factor > 1) pointing.view.zoom(factor, pointing.view.pointAt(tap));
  if (pointing.view.box.width === width) return; // it is as close as it can be
  event.preventDefault();
  event.stopImmediatePropagation();
  pointing.speech.say("closer");
}

/** The board that the page shows now. */
function begin() {
  const figure = document.querySelector(".board-figure[data-steps]");
  figure?.addEventListener("shown", (event) => (pointing = /** @type {CustomEvent<Pointing>} */ (event).detail));
  figure?.querySelector(".picture")?.addEventListener("click", closer, { capture: true });
}

if (globalThis.document) {
  begin();
  document.addEventListener("arrived", begin);
}
